"""City of Nördlingen in pictures, from what the reader may know: each is known by everything it shows, and
drawn only when asked for."""

from dataclasses import replace

from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.preview import Choice
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import Crossing
from render.drawing import Drawing, drawing
from render.noerdlingen import own_town, town_board

_KEY = "noerdlingen"


def board(model: Noerdlingen) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = replace(model, seat=None, events=())
    return drawing(_KEY, "board", shown, town_board.paint_board, told.alt_board)


def own(
    model: Noerdlingen, choice: Choice | None = None, start: Crossing | None = None, column: str = ""
) -> Drawing:
    """The town as `model.seat` may act on it: the crossings (of a `column`), numbers, soldiers or, from the
    soldier on `start`, the ways that can be chosen. A `choice` that is not made yet is previewed."""
    shown = replace(model, events=())
    return drawing(_KEY, "own", shown, own_town.paint_town, told.alt_own, choice, start, column)
