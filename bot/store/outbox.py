"""The outbox in the database: notices, the messages that are up, spectators, and timers."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import Notice, NoticeKind, NoticeState, Post, Spectator, Timer
from bot.store.row_cache import Cached, RowCache
from bot.store.shards import WHOLE, Shards
from bot.store.sql import Statement, in_list

_WATCHER = Mapper(Spectator, "watchers", key="table_id, user_id")
_OPEN = "state IN ('pending', 'sending')"
_MOVED = (
    "UPDATE timers SET due = due + ?",
    "UPDATE tables SET paused_since = paused_since + ? WHERE paused_since IS NOT NULL",
    "UPDATE tables SET silent_since = silent_since + ? WHERE silent_since IS NOT NULL",
    "UPDATE motions SET until = until + ? WHERE state = 'open'",
    "UPDATE wanted SET since = since + ? WHERE since IS NOT NULL",
    "UPDATE wanted SET until = until + ? WHERE until IS NOT NULL",
    "UPDATE gatherings SET at = at + ?",
    "UPDATE tournaments SET begins = begins + ? WHERE state = 'open' AND begins IS NOT NULL",
    "UPDATE puzzle_weeks SET closes = closes + ? WHERE is_over = 0",
    "UPDATE puzzle_servers SET due = due + ?",
    "UPDATE challenges SET closes = closes + ? WHERE is_over = 0",
    "UPDATE challenge_servers SET due = due + ?",
    "UPDATE evenings SET until = until + ? WHERE state IN ('open', 'begun')",
    "UPDATE evenings SET starts = starts + ? WHERE state IN ('open', 'begun')",
)


class Notices(Mapper[Notice]):
    """What is still to be delivered, and for a while what was."""

    async def write(self, notices: Sequence[Notice], at: datetime) -> None:
        """Adds them in this order, after everything that stands."""
        await self.insert(notices, at=micros(at))

    async def open(self, table: int) -> tuple[Notice, ...]:
        """Those of a table that are pending or being sent, in order."""
        rows = await Statement(self.by("table_id", f"AND {_OPEN} ORDER BY id"), (table,), keyed=True)
        return self.each([row[1:] for row in rows])

    async def all_open(self, shards: Shards = WHOLE) -> tuple[tuple[int, int], ...]:
        """The same of all tables of these shards: each with its table and its id."""
        ours = "" if shards.whole else f"AND {_theirs(shards, 'notices')}"
        rows = await sql.scan(f"SELECT table_id, id FROM notices WHERE {_OPEN} {ours} ORDER BY table_id, id")
        return tuple((row[0], row[1]) for row in rows)

    async def mark(self, notice: int, state: NoticeState, attempts: int) -> None:
        """Where it stands now."""
        marked = "UPDATE notices SET state = ?, attempts = ? WHERE id = ?"
        await sql.run(marked, state.value, attempts, notice)

    async def supersede(self, table: int, what: Sequence[tuple[NoticeKind, int | None]]) -> None:
        """Drops the pending ones of these kinds, each of the seat named or of the channel (None)."""
        if not what:
            return
        # Both conditions on the state: the first one lets the index of open notices be used.
        await sql.run(
            f"UPDATE notices SET state = 'dropped' WHERE table_id = ? AND {_OPEN} AND state = 'pending'"
            f" AND ({' OR '.join(['kind = ? AND seat IS NOT DISTINCT FROM ?'] * len(what))})",
            table,
            *(value for kind, seat in what for value in (kind.value, seat)),
        )

    async def forget(self, before: datetime) -> None:
        """Removes those done or dropped that are older than this."""
        await sql.scan("DELETE FROM notices WHERE at < ? AND state IN ('done', 'dropped')", micros(before))


class Posts(Mapper[Post]):
    """Our messages that are still up. Discord's ids grow with time."""

    async def letters(self, user: int, box: int | None) -> tuple[Post, ...]:
        """Our direct messages about tables to a person; `box` is the channel of these, where it is known."""
        return await self.scan(
            "WHERE channel = ? OR EXISTS (SELECT 1 FROM seats WHERE seats.table_id = posts.table_id"
            " AND seats.seat = posts.seat AND ? IN (seats.user_id, seats.away)) ORDER BY message",
            *(box, user),
        )

    async def remove(self, messages: Sequence[int]) -> None:
        """These messages are gone, or ours no more."""
        if messages:
            await sql.run(f"DELETE FROM posts WHERE message IN {in_list(messages)}", *messages)


class Spectators:
    """The spectators: who follows which table without sitting there."""

    def __init__(self, rows: RowCache) -> None:
        self.at = Cached(rows, "watchers", _WATCHER.by("table_id", "ORDER BY user_id"), _WATCHER.each)
        """All who watch a table."""

    async def of(self, user: int) -> tuple[Spectator, ...]:
        """All tables that a person watches, newest first."""
        return await _WATCHER.all("WHERE user_id = ? ORDER BY table_id DESC", user)

    async def put(self, watcher: Spectator) -> None:
        """Adds a spectator, or notes what their message shows now."""
        self.at.drop(watcher.table)
        await _WATCHER.put(watcher)

    async def remove(self, table: int, user: int) -> None:
        """A person watches no more."""
        self.at.drop(table)
        await sql.run("DELETE FROM watchers WHERE table_id = ? AND user_id = ?", table, user)


class Timers(Mapper[Timer]):
    """What falls due; one of each kind at a table."""

    async def drop(self, table: int, kind: str) -> None:
        """It will not fall due any more."""
        await sql.run("DELETE FROM timers WHERE table_id = ? AND kind = ?", table, kind)

    async def first(self, most: int, shards: Shards = WHOLE) -> tuple[Timer, ...]:
        """Those of these shards that fall due first, in order."""
        ours = "" if shards.whole else f"WHERE {_theirs(shards, 'timers')}"
        return await self.all(f"{ours} ORDER BY due, table_id LIMIT ?", most)

    async def move_all(self, rows: RowCache, by: timedelta, *, settings: Callable[[bytes], bytes]) -> None:
        """Moves all times but turn clocks: timers, rests, votes, requests; vacations by `settings`."""
        rows.clear()
        for statement in _MOVED:
            await sql.scan(statement, by // timedelta(microseconds=1))
        people = await sql.scan("SELECT settings, user_id FROM people WHERE settings <> ?", b"{}")
        for own, user in people:
            await sql.run("UPDATE people SET settings = ? WHERE user_id = ?", settings(own), user)


def _theirs(shards: Shards, kind: str) -> str:
    """Whether what belongs to a table, or to none, belongs to these shards."""
    guild = f"(SELECT guild FROM tables WHERE tables.id = {kind}.table_id)"
    return shards.where(guild)
