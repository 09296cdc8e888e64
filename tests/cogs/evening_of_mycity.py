"""Plays My City through the simulated Discord, where everybody chooses at the same time."""

from __future__ import annotations

from typing import Any

import pytest
from evening_of_nimmt import A_WHILE
from panel_evening import PanelEvening, begin_game, begin_position
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls

from bot.games.contract import Seat
from bot.games.my_city.state import MyCityState
from bot.games.my_city.view import MyCityView
from bot.tables.model import Status


class CityEvening(PanelEvening[MyCityState]):
    """One table and the people who sit at it, in seat order."""

    key = "my_city"
    group = "mycity"
    longest = 100
    """The round of an episode in which everybody stops who has not stopped before."""

    async def view(self, seat: Seat | None = None) -> MyCityView:
        """What a seat may know now."""
        view = self.rules.view((await self.moment()).state, seat)
        assert isinstance(view, MyCityView)
        return view

    async def owing(self) -> list[Seat]:
        """Who has still to choose."""
        return list(self.rules.decisions((await self.moment()).state))

    async def wait_for_the_person(self) -> bool:
        """Lets the computers choose until only the first seat is asked; False where the game has ended."""
        for _ in range(60):
            if (await self.moment()).table.status is not Status.PLAYING:
                return False
            if await self.owing() == [0]:
                return True
            await self.world.env.advance_time(A_WHILE)
        raise AssertionError("the computers do not choose")

    async def turn(self) -> None:
        """A round, or the choice of the next episode: each in turn in the channel's private panel."""
        before = (await self.moment()).turn
        for seat in await self.owing():
            await self.choose(self.people[seat])
            moment = await self.moment()
            if moment.turn != before or moment.table.status is not Status.PLAYING:
                return

    async def choose(self, actor: MemberActor) -> None:
        """One person's whole choice, by sensible presses."""
        panel = await self.open_panel(actor)
        state = await self.position()
        if state.phase == "between":
            episode = controls(panel, "mycity.begin")[0]["options"][0]["value"]
            panel = await self.press(actor, panel, "mycity.begin", values=[episode])
            await self.press(actor, panel, "mycity.begun")
            return
        build, passing, _ = (self.usable(panel, f"mycity.{verb}") for verb in ("build", "pass", "stop"))
        if state.round >= self.longest or not (build or passing):
            panel = await self.press(actor, panel, "mycity.stop")
            await self.press(actor, panel, "mycity.stopped")
        elif build:
            await self.press(actor, panel, "mycity.build")
        else:
            panel = await self.press(actor, panel, "mycity.pass")
            if controls(panel, "mycity.passed"):
                await self.press(actor, panel, "mycity.passed")

    def usable(self, panel: Message, action: str) -> bool:
        """Whether a button is there and can be pressed."""
        return any(not item.get("disabled") for item in controls(panel, action))

    async def round(self, *, but: int | None = None) -> None:
        """Everybody chooses who is asked, one seat perhaps left out."""
        for seat in await self.owing():
            if seat != but:
                await self.choose(self.people[seat])


async def begin(
    world: World, count: int = 2, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> CityEvening:
    """A game that has just begun; its dice are those of the seed."""
    return await begin_game(CityEvening, world, count, seed=seed, locale=locale, **options)


async def begin_with(
    world: World, monkeypatch: pytest.MonkeyPatch, state: MyCityState, *, locale: str = "en-US", seed: int = 0
) -> CityEvening:
    """A game that begins with this position; it does so again whenever its log is replayed."""
    return await begin_position(CityEvening, world, monkeypatch, state, locale=locale, seed=seed)
