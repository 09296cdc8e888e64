"""Puzzles in the database: where they are posted each week, which they were, and what people answered."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import NoticeState


@dataclass(frozen=True, slots=True)
class PuzzleServer:
    """Where and on which day a server has its puzzle of the week."""

    guild: int
    channel: int
    locale: str
    """The language of what is posted there."""
    day: int
    """0 is Monday."""
    due: datetime
    """When the next one is posted."""
    number: int = 0
    """So many there were."""
    barred: bool = False
    """The last one could not be posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleWeek:
    """A puzzle that a server has, or had; `id` is 0 until it is added."""

    id: int = 0
    guild: int
    channel: int
    locale: str
    puzzle: str
    """Its name in the data of its game."""
    closes: datetime
    is_over: bool = False
    told: NoticeState = NoticeState.PENDING
    """How far its post is, or once it is over its solution."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What a person answered last."""

    week: int
    user: int
    move: bytes = field(repr=False)


class PuzzleServers(Mapper[PuzzleServer]):
    """The servers that have a puzzle each week."""

    async def due(self, now: datetime) -> tuple[PuzzleServer, ...]:
        """Those in which one is to be posted by now."""
        return await self.scan("WHERE due <= ? ORDER BY guild", micros(now))

    async def next(self) -> datetime | None:
        """When the next one of all is posted."""
        rows = await self.scan("ORDER BY due LIMIT 1")
        return rows[0].due if rows else None

    async def remove(self, guild: int) -> None:
        """A server has no more of them."""
        await sql.run("DELETE FROM puzzle_servers WHERE guild = ?", guild)


class PuzzleWeeks(Mapper[PuzzleWeek]):
    """The puzzles of all servers, open and over."""

    async def open(self) -> tuple[PuzzleWeek, ...]:
        """All that can still be answered, or are about to close."""
        return await self.all("WHERE is_over = 0 ORDER BY id")

    async def untold(self) -> tuple[PuzzleWeek, ...]:
        """Those of which something is to be told, in order; `SENDING` where that was begun."""
        return await self.all("WHERE told IN ('pending', 'sending') ORDER BY id")

    async def newest(self, guild: int) -> PuzzleWeek | None:
        """The last one of a server."""
        return await self.one("WHERE guild = ? ORDER BY id DESC LIMIT 1", guild)

    async def over(self, guild: int) -> tuple[PuzzleWeek, ...]:
        """Those of a server that are over, oldest first."""
        return await self.all("WHERE guild = ? AND is_over = 1 ORDER BY id", guild)

    async def mark(self, number: int, told: NoticeState) -> None:
        """How far what is to be told of it is."""
        await sql.run("UPDATE puzzle_weeks SET told = ? WHERE id = ?", told.value, number)

    async def forget(self, before: datetime) -> None:
        """Deletes those that closed earlier than this, with what was answered."""
        await sql.scan("DELETE FROM puzzle_weeks WHERE is_over = 1 AND closes < ?", micros(before))


class PuzzleAnswers(Mapper[PuzzleAnswer]):
    """The answers."""

    async def of(self, week: int) -> tuple[PuzzleAnswer, ...]:
        """All answers to one."""
        return await self.all("WHERE week = ? ORDER BY user_id", week)
