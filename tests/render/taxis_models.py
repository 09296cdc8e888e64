"""Moments of Thurn and Taxis for the tests of pictures: played by the rules, or fuller than any game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from msgspec.structs import replace
from picture_models import NAMES

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES, RULES
from bot.games.thurn_and_taxis.moves import Begin, Close, Play, TaxisMove, TaxisOptions, Tile
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import words
from bot.view_model import ViewModel
from render.thurn_and_taxis.samples import evening, player

SEATS = (2, 3, 4)
STAGES = ("first", "playing", "closing", "closed", "discarding", "ending", "over")
LONGEST = (
    *("mannheim", "carlsruhe", "freiburg", "basel", "zuerich", "sigmaringen", "stuttgart"),
    *("wuerzburg", "nuernberg", "ingolstadt", "ulm", "augsburg", "kempten", "innsbruck"),
    *("muenchen", "regensburg", "pilsen", "budweis", "linz", "passau", "salzburg"),
)
"""A route through 21 cities; Lodz has one road only."""


def played(seats: int, seed: int = 0) -> Iterator[TaxisState]:
    """Every state of a game of people who close long routes and otherwise do anything."""
    rules, rng = game("thurn_and_taxis"), Random(f"{seats} {seed}")
    chance = Chance(rng.randbytes(32))
    state = rules.setup(TaxisOptions(), seats, chance)
    yield state
    while rules.outcome(state) is None:
        moves = list(islice(rules.legal(state, state.active), 80))
        state = rules.apply(state, state.active, _chosen(state, moves, rng), chance).state
        yield state


def _chosen(state: TaxisState, moves: list[TaxisMove], rng: Random) -> TaxisMove:
    closings = [move for move in moves if isinstance(move, Close)]
    if closings and len(state.routes[state.active]) >= rng.choice((3, 4, 5)):
        return max(closings, key=lambda move: (len(move.offices), move.cartwright))
    playing = [move for move in moves if isinstance(move, Play)]
    return rng.choice(playing or [move for move in moves if not isinstance(move, Begin)] or moves)


@cache
def moment(seats: int, stage: str) -> TaxisState:
    """A typical moment of a game with so many seats."""
    for seed in range(20):
        for state in played(seats, seed):
            if _is(state, stage):
                return state
    raise LookupError(f"no {stage} with {seats} seats")


def _is(state: TaxisState, stage: str) -> bool:
    match stage:
        case "first":
            return state.turn == 1
        case "playing":
            return state.phase == "play" and state.round > 6 and len(state.routes[state.active]) > 2
        case "closing":
            return state.phase == "close" and len(state.routes[state.active]) >= 4
        case "closed":
            return state.phase == "take" and any(type(event).__name__ == "Closed" for event in state.before)
        case "discarding":
            return state.phase == "discard"
        case "ending":
            return state.ending is not None and state.phase != "over"
        case _:
            return state.phase == "over"


def view_model(seats: int, stage: str, locale: str, *, seat: int | None = None) -> ViewModel[TaxisView]:
    """A moment as one reader sees it."""
    state, rules = moment(seats, stage), game("thurn_and_taxis")
    viewer = None if seat is None else Seat(seat)
    view = rules.view(state, viewer)
    return ViewModel(1, 1, view, NAMES[:seats], words(locale), viewer, outcome=rules.outcome(state))


def active(seats: int, stage: str, locale: str) -> ViewModel[TaxisView]:
    """A moment as the player sees it whose turn it is."""
    return view_model(seats, stage, locale, seat=moment(seats, stage).active)


def shown(view: TaxisView, locale: str, *, seat: int | None = None) -> ViewModel[TaxisView]:
    """A view by hand as one reader sees it."""
    viewer = None if seat is None else Seat(seat)
    return ViewModel(1, 1, view, NAMES[: view.seats], words(locale), viewer)


def crowded(seats: int = 4) -> TaxisView:
    """Offices of everybody in every city, and everybody's route on the same roads; the numbers are large."""
    view, cities = evening(seats), tuple(CITIES)
    offices = cities[: RULES.offices_per_player]
    tiles = (Tile("baiern", 5), Tile("all_regions", 6), Tile("length_7", 4), Tile("baden", 3)) * 2
    routes = (LONGEST, LONGEST[::-1], LONGEST[3:12], LONGEST[5:9])
    players = [player(route, offices, 7, tiles, 12) for route in routes[:seats]]
    players[0] = player(LONGEST, cities[2:], 7, tiles, 12)
    return replace(
        view,
        players=tuple(players),
        round=99,
        deck_size=60,
        discard=cities * 2,
        display=("stuttgart", "ingolstadt", "regensburg", None, "wuerzburg", "sigmaringen"),
        stacks=tuple(values[index % 3 :] for index, values in enumerate(view.stacks)),
        ending=Seat(1),
    )


def loaded(cards: int) -> TaxisView:
    """Seat 0 with a route of 21 cities and a hand of so many different ones."""
    return replace(crowded(), hand=tuple(CITIES)[:cards] * 2, active=Seat(0), phase="play", may_take=True)
