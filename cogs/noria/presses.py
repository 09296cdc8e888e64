"""What the controls of the private panel do. Nothing is decided here but what is shown before it is made."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.people import table_for
from bot.discord.router import Press, on
from bot.games.noria.moves import Modify
from bot.games.noria.panel import proposed_wheel
from cogs.noria.choice import in_order, move_of, text_of

GAME = "noria"


@on("noria.choose")
async def choose(press: Press) -> None:
    """A line or a button that leads on: to what is chosen further, or to a move to be confirmed."""
    await panel.preview(press, _meant(press))


@on("noria.swap")
async def swap(press: Press) -> None:
    """Two slots from the menu: shown exchanged."""
    chosen = in_order(press.values)
    await panel.preview(press, text_of(Modify(*chosen)) if len(chosen) == 2 else "")


@on("noria.make")
async def make_chosen(press: Press) -> None:
    """A line or a button that stands for a move, and **Confirm** under one."""
    move = move_of(_meant(press))
    if move is None:
        await panel.preview(press, "")
        return
    await panel.play(press, press.id.table, press.id.turn, move)


@on("noria.wheel")
async def take_wheel(press: Press) -> None:
    """The proposed start wheel, all its discs in one press."""
    table = await table_for(press, press.id.table)
    view, turn = await panel.look(press, table, GAME)
    asked = panel.is_asked(press, table, view) and turn == press.id.turn
    places = proposed_wheel(view) if view and asked and view.phase == "wheel" else ()
    if not places:
        await panel.preview(press, "")
        return
    *first, last = places
    for step, place in enumerate(first):
        await press.app.tables.act(
            table.id, press.person.id, place, turn=turn + step, key=f"{press.key} {step}"
        )
    await panel.play(press, table.id, turn + len(first), last)


def _meant(press: Press) -> str:
    return press.value if press.values else press.id.rest
