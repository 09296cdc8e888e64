"""What takes time that others need, or calls them, is limited by tokens; moves and answers never are."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.discord import App
from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.text import stamp

PICTURE, FILM, HINT, POST, FILE, TABLE = 1, 4, 4, 4, 8, 8
"""What things cost, in tokens; a post is one that everybody in the channel reads."""


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


PERSON_RATE = Rate(40, timedelta(seconds=2))
"""Pictures that one person may ask for at once, and how soon there is another one; what takes longer counts
for several."""

CHANNEL_RATE = Rate(120, timedelta(seconds=0.5))
"""The same for all in one channel."""

LIMITED = 10_000
"""People, and channels, of whom it is remembered what they have asked for."""


class RateLimit:
    """What people and channels may still ask for."""

    def __init__(self, app: App) -> None:
        self._people = TokenBuckets(PERSON_RATE, LIMITED, now=app.now)
        self._channels = TokenBuckets(CHANNEL_RATE, LIMITED, now=app.now)
        self._app = app

    def spend(self, person: int, channel: int, tokens: int) -> None:
        """Takes the tokens from both, or from neither. Refusals: cool_down {when}, cool_down_here {when}."""
        for buckets, who, code in (
            (self._people, person, "cool_down"),
            (self._channels, channel, "cool_down_here"),
        ):
            wait = buckets.wait(who, tokens)
            if wait:
                raise Refusal(code, when=stamp(self._app.now() + wait + timedelta(seconds=1)))
        self._people.take(person, tokens)
        self._channels.take(channel, tokens)


def spend(call: Call, tokens: int) -> None:
    """Takes what something costs. Refusals: cool_down {when}, cool_down_here {when}."""
    if call.app.limited:
        call.app.rate_limit.spend(call.person.id, call.channel, tokens)
