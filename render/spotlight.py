"""A picture with a light on what is spoken of."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PIL import Image

from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.pen import Pen
from render.theme import INK, NEWS, TABLE

_VEIL = 0.59
_RADIUS, _RING = 16, 7
Lights = tuple[tuple[str, ...], ...]
"""Names of places in the picture; each light holds all those that it names."""


def spotlit(drawing: Drawing, lights: Lights) -> Drawing:
    """The picture under a veil, but for these lights, each with a ring around it."""
    request = drawing.draw
    if not lights or not isinstance(request, RenderRequest):
        return drawing
    args = (request.paint, request.describe, lights, request.args)
    # Under the veil there are other colours than those that a game's files keep.
    lit = replace(request, game="", paint=_paint, describe=_describe, args=args)
    return Drawing((drawing.key, lights), lit)


def _paint(
    paint: Callable[..., Canvas], describe: Callable[..., str], lights: Lights, args: tuple[Any, ...]
) -> Canvas:
    canvas = paint(*args)
    image = canvas.image
    veiled = Image.blend(image, Image.new("RGB", image.size, TABLE), _VEIL)
    for names in lights:
        left, top, right, bottom = map(round, canvas.around(names))
        hole = Pen(right - left, bottom - top)
        hole.rounded((0, 0, right - left, bottom - top), _RADIUS, INK)
        veiled.paste(image.crop((left, top, right, bottom)), (left, top), hole.finish().getchannel("A"))
        veiled.paste(*_ring(left, top, right - left, bottom - top))
    image.paste(veiled)
    return canvas


def _ring(left: int, top: int, wide: int, high: int) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    edge = _RING + 4
    pen = Pen(wide + 2 * edge, high + 2 * edge)
    for inset, colour in ((0, INK), (2, NEWS), (_RING, INK), (_RING + 2, (0, 0, 0, 0))):
        box = (inset, inset, wide + 2 * edge - inset, high + 2 * edge - inset)
        pen.rounded(box, _RADIUS + edge - inset, colour)
    drawn = pen.finish()
    return drawn, (left - edge, top - edge), drawn


def _describe(
    paint: Callable[..., Canvas], describe: Callable[..., str], lights: Lights, args: tuple[Any, ...]
) -> str:
    return describe(*args)
