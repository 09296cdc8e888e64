"""Plays Noria through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from panel_evening import PanelEvening, actions_in, begin_game, begin_position
from simcord.backend.models import Message
from simulated import World

from bot.discord.steps import parsed
from bot.games.noria.box import rounds
from bot.games.noria.state import NoriaState, NoriaView
from bot.games.registry import game
from tests.games.noria import positions
from tests.games.noria.sample import START

RULES = game("noria")
WHEEL = "1B+ 2J - 1C+ 2T+ 3M - 1E+ 2C 3J+ 4O 5T"
"""Bonus, journey, city and tool are at hand in every turn; there is room for discs that are bought."""


class NoriaEvening(PanelEvening[NoriaState]):
    """One table of Noria."""

    key, group = "noria", "noria"
    sense = 0.7
    """How often a move that is shown is confirmed at once and a start wheel is taken as proposed."""
    most = 10
    """Presses of a turn after which it is ended."""
    presses = 0

    async def view(self) -> NoriaView:
        """What everybody may know now."""
        return self.rules.view(await self.position(), None)

    async def panels(self) -> AsyncIterator[Message]:
        """A turn, which ends once it has become long."""
        self.presses = 0
        async for panel in super().panels():
            yield panel

    def chosen(self, items: list[Any], state: NoriaState) -> Any:
        """Mostly what is shown is made; a long turn is ended."""
        self.presses += 1
        usable = [item for item in items if not item.get("disabled")]
        end = [item for item in usable if item["custom_id"].endswith(":end_turn")]
        if end and self.presses > self.most:
            return end[0]
        final = [item for item in usable if makes_a_move(item)]
        if final and (self.presses > self.most or self.rng.random() < self.sense):
            return self.rng.choice(sorted(final, key=lambda item: item["custom_id"]))
        return super().chosen(usable, state)

    def values(self, item: Any, state: NoriaState) -> list[str]:
        """As many lines as the menu asks for."""
        options = [option["value"] for option in item["options"]]
        return self.rng.sample(options, item.get("min_values", 1))


def makes_a_move(item: Any) -> bool:
    """Whether a control makes what it stands for, or takes the start wheel as proposed."""
    carried = [option["value"] for option in item.get("options", ())] or [
        item["custom_id"].rpartition(":")[2]
    ]
    return all(text == "wheel" or parsed(text)[0] == "make" for text in carried)


async def begin(
    world: World, count: int = 2, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> NoriaEvening:
    """A game that has just begun; its islands are those of the seed."""
    return await begin_game(NoriaEvening, world, count, seed=seed, locale=locale, **options)


async def begin_with(
    world: World, monkeypatch: pytest.MonkeyPatch, state: NoriaState, *, locale: str = "en-US", seed: int = 0
) -> NoriaEvening:
    """A game that begins with this position; it does so again whenever its log is replayed."""
    return await begin_position(NoriaEvening, world, monkeypatch, state, locale=locale, seed=seed)


def last_rounds(seats: int) -> NoriaState:
    """The last two rounds of a game in which everybody may do nearly anything: full wheels, much of all
    there is."""
    goods = dict.fromkeys(("sail", "compass", "propeller"), 6 // seats)
    rich = {"energy": 30, "mycelium": 30, "obsidian": 30, **goods, "piston": 2, "lamp": 2}
    player = {"stock": rich, "knowledge": 40, "wheel": WHEEL}
    everybody = [{**player, "levels": [5, seat, 4, 3]} for seat in range(seats)]
    alone = {"bot": {}, "setup": START} if seats == 1 else {}
    return positions.table(*everybody, seats=seats, round=rounds(seats) - 1, **alone)


def all_actions() -> set[str]:
    """The actions of all controls that the game's panels have."""
    return actions_in("noria")
