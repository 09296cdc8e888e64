"""A player's sheet: terrain and river, buildings, churches and fortresses, bandits, what is news."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from PIL import Image

from bot.games.my_city.cells import COLUMNS, ROWS, Cells, Form, cells_of, formed, label, spot
from bot.games.my_city.city import CITY, EPISODES, Kind, Spot
from bot.games.my_city.moves import Sheet
from bot.games.my_city.site import layout_of, site_of
from render.canvas import Canvas
from render.my_city import colours, signs
from render.my_city.signs import sign
from render.pen import SCALE, Pen, Point, kept, painted, sprite
from render.theme import INK, NEWS, TALL, WHITE, Colour, mix

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
        _union(pen, form, cell, around, 0.06 * cell + max(0.045 * cell, 2.0), WHITE)

    image, (fill, pattern) = painted(width, height, body), _FILLINGS[kind]
    filling = Image.new("RGB", image.size, fill)
    if pattern:
        filling = painted(width, height, lambda pen: pattern(pen, form, cell, around, width, height), fill)
    if look.ghost:
        veil = Image.new("RGB", filling.size, WHITE)
        filling = Image.blend(filling, veil, colours.VEIL)
    image.paste(filling, (0, 0), painted(width, height, inside, stencil=True))
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


def _stripes(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    step, start = cell / 4, around % (cell / 4)
    for index in range(-1, int((width + height) / step) + 2):
        along = start + index * step
        pen.line(
            [(along + 4, -4), (along - height - 4, height + 4)], step * 0.42, colours.TYPES["industrial"]
        )


def _crosses(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    reach, thick = 0.24 * cell, max(0.07 * cell, 2.4)
    for x, y in _middles(form, cell, around):
        for way in (-1, 1):
            pen.line([(x - reach, y - way * reach), (x + reach, y + way * reach)], thick, colours.CROSS)


def _church_filling(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    x, y = _heart(form, cell, around)
    signs.draw(pen, signs.CROSS, x, y, cell * 0.9)


def _fortress_filling(pen: Pen, form: Form, cell: int, around: int, width: int, height: int) -> None:
    for x, y in _middles(form, cell, around):
        signs.draw(pen, signs.FORTRESS, x, y, cell * 0.94)


def _middles(form: Form, cell: int, around: int) -> Iterable[tuple[float, float]]:
    for row, column in form:
        yield around + (column + 0.5) * cell, around + (row + 0.5) * cell


def _heart(form: Form, cell: int, around: int) -> tuple[float, float]:
    # The middle of a square if there is one, else of the cell with the most neighbours.
    there = set(form)

    def weight(spot: Spot) -> int:
        sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return sum((spot[0] + down, spot[1] + right) in there for down, right in sides)

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


_FILLINGS: dict[Kind, tuple[Colour, Callable[[Pen, Form, int, int, int, int], None] | None]] = {
    "residential": (colours.TYPES["residential"], None),
    "industrial": (colours.STRIPE, _stripes),
    "public": (colours.TYPES["public"], _crosses),
    "church": (colours.CHURCH, _church_filling),
    "fortress": (colours.FORTRESS, _fortress_filling),
}
"""What a kind of structure has within its outline: a colour, and what is drawn on it."""


BORDER = 6
"""Pixels around the cells of the largest sheets; smaller ones have less."""


def border(cell: int) -> int:
    """How wide the frame of a sheet is."""
    return max(round(cell * BORDER / 78), 3)


def size(cell: int) -> tuple[int, int]:
    """How wide and high a sheet is, its frame included."""
    return COLUMNS * cell + 2 * border(cell), ROWS * cell + 2 * border(cell)


def terrain(episode: int, cell: int) -> Image.Image:
    """The printed sheet of an episode within its frame, without bandits."""
    return kept(("terrain", episode, cell), lambda: _printed(episode, cell))


def _printed(episode: int, cell: int) -> Image.Image:
    wide, high = size(cell)
    edge = border(cell)
    image = Image.new("RGB", (wide, high), colours.FRAME)
    image.paste(colours.GRID, (edge, edge, wide - edge, high - edge))
    for row, letters in enumerate(EPISODES[episode].grid):
        for column, letter in enumerate(letters):
            tile = ground(CITY.legend[letter], cell)
            image.paste(tile, (edge + column * cell, edge + row * cell), tile)
    line, place = river(EPISODES[episode].river_paths, cell, (wide, high), edge)
    image.paste(line, place, line)
    for kind, mask in layout_of(episode).printed:
        form, (top, left) = formed([spot(label) for label in cells_of(mask)])
        around, body = 0, sign("sawmill", cell)
        if kind != "sawmill":
            around, body = margin(cell), structure("church" if kind == "church" else "fortress", form, cell)
        image.paste(body, (edge + left * cell - around, edge + top * cell - around), body)
    return image


def ground(kind: str, cell: int) -> Image.Image:
    """One cell of a kind of terrain, with the line of the grid at its edges."""
    fill = colours.GROUNDS.get(kind, colours.MEADOW)
    closed = kind in ("mountain", "forest", "water")
    line: Colour = mix(fill, colours.PEAK, 0.16) if closed else mix(fill, colours.FRAME, 0.2)

    def paint(pen: Pen) -> None:
        thin = max(cell / 78, 0.75)
        pen.rounded((0, 0, cell, cell), 0, line)
        pen.rounded((thin, thin, cell - thin, cell - thin), 0, fill)
        if kind in signs.TERRAIN:
            signs.draw(pen, signs.TERRAIN[kind], cell / 2, cell / 2, cell)

    return sprite(("ground", kind, cell), cell, cell, paint)


def river(
    paths: tuple[tuple[Spot, ...], ...], cell: int, room: tuple[int, int], edge: int
) -> tuple[Image.Image, tuple[int, int]]:
    """The river along the corners of cells, `edge` pixels from the sides of an image of this size, and where
    it lies there."""
    # Only as large as it is: what is drawn is four times as wide and high.
    downs, acrosses = zip(*[corner for path in paths for corner in path], strict=True)
    reach = edge + cell // 4
    left, top = max(min(acrosses) * cell - reach, 0), max(min(downs) * cell - reach, 0)
    right = min(edge + max(acrosses) * cell + reach, room[0])
    bottom = min(edge + max(downs) * cell + reach, room[1])

    def paint(pen: Pen) -> None:
        for share, fill in ((0.27, colours.RIVER_EDGE), (0.2, colours.RIVER), (0.055, colours.RIVER_LIGHT)):
            for path in paths:
                points: list[Point] = [
                    (edge + column * cell - left, edge + row * cell - top) for row, column in path
                ]
                pen.stroke(points, share * cell, fill)

    return sprite(("river", paths, cell, room, edge), right - left, bottom - top, paint), (left, top)


def sheet(
    canvas: Canvas, episode: int, own: Sheet, left: int, top: int, cell: int, *, lit: Collection[int] = ()
) -> None:
    """The sheet with its frame from this corner on; structures of these numbers are news."""
    image = terrain(episode, cell)
    canvas.image.paste(image, (left, top))
    canvas.mark((left, top, left + image.width, top + image.height))
    _paint_bandits(canvas, episode, own, left, top, cell)
    ordered = sorted(enumerate(own.drawn), key=lambda item: item[0] in lit)
    for number, item in ordered:
        stand(canvas, item.kind, item.cells, left, top, cell, LIT if number in lit else PLAIN)


def stand(canvas: Canvas, kind: Kind, cells: Cells, left: int, top: int, cell: int, look: Look) -> None:
    """A structure on a sheet that begins in this corner."""
    form, (row, column) = formed([spot(label) for label in cells])
    body = structure(kind, form, cell, look)
    around = margin(cell) - border(cell)
    canvas.image.paste(body, (left + column * cell - around, top + row * cell - around), body)


def _paint_bandits(canvas: Canvas, episode: int, own: Sheet, left: int, top: int, cell: int) -> None:
    site = site_of(episode, own)
    for name in own.bandits:
        mark = sign("bandit" if name in site.loose_bandits() else "enclosed", cell)
        (label,) = cells_of(site.layout.bandits[name])
        row, column = spot(label)
        at = left + border(cell) + column * cell, top + border(cell) + row * cell
        canvas.image.paste(mark, at, mark)


def coordinates(canvas: Canvas, left: int, top: int, cell: int) -> None:
    """Letters above and numbers to the left of a sheet that begins in this corner."""
    edge = border(cell)
    for column in range(COLUMNS):
        x = left + edge + (column + 0.5) * cell
        canvas.text(x, top - 38, "ABCDEFGH"[column], TALL, INK, bold=True, anchor="m")
    for row in range(ROWS):
        y = top + edge + (row + 0.5) * cell
        room = left - 32
        canvas.text(left - 12, y, str(row + 1), TALL, INK, bold=True, anchor="r", room=room, shrink=True)
        for column in range(COLUMNS):
            x, low = left + edge + column * cell, top + edge + row * cell
            canvas.place(f"cell {label((row, column))}", (x, low, x + cell, low + cell))
