"""The public picture: paths and chambers, islands, market, players."""

from __future__ import annotations

from bot.games.noria.view import NoriaView
from bot.text import Words
from render.canvas import Canvas, layered
from render.games import style
from render.noria import island_card, market, paths, players
from render.noria.facts import news
from render.noria.frame import head
from render.parts import bar
from render.scene import Scene

HEIGHT = 1100
Noria = Scene[NoriaView]


def paint(scene: Noria) -> Canvas:
    """The table as everybody sees it."""
    view, words = scene.view, scene.words
    key = ("noria board", words.locale, view.seats)
    canvas = layered(key, HEIGHT, lambda canvas: _ground(canvas, words, view.seats))
    changed = news(view, scene.earlier)
    head(canvas, scene)
    paths.paint(canvas, scene, changed)
    island_card.paint(canvas, scene, changed)
    market.paint(canvas, scene, changed)
    players.paint(canvas, scene)
    return canvas


def _ground(canvas: Canvas, words: Words, seats: int) -> None:
    bar(canvas, style("noria"))
    paths.ground(canvas, words)
    market.ground(canvas)
    players.ground(canvas, seats)
