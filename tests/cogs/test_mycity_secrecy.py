"""Nobody learns from our messages what others have chosen in the round that is under way.

The same round is played twice. The second time somebody else has chosen otherwise. Whatever the bot sends
where the observer could see it must be the same, byte by byte, and so must its log.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from evening_of_mycity import CityEvening, aim, begin
from overheard import Seen, is_seen, log_of, look_at_everything, written_by
from simcord.actors import MemberActor
from simulated import open_world
from troubled import Wire

from bot.config import Settings

pytestmark = pytest.mark.usefixtures("one_delivery_at_a_time")

PLAYERS = 3
SPECTATOR = PLAYERS
"""The place of the person who sits at no table."""
WAYS = ("E1/0", "C2/0", "pass", "stop")
"""What Ann may have chosen: one of two buildings, a pass, a stop."""


async def look_around(evening: CityEvening, person: MemberActor) -> None:
    """Whatever a person can ask for."""
    await look_at_everything(evening, person, [("build", "at")])
    await person.slash(evening.world.channel, "games mine")


async def chooses(evening: CityEvening, actor: MemberActor, way: str) -> None:
    """In a panel after some thought: tried out here and there, then chosen and changed."""
    panel = await evening.open_panel(actor)
    if "/" in way:
        panel = await evening.pick(actor, panel, aim(way))
        await evening.use(actor, panel, "build")
    elif way == "pass":
        panel = await evening.pick(actor, panel, aim("E1/0"))
        await evening.use(actor, panel, "pass")
    else:
        await evening.confirm(actor, await evening.use(actor, panel, "stop"))
    await evening.world.env.advance_time(5)


async def play(folder: Path, observer: int, way: str) -> Seen:
    """A round in which everything that others could overhear is done, but for its end."""
    settings = Settings(database=folder / "x", log="debug")
    with log_of(settings) as log:
        world = await open_world(folder, album=False)
        try:
            evening = await begin(world, PLAYERS, seed=3)
            person = [*evening.people, world.person("Zoe")][observer]
            with Wire() as wire:
                await look_around(evening, person)
                await chooses(evening, evening.people[0], way)
                await look_around(evening, person)
                if observer != 1:
                    await chooses(evening, evening.people[1], "D1/1")
                await world.restart()
                await look_around(evening, person)
                await world.env.advance_time(5)
            seen = [request for request in wire.requests if is_seen(world, request, person.id)]
            return Seen(seen, written_by(log))
        finally:
            await world.close()


def seen(observer: int, way: str) -> Seen:
    """The evening as one person saw it."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(Path(folder), observer, way))


@pytest.mark.parametrize(("observer", "other"), [(1, "C2/0"), (2, "pass"), (SPECTATOR, "stop")])
def test_whoever_looks_gets_the_same_whatever_another_has_chosen(observer: int, other: str) -> None:
    real, changed = seen(observer, WAYS[0]), seen(observer, other)
    assert len(real.requests) > 20
    assert any(request.files for request in real.requests)
    for mine, theirs in zip(real.requests, changed.requests, strict=True):
        assert mine == theirs
    assert real.log == changed.log


def test_the_comparison_would_notice_a_choice() -> None:
    """Who has chosen does see it."""
    real, changed = seen(0, WAYS[0]), seen(0, WAYS[1])
    differing = [mine for mine, theirs in zip(real.requests, changed.requests, strict=True) if mine != theirs]
    assert any(request.files for request in differing)
