"""One bot for one database file: where the file really is, and the lock beside it."""

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bot.store.errors import InUseError, UnreliablePlaceError, translate

MOUNTS = Path("/proc/self/mountinfo")
"""What is mounted where, on Linux; other systems are not asked."""
NETWORK = re.compile(
    "nfs4?|cifs|smb3|smbfs|ncpfs|afs|coda|ceph|lustre|beegfs|gpfs|glusterfs|orangefs|9p|davfs|vboxsf|prl_fs|vmhgfs"
    "|fuse[.](?:vmhgfs-fuse|sshfs|rclone|s3fs|gcsfuse|goofys|blobfuse2?|mount-s3|glusterfs|ceph(?:-fuse)?"
    "|curlftpfs|davfs2?|smbnetfs|juicefs|seaweedfs|nfs|gvfsd-fuse)",
    re.IGNORECASE,
)
"""File systems of another machine: their locks hold nobody off, and memory is not shared (WAL needs both)."""

Identity = tuple[int, int]
"""Device and inode: what a file is, whatever it is called."""


def resolved(path: Path) -> Path:
    """The same file without symbolic links, so that everybody finds the same files beside it."""
    return Path(os.path.realpath(path))


def check_place(path: Path) -> None:
    """Refuses a resolved path where one bot could not be kept apart from another, or data could be lost."""
    mounts = dict(_mounts())
    over = [point for point in mounts if path.is_relative_to(point)]
    kind = mounts[max(over, key=lambda point: len(point.parts))] if over else ""
    if NETWORK.fullmatch(kind):
        raise UnreliablePlaceError(
            f"{path}: this is a network file system ({kind}), where locks can't be relied on and a database "
            "gets damaged; put it on a disk of this machine (STAMMTISCH_DATABASE) and copy backups there"
        )
    if path in mounts:
        raise UnreliablePlaceError(
            f"{path}: this file is mounted by itself, so the files beside it, which hold the newest moves, "
            "would be left behind; mount its folder instead"
        )
    if _links(path) > 1:
        raise UnreliablePlaceError(
            f"{path}: this file has several names (hard links), by which two bots could open it at once; "
            "remove the other names, or copy the file and use the copy"
        )


def create(path: Path) -> None:
    """Makes an empty file for our eyes only (it will hold hands) if there is none; an `OSError` if it can't.
    A file that exists is never opened: closing it would take SQLite's own locks from this process."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EINVAL, "not a regular file") from None


def identity(path: Path) -> Identity | None:
    """What the file at this path is now; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise translate(error, path) from error
    return found.st_dev, found.st_ino


def _links(path: Path) -> int:
    try:
        return path.stat().st_nlink if path.is_file() else 1
    except OSError as error:
        raise translate(error, path) from error


def _mounts() -> Iterator[tuple[Path, str]]:
    """Mount points and their file systems; where one hides another, the later one counts."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return
    for line in lines:
        mounted, _, source = line.partition(" - ")
        point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), mounted.split()[4])
        yield Path(point), source.split()[0]


class Guard:
    """Holds a database for this process until `release`; `InUseError` if another process holds it."""

    __slots__ = ("_file", "identity", "path")

    def __init__(self, path: Path) -> None:
        self.path = resolved(path)
        """The file itself, without symbolic links."""
        check_place(self.path)
        self._file: int | None = _opened(lock_file(self.path))
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            create(self.path)
        except BlockingIOError as error:
            self._close()
            raise InUseError(f"{path}: another bot is using this database") from error
        except OSError as error:
            self._close()
            raise translate(error, path) from error
        self.identity = identity(self.path)
        """Which file it was when it was taken."""
        self._note(self.identity)

    def release(self) -> None:
        """Lets go; the lock file stays, since removing it could let two bots hold different files."""
        if self._file is not None:
            self._note(None)
            self._close()

    def _note(self, held: Identity | None) -> None:
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
    return noted not in ((), identity(path)) and _is_locked(lock)


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
