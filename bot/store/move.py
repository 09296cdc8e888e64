"""Copies all of a database into an empty one, whatever their engines are, and proves that it is all there.

The rows of a table are copied in the order of their keys, some in each transaction: a move that was broken
off goes on where it stood. Until the end the target holds a table `UNFINISHED`, and no bot opens it."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from bot.store.errors import StoreError
from bot.store.outside import exists
from bot.store.place import Place
from bot.store.session import UNFINISHED, Session
from bot.store.sql import Rows, Statement, in_list, marks
from bot.store.store import engine_at

SOME = 500
"""Rows that are read at once, and written in one transaction."""
PARENTS = (
    "tables",
    "gatherings",
    "analyses",
    "remarks",
    "tournaments",
    "puzzle_weeks",
    "challenges",
    "circles",
    "evenings",
)
"""Tables to whose rows those of others belong: they come first, in this order."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What proves that two tables hold the same."""

    rows: int
    digest: str


def move(source: Place, target: Place, tell: Callable[[str, Sum], None]) -> None:
    """Copies the database, and tells each table that has arrived whole; a `StoreError` if it can't. Both are
    held meanwhile as by a bot, and the source keeps what it holds."""
    if source == target:
        raise StoreError(f"{source}: this is the same database twice")
    if not exists(source):
        raise StoreError(f"There is no database at {source}.")
    with ExitStack() as held:
        engines = [engine_at(place) for place in (source, target)]
        for engine in engines:
            held.callback(engine.release)
        writing = [held.enter_context(closing(engine.connect(writing=True))) for engine in engines]
        reading = held.enter_context(closing(engines[0].connect(writing=False)))
        for session in writing:
            held.enter_context(session.translating())
        reading.begin()
        _copy(reading, writing[1], target, tell)


def _copy(source: Session, target: Session, place: Place, tell: Callable[[str, Sum], None]) -> None:
    keys = {name: key for name, key in target.keys().items() if name != UNFINISHED}
    names = [*PARENTS, *sorted(keys.keys() - {*PARENTS})]
    columns = source.columns()
    if UNFINISHED not in target.columns():
        for name in names:
            if name != "numbers" and _page(target, name, keys[name], columns[name], None, most=1):
                raise StoreError(f"{place}: only an empty database can be moved to, and here are {name}")
        with _transaction(target):
            target.command(f"CREATE TABLE {UNFINISHED} (name TEXT)")
    for name in names:
        tell(name, _copy_table(source, target, name, keys[name], columns[name]))
    with _transaction(target):
        target.count_from(source.counted())
        target.command(f"DROP TABLE {UNFINISHED}")


def _copy_table(
    source: Session, target: Session, name: str, key: Sequence[str], columns: Sequence[str]
) -> Sum:
    """Goes on behind the last row that has arrived; begins anew where what has arrived is something else."""
    wanted = _sum(source, name, key, columns)
    for anew in (False, True):
        if anew:
            with _transaction(target):
                target.execute(Statement(f"DELETE FROM {name}", (), scans=True))
        last = _last(target, name, key)
        for rows in _pages(source, name, key, columns, last):
            with _transaction(target):
                head = f"INSERT INTO {name} ({', '.join(columns)}) VALUES {marks(len(rows), len(columns))}"
                target.execute(Statement(head, [value for row in rows for value in row], scans=True))
        found = _sum(target, name, key, columns)
        if found == wanted:
            return found
    raise StoreError(f"{name} arrived otherwise than they were sent: {wanted} became {found}")


@contextmanager
def _transaction(session: Session) -> Generator[None]:
    session.begin()
    try:
        yield
        session.settle()
        session.commit()
    except BaseException:
        if session.in_transaction:
            session.rollback()
        raise


def _sum(session: Session, name: str, key: Sequence[str], columns: Sequence[str]) -> Sum:
    count, digest = 0, sha256()
    for rows in _pages(session, name, key, columns, None):
        count += len(rows)
        for row in rows:
            digest.update(repr(tuple(row)).encode())
    return Sum(count, digest.hexdigest())


def _pages(
    session: Session, name: str, key: Sequence[str], columns: Sequence[str], last: Sequence[Any] | None
) -> Iterator[Rows]:
    """All rows behind this key, some at a time."""
    while rows := _page(session, name, key, columns, last):
        yield rows
        last = [rows[-1][columns.index(column)] for column in key]


def _page(
    session: Session,
    name: str,
    key: Sequence[str],
    columns: Sequence[str],
    last: Sequence[Any] | None,
    most: int | None = None,
) -> Rows:
    order = ", ".join(key)
    behind = "" if last is None else f" WHERE ({order}) > {in_list(last)}"
    text = f"SELECT {', '.join(columns)} FROM {name}{behind} ORDER BY {order} LIMIT {most or SOME}"
    return _read(session, text, last or ())


def _last(session: Session, name: str, key: Sequence[str]) -> Sequence[Any] | None:
    """The greatest key that has arrived."""
    order = ", ".join(f"{column} DESC" for column in key)
    rows = _read(session, f"SELECT {', '.join(key)} FROM {name} ORDER BY {order} LIMIT 1", ())
    return rows[0] if rows else None


def _read(session: Session, text: str, values: Sequence[Any]) -> Rows:
    rows = session.execute(Statement(text, values, scans=True))
    if not session.in_transaction:
        session.settle()
    return rows
