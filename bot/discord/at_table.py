"""Work at a table, registered once for its controls and for its slash command."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from bot.discord import catalog
from bot.discord.channels import strays
from bot.discord.content import MENU, Content, Entry, Menu, number
from bot.discord.router import Answer, Call, Handler, Way, on
from bot.discord.view_models import names_of, owing
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from bot.text import Marked, Words, cut

Work = Callable[[Call, Table], Awaitable[Answer]]
W = TypeVar("W", bound=Callable[..., Awaitable[Answer]])
COMMANDS: dict[str, Handler] = {}
"""The subcommands of `/table` by name."""


def at_table(
    action: str, *, command: str = "", answers: Way = "shown", rescue: bool = False
) -> Callable[[W], W]:
    """Registers work at a table for the controls of `action` and for the subcommand `command`."""

    def register(work: W) -> W:
        @on(action, answers=answers)
        async def pressed(call: Call) -> Answer:
            meant = number(call.value) if call.values and not call.id.table else call.id.table
            return await work(call, await table_for(call, meant))

        if command:
            COMMANDS[command] = partial(by_command, action=action, work=work, rescue=rescue)
        return work

    return register


async def by_command(call: Call, action: str, work: Work, *, rescue: bool = False) -> Answer:
    """Does a command's work at the table that is meant; of several a menu presses `action`."""
    here = await call.tables.queries.table_in(call.channel) if rescue else None
    free = rescue and (here is None or not here.status.active)
    lost = await strays(call) if free else ()
    meant = lost or await _tables_meant(call, watched=True)
    return await work(call, meant[0]) if len(meant) == 1 else offer(call, action, meant)


def offer(call: Call, action: str, own: Sequence[Table]) -> Content:
    """A menu of tables, whose choice arrives as a press of `action`."""
    speak = call.words
    entries = tuple(
        Entry(
            entry_of(table, speak),
            str(table.id),
            cut(speak.all_of(names_of(table, speak)), 100),
        )
        for table in own[:MENU]
    )
    return Content((speak("table.which.title"),), rows=(Menu(action, speak("table.which.menu"), entries),))


def entry_of(table: Table, speak: Words) -> str:
    """What a table is called in a list of tables."""
    return speak("table.which.entry", game=catalog.name(table.game, speak), table=table.id)


async def _tables_meant(call: Call, *, watched: bool = False) -> tuple[Table, ...]:
    """The table of the channel; in a direct message the person's own ones, at least one, with `watched` also
    those that they watch. Refusals: no_table_here, no_table_of_yours."""
    here = await call.tables.queries.table_in(call.channel)
    if here is not None:
        return (here,)
    if not call.by_message:
        raise Refusal("no_table_here")
    own = await call.tables.queries.tables_of(call.person.id)
    if watched:
        own += await call.tables.spectators.watched_by(call.person.id)
    if not own:
        raise Refusal("no_table_of_yours")
    return own


async def table_for(call: Call, number: int = 0, *, game: str = "") -> Table:
    """The table that is meant: the one named, that of the channel, or in a direct message one of the person's
    own, where they owe a decision before others; for the commands of a `game` only one of that game."""
    if number:
        return await call.tables.queries.table(number)
    meant = await _tables_meant(call)
    found, *others = tuple(table for table in meant if table.game == game) or meant
    for table in (found, *others) if others else ():
        if table.status is Status.PLAYING:
            moment = await call.tables.queries.now_at(table.id)
            if table.seat_of(call.person.id) in owing(moment):
                found = table
                break
    if game and found.game != game:
        raise Refusal("other_game", game=Marked(catalog.name(found.game, call.words)))
    return found
