"""Colours and small signs of Thurn and Taxis: house, carriage, cards, tiles, post horn, route ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from PIL import Image

from bot.games.thurn_and_taxis.land import LAND, REGIONS, RULES, STACKS, Stack
from render.canvas import Canvas
from render.pen import Pen, Point, grow, sprite
from render.seats import piece
from render.theme import CARD, HINT, INK, NEWS, SEATS, SHADE, WHITE, Colour, mix, rgb

ACCENT = rgb("#7A5200")
GROUNDS: dict[str, Colour] = {
    "baden": rgb("#C79BB8"),
    "wuerttemberg": rgb("#C3D081"),
    "hohenzollern": rgb("#7DB07C"),
    "baiern": rgb("#F6EBCF"),
    "boehmen": rgb("#F3BC78"),
    "salzburg_land": rgb("#E39A86"),
    "schweiz": rgb("#AEDCEA"),
    "tyrol": rgb("#97A8DC"),
    "polen": rgb("#BDB8AF"),
}
"""Grounds by region; its name always stands beside."""
OUTSIDE = rgb("#DCCBAC")
COAST = rgb("#B39C73")
SHORE = mix(OUTSIDE, COAST, 0.35)
ROAD = rgb("#94815F")
BED = mix(CARD, WHITE, 0.4)
LOST = rgb("#F0C9BF")
"""Behind what is about to be lost; the words stand beside."""


def name_on(region: str) -> Colour:
    """The colour in which a region's name stands on its ground."""
    return mix(GROUNDS[region], INK, 0.86)


HOUSE = (31, 41)
"""How wide and high a post office is on the map."""
_ROOM = 10
TAG = 36
"""How wide the sign of a stack of tiles is."""


def house(width: float, colour: Colour = INK) -> Image.Image:
    """A plain house: post offices that are still to be placed."""
    side = round(width)

    def paint(pen: Pen) -> None:
        unit = side / 20
        pen.polygon(
            [
                (x * unit, y * unit)
                for x, y in ((10, 1), (20, 9), (17.6, 9), (17.6, 19), (2.4, 19), (2.4, 9), (0, 9))
            ],
            colour,
        )
        pen.rounded((7.6 * unit, 12 * unit, 12.4 * unit, 19.4 * unit), unit, CARD)

    return sprite(("house", side, colour), side, side, paint)


def _shape(pen: Pen, unit: float, points: Sequence[Point], colour: Colour) -> None:
    pen.polygon([(x * unit, y * unit) for x, y in points], colour)


def office(seat: int, *, lit: bool = False) -> Image.Image:
    """A post office on the map: a house with the seat's roof and symbol."""
    width, height = HOUSE
    body = piece(seat, 12, 0)

    def outline(by: float) -> list[Point]:
        low, left, right = _ROOM + height - 1.2, _ROOM + 3.0, _ROOM + width - 3.0
        eaves, ridge = _ROOM + 12.5, (_ROOM + width / 2, _ROOM + 1.2)
        return grow([ridge, (right, eaves), (right, low), (left, low), (left, eaves)], by)

    def paint(pen: Pen) -> None:
        if lit:
            pen.polygon(outline(8.5), INK)
            pen.polygon(outline(6.5), NEWS)
        pen.polygon(outline(1.2), INK)
        pen.polygon(outline(-1.2), CARD)
        pen.polygon(_roof(width, 0), INK)
        pen.polygon(_roof(width, 2.4), SEATS[seat])

    base = sprite(("office", seat, lit), width + 2 * _ROOM, height + 2 * _ROOM, paint).copy()
    middle = round(_ROOM + 27 - body.height / 2)
    base.alpha_composite(body, (round(base.width / 2 - body.width / 2), middle))
    return base


def _roof(width: float, inside: float) -> list[Point]:
    top, low = _ROOM - 1.5 + inside * 1.25, _ROOM + 14.5 - inside
    return [
        (_ROOM + width / 2, top),
        (_ROOM + width + 1 - inside * 1.6, low),
        (_ROOM - 1 + inside * 1.6, low),
    ]


def carriage(width: float, colour: Colour = INK) -> Image.Image:
    """A mail coach from the side."""
    wide, high = round(width), round(width * 0.86)

    def paint(pen: Pen) -> None:
        unit = wide / 28
        pen.rounded((2 * unit, 1 * unit, 26 * unit, 4.4 * unit), 1.5 * unit, colour)
        _shape(pen, unit, ((4, 4), (24, 4), (22.6, 15.6), (5.4, 15.6)), colour)
        for left in (6.6, 12.2, 17.8):
            pen.rounded((left * unit, 6 * unit, (left + 3.8) * unit, 10.6 * unit), 0.8 * unit, CARD)
        for x in (8, 20.4):
            pen.disc(x * unit, 18.4 * unit, 5.4 * unit, CARD)
            pen.disc(x * unit, 18.4 * unit, 4.6 * unit, colour)
            pen.disc(x * unit, 18.4 * unit, 2 * unit, CARD)

    return sprite(("carriage", wide, colour), wide, high, paint)


def hand(width: float, colour: Colour = INK) -> Image.Image:
    """Two cards: what a player holds."""
    side = round(width)

    def paint(pen: Pen) -> None:
        unit = side / 20
        pen.rounded((1 * unit, 1 * unit, 12.6 * unit, 16 * unit), 2 * unit, colour)
        pen.rounded((6 * unit, 3 * unit, 19.4 * unit, 20 * unit), 2.4 * unit, CARD)
        pen.rounded((7.2 * unit, 4.2 * unit, 18.6 * unit, 19.4 * unit), 2 * unit, colour)
        pen.rounded((9.2 * unit, 6.2 * unit, 16.6 * unit, 17.4 * unit), 1 * unit, CARD)

    return sprite(("cards", side, colour), side, side, paint)


def medal(width: float, colour: Colour = INK) -> Image.Image:
    """A seal with ribbons: tiles that were won."""
    side = round(width)

    def paint(pen: Pen) -> None:
        unit = side / 20
        _shape(pen, unit, ((5, 10), (15, 10), (16.6, 19.6), (10, 16), (3.4, 19.6)), colour)
        pen.disc(10 * unit, 7.6 * unit, 7.6 * unit, CARD)
        pen.disc(10 * unit, 7.6 * unit, 7.2 * unit, colour)
        pen.disc(10 * unit, 7.6 * unit, 4.2 * unit, CARD)
        pen.disc(10 * unit, 7.6 * unit, 2.2 * unit, colour)

    return sprite(("medal", side, colour), side, side, paint)


def horn(width: float, colour: Colour = ACCENT) -> Image.Image:
    """A post horn: a coil between mouthpiece and bell."""
    side = round(width)

    def paint(pen: Pen) -> None:
        unit = side / 24
        pen.disc(11 * unit, 12 * unit, 8 * unit, colour)
        pen.disc(11 * unit, 12 * unit, 4.6 * unit, (0, 0, 0, 0))
        _shape(pen, unit, ((10, 16.6), (16, 15.6), (23.6, 10.4), (23.6, 23), (17, 19.8), (10, 20)), colour)
        _shape(pen, unit, ((12, 4), (12, 7.2), (3.4, 6.4), (0.6, 8.4), (0.6, 2.4), (3.4, 4.4)), colour)

    return sprite(("post horn", side, colour), side, side, paint)


def ribbon(seat: int) -> Image.Image:
    """A piece of a seat's route."""

    def paint(pen: Pen) -> None:
        pen.rounded((0, 5, 40, 18), 6.5, INK)
        pen.rounded((2, 7, 38, 16), 4.5, SEATS[seat])

    return sprite(("piece of route", seat), 40, 24, paint)


def start_mark() -> Image.Image:
    """A small post horn in a disc: who began the game, and so is the first in every round."""

    def paint(pen: Pen) -> None:
        pen.disc(16, 16, 16, ACCENT)
        pen.disc(16, 16, 14, CARD)

    image = sprite("start mark", 32, 32, paint).copy()
    inner = horn(22)
    image.alpha_composite(inner, (5, 4))
    return image


def end_mark(canvas: Canvas, seat: int | None, letter: str, x: float, y: float) -> None:
    """A round mark that names one end of a route; without a seat, as an example."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, CARD)
        pen.disc(23, 23, 21.5, INK)
        pen.disc(23, 23, 20, SHADE if seat is None else SEATS[seat])
        pen.disc(23, 23, 16.5, CARD)

    canvas.stamp(sprite(("end", seat), 46, 46, paint), x, y)
    canvas.text(x, y, letter, HINT, INK, bold=True, anchor="m")


def tag(canvas: Canvas, stack: str, x: float, y: float, *, nine: bool = False) -> None:
    """The sign of a stack of tiles, its middle at a point; `nine`: all regions are needed, Baiern too."""
    one = STACKS[stack]
    canvas.stamp(_ground(one, nine=nine), x, y)
    text = _label(one)
    if text:
        canvas.text(x, y, text, HINT, WHITE if one.kind == "length" else INK, bold=True, anchor="m")


def _label(one: Stack) -> str:
    if one.kind == "length":
        return f"{one.length}+" if one.or_longer else str(one.length)
    return str(sum(len(REGIONS[region].cities) for region in _regions(one))) if one.kind == "group" else ""


def _regions(one: Stack) -> tuple[str, ...]:
    return next((group.regions for group in LAND.bonus_groups if group.id == one.group), ())


def _ground(one: Stack, *, nine: bool) -> Image.Image:
    left_out = () if nine else RULES.all_regions_excluded
    regions = _regions(one) or tuple(region for region in REGIONS if region not in left_out)

    def paint(pen: Pen) -> None:
        if one.kind == "length":
            pen.rounded((0, 1, TAG, TAG - 1), 9, INK)
        elif one.kind == "game_end":
            pen.rounded((7, 2, 10.5, TAG - 2), 1.5, INK)
            pen.polygon([(10, 3), (35, 11.5), (10, 21)], INK)
            pen.polygon([(10.5, 6.2), (29, 11.8), (10.5, 17.8)], ACCENT)
        else:
            _pie(pen, [GROUNDS[region] for region in regions])

    return sprite(("tile", one.id, regions), TAG, TAG, paint)


def _pie(pen: Pen, parts: list[Colour]) -> None:
    # A disc in equal parts, the first one on the left.
    middle, radius = TAG / 2, TAG / 2 - 1
    pen.disc(middle, middle, radius, INK)
    for index, colour in enumerate(parts):
        start, end = (pi / 2 + 2 * pi * (index + step) / len(parts) for step in (0, 1))
        arc = [start + (end - start) * step / 24 for step in range(25)]
        rim = [(middle + (radius - 2) * cos(angle), middle + (radius - 2) * sin(angle)) for angle in arc]
        pen.polygon(rim if len(parts) == 1 else [(middle, middle), *rim], colour)
