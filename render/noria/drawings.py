"""The pictures of Noria: each is known by everything it shows, and drawn only when asked for."""

from __future__ import annotations

from dataclasses import replace

from bot.games.noria.moves import NoriaMove
from bot.games.noria.preview import ended
from bot.games.noria.view import NoriaView
from bot.games.registry import game
from render import ranking as final
from render.canvas import Canvas
from render.drawn import drawing
from render.noria import alt, own_wheel, rival_wheel, table_board
from render.noria import words as told
from render.scene import Drawing, Scene

_KEY = "noria"
Noria = Scene[NoriaView]


def board(scene: Noria) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = replace(scene, seat=None, events=())
    return drawing(_KEY, "board", shown, table_board.paint, alt.board)


def own(scene: Noria, choice: NoriaMove | None = None) -> Drawing:
    """The wheel of `scene.seat`, and what there is to pay with. A `choice` that is not made yet is previewed:
    slots exchanged, a ring turned, a disc activated, what is paid and what is left."""
    mine = replace(scene, events=())
    return drawing(_KEY, "wheel", mine, own_wheel.paint, alt.own, choice)


def forecast(scene: Noria) -> Drawing:
    """The wheel of `scene.seat` after the administration of this turn."""
    mine = replace(scene, events=())
    return drawing(_KEY, "forecast", mine, _foretell, _forecast)


def rival(scene: Noria) -> Drawing:
    """The wheel of the bot: what came in last and what it did, which letters come in next."""
    shown = replace(scene, seat=None, events=())
    return drawing(_KEY, "rival", shown, rival_wheel.paint, alt.rival)


def ranking(scene: Noria) -> Drawing:
    """The final ranking chamber by chamber; alone with the bot."""
    note = told.against_the_bot(scene)
    return final.ranking(scene, game(_KEY).info, note, told.as_rival(scene))


def _foretell(scene: Noria) -> Canvas:
    return own_wheel.foretell(scene, _ended(scene))


def _forecast(scene: Noria) -> str:
    return alt.forecast(_ended(scene))


def _ended(scene: Noria) -> Noria:
    return replace(scene, view=ended(scene.view))
