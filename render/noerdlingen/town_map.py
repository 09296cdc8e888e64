"""The town with all that was drawn, what is new lit; and what may be chosen, drawn into it."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from bot.games.noerdlingen.board import Path
from bot.games.noerdlingen.moves import Border, NoerdlingenOptions, NoerdlingenView
from bot.games.noerdlingen.preview import Edge, News, Ways, churches, edges
from bot.games.noerdlingen.town import Crossing, Town, crossing_name, the_town
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import terrain
from render.noerdlingen.colours import BORDER, MEADOW
from render.noerdlingen.lands import church_mark, compact, ground, value
from render.noerdlingen.terrain import ABOVE, BESIDE, MAP, Frame, frame
from render.pen import Point, rings, rounded_mask
from render.seats import token
from render.theme import CARD, HINT, INK, NEWS, TITLE, Colour

_BAND = 5
_EDGE = 2


def base(canvas: Canvas, town: Town, options: NoerdlingenOptions) -> None:
    """The empty town with its coordinates, for the layer below."""
    image = terrain.ground(town)
    canvas.panel(MAP, MEADOW, 18, edge=None)
    canvas.image.paste(image, (round(MAP[0]), round(MAP[1])), rounded_mask(*image.size, 18))
    wall = terrain.wall(town, options.wall_mode)
    canvas.image.paste(wall, (round(MAP[0]), round(MAP[1])), wall)
    place = frame(town)
    crossings = town.points(town.crossings)
    (left, top), size, near = place.at((0, 0)), place.label, place.scaled(34)
    for crossing in crossings:
        x, y = place.at(crossing)
        canvas.place(f"crossing {crossing_name(crossing)}", (x - near, y - near, x + near, y + near))
    for x in sorted({x for x, _ in crossings}):
        letter = ascii_uppercase[x]
        canvas.text(place.at((x, 0))[0], top - ABOVE, letter, size, INK, bold=True, anchor="m")
    for y in sorted({y for _, y in crossings}):
        canvas.text(left - BESIDE, place.at((0, y))[1], str(y + 1), size, INK, bold=True, anchor="r")


def paint(canvas: Canvas, view: NoerdlingenView, changed: News) -> None:
    """All that lies on the empty town."""
    town = the_town()
    place, drawn, fresh = frame(town), edges(view.borders), edges(changed.borders)
    for one in view.territories:
        tile = ground(one.owners, place.cell)
        for cell in one.cells:
            x, y = place.at(cell)
            canvas.image.paste(tile, (round(x), round(y)))
    if view.territories:
        wall = terrain.wall(town, view.options.wall_mode)
        canvas.image.paste(wall, (round(MAP[0]), round(MAP[1])), wall)
    closed = {cell: one for one in view.territories for cell in one.cells}
    for church, digit in churches(view):
        land = closed.get(church.cells[0])
        if land is None or not compact(view, land):
            church_mark(canvas, place, church, digit, land)
    if fresh:
        lines(canvas, place, fresh, place.half + _BAND + _EDGE, INK)
        lines(canvas, place, fresh, place.half + _BAND, NEWS)
    lines(canvas, place, drawn, place.half, BORDER)
    for one in view.territories:
        value(canvas, view, one, drawn, lit=one in changed.territories)
    soldiers(canvas, view, changed)


def lines(canvas: Canvas, place: Frame, along: Iterable[Edge], half: int, colour: Colour) -> None:
    """Thick lines along edges, round at all crossings."""
    found = list(along)
    for one, other in found:
        (x, y), (to_x, to_y) = place.at(one), place.at(other)
        wide = (0, half) if y == to_y else (half, 0)
        canvas.fill((x - wide[0], y - wide[1], to_x + wide[0], to_y + wide[1]), colour)
    disc = rings(("joint", half, colour), 2 * half + 2, (half, colour))
    for crossing in {end for edge in found for end in edge}:
        canvas.stamp(disc, *place.at(crossing))


def soldiers(canvas: Canvas, view: NoerdlingenView, changed: News) -> None:
    """All soldiers, above everything else."""
    place = frame(the_town())
    for seat, player in enumerate(view.players):
        for at in player.soldiers:
            if at in changed.ends:
                # The amber disc under a new one.
                _disc(canvas, place.soldier + 9, NEWS, place.at(at))
            token(canvas, seat, *place.at(at), place.soldier)


_LINE = 22
"""How far the lines of a mark are apart."""
_IN_LINE = 2
_PADDING = 7
_NARROW = 72
"""In smaller cells there is no room for labels."""


def free(canvas: Canvas, places: Sequence[Crossing]) -> None:
    """Its name on each of the crossings where a first soldier may stand; of a single column larger."""
    place, size = frame(the_town()), TITLE if len({x for x, _ in places}) == 1 else HINT
    for at in places:
        mark(canvas, place, at, [crossing_name(at)], size)


def reach(canvas: Canvas, view: NoerdlingenView, found: Ways) -> None:
    """The soldiers from which a border can be drawn, wherever it could go, a dot where it could end."""
    paths = [path for _, of_soldier in found for path in of_soldier]
    _way_lines(canvas, view, paths)
    for end in {path.end for path in paths}:
        _dot(canvas, frame(the_town()), end)


def ways(canvas: Canvas, view: NoerdlingenView, found: Sequence[Path]) -> None:
    """All ways from one soldier, their numbers where they end."""
    _way_lines(canvas, view, found)
    ends: dict[Crossing, list[str]] = {}
    for number, path in enumerate(found, start=1):
        ends.setdefault(path.end, []).append(str(number))
    for end, labels in ends.items():
        mark(canvas, frame(the_town()), end, labels)


def _way_lines(canvas: Canvas, view: NoerdlingenView, found: Sequence[Path]) -> None:
    # Below the soldiers, those at the starts lit.
    place = frame(the_town())
    along = edges(Border(None, path.start, path.steps) for path in found)
    lines(canvas, place, along, place.half - 1, INK)
    lines(canvas, place, along, place.half - 3, NEWS)
    soldiers(canvas, view, News(ends=frozenset(path.start for path in found)))


def _dot(canvas: Canvas, place: Frame, at: Crossing) -> None:
    _disc(canvas, place.scaled(11), CARD, place.at(at))


def _disc(canvas: Canvas, radius: float, colour: Colour, at: Point) -> None:
    image = rings(("edged disc", radius, colour), 2 * radius + 8, (radius + 2, INK), (radius, colour))
    canvas.stamp(image, *at)


def mark(canvas: Canvas, place: Frame, at: Crossing, labels: Sequence[str], size: int = HINT) -> None:
    """A small label on a crossing; many numbers stand in several lines. On a narrow map it is a dot."""
    if place.cell < _NARROW:
        _dot(canvas, place, at)
        return
    x, y = place.at(at)
    rows = ["·".join(labels[index : index + _IN_LINE]) for index in range(0, len(labels), _IN_LINE)]
    half_wide = max(fonts.width(row, size, True) for row in rows) / 2 + _PADDING
    half_high = 0.6 * size if len(rows) == 1 else len(rows) * _LINE / 2 + 3
    # On the wall it keeps off the coordinates and the edge.
    x = min(max(x, place.left - BESIDE + 2 + half_wide), MAP[2] - 6 - half_wide)
    box = (x - half_wide, y - half_high, x + half_wide, y + half_high)
    canvas.panel(box, CARD, 12, edge=INK, shadow=False)
    canvas.lines(x, y, rows, _LINE, size, bold=True, anchor="m")
