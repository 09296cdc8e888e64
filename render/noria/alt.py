"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.noria.moves import NoriaMove
from bot.games.noria.view import NoriaView
from bot.games.registry import game
from render.drawn import described, sentences
from render.noria import table_words
from render.noria import words as told
from render.noria.facts import by_bot, newest, proposed
from render.noria.reports import foretold, report, summary
from render.scene import Scene

Noria = Scene[NoriaView]
Lines = Callable[[Noria], list[str]]


def board(scene: Noria) -> str:
    """Whose turn it is, the players, the values; paths, islands and market as far as there is room."""

    def parts(scene: Noria) -> list[str]:
        return [*_head(scene), *table_words.short_lines(scene), table_words.values_line(scene)]

    def more(scene: Noria) -> list[str]:
        return [*parts(scene), *table_words.path_lines(scene), *table_words.island_lines(scene)]

    return _short(scene, parts, more)


def own(scene: Noria, choice: NoriaMove | None) -> str:
    """What a choice would do, the turn so far, the own wheel and what there is to pay with."""

    def parts(scene: Noria) -> list[str]:
        mine = table_words.own_lines(proposed(scene, choice))
        return [*_head(scene), *told.proposal(scene, choice), *summary(scene), *mine]

    return _short(scene, parts, lambda scene: [*parts(scene), table_words.market_line(scene)])


def forecast(scene: Noria) -> str:
    """The own wheel as it will be after this turn; `scene` is of the table as it will be."""

    def parts(scene: Noria) -> list[str]:
        return [*_head(scene), scene.words("noria.picture.forecast"), *table_words.own_lines(scene)]

    return _short(scene, parts)


def rival(scene: Noria) -> str:
    """The bot's wheel, what comes next, what the bot did last."""

    def parts(scene: Noria) -> list[str]:
        line = table_words.wheel_lines(scene)[-1]
        return [*_head(scene), *table_words.bot_lines(scene), line, foretold(scene)]

    return _short(scene, parts, lambda scene: [*parts(scene), *report(scene, by_bot(newest(scene.view)))])


def _head(scene: Noria) -> list[str]:
    title = scene.words.title(game("noria").info)
    return [scene.words("noria.alt.head", game=title, state=told.headline(scene))]


def _short(scene: Noria, parts: Lines, more: Lines | None = None) -> str:
    """The parts, and what is only useful where it fits as a whole."""
    longer = more or parts
    return described(
        scene, lambda shown: sentences(shown, parts(shown)), lambda shown: sentences(shown, longer(shown))
    )
