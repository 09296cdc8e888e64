"""Computers at real tables: each decides once, whatever stops and starts meanwhile."""

import asyncio
import os
import random
import signal
import threading
from collections.abc import AsyncGenerator, Coroutine
from itertools import chain, count, pairwise, repeat
from typing import Any
from unittest.mock import DEFAULT, AsyncMock

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.thurn_and_taxis.game import GAME as TAXIS
from bot.opponents.runner import PAUSE, STRIDE, Brain, Opponents, ThinkingError, job_of
from bot.opponents.worker import Job, Judged, decide
from bot.store.errors import StoreError
from bot.tables.model import Acted, Moment, Status
from tests.games.six_nimmt.sample import COMBINATIONS
from tests.tables.table_world import World, hand, nimmt, random_move

CHANCE = Chance(bytes(32))


class Presenter(Brain):
    """Thinks in this process, or fails as told."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []
        self.slow: tuple[str, ...] = ()
        """Levels that do not come to a move."""

    def do(self, job: Job) -> tuple[Judged, ...]:
        self.jobs.append(job)
        if job.level in self.slow:
            raise ThinkingError("told to")
        return decide(job).best


class Evening:
    """Computers in a world in which their pauses take no time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.presenter = Presenter()
        self.waits: list[str] = []
        self.held: asyncio.Event | None = None
        self.opponents = self.fresh()

    def fresh(self) -> Opponents:
        """Other opponents, as after a restart."""
        seams = {"wait": self.wait, "ponder": lambda thought: thought, "brains": [self.presenter]}
        return Opponents(self.world.tables, **seams)

    async def wait(self, awaitable: Coroutine[Any, Any, None], *, reason: str) -> None:
        """Lets no time pass; stops where somebody holds the computers."""
        self.waits.append(reason)
        awaitable.close()
        if self.held is not None:
            await self.held.wait()

    async def rest(self, *others: Opponents) -> Moment:
        """The first table once every computer has done what it owes."""
        while tasks := [task for each in (self.opponents, *others) for task in each._tasks.values()]:
            await asyncio.gather(*tasks)
        return await self.world.now()


@pytest.fixture
async def evening(world: World) -> AsyncGenerator[Evening]:
    """A world with computers that have started."""
    evening = Evening(world)
    await evening.opponents.start()
    yield evening
    await evening.opponents.close()


def owing(moment: Moment) -> list[Seat]:
    return list(GAME.decisions(nimmt(moment)))


async def test_computers_choose_after_one_pause_at_each_table(world: World, evening: Evening) -> None:
    """A kick when nothing is owed changes nothing."""
    for computers in (3, 1):
        await world.game(1, computers=computers, channel=computers)
    await evening.rest()
    assert [owing(await world.now(table)) for table in (1, 2)] == [[0], [0]]
    assert evening.waits == ["computers"] * 2
    with world.unchanged():
        evening.opponents.kick(1)
        await evening.rest()
    assert len(evening.presenter.jobs) == 4


async def test_the_small_moves_of_one_turn_follow_each_other_quickly(
    world: World, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People see what a computer's turn answers to, and then the turn as a whole."""
    slept: list[float] = []
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: slept.append(seconds) or sleep(0))
    moment = await world.game(1, game="thurn_and_taxis", computers=2)
    while moment.version < 30:
        moment = await evening.rest()
        move = TAXIS.default(moment.state, Seat(0), CHANCE)
        moment = (await world.act(moment, 0, move)).moment
    states = [(await world.at(1, version)).state for version in range(moment.version)]
    turns = [(state.active, state.turn) for state in states]
    pairs = pairwise([(-1, -1), *turns])
    assert slept == [STRIDE if new == old else PAUSE for old, new in pairs if new[0] != 0]


async def test_two_runners_for_one_decision_make_one_move(world: World, evening: Evening) -> None:
    """As after a restart in which the old one had not quite stopped."""
    evening.held = asyncio.Event()
    await world.game(1, computers=1)
    other = evening.fresh()
    await other.start()
    await asyncio.sleep(0)
    evening.held.set()
    assert (await evening.rest(other)).version == 1
    await other.close()


async def test_what_is_owed_at_the_stop_is_done_after_the_start(world: World, evening: Evening) -> None:
    """A closed runner takes no kick."""
    evening.held = asyncio.Event()
    await world.game(1, computers=2)
    await evening.opponents.close()
    await world.game(1, computers=1, channel=2)
    assert 2 not in evening.opponents._tasks
    assert [(await world.now(table)).version for table in (1, 2)] == [0, 0]
    await world.restart()
    evening.held = None
    evening.opponents = evening.fresh()
    await evening.opponents.start()
    assert owing(await evening.rest()) == [0]


async def test_where_a_level_is_too_slow_the_next_one_moves(world: World, evening: Evening) -> None:
    evening.presenter.slow = ("hard", "normal")
    await world.lobby(1)
    await world.add_computer(1, 1, "hard")
    await world.start()
    chosen = nimmt(await evening.rest()).selected[1]
    assert [job.level for job in evening.presenter.jobs] == ["hard", "normal", "easy"]
    assert GAME.decode_move(bytes(decide(evening.presenter.jobs[-1]).best[0].move)) == Choose(chosen)


async def test_who_cannot_think_makes_the_default_move(
    world: World, evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.presenter.slow = ("easy",)
    await world.game(1, computers=2)
    moment = await evening.rest()
    assert owing(moment) == [0]
    assert moment.automatic
    warned = [record.getMessage() for record in caplog.records]
    assert warned == ["a computer (easy) at table 1 could not think: told to"] * 2


async def test_a_thought_that_comes_after_the_end_is_dropped(
    world: World, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game(1, computers=1)
    moment = await evening.rest()
    play_for = world.tables.computers.play_for

    async def too_late(table: int, seat: Seat, move: Any, *, turn: int) -> Acted:
        await world.end(table)
        return await play_for(table, seat, move, turn=turn)

    monkeypatch.setattr(world.tables.computers, "play_for", too_late)
    await world.act(moment, 0, Choose(hand(moment)[-1]))
    moment = await evening.rest()
    assert moment.table.status is Status.ABANDONED


@pytest.mark.logs_errors
async def test_trouble_with_the_database_is_waited_out(
    world: World, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = AsyncMock(
        wraps=world.tables.computers.riddles, side_effect=chain([StoreError("disk full")], repeat(DEFAULT))
    )
    monkeypatch.setattr(world.tables.computers, "riddles", failing)
    await world.game(1, computers=1)
    assert (await evening.rest()).version == 1
    assert evening.waits == ["computers", "computers"]


@pytest.mark.parametrize("switches", COMBINATIONS, ids=lambda each: "-".join(each.values()))
async def test_every_variant_is_played_to_its_end(
    world: World, evening: Evening, caplog: pytest.LogCaptureFixture, switches: dict[str, Any]
) -> None:
    rng = random.Random(5)
    await world.game(1, NimmtOptions(**switches, format="rounds", rounds=1), computers=2)
    while (moment := await evening.rest()).table.status is Status.PLAYING:
        assert owing(moment) == [0]
        await world.act(moment, *random_move(moment, rng))
    assert moment.table.status is Status.FINISHED
    assert caplog.records == []


class Busy(Presenter):
    """Thinks no further until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def do(self, question: Job) -> tuple[Judged, ...]:
        self.go.wait(60)
        return super().do(question)


async def rest(awaitable: Coroutine[Any, Any, None], *, reason: str) -> None:
    """The seam for waiting, which lets no time pass."""
    awaitable.close()


async def test_a_hint_comes_first_then_who_waits_for_nobody_but_computers(world: World) -> None:
    """At two of three tables a person has still to choose, too."""
    brain = Busy()
    moments = [await world.game(1, computers=1, channel=channel) for channel in (1, 2, 3)]
    await world.choose(moments[2], 0)
    riddles = [(await world.riddles(table))[0] for table in (1, 2, 3)]
    assert [riddle.awaited for riddle in riddles] == [False, False, True]
    opponents = Opponents(world.tables, wait=rest, ponder=lambda thought: thought, brains=[brain])
    await opponents.start()
    while len(opponents._brains._queue) < 2:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0)
    hint = asyncio.create_task(opponents.advise(riddles[0], 1))
    await asyncio.sleep(0)
    brain.go.set()
    assert await hint
    while tasks := [*opponents._tasks.values()]:
        await asyncio.gather(*tasks)
    views = [riddle.view for riddle in riddles]
    order = [("hint" if job.best else views.index(bytes(job.view)) + 1) for job in brain.jobs]
    assert order in ([1, "hint", 3, 2], [2, "hint", 3, 1], [3, "hint", 1, 2])
    await opponents.close()


async def test_where_there_are_processes_enough_tables_do_not_wait_for_each_other(world: World) -> None:
    brains = [Busy(), Presenter()]
    moments = [await world.game(1, computers=1, channel=channel) for channel in (1, 2)]
    opponents = Opponents(world.tables, wait=rest, ponder=lambda thought: thought, brains=brains)
    await opponents.start()
    while not brains[1].jobs:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0.001)
    brains[0].go.set()
    while tasks := [*opponents._tasks.values()]:
        await asyncio.gather(*tasks)
    assert [len(brain.jobs) for brain in brains] == [1, 1]
    assert [owing(await world.now(moment.table.id)) for moment in moments] == [[0], [0]]
    await opponents.close()


async def test_who_choose_at_the_same_time_think_at_the_same_time_and_choose_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has thought first; the luck of each is its own, and the moves follow in seat order."""
    seeds = count()
    monkeypatch.setattr("bot.opponents.runner.luck", lambda: f"luck {next(seeds)}")
    await world.game(1, computers=2)
    wanted = [
        bytes(decide(msgspec.structs.replace(job_of(riddle), seed=f"luck {number}")).best[0].move)
        for number, riddle in enumerate(await world.riddles(1))
    ]
    seeds = count()
    brains = [Busy(), Presenter()]
    opponents = Opponents(world.tables, wait=rest, ponder=lambda thought: thought, brains=brains)
    await opponents.start()
    while not brains[1].jobs:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0.001)
    assert owing(await world.now()) == [0, 1, 2]
    brains[0].go.set()
    while tasks := [*opponents._tasks.values()]:
        await asyncio.gather(*tasks)
    assert [len(brain.jobs) for brain in brains] == [1, 1]
    made = [(await world.at(1, version)) for version in (1, 2)]
    assert [moment.seat for moment in made] == [1, 2]
    chosen = nimmt(made[-1]).selected[1:]
    assert [GAME.decode_move(move) for move in wanted] == [Choose(card) for card in chosen]
    await opponents.close()


async def test_the_second_computer_of_a_table_waits_for_the_first_one_of_another(world: World) -> None:
    brain = Busy()
    for channel in (1, 2):
        await world.game(1, computers=2, channel=channel)
    opponents = Opponents(world.tables, wait=rest, ponder=lambda thought: thought, brains=[brain])
    views = [[riddle.view for riddle in await world.riddles(table)] for table in (1, 2)]
    await opponents.start()
    while len(opponents._brains._queue) < 3:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0)
    brain.go.set()
    while tasks := [*opponents._tasks.values()]:
        await asyncio.gather(*tasks)
    tables = [next(n for n, each in enumerate(views) if bytes(job.view) in each) for job in brain.jobs]
    assert tables in ([0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1])
    await opponents.close()


class Killed(Brain):
    """Loses its worker at each third question, while it thinks or just before."""

    def __init__(self) -> None:
        super().__init__(budget=60.0)
        self.asked = self.killed = 0

    def ask(self, asked: bytes) -> bytes:
        self.asked += 1
        if self.asked % 3 == 0:
            connection, self.killed = self.running(), self.killed + 1
            assert self.pid is not None
            os.kill(self.pid, signal.SIGKILL)
            connection.poll(None)  # until the process is gone: what is sent now is lost
        return super().ask(asked)


@pytest.mark.slow
async def test_no_decision_is_lost_where_a_worker_is_killed_while_many_wait(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Twenty tables with two hard computers each: all forty choose, by their own level and once."""
    for table in range(1, 21):
        await world.lobby(1, channel=table)
        for _ in range(2):
            await world.add_computer(table, 1, "hard")
        await world.start(table)
    brains = [Killed(), Killed()]
    opponents = Opponents(world.tables, wait=rest, ponder=lambda thought: thought, brains=brains)
    await opponents.start()
    while tasks := [*opponents._tasks.values()]:
        await asyncio.gather(*tasks)
    moments = [await world.now(table) for table in range(1, 21)]
    assert [(moment.version, owing(moment)) for moment in moments] == [(2, [0])] * 20
    assert sum(brain.killed for brain in brains) >= 13
    assert caplog.records == []
    await opponents.close()
