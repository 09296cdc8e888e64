"""Moving pictures: what happened, a step a frame. GIF, since Discord shows animated PNG files as stills."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from render.gif import Reel
from render.scene import Drawing

STEP, LAST = 1.4, 4.0
"""Seconds that a frame stands, and the last one."""
HEAVIEST = 8_000_000
"""Bytes of a file; whoever sees it may be on a phone."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of what happened."""

    drawing: Drawing
    text: str
    """The step in words, for a text with Markdown."""
    told: str
    """The same for an alt text."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A finished GIF with what it tells in words (at most 1000 characters)."""

    name: str
    gif: bytes
    alt: str

    @property
    def data(self) -> bytes:
        """What the file holds."""
        return self.gif


@dataclass(frozen=True, slots=True)
class Film:
    """A moving picture still to be made in the render thread, once for each key: `work` takes a short piece
    of the time at each step, and the last step brings the clip."""

    key: Hashable
    work: Callable[[], Iterator[Clip | None]]


def film(name: str, frames: Sequence[Frame], alt: str) -> Film:
    """The film of some frames, at least one; all of them pictures of one game."""
    drawings = [frame.drawing for frame in frames]
    key = ("film", name, tuple(drawing.key for drawing in drawings), alt)
    return Film(key, lambda: _work(name, drawings, alt))


def _work(name: str, drawings: Sequence[Drawing], alt: str) -> Generator[Clip | None]:
    stills: list[bytes] = []
    for drawing in drawings:
        stills.append(drawing.draw().png)
        yield None
    reel = yield from _wound(stills)
    while reel.weight > HEAVIEST and len(stills) > 1:
        # Every second step tells the story too; the last one is always kept.
        stills = stills[::-2][::-1]
        reel = yield from _wound(stills)
    yield Clip(name, reel.finish(), alt)


def _wound(stills: Sequence[bytes]) -> Generator[None, None, Reel]:
    reel = Reel(_size(stills))
    for left, still in enumerate(stills, start=1 - len(stills)):
        with Image.open(BytesIO(still)) as picture:
            reel.add(picture, STEP if left else LAST)
        yield None
    return reel


def _size(stills: Sequence[bytes]) -> tuple[int, int]:
    sizes: list[tuple[int, int]] = []
    for still in stills:
        with Image.open(BytesIO(still)) as picture:
            sizes.append(picture.size)
    return max(width for width, _ in sizes), max(height for _, height in sizes)
