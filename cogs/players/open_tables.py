"""`/games tables`: the tables of a server that wait for their first move, each with **Join**."""

from __future__ import annotations

from bot.discord import catalog, settings
from bot.discord.content import IN_A_ROW, Button, Content
from bot.discord.ids import number
from bot.discord.lobby import most_seats
from bot.discord.people import NAME, sees, server_of
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, on
from bot.discord.view_models import rules
from bot.tables.model import Table
from bot.text import Words, cut, jump_url, plain

PAGE = IN_A_ROW
"""Tables on a page: their buttons stand side by side."""
_OPTIONS = 200
"""Characters of what a table has chosen."""


async def show(call: Call) -> None:
    """The newest tables that somebody can join. Refusals: players_in_server."""
    await call.reply.private(await _page(call, 0))


@on("games.tables")
async def _turn_to(press: Call) -> None:
    """Another page; from a message of something else the first one."""
    await press.reply.show(await _page(press, number(press.id.rest)))


@on("games.join")
async def _join(press: Call) -> None:
    """**Join** below the list; the lobby is refreshed. Refusals: those of its own button."""
    table, _, at = press.id.rest.partition("/")
    joined = await press.tables.lobby.join(number(table), press.person, key=press.key)
    told = press.words("games.tables.joined", title=_title(joined, press.words), address=_address(joined))
    await press.reply.show(await _page(press, number(at), told))


async def _page(call: Call, at: int, told: str = "") -> Content:
    """One page of the list, below what a press of it has done."""
    guild, speak = server_of(call, "players_in_server"), call.words
    tables = [table for table in await call.tables.queries.lobbies(guild) if sees(call, table.channel)]
    if not tables:
        return Content((speak("games.tables.title"), speak("games.tables.none")), rows=(_others(speak),))
    last = (len(tables) - 1) // PAGE
    at = min(at, last)
    shown = tables[at * PAGE : (at + 1) * PAGE]
    foot = f"-# {speak('games.rules.page', page=at + 1, pages=last + 1)}" if last else ""
    return Content(
        (speak("games.tables.title"), told, *(_entry(table, speak) for table in shown), foot),
        rows=(
            tuple(_joining(call, table, at) for table in shown),
            _turning(at, last, speak),
        ),
    )


def _entry(table: Table, speak: Words) -> str:
    host = next((sitter.name for sitter in table.sitters if sitter.user == table.host), "")
    seats = speak(
        "games.tables.seats",
        host=plain(cut(host, NAME)),
        n=len(table.sitters),
        seats=most_seats(table),
        fewest=rules(table).info.seats[0],
    )
    title = speak(
        "games.tables.entry", title=_title(table, speak), address=_address(table), channel=table.channel
    )
    return "\n".join((title, seats, f"-# {_chosen(table, speak)}"))


def _chosen(table: Table, speak: Words) -> str:
    """What is not as at any other table of the game, in a few words."""
    rule, words_for = rules(table), presenter_of(table.game).options
    usual = words_for(rule.options_type(), speak)
    rows = [row for row in words_for(rule.decode_options(table.options), speak) if row not in usual]
    rows += settings.rows(table, speak)
    told = [speak("lobby.option", option=label, value=plain(value)) for label, value in rows]
    return cut(" · ".join(told), _OPTIONS) if told else speak("games.tables.usual")


def _joining(call: Call, table: Table, at: int) -> Button:
    sits = table.seat_of(call.person.id) is not None
    label = call.words("games.tables.in" if sits else "games.tables.join", table=table.id)
    closed = sits or len(table.sitters) >= most_seats(table)
    return Button("games.join", label, f"{table.id}/{at}", style="success", disabled=closed)


def _turning(at: int, last: int, speak: Words) -> tuple[Button, ...]:
    """To the pages before and after, and the same one anew."""
    again = Button("games.tables", speak("kit.refresh"), str(at))
    if not last:
        return (again,)
    return (
        Button("games.tables", speak("games.rules.previous"), f"{at - 1}", disabled=at == 0),
        again,
        Button("games.tables", speak("games.rules.next"), f"{at + 1}", disabled=at == last),
    )


def _others(speak: Words) -> tuple[Button, ...]:
    return (
        Button("wanted.panel", speak("games.wanted.button"), style="primary"),
        Button("games.tables", speak("kit.refresh")),
    )


def _title(table: Table, speak: Words) -> str:
    return speak("table.which.entry", game=catalog.name(table.game, speak), table=table.id)


def _address(table: Table) -> str:
    return jump_url(table.guild, table.channel)
