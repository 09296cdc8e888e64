"""Plays Thurn and Taxis through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

from typing import Any

import pytest
from panel_evening import PanelEvening, action_of, actions_in, begin_game, begin_position
from simulated import World

from bot.discord.steps import parsed
from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.possible import sides
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
        found = {step: item for item in reversed(items) for step in steps_in(item)}
        good = ["confirm", "mode"]
        if length >= min(max(level + 1, 3), 7):
            good += ["close"]
        good += ["play", "end_turn", "begin", "take_open", "take_blind"]
        return next((found[step] for step in good if step in found), None)

    def values(self, item: Any, state: TaxisState) -> list[str]:
        """Any number of offices, and cards that fit."""
        options = [option["value"] for option in item["options"]]
        if action_of(item) == "taxis.several":
            return self.rng.sample(options, self.rng.randint(0, item["max_values"]))
        route = state.routes[state.active]
        if "take_open" in steps_in(item) and route:
            places = {value: value.partition("!take_open/")[2] for value in options}
            good = [
                value
                for value, place in places.items()
                if place and sides(route, str(state.display[int(place) - 1]))
            ]
            return [self.rng.choice(good or options)]
        return super().values(item, state)


def steps_in(item: Any) -> set[str]:
    """The kinds of moves and further steps to which a control leads; a menu of modes is `mode`."""
    if action_of(item) == "taxis.confirm":
        return {"confirm"}
    carried = [option["value"] for option in item.get("options", ())] or [item["custom_id"].split(":", 4)[-1]]
    steps = {parsed(value)[1].partition("/")[0] for value in carried}
    return {"mode"} if steps == {"close"} and "options" in item else steps


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
