"""The active half of the own wheel, large enough for a phone; what one has; what the step is about."""

from math import cos, pi, sin

from msgspec import UNSET

from bot.games.noria.box import BOX, RESOURCES, RINGS
from bot.games.noria.facts import step
from bot.games.noria.legal import goals
from bot.games.noria.sentences_of_panel import prices
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Player
from bot.games.noria.wheel import ACTIVE, RING, SLOTS, at, discs_on, number_of
from bot.text import Words, signed
from render.canvas import Canvas, layered
from render.noria import focus, signs
from render.noria.colours import ACCENT, LINK, WAITING
from render.noria.wheel import HEIGHT, links_of, stroke, whose
from render.parts import bar
from render.pen import Pen, Point, curve, sprite
from render.theme import (
    CARD,
    EDGE,
    INK,
    MUTED,
    NEWS,
    NUMBER,
    PAPER,
    SHADE,
    TITLE,
    TOP,
    WIDTH,
    Box,
    mix,
)

PANEL: Box = (EDGE, TOP, WIDTH - EDGE, 756)
DISC = 80
_MIDDLE = (WIDTH / 2, 200.0)
_RADIUS = {"S": 112, "M": 278, "L": 444}
_RIMS = (540, 361, 195)
_LABELS = {
    "S1": (0, 116),
    "M1": (48, 112),
    "M2": (-48, 112),
    "L1": (-22, 114),
    "L2": (126, 14),
    "L3": (22, 114),
}
"""Where the name of a slot stands, from the middle of the slot."""
_OWNED: Box = (EDGE, 768, WIDTH - EDGE, 912)


def place(slot: str) -> Point:
    """The middle of a slot of the active half."""
    angle = (number_of(slot) - 0.5) * 2 * pi / BOX.slots[RING[slot]]
    return _MIDDLE[0] + _RADIUS[RING[slot]] * cos(angle), _MIDDLE[1] + _RADIUS[RING[slot]] * sin(angle)


def paint(model: Noria) -> Canvas:
    seat = whose(model)
    player = model.view.players[seat]
    canvas = layered(("noria half", model.words.locale), HEIGHT, lambda canvas: _ground(canvas, model.words))
    signs.head(canvas, model)
    _coming(canvas, player)
    _discs(canvas, model, player)
    _corner(canvas, player, signed(model.view.scores[seat]))
    _owned(canvas, model, player)
    if step(model.view) == "influence":
        _influence(canvas, model)
    else:
        focus.paint(canvas, model, model, None)
    return canvas


def _ground(canvas: Canvas, words: Words) -> None:
    bar(canvas, "noria")
    canvas.panel(PANEL, PAPER, 18)
    middle, top = _MIDDLE
    canvas.stamp(sprite("noria half", 2 * _RIMS[0] + 8, _RIMS[0] + 8, _rings), middle, top + _RIMS[0] / 2)
    canvas.panel(
        (middle - _RIMS[0] - 2, TOP + 10, middle + _RIMS[0] + 2, top), WAITING, 0, edge=INK, shadow=False
    )
    label = words("noria.picture.comes_next")
    canvas.text(middle - _RIMS[0] + 24, (TOP + 10 + top) / 2, label, TITLE, INK, room=300)


def _rings(pen: Pen) -> None:
    middle, top = _RIMS[0] + 4.0, 4.0
    pen.polygon(curve(middle, top, _RIMS[0], _RIMS[0], 0, pi, 120), INK)
    pen.polygon(curve(middle, top, _RIMS[0] - 2.5, _RIMS[0] - 2.5, 0, pi, 120), CARD)
    for rim in _RIMS[1:]:
        pen.line(curve(middle, top, rim, rim, 0, pi, 120), 2, MUTED)


def _coming(canvas: Canvas, player: Player) -> None:
    """What comes into the active half by the next turn of each ring."""
    y = (TOP + 10 + _MIDDLE[1]) / 2
    for index, ring in enumerate(RINGS):
        x = _MIDDLE[0] - 150 + index * 230
        disc = at(player.wheel, f"{ring}{BOX.slots[ring]}")
        canvas.stamp(signs.disc(disc, 36) if disc else signs.gap(34, WAITING), x, y)
        canvas.text(x + 52, y, f"{ring}1", NUMBER, INK, bold=True)


def _discs(canvas: Canvas, model: Noria, player: Player) -> None:
    """Links, the discs, in which order they are activated and follow; what can't follow is veiled."""
    turn, wheel = model.view.current, player.wheel
    sets, chain = goals(wheel, turn), turn.activated
    for pair in sorted(map(sorted, links_of(sets))):
        stroke(canvas, place(pair[0]), place(pair[1]), 5, LINK)
    for wide, colour in ((26, INK), (20, NEWS)):
        for one, other in [pair for pair in BOX.edges if {*pair} <= {*chain}]:
            stroke(canvas, place(one), place(other), wide, colour)
    running = turn.running
    then = running.then.slots if running and running.then is not UNSET else ()
    can = frozenset[str]().union(*sets) if chain else ACTIVE
    lies = dict(discs_on(wheel))
    for slot in [slot for slot in SLOTS if slot in ACTIVE]:
        (x, y), (dx, dy), disc = place(slot), _LABELS[slot], lies.get(slot)
        canvas.text(x + dx, y + dy, slot, NUMBER, INK, bold=True, anchor="m", halo=CARD)
        if slot in chain:
            canvas.stamp(signs.lit_ring(DISC), x, y)
        if disc is None:
            canvas.stamp(signs.gap(DISC - 4, CARD), x, y)
            continue
        dim = slot not in can and slot not in chain
        signs.lay(canvas, disc, x, y, dimmed=CARD if dim else None, radius=DISC)
        if slot in (*chain, *then):
            signs.order(canvas, (*chain, *then).index(slot) + 1, x - 58, y - 64, 34, NUMBER)


def _corner(canvas: Canvas, player: Player, points: str) -> None:
    """Knowledge at the left, points at the right, below the half wheel."""
    canvas.stamp(signs.knowledge(30), PANEL[0] + 54, PANEL[3] - 48)
    canvas.text(PANEL[0] + 98, PANEL[3] - 48, str(player.knowledge), NUMBER, INK, bold=True)
    signs.score(canvas, points, PANEL[2] - 20, PANEL[3] - 48)


def _owned(canvas: Canvas, model: Noria, player: Player) -> None:
    left, top, right, bottom = _OWNED
    split = left + 620
    canvas.panel((left, top, split, bottom), PAPER, 14)
    for index, kind in enumerate(RESOURCES):
        x, y = left + 18 + index * 200, (top + bottom) / 2
        canvas.stamp(signs.resource(kind, 32), x + 32, y)
        canvas.text(x + 72, y - 30, str(player.stock.of(kind)), NUMBER, INK, bold=True)
        canvas.stamp(signs.ship(kind, 44), x + 94, y + 36)
        canvas.text(x + 119, y + 36, f"×{player.ships.of(kind)}", TITLE, INK)
    canvas.panel((split + 12, top, right, bottom), PAPER, 14)
    goods = player.warehouses
    if not goods:
        text = model.words("noria.picture.no_warehouses")
        canvas.text((split + 12 + right) / 2, (top + bottom) / 2, text, TITLE, MUTED, anchor="m")
    for index, good in enumerate(goods):
        x, full = split + 66 + index * 106, player.stock.of(good)
        colour, fill = (INK, CARD) if full else (MUTED, mix(PAPER, SHADE, 0.5))
        canvas.panel((x - 40, top + 10, x + 40, top + 88), fill, 12, edge=colour, shadow=False)
        canvas.stamp(signs.glyph(good, 28, colour, fill), x, top + 49)
        told = f"{full}/{full + player.empty.of(good)}"
        canvas.text(x, bottom - 26, told, TITLE, INK, bold=full > 0, anchor="m", room=104)


def _influence(canvas: Canvas, model: Noria) -> None:
    """What knowledge buys, and whether it can be paid."""
    for box, (key, price) in zip(signs.columns(focus.STRIP, 3, 12), prices(model.view).items(), strict=True):
        payable = price.why is None
        colour, ground = (INK, CARD) if payable else (MUTED, PAPER)
        canvas.panel(box, ground, 14)
        label = model.words(f"noria.offer.{key}")
        canvas.text(box[0] + 24, box[1] + 44, label, TITLE, colour, bold=True, room=box[2] - box[0] - 40)
        sign = signs.glyph("knowledge", 28, ACCENT if payable else MUTED, ground)
        canvas.stamp(sign, box[0] + 54, box[1] + 108)
        canvas.text(box[0] + 98, box[1] + 108, str(price.cost), NUMBER, colour, bold=True)
