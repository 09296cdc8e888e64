"""A connection to a database, whatever its engine is: what is done on its thread, and the way there."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Generator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, Literal, TypeVar, cast

import aiosqlite

from bot.store.sql import Rows, Schema, Statement, Steps

T = TypeVar("T")
Synchronous = Literal["full", "normal"]
"""`full` survives a power cut with everything that was accepted; `normal` may lose the last seconds."""
BUSY_SECONDS = 5.0
"""How long one waits for another program that holds the database."""
COMMIT = "COMMIT"
NO_TABLE = 0
"""What is held by a change that relies on nothing it has read: it only writes single rows anew."""
Held = Collection[int | None]
"""The tables that changes need for themselves while they are under way; None is all there is."""
UNFINISHED = "unfinished_move"
"""The table that stands in a database as long as another one is being copied into it."""


class Session(ABC):
    """A connection, used on its own thread alone; but for `interrupt` and `worded`."""

    errors: tuple[type[Exception], ...]
    """What it raises where a statement can't be carried out."""
    shared = False
    """Whether other processes write there, too."""
    aborted = False
    """Whether a statement that has failed took its transaction along, so that no other one is executed."""

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether something is left to be committed or rolled back."""

    @abstractmethod
    def begin(self, *, synced: bool = True, held: Held = ()) -> None:
        """Begins a transaction; one that isn't synced may be lost in a power cut. Where others write, too, it
        waits until these tables are its own."""

    @abstractmethod
    def free(self) -> None:
        """Has the tables be free that a process holds which has stopped in the midst of a change."""

    @abstractmethod
    def execute(self, statement: Statement) -> Rows:
        """All rows of the answer; one that has no rows may be carried out later, up to `settle`."""

    @abstractmethod
    def command(self, sql: str) -> None:
        """Carries out what has neither values nor rows."""

    @abstractmethod
    def settle(self) -> None:
        """Waits until all statements are carried out, and raises what is wrong with one of them."""

    @abstractmethod
    def commit(self) -> None:
        """Everything since `begin` stands."""

    @abstractmethod
    def rollback(self, savepoint: str = "") -> None:
        """Nothing since `begin` has happened, or since the savepoint."""

    @abstractmethod
    def columns(self) -> Schema:
        """The columns of each table, both in order."""

    @abstractmethod
    def keys(self) -> Schema:
        """The columns of the primary key of each table."""

    @abstractmethod
    def counted(self) -> dict[str, int]:
        """The last id that was given out in each table that counts them."""

    @abstractmethod
    def count_from(self, last: Mapping[str, int]) -> None:
        """No id up to these is given out again, nor one that stands."""

    @abstractmethod
    def purge(self) -> None:
        """Has the engine remove what was deleted, as far as nobody reads there."""

    @abstractmethod
    def interrupt(self) -> None:
        """Has what is being executed broken off, without waiting; called on another thread."""

    @abstractmethod
    def interrupted(self, error: Exception) -> bool:
        """Whether the error comes from this."""

    @abstractmethod
    def worded(self, error: Exception) -> Exception:
        """The error as the waiter of a unit of work gets it: without its cause, which may quote a row."""

    @contextmanager
    def translating(self) -> Generator[None]:
        """Whatever the engine raises in this block leaves it as a `StoreError`."""
        try:
            yield
        except self.errors as error:
            raise self.worded(error) from None

    @abstractmethod
    def close(self) -> None:
        """Lets go of the database."""


def execute(session: Session, unit: Coroutine[Any, Any, T]) -> T:
    """Runs a unit of work to its end, here and now, and returns its answer."""
    steps, answer, trouble = Steps(unit), None, None
    while True:
        try:
            statement = steps.next(answer, trouble)
        except StopIteration as end:
            return end.value
        answer, trouble = None, None
        try:
            answer = session.execute(statement)
        except session.errors as error:
            trouble = error


class Connection(aiosqlite.Connection):
    """A session on a thread of its own, which takes whole functions: a trip there costs more than most
    statements. (The thread of aiosqlite does not mind whose connection it is.)"""

    def __init__(self, connect: Callable[[], Session]) -> None:
        super().__init__(cast(Any, connect), iter_chunk_size=64)
        self._thread.daemon = True  # a bot that breaks off does not wait for it: databases survive that
        self.trips = 0
        """Functions that were executed there."""

    async def open(self) -> None:
        """Connects; where that fails, the thread has ended before the error is raised."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    @property
    def session(self) -> Session:
        """What is at home there."""
        return cast(Session, self._conn)

    async def run(self, function: Callable[[Session], T]) -> T:
        """What a function answers that is executed on the connection's thread."""
        self.trips += 1
        context = copy_context()
        return await self._execute(  # pyright: ignore[reportUnknownMemberType]
            lambda: context.run(function, self.session)
        )
