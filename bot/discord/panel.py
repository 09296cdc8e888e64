"""The private panel of a seat: opened by a button or a command, the same in a direct message."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.discord import deadlines
from bot.discord.content import Content
from bot.discord.hints import hint_row
from bot.discord.people import table_for, table_meant
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, Press, on, refused
from bot.discord.scenes import in_turn, owing, rules, scene, turn_of
from bot.discord.undo import undo_row
from bot.games.contract import Move, Refusal
from bot.tables.model import Acted, Moment, Status, Table
from render.scene import Scene

WITHOUT_PANEL = frozenset({"no_table", "not_seated", "over", "not_playing", "paused"})
"""Refusals of the table itself: there is no panel to go on with. All others are the rules' own or those of a
press that came too late, and are told beside the panel of the present moment."""


@on("table.move")
async def your_move(press: Press) -> None:
    """**Your move**, every **Refresh** and the menus of tables: the panel of the present moment."""
    await show(press, await table_for(press, table_meant(press)))


@on("table.back")
async def back(press: Press) -> None:
    """**Back**: the panel without a choice."""
    await preview(press, "")


async def show(
    call: Call, table: Table, *, choice: str = "", note: str = "", moment: Moment | None = None
) -> None:
    """Shows the person's panel privately; in place where they already look at a private message."""
    await call.reply.show(await content(call, table, choice=choice, note=note, moment=moment))
    await call.app.tables.looked(table, call.person.id)


async def content(
    call: Call, table: Table, *, choice: str = "", note: str = "", moment: Moment | None = None
) -> Content:
    """The panel of the person's seat as it is now (`moment`, where the caller has just looked).
    Refusals: not_started, not_seated, over."""
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    seat = table.seat_of(call.person.id)
    if seat is None:
        raise Refusal("not_seated")
    if table.status is not Status.PLAYING:
        raise Refusal("over")
    moment = moment or await call.app.tables.now_at(table.id)
    shown = presenter_of(table.game).panel(scene(moment, seat, call.words), choice)
    undo = await undo_row(call.app, moment, call.person.id, call.words)
    texts = (*shown.texts, deadlines.own(moment.table, seat, call.words))
    shown = replace(shown, texts=texts, rows=shown.rows + hint_row(moment, seat, call.words) + undo)
    return _placed(call, moment, shown, note)


async def preview(press: Press, choice: str) -> None:
    """Shows a choice that can't be taken back, to be confirmed; an outdated press gets the fresh panel."""
    table = await table_for(press, press.id.table)
    if table.status is not Status.PLAYING:
        await show(press, table)
        return
    moment = await press.app.tables.now_at(table.id)
    if turn_of(moment) == press.id.turn:
        await show(press, table, choice=choice, moment=moment)
    else:
        await show(press, table, note=refused(press.words, Refusal("stale")), moment=moment)


async def look(call: Call, table: Table, game: str) -> tuple[Any, int]:
    """What the person may see of a game of this kind under way, and its turn; (None, 0) of other tables."""
    if table.status is not Status.PLAYING or table.game != game:
        return None, 0
    moment = await call.app.tables.now_at(table.id)
    return rules(table).view(moment.state, table.seat_of(call.person.id)), turn_of(moment)


def is_asked(call: Call, table: Table, view: Any) -> bool:
    """Whether it is the person's turn, by what they see of a game in which one seat after the other moves."""
    return view is not None and view.phase != "over" and view.active == table.seat_of(call.person.id)


async def asked(call: Call, game: str) -> Scene[Any] | None:
    """The moment of the game of this kind that is meant, as the person may know it; None unless they owe a
    decision in it. Refusals: those of `table_for`."""
    table = await table_for(call, game=game)
    seat = table.seat_of(call.person.id)
    if table.status is not Status.PLAYING or seat is None:
        return None
    moment = await call.app.tables.now_at(table.id)
    return scene(moment, seat, call.words) if seat in owing(moment) else None


async def play(call: Call, table: int, turn: int, move: Move, *, confirm: str = "") -> None:
    """Makes a move for the person and shows what became of it; refused for a reason of the moment, the
    sentence comes with a fresh panel.

    With `confirm`, the move as a choice of the panel, it is made at once only while it can be changed
    afterwards; else the panel shows it to be confirmed."""
    changeable = bool(confirm)
    try:
        acted = await call.app.tables.act(
            table, call.person.id, move, turn=turn, key=call.key, changeable=changeable
        )
    except Refusal as refusal:
        if refusal.code in WITHOUT_PANEL:
            raise
        final = refusal.code == "final"
        note = "" if final else refused(call.words, refusal)
        await show(call, await call.app.tables.table(table), choice=confirm if final else "", note=note)
        return
    await _tell(call, acted, turn)


async def _tell(call: Call, acted: Acted, turn: int) -> None:
    """The panel while the same post goes on, and in a channel, or where nobody is written to, also for what
    comes next. Else the next panel is a message of its own, so this one says what became of the choice."""
    present = await call.app.tables.now_at(acted.moment.table.id) if acted.repeated else acted.moment
    table = present.table
    alone = call.interaction.guild_id is not None or in_turn(present)
    same = turn_of(await call.app.tables.opening(table.id, present.version)) <= turn
    if table.status is Status.PLAYING and (alone or same):
        await show(call, table, moment=present)
    elif not (acted.repeated and call.reply.in_private):
        # A press of long ago, delivered again, leaves the message alone: it has been settled by now.
        settled = presenter_of(table.game).settled(
            scene(acted.moment, table.seat_of(call.person.id), call.words)
        )
        await call.reply.show(_placed(call, acted.moment, settled, ""))


def head(call: Call, table: Table) -> str:
    """Away from the channel of a table the line that says where it belongs, else nothing."""
    if call.interaction.guild_id is not None:
        return ""
    return call.words("table.head", table=table.id, channel=table.channel)


def _placed(call: Call, moment: Moment, shown: Content, note: str) -> Content:
    """The panel with its note and, away from the channel, the line that says where it belongs."""
    texts = tuple(text for text in (note, *shown.texts, head(call, moment.table)) if text)
    return replace(shown, texts=texts, table=moment.table.id, turn=turn_of(moment))
