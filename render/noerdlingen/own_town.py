"""The private picture: the town as the reader may act on it, beside it what there is to choose from.

A choice that is not made yet is previewed in the town, with what it would close."""

from __future__ import annotations

from bot.games.noerdlingen.moves import Choose
from bot.games.noerdlingen.preview import (
    Choice,
    News,
    Proposal,
    by_soldier,
    drawable,
    news,
    proposed,
    ways_from,
)
from bot.games.noerdlingen.town import Crossing
from bot.games.noerdlingen.view import NoerdlingenView
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.noerdlingen import choices, numbers, players, town_map, traces, yields
from render.noerdlingen.frame import MAP
from render.noerdlingen.town_board import LEFT, ground, head
from render.theme import EDGE, TOP, WIDTH, Box

_CELL = 128
Noerdlingen = ViewModel[NoerdlingenView]


def paint(model: Noerdlingen, choice: Choice | None, start: Crossing | None) -> Canvas:
    """What `model.seat` sees, with a `choice` previewed."""
    assert model.seat is not None, "a panel belongs to a seat"
    view, seat = model.view, model.seat
    mine = seat == view.active and view.phase != "over"
    found = proposed(view, choice) if mine else None
    changed = found.news if found else News() if mine else news(view)
    canvas = ground(view)
    head(canvas, model)
    town_map.paint(canvas, found.view if found else view, changed)
    if mine and found is None:
        _offer(canvas, model, choice, start)
    players.cell(canvas, model, seat, changed, (LEFT, TOP, WIDTH - EDGE, TOP + _CELL))
    box = (LEFT, TOP + _CELL + 14, WIDTH - EDGE, MAP[3])
    _column(canvas, model, choice, start, found, box) if mine else numbers.paint(
        canvas, model, seat, None, box
    )
    return canvas


def _offer(canvas: Canvas, model: Noerdlingen, choice: Choice | None, start: Crossing | None) -> None:
    """In the town: where a soldier may stand, the soldiers to draw from, their ways."""
    view = model.view
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
    model: Noerdlingen,
    choice: Choice | None,
    start: Crossing | None,
    found: Proposal | None,
    box: Box,
) -> None:
    view = model.view
    if view.phase == "choose":
        numbers.paint(canvas, model, view.active, choice, box)
    elif view.phase == "place":
        choices.placing(canvas, model, choice, box)
    elif found is not None and found.draw is not None:
        yields.paint(canvas, model, *found.draw, box)
    elif ways_from(view, start):
        choices.ways(canvas, model, ways_from(view, start), box)
    else:
        choices.starts(canvas, model, drawable(view), box)
