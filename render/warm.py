"""Makes the first pictures as quick as the later ones."""

from __future__ import annotations

from render.games import keys, style
from render.png import encode


def warm() -> None:
    """Opens the fonts and builds palettes, layers and sprites; to be called in the render thread."""
    for key in keys():
        look = style(key)
        for canvas in look.samples():
            encode(canvas, look)
