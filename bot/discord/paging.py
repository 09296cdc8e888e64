"""Pages that are turned: which of them a menu offers when there are too many for it."""

from __future__ import annotations

MENU = 25
"""Entries of a menu, at most."""


def window(at: int, count: int, size: int = MENU) -> range:
    """The numbers of up to `size` pages round page `at` of `count`."""
    first = min(max(at - size // 2, 0), max(count - size, 0))
    return range(first, min(first + size, count))
