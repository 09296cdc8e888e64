"""The choice table of a round: the borders by their numbers, and who has taken which."""

from __future__ import annotations

from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.paths import numbers
from bot.games.noerdlingen.preview import News
from bot.games.noerdlingen.view import NoerdlingenView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs
from render.noerdlingen.colours import BORDER, PALE
from render.parts import caption
from render.seats import token
from render.theme import CARD, INK, LINE, MUTED, NAME, NUMBER, PAPER, Box

_GAP = 8
_FOOT = 50


def table(canvas: Canvas, model: ViewModel[NoerdlingenView], news: News, box: Box) -> None:
    """A card for each number with its shape and its taker, below them the day of the game."""
    view, words = model.view, model.words
    left, top, right, bottom = box
    caption(canvas, left + 6, top + 16, words("noerdlingen.picture.borders"), room=right - left)
    found = numbers(the_town())
    rows = (len(found) + 1) // 2
    high = (bottom - _FOOT - top - 40 - (rows - 1) * _GAP) / rows
    wide = (right - left - _GAP) / 2
    takers = {player.number: seat for seat, player in enumerate(view.players)}
    for place, number in enumerate(found):
        x, y = left + place % 2 * (wide + _GAP), top + 40 + place // 2 * (high + _GAP)
        _card(canvas, number, takers.get(number), (x, y, x + wide, y + high), lit=number in news.numbers)
    day = words("noerdlingen.picture.day", day=told.day(view.date, words))
    canvas.text(
        (left + right) / 2,
        bottom - _FOOT / 2 + 4,
        fonts.fit(day, right - left, NAME),
        NAME,
        MUTED,
        anchor="m",
    )


def _card(canvas: Canvas, number: int, taker: int | None, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    pale = taker is None
    canvas.panel(box, PAPER if pale else CARD, 12, edge=LINE, lit=lit)
    canvas.text(left + 30, top + 34, str(number), NUMBER, MUTED if pale else INK, bold=True, anchor="m")
    if taker is not None:
        token(canvas, taker, left + 30, bottom - 30, 15, rim=False)
    sign = signs.base(number, right - left - 76, bottom - top - 28, 32, colour=PALE if pale else BORDER)
    canvas.stamp(sign, (left + 60 + right - 16) / 2, (top + bottom) / 2)
