"""Plays Thurn and Taxis through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

from typing import Any

import pytest
from panel_evening import PanelEvening, action_of, actions_in, begin_game, begin_position
from simulated import World

from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.rows import sides
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.view import TaxisView
from tests.games.thurn_and_taxis import positions

RULES = game("thurn_and_taxis")


class TaxisEvening(PanelEvening[TaxisState]):
    """One table of Thurn and Taxis."""

    key, group = "thurn_and_taxis", "taxis"
    sense = 0.9
    """How often a press is one that leads to the end of the game, not any at random."""

    async def view(self, seat: Seat | None = None) -> TaxisView:
        """What a seat may know now."""
        return self.rules.view(await self.position(), seat)

    def chosen(self, items: list[Any], state: TaxisState) -> Any:
        """Mostly what leads to an end of the game."""
        anything, wanted = super().chosen(items, state), self._wanted(state, items)
        return wanted if wanted is not None and self.rng.random() < self.sense else anything

    def _wanted(self, state: TaxisState, items: list[Any]) -> Any:
        """A control that leads to an end of the game."""
        level = state.carriages[state.active]
        length = len(state.routes[state.active])
        found = {action_of(item): item for item in items}
        good = ["taxis.close", "taxis.mode"]
        if length >= min(max(level + 1, 3), 7):
            good += ["taxis.closing"]
        good += ["taxis.play", "taxis.end", "taxis.start", "taxis.begin", "taxis.give_up", "taxis.take"]
        return next((found[action] for action in good if action in found), None)

    def values(self, item: Any, state: TaxisState) -> list[str]:
        """Any number of offices, and cards that fit."""
        options = [option["value"] for option in item["options"]]
        if action_of(item) == "taxis.offices":
            return self.rng.sample(options, self.rng.randint(0, item["max_values"]))
        route = state.routes[state.active]
        if action_of(item) == "taxis.take" and route:
            good = [
                value
                for value in options
                if value.isdecimal() and sides(route, str(state.display[int(value) - 1]))
            ]
            return [self.rng.choice(good or options)]
        return super().values(item, state)


async def begin(
    world: World, count: int = 2, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> TaxisEvening:
    """A game that has just begun; its cards are those of the seed."""
    return await begin_game(TaxisEvening, world, count, seed=seed, locale=locale, **options)


async def begin_with(
    world: World, monkeypatch: pytest.MonkeyPatch, state: TaxisState, *, locale: str = "en-US", seed: int = 0
) -> TaxisEvening:
    """A game that begins with this position; it does so again whenever its log is replayed."""
    return await begin_position(TaxisEvening, world, monkeypatch, state, locale=locale, seed=seed)


def late(seats: int) -> TaxisState:
    """The begin of a turn towards the end of a game: everybody has two offices left, in four near cities."""
    placed = " ".join(city for city in CITIES if city not in ("stuttgart", "ulm", "augsburg", "muenchen"))
    hands = ("ulm augsburg", "stuttgart ulm", "muenchen augsburg", "ulm muenchen")[:seats]
    offices = " / ".join([placed] * seats)
    return positions.table(" / ".join([""] * seats), " / ".join(hands), offices, round=20)


def all_actions() -> set[str]:
    """The actions of all controls that the game's panels have."""
    return actions_in("taxis")
