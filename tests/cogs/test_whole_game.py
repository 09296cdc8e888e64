"""Whole games of 6 nimmt! through the simulated Discord, by the controls that people really have."""

from __future__ import annotations

import random

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.contract import Seat
from bot.games.registry import game
from bot.tables.model import Moment, Status


class Evening:
    """Plays a table to its end by random presses, each way of playing in turn."""

    def __init__(self, world: World, people: list[MemberActor], table: int, seed: int) -> None:
        self.world = world
        self.people = people
        self.table = table
        self.rng = random.Random(seed)
        self.presses = 0

    async def moment(self) -> Moment:
        return await self.world.app.tables.now_at(self.table)

    async def owing(self) -> list[Seat]:
        moment = await self.moment()
        if moment.table.status is not Status.PLAYING:
            return []
        rules = game("six_nimmt")
        return [seat for seat in rules.decisions(moment.state) if not _asked_elsewhere(moment, seat)]

    async def step(self) -> bool:
        """One decision of one seat; False when the game is over."""
        owing = await self.owing()
        if not owing:
            return False
        seat = self.rng.choice(owing)
        state = (await self.moment()).state
        if game("six_nimmt").view(state, None).question is not None:
            await self.take_row(self.people[seat])
        else:
            await self.play_card(self.people[seat], game("six_nimmt").view(state, seat).hand)
        self.presses += 1
        return True

    async def play_card(self, actor: MemberActor, hand: tuple[int, ...]) -> None:
        card = str(self.rng.choice(hand))
        way = self.rng.choice(("message", "panel", "command"))
        if way == "message":
            panel = self.prompt(actor)
            await self.world.press(actor, panel, "nimmt.choose", values=[card])
        elif way == "panel":
            panel = await self.open_panel(actor)
            await self.world.press(actor, panel, "nimmt.choose", values=[card])
        else:
            answer = await actor.slash(self.world.channel, "nimmt play", card=int(card))
            assert answer.response is not None
            panel = self.message(answer.response.id)
        if controls(panel, "nimmt.card"):
            await self.world.press(actor, panel, "nimmt.card", rest=card)

    async def take_row(self, actor: MemberActor) -> None:
        row = str(self.rng.randrange(1, 5))
        if self.rng.random() < 0.3:
            answer = await actor.slash(self.world.channel, "nimmt take", row=int(row))
            assert answer.response is not None
            panel = self.message(answer.response.id)
        else:
            panel = self.prompt(actor) if self.rng.random() < 0.5 else await self.open_panel(actor)
            await self.world.press(actor, panel, "nimmt.row", rest=row)
        await self.world.press(actor, panel, "nimmt.take", rest=row)

    def prompt(self, actor: MemberActor) -> Message:
        """The newest direct message with something to press."""
        return next(message for message in reversed(self.world.dms(actor)) if controls(message))

    async def open_panel(self, actor: MemberActor) -> Message:
        """The private panel behind **Your Move** of the newest board."""
        board = self.world.with_control(self.world.public(), "table.move")
        answer = await self.world.press(actor, board, "table.move")
        assert answer.response is not None
        assert answer.response.ephemeral
        return self.message(answer.response.id)

    def message(self, number: int) -> Message:
        return next(message for message in self.world.messages() if message.id == number)


def _asked_elsewhere(moment: Moment, seat: Seat) -> bool:
    return game("six_nimmt").view(moment.state, seat).selected is not None


@pytest.mark.parametrize("count", [2, 3, 10])
async def test_people_play_a_round_to_the_end_by_every_way_there_is(world: World, count: int) -> None:
    people = world.people(count)
    table = await world.start_game(people, rounds=1)
    evening = Evening(world, people, table, seed=count)
    while await evening.step():
        assert evening.presses < 400
    ended = await world.app.tables.table(table)
    assert ended.status is Status.FINISHED
    last = world.public()[-1]
    assert ended.secret is not None
    assert ended.secret.hex() in text_of(last)
    assert controls(last, "table.rematch")
