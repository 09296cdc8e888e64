"""The sign of each row of the score sheet, made of what it is about."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from render.my_city import colours, signs
from render.my_city.terrain import sign
from render.pen import Pen, kept, sprite
from render.theme import CARD, INK, LOSS

_PLAIN = {
    "trees": "tree",
    "rocks": "rock",
    "wells": "well",
    "woodland": "woodland",
    "bandits": "bandit",
    "gold_bags": "bag",
}
_ALL = {
    "gold_all_built": "gold",
    "all_trees_built": "tree",
    "all_rocks_built": "rock",
    "all_meadow_built": "",
    "first_plateau": "plateau",
    "first_woodland": "woodland",
    "first_gold": "gold",
}
"""Rows that are won when the last of something is built over."""


def row_sign(key: str, side: int) -> Image.Image:
    """The sign of a row, so many pixels wide and high."""
    if key in _PLAIN:
        return sign(_PLAIN[key], side)
    if key in _ALL:
        return kept(("all of a kind", key, side), lambda: _badged(key, side))
    return sprite(("row sign", key, side), side, side, lambda pen: _DRAWN[key](pen, side))


def _badged(key: str, side: int) -> Image.Image:
    """What has to be built over, with a tick, or a 1 where only the first one wins."""
    image = (sign(_ALL[key], side) if _ALL[key] else row_sign("empty_meadow", side)).copy()
    first = key.startswith("first_")

    def badge(pen: Pen) -> None:
        x, y, radius = side * 0.74, side * 0.74, side * 0.25
        pen.disc(x, y, radius + 1.5, CARD)
        pen.disc(x, y, radius, INK)
        if first:
            pen.rounded((x - side * 0.035, y - radius * 0.62, x + side * 0.035, y + radius * 0.62), 0, CARD)
            pen.line([(x - side * 0.09, y - radius * 0.3), (x, y - radius * 0.6)], side * 0.07, CARD)
        else:
            points = [
                (x - radius * 0.5, y),
                (x - radius * 0.1, y + radius * 0.4),
                (x + radius * 0.5, y - radius * 0.35),
            ]
            pen.line(points, radius * 0.28, CARD)

    image.alpha_composite(sprite(("badge", first, side), side, side, badge))
    return image


def _meadow(pen: Pen, side: int) -> None:
    pen.rounded((side * 0.1, side * 0.1, side * 0.9, side * 0.9), 2, colours.FRAME)
    pen.rounded((side * 0.17, side * 0.17, side * 0.83, side * 0.83), 0, colours.MEADOW)


def _groups(pen: Pen, side: int) -> None:
    for x, y, fill in ((0.3, 0.28, "residential"), (0.72, 0.5, "residential"), (0.3, 0.74, "residential")):
        half = 0.2 * side
        for grown, colour in ((0.05 * side, INK), (0.0, colours.TYPES[fill])):
            box = (
                x * side - half - grown,
                y * side - half - grown,
                x * side + half + grown,
                y * side + half + grown,
            )
            pen.rounded(box, 2, colour)


def _whole(pen: Pen, side: int) -> None:
    middle = side / 2
    for radius, colour in ((0.47, INK), (0.42, CARD)):
        pen.disc(middle, middle, radius * side, colour)
    for x, y in ((0.36, 0.36), (0.64, 0.36), (0.36, 0.64), (0.64, 0.64)):
        half = 0.125 * side
        box = (x * side - half, y * side - half, x * side + half, y * side + half)
        pen.rounded(box, 2, INK)
        pen.rounded((box[0] + 1.5, box[1] + 1.5, box[2] - 1.5, box[3] - 1.5), 1, colours.TYPES["residential"])


def _church(pen: Pen, side: int) -> None:
    pen.rounded((side * 0.08, side * 0.08, side * 0.92, side * 0.92), 5, INK)
    pen.rounded((side * 0.13, side * 0.13, side * 0.87, side * 0.87), 4, colours.CHURCH)
    signs.cross(pen, side / 2, side / 2, side)


def _box(pen: Pen, side: int, *, ticked: bool) -> None:
    pen.rounded((side * 0.12, side * 0.12, side * 0.88, side * 0.88), 6, INK)
    if not ticked:
        pen.rounded((side * 0.19, side * 0.19, side * 0.81, side * 0.81), 4, CARD)


def _passes(pen: Pen, side: int) -> None:
    _box(pen, side, ticked=True)
    pen.rounded((side * 0.3, side * 0.45, side * 0.7, side * 0.55), 1, CARD)


def _never(pen: Pen, side: int) -> None:
    _box(pen, side, ticked=False)
    pen.line([(side * 0.08, side * 0.92), (side * 0.92, side * 0.08)], side * 0.09, LOSS)


_DRAWN: dict[str, Callable[[Pen, int], None]] = {
    "empty_meadow": _meadow,
    "largest_groups": _groups,
    "complete_groups": _whole,
    "churches": _church,
    "passes": _passes,
    "never_passed": _never,
}
