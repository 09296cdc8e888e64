"""Reminders of decisions that others wait for: what they say, and the buttons that turn them off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from bot.discord import catalog
from bot.discord.content import MENU, Button, Content, Entry, Menu, Row, note
from bot.discord.ids import number
from bot.discord.lobby import levels
from bot.discord.router import Call, on
from bot.store.records import PersonRow
from bot.tables.model import Notice, NoticeKind
from bot.tables.policy import MISSED
from bot.tables.reminders import Waiting
from bot.tables.settings import PersonSettings, preferences_of
from bot.text import Words, jump_url, mention, plain, stamp, words

if TYPE_CHECKING:
    from bot.app import App


async def direct_reminder(app: App, notice: Notice, user: int, person: PersonRow | None) -> Content | None:
    """The reminder for a direct message to the player of its seat: about all tables that wait if they like
    that; None if they owe nothing any more that the reminder stands for."""
    waiting, speak = await app.tables.reminders.waiting_for(user), app.words_of(person)
    if notice.kind is NoticeKind.WARNING:
        waiting = tuple(one for one in waiting if one.table.id == notice.table and one.duty.warned)
        return _single(notice, waiting[0], speak) if waiting else None
    due = [one for one in waiting if one.duty.reminders]
    if not preferences_of(person).digest:
        due = waiting = [one for one in due if one.table.id == notice.table]
    if not due:
        return None
    return _digest(notice, waiting, speak) if len(waiting) > 1 else _single(notice, due[0], speak)


async def public_reminder(app: App, notice: Notice, user: int) -> Content | None:
    """The reminder for the channel of the table, where others read it too; None if nothing is owed."""
    for one in await app.tables.reminders.waiting_for(user):
        if one.table.id == notice.table and (one.duty.reminders or one.duty.warned):
            speak = words(one.table.locale)
            text = speak("waiting.call", who=mention(user), table=one.table.id, since=stamp(one.duty.since))
            return Content(
                (text, *_until(one, speak)),
                rows=_rows(notice, one, speak),
                mentions=(user,),
                table=one.table.id,
            )
    return None


async def question(app: App, notice: Notice) -> Content | None:
    """What the others are asked about a player who has missed several deadlines; None if that is settled."""
    table = await app.tables.queries.table(notice.table)
    sitter = next((sitter for sitter in table.sitters if sitter.seat == notice.seat), None)
    if sitter is None or sitter.pace.missed < MISSED or not table.status.active:
        return None
    speak, rest = words(table.locale), f"{sitter.seat}/{notice.id}"
    buttons = (
        Button("time.wait", speak("waiting.question.wait"), rest),
        Button("time.free", speak("waiting.question.free"), rest),
    )
    entries = levels(table, speak)
    menu = (Menu("time.computer", speak("waiting.question.computer"), entries, rest=rest),) if entries else ()
    text = speak("waiting.question", name=plain(sitter.name), n=sitter.pace.missed)
    return Content((text,), rows=(*menu, buttons), table=table.id)


@on("wait.turn")
async def not_this_turn(call: Call) -> None:
    """**Not for this turn**, or in a digest for none of those that wait. Refusals: not_seated, stale."""
    if call.id.table:
        posts = [(call.id.table, number(call.id.rest.partition("/")[2]))]
    else:
        waiting = await call.tables.reminders.waiting_for(call.person.id)
        posts = [(one.table.id, one.duty.post) for one in waiting]
    for table, post in posts:
        await call.tables.reminders.mute_post(table, call.person.id, post)
    await _done(call, "waiting.turn.done" if call.id.table else "waiting.turns.done")


@on("wait.table")
async def not_this_table(call: Call) -> None:
    """**Not at this table**, or the one chosen in a digest. Refusals: no_table, not_seated."""
    table = call.id.table or number(call.value)
    await call.tables.reminders.mute(table, call.person.id, muted=True)
    again = Button("wait.again", call.words("waiting.again"))
    await _done(call, "waiting.table.done", again, table=table)


@on("wait.never")
async def never(call: Call) -> None:
    """**Never**: no reminders of any table."""
    before = (await call.tables.preferences.of(call.person.id)).reminders
    await call.tables.preferences.change(
        call.person.id, lambda wishes: structs.replace(wishes, reminders="off")
    )
    again = Button("wait.always", call.words("waiting.again"), "channel" if before == "channel" else "")
    await _done(call, "waiting.never.done", again, table=0)


@on("wait.again")
async def again(call: Call) -> None:
    """**Remind me again**, of this table. Refusals: no_table, not_seated."""
    await call.tables.reminders.mute(call.id.table, call.person.id, muted=False)
    await _done(call, "waiting.again.done")


@on("wait.always")
async def always(call: Call) -> None:
    """**Remind me again**, of every table, in the way that the button names, unless they are on already."""
    way = "channel" if call.id.rest == "channel" else "dm"

    def again(wishes: PersonSettings) -> PersonSettings:
        return structs.replace(wishes, reminders=way) if wishes.reminders == "off" else wishes

    await call.tables.preferences.change(call.person.id, again)
    await _done(call, "waiting.again.done")


async def _done(call: Call, key: str, *buttons: Button, table: int | None = None) -> None:
    """Says what became of a reminder, with **Your move**."""
    number = call.id.table if table is None else table
    move = Button("table.move", call.words("table.move"), style="primary")
    await call.reply.show(note(call.words(key, table=number), move, *buttons, table=number))


def _single(notice: Notice, one: Waiting, speak: Words) -> Content:
    text = speak("waiting.letter", game=catalog.name(one.table.game, speak), since=stamp(one.duty.since))
    head = speak("table.head", table=one.table.id, channel=one.table.channel)
    return Content((text, *_until(one, speak), head), rows=_rows(notice, one, speak), table=one.table.id)


def _until(one: Waiting, speak: Words) -> tuple[str, ...]:
    """How long there is time, and what happens then; nothing where it takes as long as it takes."""
    until = one.duty.deadline
    if until is None:
        return ()
    return (speak("waiting.then", when=stamp(until, "f"), left=stamp(until)),)


def _rows(notice: Notice, one: Waiting, speak: Words) -> tuple[Row, ...]:
    """The notice's number makes these controls those of this reminder and of no other."""
    more = (Button("time.more", speak("waiting.more"), str(notice.id)),) if one.duty.deadline else ()
    row = (
        Button("table.move", speak("table.move"), style="primary"),
        *more,
        Button("wait.turn", speak("waiting.turn"), f"{notice.id}/{one.duty.post}"),
        Button("wait.table", speak("waiting.table"), str(notice.id)),
        Button("wait.never", speak("waiting.never"), str(notice.id)),
    )
    return (row,)


def _digest(notice: Notice, waiting: Sequence[Waiting], speak: Words) -> Content:
    shown = waiting[:MENU]
    lines = [
        speak(
            "waiting.digest.line",
            title=_title(one, speak),
            address=jump_url(one.table.guild, one.table.channel),
            since=stamp(one.duty.since),
        )
        for one in shown
    ]
    entries = tuple(Entry(_title(one, speak), str(one.table.id)) for one in shown)
    buttons = (
        Button("wait.turn", speak("waiting.turns"), str(notice.id)),
        Button("wait.never", speak("waiting.never"), str(notice.id)),
    )
    return Content(
        ("\n".join((speak("waiting.digest", n=len(waiting)), *lines)),),
        rows=(
            Menu("table.move", speak("waiting.open"), entries, rest=str(notice.id)),
            Menu("wait.table", speak("waiting.mute"), entries, rest=str(notice.id)),
            buttons,
        ),
    )


def _title(one: Waiting, speak: Words) -> str:
    return speak("table.which.entry", game=catalog.name(one.table.game, speak), table=one.table.id)
