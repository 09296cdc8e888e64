"""The services for what people and servers have set for all their tables."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import structs

from bot.store.records import AuditRow, PersonRow
from bot.store.repositories import Repositories
from bot.tables.game_puzzles import take_back
from bot.tables.settings import (
    Palette,
    PersonSettings,
    ServerSettings,
    change_preferences,
    encode,
    preferences_of,
    settings_of,
    takes_messages,
)
from bot.tables.units import Act, Units, changes, note, reads

SHOWN = 20
"""Administrative acts that are shown."""
REMEMBERED = 500
"""Among so many of them is the last change of what is set."""


@dataclass(eq=False)
class Preferences:
    """The preferences of people."""

    units: Units

    @reads
    async def of(self, tx: Repositories, user: int) -> PersonSettings:
        """What a person has set for all tables."""
        return preferences_of(await tx.people.get(user))

    @changes
    async def change(
        self, tx: Repositories, user: int, change: Callable[[PersonSettings], PersonSettings]
    ) -> PersonSettings:
        """Changes what a known person has set for all tables; their icon at once where they sit. Who wants no
        puzzles any more takes back those to come."""
        before = preferences_of(await tx.people.get(user))
        changed = await change_preferences(tx, user, change)
        if before.puzzles and not changed.puzzles:
            await take_back(tx, user)
        for table in await tx.seats.tables_of(user) if changed.icon != before.icon else ():
            seats = await tx.seats.at(table)
            shown = [replace(seat, icon=changed.icon) if seat.user == user else seat for seat in seats]
            await tx.seats.put(table, shown)
        await self.units.signals.person_changed(tx, user)
        return changed

    @reads
    async def person(self, tx: Repositories, user: int) -> PersonRow | None:
        """The stored person, if there is one."""
        return await tx.people.get(user)

    async def takes_messages(self, user: int) -> bool:
        """Whether a person wants direct messages and lets us send them."""
        return takes_messages(await self.person(user))

    @changes
    async def want_messages(self, tx: Repositories, user: int, *, wanted: bool) -> None:
        """Turns direct messages on or off; on also tries again where Discord had refused them."""
        person = await tx.people.get(user)
        if person is not None:
            await tx.people.put(replace(person, dm=wanted, dm_closed=person.dm_closed and not wanted))

    @changes
    async def found_closed(self, tx: Repositories, user: int) -> None:
        """Discord does not let us write to a person: it is not tried again until the person wants it."""
        person = await tx.people.get(user)
        if person is not None:
            await tx.people.put(replace(person, dm_closed=True))


@dataclass(eq=False)
class Servers:
    """The settings of servers, and the administrative acts there."""

    units: Units

    @reads
    async def settings(self, tx: Repositories, guild: int | None) -> ServerSettings:
        """What is set for a server; the defaults where there is none."""
        return await settings_of(tx, guild)

    @reads
    async def palette_at(self, tx: Repositories, table: int) -> Palette:
        """The colours in which a server sees its tables; those on paper where there is no such table."""
        row = await tx.tables.get(table)
        return (await settings_of(tx, row.guild if row else None)).palette

    @changes
    async def change(
        self,
        tx: Repositories,
        guild: int,
        change: Callable[[ServerSettings], ServerSettings],
        *,
        by: int | None = None,
    ) -> ServerSettings:
        """Changes what is set for a server, and notes by whom."""
        before = await settings_of(tx, guild)
        changed = change(before)
        if changed != before:
            await note(tx, Act.SERVER, self.units.now(), guild=guild, actor=by)
        await tx.servers.put_settings(guild, encode(changed))
        return changed

    @changes
    async def first_met(self, tx: Repositories, guild: int) -> bool:
        """Notes that the games are presented to a server now; whether they are unknown there: they never were
        presented, and nobody plays."""
        before = await settings_of(tx, guild)
        if before.met or await tx.tables.active_in(guild):
            return False
        await tx.servers.put_settings(guild, encode(structs.replace(before, met=True)))
        return True

    @reads
    async def acts(self, tx: Repositories, guild: int) -> tuple[AuditRow, ...]:
        """The last administrative acts in a server, newest first."""
        return await tx.audit.newest(guild, SHOWN)

    @reads
    async def keeper(self, tx: Repositories, guild: int) -> int | None:
        """Who has last changed what is set for a server, if that is still known."""
        acts = await tx.audit.newest(guild, REMEMBERED)
        return next((row.actor for row in acts if row.act == Act.SERVER and row.actor is not None), None)
