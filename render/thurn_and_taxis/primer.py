"""Six scenes that tell Thurn and Taxis in a minute, drawn from its own pieces."""

from collections.abc import Sequence

from PIL import Image

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import LEVELS
from bot.text import Words, plus
from render.canvas import Canvas
from render.pen import Pen, Point, rings, rounded_mask, sprite
from render.theme import BIG, CARD, INK, LOSS, MUTED, NEWS, NUMBER, PAPER, SEATS, SHADE, TABLE, TITLE, Box
from render.thurn_and_taxis import cards, terrain
from render.thurn_and_taxis.own_route import ends
from render.thurn_and_taxis.patterns import pattern
from render.thurn_and_taxis.signs import ACCENT, GROUNDS, ON_CARD, lines_on, office, sign, tag

_SEAT = Seat(0)
_OPEN = ("ulm", "basel", "linz", "pilsen", "lodz", "passau")
_DECK = 64
_WIDE, _HIGH = 549, 172
_NEXT = 2
"""The place of the carriage that is exchanged for in the fifth scene."""
_COUNTED = (("tiles", "medal", 3), ("carriage", "carriage", 10), ("unplaced", "house", -1))
_TOWN, _ROUTE = 20, 22
"""The radius of a town, and how wide a route is."""


def take(canvas: Canvas, words: Words, box: Box) -> None:
    """The open cards, one of them lit, and the deck."""
    left, top, right, _ = box
    wide, high, gap = (right - left - _DECK - 28) / 2, 52, 8
    for index, city in enumerate(_OPEN):
        row, column = divmod(index, 2)
        x, y = left + column * (wide + 10), top + row * (high + gap)
        cards.low(canvas, words, city, (x, y, x + wide, y + high), lit=not index, size=TITLE, code=False)
    for step in (8, 4, 0):
        deck = (right - _DECK - step, top + 40 - step, right - step, top + 140 - step)
        canvas.panel(deck, ACCENT, 12, edge=INK, shadow=not step)
    canvas.stamp(sign("horn", 46, CARD), right - _DECK / 2, top + 90)


def play(canvas: Canvas, words: Words, box: Box) -> None:
    """A route on the map with the roads that can be added, one of them taken."""
    left, top = round(box[0]), round(box[1])
    zoom, corner = 1.1, (170.0, 624.0)
    ground = terrain.land(*corner, _WIDE, _HIGH, zoom)
    canvas.image.paste(ground, (left, top), rounded_mask(_WIDE, _HIGH, 14))

    def here(city: str) -> Point:
        x, y = terrain.at(city)
        return (x - corner[0]) * zoom, (y - corner[1]) * zoom

    other, first, last, new = (here(city) for city in ("sigmaringen", "ulm", "augsburg", "muenchen"))

    def paint(pen: Pen) -> None:
        for wide, tone in ((18, INK), (13, SEATS[_SEAT])):
            _dashed(pen, first, other, wide, tone)
        for wide, tone in ((_ROUTE + 14, INK), (_ROUTE + 10, NEWS)):
            pen.stroke([last, new], wide, tone)
        ribbon(pen, [first, last, new])

    canvas.stamp(sprite("taxis primer route", _WIDE, _HIGH, paint), left + _WIDE / 2, top + _HIGH / 2)
    for (x, y), letter in zip((first, last), ends(words), strict=True):
        canvas.stamp(town(27, dot=False), left + x, top + y)
        canvas.text(left + x, top + y, letter, TITLE, INK, bold=True, anchor="m")
    canvas.stamp(town(_TOWN), left + other[0], top + other[1])
    canvas.stamp(town(_TOWN + 3, lit=True), left + new[0], top + new[1])
    for city, (x, y) in (("ulm", first), ("augsburg", last), ("muenchen", new)):
        name, before = told.city(city, words), city == "ulm"
        start, anchor = (left + x - 36, "r") if before else (left + x + 36, "l")
        canvas.text(start, top + y, name, TITLE, INK, bold=True, anchor=anchor, halo=CARD)


def lose(canvas: Canvas, words: Words, box: Box) -> None:
    """A route struck out, and the card with which a new one begins."""
    left, top, right, bottom = box

    def paint(pen: Pen) -> None:
        ribbon(pen, [(30, 86), (270, 86)])
        for x in (30, 110, 190, 270):
            for radius, tone in ((_TOWN, INK), (_TOWN - 3, CARD), (_TOWN * 0.4, INK)):
                pen.disc(x, 86, radius, tone)
        for wide, tone in ((18, PAPER), (12, LOSS)):
            for start, end in ((20, 152), (152, 20)):
                pen.stroke([(62, start), (238, end)], wide, tone)

    canvas.stamp(sprite("taxis primer lost", 300, _HIGH, paint), left + 154, top + _HIGH / 2)
    canvas.stamp(sprite("taxis primer arrow", 76, 44, _arrow), left + 354, top + 44)
    canvas.stamp(town(34, lit=True), right - 76, top + 44)
    cards.low(canvas, words, "lodz", (right - 204, bottom - 60, right, bottom - 4), size=TITLE, code=False)


def close(canvas: Canvas, words: Words, box: Box) -> None:
    """One route twice: with an office in each of its regions, and with all of them in one region."""
    for row, placed in enumerate(((0, 1, 2), (2, 3, 4))):
        top = box[1] + row * 90
        canvas.stamp(sprite("taxis primer regions", _WIDE, 82, _regions), box[0] + _WIDE / 2, top + 41)
        for index in range(5):
            x = box[0] + (index + 0.5) * _WIDE / 5
            if index in placed:
                canvas.stamp(office(_SEAT, lit=True), x, top + 38)
            else:
                canvas.stamp(town(17), x, top + 52)


def _regions(pen: Pen) -> None:
    step = _WIDE / 5
    for start, end, region in ((0, 1, "tyrol"), (1, 2, "salzburg_land"), (2, 5, "baiern")):
        box = (start * step + 3, 0, end * step - 3, 82)
        pen.rounded(box, 10, INK)
        pen.rounded((box[0] + 2, 2, box[2] - 2, 80), 8, GROUNDS[region])
        part: list[Point] = [(box[0] + 5, 5), (box[2] - 5, 5), (box[2] - 5, 77), (box[0] + 5, 77)]
        pattern(pen, region, part, 24, 2, lines_on(region, ON_CARD / 2))
    ribbon(pen, [(step / 2, 52), (_WIDE - step / 2, 52)])


def improve(canvas: Canvas, words: Words, box: Box) -> None:
    """The carriages as steps, the next one lit; the last one ends the game."""
    wide, gap = 104, 7
    for index, level in enumerate(LEVELS):
        left, high = box[0] + index * (wide + gap), 62 + index * 14
        top = box[3] - high
        lit, reached = index == _NEXT, index <= _NEXT
        fill = CARD if lit else SHADE if reached else TABLE
        canvas.panel((left, top, left + wide, box[3]), fill, 10, shadow=False, lit=lit)
        last = level == LEVELS[-1]
        x, colour = left + wide / 2, INK if reached else MUTED
        canvas.stamp(sign("carriage", 54, colour), x, top - 27)
        canvas.text(x - 24 * last, top + 32, str(level), BIG, INK, bold=True, anchor="m")
        if last:
            tag(canvas, "game_end", x + 24, top + 32)


def score(canvas: Canvas, words: Words, box: Box) -> None:
    """What counts: tiles, the carriage, offices that are left."""
    wide, gap = 175, 12
    for index, (key, name, worth) in enumerate(_COUNTED):
        left, top = box[0] + index * (wide + gap), box[1]
        canvas.panel((left, top, left + wide, top + 112), CARD, 14)
        y = top + 56
        canvas.stamp(sign(name, 56), left + 44, y)
        canvas.text(
            left + wide - 14, y, plus(worth), NUMBER, LOSS if worth < 0 else INK, bold=True, anchor="r"
        )
        label = words(f"thurn_and_taxis.primer.{key}")
        canvas.text(left + wide / 2, top + 144, label, TITLE, INK, anchor="m", room=wide + 8)


def ribbon(pen: Pen, line: Sequence[Point]) -> None:
    for wide, colour in ((_ROUTE, INK), (_ROUTE - 5, SEATS[_SEAT])):
        pen.stroke(line, wide, colour)


def _dashed(pen: Pen, start: Point, end: Point, wide: float, colour: tuple[int, int, int]) -> None:
    for share in (0.3, 0.55):
        line = [
            (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            for part in (share, share + 0.13)
        ]
        pen.line(line, wide, colour)


def _arrow(pen: Pen) -> None:
    for grown, colour in ((2.5, INK), (0.0, NEWS)):
        pen.polygon(
            [
                (4 - grown, 16 - grown),
                (44, 16 - grown),
                (44, 4 - grown * 1.6),
                (72 + grown * 1.4, 22),
                (44, 40 + grown * 1.6),
                (44, 28 + grown),
                (4 - grown, 28 + grown),
            ],
            colour,
        )


def town(radius: float, *, lit: bool = False, dot: bool = True) -> Image.Image:
    bands = [(radius, INK), (radius - 3, CARD), *([(radius * 0.4, INK)] if dot else [])]
    if lit:
        bands = [(radius + 8, INK), (radius + 6, NEWS), *bands]
    return rings(("primer town", radius, lit, dot), 2 * radius + 20, *bands)


SCENES = (take, play, lose, close, improve, score)
