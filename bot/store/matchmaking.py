"""Matchmaking in the database: requests, groups that were called together, and tables on offer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper
from bot.store.records import MatchGroup, MatchRequest, NoticeState, Offer

_REQUEST = Mapper(MatchRequest, "wanted", key="guild, user")
_GROUP = Mapper(MatchGroup, "gatherings", without=("people",))
_OFFER = Mapper(Offer, "offers")


class MatchRequests:
    """What people would like to play in which server."""

    async def get(self, guild: int, user: int) -> MatchRequest | None:
        """What a person said last in a server."""
        return await _REQUEST.one("WHERE guild = ? AND user = ?", guild, user)

    async def put(self, row: MatchRequest) -> None:
        """Everything of the row anew."""
        await _REQUEST.put(row)

    async def looking(self) -> tuple[MatchRequest, ...]:
        """Those that count since some time, longest first; also those whose time is over."""
        return await _REQUEST.scan("WHERE since IS NOT NULL ORDER BY since, user")


class MatchGroups:
    """Who was called together for a game."""

    async def add(self, gathering: MatchGroup) -> int:
        """The number under which it can be had."""
        number = await _GROUP.add(gathering)
        people = [(number, user) for user in gathering.people]
        await sql.insert("INSERT INTO gathered (gathering, user)", people)
        return number

    async def get(self, number: int) -> MatchGroup | None:
        """Who was called together, None once it is forgotten."""
        return next(iter(await self._found("WHERE id = ?", number)), None)

    async def open(self) -> tuple[MatchGroup, ...]:
        """Those that are pending or being sent, in order."""
        return await self._found("WHERE state IN ('pending', 'sending') ORDER BY id")

    async def of_guild(self, guild: int) -> tuple[MatchGroup, ...]:
        """All of a server that are remembered."""
        return await self._found("WHERE guild = ? ORDER BY id", guild)

    async def mark(self, number: int, state: NoticeState, channel: int | None = None) -> None:
        """How far its delivery is, and in which channel from now on, if it is another one."""
        await sql.run(
            "UPDATE gatherings SET state = ?, channel = coalesce(?, channel) WHERE id = ?",
            *(state.value, channel, number),
        )

    async def remove(self, number: int) -> None:
        """It has never been."""
        await sql.run("DELETE FROM gatherings WHERE id = ?", number)

    async def forget(self, before: datetime) -> None:
        """Removes those made before this time."""
        await _GROUP.forget(before)

    async def _found(self, where: str, *values: int) -> tuple[MatchGroup, ...]:
        rows = await sql.run(f"SELECT id, {_GROUP.columns} FROM gatherings {where}", *values)
        return tuple([_GROUP.read(row, people=await _people(number)) for number, *row in rows])


class Offers:
    """Tables that can be opened by a button, with options for which it has no room."""

    async def add(self, offer: Offer) -> int:
        """The number under which it can be had."""
        return await _OFFER.add(offer)

    async def get(self, number: int) -> Offer | None:
        """What was offered, None once it is forgotten."""
        return await _OFFER.one("WHERE id = ?", number)

    async def forget(self, before: datetime) -> None:
        """Removes those made before this time."""
        await _OFFER.forget(before)


async def _people(number: int) -> Sequence[int]:
    rows = await sql.run("SELECT user FROM gathered WHERE gathering = ? ORDER BY user", number)
    return tuple(row[0] for row in rows)
