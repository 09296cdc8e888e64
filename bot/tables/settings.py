"""What is set for a table whatever its game; kept with it, and taken along by a rematch."""

from __future__ import annotations

from datetime import timedelta

import msgspec

DEADLINES = (0, 1, 2, 4, 8, 12, 24, 48, 72, 120, 168)
"""The deadlines that can be chosen, in hours."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A field for each setting; its default is what a new table begins with."""

    hints: bool = False
    """Whoever has to decide may ask what a strong computer would do."""
    deadline: int = 0
    """Hours that each decision has; 0 where it takes as long as it takes."""

    @property
    def limit(self) -> timedelta | None:
        """The time that each decision has, None where there is no deadline."""
        return timedelta(hours=self.deadline) if self.deadline else None


def encode(settings: TableSettings) -> bytes:
    """The settings as they are stored."""
    return msgspec.json.encode(settings)


def decode(data: bytes) -> TableSettings:
    """The settings from `encode`, of this or an older version: what it did not know has its default."""
    return msgspec.json.decode(data, type=TableSettings)
