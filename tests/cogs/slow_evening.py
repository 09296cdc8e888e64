"""An evening that lasts for days: nobody sleeps, and the hours pass quickly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import structs
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import text_of
from troubled import Evening, control, has

from bot import app

HOUR = 3600.0


class SlowEvening(Evening):
    """A table whose people think for days."""

    @classmethod
    @asynccontextmanager
    async def unhurried(cls, folder: Path, people: int = 3) -> AsyncGenerator[SlowEvening]:
        """The bot in a new world, in which it does not say every five minutes that it is alive."""
        with patch.object(app, "HEARTBEAT", timedelta(days=365)):
            async with cls.begin(folder, people) as evening:
                assert isinstance(evening, cls)
                await evening.hours(0.1)
                yield evening

    async def hours(self, count: float) -> None:
        """So much time goes by."""
        await self.wait(count * HOUR)

    async def until(self, done: Callable[[], bool], patience: float) -> None:
        """Waits for what nobody in the simulation waits for, at most so many seconds of the real clock."""
        for _ in range(round(patience / 0.02)):
            if done():
                return
            await asyncio.sleep(0.02)

    async def sleep(self, hours: float) -> None:
        """The bot is off for so long."""
        await self.app.close()
        self.jump(hours)
        await self.world.restart()

    def jump(self, hours: float) -> None:
        """The clock of the world is set on, or back."""
        self.env.backend.advance_clock(hours * HOUR)

    async def start_with_deadline(self, hours: str) -> None:
        """The host sets the deadline among the options of the lobby; the game begins, and it is day."""
        await self.fill()
        host = self.people[0]
        panel = self.private(await self.push(host, self.posts()[-1], "lobby.options"))
        await self.press(host, panel, control(panel, "time.deadline"), hours)
        assert "Each decision has" in text_of(self.posts()[-1])
        await self.push(host, self.posts()[-1], "lobby.start")
        await self.awake()

    async def wish(self, person: MemberActor, **wished: Any) -> None:
        """What a person sets for all tables."""
        await self.app.tables.preferences.change(person.id, lambda wishes: structs.replace(wishes, **wished))

    async def awake(self) -> None:
        """From now on nobody who is known has quiet hours."""
        for person in self.people:
            await self.wish(person, quiet=(0, 0))

    async def asleep(self, person: MemberActor) -> None:
        """For twelve hours it is night where a person lives."""
        hour = self.env.now().hour
        await self.wish(person, quiet=(hour, (hour + 12) % 24), zone="UTC")

    def reminders(self, person: MemberActor) -> list[Message]:
        """The direct messages that remind a person."""
        return [letter for letter in self.letters(person) if has(letter, "wait.never")]
