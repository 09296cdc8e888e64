"""My City: Roll & Build in the header, in the lobby, and the colours its pictures live on."""

from bot.games.my_city.moves import Build, MyCityMove, MyCityView, Pass
from render.canvas import Canvas
from render.games import Lights, Style, grounded
from render.my_city import colours
from render.my_city.examples import EXAMPLES
from render.my_city.keepsake import keepsake
from render.my_city.moments import moment
from render.my_city.patch import Built, Patch, lay
from render.my_city.primer import SCENES
from render.my_city.sheet import sheet, size
from render.my_city.signs import row_sign
from render.pen import Pen, Point, sprite
from render.theme import WHITE, Box

_CELL = 62
_CORNER = Patch(
    ("....F", "T...F", "....R"),
    ((0, 4), (1, 4), (1, 2), (3, 2)),
    (
        Built("residential", ((0, 0), (0, 1)), (0, 0)),
        Built("public", ((0, 0), (1, 0), (1, 1)), (1, 1)),
        Built("industrial", ((0, 0), (0, 1), (1, 1)), (0, 2)),
    ),
)


def still(canvas: Canvas, box: Box) -> None:
    """A round piece of the table, on it the corner of a sheet."""
    x, y = grounded(canvas, box, colours.DISC)
    wide, high = _CORNER.size(_CELL)
    left, top = round(x - wide / 2), round(y - high / 2)
    canvas.panel((left - 6, top - 6, left + wide + 6, top + high + 6), colours.FRAME, 6, edge=None)
    lay(canvas, _CORNER, left, top, _CELL)
    canvas.mark((left - 6, top - 6, left + wide + 6, top + high + 6))


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """Two houses in a white disc."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)
        roof: list[Point] = [(15, 11), (25, 21), (25, 34), (7, 34), (7, 21)]
        pen.polygon([(x - 1, y + 1) for x, y in roof], colours.ACCENT)
        pen.rounded((12, 27, 17.5, 35), 0, WHITE)
        pen.rounded((26, 14, 38, 35), 1, colours.ACCENT)
        for left, top in ((28.4, 17), (33, 17), (28.4, 22.5), (33, 22.5), (28.4, 28), (33, 28)):
            pen.rounded((left, top, left + 2.8, top + 3), 0, WHITE)

    canvas.stamp(sprite("my city emblem", 46, 46, paint), x, y)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a row of the score sheet; whole episodes and chapters have none."""
    if row in ("episode", "chapter"):
        return False
    canvas.stamp(row_sign(row, 42), x, y)
    return True


def board(canvas: Canvas, view: MyCityView, box: Box) -> None:
    """The sheet, as large as the box lets it be."""
    left, top, right, bottom = box
    sizes = {each: size(each) for each in range(10, 100)}
    cell = max(each for each, (wide, high) in sizes.items() if wide <= right - left and high <= bottom - top)
    wide, high = sizes[cell]
    corner = round((left + right - wide) / 2), round((top + bottom - high) / 2)
    sheet(canvas, view.episode, view.sheets[0], *corner, cell)


def lights(view: MyCityView, move: MyCityMove) -> Lights:
    """The cells of a building, or the boxes of a pass."""
    if isinstance(move, Build):
        return (tuple([f"cell {cell}" for cell in move.cells]),)
    return (("pass boxes",),) if isinstance(move, Pass) else ()


STYLE = Style(
    key="my_city",
    accent=colours.ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    moment=moment,
    keepsake=keepsake,
    board=board,
    scenes=SCENES,
    examples=EXAMPLES,
    lights=lights,
    colours=(
        *(colours.MEADOW, colours.GRID, colours.FRAME, *colours.GROUNDS.values()),
        *(colours.PEAK, colours.STEP, colours.FIR, colours.LEAF, colours.TRUNK),
        *(colours.STONE, colours.STONE_LIGHT, colours.STONE_DARK, colours.RING, colours.WATER),
        *(colours.RIVER, colours.RIVER_EDGE, colours.BARK, colours.WOOD, colours.GOLD),
        *(colours.BANDIT, colours.SKIN, *colours.TYPES.values(), colours.STRIPE, colours.CROSS),
        *(colours.FORTRESS, colours.SAWMILL, colours.DIE, colours.SOCKET, colours.GOOD, colours.BAD),
        *(colours.DISC, *colours.STRIPED, *colours.VEILED),
    ),
)
