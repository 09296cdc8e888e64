"""`/table undo` and **Undo** below a panel: the own last step is taken back; where others have moved since,
everybody can be asked."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.at_table import at_table
from bot.discord.content import Button, note
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, on, refused
from bot.games.contract import Refusal
from bot.tables.model import Table, VoteState

OF_THE_MOMENT = frozenset(
    {"stale", "not_your_step", "nothing_to_undo", "undo_revealed", "undo_change", "undo_since"}
)
"""Refusals that come with a fresh panel below a panel."""


@at_table("table.undo", command="undo")
async def undo(call: Call, table: Table) -> None:
    """Takes back the newest step, or offers to ask the others about the own one. The button of a panel means
    the step that was the newest then, a command and a menu of tables the newest one. Refusals: those of
    `Undo.undo` and `Votes.check_ask_undo`."""
    below_panel = bool(call.id.table)
    try:
        turn = call.id.turn if below_panel else None
        undone = await call.tables.undo.undo(table.id, call.person.id, turn=turn, key=call.key)
    except Refusal as refusal:
        await _otherwise(call, table, refusal, below_panel=below_panel)
    else:
        text = "" if undone.repeated else call.words("table.undo.done")
        await panel.show(call, undone.moment.table, note=text)


async def _otherwise(call: Call, table: Table, refusal: Refusal, *, below_panel: bool) -> None:
    """The offer to ask the others; where that is no way either, the refusal, below a panel with a new one."""
    if refusal.code == "not_your_step":
        try:
            await _offer(call, table, refusal)
            return
        except Refusal as other:
            refusal = other
    if not below_panel or refusal.code not in OF_THE_MOMENT:
        raise refusal
    await panel.show(call, table, note=refused(call.words, refusal))


async def _offer(call: Call, table: Table, alone: Refusal) -> None:
    """Refuses what can't be taken back at all, as `alone` where the person has made no step."""
    try:
        await call.tables.votes.check_ask_undo(table.id, call.person.id)
    except Refusal as refusal:
        raise (alone if refusal.code == "nothing_to_undo" else refusal) from None
    ask = Button("table.ask_undo", call.words("table.undo.ask"), style="primary")
    await call.reply.show(note(call.words("table.undo.others"), ask, table=table.id))


@on("table.ask_undo")
async def _ask(call: Call) -> None:
    """**Ask the others**: where nobody else sits there it is undone at once. Refusals: those of `spend` and
    of `Votes.ask_undo`."""
    spend(call, POST)
    motion = await call.tables.votes.ask_undo(call.id.table, call.person, key=call.key)
    if motion.state is VoteState.CARRIED:
        table = await call.tables.queries.table(motion.table)
        await panel.show(call, table, note=call.words("table.undo.done"))
    else:
        await call.reply.show(note(call.words("motion.sent"), table=motion.table))
