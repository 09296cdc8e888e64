"""What the tests of all rooms share."""

import asyncio
import gc
import logging
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Generator, Iterator
from functools import cache
from io import StringIO
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from msgspec.structs import replace
from simulated import World, open_world

from bot.bench import postgres_server
from bot.discord import dispatcher
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Opponent
from bot.opponents import runner
from bot.opponents.runner import Brain, ThinkingError, ThinkingProcess
from bot.opponents.worker import Job, Judged, decide, think_in_one_thread
from bot.tables import outbox
from render import pool

MEMORY = Path("/dev/shm")
"""A file system in memory, where there is one: databases of tests need not wait for a disk."""
ENOUGH = 2 << 30
"""Bytes that have to be free there."""

SOCKETS = Path(__file__).parent / "sockets"

STUCK = 30
"""Seconds that an event loop gets to stop."""

_NICE = ThinkingProcess.nice
_BOUND, _ASK = Chance.__dict__["bound"], Brain.do


@pytest.fixture
def giving_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers give way as they do beside the bot."""
    monkeypatch.setattr(ThinkingProcess, "nice", _NICE)


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A simulated server in English with the whole bot, on a new database."""
    async with await open_world(tmp_path) as world:
        yield world


@pytest_asyncio.fixture
async def japanese_world(tmp_path: Path) -> AsyncIterator[World]:
    """The same with Japanese as the server's language."""
    async with await open_world(tmp_path, locale="ja") as world:
        yield world


@pytest.fixture(scope="session")
def databases() -> Iterator[postgres_server.Databases]:
    """The databases of a PostgreSQL server of its own."""
    if postgres_server.programs() is None:
        pytest.skip("no PostgreSQL server is installed")
    with postgres_server.serving() as databases:
        yield databases


@pytest.fixture(autouse=True)
def _drawing_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """To start processes takes a second or two: bots have them only where a test asks for it."""
    monkeypatch.setattr(pool, "cores", lambda: 1)
    monkeypatch.setenv("STAMMTISCH_DRAWING", "thread")


@pytest.fixture(autouse=True)
def _thinking_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same of the processes in which computers think."""

    def think(brain: Brain, job: Job) -> tuple[Judged, ...]:
        asked = replace(job, seconds=brain._seconds / 2)
        try:
            if not job.best:
                return decide(asked).best
            player = registry.game(job.game, job.rules).opponents[job.level]
            return _advised(msgspec.json.encode(asked), player)
        except Exception as error:  # as the process does, whatever it is
            raise ThinkingError(type(error).__name__) from error

    monkeypatch.setattr(Brain, "do", think)


@cache
def _advised(asked: bytes, player: Opponent[Any, Any]) -> tuple[Judged, ...]:
    """What this player advises. It follows from what is asked (`tests/games/test_computer_laws.py`), and
    each lesson is asked about in every language."""
    return decide(msgspec.json.decode(asked, type=Job)).best


@pytest.fixture
def thinking_processes() -> Iterator[None]:
    """Here computers think in processes."""
    with pytest.MonkeyPatch.context() as real:
        real.setattr(Brain, "do", _ASK)
        yield


@pytest.fixture(autouse=True)
def _the_same_luck() -> Iterator[None]:
    """Tables and computers have the same luck in every run: what a test meets is the same in the next one.
    What people contribute to chance is never the same, and so nothing follows from it here."""
    tables, thoughts = count(), count()
    with pytest.MonkeyPatch.context() as fixed:
        fixed.setattr(Chance, "fresh", lambda: Chance(next(tables).to_bytes(32, "big")))
        fixed.setattr(Chance, "bound", lambda secret, context: Chance(secret))
        fixed.setattr(runner, "luck", lambda: f"{next(thoughts):032x}")
        yield


@pytest.fixture
def real_chance() -> Iterator[None]:
    """Here draws follow from what people contribute, too."""
    with pytest.MonkeyPatch.context() as real:  # one of its own: it has to be undone before that of all tests
        real.setattr(Chance, "bound", _BOUND)
        yield


@pytest.fixture(autouse=True)
def _no_waiting_for_company(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was delivered is committed at once: a simulated evening has no time to lose."""
    monkeypatch.setattr(outbox, "COMPANY", 0.0)


@pytest.fixture
def one_delivery_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deliveries that would go side by side, in the order of what they tell: so two evenings can be compared
    request by request."""
    monkeypatch.setattr(dispatcher, "TOGETHER", 1)
    monkeypatch.setattr(dispatcher, "LENT", 0)


@pytest.fixture(autouse=True)
def _no_errors_in_the_log(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    """An error that was only logged fails its test, unless the test is marked `logs_errors`."""
    yield
    if request.node.get_closest_marker("logs_errors"):
        return
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, f"errors were logged: {errors}"


def in_memory() -> bool:
    """Whether temporary files can be kept in memory."""
    return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer() -> Generator[None, object, object]:
    """The end of a test that takes too long is an error of whichever task happens to run, which keeps it for
    itself: where there is an event loop it is stopped."""
    made = yield
    fail, stopped = signal.getsignal(signal.SIGALRM), list[asyncio.AbstractEventLoop]()

    def over(number: int, frame: FrameType | None) -> None:
        loop = asyncio._get_running_loop()
        if loop is None or stopped:
            fail(number, frame)  # type: ignore[misc,operator]
        else:
            stopped.append(loop)
            loop.call_soon_threadsafe(loop.stop)
            signal.alarm(STUCK)

    signal.signal(signal.SIGALRM, over)
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, Any, pytest.TestReport]:
    """Of a test that took too long, where each task waits: the traceback ends in the event loop."""
    report: pytest.TestReport = yield
    if report.failed and str(call.excinfo and call.excinfo.value).startswith(
        ("Timeout", "Event loop stopped")
    ):
        stacks = StringIO()
        for task in gc.get_objects():
            if type(task) is asyncio.Task and not task.done():
                task.print_stack(file=stacks)
        report.sections.append(("it took too long: tasks that have not ended", stacks.getvalue()))
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no worker is left alone with it at the end: the first one begins
    with bots over sockets, which wait side by side (`begun`), each other one with some of the other files."""
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    files = [path for path in dict.fromkeys([item.path for item in slow]) if path.parent != SOCKETS]
    begins = {path: 1 + number % (workers - 1) for number, path in enumerate(files) if workers > 1}
    count = len(items)
    items.clear()
    for worker in range(workers):
        share = [item for item in slow if begins.get(item.path, 0) == worker]
        given = (count - len(items)) // (workers - worker)  # `worksteal` gives so many in a row to each
        rest = max(given - len(share), 0)
        items += [*share, *quick[:rest]]
        del quick[:rest]


def pytest_collection_finish() -> None:
    """What was imported is never looked through for garbage."""
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Makes our own marker known; computers think here as they do beside the bot, but give way to no other
    tests, and garbage, of which each simulated evening leaves much, is looked for more seldom than Python
    would."""
    if "TMPDIR" not in os.environ and in_memory():
        tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)
    think_in_one_thread()
    ThinkingProcess.nice = 0
    gc.set_threshold(500_000, 20, 50)
    config.addinivalue_line("markers", "logs_errors: the test brings about an error that is logged")
