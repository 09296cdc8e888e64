"""Examples for the rules of My City: Roll & Build: where one may build, what a city is worth."""

from bot.games.my_city.city import Kind, Spot
from bot.text import Words, plus
from render import fonts
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.dice import shape
from render.my_city.patch import Built, Patch, lay, stream
from render.my_city.sheet import LIT, Look
from render.my_city.signs import row_sign, sign
from render.parts import badge
from render.pen import rings
from render.theme import BIG, CARD, INK, LINE, NUMBER, TITLE, WHITE, Box

_CELL = 82
_GOOD, _BAD = Look(colours.GOOD, ghost=True), Look(colours.BAD, ghost=True)
_SINGLE = ((0, 0),)
_TWO, _TALL, _THREE = ((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1), (0, 2))
_SITE = Patch(
    (".......T", ".......M", "T.....MM", "........", "....F..R", ".R..F.T."),
    ((0, 5), (6, 5)),
    (
        Built("industrial", _THREE, (1, 2)),
        Built("public", ((0, 1), (1, 0), (1, 1)), (2, 3)),
        Built("residential", _TALL, (2, 2), _GOOD),
        Built("residential", _TWO, (3, 5), _GOOD),
        Built("residential", _TWO, (0, 4), _BAD),
        Built("residential", _TWO, (0, 0), _BAD),
        Built("residential", _TWO, (4, 3), _BAD),
    ),
)
_CASES: tuple[tuple[str, Spot, bool], ...] = (
    ("beside", (2, 2), True),
    ("over", (3, 6), True),
    ("across", (0, 5), False),
    ("corner", (0, 0), False),
    ("forest", (4, 3), False),
)
_CITY = Patch(
    (".R..T...", "T.......", "...W....", ".....R..", "....T..T", "T....R.."),
    (),
    (
        Built("industrial", _TWO, (4, 1)),
        Built("industrial", _TALL, (2, 2)),
        Built("industrial", _TWO, (0, 6)),
        Built("public", _TWO, (3, 3)),
        Built("public", _SINGLE, (3, 6)),
        Built("residential", _TWO, (2, 4), LIT),
        Built("residential", _TALL, (1, 6), LIT),
        Built("residential", _THREE, (1, 3), LIT),
    ),
)
_GROUPS: tuple[tuple[Kind, int], ...] = (("residential", 3), ("industrial", 2), ("public", 1))
_WELL = 4


def building(canvas: Canvas, words: Words, box: Box) -> None:
    """A city with five more buildings: two that may be, three that may not."""
    left, top = round(box[0]), round(box[1])
    lay(canvas, _SITE, left, top, _CELL)
    # What is in the way stays visible.
    stream(canvas, _SITE, left, top, _CELL)
    canvas.stamp(sign("forest", _CELL), left + 4.5 * _CELL, top + 4.5 * _CELL)
    start = left + _SITE.size(_CELL)[0] + 34
    for number, (key, (row, column), good) in enumerate(_CASES, start=1):
        colour, y = colours.GOOD if good else colours.BAD, top + 50 + (number - 1) * 98
        for x, low in ((left + (column + 0.5) * _CELL, top + (row + 0.5) * _CELL), (start + 26, y)):
            canvas.stamp(rings(("case", colour), 56, (28, CARD), (26, colour)), x, low)
            canvas.text(x, low, str(number), NUMBER, WHITE, bold=True, anchor="m")
        canvas.stamp(badge(good, colour, 23), start + 84, y)
        lines = fonts.lines(words(f"my_city.example.{key}"), box[2] - start - 120, TITLE)
        canvas.lines(start + 120, y, lines, 42, TITLE)


def city(canvas: Canvas, words: Words, box: Box) -> None:
    """A finished city, what its largest groups and its well are worth."""
    left, top = round(box[0]), round(box[1])
    lay(canvas, _CITY, left, top, _CELL)
    start, total = left + _CITY.size(_CELL)[0] + 60, _WELL
    for row, (kind, count) in enumerate(_GROUPS):
        y = top + 48 + row * 92
        shape(canvas, kind, _SINGLE, start + 36, y, 62)
        _worth(canvas, box[2], y, words(f"my_city.kind.{kind}"), count, start + 92)
        total += count
    y = top + 48 + 3 * 92
    canvas.stamp(row_sign("wells", 80), start + 36, y)
    _worth(canvas, box[2], y, words("my_city.score.wells"), _WELL, start + 92)
    canvas.panel((start, top + 384, box[2], top + 476), colours.ACCENT, 14, edge=None)
    canvas.text(start + 28, top + 430, words("picture.total"), TITLE, WHITE, bold=True)
    canvas.text(box[2] - 24, top + 430, plus(total), BIG, WHITE, bold=True, anchor="r")


def _worth(canvas: Canvas, right: float, y: float, label: str, points: int, start: float) -> None:
    wide = canvas.text(right - 24, y, plus(points), BIG, INK, bold=True, anchor="r")
    canvas.text(start, y, label, TITLE, INK, room=right - start - wide - 40)
    canvas.fill((start, y + 44, right, y + 46), LINE)


EXAMPLES = {"building": building, "city": city}
