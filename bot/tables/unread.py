"""What somebody has not seen yet of a table."""

from __future__ import annotations

from bot.store.repositories import Repositories
from bot.tables.model import Table
from bot.tables.standing import sat_there
from bot.tables.units import Units, reads


class Unread:
    """Knows how far people have followed a game."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def seen(self, tx: Repositories, table: Table, user: int) -> int:
        """The last version that a person knows: they have looked at it, or it was a move of their own."""
        return await _seen(tx, table, user)

    async def looked(self, table: Table, user: int) -> None:
        """A person has looked at a table as it is here. It is written down only where a page of the history
        has come since they last did, or a step was taken back that they knew."""

        async def has_news(tx: Repositories) -> bool:
            seen = await _seen(tx, table, user)
            return seen < table.version and await _has_news(tx, table, seen)

        if await self.units.read(has_news):
            await self.units.change(lambda tx: tx.looks.put(table.id, user, table.version))


async def _has_news(tx: Repositories, table: Table, seen: int) -> bool:
    if any(seen < page <= table.version for page in await tx.log.milestones(table.id)):
        return True
    rows = await tx.log.between(table.id, seen, table.version) if seen else ()
    return any(row.takes_back(seen) for row in rows)


async def _seen(tx: Repositories, table: Table, user: int) -> int:
    looked = await tx.looks.get(table.id, user)
    seat = table.seat_of(user)
    own = None if seat is None else await tx.log.newest_of(table.id, seat)
    if own is None or own.version <= looked:
        return looked
    former = await tx.seats.former(table.id)
    return own.version if sat_there(former, own.seat, own.version, user) else looked
