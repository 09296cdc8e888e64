"""What highlights of My City are about: the buildings of a group, the sign of a row."""

from bot.games.chronicle import Highlight
from bot.text import Words
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.signs import row_sign
from render.pen import Pen, sprite
from render.theme import BIG, HUGE, INK, Box

_SIGNS = {"first": "first_woodland", "full": "empty_meadow", "no_pass": "never_passed"}


def moment(canvas: Canvas, words: Words, one: Highlight, box: Box) -> bool:
    """Draws a highlight into its box; False where its number is enough."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    if one.key == "group":
        _group(canvas, str(one.pieces[0]), one.n, box)
    elif one.key == "no_pass":
        canvas.stamp(row_sign(_SIGNS[one.key], 150), x, y)
    elif one.key in _SIGNS:
        canvas.stamp(row_sign(_SIGNS[one.key], 110), x - 60, y)
        canvas.text(x + 70, y, str(one.n), HUGE, colours.ACCENT, bold=True, anchor="m")
    else:
        return False
    return True


def _group(canvas: Canvas, kind: str, n: int, box: Box) -> None:
    """So many buildings of a kind side by side, a few in each row."""
    left, top, right, bottom = box
    across = 5 if n > 4 else n
    down = -(-n // across)
    side = int(min(62, (right - left - 100) / across, (bottom - top - 8) / down))
    fill = colours.TYPES[kind]

    def paint(pen: Pen) -> None:
        for index in range(n):
            x, y = index % across * side, index // across * side
            pen.rounded((x + 1, y + 1, x + side - 1, y + side - 1), 6, INK)
            pen.rounded((x + 4, y + 4, x + side - 4, y + side - 4), 4, fill)

    image = sprite(("group", kind, n, side), across * side, down * side, paint)
    middle, y = (left + right) / 2, (top + bottom) / 2
    canvas.stamp(image, middle - 40, y)
    canvas.text(middle - 40 + image.width / 2 + 24, y, str(n), BIG, bold=True)
