"""Plays City of Nördlingen through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

from typing import Any

import pytest
from panel_evening import PanelEvening, action_of, begin_game, begin_position
from simulated import World

from bot.discord.move_codec import move_at
from bot.discord.steps import parsed
from bot.games.noerdlingen.moves import Choose, NoerdlingenState, NoerdlingenView
from bot.games.noerdlingen.preview import ways
from bot.games.registry import game

GROUP = "noerdlingen"
RULES = game("noerdlingen")


class NoerdlingenEvening(PanelEvening[NoerdlingenState]):
    """One table of City of Nördlingen."""

    key, group = "noerdlingen", GROUP
    sense = 0.8
    """How often a press is one that leads to the end of the turn, not any at random."""
    prudent = False
    """Whether the number with the most ways is chosen, so that the player stays in the game."""

    def values(self, item: Any, state: NoerdlingenState) -> list[str]:
        """What is chosen in a menu: any line, or of numbers the one with the most ways."""
        if not self.prudent or state.phase != "choose":
            return super().values(item, state)
        could = ways(self.rules.view(state, None), state.active)
        moves = {
            option["value"]: move_at(self.rules, parsed(option["value"])[1]) for option in item["options"]
        }
        found = {value: could[move.number] for value, move in moves.items() if isinstance(move, Choose)}
        return [max(found, key=lambda value: found[value])]

    async def view(self) -> NoerdlingenView:
        """What everybody may know now."""
        return self.rules.view(await self.position(), None)

    def chosen(self, items: list[Any], state: NoerdlingenState) -> Any:
        """Mostly what leads to the end of the turn: **Confirm**, else the last menu."""
        anything = super().chosen(items, state)
        wanted = [item for item in items if action_of(item) in (f"{GROUP}.menu", f"{GROUP}.confirm")]
        return wanted[-1] if wanted and self.rng.random() < self.sense else anything


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
