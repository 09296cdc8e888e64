"""Noria in the header, in the lobby, and the colours its pictures live on."""

from math import cos, pi, sin

from PIL import Image

from bot.games.noria import moves
from bot.games.noria.state import NoriaView
from bot.games.noria.wheel import Disc
from render.canvas import Canvas
from render.games import Lights, Style, grounded
from render.noria.colours import ACCENT, ALL, GROUNDS, WAITING
from render.noria.examples import EXAMPLES
from render.noria.moments import moment
from render.noria.primer import SCENES
from render.noria.signs import disc, path_sign, ship
from render.pen import Pen, curve, sprite
from render.theme import CARD, INK, PAPER, TABLE, WHITE, Box, mix

GROUND = mix(PAPER, ACCENT, 0.1)
_RADIUS = 122
_DISCS = (
    (44, 0.5, Disc("J")),
    (44, 1.5, Disc("B", upgraded=True)),
    (92, 0.25, Disc("C")),
    (92, 0.75, Disc("T")),
    (92, 1.25, Disc("E")),
    (92, 1.75, Disc("O")),
)
"""Radius, angle in turns of pi, and what lies there."""


def still(canvas: Canvas, box: Box) -> None:
    """The wheel in the middle, ships beside it."""
    x, y = grounded(canvas, box, GROUND)
    side = 2 * _RADIUS + 8
    canvas.stamp(sprite("noria still", side, side, _wheel), x, y)
    for reach, turn, one in _DISCS:
        canvas.stamp(disc(one, 25), x + reach * cos(pi * turn), y + reach * sin(pi * turn))
    canvas.stamp(ship("energy", 70), x - 162, y - 84)
    canvas.stamp(ship("mycelium", 58), x + 166, y - 40)
    canvas.stamp(ship("obsidian", 58), x - 160, y + 74)
    canvas.mark((x - 190, y - 120, x + 190, y + 120))


def _wheel(pen: Pen) -> None:
    middle = _RADIUS + 4.0
    for radius in (_RADIUS, 68):
        pen.disc(middle, middle, radius, INK)
        for start, fill in ((pi, WAITING), (0.0, CARD)):
            pen.polygon(curve(middle, middle, radius - 2, radius - 2, start, start + pi, 60), fill)
    pen.rounded((2, middle - 1.5, 2 * middle - 2, middle + 1.5), 0, INK)


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A wheel with six places and a hub."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)
        pen.disc(23, 23, 18, ACCENT)
        for index in range(6):
            angle = pi / 6 + index * pi / 3
            pen.disc(23 + 15 * cos(angle), 23 + 15 * sin(angle), 5.4, WHITE)
        pen.disc(23, 23, 8, WHITE)
        pen.disc(23, 23, 4.4, ACCENT)

    canvas.stamp(sprite("noria emblem", 46, 46, paint), x, y)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a scoring row: what its path is paid with, else the highest or lowest of all levels."""
    if row in ("spec", "div"):
        canvas.stamp(_levels(high=row == "spec"), x, y)
        return True
    path_sign(canvas, row, 17, x, y, TABLE)
    return True


def _levels(*, high: bool) -> Image.Image:
    """Four bars, the highest or the lowest one filled."""

    def paint(pen: Pen) -> None:
        for index, height in enumerate((20, 34, 12, 26)):
            left = 2 + index * 10
            meant = height == (34 if high else 12)
            pen.rounded((left, 40 - height, left + 8, 40), 2, ACCENT)
            if not meant:
                pen.rounded((left + 1.8, 41.8 - height, left + 6.2, 38.2), 1, CARD)

    return sprite(("noria levels", high), 44, 42, paint)


def lights(view: NoriaView, move: moves.NoriaMove) -> Lights:
    """The discs of a chain, or the island, ship, spot, pile, path, good or disc of an action; the price of
    what knowledge buys, with the discs of an exchange; what was done in the turn."""
    match move:
        case moves.Chain(slots=slots):
            return tuple([(f"slot {slot}",) for slot in slots])
        case moves.Activate(slot=slot) | moves.Place(slot=slot) | moves.Upgrade(slot=slot):
            return ((f"slot {slot}",),)
        case moves.Travel(island=int(number)):
            return ((f"island {number}",),)
        case moves.TakeShip(space=number):
            return ((f"ship {number}",),)
        case moves.Build(spot=number):
            return ((f"spot {number}",),)
        case moves.Buy(disc=disc):
            return ((f"pile {disc}",),)
        case moves.Invest(path=path) | moves.Enter(path=path):
            return ((f"level {path}",),)
        case moves.Produce(good=good):
            return ((f"good {good}",),)
        case moves.NightShift():
            return (("price night_shift",),)
        case moves.Modify(one=one, other=other):
            return ("price modification",), (f"slot {one}",), (f"slot {other}",)
        case moves.Politics():
            return ("price politics",), ("done",)
        case moves.EndTurn():
            return (("done",),)
        case _:
            return ()


STYLE = Style(
    key="noria",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    moment=moment,
    scenes=SCENES,
    examples=EXAMPLES,
    lights=lights,
    colours=(*ALL, *GROUNDS, GROUND),
)
