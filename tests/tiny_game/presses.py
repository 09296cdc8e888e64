"""What the controls of a panel do."""

from __future__ import annotations

from bot.games.contract import Refusal
from bot.tables.model import Table
from cogs.kit import panel
from cogs.kit.people import table_for
from cogs.kit.router import Call, Press, on
from cogs.kit.scenes import rules, turn_of
from tests.tiny_game.desk import is_last
from tests.tiny_game.game import HighCardView, Show


@on("highcard.select", shows=True)
async def select(press: Press) -> None:
    """A card from the menu: selected at once, or shown to be confirmed by the last one to choose."""
    table = await table_for(press, press.id.table)
    await choose(press, table, press.id.turn, int(press.values[0]))


@on("highcard.confirm", shows=True)
async def confirm(press: Press) -> None:
    """**Confirm** under the card that reveals the trick."""
    await panel.play(press, press.id.table, press.id.turn, Show(int(press.id.rest)))


@on("highcard.back", shows=True)
async def back(press: Press) -> None:
    """The panel without a choice."""
    await panel.preview(press, "")


async def choose(call: Call, table: Table, turn: int, card: int) -> None:
    """Selects a card, or shows it first where it would reveal the trick."""
    view, present = await look(call, table)
    seat = table.seat_of(call.person.id)
    if seat is not None and present == turn and is_last(view, seat) and card in view.hand:
        await panel.show(call, table, choice=str(card))
        return
    await panel.play(call, table.id, turn, Show(card))


async def look(call: Call, table: Table) -> tuple[HighCardView, int]:
    """What the person may see now, and its turn."""
    if table.seat_of(call.person.id) is None:
        raise Refusal("not_seated")
    moment = await call.app.tables.now_at(table.id)
    return rules(table).view(moment.state, table.seat_of(call.person.id)), turn_of(moment)
