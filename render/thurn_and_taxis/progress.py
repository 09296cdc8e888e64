"""A line about the own game: the carriage and how far the next one is, offices left, tiles, score."""

from __future__ import annotations

from PIL import Image

from bot.games.thurn_and_taxis.closing import cartwright_helps
from bot.games.thurn_and_taxis.land import next_carriage
from bot.games.thurn_and_taxis.view import PlayerView
from bot.text import Words, signed
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import CARD, EDGE, INK, MUTED, NAME, NUMBER, PAPER, WHITE, WIDTH, Colour
from render.thurn_and_taxis.signs import ACCENT, carriage, house, medal

HEIGHT = 88
_RIGHT = WIDTH - EDGE - 20


def paint(canvas: Canvas, words: Words, own: PlayerView, length: int, top: float) -> None:
    """The line; `length` is that of the route as it is shown."""
    y = top + HEIGHT / 2
    canvas.panel((EDGE, top, WIDTH - EDGE, top + HEIGHT), PAPER, 16)
    edge = _facts(canvas, own, y)
    canvas.stamp(carriage(46), EDGE + 46, y)
    x = EDGE + 82
    x += canvas.text(x, y, str(own.carriage or "–"), NUMBER, INK, bold=True) + 20
    level = next_carriage(own.carriage)
    if level is None:
        _say(canvas, x, y, words("thurn_and_taxis.picture.last_carriage"), edge - x - 20, MUTED)
        return
    canvas.stamp(_pips(level, min(length, level)), x + (level * 26) / 2, y + 20)
    _say(canvas, x, y - 16, _missing(words, own, level, length), edge - x - 20, INK)


def _say(canvas: Canvas, x: float, y: float, text: str, room: float, colour: Colour) -> None:
    # As large as a name where there is room.
    size = fonts.largest(text, NAME, room)
    canvas.text(x, y, fonts.fit(text, room, size), size, colour)


def _missing(words: Words, own: PlayerView, level: int, length: int) -> str:
    if length >= level:
        return words("thurn_and_taxis.picture.next_now", level=level)
    key = "next_cartwright" if cartwright_helps(own.carriage, length) else "next_missing"
    return words(f"thurn_and_taxis.picture.{key}", level=level, n=level - length)


def _facts(canvas: Canvas, own: PlayerView, y: float) -> float:
    # From the right: score, tiles, offices left; says where they begin.
    text = signed(own.score)
    wide = max(fonts.width(text, NUMBER, True) + 28, 76)
    canvas.panel((_RIGHT - wide, y - 28, _RIGHT, y + 28), ACCENT, 10, edge=None, shadow=False)
    canvas.text(_RIGHT - wide / 2, y, text, NUMBER, WHITE, bold=True, anchor="m")
    x = _RIGHT - wide - 26
    for image, value in ((medal(34), own.tile_points), (house(36), own.offices_left)):
        x -= canvas.text(x, y, str(value), NUMBER, INK, bold=True, anchor="r") + 10
        canvas.stamp(image, x - image.width / 2, y)
        x -= image.width + 26
    return x


def _pips(level: int, filled: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        for index in range(level):
            pen.disc(10 + index * 26, 10, 10, INK)
            if index >= filled:
                pen.disc(10 + index * 26, 10, 7.6, CARD)

    return sprite(("cities for a carriage", level, filled), level * 26, 20, paint)
