"""Below a wheel in a private panel: resources, ships and warehouses; in its corners knowledge and points."""

from bot.games.contract import Seat
from bot.games.noria.box import GOODS, RESOURCES, Good, Resource
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Player
from bot.text import plus, signed
from render.canvas import Canvas
from render.noria import signs
from render.theme import CARD, EDGE, INK, MUTED, NUMBER, PAPER, SHADE, TITLE, WIDTH, Box, mix

_HIGH, _GAP = 100, 10
HEIGHT = 2 * _HIGH + _GAP
"""How high the two rows stand."""
_PILL = 48


def rows(canvas: Canvas, before: Noria, now: Noria, seat: Seat, top: float) -> None:
    """What a seat has `now`, and by how much it differs from `before`."""
    old, new = before.view.players[seat], now.view.players[seat]
    box = (EDGE, top, WIDTH - EDGE, top + _HIGH)
    for cell, kind in zip(signs.columns(box, len(RESOURCES), _GAP), RESOURCES, strict=True):
        canvas.panel(cell, PAPER, 14)
        canvas.place(f"resource {kind}", cell)
        _resource(canvas, kind, old, new, cell)
    low = top + _HIGH + _GAP
    box = (EDGE, low, WIDTH - EDGE, low + _HIGH)
    canvas.panel(box, PAPER, 14)
    if not new.warehouses:
        text = now.words("noria.picture.no_warehouses")
        canvas.text(WIDTH / 2, low + _HIGH / 2, text, TITLE, MUTED, anchor="m")
    places = signs.columns((box[0] + 8, box[1], box[2] - 8, box[3]), len(GOODS), 0)
    for cell, good in zip(places, new.warehouses, strict=False):
        _warehouse(canvas, good, old, new, cell)


def _resource(canvas: Canvas, kind: Resource, old: Player, new: Player, box: Box) -> None:
    left, y = box[0], (box[1] + box[3]) / 2
    canvas.stamp(signs.resource(kind, 32), left + 50, y)
    x = left + 94 + canvas.text(left + 94, y, str(new.stock.of(kind)), NUMBER, INK, bold=True)
    change, ships = new.stock.of(kind) - old.stock.of(kind), new.ships.of(kind)
    if change:
        canvas.pill(x + 10, y, plus(change), TITLE, anchor="l", height=_PILL)
    edge = box[2] - 16
    text, lit = f"×{ships}", ships != old.ships.of(kind)
    if lit:
        edge = canvas.pill(edge, y, text, TITLE, anchor="r", height=_PILL)[0]
    else:
        edge -= canvas.text(edge, y, text, TITLE, INK, anchor="r")
    canvas.stamp(signs.ship(kind, 56), edge - 34, y)


def _warehouse(canvas: Canvas, good: Good, old: Player, new: Player, box: Box) -> None:
    full, empty, y = new.stock.of(good), new.empty.of(good), (box[1] + box[3]) / 2
    lit = (full, empty) != (old.stock.of(good), old.empty.of(good))
    colour, fill = (INK, CARD) if full else (MUTED, mix(PAPER, SHADE, 0.5))
    place = (box[0] + 12, y - 36, box[0] + 84, y + 36)
    canvas.panel(place, fill, 12, edge=colour, shadow=False, lit=lit)
    canvas.stamp(signs.glyph(good, 26, colour, fill), box[0] + 48, y)
    text, room = f"{full}/{full + empty}", box[2] - box[0] - 100
    canvas.text(box[0] + 98, y, text, NUMBER, INK, bold=True, room=room, shrink=True)


def corners(canvas: Canvas, before: Noria, now: Noria, seat: Seat, panel: Box) -> None:
    """Knowledge in the lower left corner of a panel, points in the lower right one."""
    known, y = now.view.players[seat].knowledge, panel[3] - 48
    canvas.stamp(signs.knowledge(30), panel[0] + 54, y)
    x = panel[0] + 98 + canvas.text(panel[0] + 98, y, str(known), NUMBER, INK, bold=True)
    if change := known - before.view.players[seat].knowledge:
        canvas.pill(x + 10, y, plus(change), TITLE, anchor="l", height=_PILL)
    points = now.view.scores[seat]
    edge = signs.score(canvas, signed(points), panel[2] - 20, y)
    if change := points - before.view.scores[seat]:
        canvas.pill(edge - 10, y, plus(change), TITLE, anchor="r", height=_PILL)
