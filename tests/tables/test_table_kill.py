"""kill -9 at any moment: what was acknowledged is there, and nothing is half done."""

from __future__ import annotations

import json
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
from table_house import House
from units import reading

from bot.games import registry
from bot.tables.model import LogRow, Status

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
    path, rng = tmp_path / "house.db", random.Random(rounds)
    told: list[dict[str, Any]] = []
    for number in range(rounds):
        news = killed(path, rng, f"seed {number}", game)
        assert news
        told += news
        house = await House(path).start()
        try:
            await _everything_acknowledged_is_there(house, told)
            await _repeated_keys_are_harmless(house, news)
            for table in {fact["table"] for fact in told if "table" in fact}:
                await _table_is_whole(house, table)
        finally:
            await house.store.close()


async def _everything_acknowledged_is_there(house: House, told: list[dict[str, Any]]) -> None:
    logs: dict[int, dict[int, bytes]] = {}
    async with reading(house.store) as tx:
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


async def _repeated_keys_are_harmless(house: House, news: list[dict[str, Any]]) -> None:
    before = house.dump()
    for fact in [fact for fact in news if "table" in fact][-3:]:
        table = await house.tables.queries.table(fact["table"])
        if "undone" in fact:
            acted = await house.tables.undo.undo(table.id, fact["user"], turn=fact["turn"], key=fact["key"])
            assert (acted.repeated, acted.moment.version) == (True, fact["undone"])
            continue
        choice = registry.game(table.game).decode_move(fact["move"].encode())
        acted = await house.tables.play.act(
            table.id, fact["user"], choice, turn=fact["turn"], key=fact["key"]
        )
        assert acted.repeated
        assert acted.moment.version == fact["version"]
    assert house.dump() == before


async def _table_is_whole(house: House, table: int) -> None:
    """The state follows from the log; each turn has its board; who owes something was or will be asked."""
    moment = await house.tables.queries.now_at(table)
    game = registry.game(moment.table.game)
    async with reading(house.store) as tx:
        assert await tx.tables.state(table) == game.encode(moment.state)
        rows = await tx.log.between(table, 0, 10_000)
    assert [row.version for row in rows] == list(range(1, moment.version + 1))
    game.check(moment.state)
    turns = [
        (await house.tables.queries.moment(table, version)).turn for version in range(moment.version + 1)
    ]
    assert turns == sorted(turns)
    fresh = [0, *[row.version for row in rows if row.back is None and await _posted(house, table, row)]]
    notices = _notices(house.path, table)
    assert [version for kind, _, version in notices if kind == "board"] == fresh
    ended = [version for kind, _, version in notices if kind == "ended"]
    if moment.table.status is Status.FINISHED:
        assert ended == [moment.version]
        return
    assert not ended
    asked = {seat for kind, seat, version in notices if kind == "prompt" and version == fresh[-1]}
    assert game.in_turn(moment.state) or set(game.decisions(moment.state)) <= asked


async def _posted(house: House, table: int, row: LogRow) -> bool:
    """Whether a move opened a new post."""
    game = registry.game((await house.tables.queries.table(table)).game)
    before, after = [
        await house.tables.queries.moment(table, version) for version in (row.version - 1, row.version)
    ]
    return game.post(before.state) != game.post(after.state)


def _notices(path: Path, table: int) -> list[tuple[str, int | None, int]]:
    """Everything that was ever to be told at a table, delivered or not."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT kind, seat, version FROM notices WHERE table_id = ? ORDER BY id", (table,)
        ).fetchall()
