"""The private picture: the town as the reader may act on it, beside it what there is to choose from.

A choice that is not made yet is previewed in the town, with what it would close."""

from __future__ import annotations

from bot.games.noerdlingen.moves import Choose
from bot.games.noerdlingen.preview import by_soldier, drawable
from bot.games.noerdlingen.town import Crossing
from bot.games.noerdlingen.view import NoerdlingenView
from render.canvas import Canvas
from render.noerdlingen import choices, numbers, players, town_map, traces, yields
from render.noerdlingen.facts import Choice, News, Proposal, news, proposed, ways_from
from render.noerdlingen.frame import MAP
from render.noerdlingen.town_board import LEFT, ground, head
from render.scene import Scene
from render.theme import EDGE, TOP, WIDTH, Box

_CELL = 128
Noerdlingen = Scene[NoerdlingenView]


def paint(scene: Noerdlingen, choice: Choice | None, start: Crossing | None) -> Canvas:
    """What `scene.seat` sees, with a `choice` previewed."""
    assert scene.seat is not None, "a panel belongs to a seat"
    view, seat = scene.view, scene.seat
    mine = seat == view.active and view.phase != "over"
    found = proposed(view, choice) if mine else None
    changed = found.news if found else News() if mine else news(view)
    canvas = ground(view)
    head(canvas, scene)
    town_map.paint(canvas, found.view if found else view, changed)
    if mine and found is None:
        _offer(canvas, scene, choice, start)
    players.cell(canvas, scene, seat, changed, (LEFT, TOP, WIDTH - EDGE, TOP + _CELL))
    box = (LEFT, TOP + _CELL + 14, WIDTH - EDGE, MAP[3])
    _column(canvas, scene, choice, start, found, box) if mine else numbers.paint(
        canvas, scene, seat, None, box
    )
    return canvas


def _offer(canvas: Canvas, scene: Noerdlingen, choice: Choice | None, start: Crossing | None) -> None:
    """In the town: where a soldier may stand, the soldiers to draw from, their ways."""
    view = scene.view
    match view.phase:
        case "place":
            traces.free(canvas, view)
        case "choose":
            if isinstance(choice, Choose):
                traces.reach(canvas, view, by_soldier(view, view.active, choice.number))
        case _:
            ways = ways_from(view, start)
            if ways:
                traces.ways(canvas, view, ways)
            else:
                traces.reach(canvas, view, drawable(view))


def _column(
    canvas: Canvas,
    scene: Noerdlingen,
    choice: Choice | None,
    start: Crossing | None,
    found: Proposal | None,
    box: Box,
) -> None:
    view = scene.view
    if view.phase == "choose":
        numbers.paint(canvas, scene, view.active, choice, box)
    elif view.phase == "place":
        choices.placing(canvas, scene, choice, box)
    elif found is not None and found.draw is not None:
        yields.paint(canvas, scene, *found.draw, box)
    elif ways_from(view, start):
        choices.ways(canvas, scene, ways_from(view, start), box)
    else:
        choices.starts(canvas, scene, drawable(view), box)
