"""Moving pictures: what happened, a step a frame. GIF, since Discord shows animated PNG files as stills."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from functools import partial

from render import gif
from render.drawing import Drawing, Picture, Piece
from render.png import palette_place, size_of

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
    """A moving picture still to be made, once for each key: `work` yields one piece of work after the other,
    is sent what came of it, and returns the clip."""

    key: Hashable
    work: Callable[[], Generator[Piece, Picture | bytes, Clip]]


def film(name: str, frames: Sequence[Frame], alt: str) -> Film:
    """The film of some frames, at least one; all of them pictures of one game."""
    drawings = [frame.drawing for frame in frames]
    key = ("film", name, tuple(drawing.key for drawing in drawings), alt)
    return Film(key, lambda: _work(name, drawings, alt))


def steps(film: Film) -> Generator[Clip | None]:
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


def _work(name: str, drawings: Sequence[Drawing], alt: str) -> Generator[Piece, Picture | bytes, Clip]:
    stills: list[bytes] = []
    for drawing in drawings:
        drawn = yield drawing.draw
        assert isinstance(drawn, Picture)
        stills.append(drawn.png)
    frames = yield from _frames(stills)
    while sum(map(len, frames)) > HEAVIEST and len(stills) > 1:
        # Every second step tells the story too; the last one is always kept.
        stills = stills[::-2][::-1]
        frames = yield from _frames(stills)
    return Clip(name, gif.reel(frames, list(map(_palette, stills)), _size(stills)), alt)


def _frames(stills: Sequence[bytes]) -> Generator[Piece, Picture | bytes, list[bytes]]:
    size, before, frames = _size(stills), None, list[bytes]()
    for left, still in enumerate(stills, start=1 - len(stills)):
        blocks = yield partial(gif.frame, still, before, size, STEP if left else LAST)
        assert isinstance(blocks, bytes)
        frames.append(blocks)
        before = still
    return frames


def _palette(still: bytes) -> bytes:
    first, last = palette_place(still)
    return still[first:last]


def _size(stills: Sequence[bytes]) -> tuple[int, int]:
    widths, heights = zip(*map(size_of, stills), strict=True)
    return max(widths), max(heights)
