"""All repositories of one connection, as a unit of work gets them."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from bot.store import challenges, circles, evenings, puzzles, records, sql, tournaments
from bot.store.errors import FencedError
from bot.store.mapper import Mapper
from bot.store.outbox import Notices, Posts, Spectators, Timers
from bot.store.people import Audit, MatchGroups, MatchRequests, Meta, People, ReadMarkers, Servers
from bot.store.remarks import Remark, Remarks
from bot.store.results import Analyses, Diary, Results
from bot.store.row_cache import RowCache
from bot.store.shelf import Shelf, ShelfRow, Title, Titles
from bot.store.sql import Schema
from bot.store.tables import Keys, Log, Seats, Tables, Votes
from bot.store.traces import Traces
from bot.store.weekly import WeeklyServer, WeeklyServers

T = TypeVar("T")
FARTHEST = 3_600_000_000
"""No turn is farther away than this, in microseconds: it was reserved by a clock that was wrong."""


class Lease(NamedTuple):
    """Shards that a process looks after, as long as no other one has taken them over."""

    shards: str
    epoch: int
    """The number of this lease: each one that is taken has another."""


class Repositories:
    """Everything there is, seen within one transaction."""

    def __init__(self, rows: RowCache, schema: Schema) -> None:
        self.rows = rows
        self.hooks: list[Callable[[], object]] = []
        """What the unit of work under way wants to be called once it is committed."""
        self._hooked: set[Hashable] = set()
        self.lease: Lease | None = None
        """What a process must hold that writes what only the owner of a table may; None where there is but
        one."""
        self.tables = Tables(rows)
        self.seats = Seats(rows)
        self.log = Log(rows)
        self.keys = Keys(records.KeyRow, "keys", key="key")
        self.notices = Notices(records.Notice, "notices")
        self.posts = Posts(records.Post, "posts", key="message")
        self.timers = Timers(records.Timer, "timers", key="table_id, kind")
        self.spectators = Spectators(rows)
        self.votes = Votes(rows)
        self.results = Results(records.ResultRow, "results", key="table_id, seat")
        self.diary = Diary(records.DiaryEntry, "diary", key="table_id, user_id")
        self.analyses = Analyses(records.AnalysisRow, "analyses", key="table_id")
        self.verdicts = Mapper(records.VerdictRow, "verdicts", key="table_id, action")
        self.titles = Titles(Title, "titles")
        self.shelf = Shelf(ShelfRow, "shelf", key="guild, user_id, game")
        self.remarks = Remarks(Remark, "remarks")
        self.circles = circles.Circles(circles.Circle, "circles", public="is_public")
        self.circle_members = circles.CircleMembers(
            circles.CircleMember, "circle_members", key="circle, user_id"
        )
        self.circle_invitations = circles.CircleInvitations(
            circles.CircleInvitation, "circle_invitations", key="circle, user_id"
        )
        self.lessons = Mapper(records.LessonRow, "lessons", key="user_id, game")
        self.offers = Mapper(records.Offer, "offers")
        self.read_markers = ReadMarkers()
        self.match_requests = MatchRequests(records.MatchRequest, "wanted", key="guild, user_id")
        self.match_groups = MatchGroups(records.MatchGroup, "gatherings", without=("people",))
        self.tournaments = tournaments.Tournaments(tournaments.TournamentRow, "tournaments")
        self.directors = Mapper(tournaments.Director, "directors", key="tournament, user_id")
        self.entrants = tournaments.Entrants(tournaments.Entrant, "entrants", key="tournament, user_id")
        self.deals = tournaments.Deals(tournaments.Deal, "deals", key="tournament, round, deal")
        self.pods = tournaments.Pods(tournaments.PodRow, "pods", key="tournament, round, pod")
        self.puzzle_servers = WeeklyServers(WeeklyServer, "puzzle_servers", key="guild")
        self.puzzle_weeks = puzzles.PuzzleWeeks(puzzles.PuzzleWeek, "puzzle_weeks")
        self.puzzle_answers = puzzles.PuzzleAnswers(
            puzzles.PuzzleAnswer, "puzzle_answers", key="week, user_id"
        )
        self.game_puzzles = puzzles.GamePuzzles(puzzles.GamePuzzle, "game_puzzles", key="table_id")
        self.challenge_servers = WeeklyServers(WeeklyServer, "challenge_servers", key="guild")
        self.challenges = challenges.Challenges(challenges.Challenge, "challenges")
        self.challenge_entries = challenges.ChallengeEntries(
            challenges.ChallengeEntry, "challenge_entries", key="challenge, user_id"
        )
        self.evenings = evenings.Evenings(evenings.EveningRow, "evenings")
        self.evening_hosts = evenings.EveningHosts(evenings.EveningHost, "evening_hosts", key="evening")
        self.evening_guests = evenings.EveningGuests(
            evenings.EveningGuest, "evening_guests", key="evening, user_id"
        )
        self.events = evenings.Events(evenings.EventRow, "scheduled_events", key="kind, number, part")
        self.people = People(rows)
        self.servers = Servers(rows)
        self.audit = Audit(records.AuditRow, "audit")
        self.traces = Traces(rows, schema)
        self.meta = Meta()

    def after_commit(self, hook: Callable[[], object], *, once: Hashable = None) -> None:
        """Has a hook called on the event loop after the commit; of several with the same `once` the first."""
        if once is None or once not in self._hooked:
            self._hooked.add(once)
            self.hooks.append(hook)

    async def as_owner(self) -> None:
        """What follows only the owner of a table may write: a `FencedError` if that may be another process by
        now. It stays the owner until the transaction has ended, however long that takes."""
        ours = f"WHERE shards = ? AND epoch = ? AND until > {sql.NOW} FOR SHARE"
        if self.lease is not None and not await sql.run(f"SELECT 1 FROM leases {ours}", *self.lease):
            raise FencedError(f"the lease on shards {self.lease.shards} has run out")

    async def wake(self, told: str) -> None:
        """Tells all processes something, once it is committed."""
        await sql.run("SELECT pg_notify(?, ?)", sql.CHANNEL, told)

    async def turn_in(self, what: str, apart: float) -> float:
        """Reserves the next turn for something that all processes do so many seconds `apart`: in so many
        seconds it begins. Nobody waits for one that is reserved and not used: it passes."""
        took = (
            "INSERT INTO numbers (name, last)"
            f" VALUES (?, {sql.NOW}) ON CONFLICT (name) DO UPDATE SET last = CASE"
            " WHEN numbers.last < excluded.last + ? THEN greatest(excluded.last, numbers.last + ?)"
            f" ELSE excluded.last END RETURNING last - {sql.NOW}"
        )
        ((left,),) = await sql.run(took, what, FARTHEST, round(apart * 1_000_000))
        return left / 1_000_000

    def begin(self) -> None:
        """A unit of work begins."""
        self.hooks, self._hooked = [], set()
        self.rows.begin()


Work = Callable[[Repositories], Coroutine[Any, Any, T]]
"""A unit of work: awaits nothing but the repositories it is given."""


@dataclass(slots=True, eq=False)
class Pending:
    """A unit of work that waits or is under way, and its waiter."""

    work: Work[Any]
    done: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)
    """The caller's, as with `asyncio.to_thread`."""
    answer: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        """Gives the outcome to the waiter, if there still is one."""
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.answer)
