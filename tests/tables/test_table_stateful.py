"""Random people do random things in random order; a few truths hold after each of them."""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from table_world import World, random_move, results_by_ranking
from units import reading

from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Acted, Moment, Status, Table

PEOPLE = st.integers(1, 5)
CHANNELS = st.integers(1, 2)
SEATS = st.integers(0, 4)
SEEDS = st.integers(0, 10_000)
Answer = Table | Acted | Moment


class Evening(RuleBasedStateMachine):
    """Two channels, five people, one world."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.world = self.runner.run(World(Path(self.folder.name) / "world.db").open())
        self.accepted: list[tuple[Callable[[], Awaitable[Answer]], int]] = []

    def teardown(self) -> None:
        """Closes the world."""
        self.runner.run(self.world.store.close())
        self.runner.close()
        self.folder.cleanup()

    def table_in(self, channel: int) -> Table | None:
        """The table of a channel."""
        return self.runner.run(self.world.table_in(channel))

    def at(self, channel: int, action: Callable[[World, Table, str], Awaitable[Answer]]) -> None:
        """Does something at the table of a channel, if it has one."""
        table, key = self.table_in(channel), self.world.key()
        if table is not None:
            self.attempt(lambda: action(self.world, table, key))

    def attempt(self, action: Callable[[], Awaitable[Answer]]) -> None:
        """Does something; a refusal must leave no trace."""
        before = self.world.dump()
        try:
            answer = self.runner.run(_awaited(action))
        except Refusal:
            assert self.world.dump() == before
            return
        self.accepted.append((action, _number(answer)))

    @initialize(people=st.integers(2, 4), moves=st.integers(0, 25), seed=SEEDS)
    def begin(self, people: int, moves: int, seed: int) -> None:
        """A game is under way in the first channel."""
        self.runner.run(self.world.game(people, channel=1))
        self.play(channel=1, seed=seed, moves=moves)

    @rule(channel=CHANNELS, who=PEOPLE)
    def open(self, channel: int, who: int) -> None:
        """Somebody opens a table."""
        key = self.world.key()
        self.attempt(lambda: self.world.opened(host=who, channel=channel, key=key))

    @rule(channel=CHANNELS, who=PEOPLE)
    def join(self, channel: int, who: int) -> None:
        self.at(channel, lambda world, table, key: world.join(table.id, who, key=key))

    @rule(channel=CHANNELS, seat=SEATS)
    def leave(self, channel: int, seat: int) -> None:
        self.at(channel, lambda world, table, key: world.leave(table.id, _in_seat(table, seat), key=key))

    @rule(channel=CHANNELS, who=st.integers(1, 7), seat=SEATS)
    def take_seat(self, channel: int, who: int, seat: int) -> None:
        """Somebody takes over a seat, in most cases one that is free."""
        self.at(
            channel, lambda world, table, key: world.take_seat(table.id, who, _free(table, seat), key=key)
        )

    @rule(channel=CHANNELS)
    def start(self, channel: int) -> None:
        self.at(channel, lambda world, table, key: world.start(table.id, table.host, key))

    @rule(channel=CHANNELS, who=PEOPLE, moderator=st.booleans())
    def end(self, channel: int, who: int, moderator: bool) -> None:
        self.at(channel, lambda world, table, key: world.end(table.id, who, moderator=moderator, key=key))

    @rule(channel=CHANNELS, seat=SEATS)
    def rematch(self, channel: int, seat: int) -> None:
        self.at(channel, lambda world, table, key: world.rematch(table.id, _in_seat(table, seat), key=key))

    @rule(channel=CHANNELS, seed=SEEDS, moves=st.integers(1, 12))
    def play(self, channel: int, seed: int, moves: int) -> None:
        """A few people make the moves they owe."""
        rng = random.Random(seed)
        for _ in range(moves):
            table = self.table_in(channel)
            if table is None or table.status is not Status.PLAYING:
                return
            moment = self.runner.run(self.world.now(table.id))
            seat, move = random_move(moment, rng)
            key = self.world.key()
            self.attempt(lambda: self.world.act(moment, seat, move, key))  # noqa: B023 - runs at once

    @rule(channel=CHANNELS, who=PEOPLE, card=st.integers(1, 104), turn=st.integers(0, 12))
    def press_anything(self, channel: int, who: int, card: int, turn: int) -> None:
        """Somebody presses a button that may be old, or not theirs."""
        self.at(
            channel,
            lambda world, table, key: world.tables.play.act(table.id, who, Choose(card), turn=turn, key=key),
        )

    @rule()
    def restart(self) -> None:
        """The bot is restarted."""
        self.runner.run(self.world.restart())

    @rule(channel=CHANNELS)
    def deliver(self, channel: int) -> None:
        """The dispatcher has been round."""
        table = self.table_in(channel)
        if table is not None:
            self.runner.run(self.world.deliver(table.id))

    @invariant()
    def the_last_delivery_may_come_again(self) -> None:
        """A repeated key gives the first answer and changes nothing."""
        if not self.accepted:
            return
        action, first = self.accepted[-1]
        before = self.world.dump()
        again = self.runner.run(_awaited(action))
        assert _number(again) == first
        assert self.world.dump() == before

    @invariant()
    def tables_are_whole(self) -> None:
        """States follow from logs, hosts sit at their tables, absent seats owe nothing."""
        for channel in (1, 2):
            table = self.table_in(channel)
            if table is not None and table.status.active:
                assert table.seat_of(table.host) is not None
                assert [sitter.seat for sitter in table.sitters] == list(range(len(table.sitters)))
            if table is not None and table.status is Status.PLAYING:
                self.runner.run(self.game_is_whole(table))

    @invariant()
    def results_are_rankings(self) -> None:
        """Every table has the results that its end shows, and none before or without an end."""
        for channel in (1, 2):
            table = self.table_in(channel)
            if table is not None and table.version:
                self.runner.run(self.results_are_those_of(table))

    async def results_are_those_of(self, table: Table) -> None:
        """The results of a table that has been played at."""
        moment = await self.world.now(table.id)
        assert await self.world.tables.results.at(table.id) == results_by_ranking(moment)
        assert (table.status is Status.FINISHED) == bool(results_by_ranking(moment))

    async def game_is_whole(self, table: Table) -> None:
        """A game under way waits for people, and they know."""
        moment = await self.world.now(table.id)
        state = moment.state
        assert isinstance(state, NimmtState)
        GAME.check(state)
        owing = set(GAME.decisions(state))
        assert owing
        assert all(table.sitters[seat].user is not None for seat in owing)
        async with reading(self.world.store) as tx:
            assert await tx.tables.state(table.id) == GAME.encode(state)
            seats = await tx.seats.at(table.id)
        prompted = {seat.seat for seat in seats if seat.prompted == GAME.turn(state)}
        assert owing <= prompted
        assert {seat.prompted for seat in seats} <= {None, GAME.turn(state)}


def _in_seat(table: Table, seat: int) -> int:
    """Somebody who sits there; a stranger once everybody has left."""
    people = [sitter.user for sitter in table.sitters if sitter.user]
    return people[seat % len(people)] if people else 9


def _free(table: Table, seat: int) -> Seat:
    """A seat whose person left, else the one named."""
    return next((sitter.seat for sitter in table.sitters if sitter.user is None), Seat(seat))


def _number(answer: Answer) -> int:
    """The table, or the version that a move led to."""
    if isinstance(answer, Table):
        return answer.id
    return answer.version if isinstance(answer, Moment) else answer.moment.version


async def _awaited(action: Callable[[], Awaitable[Answer]]) -> Answer:
    return await action()


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=10,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
