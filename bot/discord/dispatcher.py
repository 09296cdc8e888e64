"""Delivers the outbox, at least once and deduplicated for the reader: in order in each lane, side by side in
different ones.

A lane is a channel, or the direct messages with a person; while it has something to deliver it has a task.
After a restart everything that is pending may have got through, so the first attempt looks before it sends.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.discord import App
from bot.discord.challenges import ChallengePosts
from bot.discord.discord_api import DiscordApi, Line, Trouble, Undelivered, moment, woken
from bot.discord.evenings import EveningPosts
from bot.discord.events import EventPosts
from bot.discord.handlers import Handlers
from bot.discord.invitations import Invitations
from bot.discord.lanes import Detour, Health, Item, Key, Lane, Queue, Slots, Stop, begun, stop_of
from bot.discord.puzzle_posts import PuzzlePosts
from bot.discord.sign_ups import SignUpPosts
from bot.discord.tournaments import TournamentPosts
from bot.log_context import about, report
from bot.store.errors import DamagedRowError, StoreError
from bot.tables.model import Notice, NoticeKind, NoticeState, Outstanding, Table
from bot.tables.timers import News

log = logging.getLogger(__name__)

TOGETHER, LENT = 32, 96
"""Deliveries at the same time; and so many more of those that take long, which only cost memory."""
SLOW = 2.0
"""Seconds after which a delivery takes long: it waits for its channel's own limit, or for the network."""
PACE = 1.2
"""Seconds between two refreshes of the same board post."""
PATIENCE = (1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
"""Seconds to wait after the first, the second ... failure in a row."""
STORE_PATIENCE = PATIENCE[:4]
"""The same where the database fails: asking it once more costs nothing."""
ATTEMPTS = 12
"""So often a private notice is tried; what belongs into the channel is tried as long as it is news."""
SELDOM = tuple(3600.0 * hours for hours in (1, 2, 4, 8, 16, 24))
"""Seconds after which a table that can't speak is tried by itself, where nothing else tells that it can."""
GRACE = 10.0
"""Seconds that deliveries under way have when the bot stops."""
READ = 50
"""Tables that are looked into at once."""
UNREACHABLE = (Trouble.CHANNEL_GONE, Trouble.BARRED, Trouble.ARCHIVED)
"""Where nothing can be posted before permissions there are changed; a thread that is archived opens by
a post, unless it is locked."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is still to be delivered: how many notices, the seconds that the oldest one waits, and how many
    lanes are in which state."""

    notices: int
    oldest: float
    lanes: Mapping[str, int]


class Dispatcher:
    """Delivers every outbox row, again after a restart if need be, never twice."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._line = Line(app, share=app.part.share)
        self._health = Health()
        api = DiscordApi(app, self._line)
        self._handlers = Handlers(app, api)
        self._news = {
            News.INVITATIONS: Invitations(app, api).posts,
            News.TOURNAMENTS: TournamentPosts(app, api).posts,
            News.SIGN_UPS: SignUpPosts(app, api).posts,
            News.CHALLENGES: ChallengePosts(app, api).posts,
            News.PUZZLES: PuzzlePosts(app, api).posts,
            News.EVENINGS: EveningPosts(app, api).posts,
            News.EVENTS: EventPosts(app, api).posts,
        }
        self._slots = Slots(TOGETHER, LENT)
        self._lanes: dict[Key, Lane] = {}
        self._down: set[Lane] = set()
        """Lanes in which Discord fails."""
        self._queues: defaultdict[int, dict[Stop, Queue]] = defaultdict(dict)
        """By table: what is still to be delivered there."""
        self._idle: set[Queue] = set()
        """Those with nothing left, as long as they have something to wait for."""
        self._finished: dict[int, set[int]] = {}
        """By table: notices that are over, as long as the outbox may show them as pending."""
        self._pointless: list[Notice] = []
        """What is to be dropped with the next look into the outbox."""
        self._kicked: set[int] = set()
        self._left: set[int] | None = None
        """Tables with an outbox when the bot started, until it is read; None before."""
        self._look_around = False
        """Whether there may be rows at tables of which nobody has told us."""
        self._woken = asyncio.Event()
        self._unreachable: dict[int, tuple[Table, datetime]] = {}
        """Tables that could not speak in their channel, as they were then, and when they tried."""
        self._tried_again: set[int] = set()
        """Tables whose lanes are freed once their outbox has been read again."""
        self._intake: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        """Picks up what was left undelivered when the bot last stopped, as soon as the database lets us."""
        self._begin_intake()
        for news, posts in self._news.items():
            self._app.tables.signals.on_news[news] = posts.kick
            posts.kick()
        self._handlers.tags.posts.kick()

    def kick(self, table: int) -> None:
        """There may be new rows in the outbox of this table."""
        self._kicked.add(table)
        self._woken.set()
        if self._intake is not None and self._intake.done() and not self._closing:
            self._begin_intake()

    def look_around(self) -> None:
        """There may be new rows in the outbox of any table."""
        self._look_around = True
        self._woken.set()

    def retry(
        self, *, channel: int | None = None, guild: int | None = None, calm: timedelta = timedelta()
    ) -> None:
        """Tries again what could not be posted there, unless that was tried less than `calm` ago."""
        long_ago = self._app.now() - calm
        for number, (table, tried) in list(self._unreachable.items()):
            if (table.channel == channel or (guild and table.guild == guild)) and tried <= long_ago:
                del self._unreachable[number]
                self._tried_again.add(number)
                self.kick(number)

    def _let_go(self, table: int) -> None:
        for queue in self._queues.get(table, {}).values():
            queue.free()
            if queue.lane is not None:
                queue.lane.free()

    @property
    def alive(self) -> bool:
        """Whether it looks into the outbox, or sleeps until there is something."""
        return self._intake is not None and not self._intake.done() and not self._closing

    def backlog(self) -> Backlog:
        """What is still to be delivered."""
        items = [item for stops in self._queues.values() for queue in stops.values() for item in queue.items]
        lanes = Counter(lane.state(moment()) for lane in self._lanes.values())
        states = {state: lanes[state] for state in ("busy", "held", "down")}
        return Backlog(len(items), max((item.waited for item in items), default=0.0), states)

    async def close(self) -> None:
        """Ends after the deliveries under way; what is left is delivered after the next start."""
        self._closing = True
        for event in (self._woken, self._line.closing, *(lane.woken for lane in self._lanes.values())):
            event.set()
        self._slots.open()
        for posts in self._news.values():
            await posts.close()
        await self._handlers.tags.posts.close()
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        tasks += [self._intake] if self._intake is not None else []
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # The outbox ------------------------------------------------------------------------------------

    def _begin_intake(self) -> None:
        self._intake = asyncio.create_task(self._take_in(), name="the dispatcher's look into the outbox")
        self._intake.add_done_callback(report)

    async def _take_in(self) -> None:
        failures = 0
        while not self._closing:
            self._woken.clear()
            try:
                await self._look()
                failures = 0
            except StoreError as error:
                log.error("the dispatcher has to wait for the database: %s", error)
                pause = STORE_PATIENCE[min(failures, len(STORE_PATIENCE) - 1)]
                failures += 1
                await self._app.wait(woken(self._line.closing, pause), reason="dispatcher")
                continue
            await self._app.wait(self._woken.wait(), reason="dispatcher")

    async def _look(self) -> None:
        if self._left is None:
            for table in await self._app.tables.deadlines.unreachable():
                await self._app.tables.deadlines.probe(table)
            self._left = {*await self._app.tables.outbox.with_notices()}
            self._kicked |= self._left
        if self._look_around:
            self._look_around = False
            self._kicked |= {*await self._app.tables.outbox.with_notices()}
        while (self._kicked or self._pointless) and not self._closing:
            self._forget_idle()
            some = sorted(self._kicked)[:READ]
            self._kicked -= {*some}
            try:
                found = await self._outstanding(some) if some else ()
            except StoreError:
                self._kicked |= {*some}
                raise
            for each in found:
                self._merge(each)
                if each.table in self._tried_again:
                    self._tried_again.discard(each.table)
                    self._let_go(each.table)
            pointless = list(self._pointless)
            if pointless:
                await self._app.tables.outbox.drop(pointless)
                del self._pointless[: len(pointless)]

    async def _outstanding(self, tables: Sequence[int]) -> tuple[Outstanding, ...]:
        try:
            return await self._app.tables.outbox.outstanding(tables)
        except DamagedRowError as error:
            if len(tables) == 1:
                log.error("nothing can be posted of table %d: %s", tables[0], error)
                return ()
            found = [await self._outstanding([table]) for table in tables]
            return tuple([each for some in found for each in some])

    def _merge(self, found: Outstanding) -> None:
        pending = {notice.id for notice in found.notices}
        over = self._finished.pop(found.table, set()) & pending
        if over:
            self._finished[found.table] = over
        left = self._left is not None and found.table in self._left
        by_stop: defaultdict[Stop, list[Notice]] = defaultdict(list)
        for notice in found.notices:
            if notice.id not in over:
                by_stop[stop_of(notice)].append(begun(notice) if left else notice)
        if self._left is not None:
            self._left.discard(found.table)
        queues = self._queues[found.table]
        for stop in {*by_stop, *queues}:
            queue = queues.setdefault(stop, Queue(found.table, stop))
            queue.channel, queue.person = found.channel, found.people.get(-1 if stop is None else stop)
            queue.merge(by_stop[stop])
            self._drop(*queue.prune())
            self._route(queue)

    def _drop(self, *notices: Notice) -> None:
        for notice in notices:
            self._finished.setdefault(notice.table, set()).add(notice.id)
            self._pointless.append(notice)
            self._woken.set()

    def _route(self, queue: Queue) -> None:
        lane = None
        if queue.items:
            key = queue.key
            lane = self._lanes.setdefault(key, Lane(key))
            if lane.task is None or lane.task.done():
                lane.task = asyncio.create_task(self._serve(lane), name=f"lane {key[0]} {key[1]}")
                lane.task.add_done_callback(report)
        if queue.lane is not None and queue.lane is not lane:
            queue.lane.queues.discard(queue)
        queue.lane = lane
        if lane is not None:
            lane.queues.add(queue)
            lane.woken.set()
        else:
            self._idle.add(queue)

    def _forget_idle(self) -> None:
        """A queue with nothing left outlives the last refresh of its board by the pace, so that the next one
        is paced too, and the pause of its channel until that is tried again."""
        now = moment()
        for queue in [one for one in self._idle if one.items or max(one.calm, one.hold or 0.0) <= now]:
            self._idle.discard(queue)
            queues = self._queues.get(queue.table, {})
            if not queue.items and queues.get(queue.stop) is queue:
                del queues[queue.stop]
            if not queues:
                self._queues.pop(queue.table, None)

    # A lane ----------------------------------------------------------------------------------------

    async def _serve(self, lane: Lane) -> None:
        while not self._closing:
            lane.woken.clear()
            found = lane.next(self._health, moment())
            if found is None:
                break
            due, _, item = found
            if due > moment():
                await self._app.wait(woken(lane.woken, due - moment()), reason="dispatcher")
                continue
            await self._app.wait(self._slots.take(item.notice.id), reason="dispatcher")
            with about(table=item.notice.table):
                await self._deliver(lane, item)
        self._down.discard(lane)
        del self._lanes[lane.key]

    async def _deliver(self, lane: Lane, item: Item) -> None:
        """What goes next, if that is still the same after the wait for a place."""
        lent = False
        try:
            found = lane.next(self._health, moment())
            if found is None or found[2] is not item or found[0] > moment() or self._closing:
                return
            queue, counted = found[1], moment() >= lane.until
            if lane.down is not None and self._health.answered <= lane.tried:
                self._health.probed = moment()
            again = item.notice.state is NoticeState.SENDING
            item.notice, item.running = begun(item.notice), True
            name = f"delivery of notice {item.notice.id}"
            attempt = asyncio.create_task(self._handlers.bring(item, again=again), name=name)
            if not await self._under_way(attempt, SLOW):
                lent = self._slots.lend()
                await self._under_way(attempt)
            following = self._conclude(lane, queue, item, attempt.exception(), counted=counted)
            conclusion = asyncio.create_task(following, name=name)
            await self._under_way(conclusion)
            self._settle(lane, queue, item, conclusion.exception())
        finally:
            self._slots.give_back(lent=lent)

    async def _under_way(self, task: asyncio.Task[None], seconds: float | None = None) -> bool:
        """Waits for a task of its own, whatever it raises; whether it has ended in time."""
        try:
            done, _ = await self._app.wait(asyncio.wait({task}, timeout=seconds), reason="delivery")
        except asyncio.CancelledError:
            task.cancel()
            raise
        return bool(done)

    async def _conclude(
        self, lane: Lane, queue: Queue, item: Item, error: BaseException | None, *, counted: bool
    ) -> None:
        """What follows from an attempt. Raises `StoreError` where it has to be made once more."""
        if error is None or (isinstance(error, Undelivered) and not error.down):
            # Discord has answered: where it has failed since the last answer it may work again.
            for other in self._down:
                if self._health.answered <= other.tried:
                    other.woken.set()
            self._health.answered = moment()
        if error is None:
            await self._delivered(lane, queue, item)
        elif isinstance(error, Detour):
            # Whether it was posted there before is another question than whether the message got through.
            item.detour = error
        elif isinstance(error, Undelivered):
            item.detour = None
            await self._failed(lane, queue, item, error, counted=counted)
        elif isinstance(error, StoreError) and not isinstance(error, DamagedRowError):
            raise error
        else:
            notice = item.notice
            log.error(
                "notice %d (%s) of table %d is broken", notice.id, notice.kind, notice.table, exc_info=error
            )
            await self._give_up(queue, item)

    def _settle(self, lane: Lane, queue: Queue, item: Item, error: BaseException | None) -> None:
        item.running = False
        if isinstance(error, StoreError):
            log.error("notice %d of table %d has to wait: %s", item.notice.id, queue.table, error)
            self._is_down(lane, down=False)
            lane.hold(STORE_PATIENCE, moment())
            queue.free()
        elif error is not None:
            log.error("notice %d of table %d is given up", item.notice.id, queue.table, exc_info=error)
            self._discard(queue, item)
        self._drop(*queue.prune())
        self._route(queue)

    async def _delivered(self, lane: Lane, queue: Queue, item: Item) -> None:
        """Writes a delivery down, together with something else where it may be repeated without harm."""
        up, gone = item.ledger.to_write()
        soon = bool(item.ledger.sent)
        await self._app.tables.outbox.delivered(item.notice, remember=up, forget=gone, soon=soon)
        self._finished.setdefault(queue.table, set()).add(item.notice.id)
        queue.items.remove(item)
        self._app.measures.timed("delivery", item.waited)
        if item.notice.kind is NoticeKind.PROGRESS:
            queue.calm = moment() + PACE
        queue.free()
        self._is_down(lane, down=False)
        lane.free()
        if item.spoke and self._unreachable.pop(queue.table, None):
            self._let_go(queue.table)

    async def _failed(
        self, lane: Lane, queue: Queue, item: Item, error: Undelivered, *, counted: bool
    ) -> None:
        notice = replace(item.notice, attempts=item.notice.attempts + counted)
        item.notice = notice
        level = logging.ERROR if error.trouble is Trouble.REFUSED else logging.WARNING
        log.log(level, "notice %d (%s) of table %d: %s", notice.id, notice.kind, notice.table, error)
        if error.trouble is Trouble.BUSY and (queue.stop is None or notice.attempts < ATTEMPTS):
            # Tries between the regular ones, which tell whether Discord is there again, don't delay those.
            if counted:
                lane.hold(PATIENCE, moment(), at_least=error.after)
            lane.tried = moment()
            self._is_down(lane, down=error.down)
        elif queue.stop is None and error.trouble in UNREACHABLE:
            queue.wait(SELDOM, moment())
            table = await self._app.tables.queries.table(notice.table)
            self._unreachable[table.id] = table, self._app.now()
            await self._app.tables.deadlines.pause_delivery(notice.table)
            await self._handlers.apologise(notice, error.trouble)
        elif error.in_channel and error.trouble in UNREACHABLE:
            # Whether the table can speak at all, its own notices find out.
            await self._app.tables.deadlines.probe(notice.table)
            if notice.kind is NoticeKind.PROMPT:
                queue.wait(SELDOM, moment())
            else:
                self._discard(queue, item)
        else:
            await self._give_up(queue, item)
        up, gone = item.ledger.to_write()
        if up or gone:
            await self._app.tables.outbox.note_posts(up, gone)
            item.ledger.unwritten.clear()

    def _is_down(self, lane: Lane, *, down: bool) -> None:
        if down:
            lane.down = moment() if lane.down is None else lane.down
            self._down.add(lane)
        else:
            lane.down = None
            self._down.discard(lane)

    async def _give_up(self, queue: Queue, item: Item) -> None:
        """A notice will not be delivered. A paused table whose channel would only not take this one posts its
        board; else nothing would end the pause."""
        notice = item.notice
        if queue.stop is None:
            table = await self._app.tables.queries.table(notice.table)
            if table.silent_since is not None:
                await self._app.tables.deadlines.probe(table.id)
                if notice.kind is NoticeKind.REPEAT:
                    queue.wait(SELDOM, moment())
        self._discard(queue, item)

    def _discard(self, queue: Queue, item: Item) -> None:
        if item in queue.items:
            queue.items.remove(item)
        self._drop(item.notice)
