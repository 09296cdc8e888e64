"""Motions in the database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.store.errors import decoded
from bot.store.records import Motion, MotionKind, MotionState
from bot.store.row_cache import NoCache
from bot.store.sql import Sql, in_list, micros, moment

_COLUMNS = (
    "id, table_id, kind, state, proposer, proposer_name, person, name, seat, version, agreed, closer, until,"
    " withdrawn"
)


class Motions:
    """What people propose at tables."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def add(self, motion: Motion) -> Motion:
        """The new motion with its number."""
        self._rows.drop(("motions", motion.table))
        number = await self._sql.insert(
            f"INSERT INTO motions ({_COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *_values(motion),
        )
        return replace(motion, id=number)

    async def get(self, number: int) -> Motion | None:
        """One motion by its number."""
        row = await self._sql.one(f"SELECT {_COLUMNS} FROM motions WHERE id = ?", number)
        return _motion(row) if row else None

    async def put(self, motion: Motion) -> None:
        """Everything of the motion anew."""
        self._rows.drop(("motions", motion.table))
        await self._sql.run(
            "UPDATE motions SET table_id = ?, kind = ?, state = ?, proposer = ?, proposer_name = ?,"
            " person = ?, name = ?, seat = ?, version = ?, agreed = ?, closer = ?, until = ?, withdrawn = ?"
            " WHERE id = ?",
            *_values(motion),
            motion.id,
        )

    async def open(self, table: int) -> tuple[Motion, ...]:
        """Those of a table that are not settled, oldest first."""
        return await self._rows.load(("motions", table), lambda: self._open(table))

    async def _open(self, table: int) -> tuple[Motion, ...]:
        rows = await self._sql.of_key(
            f"SELECT table_id, {_COLUMNS} FROM motions"
            " WHERE table_id IN {keys} AND state = 'open' ORDER BY id",
            table,
        )
        return tuple(_motion(row) for row in rows)

    async def load(self, tables: Iterable[int]) -> None:
        """Has the open motions of these tables in the cache."""
        missing = self._rows.missing("motions", tables)
        where = f"table_id IN {in_list(missing)} AND state = 'open'"
        sql = f"SELECT {_COLUMNS} FROM motions WHERE {where} ORDER BY id"
        found = [_motion(row) for row in await self._sql.all(sql, *missing)] if missing else []
        for table in missing:
            self._rows.put(("motions", table), tuple(motion for motion in found if motion.table == table))

    async def for_person(self, person: int) -> tuple[Motion, ...]:
        """Those about somebody that are not settled, oldest first."""
        rows = await self._sql.scan(
            f"SELECT {_COLUMNS} FROM motions WHERE person = ? AND state = 'open' ORDER BY id", person
        )
        return tuple(_motion(row) for row in rows)

    async def newest_by(self, table: int, person: int) -> Motion:
        """What somebody proposed last at a table."""
        rows = await self._sql.scan(
            f"SELECT {_COLUMNS} FROM motions WHERE table_id = ? AND proposer = ? ORDER BY id DESC LIMIT 1",
            table,
            person,
        )
        assert rows, "asked only for somebody who proposed something"
        return _motion(rows[0])

    async def removed(self, table: int, person: int) -> bool:
        """Whether somebody was removed from a table, and not invited back."""
        row = await self._sql.one(
            "SELECT kind FROM motions WHERE table_id = ? AND person = ? AND state = 'carried'"
            " AND kind IN ('kick', 'invite') ORDER BY id DESC LIMIT 1",
            table,
            person,
        )
        return row is not None and row[0] == MotionKind.KICK

    async def forget(self, before: datetime) -> None:
        """Removes those settled whose time was over before this and of which nothing is to be told; who was
        removed, and who was invited back, is known while a table goes on."""
        await self._sql.scan(
            "DELETE FROM motions WHERE state <> 'open' AND until < ? AND NOT (state = 'carried'"
            " AND kind IN ('kick', 'invite')"
            " AND table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing')))"
            " AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.table_id = motions.table_id"
            " AND notices.kind IN ('motion', 'asked') AND notices.version = motions.id"
            " AND notices.state IN ('pending', 'sending'))",
            micros(before),
        )


def _values(motion: Motion) -> tuple[Any, ...]:
    return (
        motion.table,
        motion.kind.value,
        motion.state.value,
        motion.by,
        motion.by_name,
        motion.person,
        motion.name,
        motion.seat,
        motion.version,
        json.dumps(motion.agreed),
        motion.closer,
        micros(motion.until),
        motion.withdrawn,
    )


@decoded
def _motion(row: tuple[Any, ...]) -> Motion:
    number, table, kind, state, by, by_name, person, name, seat, version, agreed, closer, *rest = row
    until, withdrawn = rest
    return Motion(
        id=number,
        table=table,
        kind=MotionKind(kind),
        state=MotionState(state),
        by=by,
        by_name=by_name,
        person=person,
        name=name,
        seat=seat,
        version=version,
        agreed=tuple(json.loads(agreed)),
        closer=closer,
        until=moment(until),
        withdrawn=bool(withdrawn),
    )
