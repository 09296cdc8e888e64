"""One bot for one database: a lock on a file beside it, which the system lifts when the process ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from bot.store.errors import InUseError, translate


class Guard:
    """Holds a database for this process until `release`; `InUseError` if somebody else holds it."""

    __slots__ = ("_file",)

    def __init__(self, path: Path) -> None:
        lock = path.with_name(path.name + ".lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: int | None = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise translate(error, lock) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            if isinstance(error, BlockingIOError):
                raise InUseError(f"{path}: another bot is using this database") from error
            raise translate(error, lock) from error

    def release(self) -> None:
        """Lets go; the lock file stays, since removing it could let two bots hold different files."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
