"""The messages of pebbles: a sentence, and a button for each move."""

from __future__ import annotations

from typing import Any

from bot.discord.content import Content
from bot.discord.presenter import Presenter
from bot.discord.scenes import spoken
from bot.discord.steps import Choice, Panel, Pick
from bot.games.contract import Move
from bot.text import Words
from render.canvas import Canvas
from render.games import style
from render.png import encode
from render.scene import Drawing, Picture, Scene
from render.theme import INK, TITLE
from tests.pebbles.game import GAME, MOVES, Draw, PebblesView, Stop, Take

Scenery = Scene[PebblesView]
_MOVES: dict[str, Move] = {"take": Take(), "draw": Draw(), "stop": Stop()}


class PebblesPresenter(Presenter):
    """The presenter of pebbles."""

    key = GAME.info.key
    group = "pebbles"

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The size of the heap, and the motto if there is one."""
        motto = ((words("pebbles.option.motto"), options.motto),) if options.motto else ()
        return ((words("pebbles.option.heap"), str(options.heap)), *motto)

    def board(self, scene: Scenery) -> Content:
        """Where the game stands, and whose turn it is."""
        waiting = scene.words("pebbles.waiting", name=spoken(scene).names[scene.view.active])
        return Content((self.text(spoken(scene)), waiting), (heap(scene),))

    def page(self, scene: Scenery) -> Content:
        """Where the game stands."""
        return Content((self.text(spoken(scene)),), (heap(scene),))

    def caption(self, scene: Scenery) -> str:
        """The pebbles left."""
        return scene.words("pebbles.caption", n=scene.view.heap)

    def panel(self, scene: Scenery, choice: Choice) -> Panel:
        """The moves of whoever's turn it is."""
        if scene.view.active != scene.seat:
            return Panel((self.board(scene).texts[-1],))
        names = ("take", "draw", "stop")[: 3 if scene.view.done else 2]
        buttons = tuple(Pick(scene.words(f"pebbles.{name}"), _MOVES[name]) for name in names)
        return Panel((scene.words("pebbles.panel", n=MOVES - scene.view.done),), rows=(buttons,))

    def settled(self, scene: Scenery) -> Content:
        """That the turn is over."""
        return Content((scene.words("pebbles.settled"),))

    def text(self, scene: Scenery) -> str:
        """The heap, the bag and all points."""
        lines = [
            scene.words("pebbles.points", name=name, n=points)
            for name, points in zip(scene.names, scene.view.points, strict=True)
        ]
        return "\n".join([scene.words("pebbles.left", heap=scene.view.heap, bag=scene.view.bag), *lines])

    def ended(self, scene: Scenery) -> Content:
        """Where the game has ended."""
        return self.page(scene)


def heap(scene: Scenery) -> Drawing:
    """The number of pebbles left in the heap."""
    left = scene.view.heap

    def draw() -> Picture:
        canvas = Canvas(200)
        canvas.text(600, 100, str(left), TITLE, INK, anchor="m")
        return Picture("pebbles-heap.png", encode(canvas, style(GAME.info.key)), f"{left}")

    return Drawing((GAME.info.key, left), draw)
