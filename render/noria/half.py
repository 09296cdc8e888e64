"""The active half of the own wheel, large enough for a phone; what one has; what the step is about."""

from math import cos, pi, sin

from msgspec import UNSET

from bot.games.noria.box import BOX, RINGS
from bot.games.noria.legal import goals
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Player
from bot.games.noria.wheel import ACTIVE, RING, SLOTS, at, discs_on, number_of
from bot.text import Words
from render.canvas import Canvas, layered
from render.noria import focus, holdings, signs
from render.noria.colours import LINK, WAITING
from render.noria.wheel import links_of, stroke, whose
from render.parts import PANEL as TALL_BAR, bar
from render.pen import Pen, Point, curve, sprite
from render.theme import CARD, EDGE, INK, MUTED, NEWS, NUMBER, PANEL_TOP, PAPER, TITLE, WIDTH, Box

PANEL: Box = (EDGE, PANEL_TOP, WIDTH - EDGE, 770)
DISC = 80
_HAS = PANEL[3] + 12
_STRIP = _HAS + holdings.HEIGHT + 12
_HEIGHT = round(_STRIP + focus.HEIGHT + 16)
_MIDDLE = (WIDTH / 2, 214.0)
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


def place(slot: str) -> Point:
    """The middle of a slot of the active half."""
    angle = (number_of(slot) - 0.5) * 2 * pi / BOX.slots[RING[slot]]
    return _MIDDLE[0] + _RADIUS[RING[slot]] * cos(angle), _MIDDLE[1] + _RADIUS[RING[slot]] * sin(angle)


def paint(model: Noria) -> Canvas:
    seat = whose(model)
    player = model.view.players[seat]
    canvas = layered(("noria half", model.words.locale), _HEIGHT, lambda canvas: _ground(canvas, model.words))
    signs.own_head(canvas, model)
    _coming(canvas, player)
    _discs(canvas, model, player)
    holdings.corners(canvas, model, model, seat, PANEL)
    holdings.rows(canvas, model, model, seat, _HAS)
    focus.paint(canvas, model, model, None, _STRIP)
    return canvas


def _ground(canvas: Canvas, words: Words) -> None:
    bar(canvas, "noria", TALL_BAR)
    canvas.panel(PANEL, PAPER, 18)
    middle, top = _MIDDLE
    canvas.stamp(sprite("noria half", 2 * _RIMS[0] + 8, _RIMS[0] + 8, _rings), middle, top + _RIMS[0] / 2)
    box = (middle - _RIMS[0] - 2, PANEL_TOP + 10, middle + _RIMS[0] + 2, top)
    canvas.panel(box, WAITING, 0, edge=INK, shadow=False)
    canvas.place("coming", box)
    label = words("noria.picture.comes_next")
    canvas.text(box[0] + 26, (box[1] + top) / 2, label, TITLE, INK, room=300)


def _rings(pen: Pen) -> None:
    middle, top = _RIMS[0] + 4.0, 4.0
    pen.polygon(curve(middle, top, _RIMS[0], _RIMS[0], 0, pi, 120), INK)
    pen.polygon(curve(middle, top, _RIMS[0] - 2.5, _RIMS[0] - 2.5, 0, pi, 120), CARD)
    for rim in _RIMS[1:]:
        pen.line(curve(middle, top, rim, rim, 0, pi, 120), 2, MUTED)


def _coming(canvas: Canvas, player: Player) -> None:
    """What comes into the active half by the next turn of each ring."""
    y = (PANEL_TOP + 10 + _MIDDLE[1]) / 2
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
        for across, down, wide, high in ((x, y, DISC + 12, DISC + 12), (x + dx, y + dy, 36, 28)):
            canvas.place(f"slot {slot}", (across - wide, down - high, across + wide, down + high))
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
