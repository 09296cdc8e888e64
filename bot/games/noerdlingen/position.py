"""Positions of Nördlingen set up by hand: what is left out follows from the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.games.checking import require
from bot.games.contract import Seat
from bot.games.noerdlingen.board import numbers
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.check import check
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Border,
    NoerdlingenEvent,
    NoerdlingenOptions,
    NoerdlingenState,
    Phase,
    Territory,
)
from bot.games.noerdlingen.territories import outer_border, points_of
from bot.games.noerdlingen.town import SEATS, Cell, Crossing
from bot.games.noerdlingen.turn import by_number, first_choice_order, placing_order

Row = tuple[int | None, ...]


class Land(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A territory of which cells and owners are enough; without a count each owner has one soldier there,
    or none if the wall alone encloses it."""

    cells: tuple[Cell, ...]
    owners: tuple[Seat, ...]
    count: tuple[int, ...] | None = None
    points: int | None = None
    share: int | None = None
    seat: Seat | None = None
    round: int = 0


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state of which the soldiers by seat are enough; seats without any may be left out behind the others.

    `polylines` are borders drawn already, corner after corner. `numbers` is the present row of the choice
    table: with the number of the active seat it is the turn to draw it, and whoever has none given takes one
    that comes later, if there is one. Without numbers it is the turn to choose, without soldiers to place.
    Without a round it is the first, without a date 1 January.
    """

    schema: int = 1
    options: NoerdlingenOptions = NoerdlingenOptions()
    date: str | None = None
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=0, le=100)] | None = None
    turn: int = 1
    moves: int = 0
    start_player: Seat = Seat(0)
    active: Seat | None = None
    waiting: tuple[Seat, ...] | None = None
    soldiers: tuple[tuple[Crossing, ...], ...]
    numbers: Row | None = None
    table: tuple[Row, ...] | None = None
    left: tuple[int | None, ...] | None = None
    polylines: tuple[tuple[Crossing, ...], ...] = ()
    borders: tuple[Border, ...] = ()
    territories: tuple[Land, ...] = ()
    news: tuple[NoerdlingenEvent, ...] = ()
    before: tuple[NoerdlingenEvent, ...] = ()


def restore(data: bytes) -> NoerdlingenState:
    """The complete state of a position in JSON; `ValueError` with the reason if it is not consistent."""
    state = _completed(msgspec.json.decode(data, type=Position))
    check(state)
    return state


def _completed(given: Position) -> NoerdlingenState:
    seats = max(len(given.soldiers), SEATS[0])
    _refuse_strangers(given, seats)
    left = (*(given.left or ()), *(None,) * (seats - len(given.left or ())))
    phase = given.phase or _phase(given)
    round = _round(given, phase)
    table = _table(given, seats, phase, round, left)
    active, waiting = _order(given, seats, phase, table, left)
    date = given.date or given.options.date.removesuffix("*") or DATES[0]
    require(date in DATES, f"date: {date!r} is no day of the calendar (MMDD)")
    return NoerdlingenState(
        schema=given.schema,
        options=given.options,
        date=date,
        phase=phase,
        round=round,
        turn=given.turn,
        moves=given.moves,
        start_player=given.start_player,
        active=active,
        waiting=waiting,
        soldiers=(*given.soldiers, *((),) * (seats - len(given.soldiers))),
        table=table,
        left=left,
        borders=(*[_border(line) for line in given.polylines], *given.borders),
        territories=tuple([_territory(land, seats, date) for land in given.territories]),
        news=given.news,
        before=given.before,
    )


def _refuse_strangers(given: Position, seats: int) -> None:
    """Whatever is told of seats has to be of those that play."""
    for name, entries in (("numbers", given.numbers), ("left", given.left)):
        require(len(entries or ()) <= seats, f"{name}: {len(entries or ())} entries for {seats} seats")
    for row in given.table or ():
        require(len(row) == seats, f"table: {len(row)} entries for {seats} seats")
    named = [given.start_player, given.active, *(given.waiting or ())]
    for land in given.territories:
        require(bool(land.owners), "territories: each one has an owner")
        named += [land.seat, *land.owners]
    for seat in named:
        require(seat is None or seat in range(seats), f"there is no seat {seat}")


def _phase(given: Position) -> Phase:
    if given.numbers and any(given.numbers):
        return "draw"
    return "choose" if any(given.soldiers) else "place"


def _round(given: Position, phase: Phase) -> int:
    if given.round is not None:
        return given.round
    if given.table is not None:
        return len(given.table)
    return 0 if phase == "place" else 1


def _table(
    given: Position, seats: int, phase: Phase, round: int, left: tuple[int | None, ...]
) -> tuple[Row, ...]:
    """Rounds of which nothing is told are empty."""
    if given.table is not None:
        return given.table
    if round == 0:
        return ()
    row = (*(given.numbers or ()), *(None,) * (seats - len(given.numbers or ())))
    if phase in ("draw", "bonus"):
        row = _filled(row, left)
    return (*((None,) * seats,) * (round - 1), row)


def _filled(row: Row, left: tuple[int | None, ...]) -> Row:
    """The highest free numbers for those who have none, in the order of the seats."""
    lacking = [seat for seat, number in enumerate(row) if number is None and left[seat] is None]
    free = [number for number in numbers(the_town()) if number not in row]
    taken = dict(zip(lacking, free[len(free) - len(lacking) :], strict=True))
    return tuple([taken.get(seat, number) for seat, number in enumerate(row)])


def _order(
    given: Position, seats: int, phase: Phase, table: tuple[Row, ...], left: tuple[int | None, ...]
) -> tuple[Seat, tuple[Seat, ...]]:
    """Whose turn it is, and who comes after that."""
    nothing: Row = (None,) * seats
    order = _phase_order(given, phase, (nothing, nothing, *table), left)
    if given.active is not None:
        active = given.active
    elif given.numbers and phase in ("draw", "bonus"):
        active = Seat(next((seat for seat, number in enumerate(given.numbers) if number is not None), 0))
    else:
        active = order[0] if order else given.start_player
    if given.waiting is not None:
        return active, given.waiting
    if phase in ("draw", "bonus"):
        return active, order[order.index(active) + 1 :] if active in order else ()
    return active, tuple([seat for seat in order if seat != active])


def _phase_order(
    given: Position, phase: Phase, table: Sequence[Row], left: tuple[int | None, ...]
) -> tuple[Seat, ...]:
    """Who is still to come in this phase or, where numbers are drawn, all of it."""
    seats = len(left)
    if phase == "over":
        return ()
    if phase == "place":
        order = placing_order(given.start_player, seats)
        return tuple([seat for seat in order if seat >= len(given.soldiers) or not given.soldiers[seat]])
    if phase == "choose":
        before = by_number(table[-2], left)
        clockwise = first_choice_order(given.start_player, seats)
        order = (*before, *[seat for seat in clockwise if seat not in before])
        return tuple([seat for seat in order if left[seat] is None and table[-1][seat] is None])
    return by_number(table[-1], left)


def _border(line: tuple[Crossing, ...]) -> Border:
    """A line from corner to corner as steps."""
    require(len(line) > 1, "polylines: one has no second corner")
    steps = ""
    for (x, y), (to_x, to_y) in pairwise(line):
        straight = x == to_x or y == to_y
        require(straight, f"polylines: no straight line leads from {[x, y]} to {[to_x, to_y]}")
        across, down = min(max(to_x - x, -99), 99), min(max(to_y - y, -99), 99)
        steps += "R" * across + "L" * -across + "D" * down + "U" * -down
    return Border(None, line[0], steps)


def _territory(land: Land, seats: int, date: str) -> Territory:
    town = the_town()
    count = land.count or _usual_count(land, seats)
    points = land.points
    if points is None:
        _refuse_cells(land)
        points = points_of(town, date, town.mask(land.cells))
    return Territory(
        cells=tuple(sorted(land.cells, key=lambda cell: cell[::-1])),
        count=count,
        owners=land.owners,
        points=points,
        share=points // len(land.owners) if land.share is None else land.share,
        seat=_judge(land, count) if land.seat is None else land.seat,
        round=land.round,
    )


def _usual_count(land: Land, seats: int) -> tuple[int, ...]:
    """One soldier of each owner; none where the wall alone encloses it, so that whoever has drawn owns it."""
    _refuse_cells(land)
    town = the_town()
    stands = outer_border(town, town.mask(land.cells), town.roads) != 0
    return tuple([int(stands and Seat(seat) in land.owners) for seat in range(seats)])


def _refuse_cells(land: Land) -> None:
    town = the_town()
    for cell in land.cells:
        require(town.holds(town.cells, cell), f"territories: {list(cell)} is no cell of the town")


def _judge(land: Land, count: tuple[int, ...]) -> Seat:
    """Somebody whose draw would have given it to these owners."""
    if len(land.owners) == 1:
        return land.owners[0]
    return next((Seat(seat) for seat in range(len(count)) if seat not in land.owners), land.owners[0])
