"""The timers of tables, and who is called after a commit."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from bot.store.repositories import Repositories
from bot.store.shards import WHOLE, Shards
from bot.tables.commitment import chance_of
from bot.tables.model import SeatRow, Standing, Status, TableRow, Thread, Timer, thinking
from bot.tables.move_runner import Played
from bot.tables.policy import ARCHIVED, PLANNED, PLANNED_NEXT
from bot.tables.turn_clock import earliest

HOUSE = 0
"""The table number of timers that belong to no table."""


class News(StrEnum):
    """What a server is told that belongs to no table."""

    INVITATIONS = "gathered"
    TOURNAMENTS = "tournaments"
    SIGN_UPS = "sign_ups"
    CHALLENGES = "challenges"
    PUZZLES = "puzzles"
    EVENINGS = "evenings"
    EVENTS = "events"
    """What Discord lists as events of the server."""


SCHEDULED = (News.TOURNAMENTS, News.CHALLENGES, News.EVENINGS)
"""What there may be events for."""


class Signals:
    """Who is called after a commit; who starts later looks for what was left behind."""

    def __init__(self, shards: Shards = WHOLE) -> None:
        self.shards = shards
        """The shards whose tables we look after: others learn of theirs through the database."""
        self.on_notices: Callable[[int], object] = _nobody
        """Called with a table when there may be a notice to deliver there."""
        self.on_thinking: Callable[[int], object] = _nobody
        """Called with a table when computers have something to decide there."""
        self.on_timers: Callable[[], object] = _nobody
        """Called when a timer was set."""
        self.on_news: dict[str, Callable[[], object]] = {}
        """Called, each by its kind, when a server may have to be told something."""
        self.on_panel: Callable[[int, str], object] = _nobody
        """Called with a table where another process has shown somebody a panel, and what it tells of it."""
        self.on_person: Callable[[int], object] = _nobody
        """Called with a person of whom another process has written something else."""
        self.on_analyses: Callable[[], object] = _nobody
        """Called when there may be an analysis to go on with."""

    async def deliver(self, tx: Repositories, table: int) -> None:
        """Has the dispatcher look at a table."""
        if await self._ours(tx, "notices", table):
            tx.after_commit(lambda: self.on_notices(table), once=("notices", table))

    async def follow(self, tx: Repositories, played: Played) -> None:
        """Reaction to moves: computers that owe a decision have to think."""
        table = played.row.id
        owing = any(thinking(played.row, played.seats[seat]) for seat in played.run.owing)
        if owing and await self._ours(tx, "thinking", table):
            tx.after_commit(lambda: self.on_thinking(table), once=("thinking", table))

    async def wake_clock(self, tx: Repositories, table: int = HOUSE) -> None:
        """Has the clock look at its timers, of which a table has got another one."""
        if await self._ours(tx, "timers", table):
            tx.after_commit(lambda: self.on_timers(), once="timers")  # noqa: PLW0108 - whoever listens then

    async def tell(self, tx: Repositories, news: News, guild: int) -> None:
        """Has a server be told what there is of this kind."""
        if self.shards.has(guild):
            tx.after_commit(lambda: self._hear(news), once=news)
        else:
            await tx.wake(f"{news} {guild} 0")

    def look_at_events(self) -> None:
        """What Discord lets us do with events may be another."""
        self._hear(News.EVENTS)

    async def person_changed(self, tx: Repositories, user: int) -> None:
        """Has all processes look a person up again."""
        if not self.shards.whole:
            await tx.wake(f"person 0 {user}")

    def woken(self, told: str) -> None:
        """Does what another process has asked for, if it is meant for us."""
        what, guild, number, *more = told.split(maxsplit=3)
        if what == "person":
            self.on_person(int(number))
        elif self.shards.has(int(guild)):
            match what:
                case "notices":
                    self.on_notices(int(number))
                case "thinking":
                    self.on_thinking(int(number))
                case "timers":
                    self.on_timers()
                case "panels":
                    self.on_panel(int(number), "".join(more))
                case "analyses":
                    self.on_analyses()
                case _:
                    self._hear(what)

    def _hear(self, news: str) -> None:
        self.on_news.get(news, _nobody)()
        if news in SCHEDULED:
            self.on_news.get(News.EVENTS, _nobody)()

    async def _ours(self, tx: Repositories, what: str, table: int) -> bool:
        """Whether we look after a table; else its owner is woken by the commit."""
        if self.shards.whole:
            return True
        row = await tx.tables.get(table) if table else None
        guild = row.guild if row else None
        if not self.shards.has(guild):
            await tx.wake(f"{what} {guild or 0} {table}")
        return self.shards.has(guild)

    async def analyse(self, tx: Repositories, table: int) -> None:
        """Has the analysis of a table be gone on with."""
        if await self._ours(tx, "analyses", table):
            tx.after_commit(lambda: self.on_analyses())  # noqa: PLW0108


def _nobody(*_: int | str) -> None:
    """Nobody has started yet."""


LOBBY = "lobby"
"""The timer that closes an untouched lobby."""

THREADS = "thread"
"""The timer of a table in a thread: it is to be kept open, or archived after the game."""

DECISIONS = "decisions"
"""The timer of a game under way: something is to be done about a decision that is still owed."""

VOTES = "motions"
"""The timer of the votes at a table: the time of one of them is over."""

PLANS = "plans"
"""The timer of a game under way: what somebody has planned is to be carried out."""

GRACE = "grace"
"""The timer of a game under way: choices that could still be changed are revealed."""

GATHER = "gather"
"""The timer of no table: a person may be brought together with others."""

TOURNAMENT = "tournament"
"""The timer of a tournament, by its number below 0: it is to go on."""


class Timers:
    """Sets the timers of tables and wakes the clock."""

    def __init__(self, now: Callable[[], datetime], signals: Signals) -> None:
        self._now = now
        self._signals = signals

    async def follow(self, tx: Repositories, standing: Standing) -> None:
        """Reaction to a written table: its timers are those of its decisions and of its status. One that
        would ring too early stays, and so does that of a game played to its end: once it rings, it is put
        right, so that a move need not do it; of its thread the outbox takes care once the end is told."""
        row = standing.row
        due, before = due_at(row, standing.seats), earliest(standing.stored)
        early = row.status is Status.FINISHED if due is None else before is not None and before < due
        if due != before and not early:
            await self.set_decisions(tx, row, standing.seats)
        pairs = zip(standing.seats, standing.stored, strict=False)
        anew = {seat.seat for seat, old in pairs if seat.plan and seat.pace.duty != old.pace.duty}
        if anew:
            await self.set_plans(tx, row, standing.seats, anew)
        reveal = min((seat.reveal for seat in standing.seats if seat.reveal), default=None)
        if reveal is not None and not row.paused:
            await self._set(tx, row.id, GRACE, reveal)
        if row.thread is Thread.OWN and row.status is Status.ABANDONED:
            await self.set_thread(tx, row, ARCHIVED)

    async def set_decisions(self, tx: Repositories, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Lets the clock look at a table when something is to be done about a decision there."""
        await self._set(tx, row.id, DECISIONS, due_at(row, seats))

    async def set_plans(
        self, tx: Repositories, row: TableRow, seats: Sequence[SeatRow], anew: Collection[int] = ()
    ) -> None:
        """Lets the clock carry out what becomes ripe; what seats owe `anew` may be so already."""
        times = [(ripe_at(row, seat), seat.seat in anew) for seat in seats]
        ripe = [when for when, fresh in times if when is not None and (fresh or when > self._now())]
        if ripe:
            await self._set(tx, row.id, PLANS, min(ripe))

    async def set_thread(self, tx: Repositories, row: TableRow, after: timedelta) -> None:
        """Lets the clock look after the thread of a table, if it stands in one."""
        due = None if row.thread is Thread.NONE else self._now() + after
        await self._set(tx, row.id, THREADS, due)

    async def set_votes(self, tx: Repositories, table: int) -> None:
        """Lets the clock close the vote of a table whose time is over first."""
        due = min((vote.until for vote in await tx.votes.open(table)), default=None)
        await self._set(tx, table, VOTES, due)

    async def set_matchmaking(self, tx: Repositories, due: datetime | None) -> None:
        """Lets the clock look who can be brought together."""
        await self._set(tx, HOUSE, GATHER, due)

    async def set_news(self, tx: Repositories, news: News, due: datetime | None) -> None:
        """Lets the clock look after what servers are told of this kind; the timer is called like it."""
        await self._set(tx, HOUSE, news.value, due)

    async def set_tournament(self, tx: Repositories, number: int, due: datetime | None) -> None:
        """Lets the clock see whether a tournament can go on."""
        await self._set(tx, -number, TOURNAMENT, due)

    async def follow_tournament(self, tx: Repositories, standing: Standing) -> None:
        """Reaction to a written table: one that has ended may let its tournament go on."""
        if standing.row.tournament is not None and not standing.row.status.active:
            await self.set_tournament(tx, standing.row.tournament, self._now())

    async def _set(self, tx: Repositories, table: int, kind: str, due: datetime | None) -> None:
        if due is None:
            await tx.timers.drop(table, kind)
        else:
            await tx.timers.put(Timer(table, kind, due))
            await self._signals.wake_clock(tx, table)


def due_at(row: TableRow, seats: Sequence[SeatRow]) -> datetime | None:
    """When something falls due at a table; never while it rests."""
    return earliest(seats) if row.status is Status.PLAYING and row.rests_since is None else None


def ripe_at(row: TableRow, seat: SeatRow) -> datetime | None:
    """When the next step of a seat's plan is made; None without a plan, while the game rests, and where its
    person decides by hand. The delay, one for each step as people have them, follows from the table's secret:
    it says nothing about the plan, nor about what it waits for."""
    duty = seat.pace.duty
    if seat.plan is None or duty is None or duty.by_hand:
        return None
    if row.status is not Status.PLAYING or row.rests_since is not None:
        return None
    fewest, most = PLANNED_NEXT if duty.steps else PLANNED
    label = f"plan {seat.seat} {duty.steps}"
    seconds = fewest + chance_of(row).stream(label, duty.post).below(most - fewest + 1)
    return (duty.resumed or duty.since) + timedelta(seconds=seconds)
