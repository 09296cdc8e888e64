"""The signs of Noria: resources, ships, goods, discs and letters, numbers on badges; recipes, the header."""

from math import cos, pi, sin
from pathlib import Path
from typing import Literal

import msgspec
from PIL import Image

from bot.games.noria.box import BOX, GOODS, POLITICIANS, RESOURCES, YIELDS, Kind, Resource
from bot.games.noria.facts import step
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Seats
from bot.games.noria.wheel import Disc
from render import fonts
from render.canvas import Canvas
from render.noria import colours
from render.parts import PANEL, Bar, turn_header
from render.pen import Pen, Point, rings, sprite
from render.seats import token
from render.theme import (
    BROWN,
    CARD,
    HINT,
    INK,
    LINE,
    MUTED,
    NEWS,
    NUMBER,
    PAPER,
    TITLE,
    TRAY,
    WHITE,
    Box,
    Colour,
    tint,
)

BOT = 6
"""The seat whose piece stands for the bot: the coal hexagon, which no player of Noria has."""
DISC = 50
"""The radius of a disc on a wheel."""
_BAR = Bar(70, TITLE, TITLE)
"""The header of the public pictures."""


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A piece of a pictogram, in units of its radius around its middle."""

    kind: Literal["shape", "bar", "disc", "line"]
    points: tuple[Point, ...]
    """Of a bar two opposite corners, of a disc the middle."""
    size: float = 0
    """The radius of a disc or of a bar's corners, the width of a line."""
    hole: bool = False
    """Whether the ground shows through."""


_GLYPHS = msgspec.json.decode(
    Path(__file__).with_name("glyphs.json").read_bytes(), type=dict[str, tuple[Part, ...]]
)
"""The pictograms by resource, kind of disc, good, and the two that players have besides."""


def draw(pen: Pen, name: str, x: float, y: float, radius: float, fill: Colour, ground: Colour) -> None:
    """A pictogram around a middle; `ground` shows through its openings."""
    for part in _GLYPHS[YIELDS.get(name, name)]:
        colour, size = ground if part.hole else fill, part.size * radius
        at = [(x + u * radius, y + v * radius) for u, v in part.points]
        match part.kind:
            case "shape":
                pen.polygon(at, colour)
            case "bar":
                pen.rounded((*at[0], *at[1]), size, colour)
            case "disc":
                pen.disc(*at[0], size, colour)
            case "line":
                pen.line(at, size, colour)


def glyph(name: str, radius: float, fill: Colour = INK, ground: Colour = CARD) -> Image.Image:
    """A pictogram; `ground` shows through its openings."""
    side = 2 * round(radius) + 4
    key = ("noria glyph", name, radius, fill, ground)
    return sprite(key, side, side, lambda pen: draw(pen, name, side / 2, side / 2, radius, fill, ground))


def resource(kind: Resource, radius: float) -> Image.Image:
    """A unit of a resource."""
    side = 2 * round(radius) + 4

    def paint(pen: Pen) -> None:
        middle, ground = side / 2, colours.RESOURCE[kind]
        pen.disc(middle, middle, radius, INK)
        pen.disc(middle, middle, radius - 2, ground)
        draw(pen, kind, middle, middle, radius * 0.62, colours.ON_RESOURCE[kind], ground)

    return sprite(("noria resource", kind, radius), side, side, paint)


def unit(kind: Kind, radius: float, ground: Colour = CARD) -> Image.Image:
    """A unit of anything that is paid with: a resource, or a good."""
    known: list[Resource] = [one for one in RESOURCES if one == kind]
    return resource(known[0], radius) if known else glyph(kind, radius, INK, ground)


def path_sign(canvas: Canvas, row: str, radius: float, x: float, y: float, ground: Colour = CARD) -> None:
    """The path of a score row: what it is paid with, two kinds smaller and side by side."""
    kinds = next(kinds for path, kinds in BOX.path_kinds.items() if path.lower() == row)[:2]
    each = radius if len(kinds) == 1 else round(radius * 0.65)
    for index, kind in enumerate(kinds):
        canvas.stamp(unit(kind, each, ground), x + (index - (len(kinds) - 1) / 2) * (2 * each + 2), y)


def any_resource(radius: float) -> Image.Image:
    """Any mix of resources: three discs behind each other."""
    step = radius * 0.62
    wide, high = 2 * radius + 2 * step + 4, 2 * radius + 4

    def paint(pen: Pen) -> None:
        for index, kind in enumerate(RESOURCES):
            x = radius + 2 + index * step
            pen.disc(x, high / 2, radius, INK)
            pen.disc(x, high / 2, radius - 1.8, colours.RESOURCE[kind])

    return sprite(("noria mix", radius), wide, high, paint)


def alike() -> Image.Image:
    """Two equal discs: what is paid has to be of one kind."""

    def paint(pen: Pen) -> None:
        for x in (9, 19):
            pen.disc(x, 9, 8, MUTED)
            pen.disc(x, 9, 6, CARD)

    return sprite("noria alike", 28, 18, paint)


def ship(kind: Resource, width: float) -> Image.Image:
    """An airship: its hull in the colour of the resource, a gondola below."""
    wide, high = round(width) + 4, round(width * 0.9) + 4

    def paint(pen: Pen) -> None:
        middle, hull = wide / 2, width * 0.32
        low = 2 + 2 * hull
        gondola = ((-0.27, 0.02), (0.27, 0.02), (0.17, 0.2), (-0.17, 0.2))
        pen.polygon([(middle + width * across, low + width * down) for across, down in gondola], INK)
        pen.ellipse((2, 2, wide - 2, low), INK)
        pen.ellipse((4, 4, wide - 4, low - 2), colours.RESOURCE[kind])
        draw(pen, kind, middle, 2 + hull, width * 0.2, colours.ON_RESOURCE[kind], colours.RESOURCE[kind])

    return sprite(("noria ship", kind, width), wide, high, paint)


def disc(one: Disc, radius: float = DISC, *, letter: bool = False, sold_out: bool = False) -> Image.Image:
    """A disc: dark on its normal side, cream and gilt on its upgraded one; one that is sold out is an outline
    crossed out. Letters are written on it by `lay`, which knows the bold face."""
    edge = 8
    side = 2 * (round(radius) + edge)
    ground = colours.CREAM if one.upgraded else colours.NIGHT

    def paint(pen: Pen) -> None:
        middle, thin = side / 2, max(radius * 0.035, 1.4)
        if sold_out:
            pen.disc(middle, middle, radius, MUTED)
            pen.disc(middle, middle, radius - 3, PAPER)
            draw(pen, one.kind, middle, middle, radius * 0.5, MUTED, PAPER)
            reach = radius * 0.7
            pen.line([(middle - reach, middle + reach), (middle + reach, middle - reach)], 5, MUTED)
            return
        pen.disc(middle, middle + radius * 0.09, radius, (*BROWN, 70))
        pen.disc(middle, middle, radius, INK)
        pen.disc(middle, middle, radius - max(radius * 0.045, 1.6), ground)
        pen.disc(middle, middle, radius * 0.84, colours.GILT if one.upgraded else colours.RIM)
        pen.disc(middle, middle, radius * 0.84 - thin, ground)
        if not letter:
            inks, usual = (colours.DEEP, INK) if one.upgraded else (colours.GLOW, colours.CREAM)
            draw(pen, one.kind, middle, middle, radius * 0.5, inks.get(one.kind, usual), ground)

    return sprite(("noria disc", one, radius, letter, sold_out), side, side, paint)


def lit_ring(radius: float) -> Image.Image:
    """The amber band around a disc that is news."""
    side = 2 * round(radius + 14)
    return rings(("noria lit", radius), side, (radius + 12, INK), (radius + 10, NEWS), (radius + 1, INK))


def gap(radius: float, colour: Colour) -> Image.Image:
    """An empty slot: a dashed circle."""
    side = 2 * round(radius + 2)

    def paint(pen: Pen) -> None:
        middle = side / 2
        pen.disc(middle, middle, radius, MUTED)
        pen.disc(middle, middle, radius - 2, colour)
        outer, inner = radius + 2, radius - 4
        for index in range(16):
            corners = ((outer, -0.07), (outer, 0.07), (inner, 0.07), (inner, -0.07))
            turned = [(reach, index * pi / 8 + turn) for reach, turn in corners]
            pen.polygon(
                [(middle + reach * cos(angle), middle + reach * sin(angle)) for reach, angle in turned],
                colour,
            )

    return sprite(("noria gap", radius, colour), side, side, paint)


def lay(
    canvas: Canvas,
    one: Disc,
    x: float,
    y: float,
    *,
    letter: bool = False,
    dimmed: Colour | None = None,
    radius: float = DISC,
) -> None:
    """A disc on a wheel with its letter and the sign of its upgraded side; `dimmed` by its ground."""
    canvas.stamp(disc(one, radius, letter=letter), x, y)
    if letter:
        canvas.text(x, y, one.kind, NUMBER, INK if one.upgraded else WHITE, bold=True, anchor="m")
    else:
        reach = radius * 0.5
        canvas.mark((x - reach, y - reach, x + reach, y + reach))
    if dimmed is not None:
        veil = rings(("noria veil", dimmed, radius), 2 * radius + 4, (radius + 0.5, (*dimmed, 120)))
        canvas.stamp(veil, x, y)
    if one.upgraded:
        twice(canvas, x + radius * 0.74, y - radius * 0.74, radius * 0.48)


def letter(canvas: Canvas, one: Disc, x: float, y: float, *, doubled: bool = False) -> None:
    """A letter of the bot, with the sign of those that are used twice."""
    canvas.stamp(disc(one, 33, letter=True), x, y)
    canvas.text(x, y, one.kind, NUMBER, INK if one.upgraded else WHITE, bold=True, anchor="m")
    if doubled:
        twice(canvas, x + 24, y - 28)


def twice(canvas: Canvas, x: float, y: float, radius: float = 24) -> None:
    """The sign of an upgraded disc."""
    image = rings(
        ("noria twice", radius), 2 * radius, (radius, CARD), (radius - 1.5, INK), (radius - 3.5, CARD)
    )
    canvas.stamp(image, x, y)
    canvas.text(x, y, "×2", HINT if radius < 30 else TITLE, INK, bold=True, anchor="m")


def order(canvas: Canvas, number: int, x: float, y: float, radius: float = 20, size: int = HINT) -> None:
    """Where a disc stands in the chain: an amber number in a black disc."""
    canvas.stamp(rings(("noria order", radius), 2 * radius + 4, (radius + 2, CARD), (radius, INK)), x, y)
    canvas.text(x, y, str(number), size, NEWS, bold=True, anchor="m")


def badge(canvas: Canvas, text: str, x: float, y: float, radius: float = 26, size: int = TITLE) -> None:
    """A white number in a black disc: an island."""
    canvas.stamp(rings(("noria badge", radius), 2 * radius, (radius, INK)), x, y)
    canvas.text(x, y, text, size, WHITE, bold=True, anchor="m")


def count(canvas: Canvas, number: int, x: float, y: float) -> None:
    """A small number beside a ship."""
    canvas.stamp(rings("noria count", 36, (18, INK), (16, CARD)), x, y)
    canvas.text(x, y, str(number), TITLE, INK, bold=True, anchor="m")


def owner_token(
    canvas: Canvas, owner: int | str, x: float, y: float, radius: float, *, rim: bool = True
) -> None:
    """The piece of a player, or of the bot."""
    token(canvas, BOT if isinstance(owner, str) else owner, x, y, radius, rim=rim)


def owner_tint(owner: int | str) -> Colour:
    """The pale ground behind the piece of a player, or of the bot."""
    return tint(BOT if isinstance(owner, str) else owner)


def pole(canvas: Canvas, x: float, y: float) -> None:
    """What an ambassador stands on."""
    canvas.fill((x - 1.5, y, x + 1.5, y + 34), INK)


def knowledge(radius: float) -> Image.Image:
    """An open book."""
    return glyph("knowledge", radius, colours.ACCENT, PAPER)


def politicians(seats: Seats, scale: float = 1) -> Image.Image:
    """Full squares below, hollow ones above, crosses for those that have left; `scale` times as large."""
    marks = "f" * seats.lower + "h" * seats.upper + "x" * seats.removed

    def paint(pen: Pen) -> None:
        for x, mark in zip(range(10, 10 + 21 * POLITICIANS, 21), marks, strict=False):
            if mark == "x":
                for way in (-6, 6):
                    cross = [((x - way) * scale, 4 * scale), ((x + way) * scale, 16 * scale)]
                    pen.line(cross, 2.6 * scale, MUTED)
                continue
            for reach, corner, fill in ((8, 3, INK), *([(5.6, 1.5, CARD)] if mark == "h" else [])):
                top, bottom = (10 - reach) * scale, (10 + reach) * scale
                pen.rounded(((x - reach) * scale, top, (x + reach) * scale, bottom), corner * scale, fill)

    return sprite(("politicians", marks, scale), 21 * POLITICIANS * scale, 20 * scale, paint)


def recipes(canvas: Canvas, model: Noria, box: Box) -> None:
    """A column for each good: its pictogram, below it what one of it costs; beside it in a low box."""
    left, top, right, bottom = box
    canvas.panel(box, TRAY, 14, edge=None, shadow=False)
    step, middle, made_of = (right - left) / len(GOODS), (top + bottom) / 2, model.view.numbers.recipes
    for index, good in enumerate(GOODS):
        x = left + (index + 0.5) * step
        if index:
            canvas.fill((left + index * step - 1, top + 20, left + index * step + 1, bottom - 20), LINE)
        units: list[Kind] = [kind for kind, count in made_of[good].items() for _ in range(count)]
        if bottom - top < 100:
            canvas.stamp(glyph(good, 28, INK, TRAY), x - 68, middle)
            for place, kind in enumerate(units):
                canvas.stamp(unit(kind, 20), x - 6 + place * 44, middle)
            continue
        canvas.stamp(glyph(good, 22, INK, TRAY), x, middle - 24)
        for place, kind in enumerate(units):
            canvas.stamp(unit(kind, 14), x + (place - (len(units) - 1) / 2) * 31, middle + 34)


def head(canvas: Canvas, model: Noria, part: str = "") -> None:
    """The header: the round or another `part`, whose turn it is, what is to be done."""
    turn_header(canvas, "noria", model, part or _round(model), step(model.view), size=_BAR)


def own_head(canvas: Canvas, model: Noria, part: str = "") -> None:
    """The larger header of a private panel."""
    turn_header(canvas, "noria", model, part or _round(model), step(model.view), size=PANEL)


def _round(model: Noria) -> str:
    view = model.view
    last = view.round == view.rounds and view.phase != "over"
    key = "last_round" if last else "round" if view.round else "setup"
    return model.words(f"noria.picture.{key}", round=view.round, rounds=view.rounds)


def columns(box: Box, count: int, gap: float) -> list[Box]:
    """So many boxes side by side."""
    left, top, right, bottom = box
    wide = (right - left - (count - 1) * gap) / count
    lefts = [left + index * (wide + gap) for index in range(count)]
    return [(start, top, start + wide, bottom) for start in lefts]


def score(canvas: Canvas, text: str, right: float, y: float) -> float:
    """A score in its box, and where that begins."""
    wide = max(fonts.width(text, NUMBER, True) + 24, 70)
    canvas.panel((right - wide, y - 26, right, y + 26), colours.ACCENT, 10, edge=None, shadow=False)
    canvas.text(right - wide / 2, y, text, NUMBER, WHITE, bold=True, anchor="m")
    return right - wide
