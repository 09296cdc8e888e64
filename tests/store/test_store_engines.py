"""What the two engines have in common, object by object, and what only a server can do to a store."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from units import writing

from bot.bench.postgres_server import Databases
from bot.store import (
    Repositories,
    Server,
    Store,
    StoreError,
    errors,
    files,
    open_store,
    place,
    postgres,
    session,
)
from bot.store.postgres import FIRST, SCHEMA, connected, script
from bot.store.shards import Shards
from bot.store.sql import Statement
from tests.cut_off import cut_off
from tests.store.test_store_contract import added


@pytest.fixture
def server(databases: Databases) -> Server:
    return databases.new()


@pytest.fixture
def outside(server: Server) -> Iterator[postgres.Driver]:
    """Another program at the same database."""
    with closing(connected(server)) as connection:
        yield connection


async def refused(server: Server, kind: type[StoreError]) -> str:
    """The one line with which the store can't be had."""
    with pytest.raises(kind) as error:
        await (await open_store(server)).close()
    assert "\n" not in str(error.value)
    return str(error.value)


# The schema --------------------------------------------------------------------------------------------


PARTS = re.compile(r"CHECK \((?:[^()]|\([^()]*\))*\)|AUTOINCREMENT|WITHOUT ROWID")


def objects(connection: sqlite3.Connection) -> dict[str, Any]:
    """The columns, keys and conditions of the tables of a file, and the indexes, by their names."""
    found: dict[str, Any] = {}
    made = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    for kind, name, sql in connection.execute(made).fetchall():
        columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
        keys = connection.execute(f"PRAGMA foreign_key_list({name})").fetchall()
        found[name] = sql if kind == "index" else (columns, keys, sorted(PARTS.findall(sql)))
    return found


def test_the_schema_that_postgresql_begins_with_is_what_all_steps_before_lead_to(tmp_path: Path) -> None:
    folder = Path(files.__file__).parent / "migrations" / "postgres"
    (whole,) = folder.iterdir()
    assert whole.stem == f"{FIRST:03}"
    with closing(sqlite3.connect(":memory:")) as steps, closing(sqlite3.connect(":memory:")) as at_once:
        steps.isolation_level = None
        files.migrate(steps, tmp_path, upto=FIRST)
        at_once.executescript(whole.read_text(encoding="utf-8"))
        assert objects(at_once) == objects(steps)
        assert [*at_once.execute("SELECT * FROM numbers")] == [*steps.execute("SELECT * FROM numbers")]


NAMES = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea"}
COLUMNS = """
SELECT attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) IS NULL
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = %s::regclass AND attnum > 0 ORDER BY attnum
"""
RULES = "SELECT contype, count(*) FROM pg_constraint WHERE conrelid = %s::regclass GROUP BY 1 ORDER BY 1"
INDEXES = """
SELECT relname, indisunique, indpred IS NOT NULL,
ARRAY(SELECT attname FROM unnest(indkey) WITH ORDINALITY AS part (number, place)
JOIN pg_attribute ON attnum = number WHERE attrelid = indrelid ORDER BY place)
FROM pg_index JOIN pg_class ON oid = indexrelid WHERE NOT indisprimary AND indrelid = %s::regclass ORDER BY 1
"""
PRIMARY = """
SELECT attname FROM pg_index, unnest(indkey) WITH ORDINALITY AS part (number, place)
JOIN pg_attribute ON attnum = number
WHERE indisprimary AND indrelid = %s::regclass AND attrelid = indrelid ORDER BY place
"""


def test_both_engines_have_the_same_schema_object_by_object(
    server: Server, outside: postgres.Driver, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(":memory:")) as file, psycopg.connect(server.url) as database:
        file.isolation_level = None
        files.migrate(file, tmp_path)
        tables = files.columns(file)
        assert postgres.columns(outside) == {**tables, SCHEMA: ("number",)}
        for table in tables:
            info = file.execute(f"PRAGMA table_info({table})").fetchall()
            found = database.execute(COLUMNS, [table]).fetchall()
            assert [(name, kind, free) for name, kind, _, free in found] == [
                (name, NAMES[kind], default is None) for _, name, kind, _, default, _ in info
            ], table
            assert [needed for _, _, needed, _ in found] == [
                bool(known or key) for *_, known, _, key in info
            ], table
            (declared,) = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", [table]).fetchone()
            rules = {"c": declared.count("CHECK ("), "f": declared.count("REFERENCES"), "p": 1}
            assert dict(database.execute(RULES, [table]).fetchall()) == {
                k: n for k, n in rules.items() if n
            }, table
            primary = sorted((key, name) for _, name, *_, key in info if key)
            assert [name for (name,) in database.execute(PRIMARY, [table])] == [
                name for _, name in primary
            ], table
            own = sorted(row[1:] for row in file.execute(f"PRAGMA index_list({table})") if row[3] == "c")
            assert database.execute(INDEXES, [table]).fetchall() == [
                (name, bool(unique), bool(partial), columns_of(file, name))
                for name, unique, _, partial in own
            ], table


def columns_of(file: sqlite3.Connection, index: str) -> list[str]:
    return [name for *_, name in file.execute(f"PRAGMA index_info({index})")]


@pytest.mark.parametrize("number", range(FIRST, files.newest() + 1))
def test_no_word_of_sqlite_is_left_in_a_step(number: int) -> None:
    said = script(number)
    assert not re.search(r"\b(INTEGER|BLOB|AUTOINCREMENT|ROWID|PRAGMA)\b|x'", said)


# Opening -----------------------------------------------------------------------------------------------


async def test_an_empty_database_is_made_ready_and_one_that_is_ready_opened(databases: Databases) -> None:
    server = databases.new("template0")
    for number in (1, 2):
        store = await open_store(server)
        assert await store.change(lambda tx: tx.tables.reserve()) == number
        await store.close()


async def test_a_second_bot_is_refused_until_the_first_has_gone(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUSY_SECONDS", 0.05)
    store = await open_store(server)
    assert "another bot" in await refused(server, errors.InUseError)
    await store.close()
    await (await open_store(server)).close()


async def test_another_programs_database_and_a_newer_one_are_refused(
    databases: Databases, server: Server, outside: postgres.Driver
) -> None:
    foreign = databases.new("template0")
    with closing(connected(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "another program" in await refused(foreign, errors.NotADatabaseError)
    outside.execute(f"UPDATE {SCHEMA} SET number = number + 1")
    assert "newer version" in await refused(server, errors.NewerDatabaseError)


async def test_a_server_that_is_away_is_told_without_the_password(tmp_path: Path) -> None:
    server = place(f"postgresql://me:pa%3Fss@/games?host={tmp_path}&password=pass")
    assert isinstance(server, Server)
    said = await refused(server, errors.NotWritableError)
    assert "can't be reached" in said
    for text in (said, str(server), repr(server)):
        assert "pa" not in text.replace(str(tmp_path), "")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:hu/sh@host/games",
        "postgresql://me:12/hush@host/games",
        "postgresql://me:hu@sh@host/games",
        "postgresql://me:hush%zz@host/games",
        "postgresql://me:hush hush@host/games",
        "postgresql+psycopg://me:hush@host/games",
        "POSTGRESQL://me:hush@host/games",
    ],
)
async def test_an_address_that_can_be_misread_is_refused_and_not_repeated(address: str) -> None:
    """The driver would take a part of the password for a host, and name it."""
    server = place(address)
    assert isinstance(server, Server)
    said = await refused(server, errors.NotWritableError)
    assert "write / as %2F" in said
    assert not [part for part in ("hu", "sh", "12", "zz", "me:") if part in f"{server}{server!r}"]
    assert not [part for part in ("hu", "sh", "zz", "me:") if part in said]


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://me:hu%2Fsh@host:5433/games", "postgresql://host:5433/games"),
        ("postgresql://me:h?u#s[h@host/games", "postgresql://host/games"),
        ("postgres://me@[::1]:5432,two:1/games?password=a@b", "postgres://[::1]:5432,two:1/games"),
        ("postgresql://me@%2Frun%2Fpg/games", "postgresql://%2Frun%2Fpg/games"),
        ("postgresql:///games?host=/run/pg&password=hush", "postgresql:///games"),
        ("postgresql://", "postgresql://"),
    ],
)
def test_an_address_is_shown_without_who_and_by_what(address: str, shown: str) -> None:
    server = place(address)
    assert isinstance(server, Server)
    assert (str(server), server.clear) == (shown, True)


async def test_without_the_driver_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.outside.find_spec", lambda _: None)
    assert "[postgres]" in await refused(Server("postgresql:///games"), StoreError)


def test_the_package_works_without_the_driver() -> None:
    asked = "import sys; sys.modules['psycopg'] = None; import bot.app, bot.doctor, bot.running, bot.store"
    subprocess.run([sys.executable, "-c", asked], check=True)


# Trouble -----------------------------------------------------------------------------------------------


async def test_after_a_restart_of_the_server_everything_goes_on(server: Server) -> None:
    store = await open_store(server)
    row = await added(store)
    cut_off(server)
    for carry_out in (store.change, store.read):
        with pytest.raises(errors.LostError):
            await carry_out(lambda tx: tx.tables.get(row.id))
        assert await carry_out(lambda tx: tx.tables.get(row.id)) == row
    assert await store.change(lambda tx: tx.tables.reserve()) == row.id + 1
    cut_off(server)
    with pytest.raises(errors.LostError):
        await store.change(lambda tx: tx.meta.put("a", "b"))
    await store.change(lambda tx: tx.meta.put("a", "b"))
    assert store.replaced() == ""
    await store.close()


@pytest.mark.parametrize("shards", [None, Shards(0, 1, 4)])
async def test_a_bot_that_has_lost_its_database_to_another_one_knows_it(
    server: Server, monkeypatch: pytest.MonkeyPatch, shards: Shards | None
) -> None:
    """Also once that other one has ended: what it has written is not what we remember."""
    monkeypatch.setattr(session, "BUSY_SECONDS", 0.05)
    store = await open_store(server)

    async def written(to: Store) -> None:
        await to.change(lambda tx: tx.meta.put("a", "b"))

    await written(store)
    cut_off(server)
    other = await open_store(server, shards=shards)
    with pytest.raises(errors.LostError):
        await written(store)
    with pytest.raises(errors.InUseError):
        await written(store)
    assert "Another bot has taken" in store.replaced()
    assert other.replaced() == ""
    await written(other)
    await other.close()
    with pytest.raises(errors.InUseError):
        await written(store)
    await store.close()


async def test_what_was_lost_on_its_way_is_not_tried_once_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of a group: it may stand."""
    store, times = await open_store(server), list[str]()

    async def work(tx: Repositories) -> None:
        times.append("tried")
        await tx.meta.put("key", "value")

    with monkeypatch.context() as patched:
        patched.setattr(postgres.PostgresSession, "commit", lambda self: (cut_off(server), self._sync()))
        answers = await asyncio.gather(*[store.change(work) for _ in range(2)], return_exceptions=True)
    assert [type(answer) for answer in answers] == [errors.LostError] * 2
    assert times == ["tried"] * 2
    await store.close()


async def test_somebody_who_holds_a_row_from_outside_is_waited_for_and_named(
    server: Server, outside: postgres.Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUSY_SECONDS", 0.05)
    store = await open_store(server)
    outside.execute("BEGIN")
    outside.execute("LOCK TABLE meta")
    with pytest.raises(errors.InUseError):
        await store.change(lambda tx: tx.meta.put("a", "b"))
    outside.execute("ROLLBACK")
    await store.change(lambda tx: tx.meta.put("a", "b"))
    await store.close()


async def test_no_error_tells_what_stands_in_a_row(server: Server) -> None:
    store = await open_store(server)

    async def work(tx: Repositories) -> None:
        await Statement("UPDATE seats SET seat = ? WHERE table_id = 1 AND name = ?", ("secret card", "x"))

    with pytest.raises(StoreError) as error:
        await store.change(work)
    assert "secret" not in str(error.value)
    assert error.value.__cause__ is error.value.__context__ is None
    await store.close()


async def test_only_what_may_be_lost_waits_for_no_disk(server: Server) -> None:
    store = await open_store(server)

    async def level(_: Repositories) -> str:
        ((found,),) = await Statement("SELECT current_setting('synchronous_commit')", ())
        return found

    assert [await store.change(level), await store.change(level, within=0.01)] == ["on", "off"]
    await store.close()
    relaxed = await open_store(server, synchronous="normal")
    assert await relaxed.change(level) == "off"
    await relaxed.close()


async def test_the_event_loop_waits_for_no_statement(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set[threading.Thread]()
    for name in ("_connect", "execute", "command", "settle", "columns", "purge", "close"):
        plain = getattr(postgres.PostgresSession, name)

        def noting(*given: Any, plain: Any = plain) -> Any:
            threads.add(threading.current_thread())
            return plain(*given)

        monkeypatch.setattr(postgres.PostgresSession, name, noting)
    store = await open_store(server)
    row = await added(store)
    await asyncio.gather(*[store.read(lambda tx: tx.tables.get(row.id)) for _ in range(3)])
    store.defer(lambda tx: tx.meta.put("a", "b"), within=0.01)
    await store.purge()
    await store.close()
    assert len(threads) == 2
    assert threading.main_thread() not in threads


# Both --------------------------------------------------------------------------------------------------


async def test_who_decides_by_a_version_that_is_gone_changes_nothing(store: Store) -> None:
    """The guard, should ever two write: nothing of the unit of work stands, and the next one reads anew."""
    row = await added(store)

    async def elsewhere(_: Repositories) -> None:
        await Statement("UPDATE tables SET version = 5 WHERE id = ?", (row.id,))

    async def move(tx: Repositories) -> None:
        found = await tx.tables.get(row.id)
        assert found is not None
        await tx.meta.put("half", "written")
        await tx.tables.put(
            type(found)(
                **{name: getattr(found, name) for name in found.__slots__} | {"version": found.version + 1}
            )
        )

    await store.change(elsewhere)
    with pytest.raises(errors.StaleError):
        await store.change(move)
    assert await store.read(lambda tx: tx.meta.get("half")) is None
    await store.change(move)
    async with writing(store) as tx:
        assert (await tx.tables.get(row.id)).version == 6
