"""The islands of the board: ships and factory spots, who is there; in the solo mode the circle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from PIL import Image

from bot.games.noria.box import island, ship_kinds
from bot.games.noria.facts import visitors
from bot.games.noria.state import Island, NoriaView, Owner
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.noria.colours import ISLAND, SHORE
from render.noria.news import News
from render.noria.recipes import recipes
from render.noria.signs import badge, count, glyph, owner_tint, owner_token, pole, ship
from render.noria.visits import hidden
from render.pen import Pen, sprite
from render.theme import CARD, EDGE, HINT, INK, MUTED, TOP, WIDTH, Box

LEFT, RIGHT, BOTTOM = 664, WIDTH - EDGE, 668
_GAP = 9
_WIDE = (RIGHT - LEFT - _GAP) / 2
_HIGH = (BOTTOM - TOP - 3 * _GAP) / 4
_MOST = 6
"""Cells that leave room for the recipes."""
_CIRCLE = ((0, 0.5), (1, 1), (2, 1), (2, 0), (1, 0))
"""Line and column of the islands of the solo mode, clockwise from the top centre."""
Noria = ViewModel[NoriaView]


def paint(canvas: Canvas, model: Noria, changed: News) -> None:
    """All islands that are face up, the ones face down, and the recipes where there is room."""
    view = model.view
    open_ones, backs = len(view.islands), view.face_down
    together = open_ones + backs > _MOST
    count = open_ones + (min(backs, 1) if together else backs)
    places = _CIRCLE if view.bot else _lines(count)
    for here, place in zip(view.islands, places, strict=False):
        _card(canvas, model, here, changed, _box(*place))
    if view.bot:
        _clockwise(canvas)
    for index, place in enumerate(places[open_ones:count]):
        hidden(canvas, model, _box(*place), told=not index)
    if count <= _MOST:
        recipes(canvas, (LEFT, _box(3, 0)[1], RIGHT, BOTTOM))


def _lines(count: int) -> tuple[tuple[int, float], ...]:
    """Line and column of so many cells, two in a line; an odd one stands in the middle of the last."""
    odd = count % 2
    pairs = [(place // 2, float(place % 2)) for place in range(count - odd)]
    return (*pairs, *([(count // 2, 0.5)] if odd else []))


def _box(line: float, column: float) -> Box:
    left, top = LEFT + column * (_WIDE + _GAP), TOP + line * (_HIGH + _GAP)
    return left, top, left + _WIDE, top + _HIGH


def _card(canvas: Canvas, model: Noria, here: Island, changed: News, box: Box) -> None:
    left, top, right, _ = box
    lit = here.number in changed.islands
    canvas.panel(box, ISLAND, 14, edge=SHORE, lit=lit)
    badge(canvas, str(here.number), left + 33, top + 36)
    for index, (kind, number) in enumerate(zip(ship_kinds(here.number), here.ships, strict=True)):
        x = left + 84 + index * 47
        if not number:
            canvas.stamp(_nothing(), x, top + 34)
            continue
        canvas.stamp(ship(kind, 42), x, top + 31)
        if number > 1:
            count(canvas, number, x + 18, top + 53)
    _visitors(canvas, visitors(model.view, here.number), right - 23, top)
    wide = (right - left - 16 - 3 * 5) / 4
    for index in range(4):
        x = left + 8 + index * (wide + 5)
        fresh = (here.number, index + 1) in changed.spots
        _spot(canvas, here, index, (x, top + 76, x + wide, top + _HIGH - 8), lit=fresh)


def _visitors(canvas: Canvas, owners: Sequence[Owner], x: float, top: float) -> None:
    """The ambassadors on an island; in the solo mode there may be two, one above the other."""
    if not owners:
        return
    first = top + (30 if len(owners) == 1 else 20)
    pole(canvas, x, first)
    for step, owner in enumerate(owners):
        owner_token(canvas, owner, x, first + 34 * step, 15)


def _spot(canvas: Canvas, here: Island, index: int, box: Box, *, lit: bool) -> None:
    owner = here.spots[index]
    number, good = island(here.number).spots[index]
    fill = CARD if owner is None else owner_tint(owner)
    canvas.panel(box, fill, 10, edge=SHORE if owner is None else INK, shadow=False, lit=lit)
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if owner is not None:
        owner_token(canvas, owner, middle, y, 15, rim=False)
    elif number == 1:
        canvas.stamp(glyph(good, 16), middle, y)
    else:
        canvas.stamp(glyph(good, 16), middle - 9, y)
        canvas.text(middle + 19, y + 2, str(number), HINT, INK, bold=True, anchor="m")


def _nothing() -> Image.Image:
    """A ship space from which everything was taken."""

    def paint(pen: Pen) -> None:
        pen.disc(6, 6, 5, SHORE)

    return sprite("noria no ship", 12, 12, paint)


def _clockwise(canvas: Canvas) -> None:
    """Quiet arrows beside the first island: on to the one on the right, and back from the one on the left."""
    first, y = _box(0, 0.5), TOP + _HIGH / 2 + 8
    canvas.stamp(_bent(back=False), (first[2] + RIGHT) / 2, y)
    canvas.stamp(_bent(back=True), (LEFT + first[0]) / 2, y)


def _bent(*, back: bool) -> Image.Image:
    """An arrow around a corner of the circle."""

    def paint(pen: Pen) -> None:
        turns = [pi * step / 48 for step in range(25)]
        points = [(10 + 68 * sin(turn), 80 - 68 * cos(turn)) for turn in turns]
        tip = [(68.0, 74.0), (88.0, 74.0), (78.0, 92.0)]
        if back:
            points = [(88 - 68 * cos(turn), 80 - 68 * sin(turn)) for turn in turns]
            tip = [(82.0, 2.0), (82.0, 22.0), (98.0, 12.0)]
        pen.line(points, 6, MUTED)
        pen.polygon(tip, MUTED)

    return sprite(("noria circle", back), 100, 100, paint)
