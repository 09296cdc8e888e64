"""The players in columns below the board: stock, ships, goods, knowledge, factories, score."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noria.box import GOODS, RESOURCES
from bot.games.noria.facts import bot_factories, coming
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Player
from bot.text import signed
from render import fonts, theme
from render.canvas import Canvas
from render.noria.signs import BOT, columns, glyph, knowledge, letter, resource, score, ship
from render.seats import token

TOP, BOTTOM = 832, 1084
_GAP = 10
_SIGNS = 80
"""How wide the signs of knowledge and factories stand with their gaps."""


def boxes(seats: int) -> list[theme.Box]:
    """A column for each player; alone, one for the player and one for the bot."""
    return columns((theme.EDGE, TOP, theme.WIDTH - theme.EDGE, BOTTOM), max(seats, 2), _GAP)


def ground(canvas: Canvas, seats: int) -> None:
    """The plain cells."""
    for box in boxes(seats):
        canvas.panel(box, theme.PAPER, 14)


def paint(canvas: Canvas, model: Noria) -> None:
    """Every player; whose turn it is lit."""
    view = model.view
    for seat, box in zip(range(view.seats), boxes(view.seats), strict=False):
        lit = seat == view.active and view.phase != "over"
        if lit:
            canvas.panel(box, theme.CARD, 14, lit=True)
        _player(canvas, model, Seat(seat), box)
    if view.bot:
        _bot(canvas, model, boxes(view.seats)[1])


def _name(canvas: Canvas, seat: int, name: str, box: theme.Box) -> None:
    token(canvas, seat, box[0] + 36, box[1] + 34, 18)
    canvas.text(box[0] + 66, box[1] + 34, name, theme.NAME, bold=True, room=box[2] - box[0] - 82)


def _player(canvas: Canvas, model: Noria, seat: Seat, box: theme.Box) -> None:
    player = model.view.players[seat]
    left, top, right, _ = box
    _name(canvas, seat, model.names[seat], box)
    third = (right - left - 24) / 3
    for index, kind in enumerate(RESOURCES):
        x = left + 14 + index * third
        canvas.stamp(resource(kind, 16), x + 16, top + 84)
        text = str(player.stock.of(kind))
        canvas.text(x + 38, top + 84, text, theme.NUMBER, bold=True, room=third - 40, shrink=True)
        canvas.stamp(ship(kind, 32), x + 16, top + 126)
        canvas.text(x + 38, top + 126, str(player.ships.of(kind)), theme.NAME, theme.INK)
    canvas.fill((left + 16, top + 150, right - 16, top + 152), theme.LINE)
    step = min((right - left - 20) / len(GOODS), 84)
    for index, good in enumerate(player.warehouses):
        full = player.stock.of(good)
        x, colour = left + 12 + index * step, theme.INK if full else theme.MUTED
        canvas.stamp(glyph(good, 12, colour, theme.PAPER), x + 12, top + 174)
        canvas.text(x + 27, top + 174, str(full), theme.HINT, colour, bold=full > 0)
    _last(canvas, model, seat, player, box)


def _last(canvas: Canvas, model: Noria, seat: Seat, player: Player, box: theme.Box) -> None:
    left, _, right, bottom = box
    y = bottom - 36
    edge = score(canvas, signed(model.view.scores[seat]), right - 12, y)
    known, built = str(player.knowledge), str(player.built)
    wide = fonts.width(known, theme.NUMBER, True) + fonts.width(built, theme.NUMBER, True)
    size = theme.NUMBER if left + 14 + _SIGNS + wide <= edge - 6 else theme.TITLE
    canvas.stamp(knowledge(15), left + 30, y)
    x = left + 50
    x += canvas.text(x, y, known, size, theme.INK, bold=True) + 10
    canvas.stamp(glyph("factory", 14, theme.INK, theme.PAPER), x + 14, y)
    canvas.text(x + 32, y, built, size, theme.INK, bold=True)


def _bot(canvas: Canvas, model: Noria, box: theme.Box) -> None:
    view, words = model.view, model.words
    assert view.bot_score is not None, "asked in the solo mode only"
    _name(canvas, BOT, words("noria.picture.bot"), box)
    canvas.text(box[2] - 24, box[1] + 34, words("noria.picture.next"), theme.NAME, theme.MUTED, anchor="r")
    letters, right, middle = coming(view), box[2] - 26, box[1] + 106
    if not letters:
        canvas.text(right, middle, "–", theme.NUMBER, theme.INK, bold=True, anchor="r")
    for index, one in enumerate(reversed(letters)):
        letter(canvas, one.disc, right - 36 - index * 76, middle, doubled=one.twice)
    canvas.fill((box[0] + 16, box[1] + 150, box[2] - 16, box[1] + 152), theme.LINE)
    y = box[3] - 44
    score(canvas, signed(view.bot_score), box[2] - 12, y)
    canvas.stamp(glyph("factory", 18, theme.INK, theme.PAPER), box[0] + 40, y)
    canvas.text(box[0] + 72, y, str(bot_factories(view)), theme.NUMBER, theme.INK, bold=True)
