"""A used database, ways to damage it, and how a store is refused that can't be had."""

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import StoreError, open_store
from bot.store.errors import NewerDatabaseError, NotADatabaseError
from bot.store.files import APPLICATION, newest

Damage = Callable[[Path], None]
DATABASES = Path(__file__).parent / "databases"
"""A dump of a used database for each schema that was ever released: `NNN.sql`."""
PAGE = 4096
WRITES_AND_DIES = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('last', 'before it was killed')")
os.kill(os.getpid(), 9)
"""


def restored(path: Path, number: int) -> Path:
    """The database of a schema in which people have played, closed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript((DATABASES / f"{number:03}.sql").read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    return path


def used(path: Path) -> Path:
    """One of this version, in WAL mode."""
    with closing(sqlite3.connect(restored(path, newest()))) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
    return path


def killed(path: Path) -> Path:
    """The database of a bot that was killed: its last change is in the file beside it alone."""
    subprocess.run([sys.executable, "-c", WRITES_AND_DIES, str(path)], check=False)
    assert os.path.getsize(f"{path}-wal") > PAGE
    return path


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def schema_text(path: Path) -> None:
    at = path.read_bytes().index(b"CREATE TABLE tables")
    overwrite(path, at + len("CREATE TABLE tabl"), b"\xf2\xff")


def condition(path: Path) -> None:
    content = path.read_bytes()
    declared = content.index(b"CREATE TABLE tables")
    at = content.index(b"CHECK (version", declared)
    overwrite(path, at + len("CHECK (ve"), b"\xf2")


def text(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        last = "SELECT max(user_id) FROM people"
        connection.execute(f"UPDATE people SET name = CAST(x'61fe' AS TEXT) WHERE user_id = ({last})")


def inner_page(path: Path) -> None:
    overwrite(path, path.stat().st_size // PAGE // 2 * PAGE, b"\xff" * PAGE)


def another_programs(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def no_database(path: Path) -> None:
    path.write_bytes(b"a shopping list\n" * 1000)


def foreign_wal(path: Path) -> None:
    copy = path.with_name("backup.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    killed(path)
    copy.replace(path)


def at_random(content: bytes, chance: random.Random) -> bytes:
    """Some damage: flipped bits, a header, a schema or a page of nonsense, an end too early."""
    damaged = bytearray(content)
    page = chance.randrange(len(content) // PAGE) * PAGE
    match chance.randrange(5):
        case 0:
            for _ in range(2):
                damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        case 1:
            damaged[chance.randrange(100)] = chance.randrange(256)
        case 2:
            for _ in range(3):
                damaged[chance.randrange(100, PAGE)] = chance.randrange(256)
        case 3:
            damaged[page : page + PAGE] = chance.randbytes(PAGE)
        case _:
            del damaged[chance.randrange(len(damaged)) :]
    return bytes(damaged)


def overwrite(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


async def refused(path: Path, kind: type[StoreError]) -> str:
    """The one line with which the store can't be had; the file's guard is let go."""
    for _ in range(2):
        with pytest.raises(kind) as error:
            await (await open_store(path)).close()
    assert "\n" not in str(error.value)
    assert str(path.parent) in str(error.value)
    return str(error.value)


def overwriting(at: int, content: bytes) -> Damage:
    """These bytes from there on."""
    return lambda path: overwrite(path, at, content)


def with_pragma(name: str, value: int) -> Damage:
    """A number of the header that the bot looks at."""

    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA {name} = {value}")

    return damage


DEEP = {
    "a page in the midst makes no sense": inner_page,
    "the second half is missing": truncated,
    "a name is no UTF-8": text,
}
"""Damage that whoever comes to that place finds."""
PLAIN: dict[str, tuple[Damage, type[StoreError]]] = {
    "the first bytes are not those of SQLite": (overwriting(0, b"\xff" * 16), NotADatabaseError),
    "there is no such size of pages": (overwriting(16, b"\x12\x34"), NotADatabaseError),
    "texts are UTF-16": (overwriting(56, b"\0\0\0\x02"), StoreError),
    "the list of tables is gone": (overwriting(100, b"\xff" * (PAGE - 100)), NotADatabaseError),
    "the declaration of a table is no UTF-8": (schema_text, StoreError),
    "a condition names a column that is not there": (condition, StoreError),
    "a later version has written it": (with_pragma("user_version", newest() + 1), NewerDatabaseError),
    "another program's database": (with_pragma("application_id", 0), NotADatabaseError),
    "another program's, of whatever schema": (another_programs, NotADatabaseError),
    "something else": (no_database, NotADatabaseError),
    "the changes beside it are those of another file": (foreign_wal, NotADatabaseError),
}
"""Damage that is found at once, and the error."""
ALL = DEEP | {name: damage for name, (damage, _) in PLAIN.items()}
