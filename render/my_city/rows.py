"""The rows of a score sheet, and the pass boxes."""

from collections.abc import Sequence

from PIL import Image

from bot.games.contract import Seat
from bot.games.my_city import sentences_of_score
from bot.games.my_city.city import BOXES, CITY, EPISODES
from bot.games.my_city.scoring import Row, points_of
from bot.games.my_city.sentences_of_score import City
from bot.text import Words, signed
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.signs import row_sign
from render.pen import Pen, sprite
from render.seats import token
from render.theme import BIG, CARD, HINT, INK, LINE, LOSS, MUTED, NAME, NEWS, NUMBER, PAPER, TITLE, WHITE, Box

_TOTAL = 78
_HIGHEST, _ROOMY = 64, 44
"""How high a row is at most, and at least where its points stand as large as elsewhere."""
_PROGRESS = ("first_", "all_", "gold_all")
"""Rows that give all or nothing: how far they have come is printed."""


def score_rows(canvas: Canvas, model: City, rows: Sequence[Row], box: Box) -> None:
    """The rows with the total below."""
    left, top, right, bottom = box
    canvas.panel(box, PAPER, 16)
    step = min((bottom - top - _TOTAL - 14) / len(rows), _HIGHEST)
    for index, row in enumerate(rows):
        y = top + 6 + (index + 0.5) * step
        _row(canvas, model, row, left + 18, right - 20, y, NUMBER if step >= _ROOMY else TITLE)
        if index + 1 < len(rows):
            line = y + step / 2
            canvas.fill((left + 18, line - 1, right - 20, line), LINE)
    _total(canvas, model, rows, (left + 10, bottom - _TOTAL, right - 10, bottom - 10))


def _row(canvas: Canvas, model: City, row: Row, left: float, right: float, y: float, size: int) -> None:
    colour = LOSS if row.points < 0 else INK
    value = f"+{row.points}" if row.points > 0 else signed(row.points)
    edge = right - canvas.text(right, y, value, size, colour, bold=True, anchor="r") - 12
    canvas.stamp(row_sign(row.key, 38), left + 20, y)
    start = left + 50
    edge = progress(canvas, model, row, edge, y, HINT)
    label = sentences_of_score.row_name(row.key, model.words)
    canvas.text(start, y, label, NAME, MUTED, room=edge - start, shrink=True)


def progress(canvas: Canvas, model: City, row: Row, edge: float, y: float, size: int) -> float:
    """How far a row that gives all or nothing has come, or who was first; says where that begins."""
    if not row.key.startswith(_PROGRESS) or not row.parts:
        return edge
    kind = row.key.removeprefix("first_")
    gone = next((bonus for bonus in model.view.bonuses if bonus.kind == kind), None)
    if gone is not None and row.key.startswith("first_"):
        return winners(canvas, gone.seats, edge, y)
    part = row.parts[0]
    return edge - canvas.text(edge, y, f"{part.have}/{part.need}", size, INK, bold=True, anchor="r") - 10


def winners(canvas: Canvas, seats: Sequence[Seat], right: float, y: float) -> float:
    """The symbols of those who have won something, their right edge there; says where they begin."""
    step = 32 if len(seats) <= 4 else 26
    for index, seat in enumerate(reversed(seats)):
        token(canvas, seat, right - 16 - index * step, y, 12.5)
    return right - step * len(seats) - 8


def _total(canvas: Canvas, model: City, rows: Sequence[Row], box: Box) -> None:
    left, top, right, bottom = box
    canvas.panel(box, colours.ACCENT, 12, edge=None, shadow=False)
    canvas.panel((left + 3, top + 3, right - 3, bottom - 3), CARD, 10, edge=None, shadow=False)
    y, total = (top + bottom) / 2, signed(points_of(rows))
    edge = right - 32 - canvas.text(right - 18, y, total, BIG, INK, bold=True, anchor="r")
    label = model.words("picture.total")
    canvas.text(left + 18, y, label, NAME, INK, bold=True, room=edge - left - 18)


_HIGH, _LOW = 112, 60
"""How high the panel stands, and where there is no passing."""


def boxes_height(episode: int) -> int:
    """How high the panel of an episode stands."""
    return _LOW if EPISODES[episode].pass_boxes is None else _HIGH


def pass_boxes(canvas: Canvas, words: Words, episode: int, ticks: int, proposed: int, box: Box) -> None:
    """The panel with all boxes: `ticks` of them filled, the next `proposed` ones lit."""
    canvas.panel(box, PAPER, 16)
    left, top, right, _ = box
    if EPISODES[episode].pass_boxes is None:
        text = words("my_city.picture.no_passing")
        canvas.text(left + 20, (top + box[3]) / 2, text, NAME, MUTED, room=right - left - 40)
        return
    label, hint = words("my_city.score.passes"), words("my_city.picture.last_counts")
    start = left + 20 + canvas.text(left + 20, top + 28, label, NAME, MUTED, bold=True)
    canvas.text(right - 20, top + 28, hint, NAME, MUTED, anchor="r", room=right - start - 38)
    step = (right - left - 28) / BOXES
    for index, value in enumerate(CITY.pass_values[1:]):
        x = left + 14 + index * step + 3
        place = (x, top + 52, x + step - 6, top + _HIGH - 8)
        new = ticks <= index < ticks + proposed
        ticked = index < ticks
        fill = INK if ticked else CARD
        canvas.panel(place, fill, 8, edge=INK if ticked else LINE, shadow=False, lit=new)
        ink = WHITE if ticked else INK
        middle = (place[0] + place[2]) / 2
        y, room = (place[1] + place[3]) / 2, place[2] - place[0] - 8
        canvas.text(middle, y, signed(value), NUMBER, ink, bold=True, anchor="m", room=room, shrink=True)


def small_boxes(ticks: int, new: int, columns: int, wide: int = 24) -> Image.Image:
    """All boxes without numbers; the newest ones of those ticked are lit."""
    high, gap = round(wide * 0.95), 5
    rows = -(-BOXES // columns)

    def paint(pen: Pen) -> None:
        for index in range(BOXES):
            row, column = divmod(index, columns)
            x, y = column * (wide + gap) + 2, row * (high + gap) + 2
            ticked, lit = index < ticks, ticks - new <= index < ticks
            if lit:
                pen.rounded((x - 2, y - 2, x + wide + 2, y + high + 2), 6, NEWS)
            pen.rounded((x, y, x + wide, y + high), 5, INK)
            if not ticked:
                pen.rounded((x + 2, y + 2, x + wide - 2, y + high - 2), 4, CARD)
            elif lit:
                pen.rounded((x + 2.5, y + 2.5, x + wide - 2.5, y + high - 2.5), 3, NEWS)
                pen.rounded((x + 5, y + 5, x + wide - 5, y + high - 5), 2, INK)

    size = columns * (wide + gap) - gap + 4, rows * (high + gap) - gap + 4
    return sprite(("pass boxes", ticks, new, columns, wide), *size, paint)
