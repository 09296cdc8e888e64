"""A simulated Discord whose bot has high card beside its own games."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from simulated import World, open_world

from bot.app import EXTENSIONS
from bot.games import registry
from bot.text import add_catalogues
from render import games

EXTENSION = "tests.tiny_game.cog"


def introduce() -> None:
    """Makes the rules, the looks and the words known."""
    registry.register("high_card", "tests.tiny_game.game:GAME")
    games.register("high_card", "tests.tiny_game.style:STYLE")
    add_catalogues(files("tests.tiny_game").joinpath("words"))


def as_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is registered from now on is forgotten after the test."""
    for module, name in (
        (registry, "_WHERE"),
        (registry, "_GAMES"),
        (games, "_WHERE"),
        (games, "_STYLES"),
    ):
        monkeypatch.setattr(module, name, dict(getattr(module, name)))


@asynccontextmanager
async def world_with_high_card(folder: Path, *, locale: str = "en-US") -> AsyncGenerator[World]:
    """The world, closed at the end."""
    introduce()
    world = await open_world(folder, locale=locale, extensions=(*EXTENSIONS, EXTENSION))
    try:
        yield world
    finally:
        await world.close()
