"""What highlights of Noria are about: the discs of a turn, factories, the sign of a path."""

from bot.games.chronicle import Highlight
from bot.games.noria.wheel import Disc
from bot.text import Words
from render.canvas import Canvas
from render.noria.colours import ACCENT
from render.noria.signs import disc, glyph, path_sign
from render.theme import HUGE, INK, TITLE, Box


def moment(canvas: Canvas, words: Words, one: Highlight, box: Box) -> bool:
    """Draws a highlight into its box; False where its number is enough."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    match one.key:
        case "actions":
            discs = [str(piece).split("\u00d7") for piece in one.pieces][:4]
            step = min(104, (right - left - 90) / len(discs))
            radius, lift = min(48, step * 0.46), 22 * any(times for _, *times in discs)
            for index, (kind, *times) in enumerate(discs):
                middle = x + (index - (len(discs) - 1) / 2) * step
                canvas.stamp(disc(Disc(kind), radius), middle, y - lift)
                for number in times:
                    text = f"\u00d7{number}"
                    canvas.text(middle, y + radius + 4, text, TITLE, INK, bold=True, anchor="m")
        case "all_factories" | "factories":
            canvas.stamp(glyph("factory", 62), x - 86, y)
            canvas.text(x + 76, y, f"\u00d7 {one.n}", HUGE, INK, bold=True, anchor="m")
        case "discs":
            canvas.stamp(disc(Disc("J"), 52), x - 70, y)
            canvas.text(x + 70, y, f"\u00d7 {one.n}", HUGE, INK, bold=True, anchor="m")
        case "level":
            path_sign(canvas, str(one.pieces[0]), 34, x - 76, y)
            canvas.text(x + 60, y, str(one.n), HUGE, ACCENT, bold=True, anchor="m")
        case _:
            return False
    return True
