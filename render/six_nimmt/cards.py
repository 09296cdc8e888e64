"""What the pictures of 6 nimmt! share: the header, the cards and the pieces around them."""

from collections.abc import Callable
from math import pi

from PIL import Image

from bot.games.six_nimmt.deck import HEADS
from bot.games.six_nimmt.sentences import Nimmt
from bot.games.six_nimmt.view import TRICKS, is_last
from render import fonts
from render.canvas import Canvas
from render.parts import header
from render.pen import Pen, curve, framed, painted, sprite
from render.theme import BROWN, CARD, INK, LINE, NEWS, NEWS_PALE, TRAY, WHITE, Box, Colour, mix, rgb

ACCENT = rgb("#8A2E3B")
FILLS: dict[int, Colour] = {1: CARD, 2: rgb("#E6EFEA"), 3: rgb("#FBE3B0"), 5: rgb("#F3B99C"), 7: ACCENT}
"""Ground by heads; the number of heads is always printed too."""
DANGER = mix(TRAY, ACCENT, 0.2)
"""Behind a row with five cards."""
_MARGIN = 10


def head(
    canvas: Canvas,
    model: Nimmt,
    pill: str | Callable[[str], str],
    seat: int | None = None,
    *,
    part: str = "",
) -> None:
    """The header: the part of the game, usually round and trick, and in the pill what is to be done. A pill
    that is made from the seat's name has the name cut, as far as it must be."""
    view, words = model.view, model.words
    key = "part_last" if is_last(view) else "part"
    part = part or words(f"six_nimmt.picture.{key}", round=view.round, trick=view.trick, tricks=TRICKS)
    if isinstance(pill, str):
        header(canvas, "six_nimmt", words, part, lambda _: pill, seat=seat)
    else:
        name = "" if seat is None else model.names[seat]
        header(canvas, "six_nimmt", words, part, pill, seat=seat, name=name)


def card(canvas: Canvas, number: int, box: Box, size: int, *, foot: int = 0, lit: bool = False) -> None:
    """A card; with `foot` its heads stand below in that size."""
    left, top, right, bottom = (round(value) for value in box)
    width, height = right - left, bottom - top
    count = HEADS[number]
    parts = framed(
        ("card", width, height, count, lit),
        _MARGIN + 4,
        lambda: painted(
            width + 2 * _MARGIN,
            height + 2 * _MARGIN,
            lambda pen: blank(pen, width, height, FILLS[count], lit=lit),
        ),
    )
    canvas.lay(parts, left - _MARGIN, top - _MARGIN)
    canvas.holder((left, top, right, bottom))
    middle = (left + right) / 2
    ink = WHITE if count == 7 else INK
    text = str(number)
    shown = fonts.largest(text, size, width - 5)
    canvas.text(middle, top + height * (0.4 if foot else 0.5), text, shown, ink, bold=True, anchor="m")
    if foot:
        horned(canvas, middle, top + height * 0.82, count, foot, count == 7)


def blank(pen: Pen, width: int, height: int, fill: Colour, *, lit: bool = False) -> None:
    """A card without its number, with room for shadow and band around it."""
    radius = 10 if height < 160 else 12

    def layer(grow: float, colour: Colour | tuple[int, int, int, int], down: float = 0) -> None:
        low = _MARGIN - grow
        box = (low, low + down, _MARGIN + width + grow, _MARGIN + height + grow + down)
        pen.rounded(box, radius + grow, colour)

    if lit:
        layer(8, INK)
        layer(6, NEWS)
    else:
        layer(0, (*BROWN, 20), 4.5)
        layer(0, (*BROWN, 62), 2.5)
    layer(0, mix(fill, BROWN, 0.32))
    layer(-1.5, fill)
    layer(-5, mix(fill, WHITE if fill == ACCENT else ACCENT, 0.24))
    layer(-6, fill)


def slot(canvas: Canvas, box: Box) -> None:
    """An empty place: outline only."""
    left, top, right, bottom = (round(value) for value in box)
    width, height = right - left, bottom - top

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, width, height), 10, LINE)
        pen.rounded((2, 2, width - 2, height - 2), 8, (0, 0, 0, 0))

    image = sprite(("slot", width, height), width, height, paint)
    canvas.image.paste(image, (left, top), image)


def horned(canvas: Canvas, x: float, y: float, count: int, size: int, on_accent: bool = False) -> None:
    """A number of heads behind the sign of the bull, its middle at a point."""
    text = str(count)
    sign = horn(size * 0.88, NEWS_PALE if on_accent else ACCENT)
    gap = size * 0.14
    left = x - (sign.width + gap + fonts.width(text, size, True)) / 2
    canvas.stamp(sign, left + sign.width / 2, y)
    canvas.text(left + sign.width + gap, y, text, size, WHITE if on_accent else ACCENT, bold=True)


def horn(width: float, colour: Colour = ACCENT) -> Image.Image:
    """The sign of the bull: two horns and a muzzle, our own drawing."""
    side = round(width)

    def paint(pen: Pen) -> None:
        bull(pen, side / 2, side * 0.47, side, colour)

    return sprite(("horn", side, colour), side, round(side * 0.94), paint)


def bull(pen: Pen, x: float, y: float, width: float, colour: Colour) -> None:
    """Draws the sign of the bull with its middle at a point."""
    unit = width / 2
    pen.polygon([(x + px * unit, y + py * unit) for px, py in _BULL], colour)


# Outer rim of the horns from the left tip to the muzzle, the muzzle, up to the right tip, back inside.
_BULL = (
    *curve(0, -0.62, 1.0, 0.92, pi * 1.08, pi * 0.68),
    *((-0.50, 0.30), (-0.33, 0.94), (0.33, 0.94), (0.50, 0.30)),
    *curve(0, -0.62, 1.0, 0.92, pi * 0.32, -pi * 0.08),
    *curve(0, -0.86, 0.78, 0.66, -pi * 0.02, pi * 1.02),
)


def ends(canvas: Canvas, left: float, right: float, y: float, cards: tuple[int, ...]) -> None:
    """Marks on the outer cards of a row, between two edges, that it grows on both sides."""
    for sign, x, number in ((-1, left + 14, cards[0]), (1, right - 14, cards[-1])):
        canvas.stamp(_outward(sign, WHITE if HEADS[number] == 7 else ACCENT), x, y)


def _outward(sign: int, colour: Colour) -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.polygon([(7 - sign * 5, 1), (7 + sign * 6, 9), (7 - sign * 5, 17)], colour)

    return sprite(("outward", sign, colour), 14, 18, paint)


def marker() -> Image.Image:
    """The start-player marker of Open: card 1, small."""
    wide, high = 34, 41

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, wide, high), 6, INK)
        pen.rounded((2.5, 2.5, wide - 2.5, high - 2.5), 4, CARD)
        pen.rounded((5, 5, wide - 5, high - 5), 3, ACCENT)
        pen.text(wide / 2, high / 2, "1", 27, WHITE)

    return sprite("marker", wide, high, paint)
