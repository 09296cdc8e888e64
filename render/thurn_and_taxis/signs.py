"""Colours and small signs of Thurn and Taxis: house, carriage, cards, tiles, post horn, route ends."""

from collections.abc import Sequence
from math import pi
from typing import Literal

from PIL import Image

from bot.games.thurn_and_taxis.land import REGIONS, RULES, STACKS, group_regions
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, Point, curve, grow, kept, rings, sprite
from render.seats import icon_of, piece
from render.theme import CARD, HINT, INK, NEWS, NUMBER, SEATS, SHADE, TABLE, WHITE, Colour, mix, rgb
from render.thurn_and_taxis.patterns import pattern

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
LAND_COLOURS = (OUTSIDE, COAST, SHORE, ROAD, BED, LOST)
VEIL = 0.3
"""How much of the table lies over the land in a private picture."""


def region_code(region: str, words: Words) -> str:
    """Two letters that stand for a region beside its colour."""
    return words(f"thurn_and_taxis.code.{region}")


ON_MAP, ON_CARD, ON_TILE = SHARES = 0.14, 0.36, 0.45
"""How much ink the lines of a pattern have."""


def lines_on(region: str, share: float) -> Colour:
    """The colour of a region's pattern."""
    return mix(GROUNDS[region], INK, share)


def region_colours() -> tuple[Colour, ...]:
    """Every ground with the lines on it, also under the veil, which Baiern's are too pale to show."""
    lines = [lines_on(region, share) for region in GROUNDS for share in SHARES]
    veiled = [region for region in GROUNDS if region != "baiern"]
    land = [colour for region in veiled for colour in (GROUNDS[region], lines_on(region, ON_MAP))]
    return (*GROUNDS.values(), *lines, *[mix(colour, TABLE, VEIL) for colour in land])


def name_on(region: str) -> Colour:
    """The colour in which a region's name stands on its ground."""
    return mix(GROUNDS[region], INK, 0.86)


HOUSE = (31, 41)
"""How wide and high a post office is on the map."""
_ROOM = 10
TAG = 40
"""How wide the sign of a stack of tiles is."""
TILE_STEP = 8
"""From one line of a pattern to the next on it."""


_SIZES = {
    "house": (20, 1.0),
    "carriage": (28, 0.86),
    "cards": (20, 1.0),
    "medal": (20, 1.0),
    "horn": (24, 1.0),
}
"""By sign: across how many units it is drawn, and how high it is for its width."""
_SHAPES: dict[str, tuple[tuple[Literal["ink", "card", "gap"], tuple[float, ...]], ...]] = {
    "house": (
        ("ink", (10, 1, 20, 9, 17.6, 9, 17.6, 19, 2.4, 19, 2.4, 9, 0, 9)),
        ("card", (7.6, 12, 12.4, 19.4, 1)),
    ),
    "carriage": (
        ("ink", (2, 1, 26, 4.4, 1.5)),
        ("ink", (4, 4, 24, 4, 22.6, 15.6, 5.4, 15.6)),
        *[("card", (left, 6, left + 3.8, 10.6, 0.8)) for left in (6.6, 12.2, 17.8)],
        *[("card", (x, 18.4, 5.4)) for x in (8, 20.4)],
        *[("ink", (x, 18.4, 4.6)) for x in (8, 20.4)],
        *[("card", (x, 18.4, 2)) for x in (8, 20.4)],
    ),
    "cards": (
        ("ink", (1, 1, 12.6, 16, 2)),
        ("card", (6, 3, 19.4, 20, 2.4)),
        ("ink", (7.2, 4.2, 18.6, 19.4, 2)),
        ("card", (9.2, 6.2, 16.6, 17.4, 1)),
    ),
    "medal": (
        ("ink", (5, 10, 15, 10, 16.6, 19.6, 10, 16, 3.4, 19.6)),
        ("card", (10, 7.6, 7.6)),
        ("ink", (10, 7.6, 7.2)),
        ("card", (10, 7.6, 4.2)),
        ("ink", (10, 7.6, 2.2)),
    ),
    "horn": (
        ("ink", (11, 12, 8)),
        ("gap", (11, 12, 4.6)),
        ("ink", (10, 16.6, 16, 15.6, 23.6, 10.4, 23.6, 23, 17, 19.8, 10, 20)),
        ("ink", (12, 4, 12, 7.2, 3.4, 6.4, 0.6, 8.4, 0.6, 2.4, 3.4, 4.4)),
    ),
}
"""A disc by middle and radius, a rounded box by edges and radius, a polygon by its corners."""


def sign(name: str, width: float, colour: Colour = INK) -> Image.Image:
    """A small sign: a plain `house` for post offices still to be placed, a mail `carriage` from the side, two
    `cards` for a hand, a `medal` for tiles that were won, the post `horn`."""
    grid, high = _SIZES[name]
    wide = round(width)
    tones = {"ink": colour, "card": CARD, "gap": (0, 0, 0, 0)}

    def paint(pen: Pen) -> None:
        for tone, numbers in _SHAPES[name]:
            match [number * (wide / grid) for number in numbers]:
                case [x, y, radius]:
                    pen.disc(x, y, radius, tones[tone])
                case [left, top, right, bottom, radius]:
                    pen.rounded((left, top, right, bottom), radius, tones[tone])
                case corners:
                    pen.polygon([*zip(corners[::2], corners[1::2], strict=True)], tones[tone])

    return sprite(("taxis", name, wide, colour), wide, round(width * high), paint)


def total(
    canvas: Canvas, text: str, right: float, y: float, *, pad: float, least: float = 0, half: int = 26
) -> float:
    """A sum of points on the game's colour, with its right edge there; how wide it is."""
    wide = max(fonts.width(text, NUMBER, True) + pad, least)
    canvas.panel((right - wide, y - half, right, y + half), ACCENT, 10, edge=None, shadow=False)
    canvas.text(right - wide / 2, y, text, NUMBER, WHITE, bold=True, anchor="m")
    return wide


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
        for inside, colour in ((0.0, INK), (2.4, SEATS[seat])):
            low, middle = _ROOM + 14.5 - inside, _ROOM + width / 2
            aside = width / 2 + 1 - inside * 1.6
            top = (middle, _ROOM - 1.5 + inside * 1.25)
            pen.polygon([top, (middle + aside, low), (middle - aside, low)], colour)

    def make() -> Image.Image:
        base = sprite(("house", seat, lit), width + 2 * _ROOM, height + 2 * _ROOM, paint).copy()
        middle = round(_ROOM + 27 - body.height / 2)
        base.alpha_composite(body, (round(base.width / 2 - body.width / 2), middle))
        return base

    return kept(("office", seat, icon_of(seat), lit), make)


def ribbon(seat: int) -> Image.Image:
    """A piece of a seat's route."""

    def paint(pen: Pen) -> None:
        pen.rounded((0, 5, 40, 18), 6.5, INK)
        pen.rounded((2, 7, 38, 16), 4.5, SEATS[seat])

    return sprite(("piece of route", seat), 40, 24, paint)


def start_mark() -> Image.Image:
    """A small post horn in a disc: who began the game, and so is the first in every round."""

    def make() -> Image.Image:
        image = rings("start disc", 32, (16, ACCENT), (14, CARD)).copy()
        image.alpha_composite(sign("horn", 22, ACCENT), (5, 4))
        return image

    return kept("start mark", make)


def end_mark(canvas: Canvas, seat: int | None, letter: str, x: float, y: float) -> None:
    """A round mark that names one end of a route; without a seat, as an example."""
    colour = SHADE if seat is None else SEATS[seat]
    canvas.stamp(rings(("end", seat), 46, (23, CARD), (21.5, INK), (20, colour), (16.5, CARD)), x, y)
    canvas.text(x, y, letter, HINT, INK, bold=True, anchor="m")


def tag(canvas: Canvas, stack: str, x: float, y: float, *, nine: bool = False) -> None:
    """The sign of a stack of tiles, its middle at a point; `nine`: all regions are needed, Baiern too."""
    one = STACKS[stack]
    left_out = () if nine else RULES.all_regions_excluded
    group = group_regions(one.group)
    regions = group or tuple(region for region in REGIONS if region not in left_out)
    text = str(sum(len(REGIONS[region].cities) for region in group)) if group else ""
    if one.kind == "length":
        text = f"{one.length}+" if one.or_longer else str(one.length)

    def paint(pen: Pen) -> None:
        if one.kind == "length":
            pen.rounded((1, 2, TAG - 1, TAG - 2), 9, INK)
        elif one.kind == "game_end":
            pen.rounded((7, 4, 10.5, TAG - 4), 1.5, INK)
            pen.polygon([(10, 5), (35, 13.5), (10, 23)], INK)
            pen.polygon([(10.5, 8.2), (29, 13.8), (10.5, 19.8)], ACCENT)
        else:
            _pie(pen, regions)

    canvas.stamp(sprite(("tile", one.id, regions), TAG, TAG, paint), x, y)
    if text:
        canvas.text(x, y, text, HINT, WHITE if one.kind == "length" else INK, bold=True, anchor="m")


def _pie(pen: Pen, regions: Sequence[str]) -> None:
    # A disc in equal parts, the first one on the left, each in colour and pattern of a region.
    middle, radius = TAG / 2, TAG / 2 - 1
    pen.disc(middle, middle, radius, INK)
    for index, region in enumerate(regions):
        start, end = (pi / 2 + 2 * pi * (index + step) / len(regions) for step in (0, 1))
        rim = curve(middle, middle, radius - 2, radius - 2, start, end)
        part = rim if len(regions) == 1 else [(middle, middle), *rim]
        pen.polygon(part, GROUNDS[region])
        pattern(pen, region, part, TILE_STEP, 1.8, lines_on(region, ON_TILE))
