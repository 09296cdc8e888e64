"""The public picture: paths and chambers, islands, market, players."""

from __future__ import annotations

from bot.games.noria.state import NoriaView
from bot.text import Words
from bot.view_model import ViewModel
from render.canvas import Canvas, layered
from render.games import style
from render.noria import island_card, market, paths, players
from render.noria.frame import head
from render.noria.news import news
from render.parts import bar

HEIGHT = 1100
Noria = ViewModel[NoriaView]


def paint(model: Noria) -> Canvas:
    """The table as everybody sees it."""
    view, words = model.view, model.words
    key = ("noria board", words.locale, view.seats)
    canvas = layered(key, HEIGHT, lambda canvas: _ground(canvas, words, view.seats))
    changed = news(view, model.earlier)
    head(canvas, model)
    paths.paint(canvas, model, changed)
    island_card.paint(canvas, model, changed)
    market.paint(canvas, model, changed)
    players.paint(canvas, model)
    return canvas


def _ground(canvas: Canvas, words: Words, seats: int) -> None:
    bar(canvas, style("noria"))
    paths.ground(canvas, words)
    market.ground(canvas)
    players.ground(canvas, seats)
