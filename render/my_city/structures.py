"""Buildings, churches and fortresses: one inset outline around all cells of a structure, its type inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PIL import Image

from bot.games.my_city.city import Kind, Spot
from bot.games.my_city.shapes import Form
from render.my_city import colours, signs
from render.pen import SCALE, Pen, kept, sprite
from render.theme import INK, NEWS, WHITE, Colour

MARGIN = 0.14
"""How far a band reaches beyond the cells, in cells."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a structure stands there: with a band around it, and behind a veil while it is only proposed."""

    band: Colour | None = None
    ghost: bool = False


PLAIN, LIT = Look(), Look(NEWS)


def structure(kind: Kind, form: Form, cell: int, look: Look = PLAIN) -> Image.Image:
    """A structure whose cells are `cell` pixels wide; around them lies a margin for its band."""
    key = ("structure", kind, form, cell, look)
    return kept(key, lambda: _painted(kind, form, cell, look))


def fitting(form: Form, width: float, height: float, most: int) -> int:
    """How large the cells of a form may be to find room, at most so large."""
    high, wide = (1 + max(side) for side in zip(*form, strict=True))
    return min(int(width / wide), int(height / high), most)


def margin(cell: int) -> int:
    """The pixels around the cells of a structure's sprite."""
    return round(MARGIN * cell) + 2


def _painted(kind: Kind, form: Form, cell: int, look: Look) -> Image.Image:
    around = margin(cell)
    height, width = (cell * (1 + max(side)) + 2 * around for side in zip(*form, strict=True))

    def body(pen: Pen) -> None:
        inset, edge = 0.06 * cell, max(0.045 * cell, 2.0)
        if look.band is not None:
            reach = 0.12 * cell
            _union(pen, form, cell, around, inset - edge - reach, INK)
            _union(pen, form, cell, around, inset - reach, look.band)
        _union(pen, form, cell, around, inset, INK)

    def inside(pen: Pen) -> None:
        _union(pen, form, cell, around, 0.06 * cell + max(0.045 * cell, 2.0), INK)

    image = sprite(("structure body", form, cell, look), width, height, body).copy()
    mask = sprite(("structure inside", form, cell), width, height, inside).getchannel("A")
    filling = _filling(kind, form, cell, width, height)
    if look.ghost:
        veil = Image.new("RGB", filling.size, WHITE)
        filling = Image.blend(filling, veil, colours.VEIL)
    image.paste(filling, (0, 0), mask)
    return image


def _union(pen: Pen, form: Form, cell: int, around: float, inset: float, fill: Colour) -> None:
    # Each cell for itself, then the seams to its neighbours, then what is left in the middle of four; on
    # whole dots of the pen, or the outline would have steps.
    there, inset = set(form), round(inset * SCALE) / SCALE
    for row, column in form:
        left, top = around + column * cell, around + row * cell
        x, y = left + cell / 2, top + cell / 2
        pen.rounded((left + inset, top + inset, left + cell - inset, top + cell - inset), 0.12 * cell, fill)
        right, below = (row, column + 1) in there, (row + 1, column) in there
        if right:
            pen.rounded((x, top + inset, x + cell, top + cell - inset), 0, fill)
        if below:
            pen.rounded((left + inset, y, left + cell - inset, y + cell), 0, fill)
        if right and below and (row + 1, column + 1) in there:
            pen.rounded((x, y, x + cell, y + cell), 0, fill)


def _filling(kind: Kind, form: Form, cell: int, width: int, height: int) -> Image.Image:
    """What is seen within the outline: the pattern over the whole of the sprite."""
    around = margin(cell)

    def paint(pen: Pen) -> None:
        _PATTERNS[kind](pen, form, cell, around, width, height)

    return sprite(("structure filling", kind, form, cell), width, height, paint).convert("RGB")


def _solid(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    pen.rounded((0, 0, width, height), 0, colours.TYPES["residential"])


def _stripes(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    pen.rounded((0, 0, width, height), 0, colours.STRIPE)
    step, start = cell / 4, around % (cell / 4)
    for index in range(-1, int((width + height) / step) + 2):
        along = start + index * step
        pen.line(
            [(along + 4, -4), (along - height - 4, height + 4)], step * 0.42, colours.TYPES["industrial"]
        )


def _crosses(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    pen.rounded((0, 0, width, height), 0, colours.TYPES["public"])
    reach, thick = 0.24 * cell, max(0.07 * cell, 2.4)
    for x, y in _middles(form, cell, around):
        for way in (-1, 1):
            pen.line([(x - reach, y - way * reach), (x + reach, y + way * reach)], thick, colours.CROSS)


def _church(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    pen.rounded((0, 0, width, height), 0, colours.CHURCH)
    x, y = _heart(form, cell, around)
    signs.cross(pen, x, y, cell * 0.9)


def _fortress(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    pen.rounded((0, 0, width, height), 0, colours.FORTRESS)
    for x, y in _middles(form, cell, around):
        signs.fortress(pen, x, y, cell * 0.94)


def _middles(form: Form, cell: int, around: int) -> Iterable[tuple[float, float]]:
    for row, column in form:
        yield around + (column + 0.5) * cell, around + (row + 0.5) * cell


def _heart(form: Form, cell: int, around: int) -> tuple[float, float]:
    # The middle of a square if there is one, else of the cell with the most neighbours.
    there = set(form)

    def weight(spot: Spot) -> int:
        row, column = spot
        return sum(
            (row + down, column + right) in there for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )

    square = [
        (row, column)
        for row, column in form
        if {(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= there
    ]
    if square:
        row, column = square[0]
        return around + (column + 1) * cell, around + (row + 1) * cell
    row, column = max(form, key=weight)
    return around + (column + 0.5) * cell, around + (row + 0.5) * cell


_PATTERNS: dict[Kind, Callable[[Pen, Form, int, int, int, int], None]] = {
    "residential": _solid,
    "industrial": _stripes,
    "public": _crosses,
    "church": _church,
    "fortress": _fortress,
}
