"""The values that no rulebook gives us (rules 2.3.6), from `data/house.json`."""

from __future__ import annotations

from importlib.resources import files

import msgspec


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


_HOUSE = msgspec.json.decode(
    files("bot.games.six_nimmt").joinpath("data/house.json").read_bytes(), type=House
)
LIMIT = _HOUSE.limit
ROUNDS = _HOUSE.rounds
