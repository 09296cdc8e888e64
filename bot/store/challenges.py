"""Challenges in the database: where they open each week, what they are, and who has taken them."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import NoticeState


@dataclass(frozen=True, slots=True)
class ChallengeServer:
    """Where and on which day a server has its challenge of the week."""

    guild: int
    channel: int
    locale: str
    """The language of what is posted there."""
    day: int
    """0 is Monday."""
    due: datetime
    """When the next one opens."""
    number: int = 0
    """So many have opened."""
    barred: bool = False
    """The last one could not be posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A deal that everybody in a server may play once; `id` is 0 until it is added."""

    id: int = 0
    guild: int
    channel: int
    locale: str
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
    closes: datetime
    is_over: bool = False
    told: NoticeState = NoticeState.PENDING
    """How far its announcement is, or once it is over its result."""


@dataclass(frozen=True, slots=True)
class ChallengeEntry:
    """A person has taken a challenge at a table."""

    challenge: int
    user: int
    table: int


class ChallengeServers(Mapper[ChallengeServer]):
    """The servers that have a challenge each week."""

    async def due(self, now: datetime) -> tuple[ChallengeServer, ...]:
        """Those in which one is to open by now."""
        return await self.scan("WHERE due <= ? ORDER BY guild", micros(now))

    async def next(self) -> datetime | None:
        """When the next one of all opens."""
        rows = await self.scan("ORDER BY due LIMIT 1")
        return rows[0].due if rows else None

    async def remove(self, guild: int) -> None:
        """A server has no more of them."""
        await sql.run("DELETE FROM challenge_servers WHERE guild = ?", guild)


class Challenges(Mapper[Challenge]):
    """The challenges, open and over."""

    async def open(self) -> tuple[Challenge, ...]:
        """All that can still be taken, or are about to close."""
        return await self.all("WHERE is_over = 0 ORDER BY id")

    async def untold(self) -> tuple[Challenge, ...]:
        """Those of which something is to be told, in order; `SENDING` where that was begun."""
        return await self.all("WHERE told IN ('pending', 'sending') ORDER BY id")

    async def of_guild(self, guild: int, most: int) -> tuple[Challenge, ...]:
        """The newest ones of a server, newest first."""
        return await self.all("WHERE guild = ? ORDER BY id DESC LIMIT ?", guild, most)

    async def with_commitment(self, commitment: str) -> tuple[Challenge, ...]:
        """Those that share a secret, on all servers."""
        return await self.all("WHERE commitment = ? ORDER BY id", commitment)

    async def mark(self, number: int, told: NoticeState) -> None:
        """How far what is to be told of it is."""
        await sql.run("UPDATE challenges SET told = ? WHERE id = ?", told.value, number)

    async def close(self, number: int) -> None:
        """It is over: its result is to be told."""
        await sql.run("UPDATE challenges SET is_over = 1, told = 'pending' WHERE id = ?", number)

    async def forget(self, before: datetime) -> None:
        """Deletes those that closed earlier than this, with who took them."""
        await sql.scan("DELETE FROM challenges WHERE is_over = 1 AND closes < ?", micros(before))


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
