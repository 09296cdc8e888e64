"""What highlights of Thurn and Taxis are about: a long route, tiles, offices, the end."""

from bot.games.chronicle import Highlight
from bot.games.thurn_and_taxis.sentences import city
from bot.text import Words
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import BIG, CARD, HUGE, INK, MUTED, SEATS, SENTENCES, Box
from render.thurn_and_taxis import signs
from render.thurn_and_taxis.signs import ACCENT


def moment(canvas: Canvas, words: Words, one: Highlight, box: Box) -> bool:
    """Draws a highlight into its box; False where its number is enough."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    match one.key:
        case "route":
            _route(canvas, words, one, box)
        case "tiles" | "region":
            tiles = list(zip(one.pieces[::2], one.pieces[1::2], strict=True))[:4]
            step = 92
            for index, (stack, value) in enumerate(tiles):
                middle = x + (index - (len(tiles) - 1) / 2) * step
                signs.tag(canvas, str(stack), middle, y - 44)
                canvas.text(middle, y + 24, str(value), BIG, bold=True, anchor="m")
        case "offices":
            wide = min(62, (right - left) / one.n)
            for index in range(one.n):
                canvas.stamp(signs.office(one.seat), x + (index - (one.n - 1) / 2) * wide, y - 34)
            canvas.text(x, y + 54, str(one.n), BIG, ACCENT, bold=True, anchor="m")
        case "end_carriage":
            canvas.stamp(signs.sign("carriage", 150), x - 40, y)
            canvas.text(x + 90, y, "7", HUGE, ACCENT, bold=True, anchor="m")
        case "end_offices":
            canvas.stamp(signs.sign("house", 104), x, y)
        case _:
            return False
    return True


def _route(canvas: Canvas, words: Words, one: Highlight, box: Box) -> None:
    """The route as a line of stops in the colour of its seat, its ends by name."""
    left, top, right, bottom = box
    y, n = (top + bottom) / 2, len(one.pieces)
    wide = min(right - left - 40, 60 * (n - 1))
    start = (left + right - wide) / 2
    high = 70

    def paint(pen: Pen) -> None:
        stops = [(20 + wide * index / (n - 1), high / 2 + (12 if index % 2 else -12)) for index in range(n)]
        pen.line(stops, 18, INK)
        pen.line(stops, 13, SEATS[one.seat])
        for x, down in stops:
            pen.disc(x, down, 14, INK)
            pen.disc(x, down, 11, CARD)

    canvas.stamp(
        sprite(("route of a highlight", one.seat, n, wide), wide + 40, high, paint), start + wide / 2, y
    )
    x, room = (left + right) / 2, right - left - 20
    for piece, down in ((one.pieces[0], top + 22), (one.pieces[-1], bottom - 14)):
        name = city(str(piece), words)
        canvas.text(x, down, name, SENTENCES[-1], MUTED, anchor="m", room=room)
