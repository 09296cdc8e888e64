"""Delivers what the tables have to tell: in order at each table, side by side for different tables.

A table with something to tell has a round: one task that takes its notices one after the other and ends
when nothing is left. What goes to the channel and what goes to each seat are separate stops of a round. A
stop where Discord has trouble is passed over for a while, so that the others still hear what is theirs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.tables.model import Notice, NoticeKind, NoticeState, Table
from cogs.kit.delivery import Mail, Trouble, Undelivered, report
from cogs.kit.errands import Errands, Stop, stop_of
from cogs.kit.invitations import Invitations

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

TOGETHER = 4
"""Deliveries at the same time, over all tables."""
PACE = 1.2
"""Seconds between two refreshes of the same board post."""
PATIENCE = (1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
"""Seconds to wait after the first, the second ... failure in a row."""
ATTEMPTS = 12
"""So often a private notice is tried; what belongs into the channel is tried as long as it is news."""
SELDOM = tuple(3600.0 * hours for hours in (1, 2, 4, 8, 16, 24))
"""Seconds after which a table that can't speak is tried by itself, where nothing else tells that it can."""
CALM = timedelta(minutes=1)
"""So long presses alone do not let a silent table try to speak again."""
GRACE = 10.0
"""Seconds that deliveries under way have when the bot stops."""


@dataclass(slots=True)
class Hold:
    """A stop that is passed over until a time, after so many failures in a row."""

    until: float
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Silence:
    """A table that could not speak in its channel, as it was then, and when it tried."""

    table: Table
    tried: datetime


@dataclass(slots=True)
class Round:
    """The deliveries of one table while there are any."""

    table: int
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    holds: dict[Stop, Hold] = field(default_factory=dict[Stop, Hold])
    calm: float = 0.0
    """When its board post may be refreshed in place again."""
    task: asyncio.Task[None] | None = None

    def hold(self, stop: Stop, waits: Sequence[float], *, at_least: float = 0.0) -> None:
        """Passes over a stop that has failed, for as many seconds as so many failures in a row take."""
        failures = self.holds.get(stop, Hold(0.0)).failures
        seconds = max(at_least, waits[min(failures, len(waits) - 1)])
        self.holds[stop] = Hold(_time() + seconds, failures + 1)


class Courier:
    """Brings every notice to its readers, again after a restart if need be, never twice."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._errands = Errands(app, Mail(app))
        self._invitations = Invitations(app, Mail(app))
        self._rounds: dict[int, Round] = {}
        self._silent: dict[int, Silence] = {}
        """Tables that can't speak in their channel."""
        self._gate = asyncio.Semaphore(TOGETHER)
        self._closing = False

    async def start(self) -> None:
        """Picks up what was left undelivered when the bot last stopped."""
        for table in await self._app.tables.silent_tables():
            await self._app.tables.try_to_speak(table)
        for table in await self._app.tables.with_notices():
            self.kick(table)
        self._app.tables.on_gathered = self._invitations.kick
        self._invitations.kick()

    def kick(self, table: int) -> None:
        """There is something to tell at this table."""
        if self._closing:
            return
        tour = self._rounds.setdefault(table, Round(table))
        tour.woken.set()
        if tour.task is None or tour.task.done():
            tour.task = asyncio.create_task(self._serve(tour), name=f"courier of table {table}")
            tour.task.add_done_callback(report)

    def heard_from(self, channel: int) -> None:
        """Somebody could use the bot in this channel: what could not be posted there is tried again, but not
        at every press."""
        long_ago = self._app.now() - CALM
        self._try_again(lambda silence: silence.table.channel == channel and silence.tried <= long_ago)

    def reopened(self, channel: int) -> None:
        """Something has changed about a channel: what could not be posted there is tried again."""
        self._try_again(lambda silence: silence.table.channel == channel)

    def let_in(self, guild: int) -> None:
        """Something has changed about what we may do in a server: what could not be posted is tried again."""
        self._try_again(lambda silence: silence.table.guild == guild)

    def _try_again(self, meant: Callable[[Silence], bool]) -> None:
        for table in [number for number, silence in self._silent.items() if meant(silence)]:
            del self._silent[table]
            if table in self._rounds:
                self._rounds[table].holds.clear()
            self.kick(table)

    async def close(self) -> None:
        """Ends after the deliveries under way; what is left is delivered after the next start."""
        self._closing = True
        await self._invitations.close()
        for tour in self._rounds.values():
            tour.woken.set()
        tasks = [tour.task for tour in self._rounds.values() if tour.task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _serve(self, tour: Round) -> None:
        while not self._closing:
            tour.woken.clear()
            due = [(self._due(tour, notice), notice) for notice in await self._news(tour)]
            ready = [notice for when, notice in due if when <= _time()]
            if ready:
                async with self._gate:
                    await self._deliver(tour, ready[0])
                continue
            # The round outlasts its last refresh by the pace, so that the next one is paced too.
            moments = [when for when, _ in due] + [tour.calm] * (tour.calm > _time())
            if moments:
                await self._rest(tour, min(moments) - _time())
            elif not tour.woken.is_set():
                break
        del self._rounds[tour.table]

    async def _news(self, tour: Round) -> list[Notice]:
        """What is still worth telling; what has been overtaken is dropped."""
        notices = await self._app.tables.pending(tour.table)
        blocked = None in tour.holds
        fresh: list[Notice] = []
        for place, notice in enumerate(notices):
            if overtaken(notice, notices[place + 1 :], notices[:place], blocked=blocked):
                await self._app.tables.drop(notice)
            else:
                fresh.append(notice)
        return fresh

    def _due(self, tour: Round, notice: Notice) -> float:
        """When a notice may go. The first board of a game tells whether its time may begin."""
        begins = notice.kind is NoticeKind.BOARD and notice.version == 0 and not notice.attempts
        hold = None if begins else tour.holds.get(stop_of(notice))
        until = hold.until if hold is not None else 0.0
        return max(until, tour.calm) if notice.kind is NoticeKind.PROGRESS else until

    async def _rest(self, tour: Round, seconds: float) -> None:
        await self._app.wait(_woken(tour.woken, seconds), reason="courier")

    async def _deliver(self, tour: Round, notice: Notice) -> None:
        """One notice. The delivery is a task of its own, so that the round outlives whatever it raises."""
        again = notice.state is NoticeState.SENDING
        if await self._app.tables.take(notice) is None:
            return
        work = asyncio.create_task(self._errands.run(notice, again=again))
        try:
            await asyncio.wait({work})
        finally:
            work.cancel()
        error = work.exception()
        if error is None:
            await self._delivered(tour, notice, spoke=work.result())
        elif isinstance(error, Undelivered):
            await self._failed(tour, notice, error)
        else:
            log.error(
                "notice %d (%s) of table %d is broken", notice.id, notice.kind, notice.table, exc_info=error
            )
            await self._app.tables.drop(notice)
            if stop_of(notice) is None:
                await self._let_speak(tour, notice)

    async def _delivered(self, tour: Round, notice: Notice, *, spoke: bool) -> None:
        await self._app.tables.done(notice)
        if notice.kind is NoticeKind.PROGRESS:
            tour.calm = _time() + PACE
        tour.holds.pop(stop_of(notice), None)
        if spoke and self._silent.pop(notice.table, None):
            tour.holds.clear()

    async def _failed(self, tour: Round, notice: Notice, error: Undelivered) -> None:
        level = logging.ERROR if error.trouble is Trouble.REFUSED else logging.WARNING
        log.log(level, "notice %d (%s) of table %d: %s", notice.id, notice.kind, notice.table, error)
        stop = stop_of(notice)
        if error.trouble is Trouble.BUSY and (stop is None or notice.attempts < ATTEMPTS):
            tour.hold(stop, PATIENCE, at_least=error.after)
        elif stop is None and error.trouble in UNREACHABLE:
            tour.hold(None, SELDOM)
            table = await self._app.tables.table(notice.table)
            self._silent[table.id] = Silence(table, self._app.now())
            await self._app.tables.fall_silent(notice.table)
            await self._errands.apologise(notice.table, error.trouble)
        elif error.in_channel and error.trouble in UNREACHABLE:
            if notice.kind is NoticeKind.PROMPT:
                tour.hold(stop, SELDOM)
            else:
                await self._app.tables.drop(notice)
            # Whether the table can speak at all, its own notices find out.
            await self._app.tables.try_to_speak(notice.table)
        else:
            await self._app.tables.drop(notice)
            if stop is None:
                await self._let_speak(tour, notice)

    async def _let_speak(self, tour: Round, notice: Notice) -> None:
        """A silent table whose channel would only not take this notice posts its board; else nothing would
        end its silence."""
        table = await self._app.tables.table(notice.table)
        if table.silent_since is not None:
            if notice.kind is NoticeKind.REPEAT:
                tour.hold(None, SELDOM)
            await self._app.tables.try_to_speak(table.id)


UNREACHABLE = (Trouble.CHANNEL_GONE, Trouble.BARRED, Trouble.FOLDED)
"""Where nothing can be posted before somebody has changed something there; a thread that is archived opens by
a post, unless it is locked."""

_QUESTIONS = frozenset({NoticeKind.MOTION, NoticeKind.ASKED})
"""What shows a motion as it stands."""
_BOARDS = frozenset({NoticeKind.BOARD, NoticeKind.REPEAT, NoticeKind.ENDED})
"""What puts a new post with the present state into the channel."""


def overtaken(
    notice: Notice, later: Sequence[Notice], earlier: Sequence[Notice] = (), *, blocked: bool = False
) -> bool:
    """Whether other notices of its table make this one pointless.

    A board is a page of the table's story and is posted even if a newer one follows at once; only when the
    channel could not be reached for a while (`blocked`) the newest is enough.
    """
    following = {other.kind for other in later if stop_of(other) == stop_of(notice)}
    match notice.kind:
        case NoticeKind.PROGRESS:
            return bool(following & {NoticeKind.PROGRESS, *_BOARDS})
        case NoticeKind.REPEAT:
            same = [each.kind for each in earlier if each.version == notice.version]
            return bool(following & _BOARDS) or NoticeKind.BOARD in same
        case NoticeKind.LOBBY:
            return bool(following & {NoticeKind.LOBBY, NoticeKind.BOARD})
        case NoticeKind.WATCHED | NoticeKind.THREAD:
            return notice.kind in following
        case NoticeKind.TIMED:
            return bool(following & {NoticeKind.TIMED, NoticeKind.PROMPT, NoticeKind.SETTLED})
        case NoticeKind.PROMPT:
            unsent = notice.state is NoticeState.PENDING
            return unsent and bool(following & {NoticeKind.PROMPT, NoticeKind.SETTLED})
        case NoticeKind.BOARD:
            return blocked and bool(following & {NoticeKind.BOARD, NoticeKind.ENDED})
        case NoticeKind.SETTLED | NoticeKind.ENDED:
            return False
        case NoticeKind.MOTION | NoticeKind.ASKED:
            same = [each for each in later if each.kind in _QUESTIONS and each.version == notice.version]
            if notice.kind is NoticeKind.ASKED:
                same = [
                    each for each in same if each.kind is notice.kind and each.seat in (None, notice.seat)
                ]
            return notice.state is NoticeState.PENDING and bool(same)
        case NoticeKind.REMINDER | NoticeKind.WARNING | NoticeKind.QUESTION:
            return False


def _time() -> float:
    """Seconds that no change of the clock disturbs."""
    return asyncio.get_running_loop().time()


async def _woken(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
