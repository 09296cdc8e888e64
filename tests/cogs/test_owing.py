"""Who owes a decision while the next move makes itself."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

from bot.discord.view_models import owing
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.game import GAME as MY_CITY
from bot.games.my_city.moves import MyCityOptions, Pass, Stop
from bot.games.six_nimmt.game import GAME as SIX_NIMMT
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Moment


def moment(game: str, state: Any) -> Moment:
    """A moment of which nothing but the rules matters."""
    return cast(Moment, SimpleNamespace(table=SimpleNamespace(game=game, rules=1), state=state))


def test_a_stuck_player_who_stops_by_itself_keeps_nobody_else_from_choosing() -> None:
    rng, chance = Random(0), Chance(bytes(32))
    state = MY_CITY.setup(MyCityOptions(episode=1), 3, chance)
    found: list[tuple[Seat, tuple[Seat, ...]]] = []
    while MY_CITY.outcome(state) is None:
        forced, asked = MY_CITY.forced(state), tuple(MY_CITY.decisions(state))
        if forced:
            found.append((forced[0], owing(moment("my_city", state))))
            assert all(len(list(MY_CITY.legal(state, seat))) > 1 for seat in found[-1][1])
            seat, move = forced
        else:
            assert owing(moment("my_city", state)) == asked
            seat = asked[0]
            moves = list(MY_CITY.legal(state, seat))
            passing = Pass() in moves and rng.random() < 0.5
            move = Pass() if passing else rng.choice([move for move in moves if move != Stop()] or moves)
        state = MY_CITY.apply(state, seat, move, chance).state
    assert any(others for _, others in found), "somebody was stuck while others could choose"
    assert all(stuck not in others for stuck, others in found)


def test_nobody_is_asked_for_the_last_card_of_a_round() -> None:
    chance = Chance(bytes(32))
    state = SIX_NIMMT.setup(NimmtOptions(), 3, chance)
    while SIX_NIMMT.forced(state) is None:
        seat = next(iter(SIX_NIMMT.decisions(state)))
        state = SIX_NIMMT.apply(state, seat, next(iter(SIX_NIMMT.legal(state, seat))), chance).state
    assert SIX_NIMMT.decisions(state)
    assert owing(moment("six_nimmt", state)) == ()
