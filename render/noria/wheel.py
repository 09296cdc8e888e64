"""The wheels in pictures: three rings, the active half below and lit, discs, links, the chain."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import cos, pi, sin

from bot.games.contract import Seat
from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import BOX, LETTERS, RESOURCES, Resource
from bot.games.noria.facts import by_bot, coming, deeds, newest
from bot.games.noria.legal import goals
from bot.games.noria.moves import BotRotated, EndTurn, NightShift, NoriaMove
from bot.games.noria.rival import increases
from bot.games.noria.sentences import bot_summary, proposed, summary
from bot.games.noria.sentences_of_panel import prices
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Bot, Player
from bot.games.noria.turns import ended
from bot.games.noria.wheel import ACTIVE, RING, SLOTS, Wheel, chains, discs_on, entered, number_of
from bot.text import Words, plus, signed
from bot.view_model import capital
from render import fonts
from render.canvas import Canvas, layered
from render.noria import focus, signs
from render.noria.colours import ACCENT, LINK, WAITING
from render.parts import bar
from render.pen import Pen, Point, curve, sprite
from render.seats import token
from render.theme import (
    BROWN,
    CARD,
    EDGE,
    HINT,
    INK,
    LINE,
    MUTED,
    NAME,
    NEWS,
    NUMBER,
    PAPER,
    SHADE,
    TITLE,
    TOP,
    WIDTH,
    Box,
    Colour,
    mix,
)

PANEL: Box = (EDGE, TOP, 850, 912)
HEIGHT = 1100
_MIDDLE = (433.0, 503.0)
_RADIUS: Mapping[str, int] = {"S": 90, "M": 203, "L": 326}
_RIMS = (397, 264, 149)
"""The outer edges of the large, the medium and the small ring."""
_SLOT = signs.DISC - 3
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


def at(slot: str) -> Point:
    """The middle of a slot in the picture; angles run clockwise from the right, as the slots do."""
    ring = RING[slot]
    angle = (number_of(slot) - 0.5) * 2 * pi / BOX.slots[ring]
    return _MIDDLE[0] + _RADIUS[ring] * cos(angle), _MIDDLE[1] + _RADIUS[ring] * sin(angle)


def _fresh(words: Words) -> Canvas:
    """A fresh canvas with the header's bar and an empty wheel."""
    return layered(("noria wheel", words.locale), HEIGHT, lambda canvas: _ground(canvas, words))


def _ground(canvas: Canvas, words: Words) -> None:
    bar(canvas, "noria")
    canvas.panel(PANEL, PAPER, 18)
    canvas.text(PANEL[0] + 22, TOP + 30, words("noria.picture.inactive"), NAME, MUTED, bold=True)
    canvas.text(PANEL[0] + 22, PANEL[3] - 30, words("noria.picture.active"), NAME, INK, bold=True)
    side = 2 * (_RIMS[0] + 12)
    canvas.stamp(sprite("noria rings", side, side, _rings), *_MIDDLE)
    # A quiet arrow along the rim: the way in which every ring goes.
    quiet = sprite(
        "noria rotation", 180, 180, lambda pen: _arrow(pen, (-220.0, 386.0), 430, 0.18, 0.27, 8, MUTED)
    )
    canvas.stamp(quiet, _MIDDLE[0] + 310, _MIDDLE[1] - 296)
    for slot in SLOTS:
        x, y = at(slot)
        dx, dy = _LABELS[slot]
        size = NUMBER if slot in ACTIVE else TITLE
        halo = CARD if slot in ACTIVE else WAITING
        canvas.text(x + dx, y + dy, slot, size, INK, bold=True, anchor="m", halo=halo)


def _rings(pen: Pen) -> None:
    middle = _RIMS[0] + 12.0
    radius = _RIMS[0]
    pen.disc(middle, middle + 6, radius, (*BROWN, 50))
    pen.disc(middle, middle, radius, INK)
    for start, fill in ((pi, WAITING), (0.0, CARD)):
        pen.polygon(curve(middle, middle, radius - 2, radius - 2, start, start + pi, 90), fill)
    for rim in _RIMS[1:]:
        pen.line(curve(middle, middle, rim, rim, 0, 2 * pi, 240), 2, INK)
    pen.rounded((middle - radius - 4, middle - 2, middle + radius + 4, middle + 2), 0, INK)


def _arrow(
    pen: Pen, middle: Point, radius: float, start: float, end: float, width: float, colour: Colour
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


def _paint(canvas: Canvas, look: Look) -> None:
    """Links, discs and the chain on an empty wheel."""
    for pair in sorted(map(sorted, look.links)):
        stroke(canvas, at(pair[0]), at(pair[1]), 3, LINK)
    chained = [pair for pair in BOX.edges if {*pair} <= {*look.chain}]
    for wide, colour in ((18, INK), (14, NEWS)):
        for one, other in chained:
            stroke(canvas, at(one), at(other), wide, colour)
    if look.turned:
        _turned(canvas, look.turned)
    for slot, one in zip(SLOTS, look.wheel, strict=True):
        x, y = at(slot)
        if slot in look.lit or slot in look.chain:
            canvas.stamp(signs.lit_ring(signs.DISC if one else _SLOT), x, y)
        if one is None:
            canvas.stamp(signs.gap(_SLOT, CARD if slot in ACTIVE else WAITING), x, y)
            continue
        dim = slot in look.dim or (slot not in ACTIVE and slot not in look.lit)
        around = CARD if slot in ACTIVE else WAITING
        signs.lay(canvas, one, x, y, letter=look.letters, dimmed=around if dim else None)
    for number, slot in enumerate(look.chain, start=1):
        x, y = at(slot)
        signs.order(canvas, number, x - 45, y - 42)


def stroke(canvas: Canvas, start: Point, end: Point, width: float, colour: Colour) -> None:
    """A straight line."""
    (ax, ay), (bx, by) = start, end
    wide, high = abs(bx - ax) + width + 4, abs(by - ay) + width + 4
    left, top = min(ax, bx) - width / 2 - 2, min(ay, by) - width / 2 - 2

    def paint(pen: Pen) -> None:
        pen.line([(ax - left, ay - top), (bx - left, by - top)], width, colour)

    image = sprite(("noria link", start, end, width, colour), wide, high, paint)
    canvas.image.paste(image, (round(left), round(top)), image)


def _turned(canvas: Canvas, ring: str) -> None:
    # An amber arrow in the gap before the ring's highest slot.
    radius = _RADIUS[ring]
    side = 2 * radius + 40
    start, end = (-0.16, 0.12) if ring == "M" else (-0.26, -0.12)

    def paint(pen: Pen) -> None:
        middle = (side / 2, side / 2)
        _arrow(pen, middle, radius, start, end, 14, INK)
        _arrow(pen, middle, radius, start, end - 0.004, 10, NEWS)

    canvas.stamp(sprite(("noria turned", ring), side, side, paint), *_MIDDLE)


# The own wheel: what can be linked, what there is to pay with; below it what the present step is about


LEFT, RIGHT = 866, WIDTH - EDGE
_NAME = (TOP, 162)
_STOCK = (174, 394)
_STORE = (406, 546)
_KNOW = (558, 724)
_TURN = (736, 912)


def _column(canvas: Canvas, before: Noria, now: Noria, seat: int) -> None:
    old, new = before.view.players[seat], now.view.players[seat]
    points = now.view.scores[seat] - before.view.scores[seat]
    canvas.panel((LEFT, _NAME[0], RIGHT, _NAME[1]), CARD, 14)
    y = (_NAME[0] + _NAME[1]) / 2
    token(canvas, seat, LEFT + 36, y, 19)
    edge = signs.score(canvas, signed(now.view.scores[seat]), RIGHT - 10, y)
    canvas.text(LEFT + 66, y, now.names[seat], NAME, bold=True, room=edge - LEFT - 76)
    _stock(canvas, old, new)
    _store(canvas, now, new, old)
    _know(canvas, now, new, new.knowledge - old.knowledge, own_turn=seat == now.view.active)
    activated = len(now.view.current.activated) > len(before.view.current.activated)
    if points:
        canvas.pill(RIGHT - 46, _NAME[1] + 8, plus(points), height=34)
    _so_far(canvas, now, lit=activated, own_turn=seat == now.view.active)


def _stock(canvas: Canvas, old: Player, new: Player) -> None:
    top, bottom = _STOCK
    canvas.panel((LEFT, top, RIGHT, bottom), PAPER, 14)
    for index, kind in enumerate(RESOURCES):
        y = top + 37 + index * 73
        if index:
            canvas.fill((LEFT + 18, y - 37, RIGHT - 18, y - 35), LINE)
        canvas.stamp(signs.resource(kind, 23), LEFT + 40, y)
        x = LEFT + 74
        x += canvas.text(x, y, str(new.stock.of(kind)), NUMBER, INK, bold=True)
        change = new.stock.of(kind) - old.stock.of(kind)
        if change:
            canvas.pill(x + 8, y, plus(change), anchor="l", height=36)
        _ships(canvas, kind, new.ships.of(kind), y, lit=new.ships.of(kind) != old.ships.of(kind))


def _ships(canvas: Canvas, kind: Resource, number: int, y: float, *, lit: bool) -> None:
    right = RIGHT - 14
    if number > 3:
        right -= canvas.text(right, y, f"×{number}", TITLE, INK, bold=True, anchor="r") + 6
    shown = 1 if number > 3 else number
    for _ in range(shown):
        canvas.stamp(signs.ship(kind, 42), right - 23, y + 2)
        right -= 46
    if lit:
        canvas.pill(right - 2, y, "+1", anchor="r", height=36)


def _store(canvas: Canvas, model: Noria, new: Player, old: Player) -> None:
    top, bottom = _STORE
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), PAPER, 14)
    canvas.text(LEFT + 18, top + 26, words("noria.picture.warehouses"), HINT, MUTED, bold=True)
    if not new.warehouses:
        text = words("noria.picture.no_warehouses")
        canvas.text((LEFT + RIGHT) / 2, top + 88, text, HINT, MUTED, anchor="m")
    for index, good in enumerate(new.warehouses):
        full, total = new.stock.of(good), new.stock.of(good) + new.empty.of(good)
        lit = (full, new.empty.of(good)) != (old.stock.of(good), old.empty.of(good))
        x = LEFT + 16 + index * 59
        colour = INK if full else MUTED
        fill = CARD if full else mix(PAPER, SHADE, 0.5)
        canvas.panel((x, top + 48, x + 52, top + 98), fill, 10, edge=colour, shadow=False, lit=lit)
        canvas.stamp(signs.glyph(good, 17, colour, fill), x + 26, top + 73)
        text = f"{full}/{total}" if total < 10 or full < 10 else str(full)
        canvas.text(x + 26, top + 119, text, HINT, INK, bold=full > 0, anchor="m")


def _know(canvas: Canvas, model: Noria, new: Player, change: int, *, own_turn: bool) -> None:
    top, bottom = _KNOW
    view, words = model.view, model.words
    canvas.panel((LEFT, top, RIGHT, bottom), PAPER, 14)
    y = top + 34
    canvas.stamp(signs.knowledge(19), LEFT + 40, y)
    x = LEFT + 74
    x += canvas.text(x, y, str(new.knowledge), NUMBER, INK, bold=True) + 12
    if change:
        x = canvas.pill(x - 4, y, plus(change), anchor="l", height=36)[2] + 10
    canvas.text(x, y, words("noria.picture.knowledge"), HINT, MUTED, room=RIGHT - 14 - x)
    if not view.round or view.phase == "over":
        return
    canvas.fill((LEFT + 18, top + 64, RIGHT - 18, top + 66), LINE)
    for index, (key, price) in enumerate(prices(view).items()):
        y, payable = top + 84 + index * 32, price.why is None or not own_turn
        colour, sign = (INK, ACCENT) if payable else (MUTED, MUTED)
        canvas.text(LEFT + 18, y, words(f"noria.offer.{key}"), HINT, colour, room=210)
        canvas.text(RIGHT - 18, y, str(price.cost), NAME, colour, bold=payable, anchor="r")
        canvas.stamp(signs.glyph("knowledge", 13, sign, PAPER), RIGHT - 74, y)


def _so_far(canvas: Canvas, model: Noria, *, lit: bool, own_turn: bool) -> None:
    top, bottom = _TURN
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), CARD, 14, lit=lit)
    canvas.text(LEFT + 20, top + 28, words("noria.picture.turn_so_far"), HINT, MUTED, bold=True)
    if not model.view.round:
        room = RIGHT - LEFT - 40
        lines = [part for line in summary(model) for part in fonts.lines(line, room, HINT)]
        for index, line in enumerate(lines[-3:]):
            canvas.text(LEFT + 20, top + 66 + index * 38, line, HINT, INK)
        return
    found = deeds(model.view.news) if own_turn else []
    if not found:
        canvas.text(LEFT + 20, top + 76, words("noria.picture.nothing_yet"), HINT, MUTED)
    for index, deed in enumerate(found):
        y = top + 66 + index * 40
        signs.order(canvas, index + 1, LEFT + 36, y, radius=17)
        x = LEFT + 64
        x += canvas.text(x, y, deed.disc.slot, NAME, INK, bold=True) + 12
        name = capital(names.disc(deed.disc.disc, words))
        if deed.disc.actions > 1:
            name = words("noria.picture.times", disc=name, n=deed.disc.actions)
        canvas.text(x, y, name, NAME, INK, room=RIGHT - 16 - x)


def own(model: Noria, choice: NoriaMove | None) -> Canvas:
    """The wheel of `model.seat` with a `choice` previewed."""
    now, seat = proposed(model, choice), whose(model)
    canvas = _fresh(model.words)
    signs.head(canvas, model)
    _paint(canvas, _look(model, now, seat, choice))
    _column(canvas, model, now, seat)
    focus.paint(canvas, model, now, choice)
    return canvas


def forecast(model: Noria) -> Canvas:
    """The wheel of `model.seat` as it will lie in its next turn, what comes in lit."""
    now, seat = replace(model, view=ended(model.view)), whose(model)
    canvas = _fresh(model.words)
    signs.head(canvas, model, model.words("noria.picture.forecast"))
    lies = now.view.players[seat].wheel
    came_in = frozenset(slot for slot, _ in entered(lies))
    _paint(canvas, Look(lies, links=links_of(chains(lies)), lit=came_in))
    _column(canvas, model, now, seat)
    focus.usual(canvas, model)
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


_STORY = (924, 1084)
_MOST = 8
_IN_A_ROW = 4
_NEXT = (270, 500)
_LETTERS = (512, 912)


def rival(model: Noria) -> Canvas:
    """The bot's wheel beside what its letters do; below it what it did last."""
    view = model.view
    assert view.bot is not None, "asked in the solo mode only"
    canvas = _fresh(model.words)
    signs.head(canvas, model, model.words("noria.picture.rival"))
    turned = [event for event in newest(view) if isinstance(event, BotRotated)]
    fresh = {letter for event in turned for letter in event.entered}
    lit = frozenset(slot for slot, one in discs_on(view.bot.wheel) if one.kind in fresh)
    _paint(canvas, Look(view.bot.wheel, letters=True, lit=lit))
    _named(canvas, model, view.bot)
    _coming(canvas, model)
    _meanings(canvas, model, view.bot)
    _story(canvas, model)
    return canvas


def _named(canvas: Canvas, model: Noria, bot: Bot) -> None:
    canvas.panel((LEFT, TOP, RIGHT, 258), PAPER, 14)
    token(canvas, signs.BOT, LEFT + 36, TOP + 38, 19)
    canvas.text(LEFT + 66, TOP + 38, model.words("noria.picture.bot"), NAME, INK, bold=True)
    signs.score(canvas, signed(model.view.bot_score or 0), RIGHT - 12, TOP + 38)
    canvas.fill((LEFT + 18, TOP + 76, RIGHT - 18, TOP + 78), LINE)
    y = TOP + 122
    canvas.stamp(signs.glyph("factory", 19, INK, PAPER), LEFT + 38, y)
    canvas.text(LEFT + 68, y, f"×{bot.factories_left}", NUMBER, INK, bold=True)
    signs.badge(canvas, str(bot.ambassador), RIGHT - 42, y)
    signs.pole(canvas, RIGHT - 94, y - 2)
    token(canvas, signs.BOT, RIGHT - 94, y - 4, 17)


def _coming(canvas: Canvas, model: Noria) -> None:
    top, bottom = _NEXT
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), CARD, 14)
    canvas.text(LEFT + 20, top + 30, words("noria.picture.next"), NAME, MUTED, bold=True)
    letters = coming(model.view)
    if not letters:
        canvas.text((LEFT + RIGHT) / 2, top + 124, words("noria.text.nothing"), NAME, INK, anchor="m")
    for index, one in enumerate(letters):
        x = LEFT + 44 + index % _IN_A_ROW * 76
        signs.letter(canvas, one.disc, x, top + 102 + index // _IN_A_ROW * 84, doubled=one.twice)


def _meanings(canvas: Canvas, model: Noria, bot: Bot) -> None:
    top, bottom = _LETTERS
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), PAPER, 14)
    for index, key in enumerate(LETTERS):
        y = top + 38 + index * 65
        one = next(one for _, one in discs_on(bot.wheel) if one.kind == key)
        twice = one.upgraded and not increases(key, model.view.round)
        canvas.text(LEFT + 34, y, key, NUMBER, INK, bold=True, anchor="m")
        action = capital(names.letter(key, model.view.round, words))
        canvas.text(LEFT + 64, y, action, NAME, INK, room=RIGHT - LEFT - 76 - 56 * twice, shrink=True)
        if twice:
            canvas.text(RIGHT - 18, y, "×2", NAME, INK, bold=True, anchor="r")
        if index:
            canvas.fill((LEFT + 18, y - 34, RIGHT - 18, y - 32), LINE)


def _story(canvas: Canvas, model: Noria) -> None:
    """What the bot did last, a few words for each use of a letter, in two columns."""
    top, bottom = _STORY
    canvas.panel((EDGE, top, WIDTH - EDGE, bottom), PAPER, 14)
    events = by_bot(newest(model.view))
    told = bot_summary(model, events) if events else [model.words("noria.picture.no_bot_turn")]
    shown = told if len(told) <= _MOST else [*told[: _MOST - 1], fonts.ELLIPSIS]
    lines = -(-len(shown) // 2) if len(shown) > 4 else len(shown)
    room = (WIDTH - 2 * EDGE) / (2 if len(shown) > 4 else 1) - 44
    for index, line in enumerate(shown):
        x = EDGE + 22 + (index // lines) * (room + 44)
        y = (top + bottom) / 2 + (index % lines - (lines - 1) / 2) * 36
        canvas.text(x, y, line, HINT, INK, room=room)
