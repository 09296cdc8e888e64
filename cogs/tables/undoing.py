"""`/table undo` and **Undo** below a panel: the own last step is taken back."""

from __future__ import annotations

from bot.games.contract import Refusal
from bot.tables.model import Table
from cogs.kit import panel
from cogs.kit.router import Call, Press, on, refused
from cogs.kit.undo import ACTION
from cogs.tables.finding import table_of

REFUSED = frozenset({"stale", "not_your_step", "nothing_to_undo", "undo_revealed", "undo_change"})
"""Refusals of the moment: below a panel they come with a fresh one."""


async def undo(call: Call, table: Table) -> None:
    """Takes back the newest step. Refusals: those of `TableService.undo`."""
    await _undo(call, table, None)


@on(ACTION, shows=True)
async def _pressed(press: Press) -> None:
    """The button of a panel means the step that was the newest then; the menu of tables the newest one."""
    table = await table_of(press)
    if not press.id.table:
        await undo(press, table)
        return
    try:
        await _undo(press, table, press.id.turn)
    except Refusal as refusal:
        if refusal.code not in REFUSED:
            raise
        await panel.show(press, table, note=refused(press.words, refusal))


async def _undo(call: Call, table: Table, turn: int | None) -> None:
    undone = await call.app.tables.undo(table.id, call.person.id, turn=turn, key=call.key)
    note = "" if undone.repeated else call.words("table.undo.done")
    await panel.show(call, undone.moment.table, note=note)
