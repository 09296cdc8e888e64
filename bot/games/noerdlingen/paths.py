"""Every way in which a border fits the empty map, found once and looked up ever after."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from bot.games.noerdlingen.moves import NoerdlingenOptions, WallMode
from bot.games.noerdlingen.shapes import orientations
from bot.games.noerdlingen.town import Crossing, Town, bits


class Path(NamedTuple):
    """A border from a crossing along these steps."""

    number: int
    start: Crossing
    steps: str
    end: Crossing
    goal: int
    """The mask of the crossing at its end."""
    edges: int
    """The mask of the edges that it walks along."""
    crossings: int
    """The mask of all its crossings, both ends among them."""


def standing(town: Town, wall_mode: WallMode) -> int:
    """The crossings on which soldiers may stand (section 4)."""
    if wall_mode == "road":
        return town.crossings
    return town.on_roads if wall_mode == "gate" else town.inner & town.on_roads


def walkable(town: Town, wall_mode: WallMode) -> int:
    """The edges along which borders may be drawn (section 4)."""
    return town.roads | town.walls if wall_mode == "road" else town.roads


def shapes(town: Town, options: NoerdlingenOptions, number: int) -> tuple[str, ...]:
    """The step strings of a border, in alphabetical order; none for a number that does not exist."""
    base = town.file.borders.get(str(number))
    if base is None:
        return ()
    either_end = town.file.draw_from_either_end
    return orientations(base, mirror=options.mirror_borders == "on", either_end=either_end)


def numbers(town: Town) -> tuple[int, ...]:
    """The numbers that can be chosen."""
    return tuple(map(int, town.file.borders))


def bonus_number(town: Town) -> int:
    """The number of the border that is drawn as a bonus."""
    return int(town.file.bonus_border)


def paths(town: Town, options: NoerdlingenOptions, number: int) -> Mapping[int, tuple[Path, ...]]:
    """By the bit of the crossing where they start, in reading order: the ways to draw a border as far as the
    map allows them, by step string."""
    return _paths(town, options.wall_mode, shapes(town, options, number), number)


@cache
def _paths(
    town: Town, wall_mode: WallMode, ways: tuple[str, ...], number: int
) -> dict[int, tuple[Path, ...]]:
    allowed, goals = walkable(town, wall_mode), standing(town, wall_mode)
    found: dict[int, tuple[Path, ...]] = {}
    for start in bits(goals):
        tried = [walk(town, start, steps, allowed) for steps in ways]
        found[start] = tuple(
            [
                Path(
                    number,
                    town.point(start),
                    steps,
                    town.point(end),
                    goal=1 << end,
                    edges=edges,
                    crossings=town.ends_of(edges),
                )
                for steps, (edges, end) in zip(ways, tried, strict=True)
                if edges and goals >> end & 1
            ]
        )
    return found


def walk(town: Town, start: int, steps: str, allowed: int) -> tuple[int, int]:
    """The edges along these steps from the crossing of a bit, and the bit of the last crossing; no edges if
    one of them is not allowed or would be walked twice."""
    at, edges = start, 0
    for step in steps:
        edge = 1 << town.edge(at, step)
        if not edge & allowed or edge & edges:
            return 0, start
        edges |= edge
        at = town.moved(at, step)
    return edges, at
