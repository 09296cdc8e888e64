"""The diary: what people write about finished games, and the way back to these."""

from __future__ import annotations

from collections.abc import Callable

from bot.games import registry
from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.tables.model import DiaryEntry, PastGame, Status
from bot.tables.units import Units, reads


class Diary:
    """Keeps what people write about finished games."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def written(self, tx: Repositories, table: int) -> tuple[DiaryEntry, ...]:
        """What people wrote about a game, in seat order."""
        seats = [seat.user for seat in await tx.seats.at(table)]
        found = await tx.diary.at(table)
        return tuple(
            sorted((entry for entry in found if entry.user in seats), key=lambda e: seats.index(e.user))
        )

    @reads
    async def entry(self, tx: Repositories, table: int, user: int) -> DiaryEntry:
        """What a person who finished a game has written about it so far.

        Refusals: no_table, not_over, not_seated.
        """
        standing = await self.units.standings.at(tx, table)
        standing.seat_of(user)
        if standing.row.status is not Status.FINISHED:
            raise Refusal("not_over")
        found = [entry for entry in await tx.diary.at(table) if entry.user == user]
        return found[0] if found else DiaryEntry(table, user)

    async def write(self, table: int, user: int, change: Callable[[DiaryEntry], DiaryEntry]) -> DiaryEntry:
        """Changes what a person has written. Refusals: those of `entry`."""
        changed = change(await self.entry(table, user))
        await self.units.change(lambda tx: tx.diary.put(changed))
        return changed

    @reads
    async def past_games(self, tx: Repositories, guild: int, user: int | None = None) -> tuple[PastGame, ...]:
        """The finished tables of a server, or those that a person finished there, newest first. Not everybody
        may look into their channels."""
        found = await tx.diary.games(guild, user)
        known = registry.keys()
        return tuple(past for past in found if past.game in known)
