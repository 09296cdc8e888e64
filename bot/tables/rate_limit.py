"""How much a person may ask for at once: a bucket of tokens each, which fills up again with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Rate:
    """So many tokens at once, and one more after each span of time."""

    at_once: int
    again: timedelta


class TokenBuckets:
    """The buckets of all who ask, in memory: one that was not used for long is full."""

    def __init__(self, rate: Rate, most: int, *, now: Callable[[], datetime]) -> None:
        self._rate = rate
        self._most = most
        self._now = now
        self._full_at: OrderedDict[Hashable, datetime] = OrderedDict()
        """When each bucket is full again."""

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, who: Hashable, tokens: int) -> timedelta:
        """How long it takes until there are so many tokens; nothing where they are there."""
        return max(self._after(who, tokens) - self._rate.at_once * self._rate.again, timedelta(0))

    def take(self, who: Hashable, tokens: int) -> None:
        """Takes tokens that are there."""
        self._full_at[who] = self._now() + self._after(who, tokens)
        self._full_at.move_to_end(who)
        if len(self._full_at) > self._most:
            self._full_at.popitem(last=False)

    def _after(self, who: Hashable, tokens: int) -> timedelta:
        """How long the bucket would take to be full again after so many tokens, whatever the clock does."""
        now, empty = self._now(), self._rate.at_once * self._rate.again
        if self._full_at.get(who, now) > now + empty:
            self._full_at[who] = now + empty
        missing = max(self._full_at.get(who, now) - now, timedelta(0))
        return missing + tokens * self._rate.again
