"""The process in which computers think: what it is told, and what becomes of it when things go wrong."""

import json
import os
import re
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random

import msgspec
import pytest
import started
from strange_game import strange

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.opponents.runner import ATTEMPTS, Brain, ThinkingError, ThinkingProcess, job_of
from bot.opponents.worker import Job, decide
from bot.tables.model import Riddle
from tests.tables.table_world import riddle_at

PREFERENCE = Path("/proc/self/oom_score_adj")


@pytest.fixture
def brain(request: pytest.FixtureRequest) -> Iterator[Brain]:
    """A brain that has not thought yet."""
    brain = Brain(budget=getattr(request, "param", 60.0))
    yield brain
    brain.close()
    brain.release()


def riddle(level: str = "easy", seats: int = 4) -> Riddle:
    """The first decision of seat 1 in a game."""
    return riddle_at(GAME.setup(NimmtOptions(), seats, Chance(bytes(32))), Seat(1), level)


def thought(brain: Brain, job: Job) -> bytes:
    """The one move that the worker makes."""
    (judged,) = brain.do(job)
    return bytes(judged.move)


@pytest.mark.usefixtures("giving_way")
def test_the_bot_comes_before_a_worker_that_is_still_starting() -> None:
    worker = ThinkingProcess("started", started.serve, 60.0, ThinkingError)
    assert int(worker.ask(b"?")) == os.nice(0) + ThinkingProcess.nice > os.nice(0)
    worker.close()
    worker.release()


def test_a_job_tells_the_hand_of_its_seat_and_no_other() -> None:
    state = GAME.setup(NimmtOptions(), 10, Chance(bytes(32)))
    told = json.loads(msgspec.json.encode(job_of(riddle(seats=10))))
    assert set(told) == {
        "game",
        "where",
        "rules",
        "level",
        "view",
        "legal",
        "seed",
        "best",
        "seconds",
        "character",
    }
    numbers = set(map(int, re.findall(r"\d+", json.dumps([told["view"], told["legal"]]))))
    lying = {card for row in state.rows for card in row}
    assert {number for number in numbers if number > 10} <= set(state.hands[1]) | lying | {66}
    assert all(seed != job_of(riddle()).seed for seed in (told["seed"], ""))


@pytest.mark.parametrize("level", GAME.opponents)
def test_the_worker_chooses_as_the_level_does(brain: Brain, level: str) -> None:
    asked = riddle(level)
    job = job_of(asked)
    view = msgspec.json.decode(asked.view, type=GAME.view_type)
    legal = [GAME.decode_move(move) for move in asked.legal]
    expected = GAME.opponents[level].choose(view, legal, Random(job.seed))
    assert thought(brain, job) == GAME.encode_move(expected) == bytes(decide(job).best[0].move)


def test_what_kills_its_worker_is_tried_twice(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    starts: list[int] = []
    start = brain._start
    monkeypatch.setattr(brain, "_start", lambda: (starts.append(1), start())[1])
    with pytest.raises(ThinkingError, match="lost"):
        brain.do(strange(job_of(riddle()), "suicidal"))
    assert len(starts) == ATTEMPTS
    assert thought(brain, job_of(riddle())) in riddle().legal


def test_an_error_is_told_by_its_name_alone(brain: Brain, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ThinkingError) as failed:
        brain.do(strange(job_of(riddle()), "blabbing"))
    brain.close()
    brain.release()
    assert str(failed.value) == "LookupError"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("job", "error"),
    [
        (strange(job_of(riddle()), "greedy"), "MemoryError"),
        pytest.param(
            strange(job_of(riddle()), "noticed"),
            "LookupError",
            marks=pytest.mark.skipif(not PREFERENCE.exists(), reason="the kernel has no such preference"),
            id="where memory runs out the computers go before the bot",
        ),
        (job_of(riddle("perfect")), "KeyError"),
    ],
)
def test_a_thought_that_fails_fails_alone(brain: Brain, job: Job, error: str) -> None:
    with pytest.raises(ThinkingError, match=error):
        brain.do(job)
    assert thought(brain, job_of(riddle())) in riddle().legal


@pytest.mark.parametrize("brain", [0.05], indirect=True)
def test_who_thinks_too_long_is_stopped(brain: Brain) -> None:
    with pytest.raises(ThinkingError, match="no move within"):
        brain.do(strange(job_of(riddle()), "endless"))
    assert brain.pid is None


def test_where_no_process_starts_a_thought_fails(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(process: SpawnProcess) -> None:
        raise BlockingIOError("no room for another process")

    monkeypatch.setattr(SpawnProcess, "start", full)
    with pytest.raises(ThinkingError, match="lost"):
        brain.do(job_of(riddle()))
    assert brain.pid is None
    monkeypatch.undo()
    assert thought(brain, job_of(riddle())) in riddle().legal
