"""The private picture: the own route, the next carriage, the hand and the open cards with the ends they fit.

A choice that is not made yet is previewed: a card on its way, a route about to be lost, a closing."""

from __future__ import annotations

from bot.games.thurn_and_taxis.moves import Close, TaxisMove
from bot.games.thurn_and_taxis.view import TaxisView
from bot.view_model import ViewModel
from render.canvas import Canvas, layered
from render.games import style
from render.parts import bar
from render.theme import TOP
from render.thurn_and_taxis import hand_cards, own_route, progress, yields
from render.thurn_and_taxis.map_board import head

_LEAST, _MOST = 700, 1100
_GAP = 16


def paint(model: ViewModel[TaxisView], choice: TaxisMove | None) -> Canvas:
    """What `model.seat` holds, with a `choice` previewed."""
    assert model.seat is not None, "a hand belongs to a seat"
    view, own = model.view, model.view.players[model.seat]
    shown = own_route.Shown(own.route, choice, model.words)
    high = TOP + shown.height + progress.HEIGHT + 2 * _GAP
    between = _between(model, choice, _MOST - high - _GAP)
    room = _MOST - high - between - _GAP
    low = hand_cards.height(view.hand, room) if _has_hand(choice, room) else 0
    height = min(max(_LEAST, round(high + between + low + _GAP)), _MOST)
    canvas = layered(("taxis hand", height), height, lambda canvas: bar(canvas, style("thurn_and_taxis")))
    head(canvas, model)
    top = own_route.paint(canvas, model, shown, TOP) + _GAP
    progress.paint(canvas, model.words, own, len(shown.cities), top)
    top += progress.HEIGHT + _GAP
    if isinstance(choice, Close):
        yields.paint(canvas, model, choice, top)
    elif between:
        hand_cards.paint_open(canvas, model, choice, top)
    if low:
        hand_cards.paint(canvas, model, choice, top + between, room)
    return canvas


def _between(model: ViewModel[TaxisView], choice: TaxisMove | None, room: float) -> int:
    # How high stands what is above the hand: what a closing yields, else the open cards. Where none of them
    # can be taken they only help to plan, and stand back behind a large hand.
    view = model.view
    if isinstance(choice, Close):
        return yields.height(model, choice)
    high = hand_cards.open_height(view)
    taking = view.active == model.seat and view.may_take
    return high if taking or high + hand_cards.height(view.hand, room) <= room else 0


def _has_hand(choice: TaxisMove | None, room: float) -> bool:
    # Below the gains of a long route there may be no room for it.
    return not isinstance(choice, Close) or room >= hand_cards.LEAST
