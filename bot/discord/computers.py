"""Computers in the lobby: the host's private panel, in which they are added and removed."""

from __future__ import annotations

from bot.discord.content import Button, Content, Entry, Menu, Row, in_rows
from bot.discord.ids import number
from bot.discord.lobby import most_seats, own_lobby
from bot.discord.router import Call, Outdated, on
from bot.discord.view_models import rules
from bot.games.contract import Seat
from bot.tables.computers import Naming
from bot.tables.model import Table
from bot.text import Words, words


@on("lobby.computers")
async def computers(press: Call) -> None:
    """**Add computer**: who is there, and which levels there are."""
    await press.reply.show(panel(await own_lobby(press), press.words))


@on("lobby.computer")
async def add(press: Call) -> None:
    """A computer of the chosen level takes a seat; its name is in the language of the table."""
    table = await own_lobby(press)
    changed = await press.tables.computers.add_computer(
        table.id, press.person, press.value, naming(table), key=press.key
    )
    await press.reply.show(panel(changed, press.words))


@on("lobby.remove")
async def remove(press: Call) -> None:
    """A computer gives its seat up."""
    table = await own_lobby(press)
    if not press.id.rest.isdecimal():
        raise Outdated
    seat = Seat(number(press.id.rest))
    changed = await press.tables.computers.remove_computer(table.id, press.person, seat, key=press.key)
    await press.reply.show(panel(changed, press.words))


def naming(table: Table) -> Naming:
    """What computers are called at a table, in its language."""
    speak = words(table.locale)
    return lambda level, number: speak(
        "lobby.computers.name", number=number, level=speak(f"lobby.level.{level}")
    )


def levels(table: Table, speak: Words) -> tuple[Entry, ...]:
    """How well the computers of a table's game can play, weakest first, as lines of a menu."""
    return tuple(
        Entry(speak(f"lobby.level.{level}"), level, speak(f"lobby.level.{level}.about"))
        for level in rules(table).opponents
    )


def panel(table: Table, speak: Words) -> Content:
    """The levels, as long as a seat is free, and a button for each computer that can go."""
    title = speak("lobby.computers.title", table=table.id)
    gone = _removing(table, speak)
    if len(table.sitters) >= most_seats(table):
        return Content((title, speak("lobby.computers.full")), rows=gone, table=table.id)
    return Content((title,), rows=(_levels(table, speak), *gone), table=table.id)


def _levels(table: Table, speak: Words) -> Menu:
    # A menu of its own for each number of sitters: a client would go on showing what was chosen last.
    return Menu(
        "lobby.computer", speak("lobby.computers.menu"), levels(table, speak), rest=str(len(table.sitters))
    )


def _removing(table: Table, speak: Words) -> tuple[Row, ...]:
    buttons = [
        Button("lobby.remove", speak("lobby.computers.remove", name=sitter.name), rest=str(sitter.seat))
        for sitter in table.sitters
        if sitter.computer is not None
    ]
    return in_rows(buttons)
