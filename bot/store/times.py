"""All times by which something happens, in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from bot.store.row_cache import NoCache
from bot.store.sql import Sql

_MICROSECOND = timedelta(microseconds=1)
_MOVED = (
    "UPDATE timers SET due = due + ?",
    "UPDATE tables SET paused_since = paused_since + ? WHERE paused_since IS NOT NULL",
    "UPDATE tables SET silent_since = silent_since + ? WHERE silent_since IS NOT NULL",
    "UPDATE motions SET until = until + ? WHERE state = 'open'",
    "UPDATE wanted SET since = since + ? WHERE since IS NOT NULL",
    "UPDATE wanted SET until = until + ? WHERE until IS NOT NULL",
    "UPDATE gatherings SET at = at + ?",
)


class Times:
    """All times by which something happens: timers, decisions, rests, motions, vacations, calls."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def move(
        self, by: timedelta, *, paces: Callable[[bytes], bytes], settings: Callable[[bytes], bytes]
    ) -> None:
        """Moves them; both functions do so with what is kept of a seat's time, and of a person's wishes."""
        self._rows.clear()
        for statement in _MOVED:
            await self._sql.scan(statement, by // _MICROSECOND)
        seats = await self._sql.scan(
            "SELECT seats.pace, table_id, seat FROM seats JOIN tables ON tables.id = table_id"
            " WHERE status = 'playing'"
        )
        for pace, table, seat in seats:
            await self._sql.run(
                "UPDATE seats SET pace = ? WHERE table_id = ? AND seat = ?", paces(pace), table, seat
            )
        people = await self._sql.scan("SELECT settings, user FROM people WHERE settings <> x'7B7D'")
        for wishes, user in people:
            await self._sql.run("UPDATE people SET settings = ? WHERE user = ?", settings(wishes), user)
