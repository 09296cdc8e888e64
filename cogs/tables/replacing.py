"""`/table replace`: who plays on for somebody who left. Who sits at the table lets a computer do it, or asks
the channel; others take the seat over, or come back to their own."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.computers import levels, naming
from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.ids import number
from bot.discord.router import Call, on
from bot.discord.view_models import called
from bot.games.contract import Refusal, Seat
from bot.tables.model import ABSENT, Sitter, Status, Table
from bot.text import Words, one_line, plain
from cogs.tables.finding import table_of

ACTION = "table.replace"
CHOSEN = "seat"


async def offer(call: Call, table: Table) -> None:
    """What this person can do about the seats of those who left.

    Refusals: over, not_started, seated, no_free_seat.
    """
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    if table.status is not Status.PLAYING:
        raise Refusal("over")
    if table.seat_of(call.person.id) is None:
        await _offer_seats(call, table)
        return
    if not table.absent:
        raise Refusal("seated")
    speak, menus = call.words, _computers(call, table)
    left = any(sitter.away is not None for sitter in table.absent)
    text = speak("table.replace.computer" if left else "table.replace.computer_for_good") if menus else ""
    row = (
        Button("table.call", speak("table.call.button")),
        Button("table.invite", speak("table.invite.button")),
    )
    content = Content((text, speak("table.replace.others")), rows=(*menus, row), table=table.id)
    await call.reply.show(content)


@on(ACTION)
async def _take_over(press: Call) -> None:
    """A seat of the menu is taken and its panel opened; every other press opens the menu."""
    table = await table_of(press)
    if press.id.rest != CHOSEN:
        await offer(press, table)
        return
    seat = Seat(number(press.value))
    taken = await press.tables.seats.take_seat(table.id, press.person, seat, key=press.key)
    await panel.show(press, taken, note=press.words("table.replace.done"))


@on("table.stand_in")
async def _stand_in(press: Call) -> None:
    """A computer of the chosen level plays on in a seat."""
    table = await table_of(press)
    seat = Seat(number(press.id.rest))
    changed = await press.tables.computers.stand_in(
        table.id, press.person, seat, press.value, naming(table), key=press.key
    )
    sitter, left = changed.sitters[seat], called(table.sitters[seat].name, press.words)
    done = press.words(
        "table.replace.computer_done", computer=plain(sitter.name), name=plain(sitter.away_name or left)
    )
    await press.reply.show(Content((done,), rows=_computers(press, changed), table=table.id))


async def _offer_seats(call: Call, table: Table) -> None:
    own = [sitter for sitter in table.sitters if sitter.away == call.person.id]
    free = own or [sitter for sitter in table.sitters if sitter.computer == ABSENT]
    if not free:
        raise Refusal("no_free_seat")
    speak = call.words
    menu = Menu(
        ACTION, speak("table.replace.menu"), tuple(_entry(sitter, speak) for sitter in free), rest=CHOSEN
    )
    await call.reply.show(Content((speak("table.replace.which"),), rows=(menu,), table=table.id))


def _entry(sitter: Sitter, speak: Words) -> Entry:
    held_by = one_line(sitter.name) if sitter.stands_in else ""
    return Entry(one_line(sitter.away_name or called(sitter.name, speak)), str(sitter.seat), held_by)


def _computers(call: Call, table: Table) -> tuple[Row, ...]:
    """For each seat that nobody thinks for, a menu of the levels; none where the game has no computers."""
    entries = levels(table, call.words)
    if not entries:
        return ()
    return tuple(
        Menu(
            "table.stand_in",
            call.words("table.replace.computer_menu", name=one_line(called(sitter.name, call.words))),
            entries,
            rest=str(sitter.seat),
        )
        for sitter in table.absent
    )
