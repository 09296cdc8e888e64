"""Tables and their states in SQLite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.store.records import Status, TableRow
from bot.store.sql import Sql, micros, moment

_COLUMNS = (
    "id, game, guild, channel, status, paused, host, options, locale, settings, version,"
    " commitment, secret, shift, created, updated"
)


class SqliteTables:
    """`protocol.Tables`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, row: TableRow) -> TableRow:
        """The new table with its id."""
        number = await self._sql.insert(
            f"INSERT INTO tables ({_COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *_values(row),
        )
        return replace(row, id=number)

    async def get(self, table: int) -> TableRow | None:
        """One table by its id."""
        row = await self._sql.one(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", table)
        return _table(row) if row else None

    async def put(self, row: TableRow) -> None:
        """Everything of the row anew."""
        await self._sql.run(
            "UPDATE tables SET game = ?, guild = ?, channel = ?, status = ?, paused = ?, host = ?,"
            " options = ?, locale = ?, settings = ?, version = ?, commitment = ?, secret = ?, shift = ?,"
            " created = ?, updated = ? WHERE id = ?",
            *_values(row),
            row.id,
        )

    async def state(self, table: int) -> bytes | None:
        """The newest state, None before the start."""
        row = await self._sql.one("SELECT state FROM states WHERE table_id = ?", table)
        return row[0] if row else None

    async def put_state(self, table: int, version: int, state: bytes) -> None:
        """The state that stands now."""
        await self._sql.run(
            "INSERT INTO states (table_id, version, state) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, state = excluded.state",
            table,
            version,
            state,
        )

    async def in_channel(self, channel: int) -> TableRow | None:
        """The active table of a channel, else the one that changed last."""
        row = await self._sql.one(
            f"SELECT {_COLUMNS} FROM tables WHERE channel = ?"
            " ORDER BY status IN ('lobby', 'playing') DESC, updated DESC, id DESC LIMIT 1",
            channel,
        )
        return _table(row) if row else None

    async def active_of(self, user: int) -> tuple[TableRow, ...]:
        """The active tables at which somebody sits, newest first."""
        rows = await self._sql.all(
            f"SELECT {_COLUMNS} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE user = ?)"
            " AND status IN ('lobby', 'playing') ORDER BY id DESC",
            user,
        )
        return tuple(_table(row) for row in rows)

    async def with_computers(self) -> tuple[int, ...]:
        """The games under way with a seat that no person plays, oldest first."""
        rows = await self._sql.all(
            "SELECT id FROM tables WHERE status = 'playing'"
            " AND id IN (SELECT table_id FROM seats WHERE computer IS NOT NULL) ORDER BY id"
        )
        return tuple(row[0] for row in rows)


def _values(row: TableRow) -> tuple[Any, ...]:
    return (
        row.game,
        row.guild,
        row.channel,
        row.status.value,
        row.paused,
        row.host,
        row.options,
        row.locale,
        row.settings,
        row.version,
        row.commitment,
        row.secret,
        row.shift,
        micros(row.created),
        micros(row.updated),
    )


def _table(row: tuple[Any, ...]) -> TableRow:
    number, game, guild, channel, status, paused, host, options, locale, *rest = row
    settings, version, commitment, secret, shift, created, updated = rest
    return TableRow(
        id=number,
        game=game,
        guild=guild,
        channel=channel,
        status=Status(status),
        paused=bool(paused),
        host=host,
        options=options,
        locale=locale,
        settings=settings,
        version=version,
        commitment=commitment,
        secret=secret,
        shift=shift,
        created=moment(created),
        updated=moment(updated),
    )
