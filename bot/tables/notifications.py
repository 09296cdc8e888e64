"""Which notices a change at a table leaves behind."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.games.contract import State
from bot.games.registry import AnyGame
from bot.store.records import Notice, NoticeKind, NoticeState, SeatRow, TableRow
from bot.store.repositories import Repositories
from bot.tables.move_runner import Made, Run
from bot.tables.turn_clock import with_duty

_OVERTAKES = {
    NoticeKind.BOARD: NoticeKind.PROGRESS,
    NoticeKind.ENDED: NoticeKind.PROGRESS,
    NoticeKind.SETTLED: NoticeKind.PROMPT,
}
"""A new notice makes pending ones pointless: of this kind, else of its own (of its seat, if it has one)."""
_ALL_COUNT = (NoticeKind.MOTION, NoticeKind.ASKED, NoticeKind.REMOVED)
"""These make none pointless."""
_FOR_WATCHERS = (NoticeKind.BOARD, NoticeKind.ENDED)

Call = tuple[NoticeKind, int]
"""A reminder, a warning, a question or another time, and the seat that it is about."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Notices in their order, and the seats with their open prompts as these leave them."""

    notices: tuple[Notice, ...]
    seats: tuple[SeatRow, ...]
    back: int | None = None
    """The version that was returned to, where a step was taken back: newer boards call nobody any more."""


def of_game(row: TableRow, seats: Sequence[SeatRow], run: Run, *, opening: bool, refresh: bool) -> Batch:
    """The notifications after a run of moves: every fresh post that calls a person or ends a part of the game
    is a board, `opening` also that of version 0; all else, also a `refresh` without moves, is progress of the
    standing post."""
    shown = [made.row.version for made in run.made if made.posted and _is_shown(made, run, seats)]
    boards = ([0] if opening else []) + shown
    notices = [_notice(row, NoticeKind.BOARD, version) for version in boards]
    if not run.over and (run.version not in shown if run.made else refresh):
        notices.append(_notice(row, NoticeKind.PROGRESS, run.version))
    settled_at = next((made.row.version for made in run.made if made.posted), run.version)
    prompted = [seat for seat in seats if seat.prompted is not None]
    settled = [seat for seat in prompted if run.over or seat.user is None or seat.prompted != run.post]
    notices += [_notice(row, NoticeKind.SETTLED, settled_at, seat.seat) for seat in settled]
    seats = [replace(seat, prompted=None) if seat in settled else seat for seat in seats]
    asked = [seat for seat in seats if _is_due(seat, run)]
    notices += [_notice(row, NoticeKind.PROMPT, run.version, seat.seat) for seat in asked]
    if run.over:
        notices.append(_notice(row, NoticeKind.ENDED, run.version))
    seats = [replace(seat, prompted=run.post) if seat in asked else seat for seat in seats]
    return Batch(tuple(notices), tuple(seats), back=run.back and run.back.back)


def of_abandonment(row: TableRow, seats: Sequence[SeatRow]) -> Batch:
    """The notices where a game under way was ended without a result."""
    settled = [seat.seat for seat in seats if seat.prompted is not None]
    notices = [_notice(row, NoticeKind.SETTLED, row.version, seat) for seat in settled]
    notices.append(_notice(row, NoticeKind.ENDED, row.version))
    return Batch(tuple(notices), tuple(with_duty(replace(seat, prompted=None), None) for seat in seats))


def of(row: TableRow, seats: Sequence[SeatRow], *kinds: NoticeKind, calls: Sequence[Call] = ()) -> Batch:
    """The notices of these kinds for the channel of a table, then the calls to seats."""
    channel = [_notice(row, kind, row.version) for kind in kinds]
    return Batch((*channel, *(_notice(row, kind, row.version, seat) for kind, seat in calls)), tuple(seats))


def timed(seats: Sequence[SeatRow]) -> list[Call]:
    """The calls to those of these seats who owe what they were asked in private."""
    asked = [seat for seat in seats if seat.prompted is not None and seat.pace.duty is not None]
    return [(NoticeKind.TIMED, seat.seat) for seat in asked]


async def write(tx: Repositories, row: TableRow, batch: Batch) -> None:
    """Writes notifications to the outbox; those they supersede are dropped, and spectators get theirs."""
    if batch.back is not None:
        for old in await tx.notices.open(row.id):
            pending = old.state is NoticeState.PENDING and old.kind is NoticeKind.BOARD
            if pending and old.version > batch.back:
                await tx.notices.mark(old.id, NoticeState.DROPPED, old.attempts)
    await _add(tx, row, batch.notices)
    watched = batch.back is not None or any(notice.kind in _FOR_WATCHERS for notice in batch.notices)
    if watched and await tx.spectators.at(row.id):
        await write_for_watchers(tx, row)


async def write_vote(
    tx: Repositories,
    row: TableRow,
    number: int,
    *,
    kind: NoticeKind = NoticeKind.MOTION,
    seat: int | None = None,
) -> None:
    """Lets the channel know how a vote stands; `ASKED`, that this seat or (None) several are asked anew;
    `REMOVED` tells the person whom it has removed."""
    await _add(tx, row, [_notice(row, kind, number, seat)])


async def write_for_watchers(tx: Repositories, row: TableRow) -> None:
    """Lets all who watch a table know how it stands."""
    await _add(tx, row, [_notice(row, NoticeKind.WATCHED, row.version)])


async def _add(tx: Repositories, row: TableRow, notices: Sequence[Notice]) -> None:
    pointless = [
        (_OVERTAKES.get(each.kind, each.kind), each.seat) for each in notices if each.kind not in _ALL_COUNT
    ]
    await tx.notices.supersede(row.id, list(dict.fromkeys(pointless)))
    await tx.notices.write(notices, row.updated)


def _is_shown(made: Made, run: Run, seats: Sequence[SeatRow]) -> bool:
    people = {seat.seat for seat in seats if seat.user is not None}
    return made.row.back is not None or calls(run.game, made.snapshot.state, people)


def calls(game: AnyGame, state: State, people: Collection[int]) -> bool:
    """Whether the post of a state calls one of the people, or ends a part of the game, where nobody decides:
    what computers do before such a post is told in it, as are turns that need nobody."""
    owing = game.decisions(state)
    return not owing or (game.has_post(state) and any(seat in people for seat in owing))


def _is_due(seat: SeatRow, run: Run) -> bool:
    """Whether a seat gets a prompt: once for each post, unless people are called in public or by a digest."""
    asked = seat.user is not None and seat.prompted is None and seat.seat in run.owing
    duty = seat.pace.duty
    return asked and not run.game.in_turn(run.state) and not (duty is not None and duty.by_digest)


def _notice(row: TableRow, kind: NoticeKind, version: int, seat: int | None = None) -> Notice:
    return Notice(0, row.id, kind, seat, version)
