"""The small signs of Nördlingen: borders by their shapes, churches with their numbers, chosen numbers."""

from collections.abc import Sequence

from PIL import Image

from bot.games.noerdlingen.town import STEPS, points, the_town
from render.canvas import Canvas
from render.noerdlingen.colours import ACCENT, BORDER, CHURCH_EDGE, SPIRE
from render.pen import Pen, Point, rings, sprite
from render.theme import CARD, HINT, INK, NAME, NUMBER, WHITE, Colour


def base(number: int, width: float, height: float, most: float, *, colour: Colour = BORDER) -> Image.Image:
    """The border of a number as it is written down, as large as it fits with edges of `most` pixels."""
    steps = the_town().file.borders[str(number)]
    unit, wide = _unit(steps, width - 13, height - 13, most), 9.0
    line, size = _line(steps, unit, wide)

    def paint(pen: Pen) -> None:
        pen.stroke(line, wide, colour)

    return sprite(("border", steps, unit, colour), *size, paint)


def trace(steps: str, width: float, height: float, most: float = 34) -> Image.Image:
    """A border on its way, as large as it fits with edges of `most` pixels: a dot where it starts, a head
    where it ends."""
    wide = 7.0
    unit = _unit(steps, width - wide - 14, height - wide - 14, most)
    line, size = _line(steps, unit, wide + 10)

    def paint(pen: Pen) -> None:
        pen.stroke(line, wide, BORDER)
        pen.disc(*line[0], wide / 2 + 4, BORDER)
        pen.disc(*line[0], wide / 2 + 0.5, CARD)
        (x, y), (right, down) = line[-1], STEPS[steps[-1]]
        tip, back, half = wide, wide * 0.9, wide * 1.35
        head = [
            (x + right * tip, y + down * tip),
            (x - right * back - down * half, y - down * back + right * half),
            (x - right * back + down * half, y - down * back - right * half),
        ]
        pen.polygon(head, BORDER)

    return sprite(("way", steps, unit), *size, paint)


def _line(steps: str, unit: float, wide: float) -> tuple[list[Point], tuple[int, int]]:
    """The corners of a border with edges of so many pixels, and how large a sheet it needs."""
    found, edge = points((0, 0), steps), wide / 2 + 2
    left, top = min(x for x, _ in found), min(y for _, y in found)
    line = [((x - left) * unit + edge, (y - top) * unit + edge) for x, y in found]
    size = (2 * round((max(side) + edge) / 2) for side in zip(*line, strict=True))
    return line, (next(size), next(size))


def _unit(steps: str, width: float, height: float, most: float) -> float:
    across, down = zip(*points((0, 0), steps), strict=True)
    return min(width / max(max(across) - min(across), 1), height / max(max(down) - min(down), 1), most)


def church(height: float) -> Image.Image:
    """A church from the side: the nave, and the tower with its spire."""
    high = round(height)
    wide = round(height * 0.94)

    def paint(pen: Pen) -> None:
        unit = high / 32
        nave: Sequence[Point] = ((1, 31), (1, 18), (9, 11), (17, 18), (17, 31))
        tower: Sequence[Point] = ((17, 31), (17, 10), (22.5, 0.5), (28, 10), (28, 31))
        for part in (nave, tower):
            pen.polygon([(x * unit, y * unit) for x, y in part], SPIRE)

    return sprite(("church", high), wide, high, paint)


def digit(canvas: Canvas, number: int, x: float, y: float, *, small: bool = False) -> None:
    """The number of a church in a white disc, which keeps it apart from points."""
    radius = 12.5 if small else 14
    image = rings(("church digit", radius), 40, (radius + 2, CHURCH_EDGE), (radius, CARD))
    canvas.stamp(image, x, y)
    canvas.text(x, y, str(number), HINT if small else NAME, INK, bold=True, anchor="m")


def chosen(canvas: Canvas, number: int, left: float, y: float) -> float:
    """A chosen number in a box of the accent; says where it ends."""
    box = (left, y - 26, left + 48, y + 26)
    canvas.panel(box, ACCENT, 10, edge=None, shadow=False)
    canvas.text(left + 24, y, str(number), NUMBER, WHITE, bold=True, anchor="m")
    return left + 48
