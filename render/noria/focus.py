"""The strip below a wheel in a private panel: what the step is about, cell by cell, with its costs."""

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import astuple

from bot.games.noria import moves, sentences_of_panel as panel, sentences_of_table as names
from bot.games.noria.box import BOX, CHAMBERS, PATHS, RESOURCES, Path
from bot.games.noria.facts import standing, step
from bot.games.noria.legal import discs_to_place
from bot.games.noria.moves import NoriaMove
from bot.games.noria.sentences import summary
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import CHAMBER_PLACE, level_on, value
from bot.games.noria.wheel import Disc
from bot.view_model import capital
from render import fonts
from render.canvas import Canvas
from render.noria import islands, signs
from render.noria.colours import ACCENT
from render.noria.signs import columns
from render.theme import BIG, CARD, EDGE, INK, MUTED, NUMBER, PAPER, TITLE, WIDTH, Box

HEIGHT = 286
"""How high the strip stands."""
_GAP = 8
_LINE = 44
_RECIPES = 88


def paint(canvas: Canvas, model: Noria, now: Noria, choice: NoriaMove | None, top: float) -> None:
    """The strip for the step that `model` is at; `now` is the table with the `choice` made."""
    strip = (EDGE, top, WIDTH - EDGE, top + HEIGHT)
    if isinstance(choice, moves.Politics):
        chambers(canvas, model, now, _names(choice), top)
        return
    lit = now.view.news != model.view.news
    if model.seat != model.view.active:
        usual(canvas, now, top, lit=lit)
        return
    mine = now.view.players[now.view.active]
    paints: dict[str, Callable[[], None]] = {
        "wheel": lambda: _discs(canvas, discs_to_place(mine), model, strip),
        "resources": lambda: _resources(canvas, model, choice, strip),
        "path": lambda: _paths(canvas, model, choice, strip),
        "influence": lambda: usual(canvas, now, top, lit=lit, priced=not lit),
        "journey": lambda: islands.destinations(canvas, model, choice, strip),
        "arrived": lambda: islands.arrived(canvas, model, choice, strip),
        "city": lambda: _city(canvas, model, choice, strip),
        "tool": lambda: _tool(canvas, model, choice, strip),
        "producing": lambda: _tool(canvas, model, choice, strip),
        "fit": lambda: _discs(canvas, mine.centre, model, strip),
    }
    paints.get(step(model.view), lambda: usual(canvas, now, top, lit=lit))()


def _names(choice: NoriaMove | None) -> tuple[object, ...]:
    """What a choice names: the cells of these are lit."""
    return astuple(choice) if choice else ()


def usual(canvas: Canvas, model: Noria, top: float, *, lit: bool = False, priced: bool = False) -> None:
    """What has been done in the turn, or what knowledge buys; below it what goods are made of."""
    left, right, low = EDGE, WIDTH - EDGE, top + HEIGHT - _RECIPES
    signs.recipes(canvas, model, (left, low, right, top + HEIGHT))
    box = (left, top, right, low - 12)
    if priced:
        _prices(canvas, model, box)
        return
    canvas.panel(box, PAPER, 14, lit=lit)
    canvas.place("done", box)
    lines = summary(model) or [model.words("noria.picture.nothing_done")]
    shown = lines if len(lines) <= 4 else [*lines[:3], lines[-1]]
    fitting = [fonts.fit(capital(line), right - left - 44, TITLE) for line in shown]
    canvas.lines(left + 22, (top + low - 12) / 2, fitting, _LINE, TITLE)


def _prices(canvas: Canvas, model: Noria, strip: Box) -> None:
    """What knowledge buys, and whether it can be paid."""
    for box, (key, price) in zip(columns(strip, 3, 12), panel.prices(model.view).items(), strict=True):
        payable, middle = price.why is None, (box[1] + box[3]) / 2
        colour, ground = (INK, CARD) if payable else (MUTED, PAPER)
        canvas.panel(box, ground, 14)
        canvas.place(f"price {key}", box)
        label = model.words(f"noria.offer.{key}")
        canvas.text(box[0] + 24, middle - 40, label, TITLE, colour, bold=True, room=box[2] - box[0] - 40)
        sign = signs.glyph("knowledge", 30, ACCENT if payable else MUTED, ground)
        canvas.stamp(sign, box[0] + 56, middle + 36)
        canvas.text(box[0] + 102, middle + 36, str(price.cost), BIG, colour, bold=True)


def _discs(canvas: Canvas, kinds: Sequence[str], model: Noria, strip: Box) -> None:
    left, top, right, bottom = strip
    canvas.panel(strip, PAPER, 14)
    words = model.words
    label = words(f"noria.picture.{'to_place' if model.view.phase == 'wheel' else 'to_fit'}")
    canvas.text(left + 24, top + 36, label, TITLE, MUTED, bold=True)
    places = columns((left + 8, top, right - 8, bottom), max(len(kinds), 6), 0)
    for box, kind in zip(places, kinds, strict=False):
        x, room = (box[0] + box[2]) / 2, box[2] - box[0]
        canvas.stamp(signs.disc(Disc(kind), 62), x, top + 138)
        canvas.text(x, bottom - 40, names.disc(kind, words), TITLE, INK, bold=True, anchor="m", room=room)


def _resources(canvas: Canvas, model: Noria, choice: NoriaMove | None, strip: Box) -> None:
    for box, kind in zip(columns(strip, 3, _GAP), RESOURCES, strict=True):
        canvas.panel(box, CARD, 14, lit=kind in _names(choice))
        middle, name = (box[0] + box[2]) / 2, capital(names.kind(kind, model.words))
        canvas.stamp(signs.resource(kind, 72), middle, box[1] + 108)
        canvas.text(middle, box[3] - 54, name, NUMBER, INK, bold=True, anchor="m")


def _paths(canvas: Canvas, model: Noria, choice: NoriaMove | None, strip: Box) -> None:
    view = model.view
    for box, path in zip(columns(strip, 4, _GAP), PATHS, strict=True):
        left, top, right, bottom = box
        canvas.panel(box, CARD, 14, lit=path in _names(choice))
        name = capital(names.path(path, model.words))
        canvas.text(left + 20, top + 44, name, TITLE, INK, bold=True, room=right - left - 36)
        canvas.text(left + 20, top + 108, model.words("noria.picture.paid_with"), TITLE, MUTED)
        _kinds(canvas, path, left + 20, top + 164, 22)
        there = [owner for owner, levels in standing(view) if level_on(levels, path)]
        for index, owner in enumerate(there):
            signs.owner_token(canvas, owner, left + 42 + index * 54, bottom - 46, 20)


def _kinds(canvas: Canvas, path: Path, left: float, y: float, radius: float) -> None:
    for kind in BOX.path_kinds[path]:
        image = signs.unit(kind, radius)
        canvas.stamp(image, left + image.width / 2, y)
        left += image.width + 6


def _city(canvas: Canvas, model: Noria, choice: NoriaMove | None, strip: Box) -> None:
    left, top, right, bottom = strip
    middle = (top + bottom) / 2
    bought = panel.buy_offers(model.view)
    for box, offer in zip(columns((left, top, right, middle - 4), len(bought), _GAP), bought, strict=True):
        canvas.place(f"pile {offer.disc}", box)
        _pile(canvas, model, offer, box, lit=offer.disc in _names(choice))
    offers = {offer.path: offer for offer in panel.invest_offers(model.view)}
    for box, path in zip(columns((left, middle + 4, right, bottom), 4, _GAP), PATHS, strict=True):
        canvas.place(f"level {path}", box)
        _next_level(canvas, model, path, offers.get(path), box, lit=path in _names(choice))


def _pile(canvas: Canvas, model: Noria, offer: panel.BuyOffer, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    colour, ground = (INK, CARD) if offer.why is None else (MUTED, PAPER)
    canvas.panel(box, ground, 14, lit=lit)
    canvas.stamp(signs.disc(Disc(offer.disc), 32, sold_out=not offer.left), left + 42, (top + bottom) / 2)
    if offer.price:
        wide = canvas.text(right - 14, top + 42, str(offer.price), NUMBER, colour, bold=True, anchor="r")
        canvas.stamp(signs.any_resource(9), right - wide - 32, top + 42)
    else:
        free = model.words("noria.text.free")
        canvas.text(right - 10, top + 42, free, TITLE, colour, bold=True, anchor="r")
    canvas.text(right - 14, bottom - 36, f"×{offer.left}", TITLE, MUTED, anchor="r")


def _next_level(
    canvas: Canvas, model: Noria, path: Path, offer: panel.InvestOffer | None, box: Box, *, lit: bool
) -> None:
    left, top, right, bottom = box
    colour, ground = (MUTED, PAPER) if offer is None or offer.why else (INK, CARD)
    canvas.panel(box, ground, 14, lit=lit)
    short = model.words(f"noria.short.{path.lower()}")
    wide = canvas.text(left + 18, top + 36, short, TITLE, colour, bold=True)
    if offer is None:
        told = model.words("noria.picture.top")
        canvas.text(left + 18, bottom - 38, told, TITLE, MUTED, room=right - left - 30)
        return
    canvas.text(left + 18 + wide + 14, top + 36, f"→{offer.level}", TITLE, colour)
    canvas.text(right - 16, top + 36, f"+{offer.gain}", TITLE, ACCENT, bold=True, anchor="r")
    cost = f"{offer.units}+{offer.extra}" if offer.extra else str(offer.units)
    x = left + 18 + canvas.text(left + 18, bottom - 40, cost, NUMBER, colour, bold=True) + 12
    if offer.one_kind and offer.units > 1:
        canvas.stamp(signs.alike(), x + 14, bottom - 40)
        x += 36
    _kinds(canvas, path, x, bottom - 40, 18)


def _tool(canvas: Canvas, model: Noria, choice: NoriaMove | None, strip: Box) -> None:
    offers = panel.produce_offers(model.view)
    for box, offer in zip(columns(strip, len(offers), _GAP), offers, strict=True):
        _product(canvas, model, offer, box, lit=offer.good in _names(choice))


def _product(canvas: Canvas, model: Noria, offer: panel.ProduceOffer, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    colour, ground = (INK, CARD) if offer.why is None else (MUTED, PAPER)
    canvas.panel(box, ground, 14, lit=lit)
    canvas.place(f"good {offer.good}", box)
    canvas.stamp(signs.glyph(offer.good, 40, colour, ground), left + 62, top + 62)
    if offer.why is None:
        canvas.text(right - 18, top + 62, f"≤{offer.most}", BIG, INK, bold=True, anchor="r")
    name = capital(names.kind(offer.good, model.words))
    canvas.text(left + 18, top + 140, name, TITLE, colour, bold=True, room=right - left - 30)
    x = left + 40
    for kind, count in offer.recipe.items():
        for _ in range(count):
            canvas.stamp(signs.unit(kind, 21), x, top + 194)
            x += 48
    left_over = model.words("noria.picture.empty", n=offer.empty)
    canvas.text(left + 18, bottom - 38, left_over, TITLE, colour, room=right - left - 30)


def chambers(canvas: Canvas, model: Noria, now: Noria, lit: Collection[object], top: float) -> None:
    """All chambers with their values and politicians, those that a choice is about lit."""
    strip = (EDGE, top, WIDTH - EDGE, top + HEIGHT)
    for box, chamber in zip(columns(strip, 6, _GAP), CHAMBERS, strict=True):
        canvas.panel(box, CARD, 14, lit=chamber in lit)
        middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 12
        short = model.words(f"noria.short.{chamber.lower()}")
        canvas.text(middle, box[1] + 46, short, TITLE, INK, bold=True, anchor="m", room=room)
        before, after = value(model.view.chambers, chamber), value(now.view.chambers, chamber)
        text = f"×{before}" if before == after else f"×{before}→{after}"
        canvas.text(middle, box[1] + 136, text, NUMBER, INK, bold=True, anchor="m", room=room, shrink=True)
        politicians = signs.politicians(now.view.chambers[CHAMBER_PLACE[chamber]], 1.8)
        canvas.stamp(politicians, middle, box[3] - 58)
