"""Units of work: how services read what is stored and change it, and who reacts to a change of a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from bot.store.connection import Store
from bot.store.errors import StoreError
from bot.store.repositories import Repositories, Work
from bot.tables.core import Core
from bot.tables.model import Table
from bot.tables.standing import Standing
from bot.tables.writer import MoveWriter, TableWriter

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="HasUnits")
Unit = Callable[Concatenate[S, Repositories, P], Coroutine[Any, Any, T]]
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]

ChangeReaction = Callable[[Repositories, int], Awaitable[None]]
"""What follows from a change of a table, in the same transaction."""


class Units:
    """Runs units of work; a change of a table is followed by the reactions. Every service has these, and what
    units of work are made of: readers and writers of tables, timers and signals."""

    def __init__(
        self,
        store: Store,
        core: Core,
        writer: TableWriter,
        moves: MoveWriter,
        *,
        reactions: tuple[ChangeReaction, ...],
    ) -> None:
        self.store = store
        self.now = core.now
        self.standings = core.standings
        self.history = core.history
        self.signals = core.signals
        self.timers = core.timers
        self.writer = writer
        self.moves = moves
        self._reactions = reactions

    async def read(self, work: Work[T]) -> T:
        """The answer of a unit of work that changes nothing."""
        return await self.store.read(work)

    async def change(self, work: Work[T]) -> T:
        """The answer of a unit of work, once all of it is on disk; a refusal leaves no trace."""
        return await self.store.change(work)

    async def change_table(self, table: int, work: Work[T]) -> T:
        """The same for a change of one table, with what follows from it there."""

        async def unit(tx: Repositories) -> T:
            answer = await work(tx)
            await self.react(tx, table)
            return answer

        try:
            return await self.store.change(unit)
        except StoreError:
            self.history.forget(table)
            raise

    async def react(self, tx: Repositories, table: int) -> None:
        """Lets follow what follows from a change of a table, and has its notices delivered."""
        for reaction in self._reactions:
            await reaction(tx, table)
        self.signals.deliver(tx, table)


class HasUnits(Protocol):
    """A service whose methods are units of work."""

    @property
    def units(self) -> Units:
        """What runs them."""
        ...


def reads(method: Unit[S, P, T]) -> Method[S, P, T]:
    """Makes a method of what is one unit of work that changes nothing."""

    @wraps(method)
    async def reading(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.read(lambda tx: method(self, tx, *args, **kwargs))

    return reading


def changes(method: Unit[S, P, T]) -> Method[S, P, T]:
    """Makes a method of what is one unit of work."""

    @wraps(method)
    async def changing(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.change(lambda tx: method(self, tx, *args, **kwargs))

    return changing


def changes_table(
    method: Callable[Concatenate[S, Repositories, int, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]]:
    """Makes a method of what is one unit of work at a table, with what follows from it there."""

    @wraps(method)
    async def changing(self: S, table: int, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.change_table(table, lambda tx: method(self, tx, table, *args, **kwargs))

    return changing


def changes_active(
    method: Callable[Concatenate[S, Repositories, Standing, P], Coroutine[Any, Any, Table]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, Table]]:
    """The same for a change of a lobby or game with an idempotency key `key`: a repeated delivery gets the
    table as it stands. Refusals: no_table, over."""

    @wraps(method)
    async def changing(self: S, table: int, *args: P.args, **kwargs: P.kwargs) -> Table:
        async def unit(tx: Repositories) -> Table:
            standing = await self.units.standings.at(tx, table)
            if await tx.keys.get(cast(str, kwargs["key"])) is not None:
                return standing.table()
            standing.refuse_unless_active()
            return await method(self, tx, standing, *args, **kwargs)

        return await self.units.change_table(table, unit)

    return changing
