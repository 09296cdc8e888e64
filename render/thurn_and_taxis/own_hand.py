"""The private picture: the own route, the next carriage, the hand with the ends that each card fits.

A choice that is not made yet is previewed: a card on its way, a route about to be lost, a closing."""

from __future__ import annotations

from bot.games.thurn_and_taxis.moves import Close, TaxisMove
from bot.games.thurn_and_taxis.view import TaxisView
from render.canvas import Canvas, layered
from render.games import style
from render.parts import bar
from render.scene import Scene
from render.theme import TOP
from render.thurn_and_taxis import hand_cards, own_route, progress, yields
from render.thurn_and_taxis.map_board import head

_LEAST, _MOST = 700, 1100
_GAP = 16


def paint(scene: Scene[TaxisView], choice: TaxisMove | None) -> Canvas:
    """What `scene.seat` holds, with a `choice` previewed."""
    assert scene.seat is not None, "a hand belongs to a seat"
    view, own = scene.view, scene.view.players[scene.seat]
    shown = own_route.Shown(own.route, choice, scene.words)
    taking = view.active == scene.seat and view.may_take and not isinstance(choice, Close)
    high = TOP + shown.height + progress.HEIGHT + 2 * _GAP
    high += hand_cards.open_height(view) if taking else 0
    room = _MOST - high - _GAP
    low = yields.height(scene, choice) if isinstance(choice, Close) else hand_cards.height(view.hand, room)
    height = min(max(_LEAST, round(high + low + _GAP)), _MOST)
    canvas = layered(("taxis hand", height), height, lambda canvas: bar(canvas, style("thurn_and_taxis")))
    head(canvas, scene)
    top = own_route.paint(canvas, scene, shown, TOP) + _GAP
    progress.paint(canvas, scene.words, own, len(shown.cities), top)
    top += progress.HEIGHT + _GAP
    if taking:
        hand_cards.paint_open(canvas, scene, choice, top)
        top += hand_cards.open_height(view)
    if isinstance(choice, Close):
        yields.paint(canvas, scene, choice, top)
    else:
        hand_cards.paint(canvas, scene, choice, top, room)
    return canvas
