"""Offered tables in the database."""

from __future__ import annotations

from datetime import datetime

from bot.store.records import Offer
from bot.store.sql import Sql, micros, moment


class Offers:
    """Tables that can be opened by a button, with options for which it has no room."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, offer: Offer) -> int:
        """The number under which it can be had."""
        return await self._sql.insert(
            "INSERT INTO offers (game, options, at) VALUES (?, ?, ?)",
            offer.game,
            offer.options,
            micros(offer.at),
        )

    async def get(self, number: int) -> Offer | None:
        """What was offered, None once it is forgotten."""
        row = await self._sql.one("SELECT game, options, at FROM offers WHERE id = ?", number)
        return Offer(row[0], row[1], moment(row[2])) if row else None

    async def forget(self, before: datetime) -> None:
        """Removes those made before this time."""
        await self._sql.scan("DELETE FROM offers WHERE at < ?", micros(before))
