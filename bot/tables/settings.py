"""What is set for a table whatever its game; kept with it, and taken along by a rematch."""

from __future__ import annotations

import msgspec


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A field for each setting; its default is what a new table begins with."""

    hints: bool = False
    """Whoever has to decide may ask what a strong computer would do."""


def encode(settings: TableSettings) -> bytes:
    """The settings as they are stored."""
    return msgspec.json.encode(settings)


def decode(data: bytes) -> TableSettings:
    """The settings from `encode`, of this or an older version: what it did not know has its default."""
    return msgspec.json.decode(data, type=TableSettings)
