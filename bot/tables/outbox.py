"""What the courier needs: the notices still to be delivered, and the messages that are up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.store.records import Notice, NoticeState, Post
from bot.tables.core import Core


class Outbox(Core):
    """The part of the table service that remembers what was told."""

    async def with_notices(self) -> tuple[int, ...]:
        """The tables that have something to tell."""
        async with self._store.reading() as tx:
            return await tx.notices.tables()

    async def pending(self, table: int) -> tuple[Notice, ...]:
        """What is to be told at a table, in order; `SENDING` are those a delivery was begun for."""
        async with self._store.reading() as tx:
            return await tx.notices.open(table)

    async def take(self, notice: Notice) -> Notice | None:
        """Marks a notice as being sent; None if it was overtaken meanwhile and need not be sent."""
        async with self._store.transaction() as tx:
            found = await tx.notices.get(notice.id)
            if found is None or found.state not in (NoticeState.PENDING, NoticeState.SENDING):
                return None
            taken = replace(found, state=NoticeState.SENDING, attempts=found.attempts + 1)
            await tx.notices.mark(taken.id, taken.state, taken.attempts)
            return taken

    async def done(self, notice: Notice) -> None:
        """The notice was delivered."""
        await self._close_notice(notice, NoticeState.DONE)

    async def drop(self, notice: Notice) -> None:
        """The notice will not be delivered."""
        await self._close_notice(notice, NoticeState.DROPPED)

    async def posts(self, table: int) -> tuple[Post, ...]:
        """Our messages of a table that are still up, oldest first."""
        async with self._store.reading() as tx:
            return await tx.posts.at(table)

    async def remember_post(self, post: Post) -> None:
        """A message is up, or shows something newer now."""
        async with self._store.transaction() as tx:
            await tx.posts.put(post)

    async def forget_posts(self, posts: Iterable[Post]) -> None:
        """These messages are gone, or will not be touched again."""
        async with self._store.transaction() as tx:
            await tx.posts.forget([post.message for post in posts])

    async def _close_notice(self, notice: Notice, state: NoticeState) -> None:
        async with self._store.transaction() as tx:
            await tx.notices.mark(notice.id, state, notice.attempts)
