"""The numbers of sections 1, 6 and 7 that do not depend on the map, from `data/rules.json`."""

from __future__ import annotations

import msgspec

from bot.games.data import load


class Defaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how many the game is, how long it is for each number of players, the usual largest territory."""

    players: tuple[int, int]
    rounds: dict[str, int]
    territory_size_cap: int


DEFAULTS = load("noerdlingen", "rules", Defaults)
SEATS = DEFAULTS.players
"""How many can play, at least and at most."""


def rounds_for(seats: int) -> int:
    """How many rounds a game of so many players has."""
    return DEFAULTS.rounds[str(seats)]
