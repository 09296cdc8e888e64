"""The pictures of Thurn and Taxis: each is known by everything it shows, and drawn only when asked for."""

from __future__ import annotations

from dataclasses import replace

from bot.games.registry import game
from bot.games.thurn_and_taxis.moves import TaxisMove
from bot.games.thurn_and_taxis.view import TaxisView
from render import ranking as final
from render.drawn import drawing
from render.scene import Drawing, Scene
from render.thurn_and_taxis import alt, map_board, own_hand
from render.thurn_and_taxis.facts import public

_KEY = "thurn_and_taxis"
Taxis = Scene[TaxisView]


def board(scene: Taxis) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = replace(scene, view=public(scene.view), seat=None, events=())
    return drawing(_KEY, "board", shown, map_board.paint, alt.board)


def own(scene: Taxis, choice: TaxisMove | None = None) -> Drawing:
    """What `scene.seat` holds: hand, route, next carriage. A `choice` that is not made yet is previewed: a
    card to be played, a route to be given up, the offices of a closing with what they yield."""
    return drawing(_KEY, "hand", scene, own_hand.paint, alt.own, choice)


def ranking(scene: Taxis) -> Drawing:
    """The final ranking with carriage, tiles and unplaced offices."""
    return final.ranking(scene, game(_KEY).info)
