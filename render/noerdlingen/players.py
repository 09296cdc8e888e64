"""The player strip of Nördlingen, in the order of the phase: chosen number, status, score."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noerdlingen.preview import News, order
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs
from render.seats import token
from render.theme import CARD, HINT, INK, MUTED, NAME, NUMBER, PAPER, SHADE, Box

GAP = 10


def strip_height(count: int) -> int:
    """How high the strip of so many players is."""
    return count * (_height(count) + GAP) - GAP


def _height(count: int) -> int:
    return 128 if count <= 3 else 116


def strip(
    canvas: Canvas, model: ViewModel[NoerdlingenView], news: News, left: float, top: float, right: float
) -> None:
    """A cell for each player, that of the active one lit."""
    view = model.view
    for place, seat in enumerate(order(view)):
        y = top + place * (_height(view.seats) + GAP)
        cell(canvas, model, seat, news, (left, y, right, y + _height(view.seats)))


def cell(canvas: Canvas, model: ViewModel[NoerdlingenView], seat: Seat, news: News, box: Box) -> None:
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
