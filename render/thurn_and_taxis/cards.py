"""City cards: the colour and the name of the region, the name of the city, what else is to be said."""

from collections.abc import Sequence

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import region_of
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, Point, framed, painted
from render.theme import CARD, HINT, INK, LINE, MUTED, NAME, NEWS, SENTENCES, TABLE, TITLE, Box, Colour
from render.thurn_and_taxis.patterns import pattern
from render.thurn_and_taxis.signs import GROUNDS, ON_CARD, end_mark, lines_on, region_code

_ROOM = 8
_HEAD = 40
TAB = 60
"""How wide the coloured end of a low card is."""
WIDE_TAB = 74
"""The same with a large code of a region."""
TALL = 138
LOW = 56
TWO_LINES = 76
"""How high a low card is that says more below its name."""
LARGE = 86
"""The same with a large name."""
_MARK, _AROUND, _MARGIN = 50, 16, 14
_SMALLER = SENTENCES[-1]


def low(
    canvas: Canvas,
    words: Words,
    city: str | None,
    box: Box,
    *,
    label: str = "",
    copies: str = "",
    marks: Sequence[str] = (),
    fill: Colour = CARD,
    lit: bool = False,
    keep: float = 0,
    notes: Sequence[str] = (),
    code: bool = True,
    size: int = NAME,
) -> None:
    """A low card: its region's colour behind `label` and the code of the region, its name, at the right how
    many `copies` there are and letters of the ends it fits; where there is height enough also `notes`, or the
    name of its region.

    `keep` is room at the right that the name leaves free; without `code` something else stands there. With
    large names, of `TITLE`, the code is large, too, and always there."""
    tab, small = (WIDE_TAB, _SMALLER) if size == TITLE and code else (TAB, HINT)
    left, top, right, bottom = _place(canvas, city, box, fill, lit=lit, tab=tab)
    middle = (top + bottom) / 2
    sign = region_code(region_of(city), words) if code and city is not None else ""
    two = bottom - top >= TWO_LINES
    both = bool(label and sign) and two
    if label:
        line = middle - (19 if both else 0)
        _on_pattern(canvas, city, left + tab / 2, line, label, max(NAME, small), tab - 4, bold=True)
    if sign and (both or not label):
        line = middle + (17 if both else 0)
        _on_pattern(canvas, city, left + tab / 2, line, sign, small, tab - 2)
    elif sign and city is not None and _fits_beside(city, sign, right - left - keep, words):
        right -= canvas.text(right - 10, middle, sign, HINT, MUTED, anchor="r") + 10
    if copies:
        right -= canvas.text(right - 10, middle, copies, _SMALLER, INK, bold=True, anchor="r") + 14
    for index, letter in enumerate(reversed(marks)):
        end_mark(canvas, None, letter, right - 30 - index * 48, middle)
    if city is not None:
        room = right - left - tab - _AROUND - keep - _MARK * len(marks)
        below = notes or ([told.region(region_of(city), words)] if two else [])
        step = size + 2
        line = middle - step / 2 * len(below)
        name = told.city(city, words)
        canvas.text(left + tab + 12, line, name, size, INK, bold=True, room=room, shrink=True)
        for text in below:
            line += step
            canvas.text(left + tab + 12, line, text, small, INK if notes else MUTED, room=room)
            step = size + 1


def low_width(words: Words, city: str, marks: int, *, copies: str) -> float:
    """How wide a low card has to be that shows its name large."""
    beside = fonts.width(copies, _SMALLER, True) + 14 if copies else 0
    return WIDE_TAB + _AROUND + fonts.width(told.city(city, words), TITLE, True) + _MARK * marks + beside


def tall_width(words: Words, city: str) -> float:
    """How wide a tall card has to be that shows its name large, and that of its region whole."""
    region = fonts.width(told.region(region_of(city), words), NAME, False)
    return max(fonts.width(told.city(city, words), TITLE, True), region) + _MARGIN


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
    left, top, right, bottom = _place(canvas, city, box, CARD, lit=lit, tab=0)
    middle, room = (left + right) / 2, right - left - _MARGIN
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
        canvas.text(middle, bottom - 28, note, _SMALLER, MUTED, anchor="m", room=room, shrink=True)


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


def _place(canvas: Canvas, city: str | None, box: Box, fill: Colour, *, lit: bool, tab: int) -> Box:
    # `tab` is how wide the coloured end of a low card is; a tall one has none.
    left, top, right, bottom = (round(value) for value in box)
    wide, high = right - left, bottom - top
    region = "" if city is None else region_of(city)
    parts = framed(
        ("city card", wide, high, region, fill, lit, tab),
        _ROOM + 4,
        lambda: painted(
            wide + 2 * _ROOM,
            high + 2 * _ROOM,
            lambda pen: _blank(pen, wide, high, region, fill if region else TABLE, lit=lit, tab=tab),
        ),
    )
    canvas.lay(parts, left - _ROOM, top - _ROOM)
    canvas.holder((left, top, right, bottom))
    return left, top, right, bottom


def _blank(pen: Pen, wide: int, high: int, region: str, fill: Colour, *, lit: bool, tab: int) -> None:
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
            (_ROOM + tab if tab else right - 2),
            (bottom - 2 if tab else _ROOM + _HEAD),
        )
        part: list[Point] = [(near, near), (far, near), (far, low), (near, low)]
        pattern(pen, region, part, 16, 2, lines_on(region, ON_CARD))
    left, top = (_ROOM + tab, _ROOM + 2) if tab else (_ROOM + 2, _ROOM + _HEAD)
    pen.rounded((left, top, right, bottom), 8, fill)
    # Round where the card ends, straight where its colour begins.
    straight = (left, top, left + 12, bottom) if tab else (left, top, right, top + 12)
    pen.rounded(straight, 0, fill)
    pen.rounded((left, top, left + 2, bottom) if tab else (left, top, right, top + 2), 0, LINE)
