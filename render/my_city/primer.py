"""Six scenes that tell My City: Roll & Build in a minute, drawn from its own pieces."""

from bot.games.my_city.cells import Form, Roll
from bot.games.my_city.city import BOXES, CITY, Kind, Spot
from bot.text import Words, plus, signed
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.dice import arrow, dice, shape
from render.my_city.patch import Built, Patch, lay, stream
from render.my_city.sheet import LIT, Look
from render.my_city.signs import row_sign, sign
from render.parts import badge
from render.theme import BIG, CARD, INK, LINE, LOSS, NUMBER, WHITE, Box

_CELL = 57
_ROLL = Roll("L1", "R1", "residential")
_ASKED: Form = ((0, 0), (1, 0), (1, 1), (1, 2))
_TURNED: Form = ((0, 2), (1, 0), (1, 1), (1, 2))
_THREE: Form = ((0, 0), (0, 1), (0, 2))
_ROW, _COLUMN, _SINGLE = ((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0),)
_GOOD, _BAD = Look(colours.GOOD, ghost=True), Look(colours.BAD, ghost=True)
_BESIDE = Patch(
    ("T.......M", ".....T.R.", "......R.T"),
    ((0, 7), (3, 7)),
    (Built("industrial", _THREE, (1, 4)), Built("residential", _TURNED, (1, 1), LIT)),
)
_ACROSS = Patch(
    ("......F..", "T...MM..F", "...M...W."),
    ((0, 2), (3, 2)),
    (
        Built("industrial", _THREE, (0, 0), _BAD),
        Built("residential", _COLUMN, (1, 5), _BAD),
        Built("public", _ROW, (2, 0), _GOOD),
    ),
)
_GROUPS = Patch(
    ("......", "...T..", ".R...."),
    (),
    (
        Built("industrial", _ROW, (0, 3)),
        Built("industrial", _SINGLE, (2, 0)),
        Built("public", _COLUMN, (0, 5)),
        Built("public", _COLUMN, (1, 4)),
        Built("residential", ((0, 0), (1, 0), (1, 1)), (0, 0), LIT),
        Built("residential", _ROW, (0, 1), LIT),
        Built("residential", _COLUMN, (1, 2), LIT),
    ),
)
_LARGEST: tuple[tuple[Kind, int], ...] = (("residential", 3), ("industrial", 1), ("public", 2))
_LAND = (("trees", 1), ("rocks", -1), ("empty_meadow", -1))
_TICKED = 3


def roll(canvas: Canvas, words: Words, box: Box) -> None:
    """The dice, and the building that they ask for."""
    y = (box[1] + box[3]) / 2
    end = dice(canvas, _ROLL, box[0] + 4, y - 54, 108)
    arrow(canvas, end + 34, y)
    shape(canvas, _ROLL.type, _ASKED, box[2] - 76, y, 46)


def build(canvas: Canvas, words: Words, box: Box) -> None:
    """The building turned, beside the first one, which lies at the river."""
    left, top = _laid(canvas, _BESIDE, box)
    _mark(canvas, left, top, (2, 1), good=True)


def forbidden(canvas: Canvas, words: Words, box: Box) -> None:
    """A building across the river and one on a mountain, which may not be; one along the river."""
    left, top = _laid(canvas, _ACROSS, box)
    # What is in the way stays visible.
    stream(canvas, _ACROSS, left, top, _CELL)
    canvas.stamp(sign("mountain", _CELL), left + 5.5 * _CELL, top + 1.5 * _CELL)
    for spot, good in (((0, 0), False), ((2, 5), False), ((2, 0), True)):
        _mark(canvas, left, top, spot, good=good)


def skip(canvas: Canvas, words: Words, box: Box) -> None:
    """The pass boxes, and what the last one ticked costs."""
    gap = 10
    wide = (box[2] - box[0] - (BOXES - 1) * gap) / BOXES
    for index, value in enumerate(CITY.pass_values[1:]):
        left, top, ticked, last = (
            box[0] + index * (wide + gap),
            box[1] + 10,
            index < _TICKED,
            index == _TICKED - 1,
        )
        place = (left, top, left + wide, top + 80)
        canvas.panel(place, INK if ticked else CARD, 10, edge=INK if ticked else LINE, shadow=False, lit=last)
        x, cost = left + wide / 2, signed(value)
        colour = WHITE if ticked else INK
        canvas.text(x, top + 40, cost, NUMBER, colour, bold=True, anchor="m", room=wide - 4, shrink=True)
        if last:
            canvas.text(x, box[3] - 34, cost, BIG, LOSS, bold=True, anchor="m")


def land(canvas: Canvas, words: Words, box: Box) -> None:
    """What a tree, a rock, and a cell of meadow count that are not built over."""
    wide, gap = 175, 12
    for index, (key, points) in enumerate(_LAND):
        left = box[0] + index * (wide + gap)
        canvas.panel((left, box[1] + 6, left + wide, box[3] - 6), CARD, 14)
        x = left + wide / 2
        canvas.stamp(row_sign(key, 84), x, box[1] + 60)
        colour = LOSS if points < 0 else INK
        canvas.text(x, box[1] + 132, plus(points), BIG, colour, bold=True, anchor="m")


def groups(canvas: Canvas, words: Words, box: Box) -> None:
    """A city, and the size of the largest group of each type."""
    left, top = round(box[0]), round(box[1])
    lay(canvas, _GROUPS, left, top, _CELL)
    for index, (kind, count) in enumerate(_LARGEST):
        y = top + (index + 0.5) * _CELL
        shape(canvas, kind, _SINGLE, box[2] - 130, y, 50)
        canvas.text(box[2] - 20, y, plus(count), BIG, INK, bold=True, anchor="r")


def _laid(canvas: Canvas, patch: Patch, box: Box) -> tuple[int, int]:
    left, top = round((box[0] + box[2] - patch.size(_CELL)[0]) / 2), round(box[1])
    lay(canvas, patch, left, top, _CELL)
    return left, top


def _mark(canvas: Canvas, left: int, top: int, spot: Spot, *, good: bool) -> None:
    """A tick or a cross in a cell."""
    x, y = left + (spot[1] + 0.5) * _CELL, top + (spot[0] + 0.5) * _CELL
    canvas.stamp(badge(good, colours.GOOD if good else colours.BAD, 23), x, y)


SCENES = (roll, build, forbidden, skip, land, groups)
