"""The turns of players: placing, choosing, drawing, and how phases follow each other (sections 5, 6, 8)."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.in_turn import TurnMaking
from bot.games.making import changed
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.board import board_of, number_of, path_of
from bot.games.noerdlingen.moves import NoerdlingenEvent, NoerdlingenMove, NoerdlingenState
from bot.games.noerdlingen.town import rounds_for

Making = TurnMaking[NoerdlingenState, NoerdlingenEvent]
"""A step of whoever's turn it is. It can be taken back: nothing is hidden, nothing drawn by lot."""


def placing_order(start: Seat, seats: int) -> tuple[Seat, ...]:
    """From the start player clockwise."""
    return tuple([Seat((start + step) % seats) for step in range(seats)])


def first_choice_order(start: Seat, seats: int) -> tuple[Seat, ...]:
    """Round 1: from whoever has placed last, counter-clockwise."""
    return placing_order(start, seats)[::-1]


def by_number(row: Sequence[int | None], left: Sequence[int | None]) -> tuple[Seat, ...]:
    """Those who have not left by the numbers of a round: so they draw, and choose in the next one."""
    ordered = sorted([(number, seat) for seat, number in enumerate(row) if number is not None])
    return tuple([Seat(seat) for _, seat in ordered if left[seat] is None])


def make(making: Making, move: NoerdlingenMove) -> None:
    """A legal move of whoever's turn it is, with all that follows from it."""
    state, seat = making.state, making.seat
    match move:
        case moves.Place(at=at):
            making.change(soldiers=changed(state.soldiers, seat, (at,)))
            making.tell(moves.Placed(seat=seat, at=at))
            _next(making)
        case moves.Choose(number=number):
            making.change(table=(*state.table[:-1], changed(state.table[-1], seat, number)))
            making.tell(moves.Chosen(seat=seat, number=number))
            _next(making)
        case moves.Draw():
            _draw(making, move)
        case moves.Bonus():
            # Whatever it closes, there is no second one.
            _drawn(making, move)
            _drawing_over(making)
        case moves.Decline():
            making.tell(moves.Declined(seat=seat))
            _drawing_over(making)
        case moves.Stuck():
            _stuck(making)


def _draw(making: Making, move: moves.Draw) -> None:
    """The chosen border; a territory that arises by it, whoever owns it, allows the bonus border."""
    seat = making.seat
    closed = _drawn(making, move)
    if closed and any(board_of(making.state).bonuses(seat)):
        making.change(phase="bonus")
        return
    if closed:
        making.tell(moves.NoBonus(seat=seat))
    _drawing_over(making)


def _stuck(making: Making) -> None:
    state, seat = making.state, making.seat
    number = number_of(state, seat)
    if state.options.elimination == "skip_turn":
        making.tell(moves.Skipped(seat=seat, number=number))
    else:
        making.change(left=changed(state.left, seat, state.round))
        making.tell(moves.Left(seat=seat, number=number))
    if making.state.left.count(None) <= 1:
        making.milestone = True
        _end(making, "players")
    else:
        _drawing_over(making)


def _drawn(making: Making, move: moves.Draw | moves.Bonus) -> bool:
    """Draws a border with the soldier at its end; whether it has made a territory."""
    state, seat, bonus = making.state, making.seat, isinstance(move, moves.Bonus)
    path = path_of(state, move.start, move.steps)
    assert path is not None, "legal"
    _, found = board_of(state).drawn(seat, path)
    found = tuple([replace(territory, round=state.round) for territory in found])
    making.change(
        soldiers=changed(state.soldiers, seat, (*state.soldiers[seat], path.end)),
        borders=(*state.borders, moves.Border(seat, move.start, move.steps, path.number, state.round, bonus)),
        territories=(*state.territories, *found),
    )
    making.tell(
        moves.Drawn(
            seat=seat, number=path.number, start=path.start, steps=path.steps, end=path.end, bonus=bonus
        )
    )
    for territory in found:
        making.tell(moves.Closed(territory=territory))
    return bool(found)


def _drawing_over(making: Making) -> None:
    making.milestone = True
    making.change(phase="draw")
    _next(making)


def _next(making: Making) -> None:
    state = making.state
    if state.waiting:
        _begin(making, state.waiting)
    elif state.phase == "place":
        _choice(making, 1, first_choice_order(state.start_player, state.seats))
    elif state.phase == "choose":
        order = by_number(state.table[-1], state.left)
        making.change(phase="draw")
        _begin(making, order)
        making.tell(moves.DrawingBegun(round=state.round, order=order))
    elif state.round < rounds_for(state.seats):
        _choice(making, state.round + 1, by_number(state.table[-1], state.left))
    else:
        _end(making, "rounds")


def _begin(making: Making, order: Sequence[Seat]) -> None:
    making.turn_over()
    making.change(active=order[0], waiting=tuple(order[1:]), turn=making.state.turn + 1)


def _choice(making: Making, round: int, order: tuple[Seat, ...]) -> None:
    state = making.state
    making.change(phase="choose", round=round, table=(*state.table, (None,) * state.seats))
    _begin(making, order)
    making.tell(moves.ChoiceBegun(round=round, order=order))


def _end(making: Making, why: Literal["rounds", "players"]) -> None:
    """Draws that are still open are not made."""
    making.change(phase="over", waiting=())
    making.tell(moves.GameOver(why=why))
