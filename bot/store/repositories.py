"""All repositories of one connection, as a unit of work gets them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bot.store.audit import Audit
from bot.store.diary import Diary
from bot.store.idempotency_keys import Keys
from bot.store.log import Log
from bot.store.match_requests import Gatherings, WantedGames
from bot.store.meta import Meta
from bot.store.notices import Notices
from bot.store.offers import Offers
from bot.store.people import People
from bot.store.posts import Posts
from bot.store.read_markers import Looks
from bot.store.results import Results
from bot.store.row_cache import NoCache, RowCache
from bot.store.seats import Seats
from bot.store.servers import Servers
from bot.store.spectators import Watchers
from bot.store.sql import Sql
from bot.store.tables import Tables
from bot.store.timers import Timers
from bot.store.times import Times
from bot.store.traces import Traces
from bot.store.votes import Motions


class Repositories:
    """Everything there is, seen within one transaction."""

    def __init__(self, rows: NoCache) -> None:
        sql = Sql()
        self.rows = rows
        self.hooks: list[Callable[[], object]] = []
        """What the unit of work under way wants to be called once it is committed."""
        self._hooked: set[Hashable] = set()
        self.tables = Tables(sql, rows)
        self.seats = Seats(sql, rows)
        self.log = Log(sql, rows)
        self.keys = Keys(sql)
        self.notices = Notices(sql)
        self.posts = Posts(sql)
        self.timers = Timers(sql)
        self.times = Times(sql, rows)
        self.watchers = Watchers(sql, rows)
        self.motions = Motions(sql, rows)
        self.results = Results(sql)
        self.diary = Diary(sql)
        self.offers = Offers(sql)
        self.looks = Looks(sql)
        self.wanted = WantedGames(sql)
        self.gatherings = Gatherings(sql)
        self.people = People(sql, rows)
        self.servers = Servers(sql, rows)
        self.audit = Audit(sql)
        self.traces = Traces(sql, rows)
        self.meta = Meta(sql)

    def after_commit(self, hook: Callable[[], object], *, once: Hashable = None) -> None:
        """Has something called on the event loop when this unit of work is on disk; of several with the same
        `once` the first."""
        if once is None or once not in self._hooked:
            self._hooked.add(once)
            self.hooks.append(hook)

    def begin(self) -> None:
        """A unit of work begins."""
        self.hooks, self._hooked = [], set()
        if isinstance(self.rows, RowCache):
            self.rows.begin()

    def roll_back(self) -> None:
        """The unit of work is undone."""
        if isinstance(self.rows, RowCache):
            self.rows.roll_back()
