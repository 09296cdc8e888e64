"""The diary of finished games in the database."""

from __future__ import annotations

from bot.store.records import DiaryEntry, PastGame
from bot.store.sql import Sql


class Diary:
    """What people wrote about finished games."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def put(self, entry: DiaryEntry) -> None:
        """What somebody wrote about a game, anew; an empty entry is taken out."""
        await self._sql.run("DELETE FROM diary WHERE table_id = ? AND user = ?", entry.table, entry.user)
        if entry.stars or entry.line:
            await self._sql.run(
                "INSERT INTO diary (table_id, user, stars, line) VALUES (?, ?, ?, ?)",
                entry.table,
                entry.user,
                entry.stars,
                entry.line,
            )

    async def at(self, table: int) -> tuple[DiaryEntry, ...]:
        """What was written about a game, by person."""
        rows = await self._sql.all(
            "SELECT table_id, user, stars, line FROM diary WHERE table_id = ? ORDER BY user", table
        )
        return tuple(DiaryEntry(*row) for row in rows)

    async def games(self, guild: int, user: int | None = None) -> tuple[PastGame, ...]:
        """The finished tables of a server, or those a person finished, newest first."""
        rows = await self._sql.scan(
            "SELECT results.table_id, results.game, tables.channel, tables.parent FROM results"
            " JOIN seats USING (table_id, seat) JOIN tables ON tables.id = results.table_id"
            " WHERE results.guild = ? AND (? IS NULL OR seats.user = ?)"
            " GROUP BY results.table_id ORDER BY results.at DESC, results.table_id DESC",
            guild,
            user,
            user,
        )
        return tuple(PastGame(*row) for row in rows)
