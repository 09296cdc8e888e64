"""Moving pictures, a step a frame: GIF, since Discord shows animated PNG files as stills."""

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from math import inf

from PIL import GifImagePlugin, Image, ImageChops

from render.drawing import Drawing, Picture, Piece
from render.png import palette_place, size_of

STEP, LAST = 1.4, 4.0
"""Seconds that a frame stands, and the last one."""
HEAVIEST = 8_000_000
"""Bytes of a file; whoever sees it may be on a phone."""

_UNCHANGED = 255
"""The colour of the palette that lets the frame before show through."""
_COLOURS = 256
_UNTIL_DRAWN_OVER = 1
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_EQUAL = [255] + [0] * 255
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of what happened."""

    drawing: Drawing
    text: str
    """The step in words, for a text with Markdown."""
    told: str
    """The same for an alt text."""


@dataclass(frozen=True, slots=True)
class Film:
    """A moving picture still to be made: `work` yields pieces of work, is sent the results, returns it."""

    key: Hashable
    work: Callable[[], Generator[Piece, Picture | bytes, Picture]]


def film(name: str, frames: Sequence[Frame], alt: str, longest: float = inf) -> Film:
    """The film of some frames, at least one; all of them pictures of one game. Where it would take longer
    than so many seconds, each frame stands for less time."""
    drawings = [frame.drawing for frame in frames]
    key = ("film", name, tuple(drawing.key for drawing in drawings), alt, longest)
    step = min(STEP, (longest - LAST) / len(drawings))
    return Film(key, lambda: _work(name, drawings, alt, step))


def steps(film: Film) -> Generator[Picture | None]:
    """Makes the film here, piece by piece; the last step brings the clip."""
    work = film.work()
    try:
        piece = next(work)
        while True:
            found = piece()
            yield None
            piece = work.send(found)
    except StopIteration as end:
        yield end.value


def _work(
    name: str, drawings: Sequence[Drawing], alt: str, step: float
) -> Generator[Piece, Picture | bytes, Picture]:
    stills: list[bytes] = []
    for drawing in drawings:
        drawn = yield drawing.draw
        assert isinstance(drawn, Picture)
        stills.append(drawn.data)
    frames = yield from _frames(stills, step)
    while sum(map(len, frames)) > HEAVIEST and len(stills) > 1:
        # Every second step tells the story too; the last one is always kept.
        stills = stills[::-2][::-1]
        frames = yield from _frames(stills, step)
    places = [(still, palette_place(still)) for still in stills]
    return Picture(name, reel(frames, [still[slice(*place)] for still, place in places], _size(stills)), alt)


def _frames(stills: Sequence[bytes], step: float) -> Generator[Piece, Picture | bytes, list[bytes]]:
    size, before, frames = _size(stills), None, list[bytes]()
    for left, still in enumerate(stills, start=1 - len(stills)):
        blocks = yield partial(frame_blocks, still, before, size, step if left else LAST)
        assert isinstance(blocks, bytes)
        frames.append(blocks)
        before = still
    return frames


def _size(stills: Sequence[bytes]) -> tuple[int, int]:
    widths, heights = zip(*map(size_of, stills), strict=True)
    return max(widths), max(heights)


def frame_blocks(still: bytes, before: bytes | None, size: Size, seconds: float) -> bytes:
    """The blocks of one frame: what differs between a PNG file and the one before it."""
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
