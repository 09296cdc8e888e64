"""Evenings on which people want to play, who comes, and the events of Discord that stand for something."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import NoticeState

_ACTIVE = "state IN ('open', 'begun')"


class EveningState(StrEnum):
    """Where an evening stands."""

    OPEN = "open"
    BEGUN = "begun"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRow:
    """An evening; `id` is 0 until it is added."""

    id: int = 0
    guild: int
    channel: int
    locale: str
    games: tuple[str, ...]
    starts: datetime
    until: datetime
    state: EveningState = EveningState.OPEN
    told: NoticeState = NoticeState.PENDING
    """How far the post is that announces it, or once it has begun the one that says so."""
    press: str
    """The interaction that has called for it."""
    post: int | None = None
    """The message that announces it; None before it was looked for, 0 where people have taken it away."""
    changes: int = 0
    """So many changes there are to show, of which the post shows some: `shown`."""
    shown: int = 0
    calls: bool = False
    """Who comes is still to be called, since the time has changed or the evening was called off."""
    moved_at: datetime | None = None
    """When that was, the last time."""


@dataclass(frozen=True, slots=True)
class EveningHost:
    """Who has invited, and what they wrote."""

    evening: int
    user: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class EveningGuest:
    """Somebody who comes."""

    evening: int
    user: int
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EventRow:
    """The event of Discord that stands for something: `number` says for which of its kind, `part` for which
    round."""

    kind: str
    number: int
    part: int
    guild: int
    event: int | None = None
    """None while it may have been made without an answer, 0 where people have taken it away."""
    shown: str = ""
    """What it says."""


class Evenings(Mapper[EveningRow]):
    """The evenings of all servers."""

    async def active(self) -> tuple[EveningRow, ...]:
        """Those that are to come or under way, the next ones first."""
        return await self.scan(f"WHERE {_ACTIVE} ORDER BY starts, id")

    async def untold(self) -> tuple[EveningRow, ...]:
        """Those of which something is to be told, in order; `SENDING` where that was begun."""
        return await self.scan("WHERE told IN ('pending', 'sending') ORDER BY id")

    async def of_person(self, user: int) -> tuple[EveningRow, ...]:
        """Those to which a person has invited or comes."""
        return await self.scan(
            "WHERE id IN (SELECT evening FROM evening_guests WHERE user_id = ?)"
            " OR id IN (SELECT evening FROM evening_hosts WHERE user_id = ?) ORDER BY id",
            *(user, user),
        )

    async def calling(self) -> tuple[EveningRow, ...]:
        """Those whose guests are still to be called, in order."""
        return await self.scan("WHERE calls = 1 ORDER BY id")

    async def called(self, number: int, changes: int) -> None:
        """Its guests have been called after so many changes, unless there was another one since."""
        await sql.run("UPDATE evenings SET calls = 0 WHERE id = ? AND changes = ?", number, changes)

    async def to_show(self) -> tuple[EveningRow, ...]:
        """Those whose post does not show how they stand."""
        return await self.scan("WHERE shown < changes ORDER BY id")

    async def change(self, number: int) -> None:
        """There is another change to show."""
        await sql.run("UPDATE evenings SET changes = changes + 1 WHERE id = ?", number)

    async def show(self, number: int, post: int, shown: int) -> None:
        """The post shows so many changes."""
        await sql.run("UPDATE evenings SET post = ?, shown = ? WHERE id = ?", post, shown, number)

    async def mark(self, number: int, told: NoticeState) -> None:
        """How far what is to be told of it is."""
        await sql.run("UPDATE evenings SET told = ? WHERE id = ?", told.value, number)

    async def forget(self, before: datetime) -> None:
        """Deletes those that were over earlier than this, with who came."""
        await sql.scan(f"DELETE FROM evenings WHERE NOT {_ACTIVE} AND until < ?", micros(before))


class EveningHosts(Mapper[EveningHost]):
    """Who has invited to which evening."""

    async def active(self) -> tuple[EveningHost, ...]:
        """Those of evenings that are to come or under way."""
        return await self.all(f"WHERE evening IN (SELECT id FROM evenings WHERE {_ACTIVE}) ORDER BY evening")


class EveningGuests(Mapper[EveningGuest]):
    """Who comes to which evening."""

    async def of(self, evening: int) -> tuple[EveningGuest, ...]:
        """All of an evening, as they said so."""
        return await self.all("WHERE evening = ? ORDER BY at, user_id", evening)

    async def remove(self, evening: int, user: int) -> None:
        """A person does not come after all."""
        await sql.run("DELETE FROM evening_guests WHERE evening = ? AND user_id = ?", evening, user)


class Events(Mapper[EventRow]):
    """The events of Discord."""

    async def every(self) -> tuple[EventRow, ...]:
        """All that there are."""
        return await self.scan("ORDER BY kind, number, part")

    async def remove(self, row: EventRow) -> None:
        """It stands for nothing any more."""
        key = row.kind, row.number, row.part
        await sql.run("DELETE FROM scheduled_events WHERE kind = ? AND number = ? AND part = ?", *key)
