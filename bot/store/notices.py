"""Notices in the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.store.errors import decoded
from bot.store.records import Notice, NoticeKind, NoticeState
from bot.store.sql import Sql, micros

_COLUMNS = "id, table_id, kind, seat, version, state, attempts"


class Notices:
    """What is still to be told, and for a while what was."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, notices: Sequence[Notice], at: datetime) -> None:
        """In this order, after everything that stands."""
        await self._sql.insert_all(
            "INSERT INTO notices (table_id, kind, seat, version, state, attempts, at)",
            [
                (
                    note.table,
                    note.kind.value,
                    note.seat,
                    note.version,
                    note.state.value,
                    note.attempts,
                    micros(at),
                )
                for note in notices
            ],
        )

    async def open(self, table: int) -> tuple[Notice, ...]:
        """Those of a table that are pending or being sent, in order."""
        rows = await self._sql.of_key(
            f"SELECT table_id, {_COLUMNS} FROM notices"
            " WHERE table_id IN {keys} AND state IN ('pending', 'sending') ORDER BY id",
            table,
        )
        return tuple(_notice(row) for row in rows)

    async def all_open(self) -> tuple[tuple[int, int], ...]:
        """The same of all tables: each with its table and its id."""
        rows = await self._sql.scan(
            "SELECT table_id, id FROM notices WHERE state IN ('pending', 'sending') ORDER BY table_id, id"
        )
        return tuple((row[0], row[1]) for row in rows)

    async def get(self, notice: int) -> Notice | None:
        """One notice by its id."""
        row = await self._sql.one(f"SELECT {_COLUMNS} FROM notices WHERE id = ?", notice)
        return _notice(row) if row else None

    async def mark(self, notice: int, state: NoticeState, attempts: int) -> None:
        """Where it stands now."""
        await self._sql.run(
            "UPDATE notices SET state = ?, attempts = ? WHERE id = ?", state.value, attempts, notice
        )

    async def supersede(self, table: int, what: Sequence[tuple[NoticeKind, int | None]]) -> None:
        """Drops the pending ones of these kinds, each of the seat named or of the channel (None)."""
        if not what:
            return
        # Both conditions on the state: the first one lets the index of open notices be used.
        await self._sql.run(
            "UPDATE notices SET state = 'dropped' WHERE table_id = ?"
            " AND state IN ('pending', 'sending') AND state = 'pending'"
            f" AND ({' OR '.join(['kind = ? AND seat IS ?'] * len(what))})",
            table,
            *(value for kind, seat in what for value in (kind.value, seat)),
        )

    async def forget(self, before: datetime) -> None:
        """Removes those done or dropped that are older than this."""
        await self._sql.scan(
            "DELETE FROM notices WHERE state IN ('done', 'dropped') AND at < ?", micros(before)
        )


@decoded
def _notice(row: tuple[Any, ...]) -> Notice:
    number, table, kind, seat, version, state, attempts = row
    return Notice(number, table, NoticeKind(kind), seat, version, NoticeState(state), attempts)
