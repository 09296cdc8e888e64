"""Territories: the ground in the colours of their owners, their symbols and points, the churches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from PIL import Image

from bot.games.contract import Seat
from bot.games.noerdlingen.moves import NoerdlingenView, Territory
from bot.games.noerdlingen.preview import Edge, churches, digits
from bot.games.noerdlingen.town import Cell, Church, Town, the_town
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import colours, signs
from render.noerdlingen.terrain import Frame, frame
from render.pen import Paint, Pen, sprite
from render.seats import token
from render.theme import CARD, INK, NAME, NEWS, TITLE

_LINES = 4
"""Lines of the hatching across a cell."""
_GAP = 4
_PADDING = 9
_Run = tuple[float, float, float]
"""Cells side by side: from where to where something in their middle may reach, and how low it stands."""


def ground(owners: tuple[Seat, ...], cell: int) -> Image.Image:
    """A cell of a territory: the tint of its owner, hatched; stripes in the tints of those who share it."""

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, cell, cell), 0, colours.ground(owners[0]))
        if len(owners) == 1:
            _hatch(pen, owners[0], cell)
            return
        count = len(owners) * (2 if len(owners) < 3 else 1)
        step = cell / count
        for index in range(-count, 2 * count):
            x = index * step
            stripe = [(x, 0), (x + step, 0), (x + step - cell, cell), (x - cell, cell)]
            pen.polygon(stripe, colours.ground(owners[index % len(owners)]))

    return sprite(("territory", owners, cell), cell, cell, paint)


def _hatch(pen: Pen, seat: Seat, cell: int) -> None:
    """Lines of another direction for each seat, the same at the seams of the cells."""
    step = cell / _LINES
    for index in range(-_LINES, 2 * _LINES):
        at = (index + 0.5) * step
        start, end = (
            ((at, -2), (at - cell - 4, cell + 2)),
            ((at, -2), (at + cell + 4, cell + 2)),
            ((-2, at), (cell + 2, at)),
            ((at, -2), (at, cell + 2)),
        )[seat % 4]
        pen.line([start, end], step * 0.16, colours.hatch(seat))


def compact(view: NoerdlingenView, territory: Territory) -> bool:
    """Whether a territory is nothing but a church of one cell, whose number moves aside for the points."""
    inside = {cell for church, _ in churches(view) for cell in church.cells}
    return len(territory.cells) == 1 and territory.cells[0] in inside


def church_mark(
    canvas: Canvas, place: Frame, church: Church, digit: int, territory: Territory | None
) -> None:
    """A church as a block of its own, with its number: in the middle of a row; alone in a territory it leaves
    its other cells to the points."""
    _church_block(canvas, place, church, inside=territory is not None)
    first, last = min(church.cells), max(church.cells)
    alone = territory is not None and set(territory.cells) <= set(church.cells)
    if alone or first[1] != last[1] or last[0] - first[0] + 1 != len(church.cells):
        x, y = place.middle(church.cells[0])
    else:
        (left, y), (right, _) = place.middle(first), place.middle(last)
        x = (left + right) / 2
    canvas.stamp(signs.church(place.scaled(27)), x - place.scaled(16), y - 1)
    signs.digit(canvas, digit, x + place.scaled(13), y, small=place.cell < 60)


def _church_block(canvas: Canvas, place: Frame, church: Church, *, inside: bool) -> None:
    cell, first = place.cell, (min(x for x, _ in church.cells), min(y for _, y in church.cells))
    shape = tuple((x - first[0], y - first[1]) for x, y in church.cells)
    wide, high = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    fill = (*colours.CHURCH, 0 if inside else 255)
    coats = ((9.0, 7, colours.CHURCH_EDGE), (11.2, 5, (0, 0, 0, 0)), (11.2, 5, fill))

    def paint(pen: Pen) -> None:
        for inset, radius, colour in coats:
            _union(pen, shape, cell, (place.scaled(inset), place.scaled(radius)), colour)

    block = sprite(("church block", shape, cell, inside), wide * cell, high * cell, paint)
    x, y = place.at(first)
    canvas.stamp(block, x + block.width / 2, y + block.height / 2)


def _union(pen: Pen, cells: Sequence[Cell], side: int, edge: tuple[float, float], colour: Paint) -> None:
    inset, radius = edge
    for x, y in cells:
        left, top = x * side + inset, y * side + inset
        right, bottom = (x + 1) * side - inset, (y + 1) * side - inset
        pen.rounded((left, top, right, bottom), radius, colour)
        if (x + 1, y) in cells:
            pen.rounded((right - radius, top, right + 2 * inset + radius, bottom), 0, colour)
        if (x, y + 1) in cells:
            pen.rounded((left, bottom - radius, right, bottom + 2 * inset + radius), 0, colour)
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= set(cells):
            pen.rounded((right, bottom, right + 2 * inset, bottom + 2 * inset), 0, colour)


def value(
    canvas: Canvas, view: NoerdlingenView, territory: Territory, drawn: frozenset[Edge], *, lit: bool
) -> None:
    """The symbols of the owners and what each of them gets; what is new is an amber pill."""
    place, owners = frame(the_town()), territory.owners
    label = Label(f"+{territory.share}" if lit else str(territory.share), place.size, owners, lit=lit)
    if compact(view, territory):
        _compact(canvas, place, view, territory, label)
        return
    radius = place.scaled(11.5)
    symbols = len(owners) * (2 * radius + 2)
    wide = symbols + _GAP + label.width
    x, y, beside = _spot(view, territory, drawn, wide)
    if beside:
        left = x - wide / 2
        _symbols(canvas, owners, left + symbols / 2, y, radius)
        label.write(canvas, left + symbols + _GAP + label.width / 2, y)
        return
    up, down = (25, 6) if len(owners) == 1 else (15, 13)
    _symbols(canvas, owners, x, y - place.scaled(up), place.scaled(_small(owners)))
    label.smaller().write(canvas, x, y + place.scaled(down))


@dataclass(frozen=True, slots=True)
class Label:
    """What each owner gets, in figures."""

    text: str
    size: int
    owners: tuple[Seat, ...]
    lit: bool = field(kw_only=True)

    @property
    def width(self) -> float:
        """How wide it stands."""
        size = min(self.size, TITLE) if self.lit else self.size
        return fonts.width(self.text, size, True) + (2 * _PADDING if self.lit else 0)

    def smaller(self) -> Label:
        """The same where there is little room."""
        return replace(self, size=min(self.size, NAME)) if self.lit else self

    def write(self, canvas: Canvas, x: float, y: float) -> None:
        """Stands with its middle at a point."""
        if self.lit:
            size = min(self.size, TITLE)
            canvas.pill(x, y, self.text, size, NEWS, INK, height=size + 6, padding=_PADDING)
            across, down = self.width / 2 + 8, size / 2 + 11
            canvas.place("gain", (x - across, y - down, x + across, y + down))
            return
        # Round the figures the hatching stands back.
        halo = colours.ground(self.owners[0]) if len(self.owners) == 1 else CARD
        canvas.text(x, y, self.text, self.size, INK, bold=True, anchor="m", halo=halo)


def _symbols(canvas: Canvas, owners: Sequence[Seat], x: float, y: float, radius: float) -> None:
    step = 2 * radius + 2
    for index, seat in enumerate(owners):
        token(canvas, seat, x + (index - (len(owners) - 1) / 2) * step, y, radius, rim=False)


def _compact(canvas: Canvas, place: Frame, view: NoerdlingenView, territory: Territory, label: Label) -> None:
    # Symbols above, the points below; the church's number beside the one or, where that is shared, the other.
    (x, y), owners = place.middle(territory.cells[0]), territory.owners
    top, low = y - place.scaled(20), y + place.scaled(14)
    (digit,) = digits(view, territory)
    if len(owners) == 1:
        signs.digit(canvas, digit, x + place.scaled(15), top, small=True)
        _symbols(canvas, owners, x - place.scaled(14), top, place.scaled(10))
        label.smaller().write(canvas, x, low)
        return
    _symbols(canvas, owners, x, y - place.scaled(21), place.scaled(_small(owners)))
    if label.lit:
        label.smaller().write(canvas, x, low)
        return
    signs.digit(canvas, digit, x + place.scaled(16), y + place.scaled(5), small=True)
    label.write(canvas, x - place.scaled(14), y + place.scaled(5))


def _small(owners: Sequence[Seat]) -> float:
    # The radius of symbols between the soldiers at the corners of a cell.
    return 10 if len(owners) == 1 else 8


def _spot(
    view: NoerdlingenView, territory: Territory, drawn: frozenset[Edge], wide: float
) -> tuple[float, float, bool]:
    """Where so wide a label fits between borders and wall, nearest to the middle of a territory; a cell for
    symbols above a number, and False, where it fits nowhere."""
    town = the_town()
    place, free = frame(town), _free(view, territory)
    middles = [place.middle(cell) for cell in territory.cells]
    x, y = (sum(side) / len(middles) for side in zip(*middles, strict=True))
    runs = [_run(town, place, cells) for cells in _side_by_side(free, drawn)]
    fitting = [run for run in runs if run[1] - run[0] >= wide]
    if fitting:
        spots = [(_aligned(place, run, wide, x), run[2]) for run in fitting]
    else:
        spots = [((left + right) / 2, high) for left, right, high in (_run(town, place, [c]) for c in free)]
    best = min(spots, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    return *best, bool(fitting)


def _free(view: NoerdlingenView, territory: Territory) -> list[Cell]:
    """Cells without a church; where there are none, those that a church has left free."""
    marked = {cell for church, _ in churches(view) for cell in church.cells}
    signs_on = {church.cells[0] for church, _ in churches(view)}
    found = ([cell for cell in territory.cells if cell not in taken] for taken in (marked, signs_on, ()))
    return next(filter(None, found))


def _side_by_side(cells: Sequence[Cell], drawn: frozenset[Edge]) -> list[list[Cell]]:
    runs: list[list[Cell]] = []
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        if runs and runs[-1][-1] == (x - 1, y) and ((x, y), (x, y + 1)) not in drawn:
            runs[-1].append((x, y))
        else:
            runs.append([(x, y)])
    return runs


def _run(town: Town, place: Frame, cells: Sequence[Cell]) -> _Run:
    (x, y), (last, _) = cells[0], cells[-1]

    def margin(beyond: Cell) -> float:
        """How much of a cell the wall or a border beside it takes."""
        return place.half + 1 if town.holds(town.cells, beyond) else place.scaled(15)

    left, right = place.at((x, y))[0], place.at((last + 1, y))[0]
    return left + margin((x - 1, y)), right - margin((last + 1, y)), place.middle((x, y))[1]


def _aligned(place: Frame, run: _Run, wide: float, x: float) -> float:
    """The middle of a cell or of a road where it fits there, as near to x as may be."""
    low, high, step = run[0] + wide / 2, run[1] - wide / 2, place.cell / 2
    first = place.left + ceil((low - place.left) / step) * step
    good = [first + index * step for index in range(int((high - first) // step) + 1)]
    return min(good, key=lambda at: abs(at - x), default=(low + high) / 2)
