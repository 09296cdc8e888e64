"""Positions of City of Nördlingen, moves and what follows, as text: seats S, O and T, the first one to draw.

Crossings and cells are `4,5`, seats and groups are parted by strokes and semicolons."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.games.contract import Event, Seat
from bot.games.noerdlingen.board import draws
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    Bonus,
    Choose,
    Decline,
    Draw,
    NoerdlingenMove,
    NoerdlingenOptions,
    NoerdlingenState,
    Place,
    Stuck,
    Territory,
)
from tests.games.in_turn import CHANCE, Turns

S, O, T, D = map(Seat, range(4))  # noqa: E741 - the circle of the rules
SEATS = "SOTD"
Line = Sequence[tuple[int, int]]
_TURNS = Turns(GAME)
_OPTIONS = {*NoerdlingenOptions.__struct_fields__} - {"date"}


def points(text: str) -> list[tuple[int, ...]]:
    """`"3,4 5,5"` as crossings or cells."""
    return [tuple(map(int, point.split(","))) for point in text.split()]


def _groups(given: str | Sequence[Line], sign: str) -> Any:
    return [points(group) for group in given.split(sign)] if isinstance(given, str) else given


def land(text: str) -> list[dict[str, Any]]:
    """`"3,4 4,4 = O; 5,5 = ST"`: territories by their cells and their owners."""
    parts = [part.split("=") for part in text.split(";")]
    return [
        {"cells": points(cells), "owners": [*map(SEATS.index, owners.strip())]} for cells, owners in parts
    ]


def table(
    soldiers: str | Sequence[Line] = (), lines: str | Sequence[Line] = (), number: int = 0, **more: Any
) -> NoerdlingenState:
    """A position with these soldiers by seat and borders by their corners; with a number the star is to draw
    it, else it is the turn to choose. Options may be given by their names."""
    options = {**more.pop("options", {}), **{name: more.pop(name) for name in _OPTIONS & {*more}}}
    if isinstance(more.get("territories"), str):
        more["territories"] = land(more["territories"])
    given = {"soldiers": _groups(soldiers, "/"), "polylines": _groups(lines, ";"), "options": options}
    given |= {"date": "0519", **({"numbers": [number]} if number else {}), **more}
    return GAME.restore(msgspec.json.encode(given))


def move(text: str) -> NoerdlingenMove:
    """`"4,4"` places, `"3"` chooses, `"4,4 RU"` draws, `"+4,4 U"` draws a bonus; `"decline"`, `"stuck"`."""
    match text.split():
        case ["decline"]:
            return Decline()
        case ["stuck"]:
            return Stuck()
        case [at, steps]:
            return (Bonus if at[0] == "+" else Draw)(points(at.lstrip("+"))[0], steps)  # type: ignore[arg-type]
        case [at] if "," in at:
            return Place(points(at)[0])  # type: ignore[arg-type]
        case _:
            return Choose(int(text))


def moves(text: str) -> list[NoerdlingenMove]:
    """`"3,5 ULD; decline"`."""
    return [move(part) for part in text.split(";")]


def play(state: NoerdlingenState, *made: str | NoerdlingenMove) -> NoerdlingenState:
    """The position after these moves."""
    each = [moves(one) if isinstance(one, str) else [one] for one in made]
    return _TURNS.play(state, *[one for some in each for one in some])


def told(state: NoerdlingenState, text: str) -> tuple[NoerdlingenState, str]:
    """The position after these moves, and what is told."""
    after, events = _TURNS.told(state, *moves(text))
    return after, "; ".join(map(_said, events))


def _said(event: Event) -> str:
    """`drawn S 2 4,4 RU 5,3`."""
    values = [(name, getattr(event, name)) for name in event.__struct_fields__ if name != "seen_by"]
    words = [_word(name, value) for name, value in values if value is not False]
    return " ".join([event.__struct_config__.tag, *words])  # type: ignore[list-item]


def _word(name: str, value: Any) -> str:
    if isinstance(value, Territory):
        return territory(value)
    if name in ("seat", "order"):
        return "".join([SEATS[seat] for seat in (value if name == "order" else [value])])
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def territory(one: Territory) -> str:
    """`3,4 4,4 | 1 2 0 | O 2`: cells, soldiers around it, owners and points; `OT 1/0` where each gets another
    share, and of many cells their number and the first one."""
    cells = [f"{x},{y}" for x, y in one.cells]
    where = " ".join(cells) if len(cells) < 6 else f"{len(cells)} from {cells[0]}"
    owners = "".join([SEATS[seat] for seat in one.owners])
    share = f"/{one.share}" if one.share != one.points else ""
    return f"{where} | {' '.join(map(str, one.count))} | {owners} {one.points}{share}"


def closed(state: NoerdlingenState, text: str) -> list[str]:
    """The territories that these moves make."""
    return [*map(territory, play(state, text).territories[len(state.territories) :])]


def whose(state: NoerdlingenState) -> str:
    """`"choose T O S"`: what is to be done, and by whom in which order."""
    seats = [] if state.phase == "over" else [state.active, *state.waiting]
    return " ".join([state.phase, *[SEATS[seat] for seat in seats]])


def refused(state: NoerdlingenState, made: str | NoerdlingenMove, seat: Seat | None = None) -> str:
    """Why the move is refused: the code and what is told with it."""
    refusal = _TURNS.refused(state, move(made) if isinstance(made, str) else made, seat)
    return " ".join(map(str, [refusal.code, *refusal.data.values()]))


def ways(state: NoerdlingenState) -> dict[str, tuple[int, int]]:
    """All ways to draw the chosen border by their steps, with the crossing at the end."""
    return {path.steps: path.end for path in draws(state)}


def new(seats: int = 3, **options: Any) -> NoerdlingenState:
    """A fresh game."""
    return GAME.setup(NoerdlingenOptions(**options), seats, CHANCE)
