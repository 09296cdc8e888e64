"""What Discord offers while somebody types a command of `/noria`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from discord import app_commands

from bot.discord import panel
from bot.discord.autocomplete import suggestions
from bot.discord.router import Call
from bot.games.noria.moves import NoriaMove, Travel
from bot.games.noria.panel import destinations
from cogs.noria import scores
from cogs.noria.choice import packed
from cogs.noria.naming import move_name
from cogs.noria.parts import Noria, moves
from cogs.noria.presses import GAME
from cogs.noria.spelling import NEW, SETUPS
from render.noria import names
from render.noria import words as told

Suggestions = list[app_commands.Choice[Any]]
Line = tuple[str, Any]
Wanted = Callable[[Any], bool]


async def setups(call: Call, typed: str) -> Suggestions:
    """The setups that have a name, and the starts that were played in this server."""
    named = [(call.words(f"noria.option.setup.{one}"), one) for one in SETUPS]
    return _matching(typed, named) + await starts(call, typed)


async def starts(call: Call, typed: str) -> Suggestions:
    """The starts that were played in this server, with the best game of each."""
    lines = [(f"{each.about} · {each.start}", each.start) for each in await scores.played(call)]
    return _matching(typed, lines)


async def fields(
    call: Call, typed: str, kind: type[NoriaMove], field: str, wanted: Wanted = lambda move: True
) -> Suggestions:
    """All values that a field of the legal moves of a kind can have, as far as those moves are wanted."""
    scene = await panel.asked(call, GAME)
    if scene is None:
        return []
    found: dict[Any, str] = {}
    for move in moves(scene.view, kind):
        if wanted(move):
            value, label = _line(scene, move, field)
            found.setdefault(value, label)
    return _matching(typed, [(label, value) for value, label in found.items()])


async def islands(call: Call, typed: str) -> Suggestions:
    """The islands to which the ambassador can go, with what is there."""
    scene = await panel.asked(call, GAME)
    if scene is None or not any(moves(scene.view, Travel)):
        return []
    open_ones = [one for one in destinations(scene.view) if not one.why]
    return _matching(
        typed,
        [(told.offer(scene, one), NEW if one.number is None else str(one.number)) for one in open_ones],
    )


def _line(scene: Noria, move: Any, field: str) -> tuple[Any, str]:
    value = getattr(move, field)
    match field:
        case "pay":
            return packed(value), names.bundle(value, scene.words)
        case "targets":
            return " ".join(value), " ".join(value)
        case "slot" | "one" | "other":
            return value, names.on(scene.view.players[scene.view.active].wheel, value, scene.words)
        case _:
            return str(value), move_name(scene, move)


def _matching(typed: str, lines: list[Line]) -> Suggestions:
    """Those lines of which the value or a word begins with what was typed so far."""
    wanted = typed.strip().casefold()
    return suggestions([line for line in lines if any(_begins(line, wanted))])


def _begins(line: Line, wanted: str) -> Iterator[bool]:
    label, value = line
    if not wanted:
        yield bool(label)
        return
    for word in (str(value), label, *label.split()):
        yield word.casefold().startswith(wanted)
