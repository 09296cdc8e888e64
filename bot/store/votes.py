"""Votes in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import Vote, VoteKind
from bot.store.row_cache import Cached, RowCache

_VOTE = Mapper(Vote, "motions", by="proposer", by_name="proposer_name")


class Votes:
    """What people propose at tables."""

    def __init__(self, rows: RowCache) -> None:
        is_open = _VOTE.by("table_id", "AND state = 'open' ORDER BY id")
        self._open = Cached(rows, "motions", is_open, _VOTE.each)

    async def add(self, vote: Vote) -> Vote:
        """The new vote with its number."""
        self._open.drop(vote.table)
        return replace(vote, id=await _VOTE.add(vote))

    async def get(self, number: int) -> Vote | None:
        """One vote by its number."""
        return await _VOTE.one("WHERE id = ?", number)

    async def put(self, vote: Vote) -> None:
        """Everything of the vote anew."""
        self._open.drop(vote.table)
        await _VOTE.put(vote)

    async def open(self, table: int) -> tuple[Vote, ...]:
        """Those of a table that are not settled, oldest first."""
        return await self._open.get(table)

    async def load(self, tables: Iterable[int]) -> None:
        """Has the open votes of these tables in the cache."""
        await self._open.load(tables)

    async def for_person(self, person: int) -> tuple[Vote, ...]:
        """Those about a person that are not settled, oldest first."""
        return await _VOTE.scan("WHERE person = ? AND state = 'open' ORDER BY id", person)

    async def newest_by(self, table: int, person: int) -> Vote:
        """What a person proposed last at a table."""
        where = "WHERE table_id = ? AND proposer = ? ORDER BY id DESC LIMIT 1"
        (newest,) = await _VOTE.scan(where, table, person)
        return newest

    async def removed(self, table: int, person: int) -> bool:
        """Whether a person was removed from a table, and not invited back."""
        rows = await sql.run(
            "SELECT kind FROM motions WHERE table_id = ? AND person = ? AND state = 'carried'"
            " AND kind IN ('kick', 'invite') ORDER BY id DESC LIMIT 1",
            *(table, person),
        )
        return rows == [(VoteKind.KICK,)]

    async def forget(self, before: datetime) -> None:
        """Removes those settled whose time was over before this and of which nothing is to be delivered; who
        was removed, and who was invited back, is known while a table goes on."""
        await sql.scan(
            "DELETE FROM motions WHERE state <> 'open' AND until < ? AND NOT (state = 'carried'"
            " AND kind IN ('kick', 'invite')"
            " AND table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing')))"
            " AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.table_id = motions.table_id"
            " AND notices.kind IN ('motion', 'asked') AND notices.version = motions.id"
            " AND notices.state IN ('pending', 'sending'))",
            micros(before),
        )
