"""What must hold of every picture of every game: measured on the record of its canvas."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from render.canvas import Canvas, Placed, watching
from render.drawing import Drawing
from render.theme import SIZES, WIDTH, Box


def canvas_of(drawing: Drawing) -> Canvas:
    """The canvas of a picture, with the record of what lies where."""
    with watching() as seen:
        drawing.draw()
    return seen[-1]


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(inner: Box, outer: Box) -> bool:
    """Whether one box lies in the other altogether."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def holders(text: Placed, placed: Iterable[Placed]) -> list[Box]:
    """The boxes that hold the middle of a text, the smallest first."""
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    found = [one.box for one in placed if one.kind == "box" and inside((x, y, x, y), one.box)]
    return sorted(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))


def check(drawing: Drawing) -> None:
    """All that must hold of any picture."""
    canvas = canvas_of(drawing)
    texts = [one for one in canvas.placed if one.kind == "text"]
    marks = [one for one in canvas.placed if one.kind == "mark"]
    assert texts
    for text in texts:
        assert text.size in SIZES, text
        outer = [*holders(text, canvas.placed)[:1], (8, 0, WIDTH - 8, canvas.height)]
        assert all(inside(text.box, box) for box in outer), (text, outer)
    for one, other in combinations(texts, 2):
        assert not overlap(one.box, other.box), (one, other)
    for text in texts:
        assert not [mark for mark in marks if overlap(text.box, mark.box)], text
    for place, one in enumerate(canvas.placed):
        later = (other for other in canvas.placed[place + 1 :] if other.kind == "box")
        assert one.kind != "text" or not [other for other in later if overlap(one.box, other.box)], one
    assert 700 <= canvas.height <= 1100
