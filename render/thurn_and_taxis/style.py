"""Thurn and Taxis in the header, in the lobby, and the colours its pictures live on."""

from math import cos, pi, sin

from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.view import TaxisView
from render.canvas import Canvas
from render.games import Lights, Style, grounded
from render.pen import Pen, Point, curve, rings, sprite
from render.theme import CARD, INK, NEWS_PALE, PAPER, SEATS, WHITE, Box, Colour, mix
from render.thurn_and_taxis import signs
from render.thurn_and_taxis.examples import EXAMPLES
from render.thurn_and_taxis.moments import moment
from render.thurn_and_taxis.primer import SCENES
from render.thurn_and_taxis.signs import ACCENT, GROUNDS

DISC = mix(PAPER, ACCENT, 0.1)
_SIZE = (420, 270)
_SPOKES = 8


def still(canvas: Canvas, box: Box) -> None:
    """The coach with its horn, the road, a town at either end."""
    x, y = grounded(canvas, box, DISC)
    canvas.stamp(sprite("taxis still", *_SIZE, _scene), x, y - 4)
    canvas.mark((x - 190, y - 110, x + 190, y + 110))


def _scene(pen: Pen) -> None:
    for middle, region in ((111, "wuerttemberg"), (309, "boehmen")):
        pen.polygon(curve(middle, 236, -103, -74, 0, pi, 40), GROUNDS[region])
    for x, low, wide, seat in ((46, 214, 58, 0), (104, 206, 44, 3), (372, 214, 58, 1), (318, 204, 40, 2)):
        _house(pen, x, low, wide, SEATS[seat])
    for wide, colour in ((17, INK), (12, SEATS[0])):
        pen.stroke([(8, 238), (412, 238)], wide, colour)
    _coach(pen, 210, 214)


def _house(pen: Pen, x: float, low: float, wide: float, roof: Colour) -> None:
    half, wall = wide / 2, wide * 0.42
    top = low - wide * 0.78
    pen.polygon(
        [(x - wall - 2, top), (x + wall + 2, top), (x + wall + 2, low + 2), (x - wall - 2, low + 2)], INK
    )
    pen.polygon([(x - wall, top), (x + wall, top), (x + wall, low), (x - wall, low)], CARD)
    ridge = top - wide * 0.42
    pen.polygon([(x, ridge - 3), (x + half + 5, top + 3), (x - half - 5, top + 3)], INK)
    pen.polygon([(x, ridge), (x + half, top + 0.6), (x - half, top + 0.6)], roof)
    pen.rounded((x - wide * 0.11, low - wide * 0.34, x + wide * 0.11, low), 2, ACCENT)


def _coach(pen: Pen, x: float, low: float) -> None:
    roof: list[Point] = [(x - 78, low - 134), (x + 78, low - 134), (x + 70, low - 118), (x - 70, low - 118)]
    body: list[Point] = [(x - 68, low - 118), (x + 68, low - 118), (x + 56, low - 44), (x - 56, low - 44)]
    for grown, colours in ((3.0, (INK, INK)), (0.0, (mix(ACCENT, INK, 0.3), ACCENT))):
        for shape, colour in zip((roof, body), colours, strict=True):
            pen.polygon(
                [
                    (px + (grown if px > x else -grown), py + (grown if py > low - 90 else -grown))
                    for px, py in shape
                ],
                colour,
            )
    pen.rounded((x - 58, low - 106, x - 26, low - 74), 5, NEWS_PALE)
    pen.rounded((x + 26, low - 106, x + 58, low - 74), 5, NEWS_PALE)
    pen.rounded((x - 17, low - 108, x + 17, low - 46), 5, mix(ACCENT, INK, 0.3))
    pen.rounded((x - 12, low - 103, x + 12, low - 76), 4, NEWS_PALE)
    pen.disc(x, low - 60, 6, NEWS_PALE)
    pen.line([(x + 60, low - 60), (x + 108, low - 52)], 7, INK)
    for middle, radius in ((x - 52, 36), (x + 54, 31)):
        _wheel(pen, middle, low + 24 - radius, radius)


def _wheel(pen: Pen, x: float, y: float, radius: float) -> None:
    pen.disc(x, y, radius, INK)
    pen.disc(x, y, radius - 6, CARD)
    for spoke in range(_SPOKES // 2):
        angle = pi * spoke / (_SPOKES // 2)
        across, down = cos(angle) * (radius - 4), sin(angle) * (radius - 4)
        pen.line([(x - across, y - down), (x + across, y + down)], 3.4, INK)
    pen.disc(x, y, 8, INK)
    pen.disc(x, y, 4, NEWS_PALE)


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A post horn in a white disc."""
    canvas.stamp(rings("taxis emblem", 46, (23, WHITE)), x, y)
    canvas.stamp(signs.sign("horn", 30, ACCENT), x + 1, y + 1)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a scoring row: the carriage, a house, a stack of tiles."""
    if row == "carriage":
        canvas.stamp(signs.sign("carriage", 44), x, y)
    elif row == "unplaced":
        canvas.stamp(signs.sign("house", 36), x, y)
    else:
        signs.tag(canvas, row.removeprefix("tile_"), x, y)
    return True


def lights(view: TaxisView, move: moves.TaxisMove) -> Lights:
    """An open card or one of the hand, and its city on the map; all open cards; the supply and the cities
    that get an office; the route that stays open."""
    match move:
        case moves.TakeOpen(place=place):
            city = view.display[place - 1]
            return ((f"open card {city}",), (f"city {city}",))
        case moves.Discard(city=city):
            return ((f"card {city}",),)
        case moves.Play(city=city) | moves.Begin(city=city):
            return ((f"card {city}",), (f"city {city}",))
        case moves.Administrator():
            return (("open cards",),)
        case moves.Close(offices=offices):
            return (("progress",), *[(f"city {city}",) for city in offices])
        case moves.EndTurn():
            return (tuple([f"city {city}" for city in view.players[view.active].route]),)
        case _:
            return ()


STYLE = Style(
    key="thurn_and_taxis",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    moment=moment,
    scenes=SCENES,
    examples=EXAMPLES,
    lights=lights,
    colours=(*signs.region_colours(), *signs.LAND_COLOURS, DISC),
)
