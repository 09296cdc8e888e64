"""Examples for the rules of Thurn and Taxis: where offices may be placed, what a closed route brings."""

from collections.abc import Iterator, Sequence

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import carriage_points, region_of
from bot.text import Words, plus
from render.canvas import Canvas
from render.pen import Pen, Point, rings, sprite
from render.theme import BIG, CARD, INK, NUMBER, TITLE, WHITE, Box
from render.thurn_and_taxis.patterns import pattern
from render.thurn_and_taxis.primer import ribbon, town
from render.thurn_and_taxis.signs import ACCENT, GROUNDS, ON_MAP, lines_on, name_on, office, sign, tag

_ROUTE = ("lodz", "pilsen", "regensburg", "passau", "muenchen")
_WIDE, _HIGH = 1112, 176
_EDGES = (0, 172, 344, 600, 856, 1112)
"""Where the cities begin and end: the names of some are long."""
_LINE = 92


def offices(canvas: Canvas, words: Words, box: Box) -> None:
    """A route twice: with an office in each region, and with all of them in one."""
    for row, (key, placed) in enumerate((("each", (0, 1, 2)), ("one", (2, 3, 4)))):
        top = box[1] + row * 250
        text = words(f"thurn_and_taxis.example.{key}")
        canvas.text(box[0], top + 22, text, TITLE, INK, bold=True)
        _strip(canvas, words, box[0], top + 54, placed)


def closing(canvas: Canvas, words: Words, box: Box) -> None:
    """A route that is closed with carriage 4, and what follows in order."""
    _strip(canvas, words, box[0], box[1], (0, 1, 2))
    cards = ("offices", "tile", "carriage", "discard")
    wide = (_WIDE - 3 * 16) / 4
    for index, key in enumerate(cards):
        left, top = box[0] + index * (wide + 16), box[1] + 206
        canvas.panel((left, top, left + wide, box[3] - 4), CARD, 14)
        canvas.stamp(rings("example step", 52, (26, ACCENT)), left + 40, top + 42)
        canvas.text(left + 40, top + 42, str(index + 1), NUMBER, WHITE, bold=True, anchor="m")
        label = words(f"thurn_and_taxis.example.{key}")
        canvas.text(left + wide / 2, box[3] - 42, label, TITLE, INK, anchor="m", room=wide - 16)
        _brings(canvas, key, left + wide / 2, top + 128)


def _brings(canvas: Canvas, key: str, x: float, y: float) -> None:
    if key == "offices":
        for step in (-62, 0, 62):
            canvas.stamp(office(Seat(0)), x + step, y)
    elif key == "tile":
        tag(canvas, "length_5", x - 52, y)
        canvas.text(x - 14, y, plus(2), BIG, INK, bold=True)
    elif key == "carriage":
        canvas.stamp(sign("carriage", 76), x - 62, y)
        canvas.text(x - 8, y, plus(carriage_points(5)), BIG, INK, bold=True)
    else:
        canvas.stamp(sign("cards", 76), x, y)


def _strip(canvas: Canvas, words: Words, left: float, top: float, placed: Sequence[int]) -> None:
    canvas.stamp(sprite("taxis example", _WIDE, _HIGH, _regions), left + _WIDE / 2, top + _HIGH / 2)
    for index, city in enumerate(_ROUTE):
        x = left + _middle(index, index)
        if index in placed:
            canvas.stamp(office(Seat(0), lit=True), x, top + _LINE - 16)
        else:
            canvas.stamp(town(20), x, top + _LINE)
        name = told.city(city, words)
        canvas.text(
            x,
            top + 146,
            name,
            TITLE,
            INK,
            bold=True,
            anchor="m",
            room=_EDGES[index + 1] - _EDGES[index] - 12,
            shrink=True,
            halo=CARD,
        )
    for region, first, last in _stretches():
        name, colour, x = told.region(region, words), name_on(region), left + _middle(first, last)
        canvas.text(x, top + 30, name, TITLE, colour, anchor="m", halo=GROUNDS[region])


def _middle(first: int, last: int) -> float:
    return (_EDGES[first] + _EDGES[last + 1]) / 2


def _stretches() -> Iterator[tuple[str, int, int]]:
    """The regions of the route, each with the places of its first and its last city."""
    regions = [region_of(city) for city in _ROUTE]
    for region in dict.fromkeys(regions):
        first = regions.index(region)
        yield region, first, first + regions.count(region) - 1


def _regions(pen: Pen) -> None:
    for region, first, last in _stretches():
        left, right = _EDGES[first] + 4, _EDGES[last + 1] - 4
        pen.rounded((left, 0, right, _HIGH), 12, INK)
        pen.rounded((left + 2, 2, right - 2, _HIGH - 2), 10, GROUNDS[region])
        part: list[Point] = [(left + 6, 6), (right - 6, 6), (right - 6, _HIGH - 6), (left + 6, _HIGH - 6)]
        pattern(pen, region, part, 36, 2, lines_on(region, ON_MAP))
    ribbon(pen, [(_middle(0, 0), _LINE), (_middle(4, 4), _LINE)])


EXAMPLES = {"offices": offices, "closing": closing}
