"""Databases of every earlier version are brought up to date with all they hold."""

import sqlite3
from collections.abc import Awaitable, Callable, Generator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from damages import refused, restored
from units import reading

from bot.store import StoreError, open_store
from bot.store.files import migrate, newest, schema_of, scripts
from bot.store.records import Pace, Spectator, Status, TableSettings, Thread, Timer, Wanted

Read = Callable[[Any], Awaitable[object]]


def of_each(read: Read, *fields: str) -> Read:

    async def found(tx: Any) -> list[object]:
        rows = await read(tx)
        return [attrgetter(*fields)(row) for row in rows]  # type: ignore[attr-defined]

    return found


def of_one(read: Read, *fields: str) -> Read:
    async def found(tx: Any) -> object:
        row = await read(tx)
        return row and attrgetter(*fields)(row)

    return found


def at_table(*fields: str, number: int = 1) -> Read:
    return of_one(lambda tx: tx.tables.get(number), *fields)


def seats(*fields: str) -> Read:
    return of_each(lambda tx: tx.seats.at(1), *fields)


def log(*fields: str) -> Read:
    return of_each(lambda tx: tx.log.between(1, 0, 4), *fields)


async def silent(tx: Any) -> bool:
    row = await tx.tables.get(1)
    return row.silent_since == row.created


async def removed(tx: Any) -> list[int]:
    return [row.target for row in await tx.audit.newest(7, 9) if row.target is not None]


async def pressed(tx: Any) -> bool:
    row = await tx.tables.get(3)
    return bool(row) and b'"press":"1456789012345678901"' in row.chance


async def moved(tx: Any) -> list[datetime]:
    return [row.moved_at for row in await tx.evenings.calling() if row.moved_at]


async def heirs(tx: Any) -> list[int]:
    return [row.user for row in await tx.entrants.of(1) if row.is_heir]


ANALYSIS = (1, 2, 2, b'{"luck":[0.5,0.25]}')
MOVED = datetime(2025, 12, 30, 13, 6, 40, tzinfo=UTC)
LESSON = (2, ('{"move":"choose","card":4}',), False)
FACTS: list[tuple[int, Read, object, object]] = [
    (
        1,
        at_table("status", "version", "shift", "paused", "chance"),
        None,
        (Status.PLAYING, 4, 0, False, None),
    ),
    (1, at_table("rules"), None, 1),
    (1, seats("user", "away"), None, [(1, None), (2, None), (3, None)]),
    (1, log("back"), None, [None] * 4),
    (3, at_table("settings"), TableSettings(), TableSettings(hints=True)),
    (3, of_each(lambda tx: tx.seats.former(1), "seat", "upto", "user"), [], [(2, 2, 9)]),
    (4, of_each(lambda tx: tx.results.at(2), "seat", "place", "points"), [], [(0, 1, 5), (1, 2, 12)]),
    (5, of_one(lambda tx: tx.offers.get(1), "game"), None, "six_nimmt"),
    (6, seats("pace"), [Pace()] * 3, [Pace(missed=1)] * 3),
    (6, of_one(lambda tx: tx.people.get(1), "settings"), b"{}", b'{"zone":"Asia/Tokyo"}'),
    (7, log("late"), [False] * 4, [False, True, False, False]),
    (8, lambda tx: tx.read_markers.get(1, 1), 0, 3),
    (9, of_each(lambda tx: tx.diary.at(2), "line"), [], ["What a game!"]),
    (10, lambda tx: tx.spectators.at(1), (), (Spectator(1, 9, 3, 700, 701),)),
    (
        11,
        of_each(lambda tx: tx.match_requests.looking(), "user", "wanted"),
        [],
        [(1, Wanted(games=("six_nimmt",)))],
    ),
    (11, of_each(lambda tx: tx.match_groups.of_guild(7), "people"), [], [(1, 2)]),
    (12, lambda tx: tx.servers.settings(7), b"{}", b'{"language":"ja","tables":3}'),
    (13, at_table("thread"), Thread.NONE, Thread.OWN),
    (14, of_each(lambda tx: tx.votes.open(1), "kind", "agreed"), [], [("undo", (1, 2))]),
    (15, of_each(lambda tx: tx.audit.newest(7, 9), "act"), [], ["ended"]),
    (16, of_one(lambda tx: tx.votes.get(2), "withdrawn"), None, True),
    (17, log("owed"), [None] * 4, [timedelta(minutes=1), None, None, None]),
    (18, of_each(lambda tx: tx.diary.games(7, None, 5), "parent"), [None], [501]),
    (19, silent, False, True),
    (20, of_each(lambda tx: tx.posts.at(1), "notice"), [None], [10]),
    (21, at_table("rules", number=3), None, 0),
    (21, pressed, False, True),
    (26, seats("icon"), [""] * 3, ["moon", "", ""]),
    (29, seats("character"), [""] * 3, ["", "thrifty", ""]),
    (28, seats("coached"), [None] * 3, [True, False, None]),
    (25, removed, [], [5]),
    (24, seats("held"), [None] * 3, [b'{"move":"choose","card":7}', None, None]),
    (24, seats("reveal"), [None] * 3, [datetime(2026, 1, 1, tzinfo=UTC), None, None]),
    (27, of_one(lambda tx: tx.lessons.get(1, "six_nimmt"), "lesson", "moves", "coached"), None, LESSON),
    (33, of_one(lambda tx: tx.analyses.get(2), "user", "decisions", "judged", "result"), None, ANALYSIS),
    (33, of_each(lambda tx: tx.verdicts.at(2), "action", "user"), [], [(0, 1), (1, None)]),
    (34, of_each(lambda tx: tx.titles.of_guild(7), "name", "high"), [], [("Kniffel", 8)]),
    (34, of_each(lambda tx: tx.shelf.of_person(7, 9), "game", "own"), [], [("1", True)]),
    (35, of_each(lambda tx: tx.remarks.replies([1]), "remark.body", "thanks"), [], [("Yes", 1)]),
    (36, of_one(lambda tx: tx.tournaments.get(1), "title", "begins"), None, ("Friday Cup", None)),
    (36, of_each(lambda tx: tx.entrants.of(1), "user", "line"), [], [(1, 0), (2, 1), (3, None)]),
    (36, of_each(lambda tx: tx.pods.of(1), "table", "lines", "places"), [], [(2, (0, 1), (1, 2))]),
    (40, of_each(lambda tx: tx.deals.of(1), "round", "secret", "is_over"), [], [(1, bytes(range(32)), True)]),
    (37, of_one(lambda tx: tx.puzzle_servers.get(7), "channel", "day", "number"), None, (500, 0, 1)),
    (37, of_each(lambda tx: tx.puzzle_weeks.over(7), "puzzle", "is_over"), [], [("six_nimmt.1", True)]),
    (37, of_each(lambda tx: tx.puzzle_answers.of(1), "user"), [], [9]),
    (38, of_one(lambda tx: tx.challenge_servers.get(7), "channel", "day", "number"), None, (500, 0, 1)),
    (
        38,
        of_each(lambda tx: tx.challenges.of_guild(7, 9), "game", "seats", "is_over"),
        [],
        [("six_nimmt", ("person", "hard", "hard", "hard"), False)],
    ),
    (38, of_each(lambda tx: tx.challenge_entries.of(1), "user", "table"), [], [(1, 2)]),
    (41, of_one(lambda tx: tx.circles.get(1), "name", "public"), None, ("Night owls", False)),
    (41, of_each(lambda tx: tx.circle_members.of(1), "user"), [], [1, 2]),
    (41, of_each(lambda tx: tx.circle_invitations.of(1), "user", "name"), [], [(9, "Zoe")]),
    (41, of_one(lambda tx: tx.tournaments.get(1), "circle"), None, 1),
    (42, of_each(lambda tx: tx.evenings.active(), "games", "state"), [], [(("six_nimmt",), "open")]),
    (42, of_one(lambda tx: tx.evening_hosts.get(1), "user", "text"), None, (1, "With snacks")),
    (42, of_each(lambda tx: tx.evening_guests.of(1), "user"), [], [1, 2]),
    (42, of_each(lambda tx: tx.events.every(), "kind", "event"), [], [("evening", 601)]),
    (
        43,
        of_each(lambda tx: tx.game_puzzles.of(7, "six_nimmt"), "table", "looked", "puzzle"),
        [],
        [(2, 3, None)],
    ),
    (44, of_each(lambda tx: tx.tournaments.to_show(), "post", "changes", "shown"), [], [(620, 3, 2)]),
    (45, of_each(lambda tx: tx.evenings.to_show(), "post", "changes", "shown"), [], [(630, 3, 1)]),
    (46, of_each(lambda tx: tx.evenings.calling(), "id", "changes"), [], [(1, 3)]),
    (46, heirs, [], [1]),
    (47, moved, [], [MOVED]),
    (48, at_table("ended_by", number=2), None, 1),
    (23, seats("plan"), [None] * 3, [b'{"answers":[["low","cheapest"]]}', None, None]),
]
"""The schema from which on the databases hold it, what is found before, and what from then on."""


@pytest.fixture
def connection(tmp_path: Path) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "stammtisch.db", isolation_level=None)) as connection:
        yield connection


def schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_the_steps_are_numbered_one_after_the_other() -> None:
    """Their order is that of their names, and a schema's number is that of its file."""
    names = sorted(entry.name for entry in files("bot.store").joinpath("migrations").iterdir())
    assert [name.partition("_")[0] for name in names if name.endswith(".sql")] == [
        f"{number:03}" for number in range(1, newest() + 1)
    ]


@pytest.mark.parametrize("number", range(1, newest() + 1))
async def test_a_used_database_of_each_version_is_read_as_it_was(tmp_path: Path, number: int) -> None:
    path = restored(tmp_path / "old.db", number)
    store = await open_store(path)
    async with reading(store) as tx:
        for since, read, before, after in FACTS:
            if since == 18 and number < 4:
                continue  # without results there are no past games
            assert await read(tx) == (after if number >= since else before), (since, read)
        table = await tx.tables.in_channel(500)
        assert (table.id, len(table.secret)) == (1, 32)
        assert await tx.tables.state(1) is not None
        assert {at for at, _ in await tx.notices.all_open()} == {1}
        assert await tx.timers.first(1) == (Timer(1, "decisions", table.updated),)
    await store.close()
    with closing(sqlite3.connect(path)) as migrated, closing(sqlite3.connect(":memory:")) as fresh:
        fresh.isolation_level = None
        migrate(fresh, path)
        assert schema(migrated) == schema(fresh)


def test_the_language_of_a_server_becomes_one_of_its_settings(
    connection: sqlite3.Connection, tmp_path: Path
) -> None:
    migrate(connection, tmp_path, upto=11)
    connection.execute("INSERT INTO servers (guild, locale) VALUES (7, 'ja')")
    migrate(connection, tmp_path)
    assert connection.execute("SELECT * FROM servers").fetchall() == [(7, b'{"language":"ja"}')]


async def test_the_number_of_a_table_that_is_gone_is_not_given_out_again(tmp_path: Path) -> None:
    path = restored(tmp_path / "old.db", 29)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'tables'")
    store = await open_store(path)
    assert await store.change(lambda tx: tx.tables.reserve()) == 42
    await store.close()


async def test_a_sqlite_that_does_not_know_our_words_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.files.sqlite3.sqlite_version_info", (3, 38, 5))
    assert "3.39 or newer" in await refused(tmp_path / "new.db", StoreError)


def test_until_then_a_name_told_who_had_taken_a_motion_back(tmp_path: Path) -> None:
    insert = (
        "INSERT INTO motions (table_id, kind, state, proposer, proposer_name, name, agreed, until, closer)"
        " VALUES (1, 'kick', 'declined', 1, 'Ann', 'Ben', '[1]', 1, ?)"
    )
    path = restored(tmp_path / "old.db", 14)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for closer in ("Ann", "Cleo"):
            connection.execute(insert, (closer,))
        migrate(connection, tmp_path)
        kept = connection.execute("SELECT closer, withdrawn FROM motions ORDER BY id").fetchall()
    assert kept == [("", 0), ("Ann", 1), ("Cleo", 0)]


def test_a_step_that_breaks_leaves_the_version_before(
    connection: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(connection, tmp_path)
    before = schema(connection)
    broken = (*scripts(), "CREATE TABLE half (a TEXT);\nCREATE TABLE half (a TEXT);")
    monkeypatch.setattr("bot.store.files.scripts", lambda: broken)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, tmp_path)
    assert schema(connection) == before
    assert schema_of(connection) == newest() - 1
    assert not connection.in_transaction
