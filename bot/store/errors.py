"""What can go wrong with a database, each with one clear line."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

LONGEST = 200
"""Characters that are told of a message of SQLite."""


class StoreError(Exception):
    """The database can't do what it should; `str` of it is one line for the person who runs the bot."""


class NotWritableError(StoreError):
    """The file or its folder can't be opened or written."""


class NotADatabaseError(StoreError):
    """The file is damaged, or was made by another program."""


class DamagedRowError(StoreError):
    """A row holds what can't be read: it will fail again, while the rest of the database can be used."""


class UnreliablePlaceError(StoreError):
    """The file lies where a database can't be kept safely."""


class NewerDatabaseError(StoreError):
    """A newer version of the bot has written the file."""


class InUseError(StoreError):
    """Another bot is using the file."""


class LeaseHeldError(InUseError):
    """Another process looks after the same part of the bot; its lease may run out."""


class DiskFullError(StoreError):
    """There is no room left for what should be written."""


class LostError(StoreError):
    """The connection broke: nobody knows whether what was under way stands."""


class StaleError(StoreError):
    """What should be changed was changed by others since it was read."""


class DeadlockError(StoreError):
    """Two writers have waited for each other: nothing of this change stands, and it can be made again."""


class FencedError(StoreError):
    """What only the owner of a table may write was begun under a lease that another process may have now."""


class RepeatedError(StoreError):
    """What should be accepted was accepted before, by another delivery of the same interaction."""


def primary(error: sqlite3.Error) -> int:
    """What SQLite calls the trouble, without the details; 0 if it was Python that found it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def translated(path: Path) -> Generator[None]:
    """Whatever SQLite or the system raises in this block leaves it as a `StoreError`."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise translate(error, path) from error


def translate(error: sqlite3.Error | OSError | UnicodeDecodeError, path: Path) -> StoreError:
    """The same trouble in the words of this module."""
    if isinstance(error, OSError):
        return NotWritableError(f"{path}: {error.strerror or error}")
    if isinstance(error, UnicodeDecodeError):  # from a message of SQLite that quotes what is damaged
        return NotADatabaseError(f"{path}: not a database of this bot, or damaged (not UTF-8)")
    said = " ".join(str(error).split())[:LONGEST] or type(error).__name__  # a damaged schema has many lines
    match primary(error):
        case 0 if str(error).startswith("Could not decode"):  # the rest of it quotes the row
            return DamagedRowError(f"{path}: a stored text is damaged (not UTF-8)")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return NotWritableError(f"{path}: the database can't be opened for writing ({said})")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return NotADatabaseError(f"{path}: not a database of this bot, or damaged ({said})")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUseError(f"{path}: another program holds the database ({said})")
        case sqlite3.SQLITE_FULL:
            return DiskFullError(f"{path}: no room left on the disk ({said})")
        case _:
            return StoreError(f"{path}: {said}")
