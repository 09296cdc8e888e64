"""City cards: the colour and the name of the region, the name of the city, what else is to be said."""

from collections.abc import Sequence

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import region_of
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, Point, sprite
from render.theme import CARD, HINT, INK, LINE, MUTED, NAME, NEWS, TABLE, TITLE, Box, Colour
from render.thurn_and_taxis.patterns import pattern
from render.thurn_and_taxis.signs import GROUNDS, ON_CARD, end_mark, lines_on, region_code

_ROOM = 8
_HEAD = 40
TAB = 60
"""How wide the coloured end of a low card is."""
TALL = 138
LOW = 56
TWO_LINES = 76
"""How high a low card is that says more below its name."""


def low(
    canvas: Canvas,
    words: Words,
    city: str | None,
    box: Box,
    *,
    label: str = "",
    marks: Sequence[str] = (),
    fill: Colour = CARD,
    lit: bool = False,
    keep: float = 0,
    note: str = "",
    code: bool = True,
    size: int = NAME,
) -> None:
    """A low card: its region's colour behind `label` and the code of the region, its name, letters of the
    ends it fits; where there is height enough also a `note`, or the name of its region.

    `keep` is room at the right that the name leaves free; without `code` something else stands there."""
    left, top, right, bottom = _place(canvas, city, box, fill, lit=lit, tall=False)
    middle = (top + bottom) / 2
    sign = region_code(region_of(city), words) if code and city is not None else ""
    two = bottom - top >= TWO_LINES
    both = bool(label and sign) and two
    if label:
        line = middle - (15 if both else 0)
        _on_pattern(canvas, city, left + TAB / 2, line, label, NAME, TAB - 4, bold=True)
    if sign and (both or not label):
        line = middle + (13 if both else 0)
        _on_pattern(canvas, city, left + TAB / 2, line, sign, HINT, TAB - 2)
    elif sign and city is not None and _fits_beside(city, sign, right - left - keep, words):
        right -= canvas.text(right - 10, middle, sign, HINT, MUTED, anchor="r") + 10
    for index, letter in enumerate(reversed(marks)):
        end_mark(canvas, None, letter, right - 30 - index * 48, middle)
    if city is not None:
        room = right - left - TAB - 20 - keep - 50 * len(marks)
        name = told.city(city, words)
        line = middle - 15 if two else middle
        canvas.text(left + TAB + 12, line, name, size, INK, bold=True, room=room, shrink=True)
        if two:
            below = note or told.region(region_of(city), words)
            canvas.text(left + TAB + 12, middle + 18, below, HINT, INK if note else MUTED, room=room)


def _fits_beside(city: str, sign: str, wide: float, words: Words) -> bool:
    """Whether the code of a region has room behind a name: only a name says everything."""
    name = fonts.width(told.city(city, words), HINT, True)
    return TAB + 20 + name + fonts.width(sign, HINT, False) + 10 <= wide


def tall(
    canvas: Canvas,
    words: Words,
    city: str,
    box: Box,
    *,
    note: str,
    copies: str,
    marks: Sequence[str],
    lit: bool,
) -> None:
    """A card of the hand: the region above, the city in the middle, below the ends it fits or a note."""
    left, top, right, bottom = _place(canvas, city, box, CARD, lit=lit, tall=True)
    middle, room = (left + right) / 2, right - left - 14
    name = told.region(region_of(city), words)
    _on_pattern(canvas, city, middle, top + _HEAD / 2 + 1, name, NAME, room)
    if copies:
        canvas.text(right - 10, bottom - 28, copies, HINT, INK, bold=True, anchor="r")
    name = told.city(city, words)
    line = top + _HEAD + 27 if marks or note or copies else (top + _HEAD + bottom) / 2
    canvas.text(middle, line, name, TITLE, INK, bold=True, anchor="m", room=room, shrink=True)
    for index, letter in enumerate(marks):
        end_mark(canvas, None, letter, middle + (index - (len(marks) - 1) / 2) * 54, bottom - 29)
    if note:
        room -= 96 if copies else 0
        canvas.text(middle, bottom - 28, note, NAME, MUTED, anchor="m", room=room, shrink=True)


def _on_pattern(
    canvas: Canvas,
    city: str | None,
    x: float,
    y: float,
    text: str,
    size: int,
    room: float,
    *,
    bold: bool = False,
) -> None:
    # The lines end before the letters.
    halo = None if city is None else GROUNDS[region_of(city)]
    canvas.text(x, y, text, size, INK, bold=bold, anchor="m", halo=halo, room=room, shrink=True)


def _place(canvas: Canvas, city: str | None, box: Box, fill: Colour, *, lit: bool, tall: bool) -> Box:
    left, top, right, bottom = (round(value) for value in box)
    wide, high = right - left, bottom - top
    region = "" if city is None else region_of(city)
    image = sprite(
        ("city card", wide, high, region, fill, lit, tall),
        wide + 2 * _ROOM,
        high + 2 * _ROOM,
        lambda pen: _blank(pen, wide, high, region, fill if region else TABLE, lit=lit, tall=tall),
    )
    canvas.image.paste(image, (left - _ROOM, top - _ROOM), image)
    canvas.holder((left, top, right, bottom))
    return left, top, right, bottom


def _blank(pen: Pen, wide: int, high: int, region: str, fill: Colour, *, lit: bool, tall: bool) -> None:
    def layer(grow: float, colour: Colour) -> None:
        near = _ROOM - grow
        pen.rounded((near, near, _ROOM + wide + grow, _ROOM + high + grow), 10 + grow, colour)

    if lit:
        layer(6, INK)
        layer(4, NEWS)
        layer(0, INK)
    else:
        layer(0, LINE)
    layer(-2, GROUNDS.get(region, TABLE))
    right, bottom = _ROOM + wide - 2, _ROOM + high - 2
    if region:
        # Clear of the round corners.
        near, far, low = (
            _ROOM + 4,
            (right - 2 if tall else _ROOM + TAB),
            (_ROOM + _HEAD if tall else bottom - 2),
        )
        part: list[Point] = [(near, near), (far, near), (far, low), (near, low)]
        pattern(pen, region, part, 16, 2, lines_on(region, ON_CARD))
    left, top = (_ROOM + 2, _ROOM + _HEAD) if tall else (_ROOM + TAB, _ROOM + 2)
    pen.rounded((left, top, right, bottom), 8, fill)
    # Round where the card ends, straight where its colour begins.
    straight = (left, top, right, top + 12) if tall else (left, top, left + 12, bottom)
    pen.rounded(straight, 0, fill)
    pen.rounded((left, top, right, top + 2) if tall else (left, top, left + 2, bottom), 0, LINE)
