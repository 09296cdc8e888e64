"""A database is moved to another place: whole, or not to be opened, and never under a running bot."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import damages
import pytest
from finished_games import NOW
from units import all_rows

from bot.bench.postgres_server import Databases
from bot.store import Place, Server, StoreError, errors, files, move, open_store, session
from bot.store.records import Offer

WAYS = [("sqlite", "postgres"), ("postgres", "sqlite"), ("sqlite", "sqlite"), ("postgres", "postgres")]
DIES = """
import os, sys
from bot.store import move, place
move.SOME, page, left = 3, move._page, int(sys.argv[3])
def dying(*given, **more):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), 9)
    return page(*given, **more)
move._page = dying
move.move(place(sys.argv[1]), place(sys.argv[2]), lambda *_: None)
"""


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """A file in which people have played, and where numbers of offers were given out that are gone."""
    path = damages.used(tmp_path / "used.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE sqlite_sequence SET seq = 77 WHERE name = 'offers'")
    return path


def empty(kind: str, used: Path, databases: Databases) -> Place:
    return used.with_name("empty.db") if kind == "sqlite" else databases.new("template0")


def filled(kind: str, used: Path, databases: Databases) -> Place:
    """A used database of an engine."""
    if kind == "sqlite":
        return used
    moved = databases.new()
    move.move(used, moved, lambda *_: None)
    return moved


async def content(place: Place) -> dict[str, list[tuple[Any, ...]]]:
    store = await open_store(place)
    try:
        return await all_rows(store)
    finally:
        await store.close()


@pytest.mark.parametrize(("source", "target"), WAYS)
async def test_everything_arrives_with_its_sums_and_no_number_comes_again(
    used: Path, databases: Databases, source: str, target: str
) -> None:
    origin, goal = filled(source, used, databases), empty(target, used, databases)
    sums = dict[str, move.Sum]()
    move.move(origin, goal, sums.__setitem__)
    before, after = await content(origin), await content(goal)
    assert before == after
    assert {name: found.rows for name, found in sums.items()} == {
        name: len(rows) for name, rows in after.items()
    }
    assert sum(map(len, after.values())) > 100
    store = await open_store(goal)
    assert await store.change(lambda tx: tx.offers.add(Offer("noria", b"{}", NOW))) == 78
    assert await store.change(lambda tx: tx.tables.reserve()) == 1 + max(row[0] for row in after["tables"])
    await store.close()


@pytest.mark.parametrize(("source", "target"), WAYS[:2])
async def test_killed_at_any_moment_it_goes_on(
    used: Path, databases: Databases, source: str, target: str
) -> None:
    """Until the end no bot opens what is there."""
    origin, goal = filled(source, used, databases), empty(target, used, databases)
    addresses = [place.url if isinstance(place, Server) else str(place) for place in (origin, goal)]
    for left in (60, 110, 180):
        command = [sys.executable, "-c", DIES, *addresses, str(left)]
        died = subprocess.run(command, check=False, cwd=Path(move.__file__).parents[2])  # noqa: ASYNC221
        assert died.returncode == -signal.SIGKILL
        with pytest.raises(StoreError, match="broken off"):
            await content(goal)
    move.move(origin, goal, lambda *_: None)
    assert await content(goal) == await content(origin)


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
async def test_what_has_changed_since_it_was_broken_off_arrives_as_it_is_now(
    used: Path, databases: Databases, target: str
) -> None:
    goal = empty(target, used, databases)

    def broken() -> None:
        raise KeyboardInterrupt

    for where in ("gatherings", "people"):
        with pytest.raises(KeyboardInterrupt):
            move.move(used, goal, lambda name, _, where=where: broken() if name == where else None)
    with closing(sqlite3.connect(used)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("UPDATE people SET name = 'Zoe' WHERE user_id = 1")
        connection.execute("DELETE FROM audit")
        connection.execute("UPDATE tables SET locale = 'ja' WHERE id = (SELECT max(id) FROM tables)")
        connection.execute("DELETE FROM tables WHERE id = (SELECT min(table_id) FROM log)")
    move.move(used, goal, lambda *_: None)
    assert await content(goal) == await content(used)


@pytest.mark.parametrize(("source", "target"), WAYS[:2])
@pytest.mark.parametrize("running", ["source", "target"])
async def test_under_a_running_bot_nothing_is_moved(
    used: Path, databases: Databases, monkeypatch: pytest.MonkeyPatch, source: str, target: str, running: str
) -> None:
    monkeypatch.setattr(session, "BUSY_SECONDS", 0.05)
    origin, goal = filled(source, used, databases), empty(target, used, databases)
    store = await open_store(origin if running == "source" else goal)
    with pytest.raises(errors.InUseError):
        move.move(origin, goal, lambda *_: None)
    await store.close()
    move.move(origin, goal, lambda *_: None)


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_nothing_is_moved_from_nowhere_to_itself_or_onto_something(
    used: Path, databases: Databases, target: str
) -> None:
    missing = empty(target, used, databases)
    for origin, goal, said in (
        (missing, used, "no database"),
        (used, used, "twice"),
        (used, filled(target, damages.used(used.with_name("other.db")), databases), "empty"),
    ):
        before = used.read_bytes()
        with pytest.raises(StoreError, match=said):
            move.move(origin, goal, lambda *_: None)
        assert used.read_bytes() == before
    assert not used.with_name("empty.db").exists()


def test_who_arrives_otherwise_is_not_believed(
    used: Path, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    summed, sums = move._sum, list[move.Sum]()

    def wrong(*given: Any) -> move.Sum:
        sums.append(summed(*given))
        return move.Sum(sums[-1].rows, f"{len(sums)}")

    monkeypatch.setattr(move, "_sum", wrong)
    with pytest.raises(StoreError, match="otherwise than they were sent"):
        move.move(used, databases.new(), lambda *_: None)


def test_parents_come_before_those_that_belong_to_them(used: Path) -> None:
    """Rows that belong to others of their own table have greater ids, in the order of which all come."""
    with closing(sqlite3.connect(used)) as connection:
        for name in files.columns(connection):
            parents = {row[2] for row in connection.execute(f"PRAGMA foreign_key_list({name})")}
            before = move.PARENTS.index(name) if name in move.PARENTS else None
            assert parents - {name} <= {*move.PARENTS[:before]}
