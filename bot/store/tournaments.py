"""Tournaments in the database: their records, who has signed up, and the tables of their rounds."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.store import sql
from bot.store.mapper import Mapper, micros


class TournamentState(StrEnum):
    """Where a tournament stands."""

    OPEN = "open"
    """People sign up."""
    RUNNING = "running"
    PAUSED = "paused"
    """Tables are played, but no new round begins."""
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def active(self) -> bool:
        """Whether it goes on by itself or may do so."""
        return self not in (TournamentState.OVER, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """A tournament; `id` is 0 until it is added."""

    id: int = 0
    guild: int
    channel: int
    locale: str
    title: str
    game: str
    options: bytes
    rules: bytes
    low: int
    high: int
    """The fewest and the most people."""
    press: str
    """The interaction that has opened it."""
    state: TournamentState = TournamentState.OPEN
    at: datetime
    """Since when it is so."""
    begins: datetime | None = None
    """None where it begins once it is full, or when its director says so."""
    course: bytes
    chapters: int = 0
    """So many rounds and ends there are to tell, of which `told` are."""
    told: int = 0
    circle: int | None = None
    """The circle whose members alone sign up; it may be gone."""
    post: int | None = None
    """The message by which people sign up; None before it is up, 0 where people have taken it away."""
    changes: int = 0
    """So many changes there are to show, of which the post shows some: `shown`."""
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Director:
    """The person who has opened a tournament."""

    tournament: int
    user: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who has signed up, and the line they hold once it has begun."""

    tournament: int
    user: int
    name: str
    at: datetime
    line: int | None = None
    is_heir: bool = False
    """They are still to be let into the threads of the tables that they have taken over, and called there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodRow:
    """A table of a round (from 1), with the lines in its seats, and its result once there is one."""

    tournament: int
    round: int
    pod: int
    box: int
    table: int | None = None
    lines: tuple[int, ...]
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What tables of a round share in a duplicate; `deal` says which of the tables at once, from 0."""

    tournament: int
    round: int
    deal: int
    options: bytes
    """Those of the game, as they were fixed with the secret."""
    secret: bytes = field(repr=False)
    """Empty where nobody may know it yet."""
    commitment: str
    is_over: bool = False
    """All its tables are: the secret is no more one."""


class Tournaments(Mapper[TournamentRow]):
    """The tournaments of all servers."""

    async def of_guild(self, guild: int, most: int) -> tuple[TournamentRow, ...]:
        """Those of a server, newest first."""
        return await self.all("WHERE guild = ? ORDER BY id DESC LIMIT ?", guild, most)

    async def active(self) -> tuple[TournamentRow, ...]:
        """Those that go on by themselves or may do so, in order."""
        return await self.scan("WHERE state IN ('open', 'running', 'paused') ORDER BY id")

    async def to_tell(self) -> tuple[TournamentRow, ...]:
        """Those of which something is to be announced, a table to be opened or an heir to be called."""
        told = await self.all("WHERE told < chapters ORDER BY id")
        opened = await self.all(
            "WHERE id IN (SELECT tournament FROM pods WHERE table_id IS NULL) ORDER BY id"
        )
        inherited = await self.all(
            "WHERE id IN (SELECT tournament FROM entrants WHERE is_heir = 1) ORDER BY id"
        )
        return tuple({row.id: row for row in (*told, *opened, *inherited)}.values())

    async def of_person(self, user: int) -> tuple[TournamentRow, ...]:
        """Those for which a person has signed up."""
        return await self.scan(
            "WHERE id IN (SELECT tournament FROM entrants WHERE user_id = ?) ORDER BY id", user
        )

    async def awaited_in(self, circle: int, user: int) -> tuple[TournamentRow, ...]:
        """Those of a circle for which a person has signed up and in which they do not play yet."""
        return await self.scan(
            "WHERE circle = ? AND id IN (SELECT tournament FROM entrants WHERE user_id = ? AND line IS NULL)"
            " ORDER BY id",
            *(circle, user),
        )

    async def to_show(self) -> tuple[TournamentRow, ...]:
        """Those whose post does not show how they stand."""
        return await self.scan("WHERE shown < changes ORDER BY id")

    async def change(self, number: int) -> None:
        """There is another change to show."""
        await sql.run("UPDATE tournaments SET changes = changes + 1 WHERE id = ?", number)

    async def show(self, number: int, post: int, shown: int) -> None:
        """The post shows so many changes."""
        await sql.run("UPDATE tournaments SET post = ?, shown = ? WHERE id = ?", post, shown, number)

    async def ended(self, state: str, before: datetime, most: int) -> tuple[TournamentRow, ...]:
        """Some that ended in this state before a time, oldest first, but none whose tables share a
        secret that still is one."""
        return await self.all(
            "WHERE state = ? AND at < ? AND id NOT IN (SELECT tournament FROM deals WHERE is_over = 0)"
            " ORDER BY at LIMIT ?",
            *(state, micros(before), most),
        )

    async def delete(self, number: int) -> None:
        """Deletes a tournament and all that belongs to it."""
        await sql.run("DELETE FROM tournaments WHERE id = ?", number)


class Entrants(Mapper[Entrant]):
    """Who has signed up."""

    async def of(self, tournament: int) -> tuple[Entrant, ...]:
        """All of a tournament, as they came."""
        return await self.all("WHERE tournament = ? ORDER BY at, user_id", tournament)

    async def remove(self, tournament: int, user: int) -> None:
        """A person takes no part any more."""
        await sql.run("DELETE FROM entrants WHERE tournament = ? AND user_id = ?", tournament, user)


class Deals(Mapper[Deal]):
    """The secrets of duplicates."""

    async def of(self, tournament: int) -> tuple[Deal, ...]:
        """All of a tournament, in order."""
        return await self.all("WHERE tournament = ? ORDER BY round, deal", tournament)


class Pods(Mapper[PodRow]):
    """The tables of rounds."""

    async def of(self, tournament: int) -> tuple[PodRow, ...]:
        """All of a tournament, in order."""
        return await self.all("WHERE tournament = ? ORDER BY round, pod", tournament)
