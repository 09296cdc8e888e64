"""`/table undo` and **Undo** below a panel: the own last step, or what everybody agrees to."""

from bot.discord import panel
from bot.discord.at_table import at_table
from bot.discord.content import Button, Content, note
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Answer, Call, on
from bot.discord.view_models import view_model
from bot.games.contract import Refusal
from bot.tables.model import Acted, Table, VoteState

OF_THE_MOMENT = frozenset(
    {"stale", "not_your_step", "nothing_to_undo", "undo_revealed", "undo_change", "undo_since"}
)
"""Refusals that come with a fresh panel below a panel."""


@at_table("table.undo", command="undo")
async def undo(call: Call, table: Table) -> Answer:
    """Takes back the newest step, the one that a button means, or offers to ask the others."""
    below_panel = bool(call.id.table)
    turn = call.id.turn if below_panel else None
    try:
        undone = await call.tables.undo.undo(table.id, call.person.id, turn=turn, key=call.key)
    except Refusal as refusal:
        found = await _offer(call, table, refusal) if refusal.code == "not_your_step" else refusal
        if isinstance(found, Content):
            return found
        if not below_panel or found.code not in OF_THE_MOMENT:
            raise found from None
        return await panel.show(call, table, note=panel.reason(call.words, found))
    return await panel.show(call, undone.moment.table, note=_told(call, undone))


def _told(call: Call, acted: Acted) -> str:
    """That a step was taken back, and which; nothing the second time."""
    moment, speak = acted.moment, call.words
    if acted.undone is None:
        return ""
    model = view_model(moment, moment.table.seat_of(call.person.id), speak)
    name = presenter_of(moment.table.game).named(model, acted.undone)
    return "\n".join((speak("table.undo.done"), speak("table.undo.what", move=name)))


async def _offer(call: Call, table: Table, alone: Refusal) -> Content | Refusal:
    """To ask the others, or why that is no way either; `alone` where the person has made no step."""
    try:
        await call.tables.votes.check_ask_undo(table.id, call.person.id)
    except Refusal as refusal:
        return alone if refusal.code == "nothing_to_undo" else refusal
    ask = Button("table.ask_undo", call.words("table.undo.ask"), style="primary")
    return note(call.words("table.undo.others"), ask, table=table.id)


@on("table.ask_undo")
async def _ask(call: Call) -> Answer:
    """**Ask the others**: where nobody else sits there it is undone at once."""
    spend(call, POST)
    motion = await call.tables.votes.ask_undo(call.id.table, call.person, key=call.key)
    if motion.state is not VoteState.CARRIED:
        return note(call.words("motion.sent"), table=motion.table)
    table = await call.tables.queries.table(motion.table)
    return await panel.show(call, table, note=call.words("table.undo.done"))
