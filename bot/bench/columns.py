"""Lines of cells for people to read."""

from __future__ import annotations

from collections.abc import Sequence


def in_columns(lines: Sequence[Sequence[str]]) -> str:
    """The lines with each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
