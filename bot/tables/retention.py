"""How long tables are kept that have ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store.repositories import Repositories
from bot.tables.audit import Act, note
from bot.tables.model import Status
from bot.tables.policy import ABANDONED_DAYS, DELETED


@dataclass(frozen=True, slots=True)
class Keeping:
    """So many days tables are kept after their end, 0 for ever."""

    abandoned: int = ABANDONED_DAYS
    """Without a result: also lobbies that never became a game."""
    finished: int = 0


USUAL = Keeping()


async def delete_old(tx: Repositories, now: datetime, keeping: Keeping) -> None:
    """Deletes some of the tables whose time is over, and all that belongs to them."""
    kept = {Status.ABANDONED: keeping.abandoned, Status.FINISHED: keeping.finished}
    for status, days in kept.items():
        before = now - timedelta(days=days)
        for row in await tx.tables.ended(status, before, DELETED) if days else ():
            await tx.tables.delete(row.id)
            await note(tx, Act.DELETED, now, guild=row.guild, table=row.id)
