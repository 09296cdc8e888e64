"""A person is forgotten: what was theirs is gone, and what others share goes on without them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.games import registry
from bot.store.connection import Store
from bot.store.repositories import Repositories
from bot.tables.audit import Act, note
from bot.tables.core import Core
from bot.tables.lobby import left
from bot.tables.model import Motion, MotionState, Post, Status, Watcher
from bot.tables.motions import Motions
from bot.tables.moves import MoveWriter
from bot.tables.rating import ratings
from bot.tables.seats import absent
from bot.tables.units import Units, changes, reads
from bot.tables.writer import TableWriter


@dataclass(frozen=True, slots=True)
class Kept:
    """How much there is that names a person."""

    lobbies: int
    playing: int
    past: int
    """Tables that they have left, or that have ended."""
    watched: int
    entries: int
    """Of the diary."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Messages of ours to somebody who was forgotten: they have lost their meaning."""

    letters: tuple[Post, ...]
    watched: tuple[Watcher, ...]


class Erasure:
    """Forgets people."""

    def __init__(
        self,
        units: Units,
        core: Core,
        store: Store,
        writer: TableWriter,
        moves: MoveWriter,
        motions: Motions,
    ) -> None:
        self.units = units
        self._core = core
        self._store = store
        self._writer = writer
        self._moves = moves
        self._motions = motions

    @reads
    async def kept(self, tx: Repositories, user: int) -> Kept:
        """What would be forgotten."""
        active = await tx.tables.active_of(user)
        lobbies = sum(row.status is Status.LOBBY for row in active)
        every, rows = await tx.traces.tables_of(user), await tx.traces.rows(user)
        return Kept(
            lobbies,
            len(active) - lobbies,
            len(every) - len(active),
            len(rows["watchers"]),
            len(rows["diary"]),
        )

    async def forget(self, user: int, box: int | None) -> Gone:
        """Takes a person away from every table, as by leaving, and removes or makes neutral whatever names
        them; `box` is the channel of our direct messages to them. All of it happens at once, or nothing."""
        gone = await self._forget(user, box)
        ratings.cache_clear()
        await self._store.purge()
        return gone

    @changes
    async def _forget(self, tx: Repositories, user: int, box: int | None) -> Gone:
        gone = Gone(await tx.traces.letters(user, box), await tx.watchers.of(user))
        for row in await tx.tables.active_of(user):
            await self._take_away(tx, row.id, user)
        await tx.posts.forget([post.message for post in gone.letters])
        for motion in await tx.motions.for_person(user):
            await self._drop(tx, motion)
        for gathering in await tx.gatherings.open():
            if user in gathering.people:
                await tx.gatherings.remove(gathering.id)
        await tx.traces.remove(user)
        await note(tx, Act.FORGOTTEN, self._core.now())
        self._core.signals.wake_clock(tx)
        return gone

    async def _take_away(self, tx: Repositories, table: int, user: int) -> None:
        standing = await self._core.standings.at(tx, table)
        if standing.row.status is Status.LOBBY:
            await self._writer.write_lobby(tx, left(standing, user), None)
        elif standing.row.game not in registry.keys():  # noqa: SIM118 - no mapping
            # A game that is gone from the shelf: nobody can play on.
            await self._writer.abandon(tx, absent(standing, user), None)
        else:
            await self._moves.reseat(tx, absent(standing, user), None)
        await self.units.react(tx, table)

    async def _drop(self, tx: Repositories, motion: Motion) -> None:
        """Nobody can answer it any more."""
        row = await tx.tables.get(motion.table)
        assert row is not None, "motions go with their table"
        await self._motions.put(tx, row, replace(motion, state=MotionState.DROPPED))
        self._core.signals.deliver(tx, row.id)
