"""What the board post's **More** offers, and **Rematch** below the ranking."""

from __future__ import annotations

from bot.tables.model import Status, Table
from cogs.kit.content import Button, Content, Row
from cogs.kit.opening import open_again
from cogs.kit.people import may_end, table_for, takes_messages, want_messages
from cogs.kit.router import Call, Press, on
from cogs.kit.undo import undo_row


@on("table.more")
async def more(press: Press) -> None:
    """A private menu of everything that is not needed every time."""
    table = await table_for(press, press.id.table)
    await press.reply.show(await menu(press, table))


@on("table.dm")
async def direct_messages(press: Press) -> None:
    """Turns direct messages on or off and shows the menu again."""
    await want_messages(press.app, press.person.id, wanted=press.id.rest == "on")
    table = await table_for(press, press.id.table)
    await press.reply.show(await menu(press, table))


@on("table.rematch")
async def rematch(press: Press) -> None:
    """A new lobby with the same people; the courier posts it."""
    await open_again(press)


async def menu(call: Call, table: Table) -> Content:
    """The menu as this person may use it."""
    speak = call.words
    reading = (
        Button("table.text", speak("table.more.text")),
        Button("table.history", speak("table.more.history")),
        Button("table.verify", speak("table.more.verify")),
        Button("games.rules", speak("table.rules")),
    )
    texts = [speak("table.more.title", table=table.id)]
    rows: list[Row] = [reading]
    own: list[Button] = []
    undo: tuple[Row, ...] = ()
    turn = 0
    if table.seat_of(call.person.id) is not None and table.status is Status.PLAYING:
        wanted = await takes_messages(call.app, call.person.id)
        texts.append(speak("table.more.dm_is_on" if wanted else "table.more.dm_is_off"))
        moment = await call.app.tables.now_at(table.id)
        turn, undo = moment.turn, await undo_row(call.app, moment, call.person.id, speak)
        rows = [(Button("table.move", speak("table.more.hand"), style="primary"), *reading)]
        switch = "off" if wanted else "on"
        own = [
            Button("table.dm", speak(f"table.more.dm_{switch}"), rest=switch),
            Button("table.leave", speak("table.more.leave")),
        ]
    if table.status is Status.PLAYING and may_end(call, table):
        own.append(Button("table.end", speak("table.more.end"), style="danger"))
    if own:
        rows.append(tuple(own))
    return Content(tuple(texts), rows=(*rows, *undo), table=table.id, turn=turn)
