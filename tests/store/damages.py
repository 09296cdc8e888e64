"""A used database, ways to damage it, and how a store is refused that can't be had."""

import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import StoreError, open_store
from bot.store.files import APPLICATION, newest

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
    """The second half is missing."""
    os.truncate(path, path.stat().st_size // 2)


def header(path: Path) -> None:
    """The first bytes are not those of SQLite."""
    overwrite(path, 0, b"\xff" * 16)


def page_size(path: Path) -> None:
    """The header tells a size of pages that there is not."""
    overwrite(path, 16, b"\x12\x34")


def encoding(path: Path) -> None:
    """The header says that texts are UTF-16."""
    overwrite(path, 56, b"\0\0\0\x02")


def first_page(path: Path) -> None:
    """The list of tables is gone."""
    overwrite(path, 100, b"\xff" * (PAGE - 100))


def schema_text(path: Path) -> None:
    """Bytes that are no UTF-8 in the declaration of a table."""
    at = path.read_bytes().index(b"CREATE TABLE tables")
    overwrite(path, at + len("CREATE TABLE tabl"), b"\xf2\xff")


def condition(path: Path) -> None:
    """A condition of a table names a column that it doesn't have, in bytes that are no UTF-8."""
    content = path.read_bytes()
    declared = content.index(b"CREATE TABLE tables")
    at = content.index(b"CHECK (version", declared)
    overwrite(path, at + len("CHECK (ve"), b"\xf2")


def text(path: Path) -> None:
    """A name holds bytes that are no UTF-8."""
    with closing(sqlite3.connect(path)) as connection, connection:
        last = "SELECT max(user) FROM people"
        connection.execute(f"UPDATE people SET name = CAST(x'61fe' AS TEXT) WHERE user = ({last})")


def inner_page(path: Path) -> None:
    """A page in the midst holds nothing that makes sense."""
    overwrite(path, path.stat().st_size // PAGE // 2 * PAGE, b"\xff" * PAGE)


def newer(path: Path) -> None:
    """A later version of the bot has written it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {newest() + 1}")


def foreign(path: Path) -> None:
    """Another program's database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 0")


def another_programs(path: Path) -> None:
    """The same, of whatever schema."""
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def no_database(path: Path) -> None:
    """Something else."""
    path.write_bytes(b"a shopping list\n" * 1000)


def foreign_wal(path: Path) -> None:
    """A backup took the place of the database of a killed bot, whose last changes still lie beside it."""
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
