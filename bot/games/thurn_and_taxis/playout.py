"""Random games at speed, through the rules themselves."""

from __future__ import annotations

from random import Random

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.thurn_and_taxis.closing import cartwright_helps, placements
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import RULES, next_carriage, sides
from bot.games.thurn_and_taxis.legal import default_move
from bot.games.thurn_and_taxis.moves import Close, TakeOpen, TaxisMove, TaxisOptions
from bot.games.thurn_and_taxis.scoring import score_of
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import PLACES


def playout(seats: int, rng: Random) -> tuple[int, ...]:
    """The scores by seat of a game in which everybody takes any card that fits, plays what fits, and closes
    as soon as the next carriage is to be had, with any of the largest sets of offices.

    Plain chance would hardly ever close a long route."""
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(TaxisOptions(), seats, chance)
    while state.phase != "over":
        state = GAME.apply(state, state.active, _move(state, rng), chance).state
    return tuple([score_of(state, Seat(seat)) for seat in range(seats)])


def _move(state: TaxisState, rng: Random) -> TaxisMove:
    move = _take(state, rng) if state.phase == "take" else _close(state, rng)
    return move or default_move(state)


def _take(state: TaxisState, rng: Random) -> TakeOpen | None:
    places = [
        place
        for place, city in zip(PLACES, state.display, strict=True)
        if city is not None and (not state.route or sides(state.route, city))
    ]
    return TakeOpen(rng.choice(places)) if places else None


def _close(state: TaxisState, rng: Random) -> Close | None:
    route, own = state.route, state.own
    helped = state.official is None and cartwright_helps(state.level, len(route))
    long_enough = helped or len(route) >= (next_carriage(state.level) or 0)
    if state.phase != "close" or len(route) < RULES.min_route_length_to_close or not long_enough:
        return None
    sets = list(placements(route, own, RULES.offices_per_player - len(own)))
    most = max(map(len, sets))
    return Close(rng.choice([offices for offices in sets if len(offices) == most]), helped)
