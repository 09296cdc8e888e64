"""Counts the statements of a process, for the bench; what opens and ends a transaction is counted apart."""

from __future__ import annotations

import mmap
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, get_ident, main_thread
from typing import Any, NamedTuple

_AROUND = frozenset({"BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"})
_LONGEST = max(map(len, _AROUND)) + 2
"""With a semicolon, and one letter more than the longest of them."""
_MAIN = main_thread().ident
_SIZE = 8
"""Bytes of each number in the file."""


class Tally(NamedTuple):
    """What was counted so far."""

    statements: int
    """That read or write."""
    commits: int
    on_main_thread: int
    """Statements of either kind for which the event loop has waited."""

    def __sub__(self, before: Tally) -> Tally:
        return Tally(*(now - then for now, then in zip(self, before, strict=True)))


class Counter:
    """Counts into a piece of memory, which another process may look at meanwhile."""

    def __init__(self, memory: bytearray | mmap.mmap) -> None:
        self._numbers = memoryview(memory).cast("q")
        self._lock = Lock()

    def __call__(self, sql: str) -> None:
        """A statement is about to be run."""
        # The bot itself pays for this: of a statement with all its values only the beginning is looked at.
        verb = (sql.lstrip()[:_LONGEST].split(None, 1) or [""])[0].upper().rstrip(";")
        with self._lock:
            self._numbers[0] += verb not in _AROUND
            self._numbers[1] += verb in ("COMMIT", "END")
            self._numbers[2] += get_ident() == _MAIN

    def tally(self) -> Tally:
        """All of it up to now."""
        return Tally(*self._numbers.tolist())


@contextmanager
def counted() -> Generator[Counter]:
    """Counts the statements of the connections that are opened in this block, as long as they live."""
    counter, plain = Counter(bytearray(_SIZE * len(Tally._fields))), sqlite3.connect
    _trace(counter)
    try:
        yield counter
    finally:
        sqlite3.connect = plain


def count_into(path: Path) -> None:
    """Counts all statements of this process from now on, in a file made by `new_file`."""
    with path.open("r+b") as file:
        _trace(Counter(mmap.mmap(file.fileno(), 0)))


def new_file(path: Path) -> Path:
    """A file for another process to count in."""
    path.write_bytes(bytes(_SIZE * len(Tally._fields)))
    return path


def read(path: Path) -> Tally:
    """What a process has counted in its file up to now."""
    return Counter(bytearray(path.read_bytes())).tally()


def _trace(counter: Counter) -> None:
    plain = sqlite3.connect

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = plain(*arguments, **options)
        connection.set_trace_callback(counter)
        return connection

    sqlite3.connect = connect
