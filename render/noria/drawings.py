"""The pictures of Noria: each is known by everything it shows, and drawn only when asked for."""

from __future__ import annotations

from dataclasses import replace

from bot.games.noria.moves import NoriaMove
from bot.games.noria.preview import ended
from bot.games.noria.view import NoriaView
from bot.games.registry import game
from render import ranking as final
from render.drawn import drawing
from render.noria import alt, own_wheel, rival_wheel, table_board
from render.noria import words as told
from render.scene import Drawing, Scene

_KEY = "noria"
Noria = Scene[NoriaView]


def board(scene: Noria) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = replace(scene, seat=None, events=())
    return drawing(
        _KEY,
        "board",
        shown,
        None,
        lambda: table_board.paint(shown),
        lambda: alt.board(shown),
    )


def own(scene: Noria, choice: NoriaMove | None = None) -> Drawing:
    """The wheel of `scene.seat`, and what there is to pay with. A `choice` that is not made yet is previewed:
    slots exchanged, a ring turned, a disc activated, what is paid and what is left."""
    mine = replace(scene, events=())
    return drawing(
        _KEY,
        "wheel",
        mine,
        choice,
        lambda: own_wheel.paint(mine, choice),
        lambda: alt.own(mine, choice),
    )


def forecast(scene: Noria) -> Drawing:
    """The wheel of `scene.seat` after the administration of this turn."""
    mine = replace(scene, events=())
    shown = replace(mine, view=ended(mine.view))
    return drawing(
        _KEY,
        "forecast",
        mine,
        None,
        lambda: own_wheel.foretell(mine, shown),
        lambda: alt.forecast(shown),
    )


def rival(scene: Noria) -> Drawing:
    """The wheel of the bot: what came in last and what it did, which letters come in next."""
    shown = replace(scene, seat=None, events=())
    return drawing(
        _KEY,
        "rival",
        shown,
        None,
        lambda: rival_wheel.paint(shown),
        lambda: alt.rival(shown),
    )


def ranking(scene: Noria) -> Drawing:
    """The final ranking chamber by chamber; alone with the bot."""
    note = told.against_the_bot(scene)
    return final.ranking(scene, game(_KEY).info, note, told.as_rival(scene))
