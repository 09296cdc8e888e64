"""Positions of Nördlingen set up by hand: what is left out follows from the rest; and what always holds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.games.checking import require, require_entries, require_seats
from bot.games.contract import Seat
from bot.games.noerdlingen.board import (
    board_of,
    bonus_number,
    border_edges,
    drawn_edges,
    numbers,
    shapes,
    standing,
    walk,
    walkable,
)
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Border,
    ChoiceBegun,
    Closed,
    DrawingBegun,
    GameOver,
    NoerdlingenEvent,
    NoerdlingenOptions,
    NoerdlingenState,
    Phase,
    Territory,
)
from bot.games.noerdlingen.territories import outer_border, owners_of, points_of, regions
from bot.games.noerdlingen.town import SEATS, STEPS, Cell, Crossing, Town, crossing_name, rounds_for
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


def check(state: NoerdlingenState) -> None:
    """Raises `ValueError` unless the position could stand on a table."""
    require(state.schema == 1, f"schema {state.schema} is unknown")
    _check_seats(state)
    _check_date(state)
    _check_soldiers(state)
    _check_borders(state)
    for territory in state.territories:
        _check_territory(state, territory)
    _check_regions(state)
    _check_counts(state)
    _check_table(state)
    _check_order(state)
    _check_end(state)
    for event in (*state.before, *state.news):
        _check_event(state, event)


def _check_seats(state: NoerdlingenState) -> None:
    require_seats(state.seats, SEATS)
    require_entries(state.seats, {"left": state.left})
    for round, row in enumerate(state.table, 1):
        require_entries(state.seats, {f"table of round {round}": row})
    for name, seats in (
        ("active", (state.active,)),
        ("start_player", (state.start_player,)),
        ("waiting", state.waiting),
    ):
        for seat in seats:
            require(seat in range(state.seats), f"{name}: there is no seat {seat}")
    require(state.turn >= 1, f"turn {state.turn}")
    require(state.moves >= 0, f"moves {state.moves}")


def _check_date(state: NoerdlingenState) -> None:
    require(state.date in DATES, f"date: {state.date!r} is no day of the calendar (MMDD)")
    wanted = state.options.date.removesuffix("*")
    require(wanted in ("", state.date), f"date: it is {state.date}, but the options say {wanted}")


def _check_soldiers(state: NoerdlingenState) -> None:
    town, seen = the_town(), set[tuple[int, int]]()
    allowed = standing(town, state.options.wall_mode)
    for seat, soldiers in enumerate(state.soldiers):
        for at in soldiers:
            require(town.holds(town.crossings, at), f"soldiers of seat {seat}: {list(at)} is no crossing")
            name = f"{list(at)} ({crossing_name(at)})"
            require(town.holds(allowed, at), f"soldiers of seat {seat}: none may stand on {name}")
            require(at not in seen, f"soldiers: two stand on {name}")
            seen.add(at)


def _check_borders(state: NoerdlingenState) -> None:
    town, drawn = the_town(), 0
    for border in state.borders:
        where = f"border {list(border.start)} {border.steps}"
        require(town.holds(town.crossings, border.start), f"{where}: it begins at no crossing")
        require(set(border.steps) <= set(STEPS), f"{where}: steps are {', '.join(STEPS)}")
        edges = border_edges(town, border.start, border.steps)
        inside = bool(edges) and not edges & ~walkable(town, state.options.wall_mode)
        require(inside, f"{where}: there is no such way along roads")
        require(not edges & drawn, f"{where}: an edge is drawn twice")
        drawn |= edges
        _check_drawer(state, border, where)


def _check_drawer(state: NoerdlingenState, border: Border, where: str) -> None:
    if border.seat is None:
        return
    require(border.seat in range(state.seats), f"{where}: there is no seat {border.seat}")
    ways = shapes(the_town(), state.options, border.number)
    require(border.steps in ways, f"{where}: that is not border {border.number}")
    town, own = the_town(), state.soldiers[border.seat]
    require(border.start in own, f"{where}: no own soldier stands at its start")
    bonus = not border.bonus or border.number == bonus_number(town)
    require(bonus, f"{where}: border {border.number} is not the bonus border")
    require(1 <= border.round <= state.round, f"{where}: round {border.round}")
    end = town.point(walk(town, town.bit(border.start), border.steps, town.roads | town.walls)[1])
    require(end in own, f"{where}: no own soldier stands at its end")


def _check_territory(state: NoerdlingenState, territory: Territory) -> None:
    town = the_town()
    where = f"territory {list(map(list, territory.cells))}"
    for cell in territory.cells:
        require(town.holds(town.cells, cell), f"{where}: {list(cell)} is no cell of the town")
    mask = town.mask(territory.cells)
    require(town.points(mask) == territory.cells, f"{where}: the cells are not in reading order")
    require(territory.seat in range(state.seats), f"{where}: there is no seat {territory.seat}")
    require_entries(state.seats, {f"{where}: count": territory.count})
    owners = owners_of(territory.count, territory.seat)
    require(territory.owners == owners, f"{where}: the owners by its count are {list(owners)}")
    points = points_of(town, state.date, mask)
    require(territory.points == points, f"{where}: it is worth {points} points")
    require(territory.share == points // len(owners), f"{where}: each owner gets {points // len(owners)}")
    require(0 <= territory.round <= state.round, f"{where}: round {territory.round}")


def _check_regions(state: NoerdlingenState) -> None:
    """Territories are whole regions, and the others are such as the rule leaves open (section 7)."""
    town = the_town()
    masks = [town.mask(territory.cells) for territory in state.territories]
    found = list(regions(town, town.cells, drawn_edges(town, state.borders)))
    for mask, territory in zip(masks, state.territories, strict=True):
        cells = list(map(list, territory.cells))
        require(mask in found, f"territory {cells}: the borders enclose something else")
        require(masks.count(mask) == 1, f"territory {cells}: it is there twice")
    left = [region for region in found if region not in masks]
    rule = state.options.territory_rule
    if rule == "size_cap":
        cap = state.options.territory_size_cap
        left = [region for region in left if region.bit_count() <= cap] if len(found) > 1 else []
        require(not left, f"{_cells(town, left)} are enclosed, but no territory")
    elif rule == "all_parts" and masks:
        require(not left, f"{_cells(town, left)} are enclosed, but no territory")
    else:
        require(len(left) == 1, f"{len(left)} regions are open, which has to be one: {_cells(town, left)}")


def _check_counts(state: NoerdlingenState) -> None:
    """No more soldiers than can stand around a territory."""
    town = the_town()
    edges = drawn_edges(town, state.borders)
    for territory in state.territories:
        around = outer_border(town, town.mask(territory.cells), edges).bit_count()
        possible = min(territory.count) >= 0 and sum(territory.count) <= around
        where, count = list(map(list, territory.cells)), list(territory.count)
        require(possible, f"territory {where}: no {count} soldiers can stand on {around} crossings around it")


def _cells(town: Town, masks: list[int]) -> str:
    return " and ".join(str(list(map(list, town.points(mask)))) for mask in masks) or "none"


def _check_table(state: NoerdlingenState) -> None:
    """A column for each round begun, no number twice in it."""
    require(0 <= state.round <= rounds_for(state.seats), f"round {state.round}")
    require((state.round == 0) == (state.phase == "place"), f"phase {state.phase} in round {state.round}")
    require(len(state.table) == state.round, f"table: {len(state.table)} rounds instead of {state.round}")
    known = numbers(the_town())
    for row in state.table:
        taken = [number for number in row if number is not None]
        require(len(set(taken)) == len(taken), f"table: a number is taken twice in {list(row)}")
        for number in taken:
            require(number in known, f"table: there is no number {number}")
    for seat, left in enumerate(state.left):
        require(left is None or 1 <= left <= state.round, f"left: seat {seat} in round {left}")
    strict = state.options.elimination == "strict"
    require(strict or not any(state.left), "left: nobody leaves with skip_turn")


def _check_order(state: NoerdlingenState) -> None:
    """Who is still to come has not done it yet, and everybody else has."""
    coming = (state.active, *state.waiting)
    require(len(set(coming)) == len(coming), "waiting: a seat is there twice")
    if state.phase == "over":
        require(not state.waiting, "phase over: nobody is waited for")
        return
    for seat in coming:
        require(state.left[seat] is None, f"seat {seat} has left the game")
    if state.phase == "place":
        _require_coming(state, [not soldiers for soldiers in state.soldiers])
        order = [seat for seat in placing_order(state.start_player, state.seats) if seat in coming]
        require(list(coming) == order, f"phase place: the order is {order}, not {list(coming)}")
        single = all(len(soldiers) < 2 for soldiers in state.soldiers)
        require(single, "phase place: nobody has more than the first soldier")
        return
    row = state.table[-1]
    if state.phase == "choose":
        playing = [left is None for left in state.left]
        _require_coming(state, [plays and row[seat] is None for seat, plays in enumerate(playing)])
        return
    order = by_number(row, state.left)
    require(state.active in order, f"phase {state.phase}: seat {state.active} has chosen no number")
    after = order[order.index(state.active) + 1 :]
    require(state.waiting == after, f"waiting: after seat {state.active} come {list(after)}")
    for seat, left in enumerate(state.left):
        require(left is not None or row[seat] is not None, f"phase {state.phase}: seat {seat} has no number")
    if state.phase == "bonus":
        possible = any(board_of(state).bonuses(state.active))
        require(possible, "phase bonus: no bonus border can be drawn")


def _require_coming(state: NoerdlingenState, lacking: list[bool]) -> None:
    coming = sorted((state.active, *state.waiting))
    wanted = [Seat(seat) for seat, lacks in enumerate(lacking) if lacks]
    require(coming == wanted, f"phase {state.phase}: the seats {wanted} are still to come, not {coming}")


def _check_end(state: NoerdlingenState) -> None:
    playing = state.left.count(None)
    if state.phase != "over":
        require(playing > 1, "at most one player is left: the phase has to be over")
    elif playing > 1:
        require(state.round == rounds_for(state.seats), f"phase over: it is only round {state.round}")


def _check_event(state: NoerdlingenState, event: NoerdlingenEvent) -> None:
    """What is told of a turn is told of those who play and of territories that there are."""
    match event:
        case ChoiceBegun(order=seats) | DrawingBegun(order=seats):
            pass
        case Closed(territory=territory):
            seats = (territory.seat,)
            require(territory in state.territories, "news: there is no such territory")
        case GameOver():
            seats = ()
        case _:
            seats = (event.seat,)
    for seat in seats:
        require(seat in range(state.seats), f"news: there is no seat {seat}")
