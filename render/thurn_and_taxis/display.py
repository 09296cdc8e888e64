"""The open cards with their places, the deck and the discard pile."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.theme import HINT, MUTED, NAME, Box
from render.thurn_and_taxis import cards

_HEAD = 34
_GAP = 7
_MOST = 86


def display(canvas: Canvas, view: TaxisView, words: Words, lit: Collection[int], box: Box) -> None:
    """A row for each open card, new ones lit."""
    left, top, right, bottom = box
    piles = words("thurn_and_taxis.picture.piles", deck=view.deck_size, discard=len(view.discard))
    wide = canvas.text(right, top + 14, piles, HINT, MUTED, anchor="r")
    title = fonts.fit(words("thurn_and_taxis.picture.display"), right - left - wide - 12, NAME, True)
    canvas.text(left, top + 14, title, NAME, MUTED, bold=True)
    step = min((bottom - top - _HEAD + _GAP) / len(view.display), _MOST)
    for place, city in enumerate(view.display, start=1):
        y = top + _HEAD + (place - 1) * step
        row = (left, y, right, y + step - _GAP)
        cards.low(canvas, words, city, row, label=str(place), lit=place in lit)
