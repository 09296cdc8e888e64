"""Writes changed tables with their notices, and lets follow what follows from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.store.records import KeyRow, Timer
from bot.store.repositories import Repositories
from bot.tables import commitment, notifications
from bot.tables.core import Core
from bot.tables.model import Status, Table
from bot.tables.notifications import News
from bot.tables.policy import LOBBY_OPEN
from bot.tables.standing import Standing
from bot.tables.timers import LOBBY

WriteReaction = Callable[[Repositories, Standing], Awaitable[None]]
"""What follows from a written table; its `stored` seats are those of before."""


class TableWriter:
    """Writes a table within a transaction; the reactions follow each time."""

    def __init__(self, core: Core, *, reactions: tuple[WriteReaction, ...]) -> None:
        self._core = core
        self._reactions = reactions

    async def write(self, tx: Repositories, standing: Standing, news: News, key: str | None) -> Standing:
        """Writes a changed table down with its news, and the key of the interaction that changed it."""
        row, standing = standing.row, replace(standing, seats=news.seats)
        await tx.tables.put(row)
        if standing.seats != standing.stored:
            await tx.seats.put(row.id, standing.seats)
        await notifications.write(tx, row, news)
        for reaction in self._reactions:
            await reaction(tx, standing)
        if key is not None:
            await tx.keys.add(KeyRow(key, row.id, row.version, row.updated))
        return standing

    async def write_lobby(self, tx: Repositories, lobby: Standing, key: str | None) -> Table:
        """Writes a lobby that opened, changed or closed."""
        row = commitment.contributed(lobby.row, lobby.stored, lobby.seats, key)
        row = replace(row, updated=self._core.now())
        lobby = await self.write(tx, replace(lobby, row=row), notifications.of_lobby(row, lobby.seats), key)
        if row.status is Status.LOBBY:
            await tx.timers.put(Timer(row.id, LOBBY, row.updated + LOBBY_OPEN))
        else:
            await tx.timers.drop(row.id, LOBBY)
        return lobby.table()

    async def abandon(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        """Ends a game under way without a result."""
        row = replace(standing.row, status=Status.ABANDONED, updated=self._core.now())
        told = notifications.of_abandonment(row, standing.seats)
        return (await self.write(tx, replace(standing, row=row), told, key)).table()
