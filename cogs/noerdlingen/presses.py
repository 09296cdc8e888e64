"""What the controls of the private panel do. Nothing is decided here but what is shown before it is made."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.ids import number
from bot.discord.router import Press, on
from bot.games.noerdlingen.moves import Choose, Decline
from cogs.noerdlingen.choice import move_of

GAME = "noerdlingen"


@on("noerdlingen.column")
@on("noerdlingen.crossing")
@on("noerdlingen.soldier")
@on("noerdlingen.way")
async def go_on(press: Press) -> None:
    """A line that leads on to the next step: a part of the map, a soldier, or what is to be confirmed."""
    await panel.preview(press, press.value)


@on("noerdlingen.choose")
async def choose(press: Press) -> None:
    """A number; one that stands for more than itself is shown first."""
    value = press.value
    if move_of(value) is None:
        await panel.play(press, press.id.table, press.id.turn, Choose(number(value)))
    else:
        await panel.preview(press, value)


@on("noerdlingen.confirm")
async def confirm(press: Press) -> None:
    """**Confirm** under a soldier, a number or a border."""
    move = move_of(press.id.rest)
    if move is None:
        await panel.preview(press, press.id.rest)
    else:
        await panel.play(press, press.id.table, press.id.turn, move)


@on("noerdlingen.decline")
async def decline(press: Press) -> None:
    """**No bonus border**."""
    await panel.play(press, press.id.table, press.id.turn, Decline())
