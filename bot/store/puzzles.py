"""Puzzles in the database: which there were each week, and what people answered."""

from dataclasses import dataclass, field

from bot.store.mapper import Mapper
from bot.store.weekly import Week, Weeks


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleWeek(Week):
    """A puzzle that a server has, or had."""

    puzzle: str
    """Its name in the data of its game."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What a person answered last."""

    week: int
    user: int
    move: bytes = field(repr=False)


class PuzzleWeeks(Weeks[PuzzleWeek]):
    """The puzzles of all servers, open and over."""

    async def over(self, guild: int) -> tuple[PuzzleWeek, ...]:
        """Those of a server that are over, oldest first."""
        return await self.all("WHERE guild = ? AND is_over = 1 ORDER BY id", guild)


class PuzzleAnswers(Mapper[PuzzleAnswer]):
    """The answers."""

    async def of(self, week: int) -> tuple[PuzzleAnswer, ...]:
        """All answers to one."""
        return await self.all("WHERE week = ? ORDER BY user_id", week)
