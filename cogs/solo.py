"""`/games solo`: games for one person, alone or against computers, on their own panel, wherever they may use
the bot."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.discord import catalog, lobby, panel
from bot.discord.at_table import entry_of
from bot.discord.content import IN_A_ROW, Button, Content, Entry, Menu, Row, number
from bot.discord.rate_limit import TABLE, spend
from bot.discord.router import Call, on
from bot.games import registry
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from bot.tables.policy import COMPANION


def games() -> list[str]:
    """The games that one person can play alone or against computers."""
    found = [each for each in catalog.games() if each.info.seats[0] == 1 or COMPANION in each.opponents]
    return [each.info.key for each in found]


async def show(call: Call) -> Content:
    """The person's own games alone that are under way, and what they could begin."""
    speak, found = call.words, await call.tables.queries.tables_of(call.person.id)
    own = [table for table in found if table.apart]
    entries = tuple(Entry(catalog.name(key, speak), key) for key in games())
    rows: list[Row] = [Menu("solo.play", speak("solo.menu"), entries), *ways_to(call, own)]
    playing = [table for table in own if table.status is Status.PLAYING]
    if playing:
        ends = tuple(Entry(entry_of(table, speak), str(table.id)) for table in playing[:IN_A_ROW])
        rows.append(Menu("table.end", speak("solo.end"), ends))
    return Content((speak("solo.title"), speak("solo.about")), rows=tuple(rows))


def ways_to(call: Call, tables: Sequence[Table]) -> list[Row]:
    """Buttons to the panels of games that stand in no channel."""
    apart = [table for table in tables if table.apart][:IN_A_ROW]
    buttons = tuple(Button("solo.go_on", entry_of(table, call.words), str(table.id)) for table in apart)
    return [buttons] if buttons else []


@on("solo.play")
async def _play(call: Call) -> Content:
    """The lobby of a game, on the person's panel, which is all there is of it: options, computers, **Start**.
    Refusals: no_such_game, hosts_enough {n}."""
    key = catalog.offered(call.value if call.values else call.id.rest)
    if key not in games():
        raise Refusal("no_such_game")
    table = await call.tables.queries.known_by(call.key)
    if table is None:
        spend(call, TABLE)
        reserved, lobbies = await call.tables.threads.number(None), call.tables.lobby
        table = await lobbies.open(
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
        table = await lobbies.arrange(table.id, call.person, settings, key=f"{call.key} set")
    return lobby.content(table, call.words)


@on("solo.again")
async def _again(call: Call) -> None:
    """**Play again**: the same options and computers, at once; or on with the game that began so."""
    try:
        spend(call, TABLE)
        table = await call.tables.lobby.rematch(call.id.table, call.person, key=call.key)
        await lobby.begin_apart(call, table, f"{call.key} start")
    except Refusal as refusal:
        if refusal.code != "channel_busy":
            raise
        await _show(call, await call.tables.queries.table(number(str(refusal.data["table"]))))


@on("solo.go_on")
async def _go_on(call: Call) -> None:
    """The lobby of a game, its panel, or how it ended."""
    await _show(call, await call.tables.queries.table(number(call.id.rest)))


async def _show(call: Call, table: Table) -> None:
    if table.status is Status.LOBBY and table.apart and table.host == call.person.id:
        await call.reply.show(lobby.content(table, call.words))
    else:
        await panel.show(call, table)
