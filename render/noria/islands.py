"""The islands of Noria: on the board, as destinations, and what one offers on arriving."""

from collections.abc import Collection
from math import cos, pi, sin

from PIL import Image

from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import BOX, SHIP_KINDS
from bot.games.noria.facts import News, visitors
from bot.games.noria.legal import island_of
from bot.games.noria.moves import Build, NoriaMove, TakeShip, Travel
from bot.games.noria.sentences_of_panel import destinations as offered
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Island
from render import fonts, theme
from render.canvas import Canvas
from render.noria import signs
from render.noria.colours import ACCENT, ISLAND, RIM, SHORE
from render.pen import Pen, rings, sprite

_APART = 10
_IN_ROW = 4


def destinations(canvas: Canvas, model: Noria, choice: NoriaMove | None, box: theme.Box) -> None:
    """A card for each destination, in two rows; the chosen one lit, those that are barred faded. With one row
    the recipes stand below."""
    places, (left, top, right, bottom) = offered(model.view), box
    middle = (top + bottom - _APART) / 2
    for index, place in enumerate(places):
        row = (left, top, right, middle) if index < _IN_ROW else (left, middle + _APART, right, bottom)
        cell = signs.columns(row, _IN_ROW, _APART)[index % _IN_ROW]
        here, lit = island_of(model.view, place.number), choice == Travel(place.number)
        canvas.place(f"island {place.number}", cell)
        if here is None:
            hidden(canvas, model, cell, lit=lit)
        else:
            _card(canvas, model, here, cell, lit=lit, barred=place.why is not None)
    if len(places) <= _IN_ROW:
        signs.recipes(canvas, model, (left, middle + _APART, right, bottom))


def hidden(canvas: Canvas, model: Noria, box: theme.Box, *, lit: bool = False, told: bool = True) -> None:
    """An island that lies face down; `told`: with the number of all of them."""
    canvas.panel(box, ACCENT, 14, edge=theme.INK, lit=lit)
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not told:
        canvas.stamp(signs.glyph("J", 26, RIM, ACCENT), middle, y)
        return
    lines = fonts.lines(model.words("noria.picture.face_down"), box[2] - box[0] - 16, theme.TITLE, True, 1)
    canvas.lines(middle, y - 26, lines, 0, theme.TITLE, theme.WHITE, bold=True, anchor="m")
    canvas.text(middle, y + 30, str(model.view.face_down), theme.NUMBER, theme.WHITE, bold=True, anchor="m")


def arrived(canvas: Canvas, model: Noria, choice: NoriaMove | None, box: theme.Box) -> None:
    """The island that the ambassador has reached, large: its ship spaces and factory spots by number."""
    view = model.view
    here = island_of(view, view.players[view.active].ambassador)
    assert here is not None, "the ambassador stands on it"
    canvas.panel(box, ISLAND, 14, edge=SHORE)
    canvas.place(f"island {here.number}", box)
    left, top, right, bottom = box
    signs.badge(canvas, str(here.number), left + 76, top + 78, 46, theme.BIG)
    for step, owner in enumerate(visitors(view, here.number)):
        signs.owner_token(canvas, owner, left + 76, top + 176 + 56 * step, 24)
    left, middle = left + 146, (top + bottom) / 2
    for index, cell in enumerate(signs.columns((left, top + 14, right - 16, middle - 5), 3, 10)):
        canvas.place(f"ship {index + 1}", cell)
        _space(canvas, here, index, cell, lit=choice == TakeShip(index + 1))
    for index, cell in enumerate(signs.columns((left, middle + 5, right - 16, bottom - 14), 4, 10)):
        canvas.place(f"spot {index + 1}", cell)
        _large_spot(canvas, model, here, index, cell, lit=choice == Build(index + 1))


def _space(canvas: Canvas, here: Island, index: int, box: theme.Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    number, y = here.ships[index], (top + bottom) / 2
    canvas.panel(box, theme.CARD if number else ISLAND, 12, edge=SHORE, shadow=False, lit=lit)
    canvas.text(left + 18, y, str(index + 1), theme.NUMBER, theme.INK if number else theme.MUTED, bold=True)
    if number:
        canvas.stamp(signs.ship(SHIP_KINDS[here.number][index], 100), (left + right) / 2, y)
        canvas.text(right - 20, y, f"×{number}", theme.NUMBER, theme.INK, bold=True, anchor="r")


def _large_spot(canvas: Canvas, model: Noria, here: Island, index: int, box: theme.Box, *, lit: bool) -> None:
    owner = here.spots[index]
    number, good = BOX.islands[here.number].spots[index]
    fill = theme.CARD if owner is None else signs.owner_tint(owner)
    canvas.panel(box, fill, 12, edge=SHORE, shadow=False, lit=lit)
    left, top, right, bottom = box
    canvas.text(left + 16, top + 36, str(index + 1), theme.NUMBER, theme.INK, bold=True)
    if owner is not None:
        signs.owner_token(canvas, owner, (left + right) / 2 + 14, (top + bottom) / 2, 30, rim=False)
        return
    middle = (left + right) / 2
    for step in range(number):
        canvas.stamp(signs.glyph(good, 30), middle + 20 + (step - (number - 1) / 2) * 72, top + 42)
    name = names.kind(good, model.words)
    canvas.text(middle, bottom - 28, name, theme.TITLE, theme.INK, anchor="m", room=right - left - 16)


LEFT, RIGHT, BOTTOM = 664, theme.WIDTH - theme.EDGE, 668
AREA: theme.Box = (LEFT - 8, theme.TOP - 8, RIGHT + 8, BOTTOM + 8)
_GAP = 9
_WIDE = (RIGHT - LEFT - _GAP) / 2
_HIGH = (BOTTOM - theme.TOP - 3 * _GAP) / 4
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
        lit = here.number in changed.islands
        _card(canvas, model, here, _box(*place), lit=lit, spots=changed.spots)
    if view.bot:
        # Quiet arrows beside the first island: on to the one on the right, and back from the one on the left.
        first, y = _box(0, 0.5), theme.TOP + _HIGH / 2 + 8
        canvas.stamp(_bent(back=False), (first[2] + RIGHT) / 2, y)
        canvas.stamp(_bent(back=True), (LEFT + first[0]) / 2, y)
    for index, place in enumerate(places[open_ones:count]):
        hidden(canvas, model, _box(*place), told=not index)
    if count <= _MOST:
        signs.recipes(canvas, model, (LEFT, _box(3, 0)[1], RIGHT, BOTTOM))


def _lines(count: int) -> tuple[tuple[int, float], ...]:
    """Line and column of so many cells, two in a line; an odd one stands in the middle of the last."""
    odd = count % 2
    pairs = [(place // 2, float(place % 2)) for place in range(count - odd)]
    return (*pairs, *([(count // 2, 0.5)] if odd else []))


def _box(line: float, column: float) -> theme.Box:
    left, top = LEFT + column * (_WIDE + _GAP), theme.TOP + line * (_HIGH + _GAP)
    return left, top, left + _WIDE, top + _HIGH


def _card(
    canvas: Canvas,
    model: Noria,
    here: Island,
    box: theme.Box,
    *,
    lit: bool,
    barred: bool = False,
    spots: Collection[tuple[int, int]] = (),
) -> None:
    """An island: its number, its ships, who is there, its spots, of which some may be lit."""
    left, top, right, bottom = box
    canvas.panel(box, theme.PAPER if barred else ISLAND, 14, edge=SHORE, lit=lit)
    signs.badge(canvas, str(here.number), left + 33, top + 36)
    for index, (kind, number) in enumerate(zip(SHIP_KINDS[here.number], here.ships, strict=True)):
        x = left + 84 + index * 47
        if not number:
            canvas.stamp(rings("noria no ship", 12, (5, SHORE)), x, top + 34)
            continue
        canvas.stamp(signs.ship(kind, 42), x, top + 31)
        if number > 1:
            signs.count(canvas, number, x, top + 55)
    # In the solo mode there may be two ambassadors, one above the other.
    for step, owner in enumerate(owners := visitors(model.view, here.number)):
        first = top + (30 if len(owners) == 1 else 20)
        if not step:
            signs.pole(canvas, right - 23, first)
        signs.owner_token(canvas, owner, right - 23, first + 34 * step, 15)
    for index, cell in enumerate(signs.columns((left + 8, top + 76, right - 8, bottom - 8), 4, 5)):
        _spot(canvas, here, index, cell, lit=(here.number, index + 1) in spots)


def _spot(canvas: Canvas, here: Island, index: int, box: theme.Box, *, lit: bool) -> None:
    owner = here.spots[index]
    number, good = BOX.islands[here.number].spots[index]
    fill = theme.CARD if owner is None else signs.owner_tint(owner)
    canvas.panel(box, fill, 10, edge=SHORE if owner is None else theme.INK, shadow=False, lit=lit)
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if owner is not None:
        signs.owner_token(canvas, owner, middle, y, 15, rim=False)
    elif number == 1:
        canvas.stamp(signs.glyph(good, 17), middle, y)
    else:
        canvas.stamp(signs.glyph(good, 15), middle - 11, y)
        canvas.text(middle + 15, y + 2, str(number), theme.TITLE, theme.INK, bold=True, anchor="m")


def _bent(*, back: bool) -> Image.Image:

    def paint(pen: Pen) -> None:
        turns = [pi * step / 48 for step in range(25)]
        points = [(10 + 68 * sin(turn), 80 - 68 * cos(turn)) for turn in turns]
        tip = [(68.0, 74.0), (88.0, 74.0), (78.0, 92.0)]
        if back:
            points = [(88 - 68 * cos(turn), 80 - 68 * sin(turn)) for turn in turns]
            tip = [(82.0, 2.0), (82.0, 22.0), (98.0, 12.0)]
        pen.line(points, 6, theme.MUTED)
        pen.polygon(tip, theme.MUTED)

    return sprite(("noria circle", back), 100, 100, paint)
