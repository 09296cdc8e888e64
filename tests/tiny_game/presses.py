"""What the controls of a panel do."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.ids import number
from bot.discord.people import table_for
from bot.discord.router import Call, Press, on
from bot.tables.model import Table
from tests.tiny_game.game import Show


@on("highcard.select")
async def select(press: Press) -> None:
    """A card from the menu: selected at once, or shown to be confirmed by the last one to choose."""
    table = await table_for(press, press.id.table)
    await choose(press, table, press.id.turn, number(press.value))


@on("highcard.confirm")
async def confirm(press: Press) -> None:
    """**Confirm** under the card that reveals the trick."""
    await panel.play(press, press.id.table, press.id.turn, Show(number(press.id.rest)))


async def choose(call: Call, table: Table, turn: int, card: int) -> None:
    """Selects a card, or shows it first where it would reveal the trick."""
    await panel.play(call, table.id, turn, Show(card), confirm=str(card))
