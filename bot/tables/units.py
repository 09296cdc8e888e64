"""Units of work: how services read what is stored and change it, and who reacts to a change of a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.store.connection import Store
from bot.store.errors import StoreError
from bot.store.repositories import Repositories
from bot.tables.core import Core
from bot.tables.model import Table
from bot.tables.standing import Standing

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="HasUnits")
Work = Callable[[Repositories], Coroutine[Any, Any, T]]
"""A unit of work: it awaits nothing but the repositories, and runs in the store's thread."""
Unit = Callable[Concatenate[S, Repositories, P], Coroutine[Any, Any, T]]
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]

ChangeReaction = Callable[[Repositories, int], Awaitable[None]]
"""What follows from a change of a table, in the same transaction."""


class Units:
    """Runs units of work; a change of a table is followed by the reactions."""

    def __init__(self, store: Store, core: Core, *, reactions: tuple[ChangeReaction, ...]) -> None:
        self._store = store
        self._core = core
        self._reactions = reactions

    async def read(self, work: Work[T]) -> T:
        """The answer of a unit of work that changes nothing."""
        return await self._store.read(work)

    async def change(self, work: Work[T]) -> T:
        """The answer of a unit of work, once all of it is on disk; a refusal leaves no trace."""
        return await self._store.change(work)

    async def change_table(self, table: int, work: Work[T]) -> T:
        """The same for a change of one table, with what follows from it there."""

        async def unit(tx: Repositories) -> T:
            answer = await work(tx)
            await self.react(tx, table)
            return answer

        try:
            return await self._store.change(unit)
        except StoreError:
            self._core.history.forget(table)
            raise

    async def change_active(
        self, table: int, key: str, change: Callable[[Repositories, Standing], Awaitable[Table]]
    ) -> Table:
        """The table after a change to its lobby or game; as it stands for a repeated delivery.

        Refusals: no_table, over.
        """

        async def changed(tx: Repositories) -> Table:
            standing = await self._core.standings.at(tx, table)
            if await tx.keys.get(key) is not None:
                return standing.table()
            standing.refuse_unless_active()
            return await change(tx, standing)

        return await self.change_table(table, changed)

    async def react(self, tx: Repositories, table: int) -> None:
        """Lets follow what follows from a change of a table, and has its notices delivered."""
        for reaction in self._reactions:
            await reaction(tx, table)
        self._core.signals.deliver(tx, table)


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
