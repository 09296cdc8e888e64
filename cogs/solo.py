"""`/games solo`: games for one person alone, on their own panel, wherever they may use the bot."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.discord import catalog, panel
from bot.discord.at_table import entry_of
from bot.discord.content import IN_A_ROW, Button, Content, Entry, Menu, Row, number
from bot.discord.rate_limit import TABLE, spend
from bot.discord.router import Call, on
from bot.games import registry
from bot.games.contract import Refusal
from bot.tables.model import Status, Table


def games() -> list[str]:
    """The games that one person can play alone."""
    return [each.info.key for each in catalog.games() if each.info.seats[0] == 1]


async def show(call: Call) -> Content:
    """The person's own games alone that are under way, and what they could begin."""
    speak, own = call.words, await _own(call)
    entries = tuple(Entry(catalog.name(key, speak), key) for key in games())
    rows: list[Row] = [Menu("solo.play", speak("solo.menu"), entries), *ways_to(call, own)]
    if own:
        rows.append(Menu("table.end", speak("solo.end"), _entries(call, own)))
    return Content((speak("solo.title"), speak("solo.about")), rows=tuple(rows))


async def _own(call: Call) -> list[Table]:
    found = await call.tables.queries.tables_of(call.person.id)
    return [table for table in found if table.apart and table.status is Status.PLAYING]


def _entries(call: Call, own: Sequence[Table]) -> tuple[Entry, ...]:
    return tuple(Entry(entry_of(table, call.words), str(table.id)) for table in own[:IN_A_ROW])


def ways_to(call: Call, tables: Sequence[Table]) -> list[Row]:
    """Buttons to the panels of games that stand in no channel."""
    apart = [table for table in tables if table.apart][:IN_A_ROW]
    buttons = tuple(Button("solo.go_on", entry_of(table, call.words), str(table.id)) for table in apart)
    return [buttons] if buttons else []


@on("solo.play")
async def _play(call: Call) -> None:
    """Begins a game at once; its panel is all there is of it. Refusals: no_such_game, hosts_enough {n}."""
    key = catalog.offered(call.value if call.values else call.id.rest)
    if key not in games():
        raise Refusal("no_such_game")
    table = await call.tables.queries.known_by(call.key)
    if table is None:
        spend(call, TABLE)
        reserved, lobby = await call.tables.threads.number(None), call.tables.lobby
        table = await lobby.open(
            key,
            registry.game(key).options_type(),
            call.person,
            guild=None,
            channel=-reserved,
            locale=call.words.locale,
            key=call.key,
            number=reserved,
        )
        settings = replace(table.settings, grace=0, hold=0)
        await lobby.arrange(table.id, call.person, settings, key=f"{call.key} set")
        await call.tables.play.start(table.id, call.person, key=f"{call.key} start")
        await call.tables.reminders.mute(table.id, call.person.id, muted=True)
        table = await call.tables.queries.table(table.id)
    await panel.show(call, table)


@on("solo.go_on")
async def _go_on(call: Call) -> None:
    """The panel of a game, or how it ended."""
    await panel.show(call, await call.tables.queries.table(number(call.id.rest)))
