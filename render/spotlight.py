"""A picture with a light on what is spoken of, and an arrow from what is used to where it goes."""

from collections.abc import Callable
from dataclasses import replace
from math import atan2, cos, hypot, sin
from typing import Any

from PIL import Image

from render import fonts
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.games import Lights
from render.pen import Pen, Point, grow
from render.theme import INK, LOSS, NEWS, TABLE, TITLE, WHITE, Box, Colour

_VEIL = 0.59
_RADIUS, _RING = 16, 7
_EDGE = _RING + 4
_LINE = 13, 8.5
"""How wide an arrow is, with its edge and without."""
_HEAD = 40
_TIP = [(0.0, 0.0), (-_HEAD, 19.0), (-_HEAD, -19.0)]
"""Its head, as it points to the right."""
_BEND = 0.22
"""How far it bends aside, as a share of its length."""


def spotlit(
    drawing: Drawing,
    lights: Lights,
    *,
    arrow: bool = False,
    other: Lights = (),
    tags: tuple[str, str] = ("", ""),
) -> Drawing:
    """The picture under a veil, but for those of these lights that are in it, each within a ring; with
    an `arrow` from the first of them to the second. With `tags`, words for them and for what the `other` ones
    show, which was not so good, each at the first of its rings."""
    request = drawing.draw
    if not (lights or other) or not isinstance(request, RenderRequest):
        return drawing
    other = tuple([names for names in other if names not in lights])
    args = (request.paint, request.describe, lights, arrow, other, tags, request.args)
    # Under the veil there are other colours than those that a game's files keep.
    lit = replace(request, game="", paint=_paint, describe=_describe, args=args)
    return Drawing((drawing.key, lights, arrow, other, tags), lit)


def _paint(
    paint: Callable[..., Canvas],
    describe: Callable[..., str],
    lights: Lights,
    arrow: bool,
    other: Lights,
    tags: tuple[str, str],
    args: tuple[Any, ...],
) -> Canvas:
    canvas = paint(*args)
    image, there = canvas.image, {one.text for one in canvas.placed if one.kind == "place"}
    boxes, worse = (
        [canvas.around(names) for names in each if there.intersection(names)] for each in (lights, other)
    )
    if not boxes and not worse:
        return canvas
    veiled = Image.blend(image, Image.new("RGB", image.size, TABLE), _VEIL)
    for box in (*worse, *boxes):
        left, top, right, bottom = map(round, box)
        hole = Pen(right - left, bottom - top, stencil=True)
        hole.rounded((0, 0, right - left, bottom - top), _RADIUS, INK)
        veiled.paste(image.crop((left, top, right, bottom)), (left, top), hole.finish())
        colour = NEWS if box in boxes else LOSS
        veiled.paste(*_ring(left, top, right - left, bottom - top, colour))
    image.paste(veiled)
    if arrow and len(boxes) > 1:
        _arrow(canvas, boxes[0], boxes[1])
    _tagged(canvas, (worse, boxes), tags)
    return canvas


def _tagged(canvas: Canvas, found: tuple[list[Box], list[Box]], tags: tuple[str, str]) -> None:
    """Words above the first ring of each kind, below it where there is no room or the other ones stand."""
    taken = list[Box]()
    for boxes, tag, fill, ink in zip(found, reversed(tags), (LOSS, NEWS), (WHITE, INK), strict=True):
        if not boxes or not tag:
            continue
        left, top, right, bottom = boxes[0]
        half = fonts.width(tag, TITLE, True) / 2 + 18
        x = min(max((left + right) / 2, half + 8), canvas.image.width - half - 8)
        ys = [y for y in (top - _EDGE - 18, bottom + _EDGE + 18) if 30 < y < canvas.height - 30] or [top + 30]
        free = [y for y in ys if all(abs(y - box[1]) > 60 or abs(x - box[0]) > 2 * half for box in taken)]
        y = (free or ys)[0]
        taken.append((x, y, x, y))
        canvas.pill(x, y, tag, TITLE, fill, ink, height=50, padding=16)


def _ring(
    left: int, top: int, wide: int, high: int, colour: Colour
) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    pen = Pen(wide + 2 * _EDGE, high + 2 * _EDGE)
    for inset, band in ((0, INK), (2, colour), (_RING, INK), (_RING + 2, (0, 0, 0, 0))):
        box = (inset, inset, wide + 2 * _EDGE - inset, high + 2 * _EDGE - inset)
        pen.rounded(box, _RADIUS + _EDGE - inset, band)
    drawn = pen.finish()
    return drawn, (left - _EDGE, top - _EDGE), drawn


def _arrow(canvas: Canvas, one: Box, other: Box) -> None:
    """From the edge of one box to that of the other, bent aside; none where they nearly touch."""
    start, end = _leaving(one, other), _leaving(other, one)
    wide, high = end[0] - start[0], end[1] - start[1]
    if hypot(wide, high) < 2 * _HEAD:
        return
    aside = -1 if wide < 0 else 1
    bent = (start[0] + end[0]) / 2 + high * _BEND * -aside, (start[1] + end[1]) / 2 + wide * _BEND * aside
    xs, ys = zip(start, bent, end, strict=True)
    corner, room = (min(xs) - _HEAD, min(ys) - _HEAD), 2 * _HEAD
    size = round(max(xs) - min(xs) + room), round(max(ys) - min(ys) + room)
    start, bent, end = [(x - corner[0], y - corner[1]) for x, y in (start, bent, end)]
    turn = atan2(end[1] - bent[1], end[0] - bent[0])
    neck = end[0] - 0.8 * _HEAD * cos(turn), end[1] - 0.8 * _HEAD * sin(turn)
    head = [(end[0] + x * cos(turn) - y * sin(turn), end[1] + x * sin(turn) + y * cos(turn)) for x, y in _TIP]
    pen = Pen(*size)
    for width, colour in ((_LINE[0], INK), (_LINE[1], NEWS)):
        pen.stroke(_bow(start, bent, neck), width, colour)
        pen.polygon(grow(head, (width - _LINE[1]) / 2), colour)
    canvas.stamp(pen.finish(), corner[0] + size[0] / 2, corner[1] + size[1] / 2)


def _bow(start: Point, bent: Point, end: Point) -> list[Point]:
    """A curve that leaves and arrives in the direction of a third point."""
    shares = [step / 24 for step in range(25)]
    return [
        (
            (1 - at) ** 2 * start[0] + 2 * at * (1 - at) * bent[0] + at**2 * end[0],
            (1 - at) ** 2 * start[1] + 2 * at * (1 - at) * bent[1] + at**2 * end[1],
        )
        for at in shares
    ]


def _leaving(box: Box, other: Box) -> Point:
    """Where the line between the middles of two boxes leaves the ring of the first one."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, high = (other[0] + other[2]) / 2 - x, (other[1] + other[3]) / 2 - y
    across = ((right - left) / 2 + _EDGE + 6) / abs(wide) if wide else float("inf")
    down = ((bottom - top) / 2 + _EDGE + 6) / abs(high) if high else float("inf")
    share = min(across, down, 0.5)
    return x + wide * share, y + high * share


def _describe(
    paint: Callable[..., Canvas],
    describe: Callable[..., str],
    lights: Lights,
    arrow: bool,
    other: Lights,
    tags: tuple[str, str],
    args: tuple[Any, ...],
) -> str:
    return describe(*args)
