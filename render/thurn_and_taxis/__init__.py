"""The pictures of Thurn and Taxis: each is known by everything it shows, and drawn only when asked for."""

from dataclasses import replace

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.moves import TaxisMove
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.games.thurn_and_taxis.view import public
from render.drawing import Drawing, drawing
from render.thurn_and_taxis import map_board, own_hand

_KEY = "thurn_and_taxis"


def board(model: Taxis) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = replace(model, view=public(model.view), seat=None, events=())
    return drawing(_KEY, "board", shown, map_board.paint, told.alt_board)


def own(model: Taxis, choice: TaxisMove | None = None) -> Drawing:
    """What `model.seat` holds: hand, route, next carriage. A `choice` that is not made yet is previewed: a
    card to be played, a route to be given up, the offices of a closing with what they yield."""
    return drawing(_KEY, "hand", model, own_hand.paint, told.alt_own, choice)
