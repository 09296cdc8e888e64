"""What each command of `/noerdlingen` does: the same as the controls, with the same confirmations."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.people import table_for
from bot.discord.router import Call, refused
from bot.games.contract import Refusal
from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, NoerdlingenMove, Place
from bot.games.noerdlingen.preview import drawable, places, way_of
from bot.games.noerdlingen.town import crossing_name
from bot.games.noerdlingen.view import NoerdlingenView, Phase
from bot.text import one_line
from cogs.noerdlingen.choice import text_of
from cogs.noerdlingen.choosing import is_risky
from cogs.noerdlingen.presses import GAME
from cogs.noerdlingen.spelling import crossing_meant, way_meant


async def place(call: Call, crossing: str) -> None:
    """Shows a first soldier to be confirmed. Refusals: no_such_crossing, and those of the rules."""
    at = crossing_meant(crossing)
    scene = await panel.asked(call, GAME)
    if scene and scene.view.phase == "place" and at in places(scene.view):
        await _show(call, text_of("place", at))
    else:
        await _make(call, Place(at))


async def choose(call: Call, number: int) -> None:
    """Takes a number; one that can't be drawn now is shown to be confirmed."""
    scene = await panel.asked(call, GAME)
    if scene and number in scene.view.free and is_risky(scene.view, number):
        await _show(call, text_of("choose", number))
    else:
        await _make(call, Choose(number))


async def draw(call: Call, phase: Phase, soldier: str, way: str | None) -> None:
    """Shows the chosen border or the bonus to be confirmed; without a way, those there are from this soldier.
    Refusals: no_such_crossing, no_such_way, nothing_from_there, and those of the rules."""
    start = crossing_meant(soldier)
    way = way and one_line(way).strip()
    steps = way_meant(way) if way else ""
    scene = await panel.asked(call, GAME)
    view: NoerdlingenView | None = scene and scene.view
    if view is None or view.phase != phase or start not in view.players[view.active].soldiers:
        # Not possible, and the rules know why.
        await _make(call, _border(phase, start, steps))
    elif not way and start not in dict(drawable(view)):
        refusal = Refusal("nothing_from_there", crossing=crossing_name(start))
        await _show(call, "", note=refused(call.words, refusal))
    elif not way or way_of(view, start, steps):
        await _show(call, text_of(phase, start, *([steps] if steps else [])))
    else:
        await _make(call, _border(phase, start, steps))


async def decline(call: Call) -> None:
    """Draws no bonus border."""
    await _make(call, Decline())


def _border(phase: str, start: tuple[int, int], steps: str) -> NoerdlingenMove:
    return Bonus(start, steps) if phase == "bonus" else Draw(start, steps)


async def _show(call: Call, choice: str, *, note: str = "") -> None:
    await panel.show(call, await table_for(call, game=GAME), choice=choice, note=note)


async def _make(call: Call, move: NoerdlingenMove) -> None:
    table = await table_for(call, game=GAME)
    _, turn = await panel.look(call, table, GAME)
    await panel.play(call, table.id, turn, move)
