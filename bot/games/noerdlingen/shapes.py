"""The ways in which a border may be drawn (section 3), as strings of the steps R, D, L, U."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

_TURNED = str.maketrans("RDLU", "DLUR")
_OPPOSITE = str.maketrans("RDLU", "LURD")
_MIRRORED = str.maketrans("RL", "LR")


@cache
def orientations(shape: str, *, mirror: bool, either_end: bool) -> tuple[str, ...]:
    """All step strings of a shape, in alphabetical order: four rotations and, where allowed, walked from the
    other end and as the mirror image."""
    bases = {shape}
    if mirror:
        bases |= {base.translate(_MIRRORED) for base in bases}
    if either_end:
        bases |= {base[::-1].translate(_OPPOSITE) for base in bases}
    return tuple(sorted({turned for base in bases for turned in _rotations(base)}))


def _rotations(shape: str) -> Iterator[str]:
    for _ in range(4):
        yield shape
        shape = shape.translate(_TURNED)
