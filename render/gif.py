"""GIF files whose frames hold only what has changed: one palette for all, written a frame at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

_UNCHANGED = 255
"""The colour of the palette that lets the frame before show through."""
_COLOURS = 256
_UNTIL_DRAWN_OVER = 1
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_EQUAL = [255] + [0] * 255
Size = tuple[int, int]


def frame(still: bytes, before: bytes | None, size: Size, seconds: float) -> bytes:
    """The blocks of one frame: what differs between a PNG file and the one before it. A smaller picture lies
    at the top, on the colour of its own lower corner."""
    box, changed = _changes(_whole(still, size), None if before is None else _whole(before, size))
    blocks = GifImagePlugin.getdata(
        changed,
        box[:2],
        duration=round(seconds * 1000),
        transparency=_UNCHANGED,
        disposal=_UNTIL_DRAWN_OVER,
    )
    return b"".join(blocks)


def reel(frames: Sequence[bytes], palettes: Sequence[bytes], size: Size) -> bytes:
    """The file of some frames, which plays for ever. The palettes are those of the pictures they show, which
    have the same colours as far as they go."""
    palette = max(palettes, key=len)
    if len(palette) > 3 * _UNCHANGED or not all(palette.startswith(one) for one in palettes):
        raise ValueError("the frames of a moving picture need one palette of at most 255 colours")
    width, height = (side.to_bytes(2, "little") for side in size)
    head = b"GIF89a" + width + height + b"\xf7\x00\x00" + palette.ljust(3 * _COLOURS, b"\0")
    return b"".join((head, _FOR_EVER, *frames, b";"))


@lru_cache(maxsize=2)
def _whole(still: bytes, size: Size) -> Image.Image:
    """The colours by their numbers; kept, since every picture but the last one is compared twice."""
    with Image.open(BytesIO(still)) as picture:
        plain = Image.frombytes("L", picture.size, picture.tobytes())
    if plain.size == size:
        return plain
    whole = Image.new("L", size, plain.getpixel((0, plain.height - 1)))
    whole.paste(plain, (0, 0))
    return whole


def _changes(whole: Image.Image, before: Image.Image | None) -> tuple[tuple[int, int, int, int], Image.Image]:
    """Where the frame differs from the one before, and that part of it; a frame can't be empty."""
    if before is None:
        return (0, 0, *whole.size), whole
    difference = ImageChops.difference(whole, before)
    box = difference.getbbox() or (0, 0, 1, 1)
    part = whole.crop(box)
    part.paste(_UNCHANGED, mask=difference.crop(box).point(_EQUAL))
    return box, part
