"""What the dispatcher needs: the notices still to be delivered, and the messages that are up."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.store.repositories import Repositories
from bot.store.session import NO_TABLE
from bot.tables.game_puzzles import seek
from bot.tables.model import Notice, NoticeKind, NoticeState, Outstanding, Post, Status, Thread
from bot.tables.policy import ARCHIVED
from bot.tables.units import Units, reads

COMPANY = 0.3
"""Seconds that what was sent waits for other deliveries, to be committed with them. After a power cut it may
be sent once more: the next attempt looks for it in the channel."""
LATER = 10.0
"""The same of what was only edited: a move that follows soon takes it along."""


class Outbox:
    """The outbox: what is pending, and what was delivered; without `soon` a mark rides with the next
    commit."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self._deferred: defaultdict[int, list[_Marks]] = defaultdict(list)
        """By table: what was delivered there that is not committed yet."""

    async def with_notices(self) -> tuple[int, ...]:
        """The tables that have something to tell; what was delivered is not among it."""
        over = self._over()
        shards = self.units.signals.shards
        found = await self.units.store.read(lambda tx: tx.notices.all_open(shards))
        over |= self._over()
        return tuple(dict.fromkeys(table for table, notice in found if notice not in over))

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
        """A notice was delivered: these posts are up or show something newer, these messages are gone. A day
        after it has told the end of a game, its own thread is archived; the game may become a puzzle."""
        marks = _Marks((notice,), NoticeState.DONE, remember, forget)
        if notice.kind is not NoticeKind.ENDED:
            await self._keep(marks, soon=soon)
            return

        async def ended(tx: Repositories) -> None:
            await marks.write(tx)
            row = await tx.tables.get(notice.table)
            if row is None or row.status is not Status.FINISHED:
                return
            if row.thread is Thread.OWN:
                await self.units.timers.set_thread(tx, row, ARCHIVED)
            await seek(self.units, tx, row)

        await self.units.store.change(ended, held=notice.table, within=COMPANY)

    async def drop(self, notices: Iterable[Notice], *, soon: bool = False) -> None:
        """These notices will not be delivered."""
        await self._keep(_Marks(tuple(notices), NoticeState.DROPPED), soon=soon)

    async def posts(self, table: int) -> tuple[Post, ...]:
        """Our messages of a table that are still up, oldest first."""
        while True:
            deferred = tuple(self._deferred.get(table, ()))
            stored = await self.units.store.read(lambda tx: tx.posts.at(table))
            if deferred == tuple(self._deferred.get(table, ()))[: len(deferred)]:
                break  # else some of it was committed meanwhile, and maybe something newer with it
        posts = {post.message: post for post in stored}
        for marks in deferred:
            posts |= {post.message: post for post in marks.remember}
            for message in marks.forget:
                posts.pop(message, None)
        return tuple(posts[message] for message in sorted(posts))

    async def note_posts(self, remember: Sequence[Post], forget: Sequence[int] = ()) -> None:
        """Posts that are up, and messages that are gone, of no notice or of one that is still pending."""
        await self._keep(_Marks((), NoticeState.DONE, remember, forget), soon=True)

    def _over(self) -> set[int]:
        """The notices of which it is not committed yet that there is no more to do."""
        return {notice.id for each in self._deferred.values() for marks in each for notice in marks.notices}

    async def _keep(self, marks: _Marks, *, soon: bool) -> None:
        """Commits what was delivered, or lets the next commit take it along."""
        if soon:
            await self.units.store.change(marks.write, held=NO_TABLE, within=COMPANY)
            return
        tables = {notice.table for notice in marks.notices}

        async def deferred(tx: Repositories) -> None:
            await marks.write(tx)
            tx.after_commit(committed)

        def committed() -> None:
            for table in tables:
                self._deferred[table].remove(marks)
                if not self._deferred[table]:
                    del self._deferred[table]

        for table in tables:
            self._deferred[table].append(marks)
        self.units.store.defer(deferred, held=NO_TABLE, within=LATER)


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """What is to be written down of notices of which there is no more to do."""

    notices: Sequence[Notice]
    state: NoticeState
    remember: Sequence[Post] = ()
    forget: Sequence[int] = ()

    async def write(self, tx: Repositories) -> None:
        """Writes it down; only the owner of the tables may."""
        await tx.as_owner()
        for notice in self.notices:
            await tx.notices.mark(notice.id, self.state, notice.attempts)
        for post in self.remember:
            await tx.posts.put(post)
        if self.forget:
            await tx.posts.remove(self.forget)
