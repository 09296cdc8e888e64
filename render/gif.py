"""GIF files whose frames hold only what has changed: one palette for all, written a frame at a time."""

from __future__ import annotations

from PIL import GifImagePlugin, Image, ImageChops

_UNCHANGED = 255
"""The colour of the palette that lets the frame before show through."""
_COLOURS = 256
_UNTIL_DRAWN_OVER = 1
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_EQUAL = [255] + [0] * 255


class Reel:
    """A moving picture under way. Its frames are pictures of one game, which all have the same palette."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._palette: list[int] = []
        self._before: Image.Image | None = None
        self._frames: list[bytes] = []
        self.weight = 0
        """The bytes of all frames so far."""

    def add(self, picture: Image.Image, seconds: float) -> None:
        """One frame more; a smaller picture lies at the top, on the colour of its own lower corner."""
        palette = picture.getpalette() or []
        self._palette = max(self._palette, palette, key=len)
        if palette != self._palette[: len(palette)] or len(palette) > 3 * _UNCHANGED:
            raise ValueError("the frames of a moving picture need one palette of at most 255 colours")
        whole = self._whole(Image.frombytes("L", picture.size, picture.tobytes()))
        box, changed = self._changes(whole)
        self._before = whole
        blocks = GifImagePlugin.getdata(
            changed,
            box[:2],
            duration=round(seconds * 1000),
            transparency=_UNCHANGED,
            disposal=_UNTIL_DRAWN_OVER,
        )
        self._frames.append(b"".join(blocks))
        self.weight += len(self._frames[-1])

    def finish(self) -> bytes:
        """The file; it plays for ever."""
        width, height = (side.to_bytes(2, "little") for side in self._size)
        colours = bytes(self._palette).ljust(3 * _COLOURS, b"\0")
        head = b"GIF89a" + width + height + b"\xf7\x00\x00" + colours
        return b"".join((head, _FOR_EVER, *self._frames, b";"))

    def _whole(self, picture: Image.Image) -> Image.Image:
        if picture.size == self._size:
            return picture
        ground = picture.getpixel((0, picture.height - 1))
        whole = Image.new("L", self._size, ground)
        whole.paste(picture, (0, 0))
        return whole

    def _changes(self, whole: Image.Image) -> tuple[tuple[int, int, int, int], Image.Image]:
        """Where the frame differs from the one before, and that part of it; a frame can't be empty."""
        if self._before is None:
            return (0, 0, *whole.size), whole
        difference = ImageChops.difference(whole, self._before)
        box = difference.getbbox() or (0, 0, 1, 1)
        part = whole.crop(box)
        part.paste(_UNCHANGED, mask=difference.crop(box).point(_EQUAL))
        return box, part
