"""What highlights of 6 nimmt! are about: cards of a dear trick, rows taken, heads round by round."""

from bot.games.chronicle import Highlight
from bot.text import Words, plus
from render.canvas import Canvas
from render.pen import sprite
from render.six_nimmt.cards import ACCENT, DANGER, blank, card, horn
from render.theme import BIG, CARD, NAME, NEWS, NUMBER, Box

_HIGH = 96
_MOST = 5
"""So many rows are drawn, the dearest ones."""


def moment(canvas: Canvas, words: Words, one: Highlight, box: Box) -> bool:
    """Draws a highlight into its box; False where its number is enough."""
    match one.key:
        case "trick":
            _trick(canvas, one, box)
        case "rows":
            _rows(canvas, one, box)
        case "clean" | "few":
            _bars(canvas, one, box)
        case _:
            return False
    return True


def _trick(canvas: Canvas, one: Highlight, box: Box) -> None:
    left, top, right, bottom = box
    cards = [int(piece) for piece in one.pieces]
    step = min(92, (right - left) / len(cards))
    x = (left + right - step * len(cards)) / 2
    for number in cards:
        card(canvas, number, (x + 2, top + 10, x + step - 2, top + 10 + _HIGH), NUMBER, foot=26)
        x += step
    y = (top + 10 + _HIGH + bottom) / 2
    canvas.pill((left + right) / 2, y, plus(one.n), BIG, NEWS, height=66, padding=24)


def _rows(canvas: Canvas, one: Highlight, box: Box) -> None:
    left, top, right, bottom = box
    heads, cards = map(int, one.pieces[::2]), map(int, one.pieces[1::2])
    rows = sorted(zip(heads, cards, strict=True), reverse=True)[:_MOST]
    step = min(68, (bottom - top) / len(rows))
    size, text = step / 68, NUMBER if len(rows) <= 3 else NAME
    wide, high = round(36 * size), round(46 * size)
    back = sprite(("card of a row", wide), wide + 20, high + 20, lambda pen: blank(pen, wide, high, CARD))
    for index, (gained, count) in enumerate(rows):
        y = (top + bottom) / 2 + (index - (len(rows) - 1) / 2) * step
        row = left, y - 30 * size, left + 222, y + 30 * size
        canvas.panel(row, DANGER, 12, edge=None, shadow=False)
        for place in range(count):
            x = left + 25 + place * 43
            canvas.stamp(back, x, y)
            canvas.stamp(horn(round(22 * size)), x, y)
        canvas.pill(right - 50, y, plus(gained), text, NEWS, height=round(56 * size), padding=16)


def _bars(canvas: Canvas, one: Highlight, box: Box) -> None:
    left, top, right, bottom = box
    heads = [int(piece) for piece in one.pieces][-8:]
    step = min(64, (right - left) / len(heads))
    x, low, most = (left + right - step * len(heads)) / 2, bottom - 6, max(*heads, 1)
    for made in heads:
        high = max(12, made / most * (low - top - 60))
        fill = NEWS if made == min(heads) else ACCENT
        canvas.panel((x + 5, low - high, x + step - 5, low), fill, 6, shadow=False)
        canvas.text(
            x + step / 2, low - high - 28, str(made), NAME if step < 50 else NUMBER, bold=True, anchor="m"
        )
        x += step
