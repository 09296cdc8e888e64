"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.noria.moves import NoriaMove
from bot.games.noria.view import NoriaView
from bot.games.registry import game
from bot.view_model import ViewModel, alt_text, sentences
from render.noria import table_words
from render.noria import words as told
from render.noria.facts import by_bot, newest, proposed
from render.noria.reports import foretold, report, summary

Noria = ViewModel[NoriaView]
Lines = Callable[[Noria], list[str]]


def board(model: Noria) -> str:
    """Whose turn it is, the players, the values; paths, islands and market as far as there is room."""

    def parts(model: Noria) -> list[str]:
        return [*_head(model), *table_words.short_lines(model), table_words.values_line(model)]

    def more(model: Noria) -> list[str]:
        return [*parts(model), *table_words.path_lines(model), *table_words.island_lines(model)]

    return _short(model, parts, more)


def own(model: Noria, choice: NoriaMove | None) -> str:
    """What a choice would do, the turn so far, the own wheel and what there is to pay with."""

    def parts(model: Noria) -> list[str]:
        mine = table_words.own_lines(proposed(model, choice))
        return [*_head(model), *told.proposal(model, choice), *summary(model), *mine]

    return _short(model, parts, lambda model: [*parts(model), table_words.market_line(model)])


def forecast(model: Noria) -> str:
    """The own wheel as it will be after this turn; `model` is of the table as it will be."""

    def parts(model: Noria) -> list[str]:
        return [*_head(model), model.words("noria.picture.forecast"), *table_words.own_lines(model)]

    return _short(model, parts)


def rival(model: Noria) -> str:
    """The bot's wheel, what comes next, what the bot did last."""

    def parts(model: Noria) -> list[str]:
        line = table_words.wheel_lines(model)[-1]
        return [*_head(model), *table_words.bot_lines(model), line, foretold(model)]

    return _short(model, parts, lambda model: [*parts(model), *report(model, by_bot(newest(model.view)))])


def _head(model: Noria) -> list[str]:
    title = model.words.title(game("noria").info)
    return [model.words("noria.alt.head", game=title, state=told.headline(model))]


def _short(model: Noria, parts: Lines, more: Lines | None = None) -> str:
    """The parts, and what is only useful where it fits as a whole."""
    longer = more or parts
    return alt_text(
        model, lambda shown: sentences(shown, parts(shown)), lambda shown: sentences(shown, longer(shown))
    )
