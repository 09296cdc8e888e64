"""How far the own game is: carriage, offices left, tiles, score; and what closing the route would yield."""

from collections.abc import Iterator

from PIL import Image

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.closing import cartwright_helps, gains
from bot.games.thurn_and_taxis.land import carriage_points, next_carriage
from bot.games.thurn_and_taxis.moves import Close
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.games.thurn_and_taxis.view import PlayerView
from bot.text import Words, signed
from render import fonts
from render.canvas import Canvas
from render.parts import caption
from render.pen import Pen, sprite
from render.theme import CARD, EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, WIDTH
from render.thurn_and_taxis.signs import sign, tag, total

PROGRESS = 88
_EDGE = WIDTH - EDGE - 20


def progress(canvas: Canvas, words: Words, own: PlayerView, length: int, top: float) -> None:
    """The line; `length` is that of the route as it is shown."""
    y = top + PROGRESS / 2
    box = (EDGE, top, WIDTH - EDGE, top + PROGRESS)
    canvas.panel(box, PAPER, 16)
    canvas.place("progress", box)
    # From the right: score, tiles, offices left.
    edge = _EDGE - total(canvas, signed(own.score), _EDGE, y, pad=28, least=76, half=28) - 26
    for image, value in ((sign("medal", 34), own.tile_points), (sign("house", 36), own.offices_left)):
        edge -= canvas.text(edge, y, str(value), NUMBER, INK, bold=True, anchor="r") + 10
        canvas.stamp(image, edge - image.width / 2, y)
        edge -= image.width + 26
    canvas.stamp(sign("carriage", 46), EDGE + 46, y)
    x = EDGE + 82
    x += canvas.text(x, y, str(own.carriage or "–"), NUMBER, INK, bold=True) + 20
    level = next_carriage(own.carriage)
    if level is None:
        text = words("thurn_and_taxis.picture.last_carriage")
        canvas.text(x, y, text, NAME, MUTED, room=edge - x - 20, shrink=True)
        return
    canvas.stamp(_pips(level, min(length, level)), x + (level * 26) / 2, y + 20)
    helped = "next_cartwright" if cartwright_helps(own.carriage, length) else "next_missing"
    key = "next_now" if length >= level else helped
    text = words(f"thurn_and_taxis.picture.{key}", level=level, n=level - length)
    canvas.text(x, y - 16, text, NAME, INK, room=edge - x - 20, shrink=True)


def _pips(level: int, filled: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        for index in range(level):
            pen.disc(10 + index * 26, 10, 10, INK)
            if index >= filled:
                pen.disc(10 + index * 26, 10, 7.6, CARD)

    return sprite(("cities for a carriage", level, filled), level * 26, 20, paint)


_HEAD = 46
_ROW = 60
_LEFT = EDGE + 12
_RIGHT = WIDTH - EDGE - 24
_ROOM = _RIGHT - _LEFT - 200
"""How wide the words of a row may run."""
Row = tuple[Image.Image | str, str, int]
"""The sign (of a stack by its name), what it is, the points."""


def height(model: Taxis, choice: Close) -> int:
    """How much room it takes."""
    return _HEAD + (len(list(_rows(model, choice))) + 1) * _ROW + 16


def paint(canvas: Canvas, model: Taxis, choice: Close, top: float) -> None:
    """A row for each gain and the sum."""
    words = model.words
    caption(canvas, _LEFT, top + 20, words("thurn_and_taxis.picture.yields"))
    rows = list(_rows(model, choice))
    low = top + _HEAD
    canvas.panel((EDGE, low, WIDTH - EDGE, low + (len(rows) + 1) * _ROW + 8), CARD, 16, lit=True)
    for index, (mark, text, points) in enumerate(rows):
        y = low + 4 + (index + 0.5) * _ROW
        if isinstance(mark, str):
            tag(canvas, mark, _LEFT + 38, y, nine=model.view.options.all_regions == "all_nine")
        else:
            canvas.stamp(mark, _LEFT + 38, y)
        # The names of many offices need two lines, which are smaller.
        fits = fonts.width(text, NAME) <= _ROOM
        lines, size = ([text], NAME) if fits else (fonts.lines(text, _ROOM, HINT), HINT)
        canvas.lines(_LEFT + 78, y, lines, 28, size)
        canvas.text(_RIGHT, y, f"+{points}", NUMBER, INK, bold=True, anchor="r")
        canvas.fill((_LEFT + 12, y + _ROW / 2 - 1, _RIGHT, y + _ROW / 2 + 1), LINE)
    y = low + 4 + (len(rows) + 0.5) * _ROW
    canvas.text(_LEFT + 78, y, words("thurn_and_taxis.picture.sum"), NAME, INK, bold=True)
    total(canvas, f"+{sum(points for _, _, points in rows)}", _RIGHT + 8, y, pad=28)


def _rows(model: Taxis, choice: Close) -> Iterator[Row]:
    words, got = model.words, gains(model.view, choice).closed
    if choice.offices:
        listed = told.cities(choice.offices, words)
        text = words("thurn_and_taxis.picture.gain_offices", cities=listed)
        yield sign("house", 36), text, len(choice.offices)
    else:
        yield sign("house", 36, MUTED), words("thurn_and_taxis.picture.gain_no_office"), 0
    for tile in got.tiles:
        stack = told.stack(tile.stack, words)
        yield tile.stack, words("thurn_and_taxis.picture.gain_tile", stack=stack), tile.value
    if got.carriage is not None:
        key = "gain_cartwright" if choice.cartwright else "gain_carriage"
        more = carriage_points(got.carriage) - carriage_points(model.view.level)
        yield sign("carriage", 42), words(f"thurn_and_taxis.picture.{key}", level=got.carriage), more
