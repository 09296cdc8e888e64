"""The bench of the bot as a process of its own: load, a slow disk, kills, and what they count with."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from functools import partial
from math import isfinite
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from bot.bench import crowd, disks, machine, slow_disk
from bot.bench.copies import begun
from bot.bench.crashes import Fact, Held, Wish, Witness, logged, made_twice, waiting
from bot.bench.crowd import Crowd, Press, Seat, Table
from bot.bench.discord_server import DiscordServer, Request
from bot.bench.figures import Target, percentile, spread
from bot.bench.processes import BotProcess
from bot.bench.slow_disk import SlowDisk
from bot.games import registry
from bot.games.six_nimmt.moves import Choose
from bot.store import Store, open_store, statements
from bot.tables.services import Tables, build_tables
from bot.text import words
from tests.cli_runner import called
from tests.forked_bot import ForkedBot

needs_compiler = pytest.mark.skipif(bool(slow_disk.why_not()), reason="nothing to build the library with")


class Played(NamedTuple):
    """A table with its services, the choice that was made, and another card of the same hand."""

    store: Store
    service: Tables
    made: Fact
    other: int


@pytest.fixture
def disk(tmp_path: Path, request: pytest.FixtureRequest) -> SlowDisk:
    """A disk that takes so many milliseconds more for each sync."""
    library = slow_disk.built(tmp_path)
    assert library is not None
    return SlowDisk(library, request.param, tmp_path / "syncs.txt")


def test_percentiles_are_values_that_were_measured_and_nothing_at_all_is_a_miss() -> None:
    assert [percentile([7.0, 3.0], share) for share in (1, 50, 51, 99, 100)] == [3, 3, 7, 7, 7]
    slow = spread("g", "picture", [0.1] * 94 + [3.0] * 6, {95: Target("<=", 2000)})
    assert [(figure.value, figure.ok) for figure in slow] == [
        (100, None),
        (3000, False),
        (3000, None),
        (3000, None),
    ]
    assert [figure.ok for figure in spread("g", "picture", [], {})] == [False]


async def test_errors_of_a_bot_are_counted_and_told_with_what_led_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = "Traceback (most recent call last):\n  File 'a', line 1\n    a()\nOSError: gone\n"
    bot = BotProcess(DiscordServer([]), tmp_path / "bot.sqlite3")
    bot.log.write_text(f"INFO one\nERROR two\n{trace}\nINFO three\nERROR four\n{trace}INFO five\n")
    assert bot.errors() == 2
    assert capsys.readouterr().err == f"ERROR two\n{trace}ERROR four\n{trace}"


def test_statements_are_counted_apart_from_what_is_round_them() -> None:
    with statements.counted() as counter:
        database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        database.execute("CREATE TABLE t (n)")
        before = counter.tally()
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO t VALUES (1), (2), (3)")
        database.execute("DELETE FROM t WHERE n = 1")
        database.execute("COMMIT")
        here = counter.tally() - before
        thread = Thread(target=lambda: database.execute("SELECT * FROM t").fetchall())
        thread.start()
        thread.join()
    database.close()
    uncounted = sqlite3.connect(":memory:")
    uncounted.execute("SELECT 1")
    uncounted.close()
    assert (here.statements, here.commits) == (2, 1)
    assert here.on_main_thread >= 4
    assert counter.tally() - before == (3, 1, here.on_main_thread)


def test_another_process_counts_in_a_file(tmp_path: Path) -> None:
    counts = statements.new_file(tmp_path / "tally")
    code = (
        "import sqlite3, sys; from pathlib import Path; from bot.store.statements import count_into;"
        "count_into(Path(sys.argv[1])); database = sqlite3.connect(':memory:');"
        "[database.execute('SELECT 1') for _ in range(5)]"
    )
    subprocess.run([sys.executable, "-c", code, str(counts)], check=True)
    assert statements.read(counts) == (5, 0, 5)


SYNCING = """
import os, sys, threading, time
file = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY)
begin = time.monotonic()
os.fsync(file)
os.fdatasync(file)
print(time.monotonic() - begin)
thread = threading.Thread(target=os.fsync, args=(file,))
thread.start()
thread.join()
"""


@needs_compiler
@pytest.mark.parametrize("disk", [40], indirect=True)
def test_every_sync_of_a_process_is_delayed_and_counted(tmp_path: Path, disk: SlowDisk) -> None:
    assert disk.syncs() == (0, 0)
    child = subprocess.Popen(
        [sys.executable, "-c", SYNCING, str(tmp_path / "file")],
        env=os.environ | disk.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    out, _ = child.communicate()
    assert float(out) >= 0.08
    assert disk.syncs() == disk.syncs(child.pid) == (3, 2)
    assert disk.syncs(child.pid + 1) == (0, 0)


def test_without_linux_or_a_compiler_there_is_a_sentence_and_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert slow_disk.built(tmp_path) is None
    assert slow_disk.why_not().endswith("skipped.")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "Linux" in slow_disk.why_not()


@pytest.mark.skipif(not machine.known(), reason="there is no /proc")
def test_a_process_is_told_apart_from_its_children() -> None:
    working = "sum(range(5_000_000))"
    code = f"import subprocess, sys; {working}; subprocess.run([sys.executable, '-c', '{working}'])"
    child = subprocess.Popen(
        [sys.executable, "-c", f"{code}; print(flush=True); input()"], stdin=-1, stdout=-1
    )
    assert child.stdout is not None
    assert child.pid in machine.descendants(os.getpid())
    child.stdout.readline()
    assert machine.descendants(child.pid) == []
    used = machine.usage(child.pid)
    assert used.own > 0
    assert used.children > 0
    assert machine.peak(child.pid) > 1
    child.communicate(b"\n")
    assert machine.peak(child.pid) == 0


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("disk", [1], indirect=True)
async def test_people_on_a_slow_disk_are_all_answered(
    tmp_path: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "BotProcess", ForkedBot)
    for name, value in {"TABLES": 1, "PEOPLE": 3, "FOUR": 2, "TRICKS": 1, "CALM": 0.5}.items():
        monkeypatch.setattr(disks, name, value)
    found = {figure.name: figure.value for figure in await disks.figures(tmp_path, disk)}
    assert all(map(isfinite, found.values()))
    assert found["presses without an answer"] == 0
    assert found["first choices of 3 people after a restart: first answer, max"] > 0
    assert found["syncs of a trick of four who choose at once"] >= 1


@pytest.fixture
async def played(tmp_path: Path) -> AsyncGenerator[Played]:
    """The table of two in which the first has chosen a card."""
    game = registry.game("six_nimmt")
    store = await open_store(tmp_path / "bot.sqlite3")
    service = build_tables(store, now=lambda: datetime.now(UTC))
    acted = await begun(service, game, (7, 8), guild=1, channel=1, grace=5)
    table, turn = acted.moment.table.id, game.turn(acted.moment.state)
    move, other = [move for move in game.legal(acted.moment.state, 0) if isinstance(move, Choose)][:2]
    await service.play.act(table, 7, move, turn=turn, key="press")
    yield Played(store, service, Fact(table, turn, 7, move.card), other.card)
    await store.close()


def pressed(fact: Fact, at: float, answered: float | None) -> Press:
    """Somebody presses on a card."""
    seat, custom_id = (
        Seat(fact.user, Table(1, "nimmt", [])),
        f"s1:nimmt.step:{fact.table}:{fact.turn}:choose/{fact.card}",
    )
    return Press(seat, None, "nimmt.step", at, custom_id, answered=answered)


async def test_a_choice_that_the_log_does_not_know_is_lost(played: Played) -> None:
    witness, made = Witness(Crowd(DiscordServer(("alice",)))), played.made
    found = await played.store.read(partial(logged, table=made.table))
    witness.facts = {made}
    assert witness.lost(found) == 0
    witness.facts |= {made._replace(card=0), made._replace(turn=made.turn + 1), made._replace(user=8)}
    assert witness.lost(found) == 3
    assert made_twice(found) == 0
    assert made_twice([*found, played.made]) == 1


@pytest.mark.parametrize(("later", "confirmed"), [(0, True), (1, False)])
@pytest.mark.parametrize("wrapped", [False, True])
async def test_a_press_that_comes_too_late_confirms_nothing(
    played: Played, later: int, confirmed: bool, wrapped: bool
) -> None:
    """A process that had stood still answers it by the panel of a later turn, in which the same card is
    chosen."""
    crowd, made = Crowd(DiscordServer(("alice",))), played.made
    witness, press = Witness(crowd), pressed(made, 1, 2)
    press.record = SimpleNamespace(id=5)
    crowd._waiting["token"] = press
    button = {"type": 2, "custom_id": f"s1:nimmt.step:{made.table}:{made.turn + later}:choose/{played.other}"}
    text = {"type": 10, "content": words(None)("six_nimmt.panel.chosen", card=made.card)}
    panel = {"components": [text, {"type": 1, "components": [button]}]}
    path, body = (
        ("/interactions/5/token/callback", {"type": 7, "data": panel})
        if wrapped
        else (
            "/webhooks/1/token/messages/@original",
            panel,
        )
    )
    witness.on_request(Request(3.0, "POST", path, body, 0, 200, None))
    assert witness.facts == ({made} if confirmed else set())


async def test_a_choice_of_a_grace_is_lost_but_for_what_was_pressed_after_it(played: Played) -> None:
    crowd, made = Crowd(DiscordServer(("alice",))), played.made
    witness, changed = Witness(crowd), made._replace(card=played.other)
    witness.held = {changed: Held(3, {changed.card})}
    crowd.presses = [pressed(made, 1, 2), pressed(changed, 3, 4)]
    witness.look_back()
    assert witness.lost([made]) == 1
    assert witness.lost([changed]) == 0
    crowd.presses = [pressed(made, 5, 6), pressed(changed, 7, 8)]  # a life later, the last one too late
    witness.look_back()
    assert witness.lost([made]) == 0


async def test_a_wish_that_no_plan_has_is_lost_until_its_person_has_moved(played: Played) -> None:
    table, turn, user, _ = played.made
    witness, wish = Witness(Crowd(DiscordServer(("alice",)))), Wish(table, turn, user, str(played.other))
    await played.service.plans.wish_for(table, user, 0, wish.wish)
    witness.wishes[table, user] = wish
    assert await played.store.read(witness.lost_wishes) == 0
    assert await played.store.read(partial(waiting, channels=(1,))) == (1, [])
    await played.service.plans.clear_plan(table, user)
    assert await played.store.read(witness.lost_wishes) == 1
    assert await played.store.read(witness.lost_wishes) == 0, "it is counted once"
    witness.wishes[table, user] = wish._replace(turn=turn - 1)
    assert await played.store.read(witness.lost_wishes) == 0


async def test_a_wish_is_not_looked_for_after_another_one_of_which_nobody_knows(played: Played) -> None:
    table, turn, user, _ = played.made
    witness, custom_id = Witness(Crowd(DiscordServer(("alice",)))), f"s1:plans.wish:{table}:{turn}:0"
    seat, record = Seat(user, Table(1, "nimmt", [])), SimpleNamespace(id=5)
    press = Press(seat, record, "plans.wish", 1.0, custom_id, answered=2.0)
    witness.crowd.presses, witness.settled = [press], {press.key}
    witness.wishes[table, user] = Wish(table, turn, user, str(played.other))
    witness.look_back()
    assert witness.wishes
    witness.settled.clear()
    witness.look_back()
    assert not witness.wishes


async def test_a_choice_that_is_held_back_is_seen_as_a_grace(played: Played) -> None:
    game, (table, turn, *_) = registry.game("six_nimmt"), played.made
    state = (await played.service.queries.now_at(table)).state
    move = next(iter(game.legal(state, 1)))
    await played.service.play.act(table, 8, move, turn=turn, key="last")
    _, (reveal,) = await played.store.read(partial(waiting, channels=(1,)))
    assert reveal > datetime.now(UTC) - timedelta(seconds=1)


def test_a_board_that_is_posted_again_is_noticed() -> None:
    server = DiscordServer(("alice",))
    button = {"type": 2, "custom_id": "s1:table.move:1:4:"}
    post = {"channel_id": "5", "components": [{"type": 1, "components": [button]}]}
    later = {"channel_id": "5", "components": [{**button, "custom_id": "s1:table.move:1:5:"}]}
    elsewhere, silent = {**post, "channel_id": "6"}, {"channel_id": "5", "components": []}
    server.posted += [post, later, elsewhere, silent, silent]
    witness = Witness(Crowd(server))
    assert witness.posted_twice() == 0
    server.posted.append(post)
    assert witness.posted_twice() == 1


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("--load", "--people", "3"), 3, "30 tables need 60 to 120 people."),
        (("--load", "--tables", "2", "--people", "9"), 3, "2 tables need 4 to 8 people."),
        (("--load", "--analysis", "--people", "3"), 3, "30 tables need 60 to 120 people."),
        (("--kills", "0"), 2, "a whole number from 1 to 100000 is needed"),
        (("--slow-disk", "1001"), 2, "a whole number from 1 to 1000 is needed"),
    ],
)
def test_sizes_that_make_no_sense_are_refused(
    tmp_path: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    ended = called(tmp_path, "bench", *arguments)
    assert ended.code == code
    assert sentence in ended.err
