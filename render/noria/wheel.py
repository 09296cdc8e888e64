"""A wheel as it lies on the table: three rings, the active half below and lit, discs, links, the chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from bot.games.noria.box import BOX
from bot.games.noria.wheel import ACTIVE, RING, SLOTS, Wheel, number_of
from bot.text import Words
from render.canvas import Canvas, layered
from render.games import style
from render.noria.colours import LINK, WAITING
from render.noria.signs import DISC, gap, lay, lit_ring, order
from render.parts import bar
from render.pen import Pen, Point, sprite
from render.theme import BROWN, CARD, EDGE, INK, MUTED, NAME, NEWS, NUMBER, PAPER, TITLE, TOP, Box, Colour

PANEL: Box = (EDGE, TOP, 850, 912)
HEIGHT = 1100
_MIDDLE = (433.0, 503.0)
_RADIUS: Mapping[str, int] = {"S": 90, "M": 203, "L": 326}
_RIMS = (397, 264, 149)
"""The outer edges of the large, the medium and the small ring."""
_SLOT = DISC - 3
_LABELS: Mapping[str, Point] = {
    "S1": (0, 88),
    "S2": (84, 6),
    "M1": (26, 88),
    "M2": (-26, 88),
    "M3": (-44, 82),
    "M4": (44, 82),
    "L1": (42, -88),
    "L2": (-98, -14),
    "L3": (-42, -88),
    "L4": (-40, 84),
    "L5": (88, 12),
    "L6": (40, 84),
}
"""Where the name of a slot stands, from the middle of the slot: beside every link, clear of every badge."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture says of a wheel beside what lies on it."""

    wheel: Wheel
    letters: bool = False
    chain: tuple[str, ...] = ()
    """Slots of the discs activated, in order."""
    links: frozenset[frozenset[str]] = frozenset()
    """Pairs of slots that can be used together now."""
    lit: frozenset[str] = frozenset()
    """Slots whose content is news."""
    dim: frozenset[str] = frozenset()
    """Slots of the active half whose discs can't be activated now."""
    turned: str = ""
    """A ring that has just gone one slot on, by itself."""


def at(slot: str) -> Point:
    """The middle of a slot in the picture; angles run clockwise from the right, as the slots do."""
    ring = RING[slot]
    angle = (number_of(slot) - 0.5) * 2 * pi / BOX.slots[ring]
    return _MIDDLE[0] + _RADIUS[ring] * cos(angle), _MIDDLE[1] + _RADIUS[ring] * sin(angle)


def ground(words: Words) -> Canvas:
    """A fresh canvas with the header's bar and an empty wheel."""
    return layered(("noria wheel", words.locale), HEIGHT, lambda canvas: _ground(canvas, words))


def _ground(canvas: Canvas, words: Words) -> None:
    bar(canvas, style("noria"))
    canvas.panel(PANEL, PAPER, 18)
    canvas.text(PANEL[0] + 22, TOP + 30, words("noria.picture.inactive"), NAME, MUTED, bold=True)
    canvas.text(PANEL[0] + 22, PANEL[3] - 30, words("noria.picture.active"), NAME, INK, bold=True)
    side = 2 * (_RIMS[0] + 12)
    canvas.stamp(sprite("noria rings", side, side, _rings), *_MIDDLE)
    # A quiet arrow along the rim: the way in which every ring goes.
    quiet = sprite(
        "noria rotation", 180, 180, lambda pen: _arrow(pen, (-220.0, 386.0), 430, 0.18, 0.27, 8, MUTED)
    )
    canvas.stamp(quiet, _MIDDLE[0] + 310, _MIDDLE[1] - 296)
    for slot in SLOTS:
        x, y = at(slot)
        dx, dy = _LABELS[slot]
        size = NUMBER if slot in ACTIVE else TITLE
        halo = CARD if slot in ACTIVE else WAITING
        canvas.text(x + dx, y + dy, slot, size, INK, bold=True, anchor="m", halo=halo)


def _rings(pen: Pen) -> None:
    middle = _RIMS[0] + 12.0
    radius = _RIMS[0]
    pen.disc(middle, middle + 6, radius, (*BROWN, 50))
    pen.disc(middle, middle, radius, INK)
    for start, fill in ((pi, WAITING), (0.0, CARD)):
        arc = [start + pi * step / 90 for step in range(91)]
        pen.polygon([(middle + (radius - 2) * cos(a), middle + (radius - 2) * sin(a)) for a in arc], fill)
    for rim in _RIMS[1:]:
        angles = [pi * step / 120 for step in range(241)]
        pen.line([(middle + rim * cos(angle), middle + rim * sin(angle)) for angle in angles], 2, INK)
    pen.rounded((middle - radius - 4, middle - 2, middle + radius + 4, middle + 2), 0, INK)


def _arrow(
    pen: Pen, middle: Point, radius: float, start: float, end: float, width: float, colour: Colour
) -> None:
    """A bent arrow; angles clockwise from the top, in turns of pi."""
    (mx, my) = middle
    angles = [pi * (start + (end - start) * step / 30 - 0.5) for step in range(31)]
    points = [(mx + radius * cos(angle), my + radius * sin(angle)) for angle in angles]
    pen.line(points, width, colour)
    pen.disc(*points[0], width / 2, colour)
    tip, along = points[-1], angles[-1] + pi / 2
    head = width * 2.2
    corners = ((head, along), (head * 0.8, along + 1.75), (head * 0.8, along - 1.75))
    pen.polygon([(tip[0] + reach * cos(turn), tip[1] + reach * sin(turn)) for reach, turn in corners], colour)


def paint(canvas: Canvas, look: Look) -> None:
    """Links, discs and the chain on an empty wheel."""
    for pair in sorted(map(sorted, look.links)):
        _stroke(canvas, at(pair[0]), at(pair[1]), 3, LINK)
    chained = [pair for pair in BOX.edges if {*pair} <= {*look.chain}]
    for wide, colour in ((18, INK), (14, NEWS)):
        for one, other in chained:
            _stroke(canvas, at(one), at(other), wide, colour)
    if look.turned:
        _turned(canvas, look.turned)
    for slot, one in zip(SLOTS, look.wheel, strict=True):
        x, y = at(slot)
        if slot in look.lit or slot in look.chain:
            canvas.stamp(lit_ring(DISC if one else _SLOT), x, y)
        if one is None:
            canvas.stamp(gap(_SLOT, CARD if slot in ACTIVE else WAITING), x, y)
            continue
        dim = slot in look.dim or (slot not in ACTIVE and slot not in look.lit)
        around = CARD if slot in ACTIVE else WAITING
        lay(canvas, one, x, y, letter=look.letters, dimmed=around if dim else None)
    for number, slot in enumerate(look.chain, start=1):
        x, y = at(slot)
        order(canvas, number, x - 45, y - 42)


def _stroke(canvas: Canvas, start: Point, end: Point, width: float, colour: Colour) -> None:
    (ax, ay), (bx, by) = start, end
    wide, high = abs(bx - ax) + width + 4, abs(by - ay) + width + 4
    left, top = min(ax, bx) - width / 2 - 2, min(ay, by) - width / 2 - 2

    def paint(pen: Pen) -> None:
        pen.line([(ax - left, ay - top), (bx - left, by - top)], width, colour)

    image = sprite(("noria link", start, end, width, colour), wide, high, paint)
    canvas.image.paste(image, (round(left), round(top)), image)


def _turned(canvas: Canvas, ring: str) -> None:
    # An amber arrow in the gap before the ring's highest slot.
    radius = _RADIUS[ring]
    side = 2 * radius + 40
    start, end = (-0.16, 0.12) if ring == "M" else (-0.26, -0.12)

    def paint(pen: Pen) -> None:
        middle = (side / 2, side / 2)
        _arrow(pen, middle, radius, start, end, 14, INK)
        _arrow(pen, middle, radius, start, end - 0.004, 10, NEWS)

    canvas.stamp(sprite(("noria turned", ring), side, side, paint), *_MIDDLE)
