"""What each command of `/mycity` does: the same as the controls, with the same confirmations."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.people import table_for
from bot.discord.router import Call
from bot.games.contract import Seat
from bot.games.my_city.cells import Cells
from bot.games.my_city.ghost import Ghost, ghost_of, ways
from bot.games.my_city.legal import refusal, spot_refusal
from bot.games.my_city.moves import Begin, Build, Finish, MyCityMove, Pass, Stop
from bot.games.my_city.placing import Task
from bot.games.my_city.view import MyCityView
from bot.tables.model import Table
from cogs.my_city.choice import BEGIN, FINISH, PASS, STOP, Aim
from cogs.my_city.presses import GAME, asked_of
from cogs.my_city.spelling import meant


async def build(call: Call, at: str, turn: int | None, flip: bool | None) -> None:
    """Builds from the cell `at` on; without `turn` and `flip` in the one way that fits there. What doesn't
    fit is shown with the reason, and several ways to be chosen from. Refusals: no_such_cell, off_sheet."""
    said = meant(at)
    table = await table_for(call, game=GAME)
    view, present = await panel.look(call, table, GAME)
    task, seat = asked_of(call, table, view), table.seat_of(call.person.id)
    if view is None or task is None or seat is None:
        # Not possible, and the rules know why.
        await panel.play(call, table.id, present, Build(()))
        return
    first, *others = _meant(view, seat, task, said, turn, flip)
    if others:
        note = call.words("my_city.command.several", n=len(others) + 1, cell=first[0])
        await panel.show(call, table, choice=str(Aim(ghost_of(first))), note=note)
        return
    await _build(call, table, view, present, seat, first)


async def pass_round(call: Call) -> None:
    """Passes. Refusals: those of the rules."""
    table = await table_for(call, game=GAME)
    _, turn = await panel.look(call, table, GAME)
    await panel.play(call, table.id, turn, Pass(), confirm=PASS)


async def stop(call: Call) -> None:
    """Shows what stopping means, to be confirmed. Refusals: those of the rules."""
    await _show_or_refuse(call, Stop(), STOP)


async def begin(call: Call, episode: int) -> None:
    """Shows an episode to be confirmed by whoever chooses them. Refusals: those of the rules."""
    await _show_or_refuse(call, Begin(episode), f"{BEGIN}{episode}")


async def finish(call: Call) -> None:
    """Shows the end of the campaign to be confirmed. Refusals: those of the rules."""
    await _show_or_refuse(call, Finish(), FINISH)


def _meant(
    view: MyCityView, seat: Seat, task: Task, said: Ghost | Cells, turn: int | None, flip: bool | None
) -> list[Cells]:
    """The cells that are meant: more than one set where nothing says how the building lies."""
    if not isinstance(said, Ghost) and len(said) > 1:
        return [Build(said).cells]
    start = said if isinstance(said, Ghost) else Ghost("".join(said))
    if turn is None and flip is None and start is not said:
        possible = ways(task.shape, start.at)
        fitting = [cells for cells in possible if spot_refusal(view, seat, cells) is None]
        return fitting or [*possible[:1]] or [start.cells(task.shape)]
    wanted = Ghost(start.at, start.turn if turn is None else turn % 4, start.flip if flip is None else flip)
    return [wanted.cells(task.shape)]


async def _build(call: Call, table: Table, view: MyCityView, turn: int, seat: Seat, cells: Cells) -> None:
    """Builds, or shows why not on the sheet."""
    why, move = spot_refusal(view, seat, cells), Build(cells)
    if why is not None and why.code == "wrong_shape":
        await panel.play(call, table.id, turn, move)
        return
    shown = str(Aim(ghost_of(cells)))
    if why is None:
        await panel.play(call, table.id, turn, move, confirm=shown)
    else:
        await panel.show(call, table, choice=shown)


async def _show_or_refuse(call: Call, move: MyCityMove, choice: str) -> None:
    table = await table_for(call, game=GAME)
    view, turn = await panel.look(call, table, GAME)
    seat = table.seat_of(call.person.id)
    if view is not None and seat is not None and refusal(view, seat, move) is None:
        await panel.show(call, table, choice=choice)
        return
    await panel.play(call, table.id, turn, move)
