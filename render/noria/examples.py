"""Examples for the rules of Noria: what can be used together, what levels are worth."""

from bot.games.contract import Seat
from bot.games.noria.box import CHAMBERS, PATHS, POLITICIANS
from bot.games.noria.state import CHAMBER_PLACE, Seats, value
from bot.text import Words
from render.canvas import Canvas
from render.noria import signs
from render.noria.colours import ACCENT
from render.noria.primer import half
from render.parts import badge
from render.seats import token
from render.theme import BIG, CARD, INK, LINE, LOSS, MUTED, NUMBER, TITLE, WHITE, Box

_USED = ((("S1", "M1", "L2"), True), (("M2", "L3"), True), (("S1", "L2"), False), (("M1", "M2"), False))
_LEVELS = (6, 3, 4, 2)
_DOWN = (2, 1, 2, 2, 1, 1)
"""Politicians in the lower rows of the chambers."""


def wheel(canvas: Canvas, words: Words, box: Box) -> None:
    """Four times the active half: two chains, two pairs that are none."""
    for index, (used, good) in enumerate(_USED):
        row, column = divmod(index, 2)
        left, top = box[0] + column * 563, box[1] + 20 + row * 250
        half(canvas, left, top, used)
        canvas.stamp(badge(good, ACCENT if good else LOSS, 34), left + 40, top + 146)


def scoring(canvas: Canvas, words: Words, box: Box) -> None:
    """Each level times what its chamber is worth, and the sum."""
    factors = (*_LEVELS, max(_LEVELS), min(_LEVELS))
    chambers = tuple([Seats(upper=POLITICIANS - down, lower=down) for down in _DOWN])
    top, total = box[1], 0
    for index, (cell, chamber) in enumerate(zip(signs.columns(box, 7, 12), CHAMBERS, strict=False)):
        left, _, right, _ = cell
        middle, worth = (left + right) / 2, value(chambers, chamber)
        short = words(f"noria.short.{chamber.lower()}")
        canvas.text(middle, top + 20, short, TITLE, ACCENT, bold=True, anchor="m")
        canvas.panel((left, top + 52, right, top + 162), CARD, 12, edge=LINE)
        if index < len(PATHS):
            token(canvas, Seat(0), left + 36, top + 107, 18, rim=False)
        canvas.text(right - 22, top + 107, str(factors[index]), BIG, INK, bold=True, anchor="r")
        canvas.text(middle, top + 190, "×", NUMBER, INK, bold=True, anchor="m")
        canvas.panel((left, top + 218, right, top + 338), CARD, 12, edge=LINE)
        canvas.text(middle, top + 264, str(worth), BIG, INK, bold=True, anchor="m")
        canvas.stamp(signs.politicians(chambers[CHAMBER_PLACE[chamber]], 1.3), middle, top + 314)
        canvas.fill((left + 20, top + 360, right - 20, top + 363), MUTED)
        canvas.text(middle, top + 414, str(factors[index] * worth), BIG, INK, bold=True, anchor="m")
        total += factors[index] * worth
    left, _, right, _ = signs.columns(box, 7, 12)[-1]
    canvas.panel((left, top + 364, right, top + 464), ACCENT, 14, edge=None)
    canvas.text((left + right) / 2, top + 414, str(total), BIG, WHITE, bold=True, anchor="m")


EXAMPLES = {"wheel": wheel, "scoring": scoring}
