"""The strip below the own wheel: what the present step is about, cell by cell, with what it costs."""

from collections.abc import Callable, Sequence

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
from render.noria.signs import columns
from render.theme import CARD, EDGE, HINT, INK, MUTED, NAME, NUMBER, PAPER, TITLE, WIDTH, Box

STRIP: Box = (EDGE, 924, WIDTH - EDGE, 1084)
_GAP = 8


def paint(canvas: Canvas, model: Noria, now: Noria, choice: NoriaMove | None) -> None:
    """The strip for the step that `model` is at; `now` is the table with the `choice` made."""
    if isinstance(choice, moves.Politics):
        _politics(canvas, model, now, choice)
        return
    lit = now.view.news != model.view.news
    if model.seat != model.view.active:
        usual(canvas, now, lit=lit)
        return
    paints: dict[str, Callable[[], None]] = {
        "wheel": lambda: _discs(canvas, discs_to_place(now.view.players[now.view.active]), model),
        "resources": lambda: _resources(canvas, model, choice),
        "path": lambda: _paths(canvas, model, choice),
        "journey": lambda: islands.destinations(canvas, model, choice, STRIP),
        "arrived": lambda: islands.arrived(canvas, model, choice, STRIP),
        "city": lambda: _city(canvas, model, choice),
        "tool": lambda: _tool(canvas, model, choice),
        "producing": lambda: _tool(canvas, model, choice),
        "fit": lambda: _discs(canvas, now.view.players[now.view.active].centre, model),
    }
    paints.get(step(model.view), lambda: usual(canvas, now, lit=lit))()


def _names(choice: NoriaMove | None) -> tuple[object, ...]:
    """What a choice names: the cells of these are lit."""
    return astuple(choice) if choice else ()


def _cells(count: int, left: float = STRIP[0]) -> list[Box]:
    return columns((left, *STRIP[1:]), count, _GAP)


def usual(canvas: Canvas, model: Noria, *, lit: bool = False) -> None:
    """What has been done in the turn, and what goods are made of."""
    left, top, right, bottom = STRIP
    middle = left + 640
    canvas.panel((left, top, middle - _GAP, bottom), PAPER, 14, lit=lit)
    lines = summary(model) or [model.words("noria.picture.nothing_done")]
    shown = lines if len(lines) <= 4 else [*lines[:3], lines[-1]]
    fitting = [fonts.fit(capital(line), middle - left - 50, HINT) for line in shown]
    canvas.lines(left + 20, (top + bottom) / 2, fitting, 36, HINT)
    signs.recipes(canvas, (middle, top, right, bottom))


def _discs(canvas: Canvas, kinds: Sequence[str], model: Noria) -> None:
    canvas.panel(STRIP, PAPER, 14)
    words, middle = model.words, (STRIP[1] + STRIP[3]) / 2
    key = "to_place" if model.view.phase == "wheel" else "to_fit"
    lines = fonts.lines(words(f"noria.picture.{key}"), 230, NAME, True, 3)
    canvas.lines(STRIP[0] + 24, middle, lines, 40, NAME, MUTED, bold=True)
    for index, kind in enumerate(kinds):
        x = STRIP[0] + 340 + index * 146
        canvas.stamp(signs.disc(Disc(kind), 42), x, middle - 22)
        canvas.text(x, middle + 52, names.disc(kind, words), HINT, INK, bold=True, anchor="m", room=140)


def _resources(canvas: Canvas, model: Noria, choice: NoriaMove | None) -> None:
    for box, kind in zip(_cells(3), RESOURCES, strict=True):
        canvas.panel(box, CARD, 14, lit=kind in _names(choice))
        x, y = box[0] + 70, (box[1] + box[3]) / 2
        canvas.stamp(signs.resource(kind, 36), x, y)
        canvas.text(x + 56, y, capital(names.kind(kind, model.words)), NAME, INK, bold=True)


def _paths(canvas: Canvas, model: Noria, choice: NoriaMove | None) -> None:
    view = model.view
    for box, path in zip(_cells(4), PATHS, strict=True):
        canvas.panel(box, CARD, 14, lit=path in _names(choice))
        name = capital(names.path(path, model.words))
        canvas.text(box[0] + 20, box[1] + 32, name, NAME, INK, bold=True, room=box[2] - box[0] - 36)
        canvas.text(box[0] + 20, box[1] + 82, model.words("noria.picture.paid_with"), HINT, MUTED)
        _kinds(canvas, path, box[2] - 20, box[1] + 82)
        there = [owner for owner, levels in standing(view) if level_on(levels, path)]
        for index, owner in enumerate(there):
            signs.owner_token(canvas, owner, box[0] + 36 + index * 40, box[1] + 126, 15)


def _kinds(canvas: Canvas, path: Path, right: float, y: float) -> None:
    for kind in reversed(BOX.path_cost[path].kinds):
        image = signs.unit(kind, 14)
        canvas.stamp(image, right - image.width / 2, y)
        right -= image.width + 6


def _city(canvas: Canvas, model: Noria, choice: NoriaMove | None) -> None:
    left, top, _, bottom = STRIP
    middle = left + 600
    canvas.panel((left, top, middle - _GAP, bottom), PAPER, 14)
    for index, offer in enumerate(panel.buy_offers(model.view)):
        _pile(canvas, model, offer, left + 8 + index * 82, lit=offer.disc in _names(choice))
    offers = {offer.path: offer for offer in panel.invest_offers(model.view)}
    for box, path in zip(_cells(4, middle), PATHS, strict=True):
        canvas.panel(box, CARD, 14, lit=path in _names(choice))
        _next_level(canvas, model, path, offers.get(path), box)


def _pile(canvas: Canvas, model: Noria, offer: panel.BuyOffer, left: float, *, lit: bool) -> None:
    top, x = STRIP[1], left + 39
    if lit:
        canvas.panel((left, top + 8, left + 78, STRIP[3] - 8), CARD, 12, lit=True)
    canvas.stamp(signs.disc(Disc(offer.disc), 30, sold_out=not offer.left), x, top + 48)
    colour = INK if offer.why is None else MUTED
    if offer.price:
        canvas.stamp(signs.any_resource(9), x - 16, top + 100)
        canvas.text(x + 6, top + 100, str(offer.price), TITLE, colour, bold=True)
    else:
        free = model.words("noria.text.free")
        canvas.text(x, top + 98, free, TITLE, colour, bold=True, anchor="m", room=76, shrink=True)
    canvas.text(x, top + 136, f"×{offer.left}", TITLE, MUTED, anchor="m")


def _next_level(canvas: Canvas, model: Noria, path: Path, offer: panel.InvestOffer | None, box: Box) -> None:
    words = model.words
    left, top, right, _ = box
    short = words(f"noria.short.{path.lower()}")
    canvas.text(left + 12, top + 26, short, NAME, INK, bold=True, room=right - left - 60)
    if offer is None:
        canvas.text((left + right) / 2, top + 84, words("noria.picture.top"), HINT, MUTED, anchor="m")
        return
    colour = INK if offer.why is None else MUTED
    canvas.text(right - 12, top + 26, f"→{offer.level}", NAME, colour, bold=True, anchor="r")
    cost = f"{offer.units}+{offer.extra}" if offer.extra else str(offer.units)
    middle = (left + right) / 2
    wide = canvas.text(middle, top + 72, cost, NUMBER, colour, bold=True, anchor="m")
    if offer.one_kind and offer.units > 1:
        canvas.stamp(signs.alike(), middle + wide / 2 + 18, top + 72)
    kinds = BOX.path_cost[path].kinds
    _kinds(canvas, path, middle + len(kinds) * 17, top + 106)
    canvas.text(middle, top + 138, f"+{offer.gain}", TITLE, colour, bold=True, anchor="m")


def _tool(canvas: Canvas, model: Noria, choice: NoriaMove | None) -> None:
    for box, offer in zip(_cells(5), panel.produce_offers(model.view), strict=True):
        _product(canvas, model, offer, box, lit=offer.good in _names(choice))


def _product(canvas: Canvas, model: Noria, offer: panel.ProduceOffer, box: Box, *, lit: bool) -> None:
    left, top, right, _ = box
    colour, ground = (INK, CARD) if offer.why is None else (MUTED, PAPER)
    canvas.panel(box, ground, 14, lit=lit)
    canvas.stamp(signs.glyph(offer.good, 24, colour, ground), left + 40, top + 44)
    name = capital(names.kind(offer.good, model.words))
    canvas.text(left + 76, top + 44, name, NAME, colour, bold=True, room=right - left - 88)
    x = left + 34
    for kind, count in offer.recipe.items():
        for _ in range(count):
            canvas.stamp(signs.unit(kind, 14), x, top + 94)
            x += 32
    left_over = model.words("noria.picture.empty", n=offer.empty)
    canvas.text(left + 20, top + 134, left_over, HINT, colour, room=right - left - 90)
    if offer.why is None:
        canvas.text(right - 16, top + 112, f"≤{offer.most}", NUMBER, INK, bold=True, anchor="r")


def _politics(canvas: Canvas, model: Noria, now: Noria, choice: moves.Politics) -> None:
    for box, chamber in zip(_cells(6), CHAMBERS, strict=True):
        canvas.panel(box, CARD, 14, lit=chamber in _names(choice))
        short = model.words(f"noria.short.{chamber.lower()}")
        canvas.text(box[0] + 16, box[1] + 28, short, NAME, INK, bold=True, room=150)
        before, after = value(model.view.chambers, chamber), value(now.view.chambers, chamber)
        middle = (box[0] + box[2]) / 2
        text = f"×{before}" if before == after else f"×{before}→{after}"
        canvas.text(middle, box[1] + 78, text, NUMBER, INK, bold=True, anchor="m")
        canvas.stamp(signs.politicians(now.view.chambers[CHAMBER_PLACE[chamber]]), middle, box[1] + 130)
