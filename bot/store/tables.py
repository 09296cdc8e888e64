"""Tables and their states in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.store.errors import decoded
from bot.store.records import Status, TableRow, Thread
from bot.store.row_cache import NoCache
from bot.store.sql import Sql, in_list, micros, moment

_COLUMNS = (
    "id, game, guild, channel, status, paused_since, host, options, locale, settings, version,"
    " commitment, secret, shift, created, updated, thread, silent_since, chance,"
    " rules"
)


class Tables:
    """The tables and their states."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def add(self, row: TableRow) -> TableRow:
        """The new table with its id."""
        number = await self._sql.insert(
            f"INSERT INTO tables ({_COLUMNS})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.id or None,
            *_values(row),
        )
        added = replace(row, id=number)
        self._rows.put(("table", number), added)
        return added

    async def reserve(self) -> int:
        """The id of a table to come, which no other table gets."""
        row = await self._sql.one("SELECT seq FROM sqlite_sequence WHERE name = 'tables'")
        number = row[0] + 1 if row else 1
        await self._sql.run("DELETE FROM sqlite_sequence WHERE name = 'tables'")
        await self._sql.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", number)
        return number

    async def get(self, table: int) -> TableRow | None:
        """One table by its id."""
        return await self._rows.load(("table", table), lambda: self._get(table))

    async def _get(self, table: int) -> TableRow | None:
        rows = await self._sql.of_key(f"SELECT id, {_COLUMNS} FROM tables WHERE id IN {{keys}}", table)
        return _table(rows[0]) if rows else None

    async def load(self, tables: Iterable[int]) -> None:
        """Has these tables in the cache."""
        missing = self._rows.missing("table", tables)
        sql = f"SELECT {_COLUMNS} FROM tables WHERE id IN {in_list(missing)}"
        for row in await self._sql.all(sql, *missing) if missing else ():
            self._rows.put(("table", row[0]), _table(row))

    async def load_states(self, tables: Iterable[int]) -> None:
        """Has the states of these tables in the cache."""
        missing = self._rows.missing("state", tables)
        sql = f"SELECT table_id, state FROM states WHERE table_id IN {in_list(missing)}"
        for table, state in await self._sql.all(sql, *missing) if missing else ():
            self._rows.put(("state", table), state)

    async def put(self, row: TableRow) -> None:
        """Everything of the row anew, unless it stands there like this."""
        before = await self.get(row.id)
        if row == before:
            return
        if before is None or row.status is not before.status:
            self._rows.drop_all("tables of")
        self._rows.put(("table", row.id), row)
        await self._sql.run(
            "UPDATE tables SET game = ?, guild = ?, channel = ?, status = ?, paused_since = ?, host = ?,"
            " options = ?, locale = ?, settings = ?, version = ?, commitment = ?, secret = ?, shift = ?,"
            " created = ?, updated = ?, thread = ?, silent_since = ?, chance = ?, rules = ? WHERE id = ?",
            *_values(row),
            row.id,
        )

    async def state(self, table: int) -> bytes | None:
        """The newest state, None before the start. One that was loaded ahead is taken out of the cache."""
        state = await self._rows.load(("state", table), lambda: self._state(table))
        self._rows.drop(("state", table))
        return state

    async def _state(self, table: int) -> bytes | None:
        rows = await self._sql.of_key("SELECT table_id, state FROM states WHERE table_id IN {keys}", table)
        return rows[0][0] if rows else None

    async def put_state(self, table: int, version: int, state: bytes) -> None:
        """The state that stands now."""
        self._rows.drop(("state", table))  # the tables' history remembers what was just made
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
        rows = await self._sql.of_key(
            f"SELECT sitting, {_COLUMNS} FROM tables JOIN"
            " (SELECT user AS sitting, table_id FROM seats WHERE user IN {keys}) ON id = table_id"
            " WHERE status IN ('lobby', 'playing') ORDER BY id DESC",
            user,
        )
        return tuple(_table(row) for row in rows)

    async def silent(self) -> tuple[int, ...]:
        """The games under way that can't speak where they stand."""
        rows = await self._sql.scan(
            "SELECT id FROM tables WHERE status = 'playing' AND silent_since IS NOT NULL ORDER BY id"
        )
        return tuple(row[0] for row in rows)

    async def channels_in(self, guild: int) -> tuple[tuple[int, int], ...]:
        """The active tables of a server, each with its channel: first those that can't speak there, then the
        newest."""
        rows = await self._sql.scan(
            "SELECT id, channel FROM tables WHERE status IN ('lobby', 'playing') AND guild = ?"
            " ORDER BY silent_since IS NULL, id DESC",
            guild,
        )
        return tuple((row[0], row[1]) for row in rows)

    async def lobbies(
        self, guild: int, most: int, *, game: str = "", since: datetime | None = None
    ) -> tuple[TableRow, ...]:
        """The newest lobbies of a server, newest first; those of one game alone, opened since a time."""
        # Both conditions: the first one lets the index of active tables be used.
        rows = await self._sql.scan(
            f"SELECT {_COLUMNS} FROM tables WHERE status IN ('lobby', 'playing') AND status = 'lobby'"
            " AND guild = ? AND ? IN ('', game) AND created >= ? ORDER BY id DESC LIMIT ?",
            guild,
            game,
            0 if since is None else micros(since),
            most,
        )
        return tuple(_table(row) for row in rows)

    async def active_in(self, guild: int) -> int:
        """How many active tables a server has."""
        rows = await self._sql.scan(
            "SELECT count(*) FROM tables WHERE guild = ? AND status IN ('lobby', 'playing')", guild
        )
        return rows[0][0]

    async def hosted_by(self, user: int) -> int:
        """How many active tables have somebody as host."""
        rows = await self._sql.scan(
            "SELECT count(*) FROM tables WHERE host = ? AND status IN ('lobby', 'playing')", user
        )
        return rows[0][0]

    async def open_in(self, channels: Sequence[int]) -> int:
        """How many of these channels have an active table."""
        row = await self._sql.one(
            "SELECT count(*) FROM tables WHERE status IN ('lobby', 'playing')"
            f" AND channel IN {in_list(channels)}",
            *channels,
        )
        return row[0] if row else 0

    async def stands_below(self, channel: int, parent: int) -> None:
        """The tables of this channel stand in a thread of another one; 0 if nobody can tell of which."""
        await self._sql.run("UPDATE tables SET parent = ? WHERE channel = ?", parent, channel)

    async def with_computers(self) -> tuple[int, ...]:
        """The games under way with a seat that no person plays, oldest first."""
        rows = await self._sql.scan(
            "SELECT id FROM tables WHERE status = 'playing'"
            " AND id IN (SELECT table_id FROM seats WHERE computer IS NOT NULL) ORDER BY id"
        )
        return tuple(row[0] for row in rows)

    async def ended(self, status: Status, before: datetime, most: int) -> tuple[TableRow, ...]:
        """Tables that have ended like this and have not changed since, oldest first."""
        rows = await self._sql.scan(
            f"SELECT {_COLUMNS} FROM tables WHERE status = ? AND updated < ? ORDER BY updated, id LIMIT ?",
            status.value,
            micros(before),
            most,
        )
        return tuple(_table(row) for row in rows)

    async def delete(self, table: int) -> None:
        """A table; what refers to it goes with it, its timers, which do not, as well."""
        self._rows.clear()
        await self._sql.run("DELETE FROM timers WHERE table_id = ?", table)
        await self._sql.scan("DELETE FROM tables WHERE id = ?", table)


def _values(row: TableRow) -> tuple[Any, ...]:
    return (
        row.game,
        row.guild,
        row.channel,
        row.status.value,
        _micros(row.paused_since),
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
        row.thread.value,
        _micros(row.silent_since),
        row.chance,
        row.rules,
    )


def _micros(when: datetime | None) -> int | None:
    return None if when is None else micros(when)


@decoded
def _table(row: tuple[Any, ...]) -> TableRow:
    number, game, guild, channel, status, paused_since, host, options, locale, *rest = row
    settings, version, commitment, secret, shift, created, updated, thread, silent_since, *rest = rest
    chance, rules = rest
    return TableRow(
        id=number,
        game=game,
        guild=guild,
        channel=channel,
        thread=Thread(thread),
        status=Status(status),
        paused_since=None if paused_since is None else moment(paused_since),
        silent_since=None if silent_since is None else moment(silent_since),
        host=host,
        options=options,
        locale=locale,
        settings=settings,
        version=version,
        commitment=commitment,
        secret=secret,
        chance=chance,
        rules=rules,
        shift=shift,
        created=moment(created),
        updated=moment(updated),
    )
