"""The wheel of the bot: both sides of its letters, what came in last and did what, what comes in next."""

from __future__ import annotations

from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import LETTERS
from bot.games.noria.facts import by_bot, coming, newest
from bot.games.noria.moves import BotRotated
from bot.games.noria.rival import increases
from bot.games.noria.sentences import bot_summary
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Bot
from bot.games.noria.wheel import discs_on
from bot.text import signed
from render import fonts
from render.canvas import Canvas
from render.noria import wheel
from render.noria.own_wheel import LEFT, RIGHT
from render.noria.signs import BOT, badge, glyph, head, letter, pole, score
from render.seats import token
from render.theme import CARD, EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, TOP, WIDTH

_STORY = (924, 1084)
_MOST = 8
_IN_A_ROW = 4
_NEXT = (270, 500)
_LETTERS = (512, 912)


def paint(model: Noria) -> Canvas:
    """The bot's wheel beside what its letters do; below it what it did last."""
    view = model.view
    assert view.bot is not None, "asked in the solo mode only"
    canvas = wheel.ground(model.words)
    head(canvas, model, model.words("noria.picture.rival"))
    turned = [event for event in newest(view) if isinstance(event, BotRotated)]
    fresh = {letter for event in turned for letter in event.entered}
    lit = frozenset(slot for slot, one in discs_on(view.bot.wheel) if one.kind in fresh)
    wheel.paint(canvas, wheel.Look(view.bot.wheel, letters=True, lit=lit))
    _named(canvas, model, view.bot)
    _coming(canvas, model)
    _meanings(canvas, model, view.bot)
    _story(canvas, model)
    return canvas


def _named(canvas: Canvas, model: Noria, bot: Bot) -> None:
    canvas.panel((LEFT, TOP, RIGHT, 258), PAPER, 14)
    token(canvas, BOT, LEFT + 36, TOP + 38, 19)
    canvas.text(LEFT + 66, TOP + 38, model.words("noria.picture.bot"), NAME, INK, bold=True)
    score(canvas, signed(model.view.bot_score or 0), RIGHT - 12, TOP + 38)
    canvas.fill((LEFT + 18, TOP + 76, RIGHT - 18, TOP + 78), LINE)
    y = TOP + 122
    canvas.stamp(glyph("factory", 19, INK, PAPER), LEFT + 38, y)
    canvas.text(LEFT + 68, y, f"×{bot.factories_left}", NUMBER, INK, bold=True)
    badge(canvas, str(bot.ambassador), RIGHT - 42, y)
    pole(canvas, RIGHT - 94, y - 2)
    token(canvas, BOT, RIGHT - 94, y - 4, 17)


def _coming(canvas: Canvas, model: Noria) -> None:
    top, bottom = _NEXT
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), CARD, 14)
    canvas.text(LEFT + 20, top + 30, words("noria.picture.next"), NAME, MUTED, bold=True)
    letters = coming(model.view)
    if not letters:
        canvas.text((LEFT + RIGHT) / 2, top + 124, words("noria.text.nothing"), NAME, INK, anchor="m")
    for index, one in enumerate(letters):
        x = LEFT + 44 + index % _IN_A_ROW * 76
        letter(canvas, one.disc, x, top + 102 + index // _IN_A_ROW * 84, doubled=one.twice)


def _meanings(canvas: Canvas, model: Noria, bot: Bot) -> None:
    top, bottom = _LETTERS
    words = model.words
    canvas.panel((LEFT, top, RIGHT, bottom), PAPER, 14)
    for index, key in enumerate(LETTERS):
        y = top + 38 + index * 65
        one = next(one for _, one in discs_on(bot.wheel) if one.kind == key)
        twice = one.upgraded and not increases(key, model.view.round)
        canvas.text(LEFT + 34, y, key, NUMBER, INK, bold=True, anchor="m")
        action = names.first(names.letter(key, model.view.round, words))
        canvas.text(LEFT + 64, y, action, NAME, INK, room=RIGHT - LEFT - 76 - 56 * twice, shrink=True)
        if twice:
            canvas.text(RIGHT - 18, y, "×2", NAME, INK, bold=True, anchor="r")
        if index:
            canvas.fill((LEFT + 18, y - 34, RIGHT - 18, y - 32), LINE)


def _story(canvas: Canvas, model: Noria) -> None:
    """What the bot did last, a few words for each use of a letter, in two columns."""
    top, bottom = _STORY
    canvas.panel((EDGE, top, WIDTH - EDGE, bottom), PAPER, 14)
    events = by_bot(newest(model.view))
    told = bot_summary(model, events) if events else [model.words("noria.picture.no_bot_turn")]
    shown = told if len(told) <= _MOST else [*told[: _MOST - 1], fonts.ELLIPSIS]
    lines = -(-len(shown) // 2) if len(shown) > 4 else len(shown)
    room = (WIDTH - 2 * EDGE) / (2 if len(shown) > 4 else 1) - 44
    for index, line in enumerate(shown):
        x = EDGE + 22 + (index // lines) * (room + 44)
        y = (top + bottom) / 2 + (index % lines - (lines - 1) / 2) * 36
        canvas.text(x, y, line, HINT, INK, room=room)
