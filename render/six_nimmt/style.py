"""6 nimmt! in the header, in the lobby, and the colours its pictures live on."""

from PIL import Image

from bot.games.six_nimmt.deck import HEADS
from bot.games.six_nimmt.moves import Choose, NimmtMove, TakeRow
from bot.games.six_nimmt.sentences import Nimmt
from bot.games.six_nimmt.view import NimmtView, is_professional, landing
from render import fonts
from render.canvas import Canvas
from render.drawing import Drawing
from render.games import Lights, Style, grounded
from render.pen import Pen, sprite
from render.six_nimmt import hand
from render.six_nimmt.cards import ACCENT, DANGER, FILLS, blank, bull, horn
from render.six_nimmt.examples import EXAMPLES
from render.six_nimmt.moments import moment
from render.six_nimmt.primer import PALE, SCENES
from render.six_nimmt.turning import turning
from render.theme import BIG, INK, NAME, NEWS_PALE, PAPER, WHITE, Box, mix

_SIXTH = 3
"""The scene that is true in every variant; with Open nobody chooses in secret."""
_DISC = mix(PAPER, ACCENT, 0.1)
_FAN = ((10, -134, 28, 15), (33, -48, -8, 5), (55, 44, -8, -5), (104, 132, 28, -15))
"""Number, place beside the middle, how much lower, angle."""


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """Three cards, the front one with the sign of the bull."""

    def paint(pen: Pen) -> None:
        for left, top, share in ((1, 3, 0.45), (10, 1, 0.65)):
            pen.rounded((left, top, left + 26, top + 34), 5, mix(ACCENT, WHITE, share))
        pen.rounded((18, 2, 46, 46), 6, WHITE)

    canvas.stamp(sprite("nimmt emblem", 48, 48, paint), x, y)
    canvas.stamp(horn(22), x + 8, y)


def still(canvas: Canvas, box: Box) -> None:
    """A fan of four cards on a pale disc."""
    x, y = grounded(canvas, box, _DISC)
    canvas.stamp(sprite("nimmt fan", 440, 280, _fan), x, y - 6)
    canvas.mark((x - 190, y - 110, x + 190, y + 110))


def _fan(pen: Pen) -> None:
    for number, beside, lower, angle in _FAN:
        pen.sheet(_leaning(number), 220 + beside, 130 + lower, angle)


def _leaning(number: int) -> Image.Image:
    # A straight card at four times its size; the fan turns it.
    pen = Pen(120, 170)
    count = HEADS[number]
    blank(pen, 104, 148, FILLS[count])
    white = count == 7
    size = fonts.largest(str(number), BIG, 98)
    pen.text(62, 70, str(number), size, WHITE if white else INK)
    bull(pen, 48, 131, 32, NEWS_PALE if white else ACCENT)
    pen.text(80, 131, str(count), NAME, WHITE if white else ACCENT)
    return pen.large()


def lights(view: NimmtView, move: NimmtMove) -> Lights:
    """A card and the row that it would join, or the row that is taken."""
    if isinstance(move, TakeRow):
        return ((f"row {move.row}", f"heads {move.row}"),)
    if not isinstance(move, Choose):
        return ()
    there = landing(view.rows, move.card, professional=is_professional(view))
    return ((f"card {move.card}",), *([(f"row {there.row}",)] if there.row else []))


def proposed(model: Nimmt, move: NimmtMove) -> Drawing | None:
    """The hand, with a card that joins a row lying in it."""
    if not isinstance(move, Choose):
        return None
    there = landing(model.view.rows, move.card, professional=is_professional(model.view))
    return hand(model, None, move.card) if there.joins else None


STYLE = Style(
    key="six_nimmt",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    moment=moment,
    limit=lambda view: view.options.limit if view.options.format == "limit" else None,
    scenes=SCENES,
    first=lambda options: _SIXTH if options.playing == "open" else 0,
    examples=EXAMPLES,
    lights=lights,
    proposed=proposed,
    turning=turning,
    colours=(*FILLS.values(), DANGER, PALE, _DISC),
)
