"""Restarts at any moment: nothing accepted is lost, also by kill -9."""

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
from table_world import World, nimmt, random_move
from units import reading

from bot.games import registry
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store import StoreError, files, store as module
from bot.tables.model import LogRow, Status


async def test_the_log_replays_to_every_state_and_event_there_was(world: World) -> None:
    rng = random.Random(9)
    moment = await world.game(3, NimmtOptions(format="rounds", rounds=2))
    seen = [moment]
    while moment.table.status is Status.PLAYING:
        moment = await world.play_on(moment, 1, rng)
        seen.append(moment)
    await world.restart()
    for earlier in rng.sample(seen, len(seen)):
        found = await world.at(1, earlier.version)
        assert GAME.encode(nimmt(found)) == GAME.encode(nimmt(earlier))
        for part in ("events", "seat", "automatic", "at"):
            assert getattr(found, part) == getattr(earlier, part)
    pages = await world.milestones(1)
    assert len(pages) >= 21, "tricks and deals"
    assert list(pages) == sorted(set(pages))
    assert pages[-1] == moment.version


async def test_after_a_failed_commit_memory_holds_nothing_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = await world.game()
    before = world.dump()
    with monkeypatch.context() as patched:
        patched.setattr(module, "COMMIT", "BROKEN")
        with pytest.raises(StoreError, match="BROKEN"):
            await world.choose(moment, 0)
    assert world.dump() == before
    assert await world.now() == moment


async def test_a_long_game_keeps_few_moments_in_memory(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.history.REMEMBERED", 9)
    await world.restart()
    moment = await world.play_on(await world.game(), 20, random.Random(1))
    assert moment.version > 9
    assert len(world.tables.queries.units.history) == 9


async def test_neither_a_log_line_nor_a_repr_holds_a_hand_or_the_secret_before_the_end(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    moment = await world.game(2)
    async with reading(world.store) as tx:
        row = await tx.tables.get(1)
        log = await tx.log.between(1, 0, 10)
    assert row is not None
    assert row.secret is not None
    said = repr((row, moment, log))
    await world.play_out(moment, 1)
    for secret in ("hands", repr(row.secret), '"move"'):
        assert secret not in said + caplog.text


async def test_a_service_on_a_copy_made_while_playing_has_the_whole_table(
    world: World, tmp_path: Path
) -> None:
    moment = await world.play_on(await world.game(), 5, random.Random(2))
    copy = tmp_path / "copy.db"
    files.backup(world.file, copy)
    await world.act(moment, *random_move(moment, random.Random(3)))
    other = await World(copy).open()
    try:
        assert await other.now() == moment
        await other.leave(1, 1, key="in the copy")
    finally:
        await other.store.close()


HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KILLS = 4
"""Of each game; `python -m bot bench --kills` does it a thousand times."""


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


@pytest.mark.usefixtures("real_chance")
@pytest.mark.parametrize("game", ["six_nimmt", "pebbles"])
async def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path, game: str) -> None:
    path, rng = tmp_path / "world.db", random.Random(5)
    told: list[dict[str, Any]] = []
    for number in range(KILLS):
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
    async with reading(world.store) as tx:
        for fact in told:
            if "delivered" in fact:
                assert (await tx.notices.get(fact["delivered"])).state == "done"
                continue
            log = {row.version: row.move for row in await tx.log.between(fact["table"], 0, 10_000)}
            if "undone" in fact:
                assert log[fact["undone"]] == b""
            else:
                assert log[fact["before"] + 1] == fact["move"].encode()
                assert fact["version"] in log


async def _repeated_keys_are_harmless(world: World, news: list[dict[str, Any]]) -> None:
    for fact in [fact for fact in news if "table" in fact][-3:]:
        where, press = (fact["table"], fact["user"]), {"turn": fact["turn"], "key": fact["key"]}
        with world.unchanged():
            if "undone" in fact:
                acted = await world.tables.undo.undo(*where, **press)
            else:
                game = registry.game((await world.table(fact["table"])).game)
                acted = await world.press(*where, game.decode_move(fact["move"].encode()), **press)
        assert (acted.repeated, acted.moment.version) == (True, fact.get("undone", fact.get("version")))


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
    notices = _notices(world.file, table)
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
