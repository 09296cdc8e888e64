"""What we keep in mind about a person: whether to write to them, and at which table they sit."""

from __future__ import annotations

from dataclasses import replace

from bot.app import App
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from cogs.kit import shelf
from cogs.kit.router import Call
from cogs.kit.scenes import owing


async def takes_messages(app: App, user: int) -> bool:
    """Whether a person wants direct messages and lets us send them."""
    async with app.store.reading() as stored:
        person = await stored.people.get(user)
    return person is None or (person.dm and not person.dm_closed)


async def want_messages(app: App, user: int, *, wanted: bool) -> None:
    """Turns direct messages on or off; on also tries again where Discord had refused them."""
    async with app.store.transaction() as stored:
        person = await stored.people.get(user)
        if person is not None:
            await stored.people.put(replace(person, dm=wanted, dm_closed=person.dm_closed and not wanted))


def moderates(call: Call, table: Table) -> bool:
    """Whether the person may manage messages where the table stands; rights elsewhere don't count."""
    here = call.interaction.guild_id is not None and call.channel == table.channel
    return here and call.interaction.permissions.manage_messages


def may_end(call: Call, table: Table) -> bool:
    """Whether the person may end the table for everybody: its host, and who moderates its channel."""
    return table.host == call.person.id or moderates(call, table)


async def tables_meant(call: Call) -> tuple[Table, ...]:
    """The table of the channel; in a direct message the person's own ones, at least one. Refusals:
    no_table_here, no_table_of_yours."""
    here = await call.app.tables.table_in(call.channel)
    if here is not None:
        return (here,)
    if call.interaction.guild_id is not None:
        raise Refusal("no_table_here")
    own = await call.app.tables.tables_of(call.person.id)
    if not own:
        raise Refusal("no_table_of_yours")
    return own


async def table_for(call: Call, number: int = 0, *, game: str = "") -> Table:
    """The table that is meant: the one named, that of the channel, or in a direct message one of the person's
    own, where they owe a decision before others. For the commands of a `game` only one of that game will do.
    Refusals: no_table, those of `tables_meant`, other_game {game}."""
    if number:
        return await call.app.tables.table(number)
    meant = await tables_meant(call)
    found = await _owing_first(call, tuple(table for table in meant if table.game == game) or meant)
    if game and found.game != game:
        raise Refusal("other_game", game=shelf.name(found.game, call.words))
    return found


async def _owing_first(call: Call, tables: tuple[Table, ...]) -> Table:
    """The first table that waits for the person; where there is no choice or none waits, the first."""
    for table in tables:
        if table.status is Status.PLAYING and len(tables) > 1:
            moment = await call.app.tables.now_at(table.id)
            if table.seat_of(call.person.id) in owing(moment):
                return table
    return tables[0]
