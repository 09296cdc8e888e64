"""The public picture: paths and chambers, rounds and prices, the market; what has changed is lit."""

from __future__ import annotations

from bot.games.noria import costs, sentences_of_table as names
from bot.games.noria.box import BOX, CHAMBERS, PATHS, TOP, Chamber, Path
from bot.games.noria.facts import news, standing
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import CHAMBER_PLACE, NoriaView, Pile, level_on, value
from bot.games.noria.wheel import Disc
from bot.text import Words
from render import fonts
from render.canvas import Canvas, layered
from render.games import style
from render.noria import islands, players
from render.noria.colours import ACCENT, QUIET, RUNGS
from render.noria.signs import alike, any_resource, disc, head, knowledge, owner_token, politicians, unit
from render.parts import bar
from render.theme import (
    CARD,
    EDGE,
    HINT,
    INK,
    LINE,
    MUTED,
    NAME,
    NUMBER,
    PAPER,
    TOP as HEAD,
    WHITE,
    WIDTH,
    Box,
)

PANEL: Box = (EDGE, HEAD, 652, 668)
_FIRST, _STEP, _WIDE = 66, 96, 92
_LEVELS, _LINE, _CELL = 164, 38, 34
_TRACK = 452
_CHAMBERS = (540, 658)


def _paths_ground(canvas: Canvas, words: Words) -> None:
    """What never changes: the panel, the empty paths with their costs, the headings."""
    canvas.panel(PANEL, PAPER, 18)
    for index, path in enumerate(PATHS):
        left = _FIRST + index * _STEP
        _heading(canvas, words(f"noria.short.{path.lower()}"), left + _WIDE / 2, HEAD + 24)
        kinds = BOX.path_cost[path].kinds
        for place, kind in enumerate(kinds):
            x = left + _WIDE / 2 + (place - (len(kinds) - 1) / 2) * 28
            canvas.stamp(unit(kind, 11, PAPER), x, HEAD + 53)
        for level in range(1, TOP + 1):
            box = _cell(index, level)
            canvas.panel(box, RUNGS[(level - 1) // 3], 7, edge=LINE, shadow=False)
    for level in range(1, TOP + 1):
        y = _cell(0, level)[1] + _CELL / 2
        canvas.text(41, y, str(level), NAME, INK, bold=True, anchor="m")
    middle = _TRACK + (PANEL[2] - 10 - _TRACK) / 2
    _heading(canvas, words("noria.picture.rounds"), middle, HEAD + 24)
    for index, key in ((4, "highest"), (5, "lowest")):
        x, text = _FIRST + index * _STEP + _WIDE / 2, words(f"noria.picture.{key}")
        canvas.text(x, 518, text, HINT, MUTED, anchor="m", room=_STEP - 2)


def _heading(canvas: Canvas, text: str, x: float, y: float) -> None:
    canvas.text(x, y, text, NAME, ACCENT, bold=True, anchor="m")


def _cell(index: int, level: int) -> Box:
    left, top = _FIRST + index * _STEP, _LEVELS + (TOP - level) * _LINE
    return left, top, left + _WIDE, top + _CELL


def _level(canvas: Canvas, view: NoriaView, path: Path, level: int, box: Box, *, lit: bool) -> None:
    there = [owner for owner, levels in standing(view) if level_on(levels, path) == level]
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not there:
        same = costs.wants_one_kind(path, level) and costs.units_for(path, level) > 1
        canvas.text(middle - 8 * same, y, str(costs.units_for(path, level)), HINT, MUTED, anchor="m")
        if same:
            canvas.stamp(alike(), middle + 16, y)
        return
    if lit:
        canvas.panel(box, CARD, 7, shadow=False, lit=True)
    step = min(27, (_WIDE - 28) / max(len(there) - 1, 1))
    for place, owner in enumerate(there):
        owner_token(canvas, owner, middle + (place - (len(there) - 1) / 2) * step, y, 12.5, rim=not lit)


def _chamber(canvas: Canvas, model: Noria, chamber: Chamber, left: float, *, lit: bool) -> None:
    top, bottom = _CHAMBERS
    canvas.panel((left, top, left + _WIDE, bottom), CARD, 10, lit=lit)
    middle = left + _WIDE / 2
    short = model.words(f"noria.short.{chamber.lower()}")
    canvas.text(middle, top + 21, short, HINT, ACCENT, bold=True, anchor="m")
    worth = str(value(model.view.chambers, chamber))
    half = (fonts.width("×", NAME, True) + fonts.width(worth, NUMBER, True)) / 2
    canvas.text(middle - half, top + 61, "×", NAME, INK, bold=True)
    canvas.text(middle + half, top + 60, worth, NUMBER, INK, bold=True, anchor="r")
    canvas.stamp(politicians(model.view.chambers[CHAMBER_PLACE[chamber]]), middle, top + 99)


def _rounds(canvas: Canvas, view: NoriaView) -> None:
    for index in range(view.rounds):
        number = index + 1
        left, top = _TRACK + (index % 4) * 48, HEAD + 46 + (index // 4) * 45
        box = (left, top, left + 43, top + 40)
        middle, y = left + 21.5, top + 20
        if number == view.round:
            canvas.panel(box, CARD, 9, shadow=False, lit=True)
            canvas.text(middle, y, str(number), NAME, INK, bold=True, anchor="m")
            continue
        over = number < view.round
        canvas.panel(box, QUIET if over else ACCENT, 9, edge=None, shadow=False)
        canvas.text(middle, y, str(number), HINT, MUTED if over else WHITE, bold=not over, anchor="m")


def _prices(canvas: Canvas, model: Noria) -> None:
    view, words = model.view, model.words
    if not view.round:
        return
    prices, right = costs.knowledge_costs(view), PANEL[2] - 14
    for index, key in enumerate(("politics", "night_shift", "modification")):
        y, price = HEAD + 260 + index * 52, prices[key]
        canvas.text(right, y, str(price), NUMBER, INK, bold=True, anchor="r")
        canvas.stamp(knowledge(13), right - 72, y)
        label = words(f"noria.picture.price.{key}")
        canvas.text(_TRACK, y, label, HINT, MUTED, bold=True, room=104)


_MARKET: Box = (EDGE, 680, WIDTH - EDGE, 820)
_PILES = 7
_PILE_WIDE = (_MARKET[2] - _MARKET[0]) / _PILES


def _pile(canvas: Canvas, model: Noria, pile: Pile, left: float, *, lit: bool) -> None:
    words, top = model.words, _MARKET[1]
    if lit:
        box = (left + 7, top + 7, left + _PILE_WIDE - 7, _MARKET[3] - 7)
        canvas.panel(box, CARD, 12, shadow=False, lit=True)
    canvas.stamp(disc(Disc(pile.disc), 34), left + 50, top + 50)
    right = left + _PILE_WIDE - 13
    if pile.price:
        wide = canvas.text(right, top + 36, str(pile.price), NUMBER, INK, bold=True, anchor="r")
        canvas.stamp(any_resource(10), right - wide - 22, top + 36)
    else:
        canvas.text(right, top + 36, words("noria.text.free"), NAME, INK, bold=True, anchor="r", room=66)
    rest, name = words("noria.picture.left", n=pile.left), names.disc(pile.disc, words)
    canvas.text(right, top + 76, rest, HINT, MUTED, anchor="r", room=70)
    canvas.text(
        left + _PILE_WIDE / 2, top + 114, name, HINT, INK, bold=True, anchor="m", room=_PILE_WIDE - 16
    )


HEIGHT = 1100


def paint(model: Noria) -> Canvas:
    """The table as everybody sees it."""
    view, words = model.view, model.words
    key = ("noria board", words.locale, view.seats)
    canvas = layered(key, HEIGHT, lambda canvas: _ground(canvas, words, view.seats))
    changed = news(view, model.earlier)
    head(canvas, model)
    for index, path in enumerate(PATHS):
        for level in range(1, TOP + 1):
            _level(canvas, view, path, level, _cell(index, level), lit=(path, level) in changed.levels)
    for index, chamber in enumerate(CHAMBERS):
        _chamber(canvas, model, chamber, _FIRST + index * _STEP, lit=chamber in changed.chambers)
    _rounds(canvas, view)
    _prices(canvas, model)
    islands.paint(canvas, model, changed)
    for index, pile in enumerate(view.market):
        _pile(canvas, model, pile, _MARKET[0] + index * _PILE_WIDE, lit=pile.disc in changed.piles)
    players.paint(canvas, model)
    return canvas


def _ground(canvas: Canvas, words: Words, seats: int) -> None:
    bar(canvas, style("noria"))
    _paths_ground(canvas, words)
    canvas.panel(_MARKET, PAPER, 16)
    for index in range(1, _PILES):
        x = _MARKET[0] + index * _PILE_WIDE
        canvas.fill((x - 1, _MARKET[1] + 16, x + 1, _MARKET[3] - 16), LINE)
    players.ground(canvas, seats)
