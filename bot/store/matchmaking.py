"""Matchmaking in the database: requests, and groups that were called together."""

from __future__ import annotations

from bot.store import sql
from bot.store.mapper import Mapper
from bot.store.records import MatchGroup, MatchRequest, NoticeState


class MatchRequests(Mapper[MatchRequest]):
    """What people would like to play in which server."""

    async def looking(self) -> tuple[MatchRequest, ...]:
        """Those that count since some time, longest first; also those whose time is over."""
        return await self.scan("WHERE since IS NOT NULL ORDER BY since, user")


class MatchGroups(Mapper[MatchGroup]):
    """Who was called together for a game."""

    async def add(self, record: MatchGroup) -> int:
        """The number under which it can be had."""
        number = await super().add(record)
        people = [(number, user) for user in record.people]
        await sql.insert("INSERT INTO gathered (gathering, user)", people)
        return number

    async def open(self) -> tuple[MatchGroup, ...]:
        """Those that are pending or being sent, in order."""
        return await self.all("WHERE state IN ('pending', 'sending') ORDER BY id")

    async def of_guild(self, guild: int) -> tuple[MatchGroup, ...]:
        """All of a server that are remembered."""
        return await self.all("WHERE guild = ? ORDER BY id", guild)

    async def mark(self, number: int, state: NoticeState, channel: int | None = None) -> None:
        """How far its delivery is, and in which channel from now on, if it is another one."""
        await sql.run(
            "UPDATE gatherings SET state = ?, channel = coalesce(?, channel) WHERE id = ?",
            *(state.value, channel, number),
        )

    async def remove(self, number: int) -> None:
        """It has never been."""
        await sql.run("DELETE FROM gatherings WHERE id = ?", number)

    async def all(self, rest: str, *values: object) -> tuple[MatchGroup, ...]:
        """The groups that this clause finds by an index, each with its people."""
        found: list[MatchGroup] = []
        for number, *row in await sql.run(f"SELECT id, {self.columns} FROM gatherings {rest}", *values):
            people = await sql.run("SELECT user FROM gathered WHERE gathering = ? ORDER BY user", number)
            found.append(self.read(row, people=tuple(user for (user,) in people)))
        return tuple(found)
