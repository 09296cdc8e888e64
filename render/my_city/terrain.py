"""A printed sheet: grounds, signs, river, what was built before the first round; drawn once and kept."""

from __future__ import annotations

from PIL import Image

from bot.games.my_city.cells import COLUMNS, ROWS, cells_of, spot
from bot.games.my_city.city import CITY, EPISODES, Kind, Spot
from bot.games.my_city.layout import layout_of
from bot.games.my_city.shapes import Form
from render.my_city import colours, signs
from render.my_city.structures import margin, structure
from render.pen import Pen, Point, kept, sprite
from render.theme import Colour, mix

BORDER = 6
"""Pixels around the cells of the largest sheets; smaller ones have less."""


def border(cell: int) -> int:
    """How wide the frame of a sheet is."""
    return max(round(cell * BORDER / 78), 3)


def size(cell: int) -> tuple[int, int]:
    """How wide and high a sheet is, its frame included."""
    return COLUMNS * cell + 2 * border(cell), ROWS * cell + 2 * border(cell)


def terrain(episode: int, cell: int) -> Image.Image:
    """The printed sheet of an episode within its frame, without bandits."""
    return kept(("terrain", episode, cell), lambda: _printed(episode, cell))


def _printed(episode: int, cell: int) -> Image.Image:
    wide, high = size(cell)
    edge = border(cell)
    image = Image.new("RGB", (wide, high), colours.FRAME)
    image.paste(colours.GRID, (edge, edge, wide - edge, high - edge))
    for row, letters in enumerate(EPISODES[episode].grid):
        for column, letter in enumerate(letters):
            tile = ground(CITY.legend[letter], cell)
            image.paste(tile, (edge + column * cell, edge + row * cell), tile)
    line = river(EPISODES[episode].river_paths, cell, (wide, high), edge)
    image.paste(line, (0, 0), line)
    for kind, mask in layout_of(episode).printed:
        form, (top, left) = formed([spot(label) for label in cells_of(mask)])
        _stand(image, kind, form, edge + left * cell, edge + top * cell, cell)
    return image


def formed(spots: list[Spot]) -> tuple[Form, Spot]:
    """Cells as a form, and the corner from which it is counted."""
    top, left = min(row for row, _ in spots), min(column for _, column in spots)
    return tuple(sorted((row - top, column - left) for row, column in spots)), (top, left)


def _stand(image: Image.Image, kind: str, form: Form, left: int, top: int, cell: int) -> None:
    if kind == "sawmill":
        mark = sign("sawmill", cell)
        image.paste(mark, (left, top), mark)
        return
    built: Kind = "church" if kind == "church" else "fortress"
    around = margin(cell)
    body = structure(built, form, cell)
    image.paste(body, (left - around, top - around), body)


def ground(kind: str, cell: int) -> Image.Image:
    """One cell of a kind of terrain, with the line of the grid at its edges."""
    fill = colours.GROUNDS.get(kind, colours.MEADOW)
    closed = kind in ("mountain", "forest", "water")
    line: Colour = mix(fill, colours.PEAK, 0.16) if closed else mix(fill, colours.FRAME, 0.2)

    def paint(pen: Pen) -> None:
        thin = max(cell / 78, 0.75)
        pen.rounded((0, 0, cell, cell), 0, line)
        pen.rounded((thin, thin, cell - thin, cell - thin), 0, fill)
        if kind in signs.TERRAIN:
            signs.TERRAIN[kind](pen, cell / 2, cell / 2, cell)

    return sprite(("ground", kind, cell), cell, cell, paint)


def sign(name: str, side: int) -> Image.Image:
    """A sign of a sheet by itself."""

    def paint(pen: Pen) -> None:
        _SIGNS[name](pen, side / 2, side / 2, side)

    return sprite(("city sign", name, side), side, side, paint)


def river(paths: tuple[tuple[Spot, ...], ...], cell: int, room: tuple[int, int], edge: int) -> Image.Image:
    """The river along the corners of cells, `edge` pixels from the sides of an image of this size."""

    def paint(pen: Pen) -> None:
        for share, fill in ((0.27, colours.RIVER_EDGE), (0.2, colours.RIVER), (0.055, colours.RIVER_LIGHT)):
            for path in paths:
                points: list[Point] = [(edge + column * cell, edge + row * cell) for row, column in path]
                pen.line(points, share * cell, fill)
                for x, y in points:
                    pen.disc(x, y, share * cell / 2, fill)

    return sprite(("river", paths, cell, room, edge), *room, paint)


_SIGNS: dict[str, signs.Draw] = {
    **signs.TERRAIN,
    "bandit": signs.bandit,
    "enclosed": signs.enclosed,
    "sawmill": signs.sawmill,
    "fortress": signs.fortress,
    "church": signs.cross,
    "bag": signs.bag,
}
