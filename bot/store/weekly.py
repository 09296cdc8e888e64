"""What servers have anew each week, in the database: where and when, and how far each one of them is."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import NoticeState


@dataclass(frozen=True, slots=True)
class WeeklyServer:
    """Where and on which day a server has another one each week."""

    guild: int
    channel: int
    locale: str
    """The language of what is posted there."""
    day: int
    """0 is Monday."""
    due: datetime
    """When the next one comes."""
    number: int = 0
    """So many there were."""
    barred: bool = False
    """The last one could not be posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """One that a server has, or had; `id` is 0 until it is added."""

    id: int = 0
    guild: int
    channel: int
    locale: str
    closes: datetime
    is_over: bool = False
    told: NoticeState = NoticeState.PENDING
    """How far its post is, or once it is over the one that tells how it ended."""


W = TypeVar("W", bound=Week)


class WeeklyServers(Mapper[WeeklyServer]):
    """The servers that have another one each week."""

    async def due(self, now: datetime) -> tuple[WeeklyServer, ...]:
        """Those in which one comes by now."""
        return await self.scan("WHERE due <= ? ORDER BY guild", micros(now))

    async def next(self) -> datetime | None:
        """When the next one of all comes."""
        rows = await self.scan("ORDER BY due LIMIT 1")
        return rows[0].due if rows else None

    async def remove(self, guild: int) -> None:
        """A server has no more of them."""
        await sql.run(f"DELETE FROM {self._table} WHERE guild = ?", guild)


class Weeks(Mapper[W]):
    """Those of all servers, open and over."""

    async def open(self) -> tuple[W, ...]:
        """All that can still be taken part in, or are about to close."""
        return await self.all("WHERE is_over = 0 ORDER BY id")

    async def untold(self) -> tuple[W, ...]:
        """Those of which something is to be told, in order; `SENDING` where that was begun."""
        return await self.all("WHERE told IN ('pending', 'sending') ORDER BY id")

    async def of_guild(self, guild: int, most: int) -> tuple[W, ...]:
        """The newest ones of a server, newest first."""
        return await self.all("WHERE guild = ? ORDER BY id DESC LIMIT ?", guild, most)

    async def mark(self, number: int, told: NoticeState) -> None:
        """How far what is to be told of it is."""
        await sql.run(f"UPDATE {self._table} SET told = ? WHERE id = ?", told.value, number)

    async def forget(self, before: datetime) -> None:
        """Deletes those that closed earlier than this, with who took part."""
        await sql.scan(f"DELETE FROM {self._table} WHERE is_over = 1 AND closes < ?", micros(before))
