"""Moments of Noria for the tests of pictures: played by the rules, or fuller than any game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace
from picture_models import NAMES

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noria.box import FACTORIES, ISLANDS, POLITICIANS, Bundle
from bot.games.noria.facts import step
from bot.games.noria.game import GAME
from bot.games.noria.moves import Debated, NoriaMove, NoriaOptions
from bot.games.noria.playout import pick
from bot.games.noria.state import Island, NoriaState, NoriaView, Pile, Seats
from bot.games.noria.wheel import SLOTS, Disc
from bot.text import words
from bot.view_model import ViewModel
from render.noria.samples import evening, solo

SEATS = (1, 2, 3, 4)
STAGES = (*("path", "influence", "actions", "journey", "arrived", "city", "tool", "fit", "debated", "over"),)
CHOOSING = ("wheel", "resources", *STAGES)
EXPERT = NoriaOptions(setup="expert", bot="bot_3")


def played(seats: int, seed: int = 0, options: NoriaOptions = EXPERT) -> Iterator[NoriaState]:
    """Every state of a game in which everybody makes any kind of move."""
    rng = Random(f"{seats} {seed}")
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(options, seats, chance)
    yield state
    while state.phase != "over":
        forced = GAME.forced(state)
        move = forced[1] if forced else pick(state, rng)
        state = GAME.apply(state, state.active, move, chance).state
        yield state


@cache
def moment(seats: int, stage: str) -> NoriaState:
    """A typical moment of a game with so many seats, as late as there is one in its first two thirds."""
    for seed in range(20):
        states = list(played(seats, seed))
        for state in reversed(states[: len(states) * 2 // 3] if stage != "over" else states):
            if _is(state, stage):
                return state
    raise LookupError(f"no {stage} with {seats} seats")


def _is(state: NoriaState, stage: str) -> bool:
    if stage == "debated":
        return any(isinstance(event, Debated) for event in state.before) and state.phase == "influence"
    return step(GAME.view(state, None)) == stage


def has(seats: int, stage: str) -> bool:
    """Whether there is such a moment: nobody chooses resources alone."""
    return (seats, stage) != (1, "resources")


MOMENTS = [(seats, stage) for seats in SEATS for stage in CHOOSING if has(seats, stage)]


def view_model(seats: int, stage: str, locale: str, *, seat: int | None = None) -> ViewModel[NoriaView]:
    """A moment as one reader sees it."""
    state = moment(seats, stage)
    viewer = None if seat is None else Seat(seat)
    view = GAME.view(state, viewer)
    return ViewModel(1, 1, view, NAMES[:seats], words(locale), viewer, outcome=GAME.outcome(state))


def active(seats: int, stage: str, locale: str) -> ViewModel[NoriaView]:
    """A moment as the player sees it whose turn it is."""
    return view_model(seats, stage, locale, seat=moment(seats, stage).active)


def some_moves(seats: int, stage: str, most: int = 6) -> list[NoriaMove]:
    """A few legal moves of a moment, one of each kind and some more."""
    state = moment(seats, stage)
    moves = list(islice(GAME.legal(state, state.active), 400))
    kinds = {type(move): move for move in moves}
    return [*kinds.values(), *moves[:: max(len(moves) // most, 1)]]


def shown(view: NoriaView, locale: str, *, seat: int | None = None) -> ViewModel[NoriaView]:
    """A view by hand as one reader sees it."""
    viewer = None if seat is None else Seat(seat)
    return ViewModel(1, 1, view, NAMES[: view.seats], words(locale), viewer)


def crowded(seats: int = 4, **more: Any) -> NoriaView:
    """Numbers of two digits everywhere, full wheels of upgraded discs, everybody on the same levels."""
    view = evening(seats) if seats > 1 else solo()
    kinds = ("C", "J", "T", "B", "E", "M", "O")
    wheel = tuple(Disc(kinds[index % 7], index % 3 > 0) for index in range(len(SLOTS)))
    many = Bundle(energy=88, mycelium=77, obsidian=66, sail=9, compass=10, propeller=12, piston=4, lamp=5)
    goods = Bundle(sail=3, compass=2, piston=5, lamp=4)
    players = tuple(
        replace(
            player,
            wheel=wheel,
            stock=many,
            empty=goods,
            ships=Bundle(energy=19, mycelium=18, obsidian=17),
            knowledge=48,
            levels=(9, 8, 7, 9),
            factories_left=0,
        )
        for player in view.players
    )
    islands = tuple(Island(number, (2, 2, 2), (0, seats - 1, None, 0)) for number in ISLANDS[:7])
    changes: dict[str, Any] = {
        "players": players,
        "islands": islands if seats > 1 else view.islands,
        "face_down": 0,
        "chambers": (Seats(0, POLITICIANS),) * 6,
        "scores": tuple(500 + seat for seat in range(seats)),
        "market": tuple(Pile(pile.disc, pile.price, 10) for pile in view.market),
    }
    assert FACTORIES == 7
    return replace(view, **(changes | more))
