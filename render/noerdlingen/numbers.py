"""The numbers as one seat may choose them: each with its shape and in how many ways it could be drawn now."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noerdlingen import paths
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Choose
from bot.games.noerdlingen.preview import Choice, ways
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs
from render.noerdlingen.colours import BORDER, LOST, PALE
from render.parts import caption
from render.seats import token
from render.theme import CARD, INK, LINE, LOSS, MUTED, NAME, NUMBER, PAPER, Box, Colour

_GAP = 8
_HEAD = 44
_FOOT = 50


def paint(
    canvas: Canvas, model: ViewModel[NoerdlingenView], seat: Seat, choice: Choice | None, box: Box
) -> None:
    """A card for each number; those that others have taken are pale."""
    view, words = model.view, model.words
    left, top, right, bottom = box
    caption(canvas, left + 6, top + 18, words("noerdlingen.picture.ways_now"), room=right - left)
    found = paths.numbers(the_town())
    rows = (len(found) + 1) // 2
    high = (bottom - top - _HEAD - (rows - 1) * _GAP) / rows
    wide = (right - left - _GAP) / 2
    takers = {player.number: Seat(taker) for taker, player in enumerate(view.players)}
    counts = ways(view, seat)
    for place, number in enumerate(found):
        x, y = left + place % 2 * (wide + _GAP), top + _HEAD + place // 2 * (high + _GAP)
        chosen = isinstance(choice, Choose) and choice.number == number
        card = (x, y, x + wide, y + high)
        _card(canvas, words, number, counts[number], takers.get(number), seat, card, lit=chosen)


def _card(
    canvas: Canvas,
    words: Words,
    number: int,
    count: int,
    taker: Seat | None,
    seat: Seat,
    box: Box,
    *,
    lit: bool,
) -> None:
    left, top, right, bottom = box
    gone = taker is not None and taker != seat
    canvas.panel(box, PAPER if gone else CARD if count else LOST, 12, edge=LINE, lit=lit or taker == seat)
    canvas.text(left + 34, top + 38, str(number), NUMBER, MUTED if gone else INK, bold=True, anchor="m")
    if taker is not None:
        token(canvas, taker, right - 34, top + 38, 17, rim=False)
    sign = signs.base(number, right - left - 40, bottom - top - 130, 40, colour=PALE if gone else BORDER)
    canvas.stamp(sign, (left + right) / 2, (top + 66 + bottom - _FOOT) / 2)
    if not gone:
        _count(canvas, words, count, box)


def _count(canvas: Canvas, words: Words, count: int, box: Box) -> None:
    left, _, right, bottom = box
    middle, y = (left + right) / 2, bottom - 32
    text = words("noerdlingen.picture.ways", n=count) if count else words("noerdlingen.picture.no_way")
    colour: Colour = INK if count > 1 else LOSS
    size = fonts.largest(text, NAME, right - left - 16)
    canvas.text(
        middle, y, fonts.fit(text, right - left - 16, size, True), size, colour, bold=True, anchor="m"
    )
