"""New databases, and units of work of one call each, for tests that look into a store or fill it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.store import Repositories, Store, sql
from bot.store.files import newest, prepare
from bot.store.mapper import Mapper
from bot.store.postgres import SCHEMA


def new_database(path: Path) -> Path:
    """A database of the present schema in which nothing has happened, in this file."""
    path.touch(0o600)
    path.write_bytes(_new(newest()))
    return path


@cache
def _new(schema: int) -> bytes:
    """What such a file holds. To write all of a schema takes longer than most tests of a table."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite3"
        prepare(path)
        return path.read_bytes()


_mapped: dict[Hashable, dict[str, Any]] = {}
"""What mappers know of their tables."""


def _mapping(mapper: Mapper[Any], record: type[Any], table: str, **how: Any) -> None:
    """Each store has fifty mappers, and each one knows what it did in the stores before."""
    key = (record, table, *how.items())
    if key not in _mapped:
        _map(mapper, record, table, **how)
        _mapped[key] = vars(mapper).copy()
    vars(mapper).update(_mapped[key])


_map = Mapper.__init__
Mapper.__init__ = _mapping  # type: ignore[method-assign]


class _Calls:
    """Whatever is called is carried out at once, as a unit of work of its own."""

    def __init__(self, carry_out: Callable[[Any], Awaitable[Any]], path: tuple[str, ...] = ()) -> None:
        self._carry_out = carry_out
        self._path = path

    def __getattr__(self, name: str) -> _Calls:
        return _Calls(self._carry_out, (*self._path, name))

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        async def work(tx: Repositories) -> Any:
            found: Any = tx
            for name in self._path:
                found = getattr(found, name)
            return await found(*args, **kwargs)

        return await self._carry_out(work)


@asynccontextmanager
async def writing(store: Store) -> AsyncGenerator[Any]:
    """The repositories, to write: each call is committed by itself, and the cache is true."""

    async def change(work: Callable[[Repositories], Any]) -> Any:
        answer = await store.change(work)
        await check_cache(store)
        return answer

    yield _Calls(change)


@asynccontextmanager
async def reading(store: Store) -> AsyncGenerator[Any]:
    """The repositories, to read."""
    yield _Calls(store.read)


async def all_rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything a store holds, table by table."""
    await store.flush()
    schema = await store._reading.run(lambda session: session.columns())
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table, columns in schema.items():
        if table != SCHEMA:
            rows = await store.read(lambda _: sql.scan(f"SELECT {', '.join(columns)} FROM {table}"))  # noqa: B023 - awaited here
            found[table] = sorted(rows, key=repr)
    return found


_CACHED: dict[str, Callable[..., Awaitable[Any]]] = {
    "table": lambda tx, table: tx.tables.get(table),
    "state": lambda tx, table: tx.tables.state(table),
    "tables of": lambda tx, user: tx.seats.tables_of(user),
    "seats": lambda tx, table: tx.seats.at(table),
    "motions": lambda tx, table: tx.votes.open(table),
    "watchers": lambda tx, table: tx.spectators.at(table),
    "newest_of": lambda tx, table, seat: tx.log.newest_of(table, seat),
    "person": lambda tx, user: tx.people.get(user),
    "server": lambda tx, guild: tx.servers.settings(guild),
}


async def check_cache(store: Store) -> None:
    """Fails where the writing connection has a row in memory that is not the one in the database."""
    await store.flush()
    for (kind, *what), cached in list(store._writer._repositories.rows._rows.items()):
        stored = await store.read(lambda tx: _CACHED[kind](tx, *what))  # noqa: B023 - awaited here
        assert stored == cached, (kind, what)
