"""`/table replace`: taking over the seat of somebody who left, or coming back to one's own."""

from __future__ import annotations

from bot.games.contract import Refusal, Seat
from bot.tables.model import ABSENT, Status, Table
from bot.text import one_line
from cogs.kit import panel
from cogs.kit.content import Content, Entry, Menu
from cogs.kit.router import Call, Press, on
from cogs.tables.finding import table_of

ACTION = "table.replace"
CHOSEN = "seat"


async def offer(call: Call, table: Table) -> None:
    """The seats whose person left. Refusals: over, not_started, seated, no_free_seat."""
    free = [sitter for sitter in table.sitters if sitter.computer == ABSENT]
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    if table.status is not Status.PLAYING:
        raise Refusal("over")
    if table.seat_of(call.person.id) is not None:
        raise Refusal("seated")
    if not free:
        raise Refusal("no_free_seat")
    speak = call.words
    entries = tuple(Entry(one_line(sitter.name), str(sitter.seat)) for sitter in free)
    menu = Menu(ACTION, speak("table.replace.menu"), entries, rest=CHOSEN)
    await call.reply.show(Content((speak("table.replace.which"),), rows=(menu,), table=table.id))


@on(ACTION)
async def _take_over(press: Press) -> None:
    """A seat of the menu is taken and its panel opened; every other press opens the menu."""
    table = await table_of(press)
    if press.id.rest != CHOSEN:
        await offer(press, table)
        return
    seat = Seat(int(press.values[0]))
    taken = await press.app.tables.take_seat(table.id, press.person, seat, key=press.key)
    await panel.show(press, taken, note=press.words("table.replace.done"))
