"""`/table invite`, **Invite** and **Ask the channel**: a seat is offered to one person or to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.discord.content import Content, People
from bot.discord.people import server_of, table_for
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, Outdated, on
from bot.games.contract import Refusal
from bot.tables.model import Person, Table
from bot.text import one_line, plain
from cogs.tables.finding import table_of


async def invite(call: Call, guest: discord.User | discord.Member) -> None:
    """Offers somebody a seat at the table of the channel, where the dispatcher asks them.

    Refusals: invite_in_channel, no_table_here, guest_bot, those of `spend` and of `Votes.invite`.
    """
    server_of(call, "invite_in_channel")
    table = await table_for(call)
    await _invite(call, table, Person(guest.id, one_line(guest.display_name) or guest.name), guest.bot)


@on("table.invite", answers=lambda press: "private" if press.values else "shown")
async def _chosen(press: Call) -> None:
    """**Invite** of **More** shows the menu of people; its choice is invited. Refusals: those of `invite`."""
    server_of(press, "invite_in_channel")
    table = await table_of(press)
    if press.values:
        await _invite(press, table, *_who(press))
        return
    speak = press.words
    menu = People("table.invite", speak("table.invite.menu"))
    await press.reply.show(Content((speak("table.invite.whom"),), rows=(menu,), table=table.id))


@on("table.call", answers="private")
async def _call_out(press: Call) -> None:
    """**Ask the channel**: the dispatcher does. Refusals: those of `spend` and of `Votes.call_out`."""
    table = await table_of(press)
    spend(press, POST)
    await press.tables.votes.call_out(table.id, press.person, key=press.key)
    await press.reply.private(Content((press.words("table.call.done"),), table=table.id))


def _who(press: Call) -> tuple[Person, bool]:
    """The person of a menu of people, by the name of this server, and whether it is a bot."""
    data: Mapping[str, Any] = press.interaction.data or {}
    known: Mapping[str, Any] = data.get("resolved", {})
    chosen = press.value
    user, member = known.get("users", {}).get(chosen), known.get("members", {}).get(chosen, {})
    if user is None:
        raise Outdated
    name = member.get("nick") or user.get("global_name") or user["username"]
    return Person(int(chosen), one_line(name) or user["username"]), bool(user.get("bot"))


async def _invite(call: Call, table: Table, guest: Person, is_bot: bool) -> None:
    if is_bot:
        raise Refusal("guest_bot")
    spend(call, POST)
    await call.tables.votes.invite(table.id, call.person, guest, key=call.key)
    text = call.words("table.invite.done", name=plain(guest.name))
    await call.reply.private(Content((text,), table=table.id))
