"""The values that no rulebook gives us (rules 2.3.6), from `data/unsourced.json`."""

from __future__ import annotations

import msgspec

from bot.games.data import load


class Range(msgspec.Struct, frozen=True):
    """A number that the host may set."""

    default: int
    low: int
    high: int
    usual: tuple[int, ...]


class Defaults(msgspec.Struct, frozen=True):
    """All of them."""

    limit: Range
    rounds: Range


_DEFAULTS = load("six_nimmt", "unsourced", Defaults)
LIMIT = _DEFAULTS.limit
ROUNDS = _DEFAULTS.rounds
