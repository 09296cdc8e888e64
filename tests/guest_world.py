"""High card and pebbles beside the games of the bot."""

from importlib.resources import files

import pytest
import simulated

from bot.games import registry
from bot.text import add_catalogues
from render import games

GUESTS = ("tests.tiny_game.cog", "tests.pebbles.table")


def introduce() -> None:
    """Makes rules, looks and words of high card known; pebbles does so itself when it is loaded."""
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


def invite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the end of the test bots load the games of the tests, too."""
    as_guest(monkeypatch)
    introduce()
    monkeypatch.setattr(simulated, "LOADED", (*simulated.LOADED, *GUESTS))
