"""What takes time that others need, or calls them, is limited by tokens; moves and answers never are."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.tables.policy import CHANNEL_RATE, LIMITED, PERSON_RATE
from bot.tables.rate_limit import TokenBuckets
from bot.text import stamp

if TYPE_CHECKING:
    from bot.app import App

PICTURE, FILM, HINT, POST, FILE, TABLE = 1, 4, 4, 4, 8, 8
"""What things cost, in tokens; a post is one that everybody in the channel reads."""


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
