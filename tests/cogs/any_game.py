"""A table of any game at the simulated Discord: it is set up and played at the service, and looked at with
the commands and buttons that all games share."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import World, controls

from bot.games.contract import Seat
from bot.tables.model import Moment, Person, Status, TableSettings
from tests.games.samples import GUESTS, Sample, samples

T = TypeVar("T")

GAMES = {sample.game.info.key: sample for sample in samples() if sample.game.info.key not in GUESTS}
"""The samples of the games in the registry, by their keys."""
A_WHILE = 5.0
"""Seconds in which every computer has made its move."""
READING = ("table.text", "table.history", "table.news", "table.verify", "table.watch")
"""What **More** offers whoever only looks."""


@contextmanager
def beginning_with(sample: Sample, state: Any) -> Iterator[None]:
    """Every game begins with this position, also when its log is replayed."""
    with patch.object(sample.game, "setup", lambda *_: state):
        yield


class AnyEvening:
    """One table of any game and the people who sit at it, in seat order; computers sit behind them."""

    def __init__(self, world: World, sample: Sample, people: Sequence[MemberActor], seed: int = 0) -> None:
        self.world = world
        self.sample = sample
        self.game = sample.game
        self.people = people
        self.rng = Random(seed)
        self.table = 0
        self.last: Any = None
        """The move that was made last by `step`."""
        self._keys = (f"any {number}" for number in count())

    async def begin(self, *levels: str, options: Any = None) -> None:
        """Opens a table with hints, seats everybody and computers of these levels, and starts."""
        tables, world, host = self.world.app.tables, self.world, self.person(0)
        chosen = self.sample.options[0] if options is None else options
        place = {"guild": world.guild.id, "channel": world.channel.id, "locale": host.locale}
        opened = await self.done(tables.lobby.open(self.game.info.key, chosen, host, **place, key=self.key()))
        self.table = opened.id
        for number in range(1, len(self.people)):
            await self.done(tables.lobby.join(self.table, self.person(number), key=self.key()))
        for level in levels:
            await self.done(tables.computers.add_computer(self.table, host, level, named, key=self.key()))
        hints = TableSettings(hints=True)
        await self.done(tables.lobby.arrange(self.table, host, hints, key=self.key()))
        await self.done(tables.play.start(self.table, host, key=self.key()))

    async def done(self, change: Awaitable[T]) -> T:
        """What a change at the service gives, once the bot has done all that follows from it."""
        with self.world.env._bot_scope():
            answer = await change
        await self.world.env.settle()
        return answer

    def key(self) -> str:
        """The id of a new interaction."""
        return next(self._keys)

    def person(self, number: int) -> Person:
        """Somebody who sits at the table, as the service knows them."""
        actor = self.people[number]
        return Person(actor.id, actor.name, self.world.locales[actor.id])

    async def moment(self) -> Moment:
        """The table as it is now."""
        return await self.world.app.tables.queries.now_at(self.table)

    async def state(self) -> Any:
        """The state itself, to compare before and after."""
        return (await self.moment()).state

    async def is_over(self) -> bool:
        """Whether the game has ended."""
        return (await self.moment()).table.status is not Status.PLAYING

    async def owing(self) -> list[Seat]:
        """The people who owe a decision, by their seats."""
        return [seat for seat in self.game.decisions(await self.state()) if seat < len(self.people)]

    async def act(self, seat: Seat, move: Any) -> None:
        """A move of somebody, and all that the bot does about it."""
        moment = await self.moment()
        user = self.people[seat].id
        tables = self.world.app.tables
        await self.done(tables.play.act(self.table, user, move, turn=moment.turn, key=self.key()))

    def picked(self, state: Any, seat: Seat) -> Any:
        """One of the legal moves of a seat."""
        legal = list(self.game.legal(state, seat))
        return self.sample.pick(state, legal, self.rng) if self.sample.pick else self.rng.choice(legal)

    async def movers(self) -> set[int]:
        """The seats for which a move stands in the log."""
        rows = await self.world.app.store.read(lambda tx: tx.log.between(self.table, 0, 100_000))
        return {row.seat for row in rows}

    async def step(self) -> Seat | None:
        """One move of somebody who owes one, and whose it was; None where nobody of the people does."""
        owing = [] if await self.is_over() else await self.owing()
        if not owing:
            return None
        seat = self.rng.choice(owing)
        self.last = self.picked(await self.state(), seat)
        await self.act(seat, self.last)
        return seat

    async def wait_for_people(self) -> bool:
        """Lets computers play until it is up to people; False where the game is over."""
        for _ in range(60):
            if await self.is_over():
                return False
            if await self.owing():
                return True
            await self.world.env.advance_time(A_WHILE)
        raise AssertionError("the computers do not play")

    async def ask(self, actor: MemberActor, command: str) -> Message:
        """The private answer to a command of tables."""
        return self.shown(await actor.slash(self.world.channel, f"table {command}"))

    def shown(self, answer: InteractionResult) -> Message:
        """The message that answered."""
        newest = answer.followups[-1] if answer.followups else answer.response
        assert newest is not None
        return self.world.env.backend.get_message(newest.channel_id, newest.id)

    def board(self) -> Message:
        """The newest board post with controls."""
        return self.world.with_control(self.world.public(), "table.move")

    async def panel(self, actor: MemberActor) -> Message:
        """The private panel behind **Your move**."""
        return self.shown(await self.world.press(actor, self.board(), "table.move"))

    async def look_at_everything(self, actor: MemberActor) -> None:
        """Whatever a person can ask for in every game."""
        for action in ("table.move", "games.rules", "table.more"):
            await self.world.press(actor, self.board(), action)
        more = self.world.messages()[-1]
        for item in controls(more):
            if item["custom_id"].split(":")[1] in READING:
                await self.world.send(self.world.prepared(actor, more, item["custom_id"]))
        for command in ("hand", "text", "history", "news", "replay", "verify", "show", "watch"):
            await actor.slash(self.world.channel, f"table {command}")
        await actor.slash(self.world.channel, "games mine")


def named(level: str, number: int) -> str:
    """How computers are called here."""
    return f"Computer {number} ({level})"
