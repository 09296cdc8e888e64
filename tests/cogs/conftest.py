"""What the tests of the cogs share."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from any_game import deal
from simcord.actors import MemberActor
from simulated import World, open_world
from troubled import Evening

from bot import app
from bot.discord import router
from tests.guest_world import invite


@pytest.fixture(autouse=True)
def time_to_suggest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure: a limit of real time that is over takes the simulated clock along, from
    which ids and times come, and leaves out what people are offered."""
    monkeypatch.setattr(router, "QUICK", 60.0)


@pytest.fixture(autouse=True)
def seldom_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not say every five minutes that they are alive, so that days pass quickly."""
    monkeypatch.setattr(app, "HEARTBEAT", timedelta(days=365))


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """Three people in a channel without a table, and all the time in the world."""
    async with Evening.begin(tmp_path) as evening:
        yield evening


@pytest.fixture
def ann(world: World) -> MemberActor:
    """Somebody in the server."""
    return world.person("Ann")


@pytest.fixture
def ben(world: World) -> MemberActor:
    """Somebody else there."""
    return world.person("Ben")


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round of 6 nimmt! has two tricks."""
    deal(monkeypatch, 2)


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots have the games of the tests, too."""
    invite(monkeypatch)


@pytest.fixture(scope="module")
def presenters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All cogs are loaded, those of the games of the tests too."""
    with pytest.MonkeyPatch.context() as patch:
        invite(patch)

        async def load() -> None:
            async with await open_world(tmp_path_factory.mktemp("world")):
                pass

        asyncio.run(load())
        yield
