"""A PostgreSQL server for tests and the bench, on a socket in a temporary folder. As a program it serves as
long as its stdin is open, so that nothing is left behind, however they end; a line there kills it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, Any

from bot.store import Server
from bot.store.postgres import PostgresEngine

DEBIAN = Path("/usr/lib/postgresql")
ROOT = Path(__file__).parents[2]
PEOPLE = ("postgres", "nobody")
"""One of these runs the server where root asks for it, which it refuses to serve."""
AGAIN = 50
"""So often a server that was killed is started again at most."""
DURABLE = ("shared_buffers=16MB", "listen_addresses=")
QUICK = (*DURABLE, "fsync=off", "full_page_writes=off", "autovacuum=off")
"""The settings of a server that outlives the machine, and of one that outlives itself."""


def programs() -> Path | None:
    """The folder of the server's programs, if one is installed."""
    found = shutil.which("postgres")
    if found:
        return Path(found).resolve().parent
    folders = sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


@contextmanager
def serving(settings: Sequence[str] = QUICK) -> Generator[Databases]:
    """A server, for as long as the block lasts."""
    command = [sys.executable, "-m", "bot.bench.postgres_server", str(programs()), *settings]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    # In a session of its own no signal reaches it that is meant for the tests: it has to outlive them.
    with subprocess.Popen(command, start_new_session=True, **pipes) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        folder = child.stdout.readline().strip()
        try:
            yield Databases(folder, child.stdin, child.stdout)
        finally:
            child.stdin.close()
            child.wait(60)


class Databases:
    """The databases of a server."""

    def __init__(self, folder: str, orders: IO[str], answers: IO[str]) -> None:
        self.folder = folder
        self._orders, self._answers = orders, answers
        self._programs = programs() or Path()
        self._numbers = count(1)
        self._create("ready", "template0")
        PostgresEngine(self._called("ready"), "full").connect(writing=True).close()

    def new(self, template: str = "ready") -> Server:
        """A database of the present schema in which nothing has happened; an empty one with `template0`."""
        name = f"test{next(self._numbers)}"
        self._create(name, template)
        return self._called(name)

    @property
    def process(self) -> int:
        """The number of the server's first process."""
        return int((Path(self.folder) / "data" / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """kill -9 of the server, which then comes back with all that it has confirmed."""
        self._orders.write("kill\n")
        self._orders.flush()
        assert self._answers.readline(), "it serves again"

    def _called(self, name: str) -> Server:
        return Server(f"postgresql://tests@/{name}?host={self.folder}")

    def _create(self, name: str, template: str) -> None:
        command = ("-h", self.folder, "-U", "tests", "-w", "-T", template, name)
        subprocess.run([self._programs / "createdb", *command], check=True)


def _serve(programs: Path, *settings: str) -> None:
    """Makes a server, tells its folder once it serves, and stops it when stdin is closed."""
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    person = dict[str, Any]()
    if os.getuid() == 0:
        name = next(name for name in PEOPLE if _known(name))
        person |= {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}
        os.chown(folder, pwd.getpwnam(name).pw_uid, pwd.getpwnam(name).pw_gid)
    data, options = (
        folder / "data",
        " ".join(f"-c {each}" for each in (*settings, f"unix_socket_directories={folder}")),
    )

    def run(program: str, *arguments: str | Path, check: bool = True) -> bool:
        quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "cwd": folder}
        errors = None if check else subprocess.DEVNULL
        command = [programs / program, "-D", data, *arguments]
        code: int = subprocess.call(command, stderr=errors, **quiet, **person)
        assert code == 0 or not check, command
        return code == 0

    def serve() -> None:
        command = ("pg_ctl", "start", "-w", "-s", "-o", options, "-l", folder / "log")
        for _ in range(AGAIN):  # what is left of a killed one still holds the memory that they shared
            if run(*command, check=False):
                return
            time.sleep(0.2)
        run(*command)

    try:
        run("initdb", "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        serve()
        try:
            sys.stdout.write(f"{folder}\n")
            sys.stdout.flush()
            for _ in sys.stdin:
                os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
                serve()
                sys.stdout.write("serves again\n")
                sys.stdout.flush()
        finally:
            run("pg_ctl", "stop", "-w", "-s", "-m", "immediate")
    finally:
        shutil.rmtree(folder)


def _known(name: str) -> bool:
    with suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), *sys.argv[2:])
