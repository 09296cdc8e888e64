"""Puzzles in the database: which there were each week, and what people answered."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper
from bot.store.weekly import Week, Weeks


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleWeek(Week):
    """A puzzle that a server has, or had."""

    puzzle: str
    """Its name in the data of its game, or that of a game of the server."""
    position: bytes | None = field(default=None, repr=False)
    """The puzzle itself where it comes from a game of the server."""


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


@dataclass(frozen=True, slots=True)
class GamePuzzle:
    """A finished game of a server that is looked through for a puzzle, or that has one to be posted."""

    table: int
    guild: int
    game: str
    at: datetime
    """When it was over."""
    looked: int = 0
    """Positions that are no puzzles."""
    thoughts: bytes = field(default=b"[]", repr=False)
    """What was thought of the next one."""
    puzzle: bytes | None = field(default=None, repr=False)


class GamePuzzles(Mapper[GamePuzzle]):
    """What finished games of servers may become, or have."""

    async def sought(self) -> tuple[GamePuzzle, ...]:
        """Those that are still looked through, oldest first."""
        return await self.all("WHERE puzzle IS NULL ORDER BY at")

    async def of(self, guild: int, game: str) -> tuple[GamePuzzle, ...]:
        """Those of a server and a game, oldest first."""
        return await self.all("WHERE guild = ? AND game = ? ORDER BY at", guild, game)

    async def drop(self, table: int) -> None:
        """A game is none of them any more."""
        await sql.run("DELETE FROM game_puzzles WHERE table_id = ?", table)

    async def drop_all(self, guild: int) -> None:
        """The same for all games of a server."""
        await sql.run("DELETE FROM game_puzzles WHERE guild = ?", guild)
