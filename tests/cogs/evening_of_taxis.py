"""Plays Thurn and Taxis through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import patch

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.view import TaxisView
from bot.tables.model import Moment, Status
from cogs.kit import router
from cogs.kit.ids import CustomId
from render.thurn_and_taxis.facts import fits
from tests.games.thurn_and_taxis import positions

RULES = game("thurn_and_taxis")


class TaxisEvening:
    """One table and the people who sit at it, in seat order."""

    sense = 0.9
    """How often a press is one that leads to the end of the game, not any at random."""

    def __init__(self, world: World, people: list[MemberActor], table: int, seed: int = 0) -> None:
        self.world = world
        self.people = people
        self.table = table
        self.rng = random.Random(seed)
        self.pressed: set[str] = set()
        """The actions of all controls that were used so far."""

    async def moment(self) -> Moment:
        """The table as it is now."""
        return await self.world.app.tables.now_at(self.table)

    async def position(self) -> TaxisState:
        """The state itself, to compare before and after."""
        state = (await self.moment()).state
        assert isinstance(state, TaxisState)
        return state

    async def view(self, seat: Seat | None = None) -> TaxisView:
        """What a seat may know now."""
        return RULES.view(await self.position(), seat)

    async def active(self) -> MemberActor:
        """Whose turn it is."""
        return self.people[(await self.position()).active]

    # The panel -------------------------------------------------------------------------------------

    def board(self) -> Message:
        """The newest board post."""
        return self.world.with_control(self.world.public(), "table.move")

    async def open_panel(self, actor: MemberActor) -> Message:
        """The private panel behind **Your move** of the newest board."""
        answer = await self.world.press(actor, self.board(), "table.move")
        assert answer.response is not None
        assert answer.response.ephemeral
        return self.message(answer.response.id)

    def message(self, number: int) -> Message:
        """A message of the channel by its id, as it looks now."""
        return next(message for message in self.world.messages() if message.id == number)

    async def press(
        self, actor: MemberActor, panel: Message, action: str, *, rest: str | None = None, values: Any = None
    ) -> Message:
        """Uses a control of a panel; the panel as it looks then."""
        self.pressed.add(action)
        await self.world.press(actor, panel, action, rest=rest, values=values)
        return self.message(panel.id)

    async def command(self, actor: MemberActor, name: str, **options: Any) -> Message:
        """Uses a command of `/taxis` in the channel; the private message that answers it."""
        answer = await actor.slash(self.world.channel, f"taxis {name}", **options)
        assert answer.response is not None
        assert answer.ephemeral
        return self.message(answer.response.id)

    # A game ----------------------------------------------------------------------------------------

    async def play_out(self, most: int = 500) -> None:
        """Plays to the end of the game, or so many turns."""
        for _ in range(most):
            if (await self.moment()).table.status is not Status.PLAYING:
                return
            await self.turn()

    async def turn(self) -> None:
        """One player's whole turn in one panel, by sensible presses at random."""
        before = (await self.position()).turn
        actor = await self.active()
        panel = await self.open_panel(actor)
        for _ in range(40):
            state = await self.position()
            if state.turn != before or state.phase == "over":
                return
            panel = await self.step(actor, panel, state)
        raise AssertionError("a turn without end")

    async def step(self, actor: MemberActor, panel: Message, state: TaxisState) -> Message:
        """One press of the player whose turn it is."""
        items = [item for item in controls(panel) if action_of(item).startswith("taxis.")]
        item = self.rng.choice(sorted(items, key=lambda item: item["custom_id"]))
        wanted = self._wanted(state, items)
        if wanted is not None and self.rng.random() < self.sense:
            item = wanted
        values = self._values(item, state) if "options" in item else None
        rest = item["custom_id"].rpartition(":")[2]
        return await self.press(actor, panel, action_of(item), rest=rest, values=values)

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

    def _values(self, item: Any, state: TaxisState) -> list[str]:
        options = [option["value"] for option in item["options"]]
        if action_of(item) == "taxis.offices":
            return self.rng.sample(options, self.rng.randint(0, item["max_values"]))
        route = state.routes[state.active]
        if action_of(item) == "taxis.take" and route:
            good = [
                value
                for value in options
                if value.isdecimal() and fits(route, str(state.display[int(value) - 1]))
            ]
            return [self.rng.choice(good or options)]
        return [self.rng.choice(options)]


async def begin(
    world: World, count: int = 2, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> TaxisEvening:
    """A game that has just begun; its cards are those of the seed."""
    people = world.people(count, locale)
    with patch.object(Chance, "fresh", lambda: Chance(bytes([seed]) * 32)):
        table = await world.start_game(people, command="taxis start", **options)
    return TaxisEvening(world, people, table, seed)


async def begin_with(
    world: World, monkeypatch: pytest.MonkeyPatch, state: TaxisState, *, locale: str = "en-US", seed: int = 0
) -> TaxisEvening:
    """A game that begins with this position; it does so again whenever its log is replayed."""
    monkeypatch.setattr(RULES, "setup", lambda *_: state)
    return await begin(world, state.seats, seed=seed, locale=locale)


def late(seats: int) -> TaxisState:
    """The begin of a turn towards the end of a game: everybody has two offices left, in four near cities."""
    placed = " ".join(city for city in CITIES if city not in ("stuttgart", "ulm", "augsburg", "muenchen"))
    hands = ("ulm augsburg", "stuttgart ulm", "muenchen augsburg", "ulm muenchen")[:seats]
    offices = " / ".join([placed] * seats)
    return positions.table(" / ".join([""] * seats), " / ".join(hands), offices, round=20)


def all_actions() -> set[str]:
    """The actions of all controls that the game's panels have."""
    return {action for action in router.actions() if action.startswith("taxis.")}


def action_of(item: Any) -> str:
    """The action of a control."""
    meaning = CustomId.parse(item["custom_id"])
    assert meaning is not None
    return meaning.action


def values_of(panel: Message, action: str) -> list[str]:
    """What the menu of an action offers."""
    (menu,) = controls(panel, action)
    return [option["value"] for option in menu["options"]]


def chosen_in(panel: Message, action: str) -> list[str]:
    """What is chosen in the menu of an action."""
    (menu,) = controls(panel, action)
    return [option["value"] for option in menu["options"] if option.get("default")]


def actions_of(panel: Message) -> set[str]:
    """The actions of all controls of a panel besides **Undo**, which has tests of its own."""
    return {action_of(item) for item in controls(panel)} - {"table.undo"}
