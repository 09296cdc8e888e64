"""Computers at real tables: each decides once, whatever stops and starts meanwhile."""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.games.thurn_and_taxis.game import GAME as TAXIS
from bot.games.thurn_and_taxis.moves import TaxisOptions
from bot.games.thurn_and_taxis.state import TaxisState
from bot.opponents.runner import PAUSE, STRIDE, Brain, Opponents, ThinkingError
from bot.opponents.worker import Job, Judged, decide
from bot.store.errors import StoreError
from bot.tables.model import Acted, Moment, Status, Table
from tests.games.six_nimmt.sample import COMBINATIONS
from tests.tables.table_world import World, person

T = TypeVar("T")
CHANCE = Chance(bytes(32))


class Presenter(Brain):
    """Thinks in this process, or fails as told."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []
        self.fails = False
        self.slow: tuple[str, ...] = ()
        """Levels that do not come to a move in time."""

    def think(self, job: Job) -> tuple[Judged, ...]:
        self.jobs.append(job)
        if self.fails or job.level in self.slow:
            raise ThinkingError("told to")
        return decide(job).best


class Evening:
    """A world with computers in it whose pauses take no time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.presenter = Presenter()
        self.waits: list[str] = []
        self.held: asyncio.Event | None = None
        self.opponents = self.fresh()

    def fresh(self) -> Opponents:
        """Other opponents, as after a restart."""
        return Opponents(self.world.tables, wait=self.wait, ponder=self.ponder, brain=self.presenter)

    async def wait(self, awaitable: Awaitable[T], *, reason: str) -> T | None:
        """Lets no time pass; stops where somebody holds the computers."""
        self.waits.append(reason)
        if asyncio.iscoroutine(awaitable):
            awaitable.close()
        if self.held is not None:
            await self.held.wait()
        return None

    async def ponder(self, awaitable: Awaitable[T]) -> T:
        return await awaitable

    async def rest(self) -> None:
        """Until every computer has done what it owes."""
        while self.opponents._tasks:
            await asyncio.gather(*self.opponents._tasks.values())

    async def game(self, computers: int = 2, channel: int = 500, **switches: Any) -> Moment:
        """A game of one person against computers that was just started."""
        table = await self.world.lobby(1, NimmtOptions(**switches, format="rounds", rounds=1), channel)
        return await self.fill(table, computers)

    async def fill(self, table: Table, computers: int, level: str = "easy") -> Moment:
        """A game that was just started, with so many computers besides those in its lobby."""
        for _ in range(computers):
            table = await self.world.tables.computers.add_computer(
                table.id, person(1), level, lambda level, number: f"{level} {number}", key=self.world.key()
            )
        return (await self.world.tables.play.start(table.id, person(1), key=self.world.key())).moment

    async def turn(self, table: int, version: int) -> tuple[int, int]:
        """Whose turn of Thurn and Taxis a version belongs to, and which one it is."""
        state = (await self.world.tables.queries.moment(table, version)).state
        assert isinstance(state, TaxisState)
        return state.active, state.turn

    async def now(self, moment: Moment) -> tuple[Moment, NimmtState]:
        """The table as it is."""
        moment = await self.world.tables.queries.now_at(moment.table.id)
        assert isinstance(moment.state, NimmtState)
        return moment, moment.state


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """A world with computers that have started."""
    world = await World(tmp_path / "world.db").open()
    evening = Evening(world)
    await evening.opponents.start()
    yield evening
    await evening.opponents.close()
    await world.store.close()


async def test_computers_choose_after_one_pause_at_each_table_and_wait_for_the_person(
    evening: Evening,
) -> None:
    moments = [await evening.game(count, channel=count) for count in (3, 1)]
    await evening.rest()
    for moment in moments:
        _, state = await evening.now(moment)
        assert list(GAME.decisions(state)) == [0]
    assert evening.waits == ["computers"] * 2
    assert len(evening.presenter.jobs) == 4


async def test_the_small_moves_of_one_turn_follow_each_other_quickly(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People see what a computer's turn answers to, and then the turn as a whole."""
    slept: list[float] = []
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: slept.append(seconds) or sleep(0))
    lobby = await evening.world.lobby(1, TaxisOptions(), game="thurn_and_taxis")
    moment = await evening.fill(lobby, 2)
    while moment.version < 30:
        await evening.rest()
        moment = await evening.world.tables.queries.now_at(moment.table.id)
        move = TAXIS.default(moment.state, Seat(0), CHANCE)
        moment = (await evening.world.act(moment, Seat(0), move)).moment
    turns = [await evening.turn(moment.table.id, version) for version in range(moment.version)]
    pairs = pairwise([(-1, -1), *turns])
    assert slept == [STRIDE if new == old else PAUSE for old, new in pairs if new[0] != 0]


async def test_a_kick_when_nothing_is_owed_changes_nothing(evening: Evening) -> None:
    moment = await evening.game(1)
    await evening.rest()
    before = evening.world.dump()
    evening.opponents.kick(moment.table.id)
    await evening.rest()
    assert evening.world.dump() == before
    assert len(evening.presenter.jobs) == 1


async def test_two_runners_for_one_decision_make_one_move(evening: Evening) -> None:
    """As after a restart in which the old one had not quite stopped."""
    evening.held = asyncio.Event()
    moment = await evening.game(1)
    other = evening.fresh()
    await other.start()
    await asyncio.sleep(0)
    evening.held.set()
    while evening.opponents._tasks or other._tasks:
        await asyncio.gather(*evening.opponents._tasks.values(), *other._tasks.values())
    await other.close()
    moment, _ = await evening.now(moment)
    assert moment.version == 1


async def test_what_is_owed_at_the_stop_is_done_after_the_start(evening: Evening) -> None:
    evening.held = asyncio.Event()
    moment = await evening.game(2)
    await evening.opponents.close()
    assert (await evening.now(moment))[0].version == 0
    await evening.world.restart()
    evening.held = None
    evening.opponents = evening.fresh()
    await evening.opponents.start()
    await evening.rest()
    _, state = await evening.now(moment)
    assert list(GAME.decisions(state)) == [0]


async def test_a_closed_runner_takes_no_kick(evening: Evening) -> None:
    await evening.opponents.close()
    moment = await evening.game(1)
    assert not evening.opponents._tasks
    assert (await evening.now(moment))[0].version == 0


async def test_where_the_machine_is_too_slow_for_a_level_the_next_one_moves(evening: Evening) -> None:
    evening.presenter.slow = ("hard", "normal")
    table = await evening.world.lobby(1, NimmtOptions(format="rounds", rounds=1))
    moment = await evening.fill(table, 1, level="hard")
    await evening.rest()
    assert [job.level for job in evening.presenter.jobs] == ["hard", "normal", "easy"]
    chosen = (await evening.now(moment))[1].selected[1]
    assert GAME.decode_move(bytes(decide(evening.presenter.jobs[-1]).best[0].move)) == Choose(chosen)


async def test_who_cannot_think_makes_the_default_move(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.presenter.fails = True
    moment = await evening.game(2)
    await evening.rest()
    moment, state = await evening.now(moment)
    assert list(GAME.decisions(state)) == [0]
    assert moment.automatic
    warned = [record.getMessage() for record in caplog.records]
    assert warned == [f"a computer (easy) at table {moment.table.id} could not think: told to"] * 2


async def test_a_thought_that_comes_after_the_end_is_dropped(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = await evening.game(1)
    await evening.rest()
    play_for = evening.world.tables.computers.play_for

    async def too_late(table: int, seat: Seat, move: Any, *, turn: int) -> Acted:
        await evening.world.tables.play.end(table, person(1), moderator=False, key=evening.world.key())
        with pytest.raises(Refusal, match="over"):
            await play_for(table, seat, move, turn=turn)
        raise Refusal("over")

    monkeypatch.setattr(evening.world.tables.computers, "play_for", too_late)
    moment, state = await evening.now(moment)
    await evening.world.act(moment, Seat(0), Choose(state.hands[0][-1]))
    await evening.rest()
    moment, _ = await evening.now(moment)
    assert moment.table.status is Status.ABANDONED


@pytest.mark.logs_errors
async def test_trouble_with_the_database_is_waited_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    riddles, failures = evening.world.tables.computers.riddles, [StoreError("disk full")]

    async def failing(table: int) -> Any:
        if failures:
            raise failures.pop()
        return await riddles(table)

    monkeypatch.setattr(evening.world.tables.computers, "riddles", failing)
    moment = await evening.game(1)
    await evening.rest()
    assert (await evening.now(moment))[0].version == 1
    assert evening.waits == ["computers", "computers"]


@pytest.mark.parametrize("switches", COMBINATIONS, ids=lambda each: "-".join(each.values()))
async def test_every_variant_is_played_to_its_end(
    evening: Evening, caplog: pytest.LogCaptureFixture, switches: dict[str, str]
) -> None:
    moment, rng = await evening.game(2, **switches), random.Random(5)
    await evening.rest()
    moment, state = await evening.now(moment)
    while moment.table.status is Status.PLAYING:
        assert list(GAME.decisions(state)) == [0]
        await evening.world.act(moment, Seat(0), rng.choice(list(GAME.legal(state, Seat(0)))))
        await evening.rest()
        moment, state = await evening.now(moment)
    assert moment.table.status is Status.FINISHED
    assert caplog.records == []
