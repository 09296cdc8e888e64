"""The market in one row: each pile with its price and what is left of it."""

from __future__ import annotations

from bot.games.noria import sentences_of_table as names
from bot.games.noria.state import NoriaView, Pile
from bot.games.noria.wheel import Disc
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noria.news import News
from render.noria.signs import any_resource, disc
from render.theme import CARD, EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, WIDTH, Box

BOX: Box = (EDGE, 680, WIDTH - EDGE, 820)
_PILES = 7
_WIDE = (BOX[2] - BOX[0]) / _PILES
Noria = ViewModel[NoriaView]


def ground(canvas: Canvas) -> None:
    """The panel with its seven places."""
    canvas.panel(BOX, PAPER, 16)
    for index in range(1, _PILES):
        x = BOX[0] + index * _WIDE
        canvas.fill((x - 1, BOX[1] + 16, x + 1, BOX[3] - 16), LINE)


def paint(canvas: Canvas, model: Noria, changed: News) -> None:
    """Every pile; one that was bought from lit."""
    for index, pile in enumerate(model.view.market):
        _pile(canvas, model, pile, BOX[0] + index * _WIDE, lit=pile.disc in changed.piles)


def _pile(canvas: Canvas, model: Noria, pile: Pile, left: float, *, lit: bool) -> None:
    words, top = model.words, BOX[1]
    if lit:
        canvas.panel((left + 7, top + 7, left + _WIDE - 7, BOX[3] - 7), CARD, 12, shadow=False, lit=True)
    canvas.stamp(disc(Disc(pile.disc), 34), left + 50, top + 50)
    right = left + _WIDE - 13
    if pile.price:
        wide = canvas.text(right, top + 36, str(pile.price), NUMBER, INK, bold=True, anchor="r")
        canvas.stamp(any_resource(10), right - wide - 22, top + 36)
    else:
        free = fonts.fit(words("noria.text.free"), 66, NAME, True)
        canvas.text(right, top + 36, free, NAME, INK, bold=True, anchor="r")
    rest = words("noria.picture.left", n=pile.left)
    canvas.text(right, top + 76, fonts.fit(rest, 70, HINT), HINT, MUTED, anchor="r")
    name = fonts.fit(names.disc(pile.disc, words), _WIDE - 16, HINT, True)
    canvas.text(left + _WIDE / 2, top + 114, name, HINT, INK, bold=True, anchor="m")
