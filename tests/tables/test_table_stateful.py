"""Random people do random things in random order; a few truths hold after each of them."""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from table_world import World, nimmt, random_move, ranking
from units import reading

from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose
from bot.tables.model import Acted, Moment, Status, Table

PEOPLE = st.integers(1, 5)
CHANNELS = st.integers(1, 2)
SEATS = st.integers(0, 4)
SEEDS = st.integers(0, 10_000)
Action = Callable[[], Awaitable[Table | Acted | Moment]]


class Evening(RuleBasedStateMachine):
    """Two channels, five people, one world."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.world = self.runner.run(World(Path(self.folder.name) / "world.db").open())
        self.accepted: tuple[Action, int] | None = None

    def teardown(self) -> None:
        self.runner.run(self.world.store.close())
        self.runner.close()
        self.folder.cleanup()

    def table_in(self, channel: int) -> Table | None:
        return self.runner.run(self.world.table_in(channel))

    def attempt(self, call: str, *values: Any, **more: Any) -> None:
        """Somebody does something; a refusal must leave no trace."""
        key, before = self.world.key(), self.world.dump()

        async def action() -> Any:
            return await getattr(self.world, call)(*values, key=key, **more)

        try:
            self.accepted = action, _number(self.runner.run(action()))
        except Refusal:
            assert self.world.dump() == before

    @initialize(people=st.integers(2, 4), moves=st.integers(0, 25), seed=SEEDS)
    def begin(self, people: int, moves: int, seed: int) -> None:
        self.runner.run(self.world.game(people, channel=1))
        self.play(channel=1, seed=seed, moves=moves)

    @rule(channel=CHANNELS, who=PEOPLE)
    def open(self, channel: int, who: int) -> None:
        self.attempt("opened", host=who, channel=channel)

    @rule(channel=CHANNELS, who=PEOPLE)
    def join(self, channel: int, who: int) -> None:
        if table := self.table_in(channel):
            self.attempt("join", table.id, who)

    @rule(channel=CHANNELS)
    def start(self, channel: int) -> None:
        if table := self.table_in(channel):
            self.attempt("start", table.id, table.host)

    @rule(channel=CHANNELS, who=PEOPLE, moderator=st.booleans())
    def end(self, channel: int, who: int, moderator: bool) -> None:
        if table := self.table_in(channel):
            self.attempt("end", table.id, who, moderator=moderator)

    @rule(channel=CHANNELS, seat=SEATS, call=st.sampled_from(("leave", "rematch")))
    def somebody_there(self, channel: int, seat: int, call: str) -> None:
        """Somebody who sits there leaves or wants to play again; a stranger once everybody has left."""
        if table := self.table_in(channel):
            people = [sitter.user for sitter in table.sitters if sitter.user] or [9]
            self.attempt(call, table.id, people[seat % len(people)])

    @rule(channel=CHANNELS, who=st.integers(1, 7), seat=SEATS)
    def take_seat(self, channel: int, who: int, seat: int) -> None:
        """Somebody takes over a seat whose person left, else the one named."""
        if table := self.table_in(channel):
            free = [sitter.seat for sitter in table.sitters if sitter.user is None]
            self.attempt("take_seat", table.id, who, next(iter(free), Seat(seat)))

    @rule(channel=CHANNELS, seed=SEEDS, moves=st.integers(1, 12))
    def play(self, channel: int, seed: int, moves: int) -> None:
        """A few people make the moves they owe."""
        rng = random.Random(seed)
        for _ in range(moves):
            table = self.table_in(channel)
            if table is None or table.status is not Status.PLAYING:
                return
            moment = self.runner.run(self.world.now(table.id))
            self.attempt("act", moment, *random_move(moment, rng))

    @rule(channel=CHANNELS, who=PEOPLE, card=st.integers(1, 104), turn=st.integers(0, 12))
    def press_anything(self, channel: int, who: int, card: int, turn: int) -> None:
        """Somebody presses a button that may be old, or not theirs."""
        if table := self.table_in(channel):
            self.attempt("press", table.id, who, Choose(card), turn=turn)

    @rule()
    def restart(self) -> None:
        self.runner.run(self.world.restart())

    @rule(channel=CHANNELS)
    def deliver(self, channel: int) -> None:
        if table := self.table_in(channel):
            self.runner.run(self.world.deliver(table.id))

    @invariant()
    def the_last_delivery_may_come_again(self) -> None:
        """A repeated key gives the first answer and changes nothing."""
        if self.accepted is not None:
            action, first = self.accepted
            with self.world.unchanged():
                assert _number(self.runner.run(action())) == first

    @invariant()
    def tables_are_whole(self) -> None:
        """Hosts sit at their tables, and there are the results that its end shows, none before or without."""
        for table in filter(None, map(self.table_in, (1, 2))):
            if table.status.active:
                assert table.seat_of(table.host) is not None
                assert [sitter.seat for sitter in table.sitters] == list(range(len(table.sitters)))
            if table.version:
                results = self.runner.run(self.world.results(table.id))
                assert results == ranking(self.runner.run(self.world.now(table.id)))
                assert (table.status is Status.FINISHED) == bool(results)
            if table.status is Status.PLAYING:
                self.runner.run(self.game_is_whole(table))

    async def game_is_whole(self, table: Table) -> None:
        """A game under way follows from its log and waits for people, who know, or for a held seat."""
        state = nimmt(await self.world.now(table.id))
        GAME.check(state)
        owing = set(GAME.decisions(state))
        assert owing
        people = {seat for seat in owing if table.sitters[seat].user is not None}
        assert all(table.sitters[seat].pace.free_until for seat in owing - people)
        async with reading(self.world.store) as tx:
            assert await tx.tables.state(table.id) == GAME.encode(state)
            seats = await tx.seats.at(table.id)
        prompted = {seat.seat for seat in seats if seat.prompted == GAME.turn(state)}
        assert people <= prompted
        assert {seat.prompted for seat in seats} <= {None, GAME.turn(state)}


def _number(answer: Table | Acted | Moment) -> int:
    if isinstance(answer, Table):
        return answer.id
    return answer.version if isinstance(answer, Moment) else answer.moment.version


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=10,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
