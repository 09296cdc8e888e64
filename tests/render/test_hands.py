"""Drawing in processes: the same bytes as in a thread, whatever happens to them, and none left over."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import strange_pieces as strange
from test_every_picture import typical
from test_golden import golden
from test_replay_steps import BASE, model_of, placing
from test_shared_pictures import drawn as leaderboard

from bot.games.registry import keys
from render import pool
from render.drawing import RenderRequest
from render.film import film, steps
from render.palettes import CONTRAST, mapped
from render.pool import AUTO, THREAD, DrawingError, InProcess, processes
from render.six_nimmt.replay import frames
from render.worker import packed
from tests.guest_world import as_guest, introduce

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(processes("1") == 0, reason="no processes are forked here")


@contextmanager
def closing_of(hand: InProcess) -> Iterator[InProcess]:
    yield hand
    hand.close()
    hand.release()


@pytest.fixture(scope="module")
def hand() -> Iterator[InProcess]:
    with closing_of(InProcess()) as hand:
        yield hand


def pid_of(hand: InProcess) -> int:
    hand.warm()
    assert hand.pid is not None
    return hand.pid


def said(hand: InProcess, what: Callable[[], object]) -> str:
    answer = hand.do(partial(strange.told, what))
    assert isinstance(answer, bytes)
    return answer.decode()


def runs(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be forgotten."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends(pid: int) -> bool:
    """Whether a process ends by itself; a busy machine gets its time."""
    for _ in range(600):
        if not runs(pid):
            return True
        time.sleep(0.05)
    return False


# What is drawn ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_kind_of_picture_is_the_same_from_a_process_as_from_a_thread(hand: InProcess) -> None:
    drawings = [drawing for key in keys() for drawing in typical(key, "ja")]
    drawings += [frame.drawing for frame in frames(model_of(placing(4, BASE)[0]))]
    before, seen = pid_of(hand), set[str]()
    for drawing in (*drawings, *golden().values(), leaderboard(3)):
        assert isinstance(drawing.draw, RenderRequest)
        if drawing.draw.name not in seen:
            seen.add(drawing.draw.name)
            assert hand.do(drawing.draw) == drawing.draw()
    assert hand.pid == before
    kinds = {
        f"{key}-{kind}.png"
        for key in keys()
        for file in (ROOT / "render" / key).glob("*.py")
        for kind in re.findall(r'drawing\(\s*_KEY,\s*"(\w+)"', file.read_text())
    }
    shared = {f"six_nimmt-{kind}.png" for kind in ("lobby", "leaderboard", "primer")}
    assert seen == kinds | shared | {f"{key}-ranking.png" for key in keys()}


def test_a_film_is_the_same_from_a_process_as_from_a_thread(hand: InProcess) -> None:
    moving = film("x.gif", frames(model_of(placing(4, BASE)[0])), "alt")
    work, made = moving.work(), None
    piece = next(work)
    while made is None:
        assert packed(piece) is not None
        try:
            piece = work.send(hand.do(piece))
        except StopIteration as end:
            made = end.value
    assert made == next(found for found in steps(moving) if found is not None)


def test_a_request_is_small_and_leaves_the_words_at_home() -> None:
    requests = [packed(drawing.draw) for drawing in golden().values()]
    assert all(asked is not None and len(asked) < 6_000 for asked in requests)


def test_what_no_other_process_can_know_is_drawn_here(
    hand: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest of which the worker has not heard, a function in a function, a module without a file."""
    assert said(hand, os.getpid) == str(pid_of(hand))
    module = ModuleType("only_here")
    monkeypatch.setitem(sys.modules, "only_here", module)
    exec("import os\ndef where(): return b'%d' % os.getpid()", vars(module))
    assert packed(module.where) is not None
    for here in (module.where, lambda: b"%d" % os.getpid()):
        assert hand.do(here) == b"%d" % os.getpid()
    as_guest(monkeypatch)
    introduce()
    guests = import_module("test_added_game_pictures")
    drawing = guests.board(next(guests.moments(2, "ja", 1)))
    assert packed(drawing.draw) is None
    assert hand.do(drawing.draw) == drawing.draw()


# What may happen ---------------------------------------------------------------------------------------


def test_a_worker_that_was_killed_is_replaced_and_the_picture_drawn_again(
    hand: InProcess, tmp_path: Path
) -> None:
    assert hand.do(partial(strange.die_once, tmp_path / "note")) == b"drawn"
    one, other = (tmp_path / "note").read_text().split()
    assert one != other
    assert pid_of(hand) == int(other)
    os.kill(int(other), signal.SIGKILL)
    assert ends(int(other))
    assert said(hand, strange.threads) == "1 1"


@pytest.mark.parametrize("piece", [strange.die, strange.devour])
def test_a_picture_that_kills_two_workers_is_given_up_and_the_next_one_drawn(
    hand: InProcess, tmp_path: Path, piece: object
) -> None:
    with pytest.raises(DrawingError, match="2 workers"):
        hand.do(partial(piece, tmp_path / "note"))  # type: ignore[arg-type]
    assert len(set((tmp_path / "note").read_text().split())) == 2
    assert hand.do(partial(mapped, b"abc", CONTRAST)) == mapped(b"abc", CONTRAST)


def test_a_worker_that_hangs_is_replaced_and_its_picture_given_up_after_two(tmp_path: Path) -> None:
    with closing_of(InProcess(longest=0.2)) as hand:
        with pytest.raises(DrawingError, match="2 workers"):
            hand.do(partial(strange.hang, tmp_path / "note"))
        lost = (tmp_path / "note").read_text().split()
        assert len(set(lost)) == 2
        assert not any(runs(int(pid)) for pid in lost)


@pytest.mark.parametrize("size", [10, 4 << 20])
def test_a_worker_that_was_stopped_holds_up_neither_who_sends_nor_who_waits(size: int) -> None:
    with closing_of(InProcess(longest=1)) as hand:
        stopped = pid_of(hand)
        os.kill(stopped, signal.SIGSTOP)
        assert hand.do(partial(bytes.upper, bytes(size))) == bytes(size)
        assert not runs(stopped)


def test_an_error_says_where_it_was_and_not_what_it_was_about(hand: InProcess) -> None:
    with pytest.raises(DrawingError) as caught:
        hand.do(partial(strange.fail, 55))
    assert re.fullmatch(r"ValueError at strange_pieces\.py:\d+", str(caught.value))
    assert hand.do(partial(bytes.upper, b"x")) == b"X"


def test_a_stop_of_the_machine_leaves_drawing_to_the_bot(hand: InProcess) -> None:
    pid = pid_of(hand)
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(pid, number)
    assert said(hand, os.getpid) == str(pid)


# What a worker is -------------------------------------------------------------------------------------


def test_a_worker_begins_warm_with_one_thread_and_knows_nothing_of_discord_and_computers() -> None:
    with closing_of(InProcess()) as fresh:
        assert said(fresh, strange.loaded_fonts) != "0"
        assert said(fresh, strange.threads) == "1 1"
        modules = said(fresh, strange.modules).split()
    loaded = {name.partition(".")[0] for name in modules}
    assert "PIL" in loaded
    assert not loaded & {"discord", "aiohttp", "cogs", "numpy", "sqlite3", "simcord"}
    ours = {name.split(".")[1] for name in modules if name.startswith("bot.")}
    assert ours == {"games", "languages", "text", "processes", "time_limit", "view_model"}


def test_the_kernel_ends_a_worker_before_the_bot(hand: InProcess) -> None:
    assert int(said(hand, strange.preference)) > int(strange.preference())


def test_a_closed_hand_starts_nothing() -> None:
    hand = InProcess()
    hand.close()
    with pytest.raises(DrawingError, match="stopping"):
        hand.do(partial(bytes.upper, b"x"))
    hand.warm()
    assert hand.pid is None


@pytest.mark.parametrize(
    "piece",
    ["bytes", pytest.param("strange_pieces.hang_on", marks=pytest.mark.slow, id="strange_pieces.hang")],
)
@pytest.mark.parametrize("end", ["return", "os.kill(os.getpid(), 9)"])
def test_no_worker_outlives_the_bot(tmp_path: Path, piece: str, end: str) -> None:
    """Neither one that has nothing to do nor one in the middle of a picture, whether the bot ends without a
    word, is killed, or has forgotten to close."""
    code = f"""
import os, threading, time
from contextlib import suppress
from functools import partial
from pathlib import Path
import strange_pieces
from render.pool import InProcess
from multiprocessing import forkserver

def main():
    hand, note = InProcess(), Path({str(tmp_path / "note")!r})
    hand.warm()
    print(hand.pid, forkserver._forkserver._forkserver_pid, flush=True)
    if {piece!r} != "bytes":
        def draw():
            with suppress(Exception):
                hand.do(partial({piece}, note))
        threading.Thread(target=draw, daemon=True).start()
        while not note.exists():
            time.sleep(0.01)
    {end}

main()
"""
    path = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.stderr == ""
    worker, forkserver = map(int, ran.stdout.split())
    assert ends(forkserver)
    assert ends(worker)


def test_processes_are_for_machines_that_have_room_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, memory, expected in ((1, 8, 0), (2, 8, 1), (8, 8, 7), (8, 0.9, 0)):
        monkeypatch.setattr(pool, "cores", lambda cores=cores: cores)
        monkeypatch.setattr(pool, "memory", lambda memory=memory: memory * (1 << 30))
        assert processes(AUTO) == expected
        assert processes(THREAD) == 0
        assert processes("5") == 5
