"""Thurn and Taxis in the header, in the lobby, and the colours its pictures live on."""

from __future__ import annotations

from collections.abc import Iterator

from render.canvas import Canvas
from render.games import Style
from render.pen import Pen, sprite
from render.theme import PAPER, WHITE, Box, mix
from render.thurn_and_taxis.colours import ACCENT, BED, COAST, LOST, OUTSIDE, REGIONS, ROAD, SHORE
from render.thurn_and_taxis.signs import horn

_DISC = mix(PAPER, ACCENT, 0.1)


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A post horn in a white disc."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)

    canvas.stamp(sprite("taxis emblem", 46, 46, paint), x, y)
    canvas.stamp(horn(30), x + 1, y + 1)


def still(canvas: Canvas, box: Box) -> None:
    """A coach on its road between houses."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    radius = min(right - left, bottom - top) / 2

    def disc(pen: Pen) -> None:
        pen.disc(radius, radius, radius, _DISC)

    canvas.stamp(sprite(("disc", radius), 2 * radius, 2 * radius, disc), x, y)


def _samples() -> Iterator[Canvas]:
    from render.thurn_and_taxis.samples import samples

    return samples()


STYLE = Style(
    key="thurn_and_taxis",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    colours=(*REGIONS.values(), OUTSIDE, COAST, SHORE, ROAD, BED, LOST, _DISC),
    samples=_samples,
)
