"""What people want to play, and who was brought together, in the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.store.errors import decoded
from bot.store.records import Gathering, NoticeState, WantedRow
from bot.store.sql import Sql, micros, moment

_WANTED = "guild, user, name, channel, locale, wanted, since, until"
_GATHERING = "id, guild, channel, locale, game, at, state"


class WantedGames:
    """What people would like to play in which server."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def get(self, guild: int, user: int) -> WantedRow | None:
        """What a person said last in a server."""
        row = await self._sql.one(f"SELECT {_WANTED} FROM wanted WHERE guild = ? AND user = ?", guild, user)
        return _wanted(row) if row else None

    async def put(self, row: WantedRow) -> None:
        """Everything of the row anew."""
        await self._sql.run(
            f"INSERT OR REPLACE INTO wanted ({_WANTED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row.guild,
            row.user,
            row.name,
            row.channel,
            row.locale,
            row.wanted,
            None if row.since is None else micros(row.since),
            None if row.until is None else micros(row.until),
        )

    async def looking(self) -> tuple[WantedRow, ...]:
        """Those that count since some time, longest first; also those whose time is over."""
        rows = await self._sql.scan(
            f"SELECT {_WANTED} FROM wanted WHERE since IS NOT NULL ORDER BY since, user"
        )
        return tuple(_wanted(row) for row in rows)


class Gatherings:
    """Who was brought together for a game."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, gathering: Gathering) -> int:
        """The number under which it can be had."""
        number = await self._sql.insert(
            f"INSERT INTO gatherings ({_GATHERING}) VALUES (NULL, ?, ?, ?, ?, ?, ?)",
            gathering.guild,
            gathering.channel,
            gathering.locale,
            gathering.game,
            micros(gathering.at),
            gathering.state.value,
        )
        people = [(number, user) for user in gathering.people]
        await self._sql.insert_all("INSERT INTO gathered (gathering, user)", people)
        return number

    async def get(self, number: int) -> Gathering | None:
        """Who was brought together, None once it is forgotten."""
        return next(iter(await self._found("WHERE id = ?", number)), None)

    async def open(self) -> tuple[Gathering, ...]:
        """Those that are pending or being sent, in order."""
        return await self._found("WHERE state IN ('pending', 'sending') ORDER BY id")

    async def of_guild(self, guild: int) -> tuple[Gathering, ...]:
        """All of a server that are remembered."""
        return await self._found("WHERE guild = ? ORDER BY id", guild)

    async def mark(self, number: int, state: NoticeState, channel: int | None = None) -> None:
        """How far its telling is, and in which channel from now on, if it is another one."""
        await self._sql.run(
            "UPDATE gatherings SET state = ?, channel = coalesce(?, channel) WHERE id = ?",
            state.value,
            channel,
            number,
        )

    async def remove(self, number: int) -> None:
        """It has never been."""
        await self._sql.run("DELETE FROM gatherings WHERE id = ?", number)

    async def forget(self, before: datetime) -> None:
        """Removes those made before this time."""
        await self._sql.scan("DELETE FROM gatherings WHERE at < ?", micros(before))

    async def _found(self, where: str, *values: Any) -> tuple[Gathering, ...]:
        rows = await self._sql.all(f"SELECT {_GATHERING} FROM gatherings {where}", *values)
        return tuple([_gathering(row, await self._people(row[0])) for row in rows])

    async def _people(self, number: int) -> tuple[int, ...]:
        rows = await self._sql.all("SELECT user FROM gathered WHERE gathering = ? ORDER BY user", number)
        return tuple(row[0] for row in rows)


@decoded
def _wanted(row: tuple[Any, ...]) -> WantedRow:
    *said, since, until = row
    return WantedRow(
        *said,
        since=None if since is None else moment(since),
        until=None if until is None else moment(until),
    )


@decoded
def _gathering(row: tuple[Any, ...], people: tuple[int, ...]) -> Gathering:
    number, guild, channel, locale, game, at, state = row
    return Gathering(number, guild, channel, locale, game, people, moment(at), NoticeState(state))
