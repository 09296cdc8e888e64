"""The wheels in pictures: three rings, the active half below and lit, discs, links, the chain."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin

from bot.games.contract import Seat
from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import BOX, LETTERS, Chamber
from bot.games.noria.facts import by_bot, coming, newest
from bot.games.noria.legal import goals
from bot.games.noria.moves import BotRotated, EndTurn, NightShift, NoriaMove
from bot.games.noria.rival import increases
from bot.games.noria.sentences import bot_summary, proposed
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Bot
from bot.games.noria.turns import ended
from bot.games.noria.wheel import ACTIVE, RING, SLOTS, Wheel, chains, discs_on, entered, number_of
from bot.text import Words, signed
from bot.view_model import capital
from render import fonts, theme
from render.canvas import Canvas, layered
from render.noria import focus, holdings, signs
from render.noria.colours import LINK, WAITING
from render.parts import BOARD, PANEL as TALL_BAR, bar
from render.pen import Pen, Point, curve, sprite
from render.seats import token

HEIGHT = 1124
_RADIUS: Mapping[str, int] = {"S": 90, "M": 203, "L": 326}
_RIMS = (397, 264, 149)
"""The outer edges of the large, the medium and the small ring."""
_LABELS: Mapping[str, Point] = {
    "S1": (0, 88),
    "S2": (84, 6),
    "M1": (26, 88),
    "M2": (-26, 88),
    "M3": (-44, 82),
    "M4": (44, 82),
    "L1": (42, -88),
    "L2": (-98, -14),
    "L3": (-42, -88),
    "L4": (-40, 84),
    "L5": (88, 12),
    "L6": (40, 84),
}
"""Where the name of a slot stands, from the middle of the slot: beside every link, clear of every badge."""


@dataclass(frozen=True, slots=True)
class Rings:
    """Where a wheel lies in a picture, and how many times as large as in a landscape one."""

    panel: theme.Box
    middle: Point
    scale: float = 1

    @property
    def disc(self) -> int:
        """The radius of a disc."""
        return round(signs.DISC * self.scale)

    def at(self, slot: str) -> Point:
        """The middle of a slot; angles run clockwise from the right, as the slots do."""
        ring = RING[slot]
        angle = (number_of(slot) - 0.5) * 2 * pi / BOX.slots[ring]
        reach = _RADIUS[ring] * self.scale
        return self.middle[0] + reach * cos(angle), self.middle[1] + reach * sin(angle)


BESIDE = Rings((theme.EDGE, theme.TOP, 850, 912), (433.0, 503.0))
WHOLE = Rings((theme.EDGE, theme.PANEL_TOP, theme.WIDTH - theme.EDGE, 1264), (theme.WIDTH / 2, 685.0), 1.42)
"""The bot's wheel, with a column beside it; the own one on a phone, as wide as the picture."""
LEFT, RIGHT = 866, theme.WIDTH - theme.EDGE
"""The column beside a wheel."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture says of a wheel beside what lies on it."""

    wheel: Wheel
    letters: bool = False
    chain: tuple[str, ...] = ()
    """Slots of the discs activated, in order."""
    links: frozenset[frozenset[str]] = frozenset()
    """Pairs of slots that can be used together now."""
    lit: frozenset[str] = frozenset()
    """Slots whose content is news."""
    dim: frozenset[str] = frozenset()
    """Slots of the active half whose discs can't be activated now."""
    turned: str = ""
    """A ring that has just gone one slot on, by itself."""


def _fresh(words: Words, rings: Rings, height: int) -> Canvas:
    """A fresh canvas with the header's bar and an empty wheel."""
    key = ("noria wheel", words.locale, rings)
    return layered(key, height, lambda canvas: _ground(canvas, words, rings))


def _ground(canvas: Canvas, words: Words, rings: Rings) -> None:
    large, (x, y), scale = rings.scale > 1, rings.middle, rings.scale
    panel, size, low = rings.panel, theme.TITLE, 118 if large else 30
    bar(canvas, "noria", TALL_BAR if large else BOARD)
    canvas.panel(panel, theme.PAPER, 18)
    canvas.text(panel[0] + 22, panel[1] + 30, words("noria.picture.inactive"), size, theme.MUTED, bold=True)
    canvas.text(panel[0] + 22, panel[3] - low, words("noria.picture.active"), size, theme.INK, bold=True)
    half, reach = (_RIMS[0] + 12) * scale, (_RIMS[0] + 4) * scale
    for way, start, fill in ((-1, pi, WAITING), (1, 0.0, theme.CARD)):
        paint = partial(_rings, scale=scale, start=start, fill=fill)
        canvas.stamp(sprite(("noria rings", scale, start), 2 * half, half, paint), x, y + way * half / 2)
    canvas.fill((x - reach, y - 2, x + reach, y + 2), theme.INK)

    def quiet(pen: Pen) -> None:
        middle = (-220.0 * scale, 386.0 * scale)
        bent_arrow(pen, middle, 430 * scale, 0.18, 0.27, 8 * scale, theme.MUTED)

    # A quiet arrow along the rim: the way in which every ring goes.
    side = 180 * scale
    canvas.stamp(sprite(("noria rotation", scale), side, side, quiet), x + 310 * scale, y - 296 * scale)
    for slot in SLOTS:
        (x, y), (dx, dy) = rings.at(slot), _LABELS[slot]
        size = theme.NUMBER if large or slot in ACTIVE else theme.TITLE
        halo = theme.CARD if slot in ACTIVE else WAITING
        left, low, reach = x + dx * scale, y + dy * scale, rings.disc + 12
        canvas.text(left, low, slot, size, theme.INK, bold=True, anchor="m", halo=halo)
        disc, name = (x - reach, y - reach, x + reach, y + reach), (left - 36, low - 28, left + 36, low + 28)
        canvas.place(f"slot {slot}", disc, name)


def _rings(pen: Pen, scale: float, start: float, fill: theme.Colour) -> None:
    """Half of the empty wheel, from an angle on; the other one is cut off."""
    radius = _RIMS[0] * scale
    x = radius + 12 * scale
    y = x if start else 0.0
    pen.disc(x, y + 6, radius, (*theme.BROWN, 50))
    pen.disc(x, y, radius, theme.INK)
    pen.polygon(curve(x, y, radius - 2, radius - 2, start, start + pi, 90), fill)
    for rim in [rim * scale for rim in _RIMS[1:]]:
        pen.line(curve(x, y, rim, rim, start, start + pi, 120), 2, theme.INK)


def bent_arrow(
    pen: Pen, middle: Point, radius: float, start: float, end: float, width: float, colour: theme.Colour
) -> None:
    """A bent arrow; angles clockwise from the top, in turns of pi."""
    (mx, my) = middle
    angles = [pi * (start + (end - start) * step / 30 - 0.5) for step in range(31)]
    points = [(mx + radius * cos(angle), my + radius * sin(angle)) for angle in angles]
    pen.line(points, width, colour)
    pen.disc(*points[0], width / 2, colour)
    tip, along = points[-1], angles[-1] + pi / 2
    head = width * 2.2
    corners = ((head, along), (head * 0.8, along + 1.75), (head * 0.8, along - 1.75))
    pen.polygon([(tip[0] + reach * cos(turn), tip[1] + reach * sin(turn)) for reach, turn in corners], colour)


def _paint(canvas: Canvas, look: Look, rings: Rings) -> None:
    """Links, discs and the chain on an empty wheel."""
    at, scale, radius = rings.at, rings.scale, rings.disc
    for pair in sorted(map(sorted, look.links)):
        stroke(canvas, at(pair[0]), at(pair[1]), 3 * scale, LINK)
    chained = [pair for pair in BOX.edges if {*pair} <= {*look.chain}]
    for wide, colour in ((18 * scale, theme.INK), (14 * scale, theme.NEWS)):
        for one, other in chained:
            stroke(canvas, at(one), at(other), wide, colour)
    if look.turned:
        _turned(canvas, look.turned, rings)
    for slot, one in zip(SLOTS, look.wheel, strict=True):
        x, y = at(slot)
        if slot in look.lit or slot in look.chain:
            canvas.stamp(signs.lit_ring(radius if one else radius - 3), x, y)
        around = theme.CARD if slot in ACTIVE else WAITING
        if one is None:
            canvas.stamp(signs.gap(radius - 3, around), x, y)
            continue
        dim = around if slot in look.dim or (slot not in ACTIVE and slot not in look.lit) else None
        signs.lay(canvas, one, x, y, letter=look.letters, dimmed=dim, radius=radius)
    for number, slot in enumerate(look.chain, start=1):
        x, y = at(slot)
        signs.order(canvas, number, x - 45 * scale, y - 42 * scale, 30, theme.NUMBER)


def stroke(canvas: Canvas, start: Point, end: Point, width: float, colour: theme.Colour) -> None:
    """A straight line."""
    (ax, ay), (bx, by) = start, end
    wide, high = abs(bx - ax) + width + 4, abs(by - ay) + width + 4
    left, top = min(ax, bx) - width / 2 - 2, min(ay, by) - width / 2 - 2

    def paint(pen: Pen) -> None:
        pen.line([(ax - left, ay - top), (bx - left, by - top)], width, colour)

    image = sprite(("noria link", start, end, width, colour), wide, high, paint)
    canvas.image.paste(image, (round(left), round(top)), image)


def _turned(canvas: Canvas, ring: str, rings: Rings) -> None:
    # An amber arrow in the gap before the ring's highest slot.
    radius, scale, (x, y) = _RADIUS[ring] * rings.scale, rings.scale, rings.middle
    wide, high = 1.6 * radius + 60, 0.4 * radius + 60
    start, end = (-0.16, 0.12) if ring == "M" else (-0.26, -0.12)

    def paint(pen: Pen) -> None:
        middle = (wide / 2, radius + 30)
        bent_arrow(pen, middle, radius, start, end, 14 * scale, theme.INK)
        bent_arrow(pen, middle, radius, start, end - 0.004, 10 * scale, theme.NEWS)

    image = sprite(("noria turned", ring, scale), wide, high, paint)
    canvas.stamp(image, x, y - radius - 30 + high / 2)


# The own wheel: what can be linked, what there is to pay with; below it what the present step is about


_HAS = WHOLE.panel[3] + 12
_BELOW = _HAS + holdings.HEIGHT + 12
_HIGH = round(_BELOW + focus.HEIGHT + 16)


def own(model: Noria, choice: NoriaMove | None) -> Canvas:
    """The wheel of `model.seat` with a `choice` previewed."""
    now = proposed(model, choice)
    canvas = _own(model, now, choice)
    focus.paint(canvas, model, now, choice, _BELOW)
    return canvas


def debating(model: Noria, down: Chamber | None) -> Canvas:
    """The wheel of `model.seat` above all chambers, in one of which a politician goes down."""
    canvas = _own(model, model, None)
    focus.chambers(canvas, model, model, (down,), _BELOW)
    return canvas


def _own(model: Noria, now: Noria, choice: NoriaMove | None) -> Canvas:
    canvas, seat = _fresh(model.words, WHOLE, _HIGH), whose(model)
    signs.own_head(canvas, model)
    _paint(canvas, _look(model, now, seat, choice), WHOLE)
    holdings.corners(canvas, model, now, seat, WHOLE.panel)
    holdings.rows(canvas, model, now, seat, _HAS)
    return canvas


def forecast(model: Noria) -> Canvas:
    """The wheel of `model.seat` as it will lie in its next turn, what comes in lit."""
    now, seat = replace(model, view=ended(model.view)), whose(model)
    canvas = _fresh(model.words, WHOLE, _HIGH)
    signs.own_head(canvas, model, model.words("noria.picture.forecast"))
    lies = now.view.players[seat].wheel
    came_in = frozenset(slot for slot, _ in entered(lies))
    _paint(canvas, Look(lies, links=links_of(chains(lies)), lit=came_in), WHOLE)
    holdings.corners(canvas, model, now, seat, WHOLE.panel)
    holdings.rows(canvas, model, now, seat, _HAS)
    focus.usual(canvas, model, _BELOW)
    return canvas


def whose(model: Noria) -> Seat:
    """Whose wheel is shown: the reader's; a spectator sees that of whoever's turn it is."""
    return model.view.active if model.seat is None else model.seat


def _look(model: Noria, now: Noria, seat: Seat, choice: NoriaMove | None) -> Look:
    before, after = model.view.players[seat].wheel, now.view.players[seat].wheel
    view = now.view
    acting = seat == view.active and view.phase in ("influence", "actions", "disc")
    sets = goals(after, view.current) if acting else chains(after)
    reachable = frozenset[str]().union(*sets)
    chain = view.current.activated if acting else ()
    out_of_reach = frozenset(slot for slot, _ in discs_on(after) if slot in ACTIVE) - reachable - {*chain}
    came_in = [slot for slot, _ in entered(after)]
    changed = [slot for slot, old, new in zip(SLOTS, before, after, strict=True) if old != new]
    return Look(
        after,
        chain=chain,
        links=links_of(sets),
        lit=frozenset(came_in if isinstance(choice, EndTurn) else changed),
        dim=out_of_reach if acting and chain else frozenset(),
        turned=choice.ring if isinstance(choice, NightShift) and after != before else "",
    )


def links_of(goals: tuple[frozenset[str], ...]) -> frozenset[frozenset[str]]:
    """The lines along which these sets hang together."""
    edges = [frozenset(edge) for edge in BOX.edges]
    return frozenset(edge for edge in edges if any(edge <= goal for goal in goals))


# The wheel of the bot: what came in last, what comes in next, what its letters do and did


_STORY = (924, 1108)
_MOST = 8
_IN_A_ROW = 4
_NEXT = (270, 500)
_LETTERS = (512, 912)
_SMALL = theme.SENTENCES[-1]


def rival(model: Noria) -> Canvas:
    """The bot's wheel beside what its letters do; below it what it did last."""
    view = model.view
    assert view.bot is not None, "asked in the solo mode only"
    canvas = _fresh(model.words, BESIDE, HEIGHT)
    signs.head(canvas, model, model.words("noria.picture.rival"))
    turned = [event for event in newest(view) if isinstance(event, BotRotated)]
    fresh = {letter for event in turned for letter in event.entered}
    lit = frozenset(slot for slot, one in discs_on(view.bot.wheel) if one.kind in fresh)
    _paint(canvas, Look(view.bot.wheel, letters=True, lit=lit), BESIDE)
    _named(canvas, model, view.bot)
    _coming(canvas, model)
    _meanings(canvas, model, view.bot)
    _story(canvas, model)
    return canvas


def _named(canvas: Canvas, model: Noria, bot: Bot) -> None:
    canvas.panel((LEFT, theme.TOP, RIGHT, 258), theme.PAPER, 14)
    token(canvas, signs.BOT, LEFT + 36, theme.TOP + 38, 19)
    canvas.text(
        LEFT + 66, theme.TOP + 38, model.words("noria.picture.bot"), theme.TITLE, theme.INK, bold=True
    )
    signs.score(canvas, signed(model.view.bot_score or 0), RIGHT - 12, theme.TOP + 38)
    canvas.fill((LEFT + 18, theme.TOP + 76, RIGHT - 18, theme.TOP + 78), theme.LINE)
    y = theme.TOP + 122
    canvas.stamp(signs.glyph("factory", 19, theme.INK, theme.PAPER), LEFT + 38, y)
    canvas.text(LEFT + 68, y, f"×{bot.factories_left}", theme.NUMBER, theme.INK, bold=True)
    signs.badge(canvas, str(bot.ambassador), RIGHT - 42, y)
    signs.pole(canvas, RIGHT - 94, y - 2)
    token(canvas, signs.BOT, RIGHT - 94, y - 4, 17)


def _coming(canvas: Canvas, model: Noria) -> None:
    top, bottom = _NEXT
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), theme.CARD, 14)
    canvas.text(LEFT + 20, top + 32, words("noria.picture.next"), theme.TITLE, theme.MUTED, bold=True)
    letters = coming(model.view)
    if not letters:
        nothing = words("noria.text.nothing")
        canvas.text((LEFT + RIGHT) / 2, top + 124, nothing, theme.TITLE, theme.INK, anchor="m")
    for index, one in enumerate(letters):
        x = LEFT + 44 + index % _IN_A_ROW * 76
        signs.letter(canvas, one.disc, x, top + 102 + index // _IN_A_ROW * 84, doubled=one.twice)


def _meanings(canvas: Canvas, model: Noria, bot: Bot) -> None:
    top, bottom = _LETTERS
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), theme.PAPER, 14)
    for index, key in enumerate(LETTERS):
        y = top + 38 + index * 65
        one = next(one for _, one in discs_on(bot.wheel) if one.kind == key)
        twice = one.upgraded and not increases(key, model.view.round)
        canvas.text(LEFT + 34, y, key, theme.NUMBER, theme.INK, bold=True, anchor="m")
        action = capital(names.letter(key, model.view.round, words))
        canvas.text(LEFT + 55, y, action, _SMALL, theme.INK, room=RIGHT - LEFT - 63 - 58 * twice)
        if twice:
            canvas.text(RIGHT - 12, y, "×2", _SMALL, theme.INK, bold=True, anchor="r")
        if index:
            canvas.fill((LEFT + 18, y - 34, RIGHT - 18, y - 32), theme.LINE)


def _story(canvas: Canvas, model: Noria) -> None:
    """What the bot did last, a few words for each use of a letter, in two columns."""
    top, bottom = _STORY
    canvas.panel((theme.EDGE, top, theme.WIDTH - theme.EDGE, bottom), theme.PAPER, 14)
    events = by_bot(newest(model.view))
    told = bot_summary(model, events) if events else [model.words("noria.picture.no_bot_turn")]
    shown = told if len(told) <= _MOST else [*told[: _MOST - 1], fonts.ELLIPSIS]
    lines = -(-len(shown) // 2) if len(shown) > 4 else len(shown)
    room = (theme.WIDTH - 2 * theme.EDGE) / (2 if len(shown) > 4 else 1) - 44
    for index, line in enumerate(shown):
        x = theme.EDGE + 22 + (index // lines) * (room + 44)
        y = (top + bottom) / 2 + (index % lines - (lines - 1) / 2) * 42
        canvas.text(x, y, line, _SMALL, theme.INK, room=room)
