"""What always holds at a table of Nördlingen."""

from __future__ import annotations

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
    NoerdlingenState,
    Territory,
)
from bot.games.noerdlingen.territories import outer_border, owners_of, points_of, regions
from bot.games.noerdlingen.town import SEATS, STEPS, Town, crossing_name, rounds_for
from bot.games.noerdlingen.turn import by_number, placing_order


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
