"""Positions of Thurn and Taxis in a line, moves and events in words: cities by their ids, seats parted by
strokes, parts by semicolons."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from bot.games.contract import Event, Seat
from bot.games.thurn_and_taxis import moves as kinds
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import TaxisMove, Tile
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS
from tests.games.examples import only, said
from tests.games.in_turn import CHANCE as CHANCE, Turns

A, B, C, D = map(Seat, range(4))
EARLY = "ulm basel linz lodz passau kempten"
"""The display where no other one is told."""
WHOLE_LAND = (
    "lodz pilsen budweis linz passau salzburg muenchen regensburg nuernberg wuerzburg mannheim carlsruhe"
    " freiburg basel zuerich kempten innsbruck augsburg ingolstadt ulm sigmaringen stuttgart"
)
"""All cities along roads."""
_TURNS = Turns(GAME)
told, play = _TURNS.told, _TURNS.play


def cities(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def by_seat(text: str) -> list[list[str]]:
    return [part.split() for part in text.split("/")]


def table(routes: str = "/", hands: str = "", offices: str = "", **more: Any) -> TaxisState:
    seats = routes.count("/") + 1
    given = {name: by_seat(text) for name, text in (("hands", hands), ("offices", offices)) if text}
    lists = {name: [*entries, *[[]] * (seats - len(entries))] for name, entries in given.items()}
    for name in [name for name in PILES if isinstance(more.get(name), str)]:
        more[name] = [None if city == "none" else city for city in cities(more[name])]
    return GAME.restore(msgspec.json.encode({"routes": by_seat(routes), **lists, **more}))


PILES = ("deck", "discard", "display")


def others(*used: str) -> str:
    left = Counter(CARDS)
    left.subtract(cities(" ".join(used).replace("/", " ")))
    return " ".join(left.elements())


def at(position: str) -> TaxisState:
    """`"play; route ulm / basel; hand lodz; carriages 3 0"`: the phase (none: it follows from the rest), then
    what there is. With `hoard` seat 1 holds all cards that are not told."""
    phase, *parts = position.split("; ")
    given = {"display": EARLY, **dict([part.partition(" ")[::2] for part in parts])}
    routes, hands, offices = (given.pop(name, "") for name in ("route", "hand", "offices"))
    seats = 1 + max(1, *[text.count("/") for text in (routes, hands, offices)])
    if given.pop("hoard", None) is not None:
        given = {"deck": "", "discard": "", **given}
        hands = f"{hands} / {others(routes, hands, *[given[name] for name in PILES])}"
    more: dict[str, Any] = {} if phase == "none" else {"phase": phase}
    more |= {name: _GIVEN.get(name, int)(text) if name not in PILES else text for name, text in given.items()}
    if "tiles" in more:
        more["tiles"] += [[]] * (seats - len(more["tiles"]))
    return table(routes + " /" * (seats - 1 - routes.count("/")), hands, offices, **more)


_GIVEN: dict[str, Callable[[str], Any]] = {
    "carriages": lambda text: [int(level) for level in text.split()],
    "tiles": lambda text: [tiles(part) for part in text.split("/")],
    "options": lambda text: {"all_regions": text},
    "official": str,
    "forced_postmaster": bool,
}
"""How to read what is not a number."""


def move(text: str) -> TaxisMove:
    """`"take 3"`, `"left ulm"`, `"close ulm lodz"`."""
    match text.split():
        case ["take", place]:
            return kinds.TakeOpen(int(place))
        case ["left" | "right" as side, city]:
            return kinds.Play(city, side)
        case ["close" | "cartwright" as how, *offices]:
            return kinds.Close(tuple(offices), cartwright=how == "cartwright")
        case words:
            return _MOVES[words[0]](*words[1:])


_MOVES: dict[str, Any] = {
    "administrator": kinds.Administrator,
    "begin": kinds.Begin,
    "blind": kinds.TakeBlind,
    "discard": kinds.Discard,
    "end": kinds.EndTurn,
}


def after(position: str, moves: str = "") -> tuple[TaxisState, list[Event]]:
    """What these moves lead to, and the events of the last one."""
    state, events = at(position), list[Event]()
    for text in filter(None, moves.split(", ")):
        state, events = told(state, move(text))
    return state, events


def facts(position: str, moves: str, names: str) -> str:
    """What is so after the moves, as far as it is named; of the player whose turn it was before them, if it
    is a player's: `"route ulm; active 1; told took A ulm 1"`."""
    state, events = after(position, moves)
    seat = at(position).active
    view, outcome = GAME.view(state, seat), GAME.outcome(state)
    found: dict[str, Any] = {
        **msgspec.structs.asdict(state),
        **msgspec.structs.asdict(view),
        **msgspec.structs.asdict(view.players[seat]),
        **(
            msgspec.structs.asdict(outcome)
            if outcome
            else {"late": GAME.default(state, state.active, CHANCE)}
        ),
        "can": tuple(dict.fromkeys([said(each).split()[0] for each in GAME.legal(state, state.active)])),
        "owes": tuple([owed.kind for owed in GAME.decisions(state).values()]),
        "told": tuple(events),
        **{level: chosen(level, state) for level in GAME.opponents if level in names},
    }
    return only(found, names)


def chosen(level: str, state: TaxisState) -> TaxisMove:
    """What a computer player of this level does."""
    legal = list(GAME.legal(state, state.active))
    move = GAME.opponents[level].choose(GAME.view(state, state.active), legal, Random(1))
    assert move in legal
    return move


def refused(state: TaxisState, move: TaxisMove, seat: Seat | None = None) -> str:
    """Why the move is refused."""
    return _TURNS.refused(state, move, seat).code


def tiles(text: str) -> list[Tile]:
    """`"baden 3, length_5 2"` as tiles."""
    return [Tile(stack, int(value)) for stack, value in re.findall(r"(\w+) (\d)", text)]
