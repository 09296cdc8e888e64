"""Administrative acts: each leaves a line in the log and in the database, by ids alone."""

from __future__ import annotations

import logging
from datetime import datetime
from enum import StrEnum

from bot.store.records import AuditRow
from bot.store.repositories import Repositories
from bot.tables.units import Units, reads

log = logging.getLogger("bot.audit")

SHOWN = 20
"""Lines that are shown."""


class Act(StrEnum):
    """What was done."""

    ENDED = "ended"
    """A person who moderates the channel ended a table."""
    KICKED = "kicked"
    """A person was removed from a table, by its host or by who moderates the channel."""
    MOVED = "moved"
    """Another person than its host let a table whose place was gone go on elsewhere."""
    DEADLINE = "deadline"
    """A host gave the decisions of a game under way another time."""
    SERVER = "server"
    """A person changed what is set for a server."""
    DELETED = "deleted"
    """The bot deleted an old table."""
    FORGOTTEN = "forgotten"
    """A person was forgotten: the line does not say who, nor where."""


async def note(
    tx: Repositories,
    act: Act,
    at: datetime,
    *,
    guild: int | None = None,
    actor: int | None = None,
    table: int | None = None,
) -> None:
    """Writes an act down together with what it changes."""
    log.info("%s: server %s, by %s, table %s", act, guild, actor, table)
    await tx.audit.add(AuditRow(at, act, guild, actor, table))


class Audit:
    """Remembers who did what for others."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def newest(self, tx: Repositories, guild: int) -> tuple[AuditRow, ...]:
        """The last administrative acts in a server, newest first."""
        return await tx.audit.newest(guild, SHOWN)
