"""High card as a guest of the house: what stands in the lists of the house is registered here."""

from __future__ import annotations

from importlib.resources import files

from bot.app import App
from bot.discord.presenter import register
from bot.games import registry
from bot.text import add_catalogues
from render import games


def introduce() -> None:
    """Makes the rules, the looks and the words known."""
    registry.register("high_card", "tests.tiny_game.game:GAME")
    games.register("high_card", "tests.tiny_game.style:STYLE")
    add_catalogues(files("tests.tiny_game").joinpath("words"))


async def setup(app: App) -> None:
    """Loads the game: its presenter and its commands."""
    introduce()
    # The commands take their words when they are declared, so the catalogues come first.
    from tests.tiny_game.commands import HighCardCommands
    from tests.tiny_game.presenter import HighCardPresenter

    register(HighCardPresenter())
    await app.add_cog(HighCardCommands())
