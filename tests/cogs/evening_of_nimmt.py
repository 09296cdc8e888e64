"""Plays 6 nimmt! through the simulated Discord by random presses, each way of playing in turn."""

from __future__ import annotations

import random
from typing import Any, cast

from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, confirms, controls

from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose, Pick, TakeRow
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView
from bot.tables.model import Moment, Status

RULES = game("six_nimmt")
A_WHILE = 5.0
"""Seconds in which every computer has made its move."""
TURNS_OF_COMPUTERS = 20
"""Nine computers one after the other, a question to each of them: more they never have in between."""


class Evening:
    """One table and the people who sit at it, in seat order; computers sit behind them."""

    def __init__(self, world: World, people: list[MemberActor], table: int, seed: int = 0) -> None:
        self.world = world
        self.people = people
        self.table = table
        self.rng = random.Random(seed)
        self.presses = 0

    async def moment(self) -> Moment:
        """The table as it is now."""
        return await self.world.app.tables.queries.now_at(self.table)

    async def view(self, seat: int | None = None) -> NimmtView:
        """What a seat may know now."""
        return RULES.view((await self.moment()).state, cast(Any, seat))

    async def owing(self) -> list[Seat]:
        """The seats that owe a decision."""
        moment = await self.moment()
        return list(RULES.decisions(moment.state)) if moment.table.status is Status.PLAYING else []

    async def play_out(self, most: int = 1000) -> None:
        """Plays to the end of the game, or `most` decisions of people."""
        for _ in range(most):
            await self.let_computers_play()
            if not await self.step():
                return

    async def let_computers_play(self) -> None:
        """Waits until it is up to people again."""
        if len((await self.moment()).table.sitters) == len(self.people):
            return
        for _ in range(TURNS_OF_COMPUTERS):
            owing = await self.owing()
            if not owing or owing[0] < len(self.people):
                return
            await self.world.env.advance_time(A_WHILE)
        raise AssertionError("the computers do not play")

    async def step(self) -> bool:
        """One decision of one person; False when the game is over."""
        owing = [seat for seat in await self.owing() if seat < len(self.people)]
        if not owing:
            return False
        seat = self.rng.choice(owing)
        view = await self.view(seat)
        if view.question is not None:
            await self.take_row(self.people[seat], self.rng.choice(view.question.rows))
        elif view.phase == "draft":
            await self.pick_card(self.people[seat], self.rng.choice(view.pool))
        else:
            await self.play_card(self.people[seat], self.rng.choice(view.hand))
        self.presses += 1
        return True

    async def play_card(self, actor: MemberActor, card: int) -> None:
        """Selects a card, and confirms it where that is asked for."""
        way = self.rng.choice(await self.ways())
        if way == "command":
            answer = await actor.slash(self.world.channel, "nimmt play", card=card)
            assert answer.response is not None
            panel = self.message(answer.response.id)
        else:
            panel = self.prompt(actor) if way == "message" else await self.open_panel(actor)
            await self.world.pick(actor, panel, Choose(card))
        if confirms(panel):
            await self.world.confirm(actor, panel)

    async def ways(self) -> tuple[str, ...]:
        """How a card can be chosen now: where all goes in turn there is no direct message."""
        in_turn = RULES.in_turn((await self.moment()).state)
        return ("panel", "command") if in_turn else ("message", "panel", "command")

    async def pick_card(self, actor: MemberActor, card: int) -> None:
        """Picks a card of the draft, and confirms it."""
        if self.rng.random() < 0.5:
            answer = await actor.slash(self.world.channel, "nimmt pick", card=card)
            assert answer.response is not None
            panel = self.message(answer.response.id)
        else:
            panel = await self.open_panel(actor)
            await self.world.pick(actor, panel, Pick(card))
        await self.world.confirm(actor, panel)

    async def take_row(self, actor: MemberActor, row: int) -> None:
        """Answers the question of a low card."""
        if self.rng.random() < 0.3:
            answer = await actor.slash(self.world.channel, "nimmt take", row=row)
            assert answer.response is not None
            panel = self.message(answer.response.id)
        else:
            asked = "message" in await self.ways() and self.rng.random() < 0.5
            panel = self.prompt(actor) if asked else await self.open_panel(actor)
            await self.world.pick(actor, panel, TakeRow(row))
        await self.world.confirm(actor, panel)

    async def select_all_but(self, seat: int) -> None:
        """Everybody else selects the first card of the hand."""
        for other in await self.owing():
            view = await self.view(other)
            if other != seat and view.selected is None:
                panel = self.prompt(self.people[other])
                await self.world.pick(self.people[other], panel, Choose(view.hand[0]))

    def prompt(self, actor: MemberActor) -> Message:
        """The newest direct message with something to press."""
        return next(message for message in reversed(self.world.dms(actor)) if controls(message))

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
        """A message of the channel by its id."""
        return next(message for message in self.world.messages() if message.id == number)

    async def position(self) -> NimmtState:
        """The state itself, to compare before and after."""
        state = (await self.moment()).state
        assert isinstance(state, NimmtState)
        return state


async def seat_computers(world: World, host: MemberActor, *levels: str) -> Message:
    """The host's panel after computers of these levels have sat down."""
    lobby = world.with_control(world.public(), "lobby.join")
    answer = await world.press(host, lobby, "lobby.computers")
    assert answer.response is not None
    panel = next(message for message in world.messages() if message.id == answer.response.id)
    for level in levels:
        await world.press(host, panel, "lobby.computer", values=[level])
    return panel


async def begin_with(
    world: World, people: list[MemberActor], *levels: str, seed: int = 0, **options: Any
) -> Evening:
    """A game of these people against computers of these levels that has just begun."""
    await people[0].slash(world.channel, "nimmt start", **options)
    for actor in people[1:]:
        await world.press(actor, world.with_control(world.public(), "lobby.join"), "lobby.join")
    await seat_computers(world, people[0], *levels)
    await world.press(people[0], world.with_control(world.public(), "lobby.start"), "lobby.start")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    return Evening(world, people, table.id, seed)


async def begin(
    world: World, count: int = 3, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> Evening:
    """A game that has just begun."""
    people = world.people(count, locale)
    return Evening(world, people, await world.start_game(people, **options), seed)
