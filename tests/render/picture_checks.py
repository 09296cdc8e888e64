"""What must hold of every picture of every game: measured on the record of its canvas."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from importlib import import_module
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
from PIL import Image

import render
from render import canvas, pen
from render.canvas import Canvas, Placed
from render.drawing import Drawing, RenderRequest
from render.seats import shown_as
from render.theme import HINT, NEWS, SENTENCES, SIZES, TITLE, WIDTH, Box, Colour
from render.thurn_and_taxis import own_map

PHONE = {
    "my_city-sheet.png": (2400, TITLE),
    "noria-half.png": (1400, TITLE),
    "noria-wheel.png": (1850, TITLE),
    "noria-forecast.png": (1850, TITLE),
    "noria-chambers.png": (1850, TITLE),
}
"""Panels that one person sees on a phone, a third as large: how high they may be, and their smallest text."""


def canvas_of(drawing: Drawing) -> Canvas:
    """The canvas of a picture, with the record of what lies where."""
    request = drawing.draw
    assert isinstance(request, RenderRequest)
    with shown_as(request.icons):
        return request.paint(*request.args)


def alt_of(drawing: Drawing) -> str:
    """What a picture shows in words, without the picture."""
    request = drawing.draw
    assert isinstance(request, RenderRequest)
    return request.describe(*request.args)


class Unpainted(Image.Image):
    """A sheet that stays empty."""

    def paste(self, *args: Any, **more: Any) -> None:
        """Nothing."""

    def copy(self) -> Unpainted:
        """The same."""
        return self

    def resize(self, *args: Any, **more: Any) -> Unpainted:
        """The same."""
        return self

    def convert(self, *args: Any, **more: Any) -> Unpainted:
        """The same."""
        return self


# What is imported while the pen is dry would keep it; the preload of workers draws, and keeps SIGTERM out.
for module in walk_packages(render.__path__, "render."):
    if module.name != "render.preload":
        import_module(module.name)


class DryPen(pen.Pen):
    """A pen without ink: its sprites have the size that they would have."""

    def __init__(self, width: float, height: float, *ground: Colour | None, stencil: bool = False) -> None:
        super().__init__(1, 1, *ground, stencil=stencil)
        self._size = round(width), round(height)

    def finish(self) -> Image.Image:
        return super().finish().resize(self._size)


def blank(self: Canvas, height: int, *, image: Any = None, placed: tuple[Placed, ...] = ()) -> None:
    self.image, self.height, self.placed = Unpainted(), height, list(placed)


def sheet(mode: str, size: tuple[int, int], *colour: Any) -> Image.Image:
    """A sheet for letters, which are measured; what is laid on a canvas need not be there."""
    return Image.new(mode, size, *colour) if mode == "L" else Unpainted()


DRY = (
    patch.object(Canvas, "__init__", blank),
    patch.object(canvas, "Image", SimpleNamespace(new=sheet, Transpose=Image.Transpose)),
    patch.object(canvas, "_paper", lambda *look: []),
    patch.object(canvas, "_LAYERS", pen.Bounded[Canvas](4 << 20, lambda kept: 1)),
    patch.object(
        pen, "_SPRITES", pen.Bounded[Image.Image](1 << 24, lambda image: image.width * image.height)
    ),
    patch.object(pen, "_FRAMED", SimpleNamespace(get=lambda *sprite: [])),
    patch.object(pen, "Pen", DryPen),
    patch.object(own_map, "Pen", DryPen),
    patch.object(own_map, "_LANDS", pen.Bounded[Image.Image](1 << 24, pen.weight)),
    patch.object(own_map, "veiled", lambda left, top, wide, high, zoom: Image.new("RGB", (wide, high))),
)
"""To lay out takes a small part of the time that it takes to paint."""


def record_of(drawing: Drawing) -> Canvas:
    with ExitStack() as stack:
        for each in DRY:
            stack.enter_context(each)
        return canvas_of(drawing)


def texts(drawing: Drawing) -> list[str]:
    return [one.text for one in record_of(drawing).placed if one.kind == "text"]


def sizes(drawing: Drawing, left: float = 0) -> dict[str, int]:
    """Each text of a picture, from somewhere on, with the largest size in which it is written."""
    written = [one for one in record_of(drawing).placed if one.kind == "text" and one.box[0] >= left]
    return {one.text: one.size for one in sorted(written, key=lambda one: one.size)}


def count(image: Image.Image, wanted: Colour) -> int:
    red, green, blue = wanted
    pixels = np.frombuffer(image.tobytes("raw", "RGBX"), "<u4") & 0xFFFFFF
    return int(np.count_nonzero(pixels == red + (green << 8) + (blue << 16)))


def amber(drawing: Drawing) -> int:
    return count(canvas_of(drawing).image, NEWS)


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(inner: Box, outer: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def holders(text: Placed, placed: Iterable[Placed]) -> list[Box]:
    """The boxes that hold the middle of a text, the smallest first."""
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    boxes = [one.box for one in placed if one.kind == "box"]
    found = [box for box in boxes if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    return sorted(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))


def check_texts(canvas: Canvas) -> list[Placed]:
    """No text leaves the picture or its box, and none meets another one."""
    found = [one for one in canvas.placed if one.kind == "text"]
    assert found
    boxes = [one for one in canvas.placed if one.kind == "box"]
    for text in found:
        assert text.size in (*SIZES, *SENTENCES), text
        outer = [*holders(text, boxes)[:1], (8, 0, WIDTH - 8, canvas.height)]
        assert all(inside(text.box, box) for box in outer), (text, outer)
    downwards = sorted(found, key=lambda one: one.box[1])
    for place, one in enumerate(downwards):
        for other in downwards[place + 1 :]:
            if other.box[1] >= one.box[3]:
                break  # from here on all lie below it
            assert not overlap(one.box, other.box), (one, other)
    return found


def check(drawing: Drawing, *, marks: bool = True) -> Canvas:
    """All that must hold of any picture; late in some games `marks` may touch a text. Gives its record."""
    canvas = record_of(drawing)
    shunned = [one.box for one in canvas.placed if one.kind == "mark" and marks]
    for text in check_texts(canvas):
        left, top, right, bottom = text.box
        core = left + 4, top + 2, right - 4, bottom - 2
        assert not [mark for mark in shunned if overlap(core, mark)], text
    later: list[Box] = []
    for one in reversed(canvas.placed):
        if one.kind == "box":
            later.append(one.box)
        assert one.kind != "text" or not [box for box in later if overlap(one.box, box)], one
    assert isinstance(drawing.draw, RenderRequest)
    most, least = PHONE.get(drawing.draw.name, (1200, HINT))
    lowest = 300 if drawing.draw.name.endswith(("-rows.png", "-question.png")) else 700
    assert lowest <= canvas.height <= most
    assert not [text for text in canvas.placed if text.kind == "text" and text.size < least]
    assert "!." not in alt_of(drawing), "a name may end in an exclamation mark"
    return canvas
