"""A PostgreSQL server for tests, on a socket in a temporary folder. As a program it serves as long as its
stdin is open, so that nothing is left behind, however the tests end."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from bot.store import Server
from bot.store.postgres import PostgresEngine

DEBIAN = Path("/usr/lib/postgresql")
PEOPLE = ("postgres", "nobody")
"""One of these runs the server where root asks for it, which it refuses to serve."""
QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "autovacuum=off", "listen_addresses=")


def programs() -> Path | None:
    """The folder of the server's programs, if one is installed."""
    found = shutil.which("postgres")
    if found:
        return Path(found).resolve().parent
    folders = sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


@contextmanager
def serving() -> Generator[Databases]:
    """A server, for as long as the block lasts."""
    command = [sys.executable, __file__, str(programs())]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    # In a session of its own no signal reaches it that is meant for the tests: it has to outlive them.
    with subprocess.Popen(command, start_new_session=True, **pipes) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        folder = child.stdout.readline().strip()
        try:
            yield Databases(folder)
        finally:
            child.stdin.close()
            child.wait(60)


class Databases:
    """The databases of a server."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._numbers = count(1)
        self._execute("CREATE DATABASE ready")
        PostgresEngine(self._called("ready"), "full").connect(writing=True).close()

    def new(self, template: str = "ready") -> Server:
        """A database of the present schema in which nothing has happened; an empty one with `template0`."""
        name = f"test{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._called(name)

    def _called(self, name: str) -> Server:
        return Server(f"postgresql://tests@/{name}?host={self.folder}")

    def _execute(self, sql: str) -> None:
        with psycopg.connect(self._called("postgres").url, autocommit=True) as connection:
            connection.execute(sql)  # type: ignore[arg-type]


def cut_off(server: Server) -> None:
    """Ends all connections to a database, as a server does that is restarted."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


def _serve(programs: Path) -> None:
    """Makes a server, tells its folder once it serves, and stops it when stdin is closed."""
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    person = dict[str, Any]()
    if os.getuid() == 0:
        name = next(name for name in PEOPLE if _known(name))
        person = {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}
        os.chown(folder, pwd.getpwnam(name).pw_uid, pwd.getpwnam(name).pw_gid)
    data, options = (
        folder / "data",
        " ".join(f"-c {each}" for each in (*QUICK, f"unix_socket_directories={folder}")),
    )

    def run(program: str, *arguments: str | Path) -> None:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "cwd": folder}
        subprocess.run([programs / program, "-D", data, *arguments], check=True, **quiet, **person)

    try:
        run("initdb", "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        run("pg_ctl", "start", "-w", "-s", "-o", options, "-l", folder / "log")
        try:
            sys.stdout.write(f"{folder}\n")
            sys.stdout.flush()
            sys.stdin.read()
        finally:
            run("pg_ctl", "stop", "-w", "-s", "-m", "immediate")
    finally:
        shutil.rmtree(folder)


def _known(name: str) -> bool:
    with suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
