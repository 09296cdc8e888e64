"""My City: Roll & Build in the header, in the lobby, and the colours its pictures live on."""

from __future__ import annotations

from render.canvas import Canvas
from render.games import Style
from render.my_city import colours
from render.my_city.row_signs import row_sign
from render.my_city.still import still
from render.pen import Pen, Point, sprite
from render.shades import kept
from render.theme import WHITE


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


STYLE = Style(
    key="my_city",
    accent=colours.ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    colours=(
        *(colours.MEADOW, colours.GRID, colours.FRAME, *colours.GROUNDS.values()),
        *(colours.PEAK, colours.STEP, colours.FIR, colours.LEAF, colours.TRUNK),
        *(colours.STONE, colours.STONE_LIGHT, colours.STONE_DARK, colours.RING, colours.WATER),
        *(colours.RIVER, colours.RIVER_EDGE, colours.BARK, colours.WOOD, colours.GOLD),
        *(colours.BANDIT, colours.SKIN, *colours.TYPES.values(), colours.STRIPE, colours.CROSS),
        *(colours.FORTRESS, colours.SAWMILL, colours.DIE, colours.SOCKET, colours.GOOD, colours.BAD),
        *(colours.DISC, *colours.STRIPED, *colours.VEILED),
    ),
    shades=kept("my_city"),
)
