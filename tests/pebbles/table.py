"""Pebbles at a simulated table: its extension, and an evening with it."""

from dataclasses import replace
from importlib.resources import files

from simulated import World

from bot.app import App
from bot.discord.game_commands import add_game
from bot.games import registry
from bot.tables.model import Moment
from bot.text import add_catalogues
from render import games
from tests.pebbles.game import GAME
from tests.tiny_game import style

KEY = GAME.info.key
STYLE = replace(style.STYLE, key=KEY)
"""Its lobby and its ranking look like those of high card."""


def introduce() -> None:
    """Makes rules, looks and words known."""
    registry.register(KEY, "tests.pebbles.game:GAME")
    games.register(KEY, "tests.pebbles.table:STYLE")
    add_catalogues(files("tests.pebbles").joinpath("words"))


async def setup(app: App) -> None:
    """Loads the game."""
    introduce()
    from tests.pebbles.presenter import PebblesPresenter

    add_game(app, PebblesPresenter())


async def now(world: World) -> Moment:
    """The present moment of the channel's table."""
    return await world.app.tables.queries.now_at((await world.table()).id)
