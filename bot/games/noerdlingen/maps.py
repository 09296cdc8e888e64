"""The maps there are: a file in `data/` each, checked when it is first asked for."""

from __future__ import annotations

from functools import cache

from bot.games.data import load
from bot.games.noerdlingen.survey import survey
from bot.games.noerdlingen.town import Town, TownFile

MAP = "town"
"""The one map there is. With a second file it becomes an option of the game."""


@cache
def town(name: str) -> Town:
    """The map of this name; `ValueError` with the reason if it contradicts itself."""
    return survey(load("noerdlingen", name, TownFile))


def the_town() -> Town:
    """The map that is played on."""
    return town(MAP)
