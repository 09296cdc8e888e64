"""The player strip: the same cell for every seat of every game, lower where there are more."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from bot.view_model import ComputerName
from render import fonts
from render.canvas import Canvas
from render.parts import status
from render.seats import token
from render.theme import BIG, CARD, HINT, INK, MUTED, NAME, NUMBER, PAPER, Box

GAP = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """What the strip says of one seat."""

    seat: int
    name: str
    score: str
    done: bool | None = None
    """The status disc: has decided, is thinking, or none."""
    note: str = ""
    detail: str = ""
    """What the seat got just now; it takes the place of the note where there are only two lines."""
    pill: str = ""
    """What was added to the score just now."""
    lit: bool = False
    icon: Image.Image | None = None
    marker: Image.Image | None = None
    """A piece that lies before the seat."""


def cell_height(count: int) -> int:
    """How high a cell is at so many seats."""
    return 150 if count <= 4 else 136 if count <= 6 else 79


def strip_height(count: int) -> int:
    """How high the whole strip is."""
    return count * (cell_height(count) + _gap(count)) - _gap(count)


def _gap(count: int) -> int:
    return GAP if count <= 6 else 8


def ground(canvas: Canvas, left: float, top: float, width: float, count: int) -> None:
    """The plain cells, for the layer below."""
    for index in range(count):
        canvas.panel(_box(index, left, top, width, count), PAPER, 14)


def strip(canvas: Canvas, left: float, top: float, width: float, cells: Sequence[Cell]) -> None:
    """Fills the cells drawn by `ground`."""
    for index, cell in enumerate(cells):
        box = _box(index, left, top, width, len(cells))
        if cell.lit:
            canvas.panel(box, CARD, 14, lit=True)
        if len(cells) <= 6:
            _tall(canvas, box, cell, three=len(cells) <= 4)
        else:
            _low(canvas, box, cell)


def _box(index: int, left: float, top: float, width: float, count: int) -> Box:
    height = cell_height(count)
    y = top + index * (height + _gap(count))
    return left, y, left + width, y + height


def _tall(canvas: Canvas, box: Box, cell: Cell, *, three: bool) -> None:
    left, top, right, bottom = box
    token(canvas, cell.seat, left + 40, top + 38, 20)
    name_room = _before_marker(canvas, right - 22, top + 38, cell) - left - 76
    canvas.text(left + 76, top + 38, cell.name, NAME, bold=True, room=name_room)
    base = bottom - (44 if three else 38)
    edge = _score(canvas, right - 26, base, cell, BIG)
    if three:
        _note(canvas, left, edge, top + 82, cell)
        _detail(canvas, left + 24, edge, top + 120, cell.detail)
    elif cell.detail and fonts.width(cell.detail, HINT) <= edge - left - 36:
        _badge(canvas, left + 56, top + 52, cell)
        _detail(canvas, left + 24, edge, base, cell.detail)
    else:
        _note(canvas, left, edge, base, cell)


def _low(canvas: Canvas, box: Box, cell: Cell) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    token(canvas, cell.seat, left + 38, middle - 2, 20)
    _badge(canvas, left + 56, middle + 16, cell)
    edge = _before_marker(canvas, _score(canvas, right - 20, middle, cell, NUMBER), middle, cell)
    name, room = cell.name, edge - left - 86
    if isinstance(name, ComputerName) and fonts.width(name, NAME, True) > room:
        name = name.short
    canvas.text(left + 78, middle, name, NAME, bold=True, room=room, shrink=name is not cell.name)


def _before_marker(canvas: Canvas, right: float, y: float, cell: Cell) -> float:
    if cell.marker is None:
        return right
    canvas.stamp(cell.marker, right - cell.marker.width / 2 - 6, y)
    return right - cell.marker.width - 14


def _badge(canvas: Canvas, x: float, y: float, cell: Cell) -> None:
    if cell.done is not None:
        canvas.stamp(status(cell.done, 12), x, y)


def _score(canvas: Canvas, right: float, y: float, cell: Cell, size: int) -> float:
    # The score at the edge, before it the pill or the sign of what is counted; says where they begin.
    left = right - canvas.text(right, y, cell.score, size, INK, bold=True, anchor="r")
    if cell.pill:
        low = size == NUMBER
        text, padding, gap = (HINT, 9, 11) if low else (NAME, 12, 14)
        return canvas.pill(left - gap, y, cell.pill, text, anchor="r", height=42, padding=padding)[0]
    if cell.icon is not None:
        canvas.stamp(cell.icon, left - 10 - cell.icon.width / 2, y)
        return left - 10 - cell.icon.width
    return left


def _note(canvas: Canvas, left: float, edge: float, y: float, cell: Cell) -> None:
    start = left + 24
    if cell.done is not None:
        canvas.stamp(status(cell.done), left + 40, y)
        start = left + 68
    room = edge - start - 12
    # Beside a wide score the disc alone says it, rather than half a word.
    if cell.done is None or fonts.width(cell.note, NAME) <= room:
        canvas.text(start, y, cell.note, NAME, INK if cell.lit else MUTED, room=room)


def _detail(canvas: Canvas, left: float, edge: float, y: float, text: str) -> None:
    if text:
        canvas.text(left, y, text, HINT, INK, room=edge - left - 12)
