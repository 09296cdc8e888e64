"""SQLite as the engine of a store: a file of this machine, which one bot holds."""

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

from bot.store import files, guard, session
from bot.store.errors import StaleError, translate, translated
from bot.store.guard import Guard
from bot.store.session import Held, Session, Synchronous
from bot.store.sql import Rows, Schema, Statement


class SqliteEngine:
    """A file that is held, of the present schema."""

    def __init__(self, path: Path, synchronous: Synchronous) -> None:
        self._synchronous: Synchronous = synchronous
        self._guard = Guard(path)
        self.place = self._guard.path
        """The file itself, without symbolic links."""
        try:
            files.prepare(self.place)
        except BaseException:
            self._guard.release()
            raise

    def connect(self, *, writing: bool) -> "SqliteSession":
        """One more connection."""
        return SqliteSession(self.place, self._synchronous, writing=writing)

    def replaced(self) -> str:
        """In one sentence, that another file stands at this path now, or none; "" otherwise."""
        if guard.identity(self.place) == self._guard.identity:
            return ""
        return (
            f"{self.place} was replaced or deleted while the bot was running, so nothing could be kept any "
            "more. Stop the bot before you restore a backup."
        )

    def release(self) -> None:
        """Lets go of the file."""
        self._guard.release()


class SqliteSession(Session):
    """A connection to a file."""

    errors = (sqlite3.Error, StaleError)

    def __init__(self, path: Path, synchronous: Synchronous, *, writing: bool) -> None:
        self._path = path
        self._synchronous: Synchronous = synchronous
        self._now: Synchronous = synchronous
        """As the connection is set at present."""
        self._begin = "BEGIN IMMEDIATE" if writing else "BEGIN"
        pragmas = (
            "foreign_keys = ON",
            f"synchronous = {synchronous}",
            "temp_store = MEMORY",
            "secure_delete = ON",
        )
        with translated(path):
            self.connection = self._connect(pragmas if writing else (*pragmas, "query_only = ON"))

    def _connect(self, pragmas: Iterable[str]) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=session.BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        return connection

    @property
    def in_transaction(self) -> bool:
        return self.connection.in_transaction

    def begin(self, *, synced: bool = True, held: Held = ()) -> None:
        wanted = self._synchronous if synced else "normal"
        if wanted != self._now:
            self.connection.execute(f"PRAGMA synchronous = {wanted}")
            self._now = wanted
        self.connection.execute(self._begin)

    def free(self) -> None:
        """Nobody else writes here."""

    def execute(self, statement: Statement) -> Rows:
        cursor = self.connection.execute(statement.text, statement.values)
        if statement.guards and cursor.rowcount != 1:
            raise StaleError(f"{self._path}: a row has changed meanwhile")
        return [(cursor.lastrowid,)] if statement.gives_id else cursor.fetchall()

    def command(self, sql: str) -> None:
        self.connection.execute(sql)

    def settle(self) -> None:
        """Everything is carried out at once."""

    def commit(self) -> None:
        self.connection.execute(session.COMMIT)

    def rollback(self, savepoint: str = "") -> None:
        self.connection.execute(f"ROLLBACK TO {savepoint}" if savepoint else "ROLLBACK")

    def columns(self) -> Schema:
        return files.columns(self.connection)

    def keys(self) -> Schema:
        return files.columns(self.connection, of_key=True)

    def counted(self) -> dict[str, int]:
        return dict(self.connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def count_from(self, last: Mapping[str, int]) -> None:
        counting = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
        for (name,) in self.connection.execute(counting).fetchall():
            ((most,),) = self.connection.execute(f"SELECT coalesce(max(id), 0) FROM {name}").fetchall()
            self.connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            number = max(most, last.get(name, 0))
            self.connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))

    def purge(self) -> None:
        """Copies the whole write-ahead log into the file and empties it, if nobody else holds them."""
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {int(session.BUSY_SECONDS * 1000)}")

    def interrupt(self) -> None:
        self.connection.interrupt()

    def interrupted(self, error: Exception) -> bool:
        return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT

    def worded(self, error: Exception) -> Exception:
        if isinstance(error, (sqlite3.Error, UnicodeDecodeError)):
            return translate(error, self._path)
        return error

    def close(self) -> None:
        self.connection.close()
