"""Backups and looks at a database while a bot writes to it as fast as it can."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import damages
import pytest

from bot.store import files

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
def path(tmp_path: Path) -> Path:
    """A used database."""
    return damages.used(tmp_path / "stammtisch.db")


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


def test_every_backup_is_whole_and_newer_than_the_one_before(
    path: Path, writer: subprocess.Popen[str], tmp_path: Path
) -> None:
    counts = [0]
    for number in range(ROUNDS):
        copy = tmp_path / f"copy{number}.sqlite"
        files.backup(path, copy)
        assert files.check(copy)
        counts.append(alike(copy))
    assert counts == sorted(counts)
    goes_on(path, writer, counts[1])


def test_a_check_finds_nothing_wrong_and_lets_the_writer_go_on(
    path: Path, writer: subprocess.Popen[str]
) -> None:
    counts = [0]
    for _ in range(ROUNDS):
        assert files.check(path)
        counts.append(int(files.read_meta(path, "left") or 0))
    assert counts == sorted(counts)
    goes_on(path, writer, counts[1])


def test_what_a_killed_writer_has_left_is_read_whole(
    path: Path, writer: subprocess.Popen[str], tmp_path: Path
) -> None:
    writer.kill()
    writer.wait()
    assert files.check(path)
    files.backup(path, tmp_path / "copy.sqlite")
    assert alike(tmp_path / "copy.sqlite") >= 10
