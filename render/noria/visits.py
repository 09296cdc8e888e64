"""Islands in the panel: where the ambassador can go, and what an island offers on arriving."""

from __future__ import annotations

from PIL import Image

from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import island, ship_kinds
from bot.games.noria.facts import visitors
from bot.games.noria.legal import island_of
from bot.games.noria.moves import Build, NoriaMove, TakeShip, Travel
from bot.games.noria.panel import Destination
from bot.games.noria.panel import destinations as offered
from bot.games.noria.state import Island, NoriaView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noria.colours import ACCENT, ISLAND, RIM, SHORE
from render.noria.recipes import recipes
from render.noria.signs import badge, glyph, owner_tint, owner_token, ship
from render.pen import Pen, sprite
from render.theme import CARD, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, WHITE, Box

_GAP = 8
_RECIPES = 480
"""How wide the recipes are at least."""
Noria = ViewModel[NoriaView]


def destinations(canvas: Canvas, model: Noria, choice: NoriaMove | None, box: Box) -> None:
    """A small island for each destination; the chosen one lit, those that are barred faded."""
    places = offered(model.view)
    wide = min((box[2] - box[0] - (len(places) - 1) * _GAP) / len(places), 226)
    for index, place in enumerate(places):
        left = box[0] + index * (wide + _GAP)
        lit = isinstance(choice, Travel) and choice.island == place.number
        _destination(canvas, model, place, (left, box[1], left + wide, box[3]), lit=lit)
    end = box[0] + len(places) * (wide + _GAP)
    if box[2] - end >= _RECIPES:
        recipes(canvas, (end, box[1], box[2], box[3]))


def _destination(canvas: Canvas, model: Noria, place: Destination, box: Box, *, lit: bool) -> None:
    here = island_of(model.view, place.number)
    if here is None:
        hidden(canvas, model, box, lit=lit)
        return
    ground = PAPER if place.why else ISLAND
    canvas.panel(box, ground, 14, edge=SHORE, lit=lit)
    left, top, right, _ = box
    badge(canvas, str(here.number), left + 30, top + 30, 20)
    for step, owner in enumerate(visitors(model.view, here.number)):
        owner_token(canvas, owner, right - 26 - 34 * step, top + 30, 14)
    third, quarter = (right - left - 12) / 3, (right - left - 12) / 4
    for index, (kind, number) in enumerate(zip(ship_kinds(here.number), here.ships, strict=True)):
        x = left + 6 + (index + 0.5) * third
        if number:
            canvas.stamp(ship(kind, 36), x, top + 76)
            canvas.stamp(_pips(number), x, top + 102)
    for index, owner in enumerate(here.spots):
        x = left + 6 + (index + 0.5) * quarter
        if owner is None:
            canvas.stamp(glyph(island(here.number).spots[index][1], 13, INK, ground), x, top + 132)
        else:
            owner_token(canvas, owner, x, top + 132, 12.5)


def _pips(number: int) -> Image.Image:
    """A dot for each ship on a space."""

    def paint(pen: Pen) -> None:
        for index in range(number):
            pen.disc(16 + (index - (number - 1) / 2) * 14, 6, 4.5, INK)

    return sprite(("noria pips", number), 32, 12, paint)


def hidden(canvas: Canvas, model: Noria, box: Box, *, lit: bool = False, told: bool = True) -> None:
    """An island that lies face down; `told`: with the number of all of them."""
    canvas.panel(box, ACCENT, 14, edge=INK, lit=lit)
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not told:
        canvas.stamp(glyph("J", 26, RIM, ACCENT), middle, y)
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
    badge(canvas, str(here.number), left + 50, top + 46, 30, NUMBER)
    for step, owner in enumerate(visitors(view, here.number)):
        owner_token(canvas, owner, left + 50 - 18 + 38 * step, top + 116, 18)
    split = left + 110 + 3 * 128
    for index in range(3):
        x = left + 110 + index * 128
        lit = isinstance(choice, TakeShip) and choice.space == index + 1
        _space(canvas, here, index, (x, top + 14, x + 118, bottom - 14), lit=lit)
    canvas.fill((split + 4, top + 18, split + 6, bottom - 18), LINE)
    wide = (right - split - 24) / 4
    for index in range(4):
        x = split + 18 + index * wide
        lit = isinstance(choice, Build) and choice.spot == index + 1
        _spot(canvas, model, here, index, (x, top + 14, x + wide - 10, bottom - 14), lit=lit)


def _space(canvas: Canvas, here: Island, index: int, box: Box, *, lit: bool) -> None:
    number = here.ships[index]
    canvas.panel(box, CARD if number else ISLAND, 12, edge=SHORE, shadow=False, lit=lit)
    middle = (box[0] + box[2]) / 2
    canvas.text(box[0] + 14, box[1] + 32, str(index + 1), NUMBER, INK if number else MUTED, bold=True)
    if number:
        canvas.stamp(ship(ship_kinds(here.number)[index], 58), middle + 16, box[1] + 46)
        canvas.text(middle + 16, box[3] - 22, f"×{number}", NAME, INK, bold=True, anchor="m")


def _spot(canvas: Canvas, model: Noria, here: Island, index: int, box: Box, *, lit: bool) -> None:
    owner = here.spots[index]
    number, good = island(here.number).spots[index]
    fill = CARD if owner is None else owner_tint(owner)
    canvas.panel(box, fill, 12, edge=SHORE, shadow=False, lit=lit)
    left, top, right, bottom = box
    canvas.text(left + 14, top + 32, str(index + 1), NUMBER, INK, bold=True)
    if owner is not None:
        owner_token(canvas, owner, (left + right) / 2 + 14, (top + bottom) / 2, 24, rim=False)
        return
    middle = (left + right) / 2
    for step in range(number):
        canvas.stamp(glyph(good, 22), middle + 20 + (step - (number - 1) / 2) * 52, top + 46)
    name = fonts.fit(names.kind(good, model.words), right - left - 16, HINT)
    canvas.text(middle, bottom - 24, name, HINT, INK, anchor="m")
