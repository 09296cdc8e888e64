"""Grace: the last of several secret choices is held back for seconds in which all can still be changed."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.games.contract import Move, Refusal, Seat
from bot.store.records import SeatRow
from bot.store.repositories import Repositories
from bot.tables.lobby import seated
from bot.tables.model import Acted, NoticeKind, Standing
from bot.tables.move_runner import Run
from bot.tables.policy import GRACE_ALONE
from bot.tables.units import Units


def grace_of(standing: Standing) -> timedelta:
    """How long choices are held back at a table; people who play with computers alone wait for nobody."""
    seconds = timedelta(seconds=standing.row.settings.grace)
    people = sum(seat.user is not None for seat in standing.seats)
    return min(seconds, GRACE_ALONE) if people == 1 else seconds


def told_of_grace(standing: Standing) -> tuple[NoticeKind, ...]:
    """What others are told when a choice is held back: from when on it counts, if that is worth a change."""
    return (NoticeKind.PROGRESS,) if grace_of(standing) > GRACE_ALONE else ()


def held_back(standing: Standing, run: Run, seat: SeatRow, move: Move) -> SeatRow:
    """The seat with a move that is not made yet; one that was held already is replaced, its time stays."""
    reveal = seat.reveal if seat.held is not None and seat.reveal else run.now + grace_of(standing)
    return replace(seat, held=run.game.encode_move(move), reveal=reveal)


async def hold(
    units: Units, tx: Repositories, standing: Standing, run: Run, seat: SeatRow, move: Move, key: str
) -> Acted:
    """Holds a person's choice back; where others see the board, it says from when on the choice counts."""
    after = seated(standing, held_back(standing, run, seat, move))
    kinds = told_of_grace(standing) if seat.held is None else ()
    await units.update(tx, after, key, *kinds)
    return Acted(await units.history.moment(tx, after, after.row.version))


async def reveal_held(units: Units, tx: Repositories, standing: Standing, upto: datetime | None) -> None:
    """Makes the moves that were held back up to a time, or (None) all of them."""
    held = [seat for seat in standing.seats if seat.held is not None and _is_due(seat, upto)]
    run = await units.run(tx, standing)
    for seat in held:
        assert seat.held is not None
        with suppress(Refusal):
            run.play(Seat(seat.seat), run.game.decode_move(seat.held))
        standing = seated(standing, released(seat))
    if held:
        await units.write_moves(tx, standing, run, None)


def released(seat: SeatRow) -> SeatRow:
    """The seat without a move that is held back."""
    return replace(seat, held=None, reveal=None)


def _is_due(seat: SeatRow, upto: datetime | None) -> bool:
    return upto is None or (seat.reveal is not None and seat.reveal <= upto)


def is_held(seats: Sequence[SeatRow], numbers: set[Seat]) -> bool:
    """Whether one of these seats has a move that is held back."""
    return any(seat.held is not None and seat.seat in numbers for seat in seats)
