"""The column beside the map: a cell for each player, below them the open cards."""

from collections.abc import Collection, Sequence

from PIL import Image

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView
from bot.text import Words, signed
from render import fonts
from render.canvas import Canvas
from render.seats import token
from render.theme import CARD, HINT, INK, MUTED, NAME, NEWS, NUMBER, PAPER, Box
from render.thurn_and_taxis import cards
from render.thurn_and_taxis.news import News
from render.thurn_and_taxis.signs import ribbon, sign, start_mark, total

HEIGHT = 150
GAP = 10


def strip_height(count: int) -> int:
    """How high the strip of so many players is."""
    return count * (HEIGHT + GAP) - GAP


def strip(canvas: Canvas, model: Taxis, news: Sequence[News], left: float, top: float, right: float) -> None:
    """A cell for each player, that of the active one lit."""
    for index, player in enumerate(model.view.players):
        seat = Seat(index)
        y = top + index * (HEIGHT + GAP)
        box = (left, y, right, y + HEIGHT)
        active = seat == model.view.active and model.view.phase != "over"
        canvas.panel(box, CARD if active else PAPER, 14, lit=active)
        _cell(canvas, model, seat, player, [one for one in news if one.seat == seat], box)


def _cell(
    canvas: Canvas,
    model: Taxis,
    seat: Seat,
    player: PlayerView,
    news: Sequence[News],
    box: Box,
) -> None:
    left, top, right, _ = box
    token(canvas, seat, left + 36, top + 33, 20)
    edge = right - 18
    if seat == model.view.start_player:
        # Who began the game, and so who ends no round.
        canvas.stamp(start_mark(), edge - 15, top + 33)
        edge -= 40
    canvas.text(left + 68, top + 33, model.names[seat], NAME, INK, bold=True, room=edge - left - 76)
    y, low = top + 81, top + 126
    offices, carriage = any(one.offices for one in news), any(one.carriage for one in news)
    x = _fact(canvas, sign("house", 30), player.offices_left, left + 18, y, NUMBER, lit=offices)
    at = max(x + 18, left + 128)
    _fact(canvas, sign("carriage", 36), player.carriage or "–", at, y, NUMBER, lit=carriage)
    total(canvas, signed(player.score), right - 16, y, pad=26, least=72)
    roads, stacks = any(one.roads for one in news), any(one.stacks for one in news)
    x = _fact(canvas, ribbon(seat), len(player.route), left + 18, low, NAME, lit=roads)
    x = _fact(canvas, sign("cards", 26), player.hand_size, max(x + 16, left + 108), low, NAME)
    at = max(x + 16, left + 184)
    _fact(canvas, sign("medal", 26), player.tile_points, at, low, NAME, lit=stacks)
    if points := sum(one.points for one in news):
        canvas.pill(right - 16, low - 1, f"+{points}", anchor="r", height=34)


def _fact(
    canvas: Canvas, mark: Image.Image, value: object, left: float, y: float, size: int, *, lit: bool = False
) -> float:
    # A sign with its number, lit if it has changed; says where it ends.
    start = left + max(mark.width, 26) + 8
    end = start + fonts.width(str(value), size, True)
    if lit:
        high = 25 if size == NUMBER else 18
        canvas.panel((left - 7, y - high, end + 7, y + high), NEWS, 12, edge=INK, shadow=False)
    canvas.stamp(mark, left + max(mark.width, 26) / 2, y)
    canvas.text(start, y, str(value), size, INK, bold=True)
    return end


_HEAD = 34
_GAP = 7
_MOST = 86


def display(canvas: Canvas, view: TaxisView, words: Words, lit: Collection[int], box: Box) -> None:
    """A row for each open card, new ones lit."""
    left, top, right, bottom = box
    piles = words("thurn_and_taxis.picture.piles", deck=view.deck_size, discard=len(view.discard))
    wide = canvas.text(right, top + 14, piles, HINT, MUTED, anchor="r")
    title, room = words("thurn_and_taxis.picture.display"), right - left - wide - 12
    canvas.text(left, top + 14, title, NAME, MUTED, bold=True, room=room)
    step = min((bottom - top - _HEAD + _GAP) / len(view.display), _MOST)
    for place, city in enumerate(view.display, start=1):
        y = top + _HEAD + (place - 1) * step
        row = (left, y, right, y + step - _GAP)
        cards.low(canvas, words, city, row, label=str(place), lit=place in lit)
