"""Who follows a table: spectators with the one message of each, and unread markers."""

from dataclasses import dataclass

from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.store.session import NO_TABLE
from bot.tables import notifications
from bot.tables.model import Spectator, Status, Table, sat_there
from bot.tables.policy import WATCHERS
from bot.tables.units import Units, changes, changes_table, reads


@dataclass(eq=False)
class Spectators:
    """Knows who watches."""

    units: Units

    @changes_table
    async def watch(self, tx: Repositories, table: int, user: int) -> Spectator:
        """Makes a person a spectator. Refusals: no_table, not_started, over, seated, watchers_full {n}."""
        standing = await self.units.standings.at(tx, table)
        standing.refuse_unless_active()
        if standing.row.status is not Status.PLAYING:
            raise Refusal("not_started")
        if standing.is_seated(user):
            raise Refusal("seated")
        watching = await tx.spectators.at(table)
        known = _found(watching, user)
        if known is not None:
            return known
        if len(watching) >= WATCHERS:
            raise Refusal("watchers_full", n=WATCHERS)
        fresh = Spectator(table, user, standing.row.version)
        await tx.spectators.put(fresh)
        return fresh

    async def began_watching(self, watcher: Spectator) -> Spectator | None:
        """A spectator's first message is up. The spectator as stored: with the message of a quicker press;
        None where they have stopped."""

        async def began(tx: Repositories) -> Spectator | None:
            known = _found(await tx.spectators.at(watcher.table), watcher.user)
            if known is None or known.message is not None:
                return known
            await tx.spectators.put(watcher)
            standing = await self.units.standings.at(tx, watcher.table)
            if (standing.row.version, standing.row.status) != (watcher.version, Status.PLAYING):
                await notifications.write_for_watchers(tx, standing.row)
            return watcher

        return await self.units.change_table(watcher.table, began)

    @changes
    async def shown(self, tx: Repositories, watcher: Spectator) -> bool:
        """The message of a watcher shows something newer now; False where they have stopped meanwhile."""
        watches = _found(await tx.spectators.at(watcher.table), watcher.user) is not None
        if watches:
            await tx.spectators.put(watcher)
        return watches

    @changes
    async def unwatch(self, tx: Repositories, table: int, user: int) -> Spectator | None:
        """A person watches no more; what there was, None if they did not watch."""
        known = _found(await tx.spectators.at(table), user)
        await tx.spectators.remove(table, user)
        return known

    @reads
    async def watchers(self, tx: Repositories, table: int) -> tuple[Spectator, ...]:
        """All who watch a table."""
        return await tx.spectators.at(table)

    @reads
    async def watched_by(self, tx: Repositories, user: int) -> tuple[Table, ...]:
        """The tables that a person watches, newest first."""
        watched = await tx.spectators.of(user)
        found = [await self.units.standings.at(tx, watcher.table) for watcher in watched]
        return tuple(standing.table() for standing in found)


def _found(watching: tuple[Spectator, ...], user: int) -> Spectator | None:
    return next((watcher for watcher in watching if watcher.user == user), None)


@dataclass(eq=False)
class Unread:
    """Knows how far people have followed a game."""

    units: Units

    @reads
    async def seen(self, tx: Repositories, table: Table, user: int) -> int:
        """The last version that a person knows: they have looked at it, or it was a move of their own."""
        return await _seen(tx, table, user)

    async def looked(self, table: Table, user: int) -> None:
        """A person has looked at a table as it is here. It is written down only where a page of the history
        has come since they last did, or a step was taken back that they knew."""

        async def has_news(tx: Repositories) -> bool:
            seen = await _seen(tx, table, user)
            if seen >= table.version:
                return False
            if any(seen < page <= table.version for page in await tx.log.milestones(table.id)):
                return True
            rows = await tx.log.between(table.id, seen, table.version) if seen else ()
            return any(row.takes_back(seen) for row in rows)

        if await self.units.store.read(has_news):
            await self.units.store.change(
                lambda tx: tx.read_markers.put(table.id, user, table.version), held=NO_TABLE
            )


async def _seen(tx: Repositories, table: Table, user: int) -> int:
    looked = await tx.read_markers.get(table.id, user)
    seat = table.seat_of(user)
    own = None if seat is None else await tx.log.newest_of(table.id, seat)
    if own is None or own.version <= looked:
        return looked
    former = await tx.seats.former(table.id)
    return own.version if sat_there(former, own.seat, own.version, user) else looked
