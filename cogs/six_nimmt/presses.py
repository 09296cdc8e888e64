"""What the controls of the private panel do. Nothing is decided here but what has to be confirmed."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.ids import number
from bot.discord.people import table_for
from bot.discord.router import Call, Press, on
from bot.games.six_nimmt.moves import Choose, Pick, TakeRow
from bot.games.six_nimmt.view import NimmtView
from bot.tables.model import Table
from render.six_nimmt.facts import costs


@on("nimmt.choose")
async def choose(press: Press) -> None:
    """A card from the menu: selected at once while it can be changed, else shown to be confirmed."""
    table = await table_for(press, press.id.table)
    await choose_card(press, table, press.id.turn, number(press.value))


@on("nimmt.card")
async def confirm_card(press: Press) -> None:
    """**Confirm** under the last card of a trick."""
    await panel.play(press, press.id.table, press.id.turn, Choose(number(press.id.rest)))


@on("nimmt.row")
async def preview_row(press: Press) -> None:
    """A row that may be taken: shown to be confirmed."""
    await panel.preview(press, press.id.rest)


@on("nimmt.take")
async def confirm_row(press: Press) -> None:
    """**Confirm** under the row to take."""
    await panel.play(press, press.id.table, press.id.turn, TakeRow(number(press.id.rest)))


@on("nimmt.pick")
async def preview_pick(press: Press) -> None:
    """A card of the draft: shown to be confirmed."""
    await panel.preview(press, press.value)


@on("nimmt.picked")
async def confirm_pick(press: Press) -> None:
    """**Confirm** under the card to pick."""
    await panel.play(press, press.id.table, press.id.turn, Pick(number(press.id.rest)))


async def choose_card(call: Call, table: Table, turn: int, card: int) -> None:
    """Selects a card, or shows it to be confirmed where that would be final."""
    await panel.play(call, table.id, turn, Choose(card), confirm=str(card))


async def pick_card(call: Call, table: Table, turn: int, card: int) -> None:
    """Shows a card of the draft to be confirmed; whoever can't pick it is told why not."""
    view, _ = await look(call, table)
    if view is not None and card in view.pool and view.on_turn == table.seat_of(call.person.id):
        await panel.show(call, table, choice=str(card))
        return
    await panel.play(call, table.id, turn, Pick(card))


async def take_row(call: Call, table: Table, turn: int, row: int) -> None:
    """Shows the row to be confirmed by the owner of a card in question; everybody else is told why not."""
    view, _ = await look(call, table)
    seat = table.seat_of(call.person.id)
    asked = view is not None and view.question is not None and view.question.seat == seat
    if view is not None and asked and row in costs(view):
        await panel.show(call, table, choice=str(row))
        return
    await panel.play(call, table.id, turn, TakeRow(row))


async def look(call: Call, table: Table) -> tuple[NimmtView | None, int]:
    """What the person may see of a game under way, and its turn; nothing of other tables."""
    return await panel.look(call, table, "six_nimmt")
