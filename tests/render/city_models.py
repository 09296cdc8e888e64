"""Moments of My City for the tests of pictures: every episode early and late, campaigns, awkward names."""

from __future__ import annotations

from functools import cache
from random import Random

from msgspec.structs import replace
from picture_models import NAMES

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.cells import LABELS
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import (
    Begin,
    Bonus,
    Build,
    Chosen,
    MyCityMove,
    MyCityOptions,
    MyCityState,
    MyCityView,
    Pass,
    Stop,
)
from bot.text import words
from bot.view_model import ViewModel
from render.my_city.samples import evening

SEATS = tuple(range(1, 7))
ALL = tuple(EPISODES)
City = ViewModel[MyCityView]


def shown(state: MyCityState, locale: str = "en", *, seat: int | None = None) -> City:
    """A state as one reader sees it."""
    viewer = None if seat is None else Seat(seat)
    view = GAME.view(state, viewer)
    return ViewModel(1, 1, view, NAMES[: state.seats], words(locale), viewer, outcome=GAME.outcome(state))


@cache
def early(seats: int, episode: int) -> MyCityState:
    """Nothing is drawn yet."""
    return evening(seats, episode, 0)


@cache
def middle(seats: int, episode: int) -> MyCityState:
    """Nine rounds are over; whoever has an even seat has chosen for the tenth."""
    state = evening(seats, episode, 9)
    for seat in map(Seat, range(0, seats, 2)):
        if seats > 1 and state.owes(seat):
            spots = legal_spots(state, seat)
            move = Build(spots[0]) if spots else Stop()
            state = GAME.apply(state, seat, move, Chance(bytes(32))).state
    return state


@cache
def late(seats: int, episode: int) -> MyCityState:
    """The sheets are as full as they get with somebody still in."""
    rounds = 25
    state = evening(seats, episode, rounds)
    while state.phase != "round":
        rounds -= 1
        state = evening(seats, episode, rounds)
    return state


@cache
def finished(seats: int, mode: str, upto: int = 12) -> MyCityState:
    """A table after so many episodes, or after its last one; played in free order where that exists."""
    order = "free" if mode == "campaign" else "printed"
    options = MyCityOptions(mode=mode, order=order, chapter=3, episode=12)
    rng = Random(f"{seats} {mode}")
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(options, seats, chance)
    while state.phase != "over" and not (state.phase == "between" and len(state.results) == upto):
        seat, move = GAME.forced(state) or _any(state, rng)
        state = GAME.apply(state, seat, move, chance).state
    return state


def _any(state: MyCityState, rng: Random) -> tuple[Seat, MyCityMove]:
    seat = next(iter(GAME.decisions(state)))
    moves = GAME.legal(state, seat)
    begins = [move for move in moves if isinstance(move, Begin)]
    built = [move for move in moves if isinstance(move, Build)]
    if begins or built:
        return seat, begins[0] if begins else rng.choice(built)
    return seat, moves[-1]


def everywhere(state: MyCityState, seat: int) -> list[Chosen]:
    """A pass, a stop, the first and the last legal spot, and cells on which nothing may be built."""
    spots = legal_spots(state, Seat(seat))
    corners = (LABELS[0], LABELS[7], LABELS[-8], LABELS[-1])
    return [Pass(), Stop(), *map(Build, spots[:1] + spots[-1:]), *(Build((cell,)) for cell in corners)]


def crowded(seats: int) -> City:
    """Everything at once: all bonuses gone to everybody, many boxes ticked, three digits in every score."""
    state = late(seats, 8)
    everybody = tuple(map(Seat, range(seats)))
    bonuses = tuple(Bonus(kind, 5, everybody) for kind in EPISODES[8].first_come)
    sheets = tuple(replace(sheet, ticks=6, stopped=seat == 1) for seat, sheet in enumerate(state.sheets))
    model = shown(replace(state, bonuses=bonuses, sheets=sheets))
    points = tuple(-100 - seat for seat in range(seats))
    return _with(model, replace(model.view, points=points))


def _with(model: City, view: MyCityView) -> City:
    return ViewModel(model.table, model.version, view, model.names, model.words, model.seat)


def compass(seats: int, episode: int) -> MyCityState:
    """A round in which the dice show a compass that means something."""
    for rounds in range(20):
        state = evening(seats, episode, rounds)
        if state.phase == "round" and state.roll is not None and state.roll.compass:
            return state
    raise LookupError(f"no compass in episode {episode}")
