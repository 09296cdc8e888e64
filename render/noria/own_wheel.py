"""The private picture: the own wheel with what can be linked, what there is to pay with, and below it what
the present step is about. A choice that is not made yet is shown as if it were, its changes lit."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Seat
from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import BOX, RESOURCES, Resource
from bot.games.noria.facts import deeds
from bot.games.noria.moves import EndTurn, NightShift, NoriaMove
from bot.games.noria.panel import chains, prices
from bot.games.noria.sentences import proposed, summary
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Player
from bot.games.noria.turns import ended
from bot.games.noria.wheel import ACTIVE, SLOTS, chains as all_chains, discs_on, entered
from bot.text import signed
from render import fonts, theme
from render.canvas import Canvas
from render.noria import focus, wheel
from render.noria.colours import ACCENT
from render.noria.signs import glyph, head, knowledge, order, resource, score, ship
from render.seats import token

LEFT, RIGHT = 866, theme.WIDTH - theme.EDGE
_NAME = (theme.TOP, 162)
_STOCK = (174, 394)
_STORE = (406, 546)
_KNOW = (558, 724)
_TURN = (736, 912)


def _column(canvas: Canvas, before: Noria, now: Noria, seat: int) -> None:
    old, new = before.view.players[seat], now.view.players[seat]
    points = now.view.scores[seat] - before.view.scores[seat]
    canvas.panel((LEFT, _NAME[0], RIGHT, _NAME[1]), theme.CARD, 14)
    y = (_NAME[0] + _NAME[1]) / 2
    token(canvas, seat, LEFT + 36, y, 19)
    edge = score(canvas, signed(now.view.scores[seat]), RIGHT - 10, y)
    canvas.text(LEFT + 66, y, now.names[seat], theme.NAME, bold=True, room=edge - LEFT - 76)
    _stock(canvas, old, new)
    _store(canvas, now, new, old)
    _know(canvas, now, new, new.knowledge - old.knowledge, own_turn=seat == now.view.active)
    activated = len(now.view.current.activated) > len(before.view.current.activated)
    if points:
        canvas.pill(RIGHT - 46, _NAME[1] + 8, plus(points), height=34)
    _turn(canvas, now, lit=activated, own_turn=seat == now.view.active)


def _stock(canvas: Canvas, old: Player, new: Player) -> None:
    top, bottom = _STOCK
    canvas.panel((LEFT, top, RIGHT, bottom), theme.PAPER, 14)
    for index, kind in enumerate(RESOURCES):
        y = top + 37 + index * 73
        if index:
            canvas.fill((LEFT + 18, y - 37, RIGHT - 18, y - 35), theme.LINE)
        canvas.stamp(resource(kind, 23), LEFT + 40, y)
        x = LEFT + 74
        x += canvas.text(x, y, str(new.stock.of(kind)), theme.NUMBER, theme.INK, bold=True)
        change = new.stock.of(kind) - old.stock.of(kind)
        if change:
            canvas.pill(x + 8, y, plus(change), anchor="l", height=36)
        _ships(canvas, kind, new.ships.of(kind), y, lit=new.ships.of(kind) != old.ships.of(kind))


def plus(number: int) -> str:
    """A change with its sign."""
    return f"+{number}" if number > 0 else signed(number)


def _ships(canvas: Canvas, kind: Resource, number: int, y: float, *, lit: bool) -> None:
    right = RIGHT - 14
    if number > 3:
        right -= canvas.text(right, y, f"×{number}", theme.TITLE, theme.INK, bold=True, anchor="r") + 6
    shown = 1 if number > 3 else number
    for _ in range(shown):
        canvas.stamp(ship(kind, 42), right - 23, y + 2)
        right -= 46
    if lit:
        canvas.pill(right - 2, y, "+1", anchor="r", height=36)


def _store(canvas: Canvas, model: Noria, new: Player, old: Player) -> None:
    top, bottom = _STORE
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), theme.PAPER, 14)
    canvas.text(LEFT + 18, top + 26, words("noria.picture.warehouses"), theme.HINT, theme.MUTED, bold=True)
    if not new.warehouses:
        text = words("noria.picture.no_warehouses")
        canvas.text((LEFT + RIGHT) / 2, top + 88, text, theme.HINT, theme.MUTED, anchor="m")
    for index, good in enumerate(new.warehouses):
        full, total = new.stock.of(good), new.stock.of(good) + new.empty.of(good)
        lit = (full, new.empty.of(good)) != (old.stock.of(good), old.empty.of(good))
        x = LEFT + 16 + index * 59
        colour = theme.INK if full else theme.MUTED
        fill = theme.CARD if full else theme.mix(theme.PAPER, theme.SHADE, 0.5)
        canvas.panel((x, top + 48, x + 52, top + 98), fill, 10, edge=colour, shadow=False, lit=lit)
        canvas.stamp(glyph(good, 17, colour, fill), x + 26, top + 73)
        text = f"{full}/{total}" if total < 10 or full < 10 else str(full)
        canvas.text(x + 26, top + 119, text, theme.HINT, theme.INK, bold=full > 0, anchor="m")


def _know(canvas: Canvas, model: Noria, new: Player, change: int, *, own_turn: bool) -> None:
    top, bottom = _KNOW
    view, words = model.view, model.words
    canvas.panel((LEFT, top, RIGHT, bottom), theme.PAPER, 14)
    y = top + 34
    canvas.stamp(knowledge(19), LEFT + 40, y)
    x = LEFT + 74
    x += canvas.text(x, y, str(new.knowledge), theme.NUMBER, theme.INK, bold=True) + 12
    if change:
        x = canvas.pill(x - 4, y, plus(change), anchor="l", height=36)[2] + 10
    canvas.text(x, y, words("noria.picture.knowledge"), theme.HINT, theme.MUTED, room=RIGHT - 14 - x)
    if not view.round or view.phase == "over":
        return
    canvas.fill((LEFT + 18, top + 64, RIGHT - 18, top + 66), theme.LINE)
    for index, (key, price) in enumerate(prices(view).items()):
        y, payable = top + 84 + index * 32, price.why is None or not own_turn
        colour, sign = (theme.INK, ACCENT) if payable else (theme.MUTED, theme.MUTED)
        canvas.text(LEFT + 18, y, words(f"noria.offer.{key}"), theme.HINT, colour, room=210)
        canvas.text(RIGHT - 18, y, str(price.cost), theme.NAME, colour, bold=payable, anchor="r")
        canvas.stamp(glyph("knowledge", 13, sign, theme.PAPER), RIGHT - 74, y)


def _turn(canvas: Canvas, model: Noria, *, lit: bool, own_turn: bool) -> None:
    top, bottom = _TURN
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), theme.CARD, 14, lit=lit)
    canvas.text(LEFT + 20, top + 28, words("noria.picture.turn_so_far"), theme.HINT, theme.MUTED, bold=True)
    if not model.view.round:
        room = RIGHT - LEFT - 40
        lines = [part for line in summary(model) for part in fonts.lines(line, room, theme.HINT)]
        for index, line in enumerate(lines[-3:]):
            canvas.text(LEFT + 20, top + 66 + index * 38, line, theme.HINT, theme.INK)
        return
    found = deeds(model.view.news) if own_turn else []
    if not found:
        canvas.text(LEFT + 20, top + 76, words("noria.picture.nothing_yet"), theme.HINT, theme.MUTED)
    for index, deed in enumerate(found):
        y = top + 66 + index * 40
        order(canvas, index + 1, LEFT + 36, y, radius=17)
        x = LEFT + 64
        x += canvas.text(x, y, deed.disc.slot, theme.NAME, theme.INK, bold=True) + 12
        name = names.first(names.disc(deed.disc.disc, words))
        if deed.disc.actions > 1:
            name = words("noria.picture.times", disc=name, n=deed.disc.actions)
        canvas.text(x, y, name, theme.NAME, theme.INK, room=RIGHT - 16 - x)


def paint(model: Noria, choice: NoriaMove | None) -> Canvas:
    """The wheel of `model.seat` with a `choice` previewed."""
    now, seat = proposed(model, choice), whose(model)
    canvas = wheel.ground(model.words)
    head(canvas, model)
    wheel.paint(canvas, _look(model, now, seat, choice))
    _column(canvas, model, now, seat)
    focus.paint(canvas, model, now, choice)
    return canvas


def foretell(model: Noria) -> Canvas:
    """The wheel of `model.seat` as it will lie in its next turn, what comes in lit."""
    now, seat = replace(model, view=ended(model.view)), whose(model)
    canvas = wheel.ground(model.words)
    head(canvas, model, model.words("noria.picture.forecast"))
    lies = now.view.players[seat].wheel
    came_in = frozenset(slot for slot, _ in entered(lies))
    wheel.paint(canvas, wheel.Look(lies, links=_links(all_chains(lies)), lit=came_in))
    _column(canvas, model, now, seat)
    focus.usual(canvas, model)
    return canvas


def whose(model: Noria) -> Seat:
    """Whose wheel is shown: the reader's; a spectator sees that of whoever's turn it is."""
    return model.view.active if model.seat is None else model.seat


def _look(model: Noria, now: Noria, seat: Seat, choice: NoriaMove | None) -> wheel.Look:
    before, after = model.view.players[seat].wheel, now.view.players[seat].wheel
    view = now.view
    acting = seat == view.active and view.phase in ("influence", "actions", "disc")
    goals = chains(view) if acting else all_chains(after)
    reachable = frozenset[str]().union(*goals)
    chain = view.current.activated if acting else ()
    out_of_reach = frozenset(slot for slot, _ in discs_on(after) if slot in ACTIVE) - reachable - {*chain}
    came_in = [slot for slot, _ in entered(after)]
    changed = [slot for slot, old, new in zip(SLOTS, before, after, strict=True) if old != new]
    return wheel.Look(
        after,
        chain=chain,
        links=_links(goals),
        lit=frozenset(came_in if isinstance(choice, EndTurn) else changed),
        dim=out_of_reach if acting and chain else frozenset(),
        turned=choice.ring if isinstance(choice, NightShift) and after != before else "",
    )


def _links(goals: tuple[frozenset[str], ...]) -> frozenset[frozenset[str]]:
    """The lines along which these sets hang together."""
    edges = [frozenset(edge) for edge in BOX.edges]
    return frozenset(edge for edge in edges if any(edge <= goal for goal in goals))
