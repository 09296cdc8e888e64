"""Which of a bot's servers are whose: Discord's shards, and the range of them that one process serves."""

import re
from dataclasses import dataclass
from datetime import timedelta

LIFE = timedelta(seconds=30)
"""For so long a process looks after its shards since the last sign of life."""
FREED = "freed 0 0"
"""What all are told where a process gives them up."""
SHAPE = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shards:
    """A range of shards, and how many there are; written as `0-1/4`."""

    first: int
    last: int
    count: int

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def ids(self) -> list[int]:
        """Each of them."""
        return [*range(self.first, self.last + 1)]

    @property
    def whole(self) -> bool:
        """Whether these are all."""
        return len(self.ids) == self.count

    @property
    def share(self) -> float:
        """Which part these are of all."""
        return len(self.ids) / self.count

    @property
    def home(self) -> bool:
        """Whether what belongs to no server is looked after here, direct messages too: by shard 0."""
        return self.first == 0

    def has(self, guild: int | None) -> bool:
        """Whether a server is one of theirs."""
        return self.first <= ((guild or 0) >> 22) % self.count <= self.last

    def where(self, guild: str) -> str:
        """The same as a condition of SQL, of this column."""
        return f"(coalesce({guild}, 0) >> 22) % {self.count} BETWEEN {self.first} AND {self.last}"


WHOLE = Shards(0, 0, 1)
"""Where one process serves all."""


def shards(text: str) -> Shards | None:
    """What a person writes as `0-1/4`, or `0/2`; None if it can't be that."""
    found = SHAPE.fullmatch(text)
    if found is None:
        return None
    first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
    return Shards(first, last, count) if first <= last < count else None
