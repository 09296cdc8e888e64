"""Noria in sentences: how the table stands, what is to be done, and all that the pictures show."""

from __future__ import annotations

from bot.games.contract import Options
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.scoring import rows
from bot.games.noria.view import NoriaView
from bot.text import Words
from render.noria.facts import step
from render.noria.names import bundle, chamber, disc, good, path, resource
from render.noria.offers import debate, offer, price_lines, why
from render.noria.rival_story import foretold
from render.noria.signs import BOT
from render.noria.stories import report
from render.noria.summary import summary
from render.noria.table_words import (
    bot_lines,
    chamber_lines,
    cost_lines,
    island_lines,
    market_line,
    path_lines,
    player_lines,
    wheel_lines,
)
from render.ranking import Rival, signed
from render.scene import Scene

__all__ = [
    "against_the_bot",
    "as_rival",
    "bundle",
    "chamber",
    "debate",
    "disc",
    "foretold",
    "good",
    "headline",
    "offer",
    "option_rows",
    "path",
    "price_lines",
    "report",
    "resource",
    "state",
    "summary",
    "text",
    "turn_line",
    "why",
]

Noria = Scene[NoriaView]


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, NoriaOptions)
    if options.start:
        return ((words("noria.option.start"), words("noria.option.start.typed")),)
    return (
        (words("noria.option.setup"), words(f"noria.option.setup.{options.setup}")),
        (words("noria.option.bot"), words(f"noria.option.bot.{options.bot}")),
    )


def state(scene: Noria) -> str:
    """One line: the round and how many there are."""
    view, words = scene.view, scene.words
    if view.phase == "over":
        return words("noria.text.over")
    if not view.round:
        return words("noria.text.setup")
    return words("noria.text.round", round=view.round, rounds=view.rounds)


def turn_line(scene: Noria) -> str:
    """Whose turn it is and what is to be done; empty once the game is over."""
    view, words = scene.view, scene.words
    if view.phase == "over":
        return ""
    return words("noria.text.turn", name=scene.names[view.active], todo=todo(scene))


def todo(scene: Noria) -> str:
    """What the active player is about to do."""
    view = scene.view
    running = view.current.running
    return scene.words(
        f"noria.text.todo.{step(view)}",
        slot=running.slot if running else "",
        island=view.players[view.active].ambassador,
    )


def headline(scene: Noria) -> str:
    """The line of state below the story of a turn: the round, whose turn it is, what is to be done."""
    if scene.view.phase == "over":
        return state(scene)
    return scene.words("noria.text.headline", state=state(scene), turn=turn_line(scene))


def against_the_bot(scene: Noria) -> str:
    """How the solo game ended, with both scores; empty at other tables."""
    view = scene.view
    if view.bot_score is None:
        return ""
    key = "won" if view.scores[0] > view.bot_score else "lost"
    return scene.words(
        f"noria.text.solo_{key}",
        name=scene.names[0],
        score=signed(view.scores[0]),
        bot=signed(view.bot_score),
    )


def as_rival(scene: Noria) -> Rival | None:
    """The bot as the ranking shows it; None at other tables."""
    bot = scene.view.bot
    if bot is None:
        return None
    return Rival(scene.words("noria.picture.bot"), BOT, rows(bot.levels, scene.view.chambers))


def text(scene: Noria) -> str:
    """All that the reader's pictures show, in words."""
    view, words = scene.view, scene.words
    parts = [state(scene), *filter(None, [turn_line(scene)]), *cost_lines(scene)]
    so_far = summary(scene)
    if so_far:
        parts += ["", words("noria.text.turn_so_far"), *so_far]
    parts += ["", words("noria.text.players"), *player_lines(scene), *bot_lines(scene)]
    parts += ["", words("noria.text.paths"), *path_lines(scene)]
    parts += ["", words("noria.text.chambers"), *chamber_lines(scene)]
    parts += ["", market_line(scene), "", *island_lines(scene), "", *wheel_lines(scene)]
    parts += filter(None, [foretold(scene)])
    if view.setup:
        parts += ["", words("noria.text.start"), *view.setup.splitlines()]
    return "\n".join(parts)
