"""What Discord offers while somebody types a command of `/noerdlingen`."""

from __future__ import annotations

from discord import app_commands

from bot.discord import panel
from bot.discord.autocomplete import suggestions
from bot.discord.router import Call
from bot.games.noerdlingen.preview import drawable, places
from bot.games.noerdlingen.town import crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from cogs.noerdlingen.choosing import about
from cogs.noerdlingen.drawing import soldier_about, way_about
from cogs.noerdlingen.presses import GAME
from cogs.noerdlingen.spelling import crossing_meant, folded, steps_in
from render.noerdlingen import names
from render.scene import Scene

Suggestions = list[app_commands.Choice[str]]
Noerdlingen = Scene[NoerdlingenView]


async def crossings(call: Call, typed: str) -> Suggestions:
    """The free crossings that begin like this."""
    scene = await panel.asked(call, GAME)
    if scene is None or scene.view.phase != "place":
        return []
    found = [crossing_name(at) for at in sorted(places(scene.view))]
    return suggestions((name, name) for name in found if name.startswith(folded(typed)))


async def numbers(call: Call, typed: str) -> list[app_commands.Choice[int]]:
    """The free numbers that begin like this, each with in how many ways it can be drawn."""
    scene = await panel.asked(call, GAME)
    if scene is None:
        return []
    return suggestions(
        (_number(scene, number), number)
        for number in scene.view.free
        if str(number).startswith(folded(typed))
    )


async def soldiers(call: Call, phase: str, typed: str) -> Suggestions:
    """The own soldiers from which the border can be drawn and that begin like this, each with its ways."""
    scene = await panel.asked(call, GAME)
    if scene is None or scene.view.phase != phase:
        return []
    words = call.words
    return suggestions(
        (_listed(scene, crossing_name(start), soldier_about(paths, words)), crossing_name(start))
        for start, paths in drawable(scene.view)
        if crossing_name(start).startswith(folded(typed))
    )


async def ways(call: Call, phase: str, soldier: str, typed: str) -> Suggestions:
    """The ways from a soldier that begin like this, each with what it would close."""
    start = crossing_meant(soldier)
    scene = await panel.asked(call, GAME)
    if scene is None or scene.view.phase != phase:
        return []
    return suggestions(
        (_listed(scene, names.way(path, call.words), way_about(scene, path)), path.steps)
        for path in dict(drawable(scene.view)).get(start, ())
        if path.steps.startswith(steps_in(typed))
    )


def _number(scene: Noerdlingen, number: int) -> str:
    label = scene.words("noerdlingen.panel.number", number=number, shape=names.shape(number))
    return _listed(scene, label, about(scene.view, number, scene.words))


def _listed(scene: Noerdlingen, label: str, about: str) -> str:
    """A line with what there is to say of it."""
    return scene.words("noerdlingen.command.listed", label=label, about=about) if about else label
