"""Six scenes that tell Noria in a minute, drawn from its own pieces."""

from collections.abc import Sequence
from math import cos, pi, sin

from PIL import Image

from bot.games.contract import Seat
from bot.games.noria.box import BOX, PATHS, Path, Resource
from bot.games.noria.state import Seats
from bot.games.noria.wheel import ACTIVE, RING, Disc, number_of
from bot.text import Words
from render.canvas import Canvas
from render.noria import signs
from render.noria.colours import ACCENT, LINK, RUNGS, WAITING
from render.noria.wheel import bent_arrow, stroke
from render.pen import Pen, Point, curve, sprite
from render.seats import token
from render.theme import BIG, CARD, INK, LINE, MUTED, NEWS, NUMBER, PAPER, TITLE, WHITE, Box

_SEAT = Seat(0)
_WIDE, _HIGH = 549, 172
_HALF = {"S1": "C", "M1": "J", "M2": "T", "L1": "E", "L2": "M", "L3": "O"}
_CHAIN = ("M1", "L2", "S1")
_REACH = {"S": (0, 30), "M": (136, 90), "L": (226, 140)}
"""How far the slots of a ring lie from the middle of the half wheel, across and down."""
_RIMS = ((268, 171), (168, 116), (64, 58))
_TURNING = ("M", "J", "T", "O", "C", "E")
_BROUGHT: tuple[tuple[Resource, int], ...] = (("energy", 3), ("obsidian", 1))
_LEVELS: dict[Path, int] = {"REF": 3, "COL": 2, "EXP": 1, "RES": 1}


def activate(canvas: Canvas, words: Words, box: Box) -> None:
    """The active half of a wheel, three discs of it linked, in order."""
    half(canvas, box[0], box[1], _CHAIN)


def half(canvas: Canvas, left: float, top: float, used: Sequence[str]) -> None:
    """The active half of a wheel with the discs in use lit; in order where they are linked."""
    canvas.stamp(sprite("noria primer half", _WIDE, _HIGH, _half), left + _WIDE / 2, top + _HIGH / 2)

    def at(slot: str) -> Point:
        across, down = _REACH[RING[slot]]
        angle = (number_of(slot) - 0.5) * 2 * pi / BOX.slots[RING[slot]]
        return left + _WIDE / 2 + across * cos(angle), top + down * sin(angle)

    edges = [edge for edge in BOX.edges if {*edge} <= ACTIVE]
    chain = [edge for edge in edges if {*edge} <= {*used}]
    for wide, colour, pairs in ((4, LINK, edges), (18, INK, chain), (14, NEWS, chain)):
        for one, other in pairs:
            stroke(canvas, at(one), at(other), wide, colour)
    for slot, kind in _HALF.items():
        if slot in used:
            canvas.stamp(signs.lit_ring(27), *at(slot))
        signs.lay(canvas, Disc(kind), *at(slot), radius=27)
    for number, slot in enumerate(used if chain else (), start=1):
        x, y = at(slot)
        signs.order(canvas, number, x + (42 if slot == "M1" else -42), y, 20, TITLE)


def _half(pen: Pen) -> None:
    middle = _WIDE / 2
    pen.polygon(curve(middle, 0, *_RIMS[0], 0, pi, 90), INK)
    pen.polygon(curve(middle, 2, _RIMS[0][0] - 2.5, _RIMS[0][1] - 4, 0, pi, 90), CARD)
    for rim in _RIMS[1:]:
        pen.line(curve(middle, 2, *rim, 0, pi, 90), 2, MUTED)


def turn(canvas: Canvas, words: Words, box: Box) -> None:
    """A ring before and after it has turned, with the disc that comes into the active half lit."""
    y = (box[1] + box[3]) / 2
    for step, x in ((0, box[0] + 110), (1, box[2] - 110)):
        canvas.stamp(sprite("noria primer wheel", 180, _HIGH, _wheel), x, y)
        for index, kind in enumerate(_TURNING):
            angle = (index + step + 0.5) * pi / 3
            at = x + 62 * cos(angle), y + 62 * sin(angle)
            if index == len(_TURNING) - 1:
                canvas.stamp(signs.lit_ring(18), *at)
            canvas.stamp(signs.disc(Disc(kind), 18), *at)
    canvas.stamp(sprite("noria primer arrow", 80, 48, _arrow), (box[0] + box[2]) / 2, y)


def _wheel(pen: Pen) -> None:
    x, y = 90.0, _HIGH / 2
    pen.disc(x, y, 86, INK)
    for start, fill in ((pi, WAITING), (0.0, CARD)):
        pen.polygon(curve(x, y, 84, 84, start, start + pi, 60), fill)
    pen.rounded((x - 86, y - 1.5, x + 86, y + 1.5), 0, INK)
    pen.disc(x, y, 39, INK)
    pen.disc(x, y, 37, PAPER)
    bent_arrow(pen, (x, y), 22, -0.75, 0.55, 7, MUTED)


def bring(canvas: Canvas, words: Words, box: Box) -> None:
    """Two discs of resources, the ships of their kinds, and what these bring."""
    for row, (kind, count) in enumerate(_BROUGHT):
        y, x = box[1] + 42 + row * 88, box[0] + 104
        canvas.stamp(signs.disc(Disc("EO"[row]), 36), box[0] + 42, y)
        for _ in range(count):
            canvas.stamp(signs.ship(kind, 62), x + 31, y)
            x += 68
        canvas.stamp(sprite("noria primer arrow", 80, 48, _arrow), box[0] + 350, y)
        for place in range(count):
            canvas.stamp(signs.resource(kind, 24), box[0] + 422 + place * 52, y)


def act(canvas: Canvas, words: Words, box: Box) -> None:
    """What each of the other discs lets do, in words and in signs."""
    for row, kind in enumerate("JCT"):
        y = box[1] + 28 + row * 58
        canvas.stamp(signs.disc(Disc(kind), 27), box[0] + 30, y)
        canvas.text(box[0] + 72, y, words(f"noria.primer.{kind.lower()}"), TITLE, INK, room=360)
        for place, image in enumerate(_given(kind)):
            canvas.stamp(image, box[2] - 86 + place * 60, y)


def _given(kind: str) -> tuple[Image.Image, Image.Image]:
    if kind == "J":
        return signs.ship("mycelium", 50), signs.glyph("factory", 22, INK, PAPER)
    if kind == "C":
        return signs.disc(Disc("B"), 21), sprite("noria primer climb", 48, 48, _up)
    return signs.glyph("sail", 22, INK, PAPER), signs.disc(Disc("J", upgraded=True), 21)


def climb(canvas: Canvas, words: Words, box: Box) -> None:
    """The four paths with what each is paid in; one representative has just gone up."""
    for path, column in zip(PATHS, signs.columns(box, len(PATHS), 12), strict=True):
        left, top, right, _ = column
        for level in (1, 2, 3):
            cell = (left, top + (3 - level) * 42, right, top + (3 - level) * 42 + 37)
            here = _LEVELS[path] == level
            canvas.panel(cell, CARD if here else RUNGS[level - 1], 8, shadow=False, lit=here and level == 3)
            if here:
                token(canvas, _SEAT, (left + right) / 2, (cell[1] + cell[3]) / 2, 14, rim=False)
        kinds = BOX.path_kinds[path]
        for place, kind in enumerate(kinds):
            x = (left + right) / 2 + (place - (len(kinds) - 1) / 2) * 42
            canvas.stamp(signs.unit(kind, 18, PAPER), x, box[3] - 20)


def worth(canvas: Canvas, words: Words, box: Box) -> None:
    """A level times what its chamber is worth."""
    top, low = box[1], box[1] + 112
    places = (
        (box[0], box[0] + 146, "level"),
        (box[0] + 202, box[0] + 348, "chamber"),
        (box[0] + 404, box[2], "points"),
    )
    for left, right, key in places:
        lit, sum_ = key == "chamber", key == "points"
        canvas.panel(
            (left, top + 4, right, low), ACCENT if sum_ else CARD, 14, edge=None if sum_ else LINE, lit=lit
        )
        canvas.text((left + right) / 2, low + 34, words(f"noria.primer.{key}"), TITLE, INK, anchor="m")
    y = top + 58
    token(canvas, _SEAT, places[0][0] + 44, y, 22, rim=False)
    canvas.text(places[0][1] - 24, y, "6", BIG, INK, bold=True, anchor="r")
    middle = (places[1][0] + places[1][1]) / 2
    canvas.text(middle, y - 14, "4", BIG, INK, bold=True, anchor="m")
    canvas.stamp(signs.politicians(Seats(upper=2, lower=2), 1.3), middle, y + 34)
    canvas.text((places[2][0] + places[2][1]) / 2, y, "24", BIG, WHITE, bold=True, anchor="m")
    canvas.text(box[0] + 174, y, "×", NUMBER, INK, bold=True, anchor="m")
    canvas.text(box[0] + 376, y, "=", NUMBER, INK, bold=True, anchor="m")


def _arrow(pen: Pen) -> None:
    pen.line([(6, 24), (52, 24)], 9, MUTED)
    pen.polygon([(46, 8), (74, 24), (46, 40)], MUTED)


def _up(pen: Pen) -> None:
    pen.rounded((4, 36, 44, 44), 4, MUTED)
    pen.line([(24, 32), (24, 16)], 8, INK)
    pen.polygon([(24, 2), (38, 20), (10, 20)], INK)


SCENES = (activate, turn, bring, act, climb, worth)
