"""City of Nördlingen in the header, in the lobby, and the colours its pictures live on."""

from bot.games.noerdlingen.moves import Bonus, Choose, Draw, NoerdlingenMove, NoerdlingenView, Place
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import crossing_name, points
from render.canvas import Canvas
from render.drawing import Drawing
from render.games import Lights, Style, grounded
from render.noerdlingen import colours, own
from render.noerdlingen.colours import ACCENT, BATTLEMENT, BORDER, CHURCH, SPIRE, STONE, STREET, TOWER
from render.noerdlingen.examples import EXAMPLES
from render.noerdlingen.keepsake import keepsake
from render.noerdlingen.moments import moment
from render.noerdlingen.primer import SCENES
from render.noerdlingen.signs import church
from render.pen import Pen, sprite
from render.seats import token
from render.theme import INK, PAPER, WHITE, Box, mix

DISC = mix(PAPER, ACCENT, 0.14)
_SIZE = (420, 270)


def still(canvas: Canvas, box: Box) -> None:
    """The wall with its gate, behind it the roofs and the church, in front soldiers on a border."""
    x, y = grounded(canvas, box, DISC)
    canvas.stamp(sprite("noerdlingen still", *_SIZE, _scene), x, y - 4)
    for seat, across in enumerate((-150, -50, 50, 150)):
        token(canvas, seat, x + across, y + 104, 20)
    canvas.mark((x - 190, y - 110, x + 190, y + 126))


def _scene(pen: Pen) -> None:
    for left, top, wide, colour in ((70, 88, 74, TOWER), (142, 70, 66, CHURCH), (276, 84, 78, TOWER)):
        pen.polygon([(left - 6, top + 40), (left + wide / 2, top - 4), (left + wide + 6, top + 40)], INK)
        pen.polygon([(left, top + 38), (left + wide / 2, top), (left + wide, top + 38)], colour)
        pen.rounded((left + 2, top + 38, left + wide - 2, 170), 0, INK)
        pen.rounded((left + 5, top + 38, left + wide - 5, 170), 0, STREET)
    pen.polygon([(212, 76), (240, 4), (268, 76)], INK)
    pen.polygon([(217, 74), (240, 14), (263, 74)], SPIRE)
    pen.rounded((217, 74, 263, 170), 0, INK)
    pen.rounded((220, 76, 260, 170), 0, BATTLEMENT)
    pen.rounded((20, 140, 400, 206), 4, INK)
    pen.rounded((23, 143, 397, 203), 2, STONE)
    for index in range(9):
        left = 20 + index * 44
        pen.rounded((left, 120, left + 28, 150), 3, INK)
        pen.rounded((left + 3, 123, left + 25, 150), 1, STONE)
    pen.disc(210, 180, 25, INK)
    pen.rounded((185, 180, 235, 206), 0, INK)
    pen.disc(210, 180, 22, BATTLEMENT)
    pen.rounded((188, 180, 232, 204), 0, BATTLEMENT)
    for wide, colour in ((15, INK), (11, BORDER)):
        pen.line([(60, 243), (360, 243)], wide, colour)


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A gate with battlements in a white disc."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)
        pen.rounded((12, 14, 34, 35), 1.5, ACCENT)
        for left in (12, 20.25, 28.5):
            pen.rounded((left, 9.5, left + 5.5, 18), 1, ACCENT)
        pen.disc(23, 27, 4.6, WHITE)
        pen.rounded((18.4, 27, 27.6, 35), 0, WHITE)

    canvas.stamp(sprite("noerdlingen emblem", 46, 46, paint), x, y)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a scoring row."""
    if row == "churches":
        canvas.stamp(church(40), x, y)
        return True
    return False


def lights(view: NoerdlingenView, move: NoerdlingenMove) -> Lights:
    """A number, a crossing, or those of the way of a border, with what it brings."""
    match move:
        case Choose(number=number):
            return ((f"number {number}",),)
        case Place(at=at):
            return ((f"crossing {crossing_name(at)}",),)
        case Draw(start=start, steps=steps) | Bonus(start=start, steps=steps):
            return ((*[f"crossing {crossing_name(at)}" for at in points(start, steps)], "gain"),)
        case _:
            return ()


def proposed(model: Noerdlingen, move: NoerdlingenMove) -> Drawing | None:
    """The town with a soldier or border in it, or with all ways to draw a number."""
    return own(model, move) if isinstance(move, Place | Choose | Draw | Bonus) else None


STYLE = Style(
    key="noerdlingen",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    moment=moment,
    keepsake=keepsake,
    scenes=SCENES,
    examples=EXAMPLES,
    lights=lights,
    proposed=proposed,
    sign=sign,
    colours=(*colours.FLAT, DISC),
)
