"""What closing the route as proposed would yield: offices, tiles, carriage, points."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.land import carriage_points
from bot.games.thurn_and_taxis.moves import Close
from bot.games.thurn_and_taxis.view import TaxisView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.parts import caption
from render.theme import CARD, EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, WHITE, WIDTH
from render.thurn_and_taxis.signs import ACCENT, carriage, house, tag

_HEAD = 46
_ROW = 60
_LEFT = EDGE + 12
_RIGHT = WIDTH - EDGE - 24
_ROOM = _RIGHT - _LEFT - 200
"""How wide the words of a row may run."""
Row = tuple[Image.Image | str, str, int]
"""The sign (of a stack by its name), what it is, the points."""


def height(model: ViewModel[TaxisView], choice: Close) -> int:
    """How much room it takes."""
    return _HEAD + (len(list(_rows(model, choice))) + 1) * _ROW + 16


def paint(canvas: Canvas, model: ViewModel[TaxisView], choice: Close, top: float) -> None:
    """A row for each gain and the sum."""
    words = model.words
    caption(canvas, _LEFT, top + 20, words("thurn_and_taxis.picture.yields"))
    rows = list(_rows(model, choice))
    low = top + _HEAD
    canvas.panel((EDGE, low, WIDTH - EDGE, low + (len(rows) + 1) * _ROW + 8), CARD, 16, lit=True)
    for index, (sign, text, points) in enumerate(rows):
        y = low + 4 + (index + 0.5) * _ROW
        if isinstance(sign, str):
            tag(canvas, sign, _LEFT + 38, y, nine=model.view.options.all_regions == "all_nine")
        else:
            canvas.stamp(sign, _LEFT + 38, y)
        _say(canvas, text, y)
        canvas.text(_RIGHT, y, f"+{points}", NUMBER, INK, bold=True, anchor="r")
        canvas.fill((_LEFT + 12, y + _ROW / 2 - 1, _RIGHT, y + _ROW / 2 + 1), LINE)
    y = low + 4 + (len(rows) + 0.5) * _ROW
    canvas.text(_LEFT + 78, y, words("thurn_and_taxis.picture.sum"), NAME, INK, bold=True)
    total = sum(points for _, _, points in rows)
    wide = fonts.width(f"+{total}", NUMBER, True) + 28
    canvas.panel((_RIGHT - wide + 8, y - 26, _RIGHT + 8, y + 26), ACCENT, 10, edge=None, shadow=False)
    canvas.text(_RIGHT + 8 - wide / 2, y, f"+{total}", NUMBER, WHITE, bold=True, anchor="m")


def _say(canvas: Canvas, text: str, y: float) -> None:
    # The names of many offices need two lines, which are smaller.
    if fonts.width(text, NAME) <= _ROOM:
        canvas.text(_LEFT + 78, y, text, NAME, INK)
        return
    lines = fonts.lines(text, _ROOM, HINT)
    for index, line in enumerate(lines):
        canvas.text(_LEFT + 78, y + (index - (len(lines) - 1) / 2) * 28, line, HINT, INK)


def _rows(model: ViewModel[TaxisView], choice: Close) -> Iterator[Row]:
    words, view = model.words, model.view
    own = view.mover
    gains = preview(view, choice.offices, cartwright=choice.cartwright)
    if choice.offices:
        listed = told.cities(choice.offices, words)
        yield house(36), words("thurn_and_taxis.picture.gain_offices", cities=listed), len(choice.offices)
    else:
        yield house(36, MUTED), words("thurn_and_taxis.picture.gain_no_office"), 0
    for tile in gains.tiles:
        stack = told.stack(tile.stack, words)
        yield tile.stack, words("thurn_and_taxis.picture.gain_tile", stack=stack), tile.value
    if gains.carriage is not None:
        key = "gain_cartwright" if choice.cartwright else "gain_carriage"
        more = carriage_points(gains.carriage) - carriage_points(own.carriage)
        yield carriage(42), words(f"thurn_and_taxis.picture.{key}", level=gains.carriage), more
