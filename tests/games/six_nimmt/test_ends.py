"""How a game of 6 nimmt! may end, as a view tells."""

from random import Random
from statistics import fmean

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions


def heads(**options: object) -> float:
    """What a seat of two has at the end on average, as it is before the first card."""
    begun = GAME.setup(NimmtOptions(format="rounds", **options), 2, Chance(bytes(32)))  # type: ignore[arg-type]
    ends = GAME.ends(GAME.view(begun, Seat(0)), Seat(0), Random(1))
    return -fmean([fmean(end) for end in ends.worth])


def test_each_round_to_come_adds_what_a_round_usually_costs() -> None:
    one, two, four = [heads(rounds=rounds) for rounds in (1, 2, 4)]
    assert two > one + 5
    assert four - two > 1.8 * (two - one)


def test_rounds_to_come_are_played_by_the_rules_of_the_table() -> None:
    dearer = [heads(rounds=5, placement=placement) for placement in ("base", "professional")]
    assert dearer[0] + 2 < dearer[1]
