"""Noria in pictures, from what the reader may know: each is known by everything it shows, and drawn only when
asked for."""

from dataclasses import replace

from bot.games.noria import sentences
from bot.games.noria.box import Chamber
from bot.games.noria.moves import NoriaMove
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import rows
from bot.games.noria.turns import ended
from render import ranking as final
from render.drawing import Drawing, drawing
from render.noria import half, table_board, wheel
from render.noria.signs import BOT

_KEY = "noria"


def board(model: Noria) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = replace(model, seat=None, events=())
    return drawing(_KEY, "board", shown, table_board.paint, sentences.board_alt)


def own(model: Noria, choice: NoriaMove | None = None) -> Drawing:
    """The wheel of `model.seat`, and what there is to pay with. A `choice` that is not made yet is previewed:
    slots exchanged, a ring turned, a disc activated, what is paid and what is left."""
    mine = replace(model, events=())
    return drawing(_KEY, "wheel", mine, wheel.own, sentences.own_alt, choice)


def chambers(model: Noria, down: Chamber | None = None) -> Drawing:
    """The wheel of `model.seat` above all chambers, for politics; in one of them a politician goes down."""
    mine = replace(model, events=())
    return drawing(_KEY, "chambers", mine, wheel.debating, sentences.chambers_alt, down)


def active_half(model: Noria) -> Drawing:
    """The active half of the wheel of whoever's turn it is, large, above what the present step is about."""
    mine = replace(model, events=())
    return drawing(_KEY, "half", mine, half.paint, _own_alt)


def forecast(model: Noria) -> Drawing:
    """The wheel of `model.seat` after the administration of this turn."""
    mine = replace(model, events=())
    return drawing(_KEY, "forecast", mine, wheel.forecast, _forecast)


def rival(model: Noria) -> Drawing:
    """The wheel of the bot: what came in last and what it did, which letters come in next."""
    shown = replace(model, seat=None, events=())
    return drawing(_KEY, "rival", shown, wheel.rival, sentences.rival_alt)


def ranking(model: Noria) -> Drawing:
    """The final ranking chamber by chamber; alone with the bot."""
    return final.ranking(model, _KEY, sentences.notes(model), as_rival(model))


def as_rival(model: Noria) -> final.Rival | None:
    """The bot as the ranking shows it; None at other tables."""
    bot = model.view.bot
    if bot is None:
        return None
    return final.Rival(model.words("noria.picture.bot"), BOT, rows(bot.levels, model.view.chambers))


def _own_alt(model: Noria) -> str:
    return sentences.own_alt(model, None)


def _forecast(model: Noria) -> str:
    return sentences.forecast_alt(replace(model, view=ended(model.view)))
