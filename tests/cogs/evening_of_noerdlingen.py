"""Plays City of Nördlingen through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

from typing import Any

import pytest
from panel_evening import PanelEvening, action_of, begin_game, begin_position
from simulated import World

from bot.games.noerdlingen.preview import ways
from bot.games.noerdlingen.state import NoerdlingenState
from bot.games.noerdlingen.view import NoerdlingenView
from bot.games.registry import game

GROUP = "noerdlingen"
RULES = game("noerdlingen")
AT_LAST = ("confirm", "way", "soldier", "crossing", "column", "choose")
"""What leads to the end of a game, the control that ends a turn first."""


class NoerdlingenEvening(PanelEvening[NoerdlingenState]):
    """One table of City of Nördlingen."""

    key, group = "noerdlingen", GROUP
    sense = 0.8
    """How often a press is one that leads to the end of the turn, not any at random."""
    prudent = False
    """Whether the number with the most ways is chosen, so that the player stays in the game."""

    def values(self, item: Any, state: NoerdlingenState) -> list[str]:
        """What is chosen in a menu: any line, or of numbers the one with the most ways."""
        lines = super().values(item, state)
        if not self.prudent or action_of(item) != f"{GROUP}.choose":
            return lines
        could = ways(self.rules.view(state, None), state.active)
        return [max((option["value"] for option in item["options"]), key=lambda number: could[int(number)])]

    async def view(self) -> NoerdlingenView:
        """What everybody may know now."""
        return self.rules.view(await self.position(), None)

    def chosen(self, items: list[Any], state: NoerdlingenState) -> Any:
        """Mostly what leads to the end of the turn."""
        anything = super().chosen(items, state)
        found = {action_of(item).partition(".")[2]: item for item in items}
        wanted = next((found[name] for name in AT_LAST if name in found), None)
        return wanted if wanted is not None and self.rng.random() < self.sense else anything


async def begin(
    world: World, count: int = 3, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> NoerdlingenEvening:
    """A game that has just begun, on a day that is known."""
    given = {"date": "0519", **options}
    return await begin_game(NoerdlingenEvening, world, count, seed=seed, locale=locale, **given)


async def begin_with(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    state: NoerdlingenState,
    *,
    locale: str = "en-US",
    seed: int = 0,
) -> NoerdlingenEvening:
    """A game that begins with this position; it does so again whenever its log is replayed."""
    return await begin_position(NoerdlingenEvening, world, monkeypatch, state, locale=locale, seed=seed)
