"""The public picture: the town, the players in order, the choice table of the round."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.board import numbers
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import NoerdlingenView
from bot.games.noerdlingen.preview import News, news, number_of, order
from bot.games.registry import game
from bot.text import Words
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas, layered
from render.games import style
from render.noerdlingen import signs, town_map
from render.noerdlingen.colours import BORDER, PALE
from render.noerdlingen.terrain import HEIGHT, MAP
from render.parts import bar, caption, header
from render.seats import token
from render.theme import CARD, EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, SHADE, TOP, WIDTH, Box

_BETWEEN = 10


def strip_height(count: int) -> int:
    """How high the strip of so many players is."""
    return count * (_cell_height(count) + _BETWEEN) - _BETWEEN


def _cell_height(count: int) -> int:
    return 128 if count <= 3 else 116


def strip(
    canvas: Canvas, model: ViewModel[NoerdlingenView], news: News, left: float, top: float, right: float
) -> None:
    """A cell for each player, that of the active one lit."""
    view = model.view
    for place, seat in enumerate(order(view)):
        y = top + place * (_cell_height(view.seats) + _BETWEEN)
        player_cell(canvas, model, seat, news, (left, y, right, y + _cell_height(view.seats)))


def player_cell(canvas: Canvas, model: ViewModel[NoerdlingenView], seat: Seat, news: News, box: Box) -> None:
    """What the strip says of one seat."""
    view, (left, top, right, bottom) = model.view, box
    player, active = view.players[seat], seat == view.active and view.phase != "over"
    canvas.panel(box, CARD if active else PAPER, 14, lit=active)
    high = top + (bottom - top) * 0.29
    low = top + (bottom - top) * 0.71
    token(canvas, seat, left + 36, high, 20)
    canvas.text(
        left + 68, high, fonts.fit(model.names[seat], right - left - 86, NAME, True), NAME, INK, bold=True
    )
    start = left + 18
    if player.number is not None:
        start = signs.chosen(canvas, player.number, start, low) + 14
    edge = (
        right - 20 - canvas.text(right - 20, low, str(player.score), NUMBER, INK, bold=True, anchor="r") - 14
    )
    gain = news.gains[seat] if news.gains else 0
    if gain:
        edge = canvas.pill(edge, low, f"+{gain}", NAME, anchor="r", height=40)[0] - 10
    _status(canvas, model, seat, news, start, edge, low)


def _status(
    canvas: Canvas,
    model: ViewModel[NoerdlingenView],
    seat: Seat,
    news: News,
    left: float,
    right: float,
    y: float,
) -> None:
    key = status(model.view, seat, news)
    if not key:
        return
    active = seat == model.view.active
    room = right - left - (24 if key == "left" else 0)
    text, size = _fitting(model.words, key, room, bold=active)
    if key == "left":
        wide = fonts.width(text, size) + 24
        canvas.panel((left, y - 21, left + wide, y + 21), SHADE, 20, edge=None, shadow=False)
        canvas.text(left + 12, y, text, size, INK)
    elif text:
        canvas.text(left, y, text, size, INK if active else MUTED, bold=active)


def _fitting(words: Words, key: str, room: float, *, bold: bool) -> tuple[str, int]:
    """The status as fully and as large as it fits."""
    long = words(f"noerdlingen.picture.status.{key}")
    short = words(f"noerdlingen.picture.status.{key}_short")
    ways = ((long, NAME), (long, HINT), (short, NAME), ("", NAME))
    return next((text, size) for text, size in ways if fonts.width(text, size, bold) <= max(room, 0))


def status(view: NoerdlingenView, seat: Seat, news: News) -> str:
    """What a seat has done or is about to do in this phase: the last part of the keys that say so."""
    if view.players[seat].left is not None:
        return "left"
    if view.phase == "over":
        return ""
    if seat == view.active:
        return f"{view.phase}_now"
    if seat in view.waiting:
        return "waits"
    if news.stuck and news.seat == seat:
        return "skipped"
    return f"{view.phase}_done".replace("bonus", "draw")


_GAP = 8
_FOOT = 50


def table(canvas: Canvas, model: ViewModel[NoerdlingenView], news: News, box: Box) -> None:
    """A card for each number with its shape and its taker, below them the day of the game."""
    view, words = model.view, model.words
    left, top, right, bottom = box
    caption(canvas, left + 6, top + 16, words("noerdlingen.picture.borders"), room=right - left)
    found = numbers(the_town())
    rows = (len(found) + 1) // 2
    high = (bottom - _FOOT - top - 40 - (rows - 1) * _GAP) / rows
    wide = (right - left - _GAP) / 2
    takers = {player.number: seat for seat, player in enumerate(view.players)}
    for place, number in enumerate(found):
        x, y = left + place % 2 * (wide + _GAP), top + 40 + place // 2 * (high + _GAP)
        _card(canvas, number, takers.get(number), (x, y, x + wide, y + high), lit=number in news.numbers)
    day = words("noerdlingen.picture.day", day=told.day(view.date, words))
    canvas.text(
        (left + right) / 2,
        bottom - _FOOT / 2 + 4,
        fonts.fit(day, right - left, NAME),
        NAME,
        MUTED,
        anchor="m",
    )


def _card(canvas: Canvas, number: int, taker: int | None, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    pale = taker is None
    canvas.panel(box, PAPER if pale else CARD, 12, edge=LINE, lit=lit)
    canvas.text(left + 30, top + 34, str(number), NUMBER, MUTED if pale else INK, bold=True, anchor="m")
    if taker is not None:
        token(canvas, taker, left + 30, bottom - 30, 15, rim=False)
    sign = signs.base(number, right - left - 76, bottom - top - 28, 32, colour=PALE if pale else BORDER)
    canvas.stamp(sign, (left + 60 + right - 16) / 2, (top + bottom) / 2)


LEFT = 860
"""Where the column beside the town begins."""
Noerdlingen = ViewModel[NoerdlingenView]


def paint_board(model: Noerdlingen) -> Canvas:
    """The board as everybody sees it."""
    view, changed = model.view, news(model.view, model.earlier)
    canvas = town_ground(view)
    head(canvas, model)
    town_map.paint(canvas, view, changed)
    strip(canvas, model, changed, LEFT, TOP, WIDTH - EDGE)
    top = TOP + strip_height(view.seats) + 12
    table(canvas, model, changed, (LEFT, top, WIDTH - EDGE, MAP[3]))
    return canvas


def town_ground(view: NoerdlingenView) -> Canvas:
    """A canvas with the header's bar and the empty town."""
    town = the_town()

    def paint_board(canvas: Canvas) -> None:
        bar(canvas, style("noerdlingen"))
        town_map.base(canvas, town, view.options)

    return layered(("noerdlingen", town, view.options.wall_mode), HEIGHT, paint_board)


def head(canvas: Canvas, model: Noerdlingen) -> None:
    """The header: the round, whose turn it is, what is to be done."""
    view, words = model.view, model.words
    key = "setup" if view.phase == "place" else "round"
    part = words(f"noerdlingen.picture.{key}", round=view.round, rounds=view.rounds)
    title = words.title(game("noerdlingen").info)
    look = style("noerdlingen")
    if view.phase == "over":
        header(canvas, look, title, part, lambda _: words("picture.over"))
        return
    todo = words(f"noerdlingen.picture.todo.{view.phase}", number=number_of(view, view.active))

    def pill(name: str) -> str:
        return words("noerdlingen.picture.turn", name=name, todo=todo)

    header(canvas, look, title, part, pill, seat=view.active, name=model.names[view.active])
