"""The pass boxes of a sheet: large with what they cost, or small beside a sheet."""

from __future__ import annotations

from PIL import Image

from bot.games.my_city.city import BOXES, CITY, EPISODES
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import CARD, INK, LINE, MUTED, NAME, NEWS, NUMBER, PAPER, WHITE, Box

HIGH, LOW = 112, 60
"""How high the panel stands, and where there is no passing."""


def height(episode: int) -> int:
    """How high the panel of an episode stands."""
    return LOW if EPISODES[episode].pass_boxes is None else HIGH


def boxes(canvas: Canvas, words: Words, episode: int, ticks: int, proposed: int, box: Box) -> None:
    """The panel with all boxes: `ticks` of them filled, the next `proposed` ones lit."""
    canvas.panel(box, PAPER, 16)
    left, top, right, _ = box
    if EPISODES[episode].pass_boxes is None:
        text = words("my_city.picture.no_passing")
        canvas.text(left + 20, (top + box[3]) / 2, fonts.fit(text, right - left - 40, NAME), NAME, MUTED)
        return
    start = (
        left + 20 + canvas.text(left + 20, top + 28, words("my_city.score.passes"), NAME, MUTED, bold=True)
    )
    hint = fonts.fit(words("my_city.picture.last_counts"), right - start - 38, NAME)
    canvas.text(right - 20, top + 28, hint, NAME, MUTED, anchor="r")
    step = (right - left - 28) / BOXES
    for index, value in enumerate(CITY.pass_values[1:]):
        x = left + 14 + index * step + 3
        place = (x, top + 52, x + step - 6, top + HIGH - 8)
        new = ticks <= index < ticks + proposed
        ticked = index < ticks
        fill = INK if ticked else CARD
        canvas.panel(place, fill, 8, edge=INK if ticked else LINE, shadow=False, lit=new)
        ink = WHITE if ticked else INK
        middle = (place[0] + place[2]) / 2
        canvas.text(middle, (place[1] + place[3]) / 2, str(-value), NUMBER, ink, bold=True, anchor="m")


def small(ticks: int, new: int, columns: int, wide: int = 24) -> Image.Image:
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
