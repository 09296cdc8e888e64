"""What is done with a database file as a whole, also by another process while the bot runs."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.errors import NotWritableError, translate
from bot.store.migrate import migrate, usable_schema

BUSY_SECONDS = 5.0
"""How long one waits for another process (a backup, a look with sqlite3) before giving up."""


def prepare(path: Path) -> None:
    """Creates the file if there is none (for our eyes only: it holds hands) and brings it up to date."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            migrate(connection, path)
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise translate(error, path) from error


def backup(path: Path, target: Path) -> None:
    """A consistent copy in a new file; an existing file is never overwritten."""
    try:
        with closing(_open_existing(path)) as connection:
            os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
            _copy(connection, target)
    except FileExistsError as error:
        raise NotWritableError(f"{target}: there is a file of this name already") from error
    except OSError as error:
        raise translate(error, target) from error
    except sqlite3.Error as error:
        raise translate(error, path) from error


def read_meta(path: Path, key: str) -> str | None:
    """A single value of the house, read from outside; None if there is none."""
    try:
        with closing(_open_existing(path)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    except sqlite3.Error as error:
        raise translate(error, path) from error
    return row[0] if row else None


def read_schema(path: Path) -> int:
    """The schema number of a file that this version can use, read from outside; changes nothing."""
    try:
        with closing(_open_existing(path)) as connection:
            return usable_schema(connection, path)
    except sqlite3.Error as error:
        raise translate(error, path) from error


def _open_existing(path: Path) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    try:
        connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error:
        target.unlink(missing_ok=True)
        raise
