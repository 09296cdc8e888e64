"""The private picture: the own wheel with what can be linked, what there is to pay with, and below it what
the present step is about. A choice that is not made yet is shown as if it were, its changes lit."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noria.box import BOX
from bot.games.noria.moves import EndTurn, NightShift, NoriaMove
from bot.games.noria.panel import chains
from bot.games.noria.sentences import proposed
from bot.games.noria.state import NoriaView
from bot.games.noria.wheel import ACTIVE, SLOTS, Wheel, discs_on, entered
from bot.games.noria.wheel import chains as all_chains
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.noria import focus, own_column, wheel
from render.noria.frame import head

Noria = ViewModel[NoriaView]


def paint(model: Noria, choice: NoriaMove | None) -> Canvas:
    """The wheel of `model.seat` with a `choice` previewed."""
    now, seat = proposed(model, choice), whose(model)
    canvas = wheel.ground(model.words)
    head(canvas, model)
    wheel.paint(canvas, _look(model, now, seat, choice))
    own_column.paint(canvas, model, now, seat)
    focus.paint(canvas, model, now, choice)
    return canvas


def foretell(model: Noria, now: Noria) -> Canvas:
    """The wheel of `model.seat` as it will lie in its next turn, what comes in lit."""
    seat = whose(model)
    canvas = wheel.ground(model.words)
    head(canvas, model, model.words("noria.picture.forecast"))
    lies = now.view.players[seat].wheel
    wheel.paint(canvas, wheel.Look(lies, links=_links(all_chains(lies)), lit=_came_in(lies)))
    own_column.paint(canvas, model, now, seat)
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
    return wheel.Look(
        after,
        chain=chain,
        links=_links(goals),
        lit=_came_in(after) if isinstance(choice, EndTurn) else _changed(before, after),
        dim=out_of_reach if acting and chain else frozenset(),
        turned=choice.ring if isinstance(choice, NightShift) and after != before else "",
    )


def _came_in(wheel: Wheel) -> frozenset[str]:
    """The slots that discs come into when the rings turn, where one lies there."""
    return frozenset(slot for slot, _ in entered(wheel))


def _changed(before: Wheel, after: Wheel) -> frozenset[str]:
    pairs = zip(SLOTS, before, after, strict=True)
    return frozenset(slot for slot, old, new in pairs if old != new and (old or new))


def _links(goals: tuple[frozenset[str], ...]) -> frozenset[frozenset[str]]:
    """The lines along which these sets hang together."""
    edges = [frozenset(edge) for edge in BOX.edges]
    return frozenset(edge for edge in edges if any(edge <= goal for goal in goals))
