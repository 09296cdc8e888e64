"""What of a tournament can be played, and what can be its result."""

from collections.abc import Sequence

from bot.games import registry
from bot.games.contract import Options, Refusal
from bot.tables.lobby import checked_options
from bot.tournaments.model import AT_ONCE, LINES, ROUNDS, Rules

POINTS = 99


def check(key: str, options: Options, rules: Rules, low: int, high: int) -> bytes:
    """The options as they are stored. Refuses what can't be played: bad_tournament, bad_points {n},
    bad_options, and the game's own."""
    game = registry.game(key)
    fewest, most = max(2, game.info.seats[0]), game.most_seats(options)
    fits = fewest <= rules.low <= rules.high <= most and rules.low <= low <= high <= LINES
    sane = 1 <= rules.rounds <= ROUNDS and 1 <= rules.at_once <= AT_ONCE and 2 <= rules.group <= LINES
    if not (fits and sane):
        raise Refusal("bad_tournament")
    check_points(rules)
    return checked_options(game, options, rules.high)


def check_points(rules: Rules) -> None:
    """Refuses points that no table can give: bad_points {n}."""
    falling = list(rules.points) == sorted(rules.points, reverse=True)
    if rules.points and not (
        falling and len(rules.points) == rules.high and all(0 <= each <= POINTS for each in rules.points)
    ):
        raise Refusal("bad_points", n=rules.high)


def are_places(places: Sequence[int], seats: int) -> bool:
    """Whether these are places that a game can end with."""
    return len(places) == seats and all(place == 1 + sum(each < place for each in places) for place in places)
