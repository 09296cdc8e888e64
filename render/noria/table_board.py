"""The public picture: paths, chambers, rounds, prices, market, players; what has changed is lit, and where
something is done now."""

from collections.abc import Collection
from itertools import pairwise

from bot.games.contract import Seat
from bot.games.noria import costs, sentences_of_table as names
from bot.games.noria.box import BOX, CHAMBERS, DISCS, PATHS, RESOURCES, TOP, Chamber, Path
from bot.games.noria.facts import bot_factories, coming, news, standing, step
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import CHAMBER_PLACE, NoriaView, Pile, Player, level_on, value
from bot.games.noria.wheel import Disc
from bot.text import Words, signed
from bot.view_model import capital
from render import fonts
from render.canvas import Canvas, layered
from render.noria import islands, signs
from render.noria.colours import ACCENT, RUNGS
from render.parts import bar
from render.seats import token
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
    TITLE,
    TOP as HEAD,
    WIDTH,
    Box,
)

PANEL: Box = (EDGE, HEAD, 652, 668)
_FIRST, _STEP, _WIDE = 66, 96, 92
_LEVELS, _LINE, _CELL = 164, 38, 34
_PRICES = 456
_CHAMBERS = (540, 658)


def _paths_ground(canvas: Canvas, words: Words, *, lit: bool) -> None:
    """What never changes: the panel, the empty paths with their costs, the headings."""
    canvas.panel(PANEL, PAPER, 18, lit=lit)
    for index, path in enumerate(PATHS):
        left = _FIRST + index * _STEP
        _heading(canvas, words(f"noria.short.{path.lower()}"), left + _WIDE / 2)
        kinds = BOX.path_kinds[path]
        for place, kind in enumerate(kinds):
            x = left + _WIDE / 2 + (place - (len(kinds) - 1) / 2) * 28
            canvas.stamp(signs.unit(kind, 13, PAPER), x, HEAD + 53)
        for level in range(1, TOP + 1):
            box = _cell(index, level)
            canvas.panel(box, RUNGS[(level - 1) // 3], 7, edge=LINE, shadow=False)
    for level in range(1, TOP + 1):
        y = _cell(0, level)[1] + _CELL / 2
        canvas.text(41, y, str(level), TITLE, INK, bold=True, anchor="m")
    _heading(canvas, capital(words("noria.picture.knowledge")), (_PRICES + PANEL[2] - 10) / 2, 200)
    for index, key in ((4, "highest"), (5, "lowest")):
        x, text = _FIRST + index * _STEP + _WIDE / 2, words(f"noria.picture.{key}")
        canvas.text(x, 522, text, TITLE, MUTED, anchor="m", room=_STEP - 2)


def _heading(canvas: Canvas, text: str, x: float, room: float = _STEP) -> None:
    canvas.text(x, HEAD + 23, text, TITLE, ACCENT, bold=True, anchor="m", room=room, shrink=True)


def _cell(index: int, level: int) -> Box:
    left, top = _FIRST + index * _STEP, _LEVELS + (TOP - level) * _LINE
    return left, top, left + _WIDE, top + _CELL


def _level(canvas: Canvas, view: NoriaView, path: Path, level: int, box: Box, *, lit: bool) -> None:
    there = [owner for owner, levels in standing(view) if level_on(levels, path) == level]
    middle, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not there:
        units = costs.units_for(view.numbers, path, level)
        same = costs.wants_one_kind(view.numbers, path, level) and units > 1
        canvas.text(middle - 12 * same, y, str(units), TITLE, MUTED, anchor="m")
        if same:
            canvas.stamp(signs.alike(), middle + 18, y)
        return
    if lit:
        canvas.panel(box, CARD, 7, shadow=False, lit=True)
    step = min(28, _WIDE / len(there))
    for place, owner in enumerate(there):
        x = middle + (place - (len(there) - 1) / 2) * step
        signs.owner_token(canvas, owner, x, y, step / 2 - 1, rim=False)


def _chamber(canvas: Canvas, model: Noria, chamber: Chamber, left: float, *, lit: bool) -> None:
    top, bottom = _CHAMBERS
    canvas.panel((left, top, left + _WIDE, bottom), CARD, 10, lit=lit)
    middle = left + _WIDE / 2
    short = model.words(f"noria.short.{chamber.lower()}")
    canvas.text(middle, top + 21, short, TITLE, ACCENT, bold=True, anchor="m", room=_STEP - 1, shrink=True)
    worth = str(value(model.view.chambers, chamber))
    half = (fonts.width("×", NAME, True) + fonts.width(worth, NUMBER, True)) / 2
    canvas.text(middle - half, top + 61, "×", NAME, INK, bold=True)
    canvas.text(middle + half, top + 60, worth, NUMBER, INK, bold=True, anchor="r")
    canvas.stamp(signs.politicians(model.view.chambers[CHAMBER_PLACE[chamber]]), middle, top + 99)


def _prices(canvas: Canvas, model: Noria) -> None:
    """What knowledge buys, and from which round on it costs more."""
    view, words = model.view, model.words
    if not view.round:
        return
    prices, right = costs.knowledge_costs(view), PANEL[2] - 14
    for index, key in enumerate(("politics", "night_shift", "modification")):
        top = HEAD + 52 + index * 120
        if index:
            canvas.fill((_PRICES, top, right, top + 2), LINE)
        label = words(f"noria.picture.price.{key}")
        canvas.text(_PRICES, top + 22, label, TITLE, INK, bold=True, room=right - _PRICES, shrink=True)
        canvas.stamp(signs.knowledge(18), _PRICES + 20, top + 62)
        canvas.text(_PRICES + 48, top + 62, str(prices[key]), NUMBER, INK, bold=True)
        if rise := costs.next_rise(view, key):
            canvas.text(right, top + 62, f"→ {rise.cost}", TITLE, MUTED, bold=True, anchor="r")
            told = words("noria.picture.from_round", n=rise.round)
            canvas.text(right, top + 100, told, TITLE, MUTED, anchor="r", room=right - _PRICES + 4)


_MARKET: Box = (EDGE, 680, WIDTH - EDGE, 820)
_PILE_LEAST, _BESIDE_NAME = 152, 12
"""What a pile needs, and what is left beside its name."""


def _piles(words: Words) -> list[tuple[float, float]]:
    """From where to where each pile stands: as broad as its name needs, the rest shared by all. Piles that
    cost something lie in the order of their prices, so any of them may stand in each of their places."""
    wide = [fonts.width(names.disc(kind, words), TITLE, True) + _BESIDE_NAME for kind in DISCS]
    free = len(RESOURCES)
    needed = [max(one, _PILE_LEAST) for one in (*wide[:free], *[max(wide[free:])] * (len(wide) - free))]
    spare = (_MARKET[2] - _MARKET[0] - sum(needed)) / len(needed)
    edges = [_MARKET[0] + sum(needed[:at]) + at * spare for at in range(len(needed) + 1)]
    return list(pairwise(edges))


def _pile(canvas: Canvas, model: Noria, pile: Pile, place: tuple[float, float], *, lit: bool) -> None:
    words, top, (left, end) = model.words, _MARKET[1], place
    if lit:
        canvas.panel((left + 7, top + 7, end - 7, _MARKET[3] - 7), CARD, 12, shadow=False, lit=True)
    canvas.stamp(signs.disc(Disc(pile.disc), 32, sold_out=not pile.left), left + 42, top + 50)
    right, colour = end - 13, INK if pile.left else MUTED
    if pile.price:
        wide = canvas.text(right, top + 36, str(pile.price), NUMBER, colour, bold=True, anchor="r")
        canvas.stamp(signs.any_resource(10), right - wide - 22, top + 36)
    else:
        canvas.text(right, top + 36, words("noria.text.free"), TITLE, colour, bold=True, anchor="r", room=76)
    name = names.disc(pile.disc, words)
    canvas.text(right, top + 74, f"×{pile.left}", TITLE, MUTED, anchor="r")
    canvas.text((left + end) / 2, top + 110, name, TITLE, colour, bold=True, anchor="m", room=end - left)


# The players in columns below the board

_PLAYERS: Box = (EDGE, 832, WIDTH - EDGE, 1084)
_GOOD, _SIGNS = 28, 80
"""How wide the sign of a good stands with its gap, and those of knowledge and factories."""


def _columns(seats: int) -> list[Box]:
    """A column for each player; alone, one for the player and one for the bot."""
    return signs.columns(_PLAYERS, max(seats, 2), 10)


def _players(canvas: Canvas, model: Noria) -> None:
    """Every player; whose turn it is lit."""
    view = model.view
    for seat, box in zip(range(view.seats), _columns(view.seats), strict=False):
        lit = seat == view.active and view.phase != "over"
        if lit:
            canvas.panel(box, CARD, 14, lit=True)
        _player(canvas, model, Seat(seat), box)
    if view.bot:
        _bot(canvas, model, _columns(view.seats)[1])


def _name(canvas: Canvas, seat: int, name: str, box: Box) -> None:
    token(canvas, seat, box[0] + 36, box[1] + 34, 18)
    canvas.text(box[0] + 66, box[1] + 34, name, TITLE, bold=True, room=box[2] - box[0] - 78)


def _player(canvas: Canvas, model: Noria, seat: Seat, box: Box) -> None:
    player = model.view.players[seat]
    left, top, right, _ = box
    _name(canvas, seat, model.names[seat], box)
    third = (right - left - 24) / 3
    for index, kind in enumerate(RESOURCES):
        x = left + 14 + index * third
        canvas.stamp(signs.resource(kind, 16), x + 16, top + 84)
        text = str(player.stock.of(kind))
        canvas.text(x + 38, top + 84, text, NUMBER, bold=True, room=third - 40, shrink=True)
        canvas.stamp(signs.ship(kind, 32), x + 16, top + 126)
        canvas.text(x + 38, top + 126, str(player.ships.of(kind)), TITLE, INK, room=third - 40, shrink=True)
    canvas.fill((left + 16, top + 150, right - 16, top + 152), LINE)
    _goods(canvas, player, left + 12, right - 8, top + 174)
    _last(canvas, model, seat, player, box)


def _goods(canvas: Canvas, player: Player, left: float, right: float, y: float) -> None:
    """What the warehouses hold, each as broad as its number needs."""
    held = [(good, player.stock.of(good)) for good in player.warehouses]
    size = next(
        (one for one in (TITLE, NAME) if sum(_good_wide(n, one) for _, n in held) <= right - left), HINT
    )
    gap = min((right - left - sum(_good_wide(n, size) for _, n in held)) / max(len(held), 1), 84 - _GOOD)
    for good, full in held:
        colour = INK if full else MUTED
        canvas.stamp(signs.glyph(good, 13, colour, PAPER), left + 13, y)
        canvas.text(left + _GOOD, y, str(full), size, colour, bold=full > 0)
        left += _good_wide(full, size) + gap


def _good_wide(full: int, size: int) -> float:
    return _GOOD + fonts.width(str(full), size, full > 0)


def _last(canvas: Canvas, model: Noria, seat: Seat, player: Player, box: Box) -> None:
    left, _, right, bottom = box
    y = bottom - 36
    edge = signs.score(canvas, signed(model.view.scores[seat]), right - 12, y)
    known, built = str(player.knowledge), str(player.built)
    wide = fonts.width(known, NUMBER, True) + fonts.width(built, NUMBER, True)
    size = NUMBER if left + 14 + _SIGNS + wide <= edge - 6 else TITLE
    canvas.stamp(signs.knowledge(15), left + 30, y)
    x = left + 50
    x += canvas.text(x, y, known, size, INK, bold=True) + 10
    canvas.stamp(signs.glyph("factory", 14, INK, PAPER), x + 14, y)
    canvas.text(x + 32, y, built, size, INK, bold=True)


def _bot(canvas: Canvas, model: Noria, box: Box) -> None:
    view, words = model.view, model.words
    assert view.bot_score is not None, "asked in the solo mode only"
    _name(canvas, signs.BOT, words("noria.picture.bot"), box)
    canvas.text(box[2] - 24, box[1] + 34, words("noria.picture.next"), TITLE, MUTED, anchor="r")
    letters, right, middle = coming(view), box[2] - 26, box[1] + 106
    if not letters:
        canvas.text(right, middle, "–", NUMBER, INK, bold=True, anchor="r")
    for index, one in enumerate(reversed(letters)):
        signs.letter(canvas, one.disc, right - 36 - index * 76, middle, doubled=one.twice)
    canvas.fill((box[0] + 16, box[1] + 150, box[2] - 16, box[1] + 152), LINE)
    y = box[3] - 44
    signs.score(canvas, signed(view.bot_score), box[2] - 12, y)
    canvas.stamp(signs.glyph("factory", 18, INK, PAPER), box[0] + 40, y)
    canvas.text(box[0] + 72, y, str(bot_factories(view)), NUMBER, INK, bold=True)


HEIGHT = 1100
_NOW = {
    "path": ("paths",),
    "journey": ("islands",),
    "arrived": ("islands",),
    "city": ("paths", "market"),
}
"""Where the active player does something at each step, beside the own wheel."""


def paint(model: Noria) -> Canvas:
    view, words = model.view, model.words
    now = _NOW.get(step(view), ())
    key = ("noria board", words.locale, view.seats, now)
    canvas = layered(key, HEIGHT, lambda canvas: _ground(canvas, words, view.seats, now))
    changed = news(view, model.earlier)
    signs.head(canvas, model)
    for index, path in enumerate(PATHS):
        for level in range(1, TOP + 1):
            _level(canvas, view, path, level, _cell(index, level), lit=(path, level) in changed.levels)
    for index, chamber in enumerate(CHAMBERS):
        _chamber(canvas, model, chamber, _FIRST + index * _STEP, lit=chamber in changed.chambers)
    _prices(canvas, model)
    islands.paint(canvas, model, changed)
    for pile, place in zip(view.market, _piles(words), strict=True):
        _pile(canvas, model, pile, place, lit=pile.disc in changed.piles)
    _players(canvas, model)
    return canvas


def _ground(canvas: Canvas, words: Words, seats: int, now: Collection[str]) -> None:
    bar(canvas, "noria")
    if "islands" in now:
        canvas.panel(islands.AREA, PAPER, 16, lit=True)
    _paths_ground(canvas, words, lit="paths" in now)
    canvas.panel(_MARKET, PAPER, 16, lit="market" in now)
    for x, _ in _piles(words)[1:]:
        canvas.fill((x - 1, _MARKET[1] + 16, x + 1, _MARKET[3] - 16), LINE)
    for box in _columns(seats):
        canvas.panel(box, PAPER, 14)
