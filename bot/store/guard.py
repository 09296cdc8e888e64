"""One bot for one database: a lock on a file beside it, which the system lifts when the process ends.

The lock file stands beside the real file, so that every way to it (symbolic links, mounted folders) leads to
the same lock; what can't be seen from there, several names of one file, is refused. The database itself is
not locked: closing any descriptor of it would take SQLite's own locks from the whole process.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from bot.store import places
from bot.store.errors import InUseError, translate


class Guard:
    """Holds a database for this process until `release`; `InUseError` if somebody else holds it."""

    __slots__ = ("_file", "identity", "path")

    def __init__(self, path: Path) -> None:
        self.path = places.resolved(path)
        """The file itself, without symbolic links."""
        places.check_place(self.path)
        self._file: int | None = _opened(lock_file(self.path))
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            places.create(self.path)
        except BlockingIOError as error:
            self._close()
            raise InUseError(f"{path}: another bot is using this database") from error
        except OSError as error:
            self._close()
            raise translate(error, path) from error
        self.identity = places.identity(self.path)
        """Which file it was when it was taken."""
        self._note(self.identity)

    def release(self) -> None:
        """Lets go; the lock file stays, since removing it could let two bots hold different files."""
        if self._file is not None:
            self._note(None)
            self._close()

    def _note(self, held: places.Identity | None) -> None:
        """Writes down which file is held, for `held_elsewhere`; on a full disk nobody will know."""
        assert self._file is not None
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, "{} {}\n".format(*held).encode() if held else b"", 0)

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def lock_file(path: Path) -> Path:
    """The file whose lock says that a bot uses the (resolved) database."""
    return path.with_name(path.name + ".lock")


def held_elsewhere(path: Path) -> bool:
    """Whether a bot runs that opened another file than the one which stands at this (resolved) path now."""
    lock = lock_file(path)
    try:
        noted = tuple([int(part) for part in lock.read_text(encoding="ascii").split()])
    except (OSError, ValueError):
        return False
    return noted not in ((), places.identity(path)) and _is_locked(lock)


def _is_locked(lock: Path) -> bool:
    with lock.open(encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _opened(lock: Path) -> int:
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise translate(error, lock) from error
