"""Pebbles, the game of the tests, beside the games of the bot."""

from importlib.resources import files

import pytest
import simulated

from bot.games import registry
from bot.tables.model import Moment
from bot.text import add_catalogues


def introduce() -> None:
    """Makes its rules, looks and words known."""
    registry.register("pebbles", "tests.pebbles.game:GAME")
    add_catalogues(files("tests.pebbles").joinpath("words"))


def as_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is registered from now on is forgotten after the test."""
    for name in ("_WHERE", "_GAMES"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))


def invite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the end of the test bots load the game, too."""
    as_guest(monkeypatch)
    introduce()
    monkeypatch.setattr(simulated, "LOADED", (*simulated.LOADED, "tests.pebbles.cog"))


async def now(world: simulated.World) -> Moment:
    return await world.app.tables.queries.now_at((await world.table()).id)
