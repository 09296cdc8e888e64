"""Our messages in the database."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.records import Post
from bot.store.sql import Sql, in_list

COLUMNS = "table_id, kind, seat, channel, message, version, notice"
"""As `Post` names them."""


class Posts:
    """Our messages that are still up."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def at(self, table: int) -> tuple[Post, ...]:
        """The messages of a table, oldest first: Discord's ids grow with time."""
        rows = await self._sql.of_key(
            f"SELECT table_id, {COLUMNS} FROM posts WHERE table_id IN {{keys}} ORDER BY message", table
        )
        return tuple(Post(*row) for row in rows)

    async def put(self, post: Post) -> None:
        """Adds a message, or notes what it shows now."""
        await self._sql.run(
            f"INSERT OR REPLACE INTO posts ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            post.table,
            post.kind,
            post.seat,
            post.channel,
            post.message,
            post.version,
            post.notice,
        )

    async def forget(self, messages: Sequence[int]) -> None:
        """These messages are gone, or ours no more."""
        if messages:
            await self._sql.run(f"DELETE FROM posts WHERE message IN {in_list(messages)}", *messages)
