"""Moments of My City: every episode early and late, campaigns, sheets fuller than any."""

from collections.abc import Iterator
from dataclasses import replace as with_model
from functools import cache, partial
from random import Random
from typing import Any

from msgspec.structs import replace
from picture_models import reader

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city import moves
from bot.games.my_city.cells import LABELS
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import Begin, Bonus, Build, MyCityOptions, MyCityState, MyCityView, Pass, Stop
from bot.text import signed
from bot.view_model import ViewModel
from render.drawing import Drawing
from render.my_city import board, colours, moment, own, ranking, scores, standings
from render.theme import BIG, NUMBER, TALL, WHITE

KIB = (60, 105)
SILENT = set[str]()
TOLD = (MyCityOptions(mode="chapter", chapter=4),)
SEATS = tuple(range(1, 7))
ALL = tuple(EPISODES)
OPTIONS = tuple(MyCityOptions(mode=mode) for mode in ("episode", "chapter", "mini", "campaign"))
WITHOUT_ROUND = {"scored", "between"}
READABLE = (((WHITE,), (colours.GOOD, colours.BAD, colours.ACCENT), 4.5),)
_TYPES = tuple(colours.TYPES.values())
_FILLS = (*_TYPES, colours.FORTRESS, colours.MEADOW)
APART = (
    (_FILLS, _FILLS, 8),
    (_TYPES, _TYPES, 20),
    ((colours.RIVER_EDGE,), (colours.MEADOW,), 25),
    ((colours.GROUNDS["water"],), (colours.MEADOW,), 10),
)
City = ViewModel[MyCityView]
shown = partial(reader, "my_city")


@cache
def _course(seats: int, mode: str, episode: int) -> tuple[MyCityState, ...]:
    """All states of a table at which everybody builds as near to others as can be; in free order where that
    exists."""
    rng = Random(f"{seats} {episode} 0" if mode == "episode" else f"{seats} {mode}")
    chance = Chance(rng.randbytes(32))
    order: Any = "free" if mode == "campaign" else "printed"
    options: Any = {"mode": mode, "order": order, "chapter": 3, "episode": episode}
    states = [GAME.setup(MyCityOptions(**options), seats, chance)]
    while states[-1].phase != "over":
        seat = next(iter(GAME.decisions(states[-1])))
        move = _choice(states[-1], seat, rng)
        states.append(GAME.apply(states[-1], seat, move, chance).state)
    return tuple(states)


def evening(seats: int, episode: int, rounds: int) -> MyCityState:
    """The same table each time, so many rounds in; of a chapter where gold bags come along to another one."""
    states = _course(seats, "episode", episode)
    found = next(state for state in states if state.phase != "round" or state.round > rounds)
    return replace(found, options=MyCityOptions(mode="chapter", chapter=3)) if episode in (7, 8) else found


def _choice(state: MyCityState, seat: Seat, rng: Random) -> moves.MyCityMove:
    moves = GAME.legal(state, seat)
    if isinstance(moves[0], Begin):
        return moves[0]
    built = [move for move in moves if type(move) is Build]
    passing = Pass() in moves and (not built or rng.random() < 0.08)
    return Pass() if passing else rng.choice(built) if built else Stop()


early = partial(evening, rounds=0)
"""Nothing is drawn yet."""


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
    states = (evening(seats, episode, rounds) for rounds in range(25, 0, -1))
    return next(state for state in states if state.phase == "round")


def finished(seats: int, mode: str, upto: int = 12) -> MyCityState:
    """A table after so many episodes, or after its last one."""
    states = _course(seats, mode, 12)
    return next(
        state
        for state in states
        if state.phase == "over" or (state.phase == "between" and len(state.results) == upto)
    )


def crowded(seats: int, locale: str = "en") -> City:
    """Everything at once: all bonuses gone to everybody, many boxes ticked, three digits in every score."""
    state = late(seats, 8)
    everybody = tuple(map(Seat, range(seats)))
    bonuses = tuple(Bonus(kind, 5, everybody) for kind in EPISODES[8].first_come)
    sheets = tuple(replace(sheet, ticks=6, stopped=seat == 1) for seat, sheet in enumerate(state.sheets))
    return scored(shown(replace(state, bonuses=bonuses, sheets=sheets), locale), -100)


def scored(model: City, points: int) -> City:
    """The same with so many points for the first seat, and one less for each other."""
    view = replace(model.view, points=tuple(points - seat for seat in range(len(model.names))))
    return with_model(model, view=view)


def compass(seats: int, episode: int) -> MyCityState:
    """A round in which the dice show a compass that means something."""
    states = (evening(seats, episode, rounds) for rounds in range(20))
    return next(state for state in states if state.phase == "round" and state.roll and state.roll.compass)


def looks() -> Iterator[tuple[MyCityView, MyCityView]]:
    yield GAME.view(evening(3, 5, 4), None), GAME.view(evening(3, 5, 9), None)


def samples() -> Iterator[Drawing]:
    yield from (board(shown(evening(*moment), "ja")) for moment in ((6, 8, 14), (3, 12, 15)))
    for episode in (5, 9):
        state = evening(2, episode, 11)
        yield own(shown(state, seat=1), Build(legal_spots(state, Seat(1))[0]))


def typical(locale: str) -> Iterator[Drawing]:
    end = shown(finished(6, "chapter"), locale)
    for state in (early(6, 1), middle(6, 8), late(6, 8), late(6, 12)):
        yield board(shown(state, locale))
    for episode in (4, 12):
        yield own(shown(middle(6, episode), locale, seat=0))
    yield from (scores(end), standings(end), ranking(end))
    begins = shown(finished(2, "campaign", 0), locale)
    yield from (board(begins), moment(begins), moment(shown(middle(3, 4), locale)))


def fullest(locale: str) -> Iterator[Drawing]:
    for episode in ALL:
        yield board(shown(late(4, episode), locale))
        mine = shown(middle(3, episode), locale, seat=1)
        yield from (own(mine, choice) for choice in (None, Pass(), Stop()))
        yield from (own(mine, Build((LABELS[cell],))) for cell in (0, 7, -8, -1))
    for seats in SEATS:
        yield board(crowded(seats, locale))
    for seats, upto in ((1, 10), (1, 12), (6, 0), (6, 12)):
        model = shown(finished(seats, "campaign", upto), locale, seat=0)
        yield from (board(model), standings(model), *([scores(model)] if upto else []))
    yield from (ranking(shown(finished(seats, "campaign"), locale)) for seats in (1, 6))


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    state = middle(3, 12)
    spot = legal_spots(state, Seat(1))[0]
    sheet = own(shown(state, locale, seat=1), Build(spot))
    yield sheet, dict.fromkeys([*"ABCDEFGH", *map(str, range(1, 10)), "\u22121", spot[0]], TALL), 0
    yield sheet, dict.fromkeys(["10", "11", "\u221210"], BIG), 0
    for seats in SEATS[1:]:
        model = scored(shown(middle(seats, 3), locale), -20)
        yield board(model), {signed(points): NUMBER for points in model.view.points}, 0
