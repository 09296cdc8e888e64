"""Plays My City through the simulated Discord, where everybody chooses at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from evening_of_nimmt import A_WHILE
from panel_evening import PanelEvening, begin_game, begin_position, lines_of
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, confirms, controls

from bot.discord.move_codec import step_path
from bot.discord.steps import parsed
from bot.games.contract import Move, Seat
from bot.games.my_city.ghost import STEPS, ghost_from
from bot.games.my_city.moves import Begin, MyCityState, MyCityView
from bot.tables.model import Status
from cogs.my_city.presenter import Aim


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
            await self.confirm(actor, await self.pick(actor, panel, begins(panel)[0]))
            return
        build, passing = (not is_off(panel, name) for name in ("build", "pass"))
        if state.round >= self.longest or not (build or passing):
            await self.confirm(actor, await self.use(actor, panel, "stop"))
            return
        panel = await self.use(actor, panel, "build" if build else "pass")
        if confirms(panel):
            await self.confirm(actor, panel)

    async def use(self, actor: MemberActor, panel: Message, *names: str) -> Message:
        """Presses buttons one after the other, by the names of `button`; the panel as it looks then."""
        for name in names:
            await self.world.send(self.world.prepared(actor, panel, button(panel, name)["custom_id"]))
            panel = self.message(panel.id)
        return panel

    async def pick(self, actor: MemberActor, panel: Message, to: Move | str) -> Message:
        """Picks a move or a step; the panel as it looks then."""
        await self.world.pick(actor, panel, to)
        return self.message(panel.id)

    async def confirm(self, actor: MemberActor, panel: Message) -> Message:
        """Presses **Confirm**; the panel as it looks then."""
        await self.world.confirm(actor, panel)
        return self.message(panel.id)

    async def round(self, *, but: int | None = None) -> None:
        """Everybody chooses who is asked, one seat perhaps left out."""
        for seat in await self.owing():
            if seat != but:
                await self.choose(self.people[seat])


def button(panel: Message, name: str) -> Mapping[str, Any]:
    """A button of the panel of a round: a step of steering, `score`, `build`, `pass` or `stop`."""
    names = (*STEPS, "score", "build", "pass", "stop")
    return dict(zip(names, controls(panel, "mycity.step"), strict=True))[name]


def is_off(panel: Message, name: str) -> bool:
    """Whether a button can't be pressed."""
    return bool(button(panel, name).get("disabled"))


def picked(item: Mapping[str, Any]) -> str:
    """The path that a button carries."""
    return parsed(item["custom_id"].split(":", 4)[-1])[1]


def aim(at: str, *, page: int = 0, scored: bool = False) -> str:
    """The step at which a building is tried out: `aim("E1/3f")`."""
    ghost = ghost_from(at)
    assert ghost is not None
    return step_path(Aim(ghost, page, scored))


def spots(panel: Message) -> dict[str, str]:
    """What the lines of the menu of spots say, by the steps to which they lead."""
    return lines_of(panel, "mycity.menu")


def begins(panel: Message) -> list[Begin]:
    """The episodes that a panel offers."""
    return [Begin(int(value.rpartition("/")[2])) for value in lines_of(panel, "mycity.menu")]


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
