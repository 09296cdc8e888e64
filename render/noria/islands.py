"""The islands of Noria: on the board, as destinations, and what one offers on arriving."""

from math import cos, pi, sin

from PIL import Image

from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import BOX, SHIP_KINDS
from bot.games.noria.facts import News, visitors
from bot.games.noria.legal import island_of
from bot.games.noria.moves import Build, NoriaMove, TakeShip, Travel
from bot.games.noria.sentences_of_panel import Destination, destinations as offered
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Island
from render import fonts
from render.canvas import Canvas
from render.noria import signs
from render.noria.colours import ACCENT, ISLAND, RIM, SHORE
from render.pen import Pen, rings, sprite
from render.theme import (
    CARD,
    EDGE,
    HINT,
    INK,
    LINE,
    MUTED,
    NUMBER,
    PAPER,
    TITLE,
    TOP,
    WHITE,
    WIDTH,
    Box,
)

_APART = 8
_RECIPES = 480
"""How wide the recipes are at least."""


def destinations(canvas: Canvas, model: Noria, choice: NoriaMove | None, box: Box) -> None:
    """A small island for each destination; the chosen one lit, those that are barred faded."""
    places = offered(model.view)
    wide = min((box[2] - box[0] - (len(places) - 1) * _APART) / len(places), 226)
    for index, place in enumerate(places):
        left = box[0] + index * (wide + _APART)
        cell = (left, box[1], left + wide, box[3])
        _destination(canvas, model, place, cell, lit=choice == Travel(place.number))
    end = box[0] + len(places) * (wide + _APART)
    if box[2] - end >= _RECIPES:
        signs.recipes(canvas, (end, box[1], box[2], box[3]))


def _destination(canvas: Canvas, model: Noria, place: Destination, box: Box, *, lit: bool) -> None:
    here = island_of(model.view, place.number)
    if here is None:
        hidden(canvas, model, box, lit=lit)
        return
    ground = PAPER if place.why else ISLAND
    canvas.panel(box, ground, 14, edge=SHORE, lit=lit)
    left, top, right, _ = box
    signs.badge(canvas, str(here.number), left + 32, top + 32)
    for step, owner in enumerate(visitors(model.view, here.number)):
        signs.owner_token(canvas, owner, right - 26 - 34 * step, top + 30, 14)
    third, quarter = (right - left - 12) / 3, (right - left - 12) / 4
    for index, (kind, number) in enumerate(zip(SHIP_KINDS[here.number], here.ships, strict=True)):
        x = left + 6 + (index + 0.5) * third
        if number:
            canvas.stamp(signs.ship(kind, 36), x, top + 76)
            canvas.stamp(_pips(number), x, top + 102)
    for index, owner in enumerate(here.spots):
        x = left + 6 + (index + 0.5) * quarter
        if owner is None:
            canvas.stamp(signs.glyph(BOX.islands[here.number].spots[index][1], 17, INK, ground), x, top + 132)
        else:
            signs.owner_token(canvas, owner, x, top + 132, 12.5)


def _pips(number: int) -> Image.Image:

    def paint(pen: Pen) -> None:
        for index in range(number):
            pen.disc(16 + (index - (number - 1) / 2) * 14, 6, 4.5, INK)

    return sprite(("noria pips", number), 32, 12, paint)


def hidden(canvas: Canvas, model: Noria, box: Box, *, lit: bool = False, told: bool = True) -> None:
    """An island that lies face down; `told`: with the number of all of them."""
    canvas.panel(box, ACCENT, 14, edge=INK, lit=lit)
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not told:
        canvas.stamp(signs.glyph("J", 26, RIM, ACCENT), middle, y)
        return
    lines = fonts.lines(model.words("noria.picture.face_down"), box[2] - box[0] - 24, HINT, True)
    for index, line in enumerate(lines):
        above = y - 22 + (index - len(lines) + 1) * 32
        canvas.text(middle, above, line, HINT, WHITE, bold=True, anchor="m")
    canvas.text(middle, y + 30, str(model.view.face_down), NUMBER, WHITE, bold=True, anchor="m")


def arrived(canvas: Canvas, model: Noria, choice: NoriaMove | None, box: Box) -> None:
    """The island that the ambassador has reached, large: its ship spaces and factory spots by number."""
    view = model.view
    here = island_of(view, view.players[view.active].ambassador)
    assert here is not None, "the ambassador stands on it"
    canvas.panel(box, ISLAND, 14, edge=SHORE)
    left, top, right, bottom = box
    signs.badge(canvas, str(here.number), left + 50, top + 46, 30, NUMBER)
    for step, owner in enumerate(visitors(view, here.number)):
        signs.owner_token(canvas, owner, left + 50 - 18 + 38 * step, top + 116, 18)
    split = left + 110 + 3 * 128
    for index, cell in enumerate(signs.columns((left + 110, top + 14, split - 10, bottom - 14), 3, 10)):
        _space(canvas, here, index, cell, lit=choice == TakeShip(index + 1))
    canvas.fill((split + 4, top + 18, split + 6, bottom - 18), LINE)
    for index, cell in enumerate(signs.columns((split + 18, top + 14, right - 16, bottom - 14), 4, 10)):
        _large_spot(canvas, model, here, index, cell, lit=choice == Build(index + 1))


def _space(canvas: Canvas, here: Island, index: int, box: Box, *, lit: bool) -> None:
    number = here.ships[index]
    canvas.panel(box, CARD if number else ISLAND, 12, edge=SHORE, shadow=False, lit=lit)
    middle = (box[0] + box[2]) / 2
    canvas.text(box[0] + 14, box[1] + 32, str(index + 1), NUMBER, INK if number else MUTED, bold=True)
    if number:
        canvas.stamp(signs.ship(SHIP_KINDS[here.number][index], 58), middle + 16, box[1] + 46)
        canvas.text(middle + 16, box[3] - 24, f"×{number}", TITLE, INK, bold=True, anchor="m")


def _large_spot(canvas: Canvas, model: Noria, here: Island, index: int, box: Box, *, lit: bool) -> None:
    owner = here.spots[index]
    number, good = BOX.islands[here.number].spots[index]
    fill = CARD if owner is None else signs.owner_tint(owner)
    canvas.panel(box, fill, 12, edge=SHORE, shadow=False, lit=lit)
    left, top, right, bottom = box
    canvas.text(left + 14, top + 32, str(index + 1), NUMBER, INK, bold=True)
    if owner is not None:
        signs.owner_token(canvas, owner, (left + right) / 2 + 14, (top + bottom) / 2, 24, rim=False)
        return
    middle = (left + right) / 2
    for step in range(number):
        canvas.stamp(signs.glyph(good, 22), middle + 20 + (step - (number - 1) / 2) * 52, top + 46)
    name = names.kind(good, model.words)
    canvas.text(middle, bottom - 24, name, HINT, INK, anchor="m", room=right - left - 16)


LEFT, RIGHT, BOTTOM = 664, WIDTH - EDGE, 668
_GAP = 9
_WIDE = (RIGHT - LEFT - _GAP) / 2
_HIGH = (BOTTOM - TOP - 3 * _GAP) / 4
_MOST = 6
"""Cells that leave room for the recipes."""
_CIRCLE = ((0, 0.5), (1, 1), (2, 1), (2, 0), (1, 0))
"""Line and column of the islands of the solo mode, clockwise from the top centre."""


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
        # Quiet arrows beside the first island: on to the one on the right, and back from the one on the left.
        first, y = _box(0, 0.5), TOP + _HIGH / 2 + 8
        canvas.stamp(_bent(back=False), (first[2] + RIGHT) / 2, y)
        canvas.stamp(_bent(back=True), (LEFT + first[0]) / 2, y)
    for index, place in enumerate(places[open_ones:count]):
        hidden(canvas, model, _box(*place), told=not index)
    if count <= _MOST:
        signs.recipes(canvas, (LEFT, _box(3, 0)[1], RIGHT, BOTTOM))


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
    signs.badge(canvas, str(here.number), left + 33, top + 36)
    for index, (kind, number) in enumerate(zip(SHIP_KINDS[here.number], here.ships, strict=True)):
        x = left + 84 + index * 47
        if not number:
            canvas.stamp(rings("noria no ship", 12, (5, SHORE)), x, top + 34)
            continue
        canvas.stamp(signs.ship(kind, 42), x, top + 31)
        if number > 1:
            signs.count(canvas, number, x + 18, top + 54)
    # In the solo mode there may be two ambassadors, one above the other.
    for step, owner in enumerate(owners := visitors(model.view, here.number)):
        first = top + (30 if len(owners) == 1 else 20)
        if not step:
            signs.pole(canvas, right - 23, first)
        signs.owner_token(canvas, owner, right - 23, first + 34 * step, 15)
    for index, cell in enumerate(signs.columns((left + 8, top + 76, right - 8, top + _HIGH - 8), 4, 5)):
        _spot(canvas, here, index, cell, lit=(here.number, index + 1) in changed.spots)


def _spot(canvas: Canvas, here: Island, index: int, box: Box, *, lit: bool) -> None:
    owner = here.spots[index]
    number, good = BOX.islands[here.number].spots[index]
    fill = CARD if owner is None else signs.owner_tint(owner)
    canvas.panel(box, fill, 10, edge=SHORE if owner is None else INK, shadow=False, lit=lit)
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if owner is not None:
        signs.owner_token(canvas, owner, middle, y, 15, rim=False)
    elif number == 1:
        canvas.stamp(signs.glyph(good, 17), middle, y)
    else:
        canvas.stamp(signs.glyph(good, 15), middle - 11, y)
        canvas.text(middle + 15, y + 2, str(number), TITLE, INK, bold=True, anchor="m")


def _bent(*, back: bool) -> Image.Image:

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
