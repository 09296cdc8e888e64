"""What is done with a database file as a whole, also by another process while the bot runs; and its schema,
brought up to date by numbered SQL files, each applied whole or not at all."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Event, Thread

from bot.store import errors, guard, session

APPLICATION = int.from_bytes(b"Stam", "big")
"""SQLite's `application_id` of our files."""
OLDEST = (3, 39)
"""The first SQLite that knows all of our SQL (`IS NOT DISTINCT FROM`)."""


@cache
def scripts() -> tuple[str, ...]:
    """The migrations in order: the first one makes schema 1 from an empty file."""
    folder = files("bot.store").joinpath("migrations")
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name
    )
    return tuple(entry.read_text(encoding="utf-8") for entry in found)


def newest() -> int:
    """The schema number this version of the bot writes."""
    return len(scripts())


def schema_of(connection: sqlite3.Connection) -> int:
    """The schema number of a file, 0 for an empty one; `NotADatabaseError` if others have made it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (things or schema):
        raise errors.NotADatabaseError("the file was made by another program")
    return schema


def migrate(connection: sqlite3.Connection, path: Path, upto: int | None = None) -> None:
    """Applies what is missing, up to schema `upto` or the newest; a newer file is left as it is."""
    schema = usable_schema(connection, path)
    for number, script in enumerate(scripts()[:upto], start=1):
        if number > schema:
            try:
                connection.executescript(
                    f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
                )
            except sqlite3.Error:
                connection.rollback()
                raise


def usable_schema(connection: sqlite3.Connection, path: Path) -> int:
    """The schema number of a file that this version can use; a `StoreError` says why it can't."""
    try:
        schema = schema_of(connection)
    except errors.NotADatabaseError as error:
        raise errors.NotADatabaseError(f"{path}: {error}") from error
    refuse_newer(schema, path)
    return schema


def refuse_newer(schema: int, where: object) -> None:
    """A `NewerDatabaseError` if this version does not know the schema."""
    if schema > newest():
        raise errors.NewerDatabaseError(
            f"{where}: written by a newer version of the bot (schema {schema}; this one knows {newest()})"
        )


def columns(connection: sqlite3.Connection, *, of_key: bool = False) -> dict[str, tuple[str, ...]]:
    """The columns of each table, both in order; or those of its primary key."""
    which, order = ("AND part.pk > 0", "part.pk") if of_key else ("", "part.cid")
    found: dict[str, tuple[str, ...]] = {}
    for table, column in connection.execute(
        "SELECT kind.name, part.name FROM sqlite_master AS kind JOIN pragma_table_info(kind.name) AS part"
        f" WHERE kind.type = 'table' AND kind.name NOT LIKE 'sqlite_%' {which} ORDER BY kind.name, {order}"
    ):
        found[table] = (*found.get(table, ()), column)
    return found


CHECK_SECONDS = 60.0
"""How long a check of a whole file may take."""
AGAIN_SECONDS = 0.05
"""What is interrupted between two statements goes on with the next one, so it is interrupted again."""
WAL_HEADER = 32
"""Bytes before the first change in a write-ahead log."""


def prepare(path: Path) -> None:
    """Creates the file if there is none and brings it up to date; only for whoever holds its `Guard`."""
    path = guard.resolved(path)
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise errors.StoreError(
            f"{path}: SQLite {sqlite3.sqlite_version} is too old, {needed} or newer is needed"
        )
    with errors.translated(path):
        guard.create(path)
        refuse_foreign_wal(path)
        with closing(sqlite3.connect(path, timeout=session.BUSY_SECONDS, isolation_level=None)) as connection:
            migrate(connection, path)
            connection.execute("PRAGMA journal_mode = WAL").fetchone()


def backup(path: Path, target: Path) -> None:
    """A consistent copy in a new file; an existing file is never overwritten."""
    with _reading(path) as connection:
        usable_schema(connection, path)
        try:
            os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except FileExistsError as error:
            raise errors.NotWritableError(f"{target}: there is a file of this name already") from error
        except OSError as error:
            raise errors.translate(error, target) from error
        try:
            connection.execute("VACUUM INTO ?", (str(target),))
        except BaseException:
            target.unlink(missing_ok=True)
            raise


def read_meta(path: Path, key: str) -> str | None:
    """A single value of the bot, read from outside; None if there is none."""
    with _reading(path) as connection:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def read_schema(path: Path) -> int:
    """The schema number of a file that this version can use, read from outside; changes nothing."""
    with _reading(path) as connection:
        return usable_schema(connection, path)


def check(path: Path, seconds: float = CHECK_SECONDS) -> bool:
    """Reads the whole file from outside; a `StoreError` names the first damage, False: no time to finish. A
    bot that uses the file meanwhile goes on writing."""
    with _reading(path) as connection, _limited(connection, seconds):
        try:
            _check(connection, path)
        except sqlite3.OperationalError as error:
            if errors.primary(error) != sqlite3.SQLITE_INTERRUPT:
                raise
            return False
    return True


def refuse_foreign_wal(path: Path) -> None:
    """Refuses a write-ahead log beside a (resolved) file that belongs to the one in whose place a backup was
    put: SQLite would apply it. Not while this process has the database open: see `guard.create`."""
    wal = path.with_name(path.name + "-wal")
    with errors.translated(path):
        if not wal.exists() or wal.stat().st_size <= WAL_HEADER:
            return
        with path.open("rb") as file:
            versions = file.read(20)[18:]
    if versions != b"\x02\x02":
        raise errors.NotADatabaseError(
            f"{path}: {wal.name} beside it belongs to another database, most likely to the one that stood "
            f"there before; move it and {path.name}-shm away first"
        )


@contextmanager
def _reading(path: Path) -> Generator[sqlite3.Connection]:
    """A connection that changes nothing, not even what a bot that was killed has left to be put in order."""
    path = guard.resolved(path)
    clean = not path.with_name(path.name + "-wal").exists()
    half_made = path.with_name(path.name + "-journal").exists()  # killed at its first start
    try:
        with errors.translated(path), closing(_connected(path, "rw" if half_made else "ro")) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            yield connection
    finally:
        if clean:
            _tidy(path)


@contextmanager
def _limited(connection: sqlite3.Connection, seconds: float) -> Generator[None]:
    """Interrupts what takes longer than so many seconds, and whatever follows."""
    done = Event()

    def watch() -> None:
        if not done.wait(seconds):
            while not done.wait(AGAIN_SECONDS):
                connection.interrupt()

    watching = Thread(target=watch, name="check")
    watching.start()
    try:
        yield
    finally:
        done.set()
        watching.join()


def _tidy(path: Path) -> None:
    """Lets SQLite remove the files that a reader made beside the database, if nobody else uses them."""
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(_connected(path, "rw")) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.as_uri()}?mode={mode}"
    return sqlite3.connect(
        uri, uri=True, timeout=session.BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )


def _check(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN")  # one moment for all of it
    for (found,) in connection.execute("PRAGMA integrity_check(1)"):
        if found != "ok":
            raise errors.NotADatabaseError(f"{path}: the database is damaged ({' '.join(found.split())})")
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        raise errors.NotADatabaseError(
            f"{path}: the database is damaged (a row of {table} belongs to nothing)"
        )
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    for (table,) in connection.execute(tables).fetchall():
        for _ in connection.execute(f'SELECT * FROM "{table}"'):
            pass  # it can be read
    _check_schema(connection)


def _check_schema(connection: sqlite3.Connection) -> None:
    """Makes all tables and indexes elsewhere: what a reading connection overlooks stops a bot."""
    made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    with closing(sqlite3.connect(":memory:")) as elsewhere:
        for (sql,) in connection.execute(made):
            elsewhere.execute(sql)
