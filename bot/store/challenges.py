"""Challenges in the database: what they are, and who has taken them."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper
from bot.store.weekly import Week, Weeks


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge(Week):
    """A deal that everybody in a server may play once."""

    game: str
    options: bytes
    seats: tuple[str, ...]
    """Who sits where: the person, and computers by their level."""
    secret: bytes = field(repr=False)
    """The 32 bytes that all its tables share; empty where nobody may know them yet."""
    commitment: str
    known: bool = False
    """The secret had been revealed elsewhere before."""
    opened: datetime


@dataclass(frozen=True, slots=True)
class ChallengeEntry:
    """A person has taken a challenge at a table."""

    challenge: int
    user: int
    table: int


class Challenges(Weeks[Challenge]):
    """The challenges, open and over."""

    async def with_commitment(self, commitment: str) -> tuple[Challenge, ...]:
        """Those that share a secret, on all servers."""
        return await self.all("WHERE commitment = ? ORDER BY id", commitment)

    async def close(self, number: int) -> None:
        """It is over: its result is to be told."""
        await sql.run("UPDATE challenges SET is_over = 1, told = 'pending' WHERE id = ?", number)


class ChallengeEntries(Mapper[ChallengeEntry]):
    """Who has taken which challenge."""

    async def of(self, challenge: int) -> tuple[ChallengeEntry, ...]:
        """All who have taken one, in the order of their tables."""
        return await self.all("WHERE challenge = ? ORDER BY table_id", challenge)

    async def sharing(self, commitment: str, user: int) -> ChallengeEntry | None:
        """The one by which a person has played with a secret, on any server."""
        return await self.one(
            "WHERE user_id = ? AND challenge IN (SELECT id FROM challenges WHERE commitment = ?)",
            *(user, commitment),
        )

    async def rules(self, commitment: str) -> int:
        """The version of the rules by which the first game with a secret is played, on any server; 0 before
        there is one."""
        rows = await sql.run(
            "SELECT tables.rules FROM challenges JOIN challenge_entries ON challenge = challenges.id"
            " JOIN tables ON tables.id = table_id WHERE challenges.commitment = ? ORDER BY table_id LIMIT 1",
            commitment,
        )
        return rows[0][0] if rows else 0
