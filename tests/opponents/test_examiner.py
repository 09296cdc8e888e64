"""The process in which finished games are analysed, and the runner that asks it: it gives way to all others,
loses a second of work at most, and stops at nothing."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from bot.analysis import Analyser, Verdict
from bot.games.registry import where
from bot.opponents import examiner
from bot.opponents.analyses import Analyses, Analyst
from bot.opponents.examiner import Examiner, Found, Game, Question
from bot.opponents.runner import Brain, Opponents, ThinkingError
from bot.tables.model import Riddle
from bot.verify import read
from bot.worker_pool import Worker
from tests.tables.table_world import World

FINISHED = Path(__file__).parents[1] / "fixtures/finished/six_nimmt/v1-1.json"
ANN = 1


def question(*verdicts: bytes) -> Question:
    """A finished game of which so much is judged."""
    raw = tuple(map(msgspec.Raw, verdicts))
    game = Game("six_nimmt", where("six_nimmt"), msgspec.Raw(FINISHED.read_bytes()), raw)
    return Question(1, len(verdicts), game)


def next_one(judged: int, table: int = 1) -> Question:
    """The same, asked of who knows the game."""
    return Question(table, judged)


def told(found: Found) -> list[bytes]:
    return [bytes(verdict) for _, _, verdict in found.verdicts]


@pytest.fixture
def analyst() -> Iterator[Analyst]:
    """An analyst that has not judged yet."""
    analyst = Analyst()
    yield analyst
    analyst.close()
    analyst.release()


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is judged without a clock, two decisions at a time."""
    monkeypatch.setattr(examiner, "SPAN", -1.0)
    of = Analyser.of
    monkeypatch.setattr(examiner.Analyser, "of", lambda *how, timed=False: of(*how, timed=timed))


def test_what_was_judged_is_gone_on_with_by_whoever_comes_next(untimed: None) -> None:
    first, second = Examiner(), Examiner()
    begun = told(first.go_on(question()))
    assert len(begun) == 1
    assert told(first.go_on(next_one(1))) == told(second.go_on(question(*begun)))
    found = told(first.go_on(question()))
    assert found == begun, "from the beginning again"
    assert all(Verdict.from_json(one).action == 0 for one in found)


def test_who_does_not_know_the_game_so_far_says_so(untimed: None) -> None:
    examiner = Examiner()
    assert examiner.go_on(next_one(1)).unknown
    examiner.go_on(question())
    assert examiner.go_on(next_one(1, table=2)).unknown, "another game"
    examiner.go_on(question())
    assert examiner.go_on(next_one(2)).unknown, "not as far"
    examiner.go_on(question())
    assert not examiner.go_on(next_one(1)).unknown


def test_the_whole_comes_with_the_last_verdict(monkeypatch: pytest.MonkeyPatch, untimed: None) -> None:
    monkeypatch.setattr(examiner, "SPAN", 1000.0)
    found = Examiner().go_on(question())
    analyser = Analyser.of(read(FINISHED.read_bytes()), timed=False)
    assert len(found.verdicts) == analyser.decisions
    whole = msgspec.json.decode(found.result or b"", type=examiner.Whole)
    assert len(whole.start) == len(whole.luck) == analyser.seats


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="there is no such policy here")
def test_the_process_works_where_no_other_one_wants_to(analyst: Analyst) -> None:
    found = analyst.do(question())
    assert found.verdicts
    assert analyst.pid is not None
    assert os.sched_getscheduler(analyst.pid) == os.SCHED_IDLE


@pytest.mark.usefixtures("eager_analyst")
def test_a_killed_process_is_replaced(analyst: Analyst) -> None:
    begun = told(analyst.do(question()))
    assert analyst.pid is not None
    os.kill(analyst.pid, signal.SIGKILL)
    assert analyst.do(next_one(len(begun))).unknown
    assert analyst.do(question(*begun[:1])).verdicts


def test_an_error_is_known_by_its_name_alone(analyst: Analyst) -> None:
    broken = Game("six_nimmt", where("six_nimmt"), msgspec.Raw(b'{"secret":"123"}'), ())
    with pytest.raises(ThinkingError) as error:
        analyst.do(Question(1, 0, broken))
    assert str(error.value) == "ValidationError"
    assert analyst.do(question()).verdicts


# The runner --------------------------------------------------------------------------------------------


class Held(Worker[Question, Found]):
    """Judges nothing, and finishes once it is let go."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.begun, self.let_go, self.gone = Event(), Event(), Event()
        self.trouble = ""

    def do(self, question: Question) -> Found:
        self.asked.append(question.judged)
        self.begun.set()
        self.let_go.wait()
        if self.trouble:
            raise ThinkingError(self.trouble)
        return Found((), b"{}")

    def close(self) -> None:
        self.let_go.set()

    def release(self) -> None:
        self.gone.set()


class Forgetful(Worker[Question, Found]):
    """Judges four decisions, one at a time, and is another one after two of them."""

    def __init__(self) -> None:
        self.told: list[tuple[int, bool]] = []
        """From where it was to go on, and whether it was told the game."""

    def do(self, question: Question) -> Found:
        at, new = question.judged, question.game is not None
        self.told.append((at, new))
        if at == 2 and not new:
            return Found(unknown=True)
        return Found(((at, 0, msgspec.Raw(b"1")),), b"{}" if at == 3 else None)


class Thinking(Brain):
    """Makes the first move, once it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = Event()
        self.may.set()

    def do(self, question: Any) -> Any:
        self.may.wait()
        from bot.opponents.worker import Judged

        return (Judged(question.legal[0]),)


async def wait(awaitable: Awaitable[Any], *, reason: str) -> Any:
    return await awaitable


@pytest.fixture
async def brain(world: World) -> AsyncGenerator[tuple[Opponents, Thinking]]:
    """The computers of the world."""
    brain = Thinking()
    opponents = Opponents(world.tables, wait=wait, ponder=lambda thought: thought, brains=[brain])
    yield opponents, brain
    brain.may.set()
    await opponents.close()


@pytest.fixture
async def house(world: World, brain: tuple[Opponents, Thinking]) -> AsyncGenerator[tuple[Analyses, Held]]:
    """The analyses of the world."""
    held = Held()
    seams: dict[str, Any] = {"wait": wait, "ponder": lambda thought: thought, "analyst": held}
    house = Analyses(world.tables, brain[0], **seams)
    await house.start()
    yield house, held
    await house.close()


async def over(world: World, channel: int = 500) -> int:
    """A finished game whose analysis has been asked for."""
    table = (await world.game(2, channel=channel)).table.id
    await world.play_out(await world.now(table), 1)
    await world.examine(table, ANN)
    return table


async def until(world: World, house: Analyses, table: int) -> None:
    """Waits until the analysis of a table is no more under way."""
    while True:
        news = house.news(table)  # first: what is judged while it is read must not be missed
        found = await world.examined(table)
        if found is None or found.row.result is not None:
            return
        await news.wait()


async def test_a_decision_does_not_wait_for_an_analysis(
    world: World, brain: tuple[Opponents, Thinking], house: tuple[Analyses, Held]
) -> None:
    """Computers move while a game is being analysed; who thinks is asked for nothing else meanwhile."""
    analyses, held = house
    table = await over(world)
    await asyncio.to_thread(held.begun.wait)
    playing = (await world.game(1, computers=1, channel=501)).table.id
    riddles: tuple[Riddle, ...] = await world.riddles(playing)
    assert await brain[0].advise(riddles[0], 1)
    held.let_go.set()
    await until(world, analyses, table)


async def test_an_analysis_waits_until_nothing_is_thought_about(
    world: World,
    brain: tuple[Opponents, Thinking],
    house: tuple[Analyses, Held],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (opponents, thinking), (analyses, held) = brain, house
    calm, waits = opponents.calm, asyncio.Event()

    async def waiting(longest: float) -> None:
        waits.set()
        await calm(longest)

    monkeypatch.setattr(opponents, "calm", waiting)
    held.let_go.set()
    thinking.may.clear()
    playing = (await world.game(1, computers=1, channel=501)).table.id
    riddles: tuple[Riddle, ...] = await world.riddles(playing)
    advice = asyncio.create_task(opponents.advise(riddles[0], 1))
    await asyncio.sleep(0)
    table = await over(world)
    await waits.wait()
    assert held.asked == []
    thinking.may.set()
    assert await advice
    await until(world, analyses, table)
    assert held.asked == [0]


async def test_the_process_ends_once_nothing_is_left_to_analyse(
    world: World, house: tuple[Analyses, Held]
) -> None:
    analyses, held = house
    held.let_go.set()
    await until(world, analyses, await over(world))
    held.gone.clear()
    await until(world, analyses, await over(world, 501))
    await asyncio.to_thread(held.gone.wait)


async def test_a_game_is_told_once_and_again_to_who_does_not_know_it(
    world: World, brain: tuple[Opponents, Thinking]
) -> None:
    forgetful = Forgetful()
    seams: dict[str, Any] = {"wait": wait, "ponder": lambda thought: thought, "analyst": forgetful}
    house = Analyses(world.tables, brain[0], **seams)
    await house.start()
    table = await over(world)
    await until(world, house, table)
    await house.close()
    assert forgetful.told == [(0, True), (1, False), (2, False), (2, True), (3, False)]
    assert len((await world.examined(table)).verdicts) == 4


async def test_what_fails_is_given_up_and_others_follow(
    world: World, house: tuple[Analyses, Held], caplog: pytest.LogCaptureFixture
) -> None:
    analyses, held = house
    held.trouble = "MemoryError"
    held.let_go.set()
    with caplog.at_level(logging.WARNING, "bot"):
        await until(world, analyses, await over(world))
    assert await world.examined(1) is None
    assert [record.getMessage() for record in caplog.records] == ["a game could not be analysed: MemoryError"]
    held.trouble = ""
    await world.examine(1, ANN)
    await until(world, analyses, 1)
    found = await world.examined(1)
    assert found is not None
    assert found.row.result == b"{}"


async def test_a_stop_breaks_an_analysis_off_and_a_start_goes_on(
    world: World, brain: tuple[Opponents, Thinking], house: tuple[Analyses, Held]
) -> None:
    analyses, held = house
    table = await over(world)
    await asyncio.to_thread(held.begun.wait)
    followed = asyncio.Event()

    async def follow() -> None:
        followed.set()
        await asyncio.Event().wait()

    analyses.follow(ANN, table, follow())
    await followed.wait()
    await analyses.close()
    assert (await world.examined(table)).row.result is None
    again = Held()
    again.let_go.set()
    seams: dict[str, Any] = {"wait": wait, "ponder": lambda thought: thought, "analyst": again}
    later = Analyses(world.tables, brain[0], **seams)
    await later.start()
    await until(world, later, table)
    await later.close()
    assert again.asked == [0]
