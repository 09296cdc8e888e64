"""What the controls of the private panel do. Nothing is decided here but what is shown before it is made."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.ids import number
from bot.discord.people import table_for
from bot.discord.router import Call, Press, on
from bot.games.my_city.cells import Cells
from bot.games.my_city.ghost import ghost_from
from bot.games.my_city.legal import task_of
from bot.games.my_city.moves import Begin, Build, Finish, Pass, Stop
from bot.games.my_city.placing import Task
from bot.games.my_city.view import MyCityView
from bot.tables.model import Table
from cogs.my_city.choice import BEGIN, FINISH, PASS, STOP, Aim
from cogs.my_city.choosing import FINAL

GAME = "my_city"


@on("mycity.steer")
async def steer(press: Press) -> None:
    """An arrow, a turn, a flip, the score in words: each carries what is shown next."""
    await panel.preview(press, press.id.rest[1:])


@on("mycity.spot")
async def jump(press: Press) -> None:
    """A spot from the menu, or another page of it."""
    await panel.preview(press, press.value)


@on("mycity.build")
async def build(press: Press) -> None:
    """**Build**, where the panel has said whether that ends the round."""
    table = await table_for(press, press.id.table)
    view, turn = await panel.look(press, table, GAME)
    ghost = ghost_from(press.id.rest.removesuffix(FINAL))
    task = asked_of(press, table, view)
    cells: Cells = ()
    # An outdated press has no cells: what is asked now is another shape.
    if ghost is not None and task is not None and turn == press.id.turn:
        cells = ghost.inside(task.shape).cells(task.shape)
    confirm = "" if ghost is None or press.id.rest.endswith(FINAL) else str(Aim(ghost))
    await panel.play(press, table.id, press.id.turn, Build(cells), confirm=confirm)


@on("mycity.pass")
async def pass_round(press: Press) -> None:
    """**Pass**: made at once while it can be changed."""
    await panel.play(press, press.id.table, press.id.turn, Pass(), confirm=PASS)


@on("mycity.passed")
async def confirm_pass(press: Press) -> None:
    """**Confirm** under a pass that ends the round."""
    await panel.play(press, press.id.table, press.id.turn, Pass())


@on("mycity.stop")
async def stop(press: Press) -> None:
    """**Stop**: what it means is shown first."""
    await panel.preview(press, STOP)


@on("mycity.stopped")
async def confirm_stop(press: Press) -> None:
    """**Confirm** under stopping."""
    await panel.play(press, press.id.table, press.id.turn, Stop())


@on("mycity.begin")
async def preview_episode(press: Press) -> None:
    """An episode from the menu: shown to be confirmed."""
    await panel.preview(press, f"{BEGIN}{press.value}")


@on("mycity.begun")
async def confirm_episode(press: Press) -> None:
    """**Confirm** under an episode."""
    await panel.play(press, press.id.table, press.id.turn, Begin(number(press.id.rest)))


@on("mycity.finish")
async def preview_finish(press: Press) -> None:
    """**Finish**: shown to be confirmed."""
    await panel.preview(press, FINISH)


@on("mycity.finished")
async def confirm_finish(press: Press) -> None:
    """**Confirm** under the end of the campaign."""
    await panel.play(press, press.id.table, press.id.turn, Finish())


def asked_of(call: Call, table: Table, view: MyCityView | None) -> Task | None:
    """What the person has to build in the present round; None if they are not in it."""
    seat = table.seat_of(call.person.id)
    return None if view is None or seat is None else task_of(view, seat)
