"""Damage, wherever it is, is one line, and looking at it makes it no worse."""

# ruff: noqa: ASYNC240 - these tests look at small files between the steps

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import damages
import pytest
from test_migrations import restored
from units import reading

from bot.store import Repositories, Store, StoreError, files, open_store
from bot.store.errors import DamagedRowError, NotADatabaseError, translated
from bot.store.migrate import newest

Damage = Callable[[Path], None]
DEEP = [damages.inner_page, damages.truncated, damages.text]
"""Found by whoever comes to that place."""
PLAIN = [
    damages.header,
    damages.page_size,
    damages.first_page,
    damages.schema_text,
    damages.condition,
    damages.encoding,
    damages.newer,
    damages.foreign,
    damages.no_database,
    damages.foreign_wal,
]
"""Found at once."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A used database."""
    return damages.used(tmp_path / "stammtisch.db")


def content(path: Path) -> dict[str, bytes]:
    """The file and those of SQLite beside it, without the one that readers share."""
    return {
        file.name: file.read_bytes() for file in path.parent.glob(path.name + "*") if file.suffix != ".db-shm"
    }


async def write_and_look_up(store: Store, user: int) -> None:
    """One transaction that writes a value of the house and reads a person."""

    async def work(tx: Repositories) -> None:
        await tx.meta.put("half", "written")
        await tx.people.get(user)

    await store.change(work)


def looked_at(path: Path) -> None:
    """Everything that is done to a file from outside before it is said to be fine."""
    files.refuse_foreign_wal(path)
    files.read_schema(path)
    files.read_meta(path, "heartbeat")
    assert files.check(path)


@pytest.mark.parametrize("damage", DEEP + PLAIN, ids=lambda damage: damage.__name__)
def test_a_look_finds_the_damage_tells_it_in_one_line_and_changes_nothing(path: Path, damage: Damage) -> None:
    damage(path)
    before = content(path)
    with pytest.raises(StoreError) as found:
        looked_at(path)
    assert "\n" not in str(found.value)
    assert path.name in str(found.value)
    assert content(path) == before


@pytest.mark.parametrize("damage", PLAIN, ids=lambda damage: damage.__name__)
async def test_the_store_refuses_a_damaged_file_and_leaves_it_as_it_is(path: Path, damage: Damage) -> None:
    damage(path)
    before = path.read_bytes()
    with pytest.raises(StoreError) as found:
        await (await open_store(path)).close()
    assert "\n" not in str(found.value)
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


def test_a_copy_that_can_not_be_finished_is_not_left_behind(path: Path) -> None:
    damages.condition(path)
    with pytest.raises(StoreError):
        files.backup(path, path.with_name("copy.sqlite"))
    assert not path.with_name("copy.sqlite").exists()


@pytest.mark.parametrize("number", range(1, newest() + 1))
def test_databases_of_all_versions_pass(tmp_path: Path, number: int) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        restored(connection, number)
    before = content(path)
    looked_at(path)
    assert content(path) == before


def test_the_last_change_of_a_bot_that_was_killed_is_read_and_left_where_it_is(path: Path) -> None:
    damages.killed(path)
    before = content(path)
    looked_at(path)
    assert files.read_meta(path, "last") == "before it was killed"
    files.backup(path, path.with_name("copy.sqlite"))
    assert content(path) == before


def test_an_empty_file_of_changes_is_no_damage(path: Path) -> None:
    path.with_name(path.name + "-wal").touch()
    looked_at(path)


def test_a_look_leaves_nothing_beside_the_file(path: Path) -> None:
    looked_at(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_a_backup_counts_once_the_changes_of_the_former_file_are_moved_away(path: Path) -> None:
    damages.foreign_wal(path)
    with pytest.raises(NotADatabaseError, match="belongs to another database"):
        await open_store(path)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink()
    store = await open_store(path)
    async with reading(store) as tx:
        assert await tx.meta.get("last") is None
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
        (user,) = other.execute("SELECT max(user) FROM people").fetchone()
    damages.text(path)
    with pytest.raises(DamagedRowError, match="OverflowError") as error:
        async with reading(store) as tx:
            await tx.tables.get(broken)
    assert str(2**62) not in str(error.value)
    assert error.value.__cause__ is error.value.__context__ is None
    with pytest.raises(DamagedRowError, match="not UTF-8"):
        await write_and_look_up(store, user)
    async with reading(store) as tx:
        assert await tx.meta.get("half") is None
        assert (await tx.tables.get(whole)) is not None
    await store.close()


@pytest.mark.parametrize(
    "error", [UnicodeDecodeError("utf-8", b"x\xff", 1, 2, "no"), sqlite3.DatabaseError("one\ntwo\n" * 200)]
)
def test_every_trouble_of_sqlite_is_one_line(path: Path, error: Exception) -> None:
    with pytest.raises(StoreError) as told, translated(path):
        raise error
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 400
