"""Positions of Nördlingen set up by hand: what is left out follows from the rest; and what always holds."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bot.games.checking import completed, require, require_entries, require_seats
from bot.games.contract import Seat
from bot.games.noerdlingen import board, moves
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.moves import Border, NoerdlingenEvent, NoerdlingenOptions, NoerdlingenState, Phase
from bot.games.noerdlingen.territories import outer_border, owners_of, points_of, regions
from bot.games.noerdlingen.town import (
    SEATS,
    STEPS,
    Cell,
    Crossing,
    crossing_name,
    points,
    rounds_for,
    steps_along,
    the_town,
)
from bot.games.noerdlingen.turn import by_number, first_choice_order, placing_order

Row = tuple[int | None, ...]


class Land(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A territory of which cells and owners are enough; without a count each owner has one soldier there,
    or none if the wall alone encloses it."""

    cells: tuple[Cell, ...]
    owners: Annotated[tuple[Seat, ...], Meta(min_length=1)]
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

    schema: Literal[1] = 1
    options: NoerdlingenOptions = NoerdlingenOptions()
    date: str | None = None
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=0, le=100)] | None = None
    turn: Annotated[int, Meta(ge=1)] = 1
    moves: Annotated[int, Meta(ge=0)] = 0
    start_player: Seat = Seat(0)
    active: Seat | None = None
    waiting: tuple[Seat, ...] | None = None
    soldiers: tuple[tuple[Crossing, ...], ...]
    numbers: Row | None = None
    table: tuple[Row, ...] | None = None
    left: Row | None = None
    polylines: tuple[Annotated[tuple[Crossing, ...], Meta(min_length=2)], ...] = ()
    borders: tuple[Border, ...] = ()
    territories: tuple[Land, ...] = ()
    news: tuple[NoerdlingenEvent, ...] = ()
    before: tuple[NoerdlingenEvent, ...] = ()

    def completed(self) -> NoerdlingenState:
        """The state with all that is left out; `ValueError` where that can't be told."""
        seats = max(len(self.soldiers), SEATS[0])
        soldiers = (*self.soldiers, *((),) * (seats - len(self.soldiers)))
        phase = self.phase or ("draw" if any(self.numbers or ()) else "choose" if any(soldiers) else "place")
        left = _padded("left", self.left, seats)
        round, table = _table(self, seats, phase, left)
        order = _coming(phase, self.start_player, soldiers, table, left)
        active = _active(self, phase, order)
        after = order[order.index(active) + 1 :] if active in order else ()
        others = after if phase in ("draw", "bonus") else tuple([seat for seat in order if seat != active])
        date = self.date or self.options.date.removesuffix("*") or DATES[0]
        require(date in DATES, f"date: {date!r} is no day of the calendar (MMDD)")
        drawn = [Border(None, line[0], steps_along(line, "polylines")) for line in self.polylines]
        return completed(
            NoerdlingenState,
            self,
            {"active": active, "waiting": others},
            date=date,
            phase=phase,
            round=round,
            soldiers=soldiers,
            table=table,
            left=left,
            borders=(*drawn, *self.borders),
            territories=tuple([_territory(land, seats, date) for land in self.territories]),
        )

    @staticmethod
    def check(state: NoerdlingenState) -> None:
        """Raises `ValueError` unless the position could stand on a table."""
        require_seats(state.seats, SEATS)
        require_entries(state.seats, {"left": state.left, **{f"table {row}": row for row in state.table}})
        for seat in _seats_named(state):
            require(seat in range(state.seats), f"there is no seat {seat}")
        require(state.date in DATES, f"date: {state.date!r} is no day of the calendar (MMDD)")
        wanted = state.options.date.removesuffix("*")
        require(wanted in ("", state.date), f"date: it is {state.date}, but the options say {wanted}")
        _check_soldiers(state)
        _check_borders(state)
        for territory in state.territories:
            _check_territory(state, territory)
        _check_regions(state)
        _check_table(state)
        _check_order(state)


def _padded(name: str, row: Row | None, seats: int) -> Row:
    row = row or ()
    require(len(row) <= seats, f"{name}: {len(row)} entries for {seats} seats")
    return (*row, *(None,) * (seats - len(row)))


def _table(given: Position, seats: int, phase: Phase, left: Row) -> tuple[int, tuple[Row, ...]]:
    """The round and the choice table; rounds of which nothing is told are empty."""
    row = _padded("numbers", given.numbers, seats)
    if given.table is not None:
        for row in given.table:
            require_entries(seats, {"table": row})
        return len(given.table) if given.round is None else given.round, given.table
    round = int(phase != "place") if given.round is None else given.round
    if phase in ("draw", "bonus"):
        # The highest free numbers for those who have none, in the order of the seats.
        lacking = [seat for seat, number in enumerate(row) if number is None and left[seat] is None]
        free = [number for number in board.numbers(the_town()) if number not in row]
        taken = dict(zip(lacking, free[len(free) - len(lacking) :], strict=True))
        row = tuple([taken.get(seat, number) for seat, number in enumerate(row)])
    return round, (*((None,) * seats,) * (round - 1), row) if round else ()


def _active(given: Position, phase: Phase, order: tuple[Seat, ...]) -> Seat:
    if given.active is not None:
        return given.active
    if given.numbers and phase in ("draw", "bonus"):
        return Seat(next((seat for seat, number in enumerate(given.numbers) if number is not None), 0))
    return order[0] if order else given.start_player


def _coming(
    phase: Phase, start: Seat, soldiers: tuple[object, ...], table: tuple[Row, ...], left: Row
) -> tuple[Seat, ...]:
    """Who is still to come in this phase or, where borders are drawn, all of it."""
    nothing: Row = (None,) * len(left)
    before, row = (nothing, nothing, *table)[-2:]
    if phase == "place":
        return tuple([seat for seat in placing_order(start, len(left)) if not soldiers[seat]])
    if phase == "choose":
        first = by_number(before, left)
        order = (*first, *[seat for seat in first_choice_order(start, len(left)) if seat not in first])
        return tuple([seat for seat in order if left[seat] is None and row[seat] is None])
    return () if phase == "over" else by_number(row, left)


def _territory(land: Land, seats: int, date: str) -> moves.Territory:
    town, owners, first = the_town(), land.owners, land.owners[0]
    for cell in land.cells:
        require(town.holds(town.cells, cell), f"territories: {list(cell)} is no cell of the town")
    mask = town.mask(land.cells)
    # Where the wall alone encloses it nobody stands around it, and whoever has drawn owns it.
    stands = outer_border(town, mask, town.roads) != 0
    worth = points_of(town, date, mask) if land.points is None else land.points
    # Somebody whose draw would have given it to these owners.
    others = [Seat(seat) for seat in range(seats) if seat not in owners and len(owners) > 1]
    follows = {
        "count": tuple([int(stands and seat in owners) for seat in range(seats)]),
        "points": worth,
        "share": worth // len(owners),
        "seat": [*others, first][0],
    }
    cells = tuple(sorted(land.cells, key=lambda cell: cell[::-1]))
    return completed(moves.Territory, land, follows, cells=cells)


def _seats_named(state: NoerdlingenState) -> Iterator[int]:
    """Every seat of which something is told; a closing is told of a territory that there is."""
    yield from (state.active, state.start_player, *state.waiting)
    yield from [border.seat for border in state.borders if border.seat is not None]
    yield from [territory.seat for territory in state.territories]
    for event in (*state.before, *state.news):
        match event:
            case moves.ChoiceBegun(order=order) | moves.DrawingBegun(order=order):
                yield from order
            case moves.Closed(territory=territory):
                require(territory in state.territories, "news: there is no such territory")
            case moves.GameOver():
                pass
            case _:
                yield event.seat


def _check_soldiers(state: NoerdlingenState) -> None:
    town, allowed = the_town(), board.standing(the_town(), state.options.wall_mode)
    stand = [at for soldiers in state.soldiers for at in soldiers]
    for seat, at in [(seat, at) for seat, soldiers in enumerate(state.soldiers) for at in soldiers]:
        require(town.holds(town.crossings, at), f"soldiers of seat {seat}: {list(at)} is no crossing")
        name = f"{list(at)} ({crossing_name(at)})"
        require(town.holds(allowed, at), f"soldiers of seat {seat}: none may stand on {name}")
        require(stand.count(at) == 1, f"soldiers: two stand on {name}")


def _check_borders(state: NoerdlingenState) -> None:
    town, drawn = the_town(), 0
    for border in state.borders:
        where = f"border {list(border.start)} {border.steps}"
        require(town.holds(town.crossings, border.start), f"{where}: it begins at no crossing")
        require(set(border.steps) <= set(STEPS), f"{where}: steps are {', '.join(STEPS)}")
        edges = board.border_edges(town, border.start, border.steps)
        inside = bool(edges) and not edges & ~board.walkable(town, state.options.wall_mode)
        require(inside, f"{where}: there is no such way along roads")
        require(not edges & drawn, f"{where}: an edge is drawn twice")
        drawn |= edges
        if border.seat is not None:
            own, bonus = state.soldiers[border.seat], board.bonus_number(town)
            right = border.steps in board.shapes(town, state.options, border.number)
            require(right, f"{where}: that is not border {border.number}")
            require(border.start in own, f"{where}: no own soldier stands at its start")
            usual = not border.bonus or border.number == bonus
            require(usual, f"{where}: border {border.number} is not the bonus border")
            require(1 <= border.round <= state.round, f"{where}: round {border.round}")
            end = points(border.start, border.steps)[-1]
            require(end in own, f"{where}: no own soldier stands at its end")


def _check_territory(state: NoerdlingenState, territory: moves.Territory) -> None:
    town, where = the_town(), f"territory {list(map(list, territory.cells))}"
    for cell in territory.cells:
        require(town.holds(town.cells, cell), f"{where}: {list(cell)} is no cell of the town")
    mask, count = town.mask(territory.cells), territory.count
    require(town.points(mask) == territory.cells, f"{where}: the cells are not in reading order")
    edges = board.drawn_edges(town, state.borders)
    require(mask in regions(town, town.cells, edges), f"{where}: the borders enclose something else")
    require_entries(state.seats, {f"{where}: count": count})
    owners = owners_of(count, territory.seat)
    require(territory.owners == owners, f"{where}: the owners by its count are {list(owners)}")
    worth = points_of(town, state.date, mask)
    require(territory.points == worth, f"{where}: it is worth {worth} points")
    require(territory.share == worth // len(owners), f"{where}: each owner gets {worth // len(owners)}")
    require(0 <= territory.round <= state.round, f"{where}: round {territory.round}")
    around = outer_border(town, mask, edges).bit_count()
    possible = min(count) >= 0 and sum(count) <= around
    require(possible, f"{where}: no {list(count)} soldiers can stand on {around} crossings around it")


def _check_regions(state: NoerdlingenState) -> None:
    """Territories are whole regions, and the others are such as the rule leaves open (section 7)."""
    town, options = the_town(), state.options
    masks = [town.mask(territory.cells) for territory in state.territories]
    require(len(set(masks)) == len(masks), "territories: one is there twice")
    found = list(regions(town, town.cells, board.drawn_edges(town, state.borders)))
    left = [region for region in found if region not in masks]
    small = [region for region in left if region.bit_count() <= options.territory_size_cap]
    if options.territory_rule == "size_cap":
        enclosed = small if len(found) > 1 else []
    elif options.territory_rule == "all_parts" and masks:
        enclosed = left
    else:
        enclosed = []
        require(len(left) == 1, f"{len(left)} regions are open, which has to be one")
    told = " and ".join(str(list(map(list, town.points(mask)))) for mask in enclosed)
    require(not enclosed, f"{told} are enclosed, but no territory")


def _check_table(state: NoerdlingenState) -> None:
    """A column for each round begun, no number twice in it; the game goes on as long as it has to."""
    last, playing = rounds_for(state.seats), state.left.count(None)
    require(0 <= state.round <= last, f"round {state.round}")
    require((state.round == 0) == (state.phase == "place"), f"phase {state.phase} in round {state.round}")
    require(len(state.table) == state.round, f"table: {len(state.table)} rounds instead of {state.round}")
    for row in state.table:
        taken = [number for number in row if number is not None]
        require(len(set(taken)) == len(taken), f"table: a number is taken twice in {list(row)}")
        for number in taken:
            require(number in board.numbers(the_town()), f"table: there is no number {number}")
    for seat, left in enumerate(state.left):
        require(left is None or 1 <= left <= state.round, f"left: seat {seat} in round {left}")
    strict = state.options.elimination == "strict"
    require(strict or not any(state.left), "left: nobody leaves with skip_turn")
    over = state.phase == "over"
    require(over or playing > 1, "at most one player is left: the phase has to be over")
    done = not over or playing <= 1 or state.round == last
    require(done, f"phase over: it is only round {state.round}")


def _check_order(state: NoerdlingenState) -> None:
    """Who is still to come has not done it yet, and everybody else has."""
    phase, coming = state.phase, (state.active, *state.waiting)
    require(len(set(coming)) == len(coming), "waiting: a seat is there twice")
    if phase == "over":
        require(not state.waiting, "phase over: nobody is waited for")
        return
    for seat in coming:
        require(state.left[seat] is None, f"seat {seat} has left the game")
    order = _coming(phase, state.start_player, state.soldiers, state.table, state.left)
    if phase in ("place", "choose"):
        seats = f"the seats {sorted(order)} are still to come, not {sorted(coming)}"
        require(sorted(coming) == sorted(order), f"phase {phase}: {seats}")
        ordered = phase == "choose" or coming == order
        require(ordered, f"phase {phase}: the order is {list(order)}, not {list(coming)}")
        single = phase == "choose" or all(len(soldiers) < 2 for soldiers in state.soldiers)
        require(single, "phase place: nobody has more than the first soldier")
        return
    require(state.active in order, f"phase {phase}: seat {state.active} has chosen no number")
    after = order[order.index(state.active) + 1 :]
    require(state.waiting == after, f"waiting: after seat {state.active} come {list(after)}")
    for seat, left in enumerate(state.left):
        chosen = left is not None or state.table[-1][seat] is not None
        require(chosen, f"phase {phase}: seat {seat} has no number")
    possible = phase == "draw" or any(board.board_of(state).bonuses(state.active))
    require(possible, "phase bonus: no bonus border can be drawn")
