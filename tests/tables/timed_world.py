"""A world in which time passes: who is told what when."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from fixed_chance import every_secret_is
from msgspec import structs
from table_world import World, person

from bot.tables.clock import Clock
from bot.tables.model import Moment, NoticeKind
from bot.tables.turn_clock import Duty

HOUR = timedelta(hours=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Timed(World):
    """A world with a clock that is told to look; notes who was told what when."""

    def begin(self) -> None:
        """It is noon, and nobody has quiet hours unless a test gives them some."""
        self.time = NOON
        self.notes: list[tuple[float, NoticeKind, int, int]] = []
        """Hours since noon, kind, table and seat of what people were sent; another time is only shown."""

    @property
    def seen(self) -> list[tuple[float, int, int]]:
        """The reminders: hours since noon, table and seat."""
        return self.all_of(NoticeKind.REMINDER)

    def all_of(self, kind: NoticeKind) -> list[tuple[float, int, int]]:
        """Hours since noon, table and seat of all notices of a kind."""
        return [(hours, table, seat) for hours, told, table, seat in self.notes if told is kind]

    @property
    def clock(self) -> Clock:
        """A clock on the store as it is now."""
        return clock_of(self)

    async def look(self) -> None:
        """What is due is done, and its notices are delivered."""
        await self.clock.run_due()
        for table in await self.tables.outbox.with_notices():
            for notice in await self.deliver(table):
                if notice.seat is not None and notice.kind is not NoticeKind.TIMED:
                    self.notes.append(((self.time - NOON) / HOUR, notice.kind, table, notice.seat))

    async def pass_time(self, hours: float, step: float = 1) -> None:
        """Lets the hours pass, and looks after each step."""
        for _ in range(round(hours / step)):
            self.later(hours=step)
            await self.look()

    async def wish(self, user: int, **wished: Any) -> None:
        """What a person sets."""
        await self.tables.preferences.change(user, lambda wishes: structs.replace(wishes, **wished))

    async def begun(self, people: int = 3, channel: int = 500, deadline: int = 0) -> Moment:
        """A game in which everybody has to choose a card, and nobody sleeps."""
        table = await self.lobby(people, channel=channel)
        await self.tables.deadlines.set_deadline(table.id, person(1), deadline, key=self.key())
        moment = (await self.tables.play.start(table.id, person(1), key=self.key())).moment
        for number in range(1, people + 1):
            await self.wish(number, quiet=(0, 0))
        await self.deliver(moment.table.id)
        return moment

    async def waiting(self, seat: int, deadline: int = 0) -> Moment:
        """A game of three in which this seat alone owes a decision."""
        return await self.all_but(seat, await self.begun(deadline=deadline))

    async def duties(self, table: int = 1) -> list[Duty | None]:
        """What each seat of a table owes."""
        return [seat.pace.duty for seat in await self.store.read(lambda tx: tx.seats.at(table))]

    async def all_but(self, seat: int, moment: Moment) -> Moment:
        """Everybody else chooses a card."""
        others = [other for other in range(len(moment.table.sitters)) if other != seat]
        return await self.choose(moment, *others)


async def never(awaitable: object, *, reason: str) -> None:
    """The seam for waiting of a clock that is told to look."""
    raise AssertionError("the tests look by themselves")


def clock_of(world: World) -> Clock:
    """A clock on the store of a world as it is now."""
    return Clock(world.store, world.tables, now=lambda: world.time, wait=never)


@asynccontextmanager
async def timed_world(folder: Path) -> AsyncGenerator[Timed]:
    """A world in which it is noon; the lowest cards of three hands fit into rows."""
    world = Timed(folder / "world.db")
    world.begin()
    await world.open()
    with every_secret_is(bytes([24]) * 32):
        yield world
    await world.store.close()
