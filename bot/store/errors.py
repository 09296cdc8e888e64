"""What can go wrong with a database, each with one clear line."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class StoreError(Exception):
    """The database can't do what it should; `str` of it is one line for the person who runs the bot."""


class NotWritableError(StoreError):
    """The file or its folder can't be opened or written."""


class NotADatabaseError(StoreError):
    """The file is damaged, or was made by another program."""


class NewerDatabaseError(StoreError):
    """A newer version of the bot has written the file."""


class InUseError(StoreError):
    """Another bot is using the file."""


class DiskFullError(StoreError):
    """There is no room left for what should be written."""


def primary(error: sqlite3.Error) -> int:
    """What SQLite calls the trouble, without the details; 0 if it was Python that found it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translate(error: sqlite3.Error | OSError, path: Path) -> StoreError:
    """The same trouble in the words of this module."""
    if isinstance(error, OSError):
        return NotWritableError(f"{path}: {error.strerror or error}")
    match primary(error):
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return NotWritableError(f"{path}: the database can't be opened for writing ({error})")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return NotADatabaseError(f"{path}: not a database of this bot, or damaged ({error})")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUseError(f"{path}: another program holds the database ({error})")
        case sqlite3.SQLITE_FULL:
            return DiskFullError(f"{path}: no room left on the disk ({error})")
        case _:
            return StoreError(f"{path}: {error}")
