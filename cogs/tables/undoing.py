"""`/table undo` and **Undo** below a panel: the own last step is taken back; where others have moved since,
everybody can be asked."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.content import Button, Content
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, on, refused
from bot.discord.undo import ACTION
from bot.games.contract import Refusal
from bot.tables.model import MotionState, Table
from cogs.tables.finding import table_of

REFUSED = frozenset(
    {"stale", "not_your_step", "nothing_to_undo", "undo_revealed", "undo_change", "undo_since"}
)
"""Refusals of the moment: below a panel they come with a fresh one."""


async def undo(call: Call, table: Table) -> None:
    """Takes back the newest step, or offers to ask the others about the own one. Refusals: those of
    `Undo.undo` and `Votes.check_ask_undo`."""
    try:
        await _undo(call, table, None)
    except Refusal as refusal:
        if refusal.code != "not_your_step":
            raise
        await _offer(call, table, refusal)


@on(ACTION)
async def _pressed(press: Call) -> None:
    """The button of a panel means the step that was the newest then; the menu of tables the newest one."""
    table = await table_of(press)
    if not press.id.table:
        await undo(press, table)
        return
    try:
        await _undo(press, table, press.id.turn)
    except Refusal as refusal:
        await _otherwise(press, table, refusal)


async def _otherwise(press: Call, table: Table, refusal: Refusal) -> None:
    """The offer to ask the others; where that is no way either, a fresh panel that says so."""
    try:
        if refusal.code == "not_your_step":
            await _offer(press, table, refusal)
            return
    except Refusal as other:
        refusal = other
    if refusal.code not in REFUSED:
        raise refusal
    await panel.show(press, table, note=refused(press.words, refusal))


@on("table.ask_undo")
async def _ask(press: Call) -> None:
    """**Ask the others**: where nobody else sits there it is undone at once. Refusals: those of `spend` and
    of `Votes.ask_undo`."""
    spend(press, POST)
    motion = await press.tables.votes.ask_undo(press.id.table, press.person, key=press.key)
    if motion.state is MotionState.CARRIED:
        table = await press.tables.queries.table(motion.table)
        await panel.show(press, table, note=press.words("table.undo.done"))
    else:
        await press.reply.show(Content((press.words("motion.sent"),), table=motion.table))


async def _undo(call: Call, table: Table, turn: int | None) -> None:
    undone = await call.tables.undo.undo(table.id, call.person.id, turn=turn, key=call.key)
    note = "" if undone.repeated else call.words("table.undo.done")
    await panel.show(call, undone.moment.table, note=note)


async def _offer(call: Call, table: Table, alone: Refusal) -> None:
    """Refuses what nobody can take back, `alone` where the person has made no step."""
    try:
        await call.tables.votes.check_ask_undo(table.id, call.person.id)
    except Refusal as refusal:
        raise (alone if refusal.code == "nothing_to_undo" else refusal) from None
    ask = Button("table.ask_undo", call.words("table.undo.ask"), style="primary")
    await call.reply.show(Content((call.words("table.undo.others"),), rows=((ask,),), table=table.id))
