"""What the board post's **More** offers, and **Rematch** below the ranking."""

from __future__ import annotations

from bot.discord.content import Button, Content, Row, in_rows
from bot.discord.opening import open_again
from bot.discord.people import may_end, may_kick, table_for, takes_messages, want_messages
from bot.discord.router import Call, on
from bot.discord.undo import undo_row
from bot.tables.model import Status, Table


@on("table.more")
async def more(press: Call) -> None:
    """A private menu of everything that is not needed every time."""
    table = await table_for(press, press.id.table)
    await press.reply.show(await menu(press, table))


@on("table.dm")
async def direct_messages(press: Call) -> None:
    """Turns direct messages on or off and shows the menu again."""
    await want_messages(press.app, press.person.id, wanted=press.id.rest == "on")
    table = await table_for(press, press.id.table)
    await press.reply.show(await menu(press, table))


@on("table.rematch", answers="private")
async def rematch(press: Call) -> None:
    """A new lobby with the same people; the dispatcher posts it."""
    await open_again(press)


async def menu(call: Call, table: Table) -> Content:
    """The menu as this person may use it."""
    speak = call.words
    reading = (
        Button("table.news", speak("table.more.news")),
        Button("table.text", speak("table.more.text")),
        Button("table.history", speak("table.more.history")),
        Button("table.verify", speak("table.more.verify")),
        Button("games.rules", speak("table.rules")),
    )
    texts = [speak("table.more.title", table=table.id)]
    hand: tuple[Button, ...] = ()
    own: list[Button] = []
    undo: tuple[Row, ...] = ()
    turn = 0
    seat = table.seat_of(call.person.id)
    if seat is not None and table.status is Status.PLAYING:
        wanted = await takes_messages(call.app, call.person.id)
        texts.append(speak("table.more.dm_is_on" if wanted else "table.more.dm_is_off"))
        moment = await call.tables.queries.now_at(table.id)
        turn, undo = moment.turn, await undo_row(call.app, moment, call.person.id, speak, asking=True)
        hand = (Button("table.move", speak("table.more.hand"), style="primary"),)
        switch, pausing = "off" if wanted else "on", "resume" if table.paused else "pause"
        own = [
            Button("table.dm", speak(f"table.more.dm_{switch}"), rest=switch),
            Button(f"time.{pausing}", speak(f"waiting.{pausing}")),
            Button("table.leave", speak("table.more.leave")),
        ]
        computers = any(sitter.user is None for sitter in table.sitters)
        if table.absent or (computers and table.host == call.person.id):
            own.append(Button("table.invite", speak("table.invite.button")))
        if table.settings.deadline:
            own.append(Button("time.panel", speak("table.setting.deadline")))
        if table.sitters[seat].pace.muted:
            texts.append(speak("waiting.muted"))
            own.append(Button("wait.again", speak("waiting.again")))
    if seat is None and table.status is Status.PLAYING:
        watchers = await call.tables.spectators.watchers(table.id)
        verb = "unwatch" if any(one.user == call.person.id for one in watchers) else "watch"
        own.append(Button(f"table.{verb}", speak(f"table.more.{verb}")))
    others = [sitter for sitter in table.sitters if sitter.user not in (None, call.person.id)]
    if table.status.active and others and may_kick(call, table):
        own.append(Button("table.kick", speak("table.more.kick")))
    if table.status is Status.PLAYING and await may_end(call, table):
        own.append(Button("table.end", speak("table.more.end"), style="danger"))
    rows = in_rows((*hand, *reading, *own)) + undo
    return Content(tuple(texts), rows=rows, table=table.id, turn=turn)
