"""PNG files in a few fixed colours a game: small, quick to write, the same every time."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image

from render.canvas import Canvas
from render.games import Style, style
from render.theme import BASIC, SEATS, WHITE, Colour, fade, mix, tint

_LEVEL = 4
_COARSE = 0xFC
_CLOSE = 8
_BLENDS = 56
"""Shades for smooth edges: more look no better and make the files larger."""


def encode(canvas: Canvas, look: Style) -> bytes:
    """The finished picture as a PNG file."""
    frame = canvas.finish().quantize(palette=_palette(look.key), dither=Image.Dither.NONE)
    out = BytesIO()
    frame.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()


def flat_colours(look: Style) -> list[Colour]:
    """The colours of the theme and of the game that a picture must show as they are."""
    seats = range(len(SEATS))
    bar = [mix(look.accent, WHITE, share) for share in (0.45, 0.88)]
    wanted = [*BASIC, *SEATS, *map(tint, seats), *map(fade, seats), look.accent, *bar, *look.colours]
    return list(dict.fromkeys(wanted))


@cache
def _palette(key: str) -> Image.Image:
    look = style(key)
    flat = flat_colours(look)
    blends = [blend for blend in _blends(look, _BLENDS) if not any(_near(blend, one) for one in flat)]
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in [*flat, *blends] for value in colour])
    return image


def _near(blend: Colour, flat: Colour) -> bool:
    # A blend so close to a flat colour would be taken for it, since the search is coarse.
    return all(abs(a - b) <= _CLOSE for a, b in zip(blend, flat, strict=True))


def _blends(look: Style, count: int) -> list[Colour]:
    # What the smooth edges of the samples need most: every colour counts, however large its area.
    seen: dict[Colour, None] = {}
    for canvas in look.samples():
        for _, colour in canvas.image.getcolors(1 << 17) or ():
            if isinstance(colour, tuple):
                seen[colour[0] & _COARSE, colour[1] & _COARSE, colour[2] & _COARSE] = None
    sheet = Image.frombytes("RGB", (len(seen), 1), bytes(value for colour in seen for value in colour))
    found = sheet.quantize(count, Image.Quantize.MEDIANCUT).getpalette() or []
    return [(found[i], found[i + 1], found[i + 2]) for i in range(0, len(found), 3)]
