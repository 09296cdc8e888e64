"""Changes in a server that let a table speak again, or that have nothing to do with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from slow_evening import SlowEvening
from troubled import Wire


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """A game of two that can't speak in its channel."""
    async with SlowEvening.unhurried(tmp_path, 2) as evening:
        await evening.start(rounds=1)
        evening.bar()
        for person in evening.people:
            await evening.choose(person)
        await evening.wait(60)
        assert (await evening.app.tables.queries.table(1)).silent_since is not None
        yield evening


async def tried(evening: SlowEvening, change: Callable[[], object], *, patience: float = 0.2) -> int:
    """So often something is posted to the channel after a change; up to so many seconds may pass before the
    first time where the bot hears of it from nobody in the simulation."""
    path = f"/channels/{evening.channel.id}/messages"

    def posted() -> int:
        return sum((request.method, request.path) == ("POST", path) for request in wire.requests)

    with Wire() as wire:
        change()
        await evening.until(lambda: posted() > 0, patience)
        await evening.wait(60)
    return posted()


async def test_rights_that_change_are_tried_and_names_are_not(evening: SlowEvening) -> None:
    backend, guild = evening.env.backend, evening.world.guild
    everybody, elsewhere = guild.default_role.id, guild.create_text_channel("elsewhere").id
    hidden = Overwrite(everybody, OverwriteType.ROLE, allow=0, deny=1024)
    for change in (
        lambda: backend.edit_role(guild.id, everybody, {"name": "all"}),
        lambda: backend.edit_channel(evening.channel.id, {"name": "hall"}),
        lambda: backend.edit_channel(evening.channel.id, {"topic": "games"}),
    ):
        assert await tried(evening, change) == 0
    assert await tried(evening, lambda: backend.edit_role(guild.id, everybody, {"permissions": 3072})) == 1
    assert await tried(evening, lambda: backend.set_overwrite(elsewhere, hidden)) == 1


@pytest.mark.parametrize("whose", ["our", "their"])
async def test_a_role_of_the_bot_itself_is_tried(evening: SlowEvening, whose: str) -> None:
    """Discord tells every bot of its own roles, of those of others only whoever asked for it."""
    guild = evening.app.get_guild(evening.world.guild.id)
    assert guild is not None
    member = guild.me if whose == "our" else await guild.fetch_member(evening.people[0].id)

    def told() -> None:
        evening.app.dispatch("member_update", member, member)

    changed = await tried(evening, told, patience=10 if whose == "our" else 1)
    assert changed == (whose == "our")
