"""Pictures of bots that run as processes, at which nobody looks: they come as late as if they were painted,
and take no processor's time. The renderer has tests of its own."""

import os
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from PIL import Image

from render import drawing
from render.canvas import Canvas
from render.png import size_of

LONG = 0.05
"""Seconds that it takes to paint one."""
PAINTING = "TESTS_PAINT"
"""Set in the environment of bots whose every picture is painted."""
kept: dict[str, bytes] = {}
"""By game: a picture that stands for others."""


def begin() -> None:
    """From now on this process sketches, unless it is told to paint."""
    if PAINTING not in os.environ:
        drawing._painted = sketched


def sketched(paint: Callable[[], Canvas], game: str) -> bytes:
    """A picture of the same game instead of this one, as late."""
    if game not in kept:
        kept[game] = blank(_paint(paint, game))
    else:
        time.sleep(LONG)
    return kept[game]


def blank(png: bytes) -> bytes:
    """A picture as large with nothing on it, and few bytes: it is sent and kept many thousand times."""
    file = BytesIO()
    Image.new("P", size_of(png)).save(file, "PNG")
    return file.getvalue()


_paint: Any = drawing._painted
