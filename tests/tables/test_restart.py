"""Restarts at any moment: nothing accepted is lost, also by kill -9."""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from table_world import World, person, random_move
from units import reading

from bot.games import registry
from bot.games.contract import Seat, State
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.store import StoreError, files, writer
from bot.tables.history import Snapshot, SnapshotCache
from bot.tables.model import LogRow, Moment, Status
from bot.tables.policy import REMEMBERED


def encoded(moment: Moment) -> bytes:
    """The state as bytes."""
    assert isinstance(moment.state, NimmtState)
    return GAME.encode(moment.state)


async def test_a_restart_after_every_few_moves_changes_nothing(world: World) -> None:
    rng = random.Random(8)
    moment = await world.game(4)
    while moment.table.status is Status.PLAYING:
        moment = await world.play_on(moment, rng.randrange(1, 6), rng)
        before = await world.notices(moment.table.id)
        await world.restart()
        assert await world.now(moment.table.id) == moment
        assert await world.notices(moment.table.id) == before
        assert await world.tables.outbox.with_notices() == (moment.table.id,)


async def test_the_log_replays_to_every_state_and_event_there_was(world: World) -> None:
    rng = random.Random(9)
    moment = await world.game(3, NimmtOptions(format="rounds", rounds=2))
    seen = [moment]
    while moment.table.status is Status.PLAYING:
        moment = (await world.act(moment, *random_move(moment, rng))).moment
        seen.append(moment)
    await world.restart()
    for earlier in rng.sample(seen, len(seen)):
        found = await world.at(moment.table.id, earlier.version)
        assert encoded(found) == encoded(earlier)
        assert (found.events, found.seat, found.automatic, found.at) == (
            earlier.events,
            earlier.seat,
            earlier.automatic,
            earlier.at,
        )


async def test_the_stored_state_is_the_one_the_log_leads_to(world: World) -> None:
    moment = await world.play_on(await world.game(4), 17, random.Random(10))
    await world.restart()
    async with reading(world.store) as tx:
        stored = await tx.tables.state(moment.table.id)
    assert stored == encoded(await world.now(moment.table.id))


async def test_keys_and_double_clicks_are_known_after_a_restart(world: World) -> None:
    moment = await world.game()
    card = hand(moment)
    await world.act(moment, Seat(0), Choose(card), key="once")
    await world.restart()
    before = world.dump()
    assert (await world.act(moment, Seat(0), Choose(card), key="once")).repeated
    assert (await world.act(moment, Seat(0), Choose(card), key="a second click")).repeated
    assert world.dump() == before


async def test_after_a_failed_commit_memory_holds_nothing_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = await world.game()
    before = world.dump()

    monkeypatch.setattr(writer, "COMMIT", "BROKEN")
    with pytest.raises(StoreError, match="BROKEN"):
        await world.act(moment, Seat(0), Choose(hand(moment)))
    monkeypatch.undo()
    assert world.dump() == before
    assert await world.now(moment.table.id) == moment


def hand(moment: Moment) -> int:
    """A card of the first seat."""
    assert isinstance(moment.state, NimmtState)
    return moment.state.hands[0][0]


async def test_the_milestones_are_the_tricks_and_deals(world: World) -> None:
    moment = await world.play_out(
        await world.game(2, NimmtOptions(format="rounds", rounds=2)), random.Random(1)
    )
    pages = await world.tables.queries.milestones(moment.table.id)
    assert len(pages) >= 21
    assert pages[-1] == moment.version
    assert list(pages) == sorted(set(pages))


async def test_memory_is_bounded_and_forgets_what_was_not_used() -> None:
    memory = SnapshotCache(3)
    state = State()
    for version in range(3):
        memory.keep(1, Snapshot(version, state))
    assert memory.get(1, 0) is not None
    memory.keep(2, Snapshot(0, state))
    assert len(memory) == 3
    assert memory.get(1, 1) is None
    assert memory.get(1, 2) is not None


async def test_a_long_game_keeps_few_moments_in_memory(world: World) -> None:
    moment = await world.play_out(
        await world.game(10, NimmtOptions(format="rounds", rounds=3)), random.Random(1)
    )
    assert moment.version > REMEMBERED
    assert len(world.tables.queries.units.history) == REMEMBERED


async def test_no_log_line_holds_a_hand_or_the_secret(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    moment = await world.play_out(await world.game(2), random.Random(1))
    assert moment.table.secret is not None
    assert "hands" not in caplog.text
    assert repr(moment.table.secret) not in caplog.text
    assert '"move"' not in caplog.text


async def test_a_secret_is_in_no_repr_before_the_end(world: World) -> None:
    moment = await world.game()
    async with reading(world.store) as tx:
        row = await tx.tables.get(moment.table.id)
        log = await tx.log.between(moment.table.id, 0, 10)
    assert row is not None
    assert row.secret is not None
    assert repr(row.secret) not in repr((row, moment, log))
    assert "hands" not in repr(moment)


async def test_a_service_on_a_copy_made_while_playing_has_the_whole_table(
    world: World, tmp_path: Path
) -> None:
    moment = await world.play_on(await world.game(), 5, random.Random(2))
    copy = tmp_path / "copy.db"
    files.backup(world.path, copy)
    await world.act(moment, *random_move(moment, random.Random(3)))
    other = await World(copy).open()
    try:
        assert await other.tables.queries.now_at(moment.table.id) == moment
        await other.tables.seats.leave(moment.table.id, person(1), key="in the copy")
    finally:
        await other.store.close()


HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def killed(path: Path, rng: random.Random, seed: str, game: str) -> list[dict[str, Any]]:
    """What a child acknowledged until it was killed, somewhere between two moments of its work."""
    paths = os.pathsep.join([str(ROOT), str(HERE)])
    child = subprocess.Popen(
        [sys.executable, str(HERE / "kill_child.py"), str(path), seed, game],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
        text=True,
    )
    with child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(rng.randrange(1, 40))]
        time.sleep(rng.random() * 0.01)
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
        assert child.wait() == -signal.SIGKILL
    return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.mark.usefixtures("_with_pebbles", "real_chance")
@pytest.mark.parametrize("game", ["six_nimmt", "pebbles"])
@pytest.mark.parametrize(
    "rounds", [pytest.param(5), pytest.param(20, marks=[pytest.mark.slow])], ids=["few", "many"]
)
async def test_killed_at_any_moment_nothing_acknowledged_is_lost(
    tmp_path: Path, rounds: int, game: str
) -> None:
    path, rng = tmp_path / "world.db", random.Random(rounds)
    told: list[dict[str, Any]] = []
    for number in range(rounds):
        news = killed(path, rng, f"seed {number}", game)
        assert news
        told += news
        world = await World(path).open()
        try:
            await _everything_acknowledged_is_there(world, told)
            await _repeated_keys_are_harmless(world, news)
            for table in {fact["table"] for fact in told if "table" in fact}:
                await _table_is_whole(world, table)
        finally:
            await world.store.close()


async def _everything_acknowledged_is_there(world: World, told: list[dict[str, Any]]) -> None:
    logs: dict[int, dict[int, bytes]] = {}
    async with reading(world.store) as tx:
        for fact in told:
            if "delivered" in fact:
                notice = await tx.notices.get(fact["delivered"])
                assert notice is not None
                assert notice.state == "done"
                continue
            if fact["table"] not in logs:
                rows = await tx.log.between(fact["table"], 0, 10_000)
                logs[fact["table"]] = {row.version: row.move for row in rows}
            log = logs[fact["table"]]
            if "undone" in fact:
                assert log[fact["undone"]] == b""
                continue
            assert log[fact["before"] + 1] == fact["move"].encode()
            assert fact["version"] in log


async def _repeated_keys_are_harmless(world: World, news: list[dict[str, Any]]) -> None:
    before = world.dump()
    for fact in [fact for fact in news if "table" in fact][-3:]:
        table = await world.table(fact["table"])
        if "undone" in fact:
            acted = await world.tables.undo.undo(table.id, fact["user"], turn=fact["turn"], key=fact["key"])
            assert (acted.repeated, acted.moment.version) == (True, fact["undone"])
            continue
        choice = registry.game(table.game).decode_move(fact["move"].encode())
        acted = await world.tables.play.act(
            table.id, fact["user"], choice, turn=fact["turn"], key=fact["key"]
        )
        assert acted.repeated
        assert acted.moment.version == fact["version"]
    assert world.dump() == before


async def _table_is_whole(world: World, table: int) -> None:
    """The state follows from the log; each turn has its board; who owes something was or will be asked."""
    moment = await world.now(table)
    game = registry.game(moment.table.game)
    async with reading(world.store) as tx:
        assert await tx.tables.state(table) == game.encode(moment.state)
        rows = await tx.log.between(table, 0, 10_000)
    assert [row.version for row in rows] == list(range(1, moment.version + 1))
    game.check(moment.state)
    turns = [(await world.at(table, version)).turn for version in range(moment.version + 1)]
    assert turns == sorted(turns)
    fresh = [0, *[row.version for row in rows if row.back is None and await _posted(world, table, row)]]
    notices = _notices(world.path, table)
    assert [version for kind, _, version in notices if kind == "board"] == fresh
    ended = [version for kind, _, version in notices if kind == "ended"]
    if moment.table.status is Status.FINISHED:
        assert ended == [moment.version]
        return
    assert not ended
    asked = {seat for kind, seat, version in notices if kind == "prompt" and version == fresh[-1]}
    assert game.in_turn(moment.state) or set(game.decisions(moment.state)) <= asked


async def _posted(world: World, table: int, row: LogRow) -> bool:
    """Whether a move opened a new post."""
    game = registry.game((await world.table(table)).game)
    before, after = [await world.at(table, version) for version in (row.version - 1, row.version)]
    return game.post(before.state) != game.post(after.state)


def _notices(path: Path, table: int) -> list[tuple[str, int | None, int]]:
    """Everything that was ever to be told at a table, delivered or not."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT kind, seat, version FROM notices WHERE table_id = ? ORDER BY id", (table,)
        ).fetchall()
