"""The doctor finds what would keep the bot from running, and changes nothing."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot import doctor, running
from bot.bench.postgres_server import Databases
from bot.config import Settings
from bot.games.data import unsourced
from bot.leases import Ownership
from bot.store import StoreError, files, guard
from bot.store.files import newest
from bot.store.guard import Guard
from bot.store.postgres import PostgresEngine
from bot.store.shards import Shards
from bot.store.sql import Statement
from bot.tables.clock import BEAT
from tests.cli_runner import TOKEN, Ended, called, command
from tests.store import damages


def marks(ended: Ended) -> dict[str, str]:
    """The mark of each check by its name; the worst one where a name comes twice."""
    found: dict[str, str] = {}
    for mark, name in re.findall(r"^(ok|note|FAIL) +(\w+)", ended.out, re.M):
        found[name] = "FAIL" if "FAIL" in (mark, found.get(name)) else mark
    return found


def asked(database: Path, *arguments: str) -> Ended:
    """What the doctor says of a database."""
    settings = {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_DATABASE": str(database)}
    return called(database.parent, "doctor", *arguments, **settings)


@pytest.fixture
def used(tmp_path: Path) -> Path:
    return damages.used(tmp_path / "tables.sqlite3")


def beaten(database: Path, at: str) -> Path:
    """The database in which a bot has noted its heartbeat at a time."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (BEAT, at))
    return database


def test_a_healthy_place_passes_and_gives_the_invite_link(tmp_path: Path) -> None:
    ended = called(tmp_path, "doctor", DISCORD_TOKEN=TOKEN)
    assert (ended.code, ended.err) == (0, "")
    names = {"token", "invite", "intents", "fonts", "database", "disk", "kept", "clock", "house"}
    assert marks(ended).keys() == names
    assert set(marks(ended).values()) <= {"ok", "note"}
    assert TOKEN not in ended.out
    link = next(word for word in ended.out.split() if word.startswith("https://"))
    asked = parse_qs(urlsplit(link).query)
    assert asked["client_id"] == ["123456789012345678"]
    assert asked["permissions"] == [str(doctor.PERMISSIONS.value)]
    assert set(asked["scope"][0].split()) == {"bot", "applications.commands"}
    assert list(tmp_path.iterdir()) == [], "the doctor only looks"


def test_the_doctor_tells_how_many_values_are_those_of_the_house(tmp_path: Path) -> None:
    (line,) = re.findall(r"^ok +house +(.*)$", called(tmp_path, "doctor").out, re.M)
    assert f"Noria {len(unsourced('noria'))}" in line
    assert f"6 nimmt! {len(unsourced('six_nimmt'))}" in line
    assert "Thurn and Taxis" not in line
    assert unsourced("thurn_and_taxis") == ()


def test_the_invitation_asks_for_exactly_what_the_lobby_checks() -> None:
    channels = import_module("bot.discord.channels")
    needed = dict.fromkeys([*channels.NEEDED, *channels.FOR_A_THREAD, *channels.FOR_A_CHALLENGE], True)
    assert discord.Permissions(**needed) == doctor.PERMISSIONS


def test_the_page_for_hosts_names_exactly_what_the_invitation_asks_for() -> None:
    page = (Path(__file__).parent.parent / "docs" / "hosting.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"keep the permissions ticked: (.*?)\. ", " ".join(page.split()))
    assert set(listed.split(", ")) == set(doctor.permission_names().split(", "))


def test_without_a_token_it_fails_but_looks_at_everything_else(tmp_path: Path) -> None:
    ended = called(tmp_path, "doctor")
    assert ended.code == 1
    assert [name for name, mark in marks(ended).items() if mark == "FAIL"] == ["token"]


def test_a_misspelt_setting_is_noted(tmp_path: Path) -> None:
    ended = called(tmp_path, "doctor", DISCORD_TOKEN=TOKEN, STAMMTISCH_DATABSE="x")
    assert ended.code == 0
    assert "STAMMTISCH_DATABSE" in ended.out


def test_a_missing_font_fails(tmp_path: Path) -> None:
    ended = command(tmp_path, "doctor", DISCORD_TOKEN=TOKEN, STAMMTISCH_FONT="none.otf")
    assert (ended.code, marks(ended)["fonts"]) == (1, "FAIL")


def test_a_database_that_can_not_be_made_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("Dear diary")
    ended = called(tmp_path, "doctor", DISCORD_TOKEN=TOKEN, STAMMTISCH_DATABASE="file/inner.sqlite3")
    assert (ended.code, marks(ended)["database"]) == (1, "FAIL")


def test_a_clock_behind_the_last_heartbeat_fails(used: Path) -> None:
    ended = asked(beaten(used, (datetime.now(UTC) + timedelta(days=2)).isoformat()))
    assert (ended.code, marks(ended)["clock"]) == (1, "FAIL")


def test_a_heartbeat_that_can_not_be_read_fails(used: Path) -> None:
    ended = asked(beaten(used, "yesterday"))
    assert (ended.code, marks(ended)["database"]) == (1, "FAIL")


@pytest.mark.parametrize(("minutes", "code"), [(0, 0), (9, 0), (60, 1)])
def test_health_is_a_young_heartbeat(used: Path, minutes: int, code: int) -> None:
    assert asked(used, "--health").code == 1, "there is none"
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    assert asked(beaten(used, at.isoformat()), "--health").code == code


def test_without_a_database_nobody_is_alive_and_none_is_made(tmp_path: Path) -> None:
    assert called(tmp_path, "doctor", "--health").code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", ["the second half is missing", "a later version has written it"])
def test_damage_is_told_by_the_doctor_and_by_the_backup(used: Path, damage: str) -> None:
    damages.ALL[damage](used)
    ended = asked(used)
    assert (ended.code, marks(ended)["database"], ended.err) == (1, "FAIL", "")
    with pytest.raises(StoreError):
        running.backup(Settings(database=used), used.with_name("copy"))


def test_a_healthy_database_is_left_as_it_is(used: Path) -> None:
    before = used.read_bytes()
    ended = asked(used)
    assert (ended.code, marks(ended)["database"], ended.err) == (0, "ok", "")
    assert {file.name: file.read_bytes() for file in used.parent.iterdir()} == {used.name: before}


def test_a_database_too_big_to_be_read_in_time_is_noted(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "check", lambda _: False)
    assert re.findall(r"^(\w+) +database ", asked(used).out, re.M) == ["ok", "note"]


def test_a_database_on_a_network_file_system_fails(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = used.with_name("mountinfo")
    table.write_text("36 35 98:0 / / rw,noatime shared:1 - nfs4 source rw\n")
    monkeypatch.setattr(guard, "MOUNTS", table)
    ended = asked(used)
    assert (ended.code, marks(ended)["database"]) == (1, "FAIL")
    assert "network file system (nfs4)" in ended.out


def test_a_file_that_was_replaced_under_a_running_bot_fails(used: Path) -> None:
    guard = Guard(used)
    used.unlink()
    damages.used(used)
    ended = asked(used)
    assert (ended.code, marks(ended)["database"]) == (1, "FAIL")
    assert "under a running bot" in ended.out
    guard.release()


def test_a_database_of_a_server_is_looked_at_without_its_password(
    databases: Databases, tmp_path: Path
) -> None:
    server = databases.new("template0")
    settings = {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_DATABASE": f"{server.url}&password=hush"}
    empty = called(tmp_path, "doctor", **settings)
    assert (empty.code, marks(empty)["database"], "disk" in marks(empty)) == (0, "ok", False)
    assert "is empty" in empty.out
    assert called(tmp_path, "doctor", "--health", **settings).code == 1
    with closing(PostgresEngine(server, "full").connect(writing=True)) as session:
        at = datetime.now(UTC).isoformat()
        session.execute(Statement("INSERT INTO meta (key, value) VALUES (?, ?)", (BEAT, at)))
        session.settle()
    ended = called(tmp_path, "doctor", **settings)
    assert f"schema {newest()} of {newest()}" in ended.out
    assert called(tmp_path, "doctor", "--health", **settings).code == 0
    refused = called(tmp_path, "backup", "copy.sqlite3", **settings)
    assert (refused.code, "pg_dump" in refused.err) == (3, True)
    away = called(
        tmp_path, "doctor", **{**settings, "STAMMTISCH_DATABASE": "postgresql://me:hush@/x?host=/none"}
    )
    assert (away.code, marks(away)["database"]) == (1, "FAIL")
    assert "hush" not in "".join(each.out + each.err for each in (empty, ended, refused, away))


async def test_the_health_of_a_part_is_that_of_its_own_process(databases: Databases, tmp_path: Path) -> None:
    """Only shard 0 has a heartbeat."""
    server, part = databases.new(), Shards(1, 1, 2)
    settings = {"STAMMTISCH_DATABASE": server.url, "STAMMTISCH_SHARDS": str(part)}

    def health(**more: str) -> int:
        return called(tmp_path, "doctor", "--health", **{**settings, **more}).code

    assert health() == 1
    owner = Ownership(server, part)
    await owner.take(patience=None)
    assert (health(), health(STAMMTISCH_SHARDS="0/2")) == (0, 1)
    await owner.give_up()
    assert health() == 1
    empty = databases.new("template0")
    assert health(STAMMTISCH_DATABASE=empty.url) == 1


def test_a_database_is_moved_and_moved_back_by_the_command(
    used: Path, databases: Databases, tmp_path: Path
) -> None:
    server = databases.new("template0")
    there = called(tmp_path, "move-database", str(used), server.url)
    back = called(tmp_path, "move-database", server.url, "back.sqlite3")
    assert (there.code, there.err, back.code, back.err) == (0, "", 0, "")
    sums = [re.findall(r"^(\w+) +([\d,]+) rows +sha256 (\w+)$", ended.out, re.M) for ended in (there, back)]
    assert sums[0] == sums[1]
    assert ("tables", "3") in {each[:2] for each in sums[0]}
    again = called(tmp_path, "move-database", str(used), server.url)
    assert (again.code, "empty" in again.err) == (3, True)
