"""A database file from outside: damage, backups, and looks beside a bot that writes."""

# ruff: noqa: ASYNC240 - these tests look at small files between the steps

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

import damages
import pytest
from units import reading

from bot.store import Repositories, StoreError, errors, files, open_store
from bot.store.files import newest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return damages.used(tmp_path / "stammtisch.db")


def content(path: Path) -> dict[str, bytes]:
    """The file and those of SQLite beside it, without the one that readers share."""
    return {
        file.name: file.read_bytes() for file in path.parent.glob(path.name + "*") if file.suffix != ".db-shm"
    }


def looked_at(path: Path) -> None:
    """Everything that is done to a file from outside before it is said to be fine."""
    files.refuse_foreign_wal(path)
    files.read_schema(path)
    files.read_meta(path, "heartbeat")
    assert files.check(path)


@pytest.mark.parametrize("damage", damages.ALL)
def test_a_look_finds_the_damage_tells_it_in_one_line_and_changes_nothing(path: Path, damage: str) -> None:
    damages.ALL[damage](path)
    before = content(path)
    with pytest.raises(StoreError) as found:
        looked_at(path)
    assert "\n" not in str(found.value)
    assert path.name in str(found.value)
    assert content(path) == before


@pytest.mark.parametrize(("damage", "error"), damages.PLAIN.values(), ids=damages.PLAIN)
async def test_the_store_refuses_a_damaged_file_and_leaves_it_as_it_is(
    path: Path, damage: damages.Damage, error: type[StoreError]
) -> None:
    damage(path)
    before = path.read_bytes()
    await damages.refused(path, error)
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", range(4))
def test_what_passes_the_check_can_be_copied_and_nothing_ends_in_another_error(path: Path, seed: int) -> None:
    good = path.read_bytes()
    chance = random.Random(seed)
    passed: list[int] = []
    for number in range(40):
        path.write_bytes(damages.at_random(good, chance))
        with suppress(StoreError):
            looked_at(path)
            passed.append(number)
        with suppress(StoreError):
            files.backup(path, path.with_name(f"copy{number}.sqlite"))
        with suppress(StoreError):
            files.prepare(path)
    assert 0 < len(passed) < 40
    for number in passed:
        assert path.with_name(f"copy{number}.sqlite").exists(), "what is fine can be copied"


@pytest.mark.parametrize("damage", [damages.condition, damages.truncated, damages.no_database, Path.unlink])
def test_a_copy_that_can_not_be_finished_is_not_left_behind(path: Path, damage: damages.Damage) -> None:
    damage(path)
    with pytest.raises(StoreError):
        files.backup(path, path.with_name("copy.sqlite"))
    assert not path.with_name("copy.sqlite").exists()


async def test_a_backup_is_a_database_one_can_go_on_with_and_overwrites_nothing(path: Path) -> None:
    copy = path.with_name("copy.sqlite")
    with pytest.raises(errors.NotWritableError, match="nowhere"):
        files.backup(path, path.parent / "nowhere" / "copy.sqlite")
    files.backup(path, copy)
    before = copy.read_bytes()
    with pytest.raises(errors.NotWritableError, match="already"):
        files.backup(path, copy)
    assert copy.read_bytes() == before
    store = await open_store(copy)
    assert (await store.read(lambda tx: tx.tables.in_channel(500))) is not None
    await store.close()


@pytest.mark.parametrize("number", range(1, newest() + 1))
def test_databases_of_all_versions_pass(tmp_path: Path, number: int) -> None:
    path = damages.restored(tmp_path / "old.db", number)
    before = content(path)
    looked_at(path)
    assert content(path) == before


def test_an_empty_file_of_changes_is_no_damage_and_a_look_leaves_nothing_beside(path: Path) -> None:
    looked_at(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    path.with_name(path.name + "-wal").touch()
    looked_at(path)


def test_the_last_change_of_a_bot_that_was_killed_is_read_and_left_where_it_is(path: Path) -> None:
    damages.killed(path)
    before = content(path)
    looked_at(path)
    assert files.read_meta(path, "last") == "before it was killed"
    files.backup(path, path.with_name("copy.sqlite"))
    assert content(path) == before


async def test_a_backup_counts_once_the_changes_of_the_former_file_are_moved_away(path: Path) -> None:
    damages.foreign_wal(path)
    assert "belongs to another database" in await damages.refused(path, errors.NotADatabaseError)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink()
    store = await open_store(path)
    assert await store.read(lambda tx: tx.meta.get("last")) is None
    await store.close()


def test_a_check_that_takes_too_long_is_broken_off(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(connection: sqlite3.Connection, _: Path) -> None:
        connection.execute("WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(n) FROM n")

    monkeypatch.setattr(files, "_check", endless)
    assert not files.check(path, seconds=0)


async def test_a_damaged_row_is_told_as_such_and_the_others_can_be_used(path: Path) -> None:
    store = await open_store(path)
    with closing(sqlite3.connect(path)) as other, other:
        (broken,), (whole,) = other.execute("SELECT id FROM tables ORDER BY id LIMIT 2").fetchall()
        other.execute("UPDATE tables SET created = ? WHERE id = ?", (2**62, broken))
        (user,) = other.execute("SELECT max(user_id) FROM people").fetchone()
    damages.text(path)
    with pytest.raises(errors.DamagedRowError, match="OverflowError") as error:
        await store.read(lambda tx: tx.tables.get(broken))
    assert str(2**62) not in str(error.value)
    assert error.value.__cause__ is error.value.__context__ is None

    async def write_and_look_up(tx: Repositories) -> None:
        await tx.meta.put("half", "written")
        await tx.people.get(user)

    with pytest.raises(errors.DamagedRowError, match="not UTF-8"):
        await store.change(write_and_look_up)
    async with reading(store) as tx:
        assert await tx.meta.get("half") is None
        assert (await tx.tables.get(whole)) is not None
    await store.close()


@pytest.mark.parametrize(
    "error", [UnicodeDecodeError("utf-8", b"x\xff", 1, 2, "no"), sqlite3.DatabaseError("one\ntwo\n" * 200)]
)
def test_every_trouble_of_sqlite_is_one_line(path: Path, error: Exception) -> None:
    with pytest.raises(StoreError) as told, errors.translated(path):
        raise error
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 400


WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=5)
connection.execute("PRAGMA wal_autocheckpoint = 20")
connection.execute("PRAGMA synchronous = OFF")
put = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
count = 0
while True:
    count += 1
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(put, ("left", str(count)))
    connection.execute(put, (f"filler {count % 500}", "x" * (count * 37 % 3000)))
    connection.execute(put, ("right", str(count)))
    connection.execute("COMMIT")
    if count % 100 == 0:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if count % 10 == 0:
        print(count, flush=True)
"""
ROUNDS = 15


@pytest.fixture
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that writes to it all the time, two values alike in each transaction."""
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "10\n"
    yield child
    child.kill()
    _, said = child.communicate()
    assert said == "", "nobody was in the writer's way"


def alike(copy: Path) -> int:
    """How often the copy says that was written, which both of its values agree on."""
    with closing(sqlite3.connect(copy)) as connection:
        values = "SELECT value FROM meta WHERE key IN ('left', 'right')"
        (left,), (right,) = connection.execute(values).fetchall()
    assert left == right
    return int(left)


def goes_on(path: Path, writer: subprocess.Popen[str], since: int) -> None:
    """Wait until more is written than there was; a writer that truncates its log waits for readers first."""
    until = monotonic() + 30
    while int(files.read_meta(path, "left") or 0) <= since:
        assert writer.poll() is None
        assert monotonic() < until, "the writer went on"
        sleep(0.05)


def test_backups_and_checks_are_whole_each_newer_than_the_one_before_and_hold_up_nobody(
    path: Path, writer: subprocess.Popen[str], tmp_path: Path
) -> None:
    counts = [0]
    for number in range(ROUNDS):
        assert files.check(path)
        copy = tmp_path / f"copy{number}.sqlite"
        files.backup(path, copy)
        assert files.check(copy)
        counts.append(alike(copy))
    assert counts == sorted(counts)
    goes_on(path, writer, counts[1])
