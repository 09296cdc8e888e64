"""Pebbles in Discord: its presenter, from which its panels and commands are made."""

from typing import ClassVar

from bot.app import App
from bot.discord.content import Content
from bot.discord.game_commands import add_game
from bot.discord.presenter import Presenter
from bot.discord.steps import Choice, Panel, Pick
from bot.discord.view_models import spoken
from bot.games.contract import Move
from tests.pebbles import style
from tests.pebbles.game import GAME, MOVES, Draw, Stop, Take
from tests.pebbles.style import Scenery


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, PebblesPresenter())


class PebblesPresenter(Presenter):
    """The presenter of pebbles; its replays are those of any game."""

    key = group = GAME.info.key
    sentences: ClassVar = style

    def board(self, model: Scenery) -> Content:
        """Where the game stands, and whose turn it is."""
        return Content((style.text(spoken(model)), _waiting(model)), (style.board(model),))

    def panel(self, model: Scenery, choice: Choice) -> Panel:
        """The moves of whoever's turn it is."""
        view, picture = model.view, style.board(model)
        if view.active != model.seat:
            return Panel((_waiting(model),), (picture,))
        able: dict[Move, bool] = {Take(): True, Draw(): view.bag > 0, Stop(): view.done > 0}
        buttons = tuple(Pick(style.named(model, move), move) for move in able if able[move])
        return Panel((model.words("pebbles.panel", n=MOVES - view.done),), (picture,), rows=(buttons,))

    def settled(self, model: Scenery) -> Content:
        """That the turn is over."""
        return Content((model.words("pebbles.settled"),))


def _waiting(model: Scenery) -> str:
    return model.words("pebbles.waiting", name=spoken(model).names[model.view.active])
