"""The messages of pebbles: a sentence, and a button for each move."""

from typing import Any

from bot.discord.content import Content
from bot.discord.presenter import Presenter
from bot.discord.steps import Choice, Panel, Pick
from bot.discord.view_models import spoken
from bot.games.contract import Move
from bot.text import Words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.drawing import Drawing, Picture
from render.games import style
from render.png import encode
from render.theme import INK, TITLE
from tests.pebbles.game import GAME, MOVES, Draw, PebblesView, Stop, Take

Scenery = ViewModel[PebblesView]
_MOVES: dict[str, Move] = {"take": Take(), "draw": Draw(), "stop": Stop()}


class PebblesPresenter(Presenter):
    """The presenter of pebbles."""

    key = GAME.info.key
    group = "pebbles"

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The size of the heap, and the motto if there is one."""
        motto = ((words("pebbles.option.motto"), options.motto),) if options.motto else ()
        return ((words("pebbles.option.heap"), str(options.heap)), *motto)

    def board(self, model: Scenery) -> Content:
        """Where the game stands, and whose turn it is."""
        waiting = model.words("pebbles.waiting", name=spoken(model).names[model.view.active])
        return Content((self.text(spoken(model)), waiting), (heap(model),))

    def caption(self, model: Scenery) -> str:
        """The pebbles left."""
        return model.words("pebbles.caption", n=model.view.heap)

    def panel(self, model: Scenery, choice: Choice) -> Panel:
        """The moves of whoever's turn it is."""
        if model.view.active != model.seat:
            return Panel((self.board(model).texts[-1],))
        able = {"take": True, "draw": model.view.bag > 0, "stop": model.view.done > 0}
        names = [name for name in _MOVES if able[name]]
        buttons = tuple(Pick(model.words(f"pebbles.{name}"), _MOVES[name]) for name in names)
        return Panel((model.words("pebbles.panel", n=MOVES - model.view.done),), rows=(buttons,))

    def settled(self, model: Scenery) -> Content:
        """That the turn is over."""
        return Content((model.words("pebbles.settled"),))

    def text(self, model: Scenery) -> str:
        """The heap, the bag and all points."""
        lines = [
            model.words("pebbles.points", name=name, n=points)
            for name, points in zip(model.names, model.view.points, strict=True)
        ]
        return "\n".join([model.words("pebbles.left", heap=model.view.heap, bag=model.view.bag), *lines])

    def ended(self, model: Scenery) -> Content:
        """Where the game has ended."""
        return self.page(model)


def heap(model: Scenery) -> Drawing:
    """The number of pebbles left in the heap."""
    left = model.view.heap

    def draw() -> Picture:
        canvas = Canvas(200)
        canvas.text(600, 100, str(left), TITLE, INK, anchor="m")
        return Picture("pebbles-heap.png", encode(canvas, style(GAME.info.key)), f"{left}")

    return Drawing((GAME.info.key, left), draw)
