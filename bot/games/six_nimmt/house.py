"""The values that no rulebook gives us (rules 2.3.6), from `data/house.json`."""

from __future__ import annotations

import msgspec

from bot.games.data import load


class Range(msgspec.Struct, frozen=True):
    """A number that the host may set."""

    default: int
    low: int
    high: int
    usual: tuple[int, ...]


class House(msgspec.Struct, frozen=True):
    """All values of the house."""

    limit: Range
    rounds: Range


_HOUSE = load("six_nimmt", "house", House)
LIMIT = _HOUSE.limit
ROUNDS = _HOUSE.rounds
