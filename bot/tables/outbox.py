"""What the courier needs: the notices still to be delivered, and the messages that are up."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from bot.store.connection import Store
from bot.store.records import Notice, NoticeState, Post
from bot.store.repositories import Repositories
from bot.tables.core import Core, Work, reads
from bot.tables.model import Outstanding

COMPANY = 0.1
"""Seconds that what was sent waits for other deliveries, to be committed with them."""
LATER = 10.0
"""The same of what was only edited: a move that follows soon takes it along."""


class Outbox(Core):
    """The part of the table service that remembers what was told.

    What is being sent is not written down: after a restart everything pending may have got through. `soon`:
    the caller's word that a crash must not lose it; what only repeats an edit rides with the next commit.
    """

    def __init__(self, store: Store, *, now: Callable[[], datetime]) -> None:
        super().__init__(store, now=now)
        self._deferred: Counter[int] = Counter()
        """By table: how much was delivered there that is not committed yet."""

    async def with_notices(self) -> tuple[int, ...]:
        """The tables that have something to tell; what was delivered is not among it."""
        await self._store.flush()
        return await self.read(lambda tx: tx.notices.tables())

    @reads
    async def pending(self, tx: Repositories, table: int) -> tuple[Notice, ...]:
        """What is to be told at a table, in order."""
        return await tx.notices.open(table)

    async def outstanding(self, tables: Sequence[int]) -> tuple[Outstanding, ...]:
        """What is to be told at these tables, and where; also of those with nothing to tell."""
        return tuple(await asyncio.gather(*map(self._outstanding, tables)))

    @reads
    async def _outstanding(self, tx: Repositories, table: int) -> Outstanding:
        notices = await tx.notices.open(table)
        row = await tx.tables.get(table) if notices else None
        if row is None:
            return Outstanding(table, notices)
        people = {seat.seat: seat.user for seat in await tx.seats.at(table)}
        return Outstanding(table, notices, row.channel, people)

    async def delivered(
        self,
        notice: Notice,
        *,
        remember: Sequence[Post] = (),
        forget: Sequence[int] = (),
        soon: bool = True,
    ) -> None:
        """A notice was delivered: these posts are up or show something newer, these messages are gone."""

        async def work(tx: Repositories) -> None:
            await tx.notices.mark(notice.id, NoticeState.DONE, notice.attempts)
            await _note_posts(tx, remember, forget)

        await self._keep(work, soon=soon, tables=[notice.table])

    async def drop(self, notices: Iterable[Notice], *, soon: bool = False) -> None:
        """These notices will not be delivered."""
        dropped = tuple(notices)

        async def work(tx: Repositories) -> None:
            for notice in dropped:
                await tx.notices.mark(notice.id, NoticeState.DROPPED, notice.attempts)

        await self._keep(work, soon=soon, tables=[notice.table for notice in dropped])

    async def posts(self, table: int) -> tuple[Post, ...]:
        """Our messages of a table that are still up, oldest first."""
        if self._deferred[table] > 0:
            await self._store.flush()
        return await self.read(lambda tx: tx.posts.at(table))

    async def note_posts(self, remember: Sequence[Post], forget: Sequence[int] = ()) -> None:
        """Posts that are up or show something newer, and messages that are gone, of no notice or of one that
        is not delivered yet."""
        await self._store.change(lambda tx: _note_posts(tx, remember, forget), within=COMPANY)

    async def _keep(self, work: Work[None], *, soon: bool, tables: Sequence[int]) -> None:
        """Commits what was delivered at tables, or lets the next commit take it along."""
        if soon:
            await self._store.change(work, within=COMPANY)
            return

        async def deferred(tx: Repositories) -> None:
            await work(tx)
            tx.after_commit(lambda: self._deferred.subtract(tables))

        self._deferred.update(tables)
        self._store.defer(deferred, within=LATER)


async def _note_posts(tx: Repositories, remember: Sequence[Post], forget: Sequence[int]) -> None:
    for post in remember:
        await tx.posts.put(post)
    if forget:
        await tx.posts.forget(forget)
