"""The messages of a table that the dispatcher brings, one description for each kind of outbox row; and what
**More** and **Rematch** below them do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.discord.at_table import at_table
from bot.discord.channels import may_end, may_kick
from bot.discord.content import Button, Content, Row, in_rows, note
from bot.discord.opening import open_again
from bot.discord.panel import seat_panel
from bot.discord.people import takes_messages, want_messages
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, on
from bot.discord.table_words import (
    chance_promise,
    chance_proof,
    ran_out,
    time_lines,
    undo_row,
    undone_line,
)
from bot.discord.view_models import called, in_turn, owing, post_of, rules, turn_of, view_model
from bot.games.contract import Seat
from bot.tables.model import Moment, Notice, Status, Table
from bot.text import Words, mention, plain, words

if TYPE_CHECKING:
    from bot.app import App


async def board(
    app: App, moment: Moment, mentions: Sequence[int] = (), *, speak: Words | None = None
) -> Content:
    """The public post of a moment: what happened, the picture, who owes what, and the buttons; in the
    language of the table if no other is asked for."""
    table = moment.table
    speak = speak or words(table.locale)
    opening = await app.tables.queries.opening(table.id, moment.version)
    shown = presenter_of(table.game).board(view_model(moment, None, speak, events=opening.events))
    undone = await undone_line(app, opening, moment, speak)
    call = speak("table.your_turn", people=" ".join(mention(user) for user in mentions)) if mentions else ""
    below = _in_their_place(table, speak) + time_lines(table, speak)
    if table.settings.deadline:
        before = await app.tables.queries.opening(table.id, max(opening.version - 1, 0))
        below = await ran_out(app, moment, before.version, speak) + below
    return Content(
        texts=(call, title(table, speak), undone, *shown.texts, *below),
        drawings=shown.drawings,
        rows=shown.rows + (_board_row(table, speak) if owing(moment) else ()),
        mentions=tuple(mentions),
        table=table.id,
        turn=turn_of(moment),
        foot=(chance_promise(table, speak),) if opening.version == 0 else (),
    )


async def retired_board(app: App, number: int, version: int) -> Content:
    """What a board becomes once there is a newer one: no controls, and what happened up to its last step, not
    who owed what."""
    moment = await app.tables.queries.closing(number, version)
    table, opening = moment.table, await app.tables.queries.opening(number, version)
    speak = words(table.locale)
    shown = presenter_of(table.game).page(view_model(moment, None, speak, events=opening.events))
    return Content(
        (title(table, speak), *shown.texts),
        shown.drawings,
        table=table.id,
        turn=turn_of(moment),
        foot=(chance_promise(table, speak),) if opening.version == 0 else (),
    )


async def people_to_call(app: App, notice: Notice) -> tuple[int, ...]:
    """Whom a board post mentions: at the first board, and wherever people decide in turn, everyone who owes a
    decision; else only those whom no direct message reaches or should reach. A solo player has made the step
    before and is called to the first board alone. A post that comes late calls nobody who has
    decided by now, or whom a later one calls."""
    moment = await app.tables.queries.moment(notice.table, notice.version)
    present = await app.tables.queries.now_at(notice.table)
    if post_of(moment) != post_of(present):
        return ()
    table = moment.table
    still = [seat for seat in owing(moment) if seat in owing(present)]
    users = [sitter.user for sitter in table.sitters if sitter.user and sitter.seat in still]
    if len(table.sitters) == 1 and moment.version:
        return ()
    if moment.version == 0 or in_turn(moment):
        return tuple(users)
    return tuple([user for user in users if not await takes_messages(app, user)])


async def prompt(app: App, number: int, seat: Seat, version: int) -> Content | None:
    """The private panel for a direct message, headed by where it belongs; None once the post of this version
    is over."""
    moment = await app.tables.queries.now_at(number)
    user = moment.table.sitters[seat].user
    if user is None or post_of(moment) != post_of(await app.tables.queries.moment(number, version)):
        return None
    speak = await app.words_for(user)
    return _headed(await seat_panel(app, moment, seat, speak), moment, speak)


async def settled(app: App, number: int, seat: Seat, version: int) -> Content | None:
    """What becomes of a prompt that is over; None if its seat has no person any more."""
    moment = await app.tables.queries.moment(number, version)
    user = moment.table.sitters[seat].user
    if user is None:
        return None
    speak = await app.words_for(user)
    shown = presenter_of(moment.table.game).settled(view_model(moment, seat, speak))
    return _headed(shown, moment, speak)


def _headed(shown: Content, moment: Moment, speak: Words) -> Content:
    """A private message with the line that says to which table and channel it belongs."""
    head = speak("table.head", table=moment.table.id, channel=moment.table.channel)
    return Content(
        (*shown.texts, head), shown.drawings, shown.rows, table=moment.table.id, turn=turn_of(moment)
    )


async def ended(app: App, number: int, speak: Words | None = None) -> Content:
    """The end of a table: the ranking with the revealed secret, or that it was ended without a result; in
    the language of the table if no other is asked for."""
    table = await app.tables.queries.table(number)
    speak = speak or words(table.locale)
    if table.status is not Status.FINISHED:
        return note(speak("table.abandoned", table=number), _rematch(speak), table=number)
    moment = await app.tables.queries.now_at(number)
    shown = presenter_of(table.game).ended(view_model(moment, None, speak))
    after = (
        Button("table.replay", speak("table.replay")),
        Button("table.file", speak("table.download")),
        Button("diary.open", speak("diary.open")),
    )
    return Content(
        (title(table, speak), *shown.texts, await _rank(app, table, speak)),
        shown.drawings,
        (*shown.rows, (_rematch(speak), *after)),
        table=number,
        turn=turn_of(moment),
        foot=(chance_proof(table, speak),),
    )


async def _rank(app: App, table: Table, speak: Words) -> str:
    """The rank of a solo player among those who began like this; empty where it can't be compared."""
    rows = await app.tables.results.at(table.id)
    if len(rows) != 1 or not rows[0].setup:
        return ""
    place, of = await app.tables.results.rank_of(rows[0])
    return speak("table.rank", place=place, n=of) if of > 1 else speak("table.rank_first")


def _board_row(table: Table, speak: Words) -> tuple[Row, ...]:
    usual = (
        Button("table.move", speak("table.move"), style="primary"),
        Button("games.rules", speak("table.rules")),
        Button("table.more", speak("table.more")),
    )
    fill = (Button("table.replace", speak("table.fill")),) if table.absent else ()
    resume = (Button("time.resume", speak("waiting.resume"), style="primary"),) if table.paused else ()
    return ((*usual, *fill, *resume),)


def _rematch(speak: Words) -> Button:
    return Button("table.rematch", speak("table.rematch"), style="primary")


def title(table: Table, speak: Words) -> str:
    """The line that every post of a table begins with."""
    return speak("table.title", game=speak.title(rules(table).info), table=table.id)


def _in_their_place(table: Table, speak: Words) -> list[str]:
    """Who has left or no longer belongs to the table, and who plays there or can."""
    left = [plain(called(sitter.name, speak)) for sitter in table.absent if sitter.away is not None]
    gone = [plain(called(sitter.name, speak)) for sitter in table.absent if sitter.away is None]
    lines = [speak("table.absent", names=speak.all_of(left))] if left else []
    lines += [speak("table.absent_for_good", names=speak.all_of(gone))] if gone else []
    return lines + [
        speak("table.stands_in", computer=plain(sitter.name), name=plain(sitter.away_name))
        for sitter in table.sitters
        if sitter.stands_in
    ]


# More -------------------------------------------------------------------------------------------------


@at_table("table.more")
async def more(call: Call, table: Table) -> None:
    """**More**: a private menu of everything that is not needed every time."""
    await call.reply.show(await _menu(call, table))


@at_table("table.dm")
async def direct_messages(call: Call, table: Table) -> None:
    """Turns direct messages on or off and shows the menu again."""
    await want_messages(call.app, call.person.id, wanted=call.id.rest == "on")
    await more(call, table)


@on("table.rematch", answers="private")
async def rematch(call: Call) -> None:
    """A new lobby with the same people; the dispatcher posts it."""
    await open_again(call)


async def _menu(call: Call, table: Table) -> Content:
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
