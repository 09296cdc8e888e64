"""Chapter and campaign standings: a curve over the episodes, below it a row for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.my_city.sentences_of_score import plus
from bot.games.my_city.standing import Grade, chapter_totals, grades, places, plan
from bot.games.my_city.view import MyCityView
from bot.text import signed
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas, layered
from render.games import style
from render.my_city.curve import curve
from render.my_city.heading import head
from render.parts import bar
from render.seats import token
from render.theme import (
    BIG,
    CARD,
    EDGE,
    INK,
    LOSS,
    MUTED,
    NAME,
    NEWS_PALE,
    NUMBER,
    PAPER,
    TOP,
    WIDTH,
)

_HEAD = 54
_FEW_EPISODES = 3
_GRADE, _IN_ROW = 54, 3
"""How high a row of grades is, and how many stand in it."""
_COLUMN, _LAST = 122, 932
City = ViewModel[MyCityView]


@dataclass(frozen=True, slots=True)
class _Column:
    """A part of the total: a chapter or an episode."""

    label: str
    points: tuple[int, ...]


def paint(model: City) -> Canvas:
    """The curve above, the table below, the highest total first."""
    view = model.view
    columns = _columns(model)
    step = 92 if view.seats == 1 else 78 if view.seats <= 3 else 68
    earned = grades(view.results)
    table = _HEAD + step * view.seats + 12 + _GRADE * -(-len(earned) // _IN_ROW)
    high = min(520, 1084 - TOP - 12 - table)
    height = max(700, TOP + high + 12 + table + 16)
    canvas = layered(("my city standings", height), height, lambda canvas: bar(canvas, style("my_city")))
    words, played = model.words, len(view.results)
    head(canvas, model, words("my_city.picture.standings"), words("my_city.picture.played", n=played))
    curve(canvas, model, (EDGE, TOP, WIDTH - EDGE, height - 16 - table - 12))
    top = height - 16 - table
    canvas.panel((EDGE, top, WIDTH - EDGE, height - 16), PAPER, 16)
    xs = _headings(canvas, model, columns, top + _HEAD / 2)
    ranks = places(view.totals)
    for index, seat in enumerate(sorted(range(view.seats), key=lambda seat: (ranks[seat], seat))):
        y = top + _HEAD + (index + 0.5) * step
        _row(canvas, model, seat, ranks[seat], columns, xs, y, step)
    if earned:
        _grades(canvas, model, earned, height - 28)
    return canvas


def _columns(model: City) -> list[_Column]:
    """The chapters that have begun; where only a few episodes are played, these."""
    view, words = model.view, model.words
    if len(plan(view.options)) <= _FEW_EPISODES:
        return [
            _Column(words("my_city.picture.episode_short", number=result.episode), result.points)
            for result in view.results
        ]
    return [
        _Column(words("my_city.picture.chapter_short", number=item.chapter), item.points)
        for item in chapter_totals(view.results, view.seats)
    ]


def _headings(canvas: Canvas, model: City, columns: list[_Column], y: float) -> list[float]:
    """The headings of the columns, and where the middles of these are."""
    xs = [_LAST - (len(columns) - index - 0.5) * _COLUMN for index in range(len(columns))]
    for column, x in zip(columns, xs, strict=True):
        canvas.text(x, y, column.label, NAME, MUTED, bold=True, anchor="m")
    canvas.text(WIDTH - 44, y, model.words("picture.total"), NAME, MUTED, bold=True, anchor="r")
    return xs


def _row(
    canvas: Canvas,
    model: City,
    seat: int,
    place: int,
    columns: list[_Column],
    xs: list[float],
    y: float,
    step: float,
) -> None:
    view = model.view
    box = (EDGE + 10, y - step / 2 + 3, WIDTH - EDGE - 10, y + step / 2 - 3)
    canvas.panel(box, CARD, 12, lit=place == 1 and bool(view.results), shadow=False)
    canvas.text(58, y, str(place), NUMBER, INK, bold=True, anchor="m")
    token(canvas, seat, 112, y, 20)
    room = (xs[0] - _COLUMN / 2 if xs else _LAST) - 146 - 12
    canvas.text(146, y, fonts.fit(model.names[seat], room, NAME, True), NAME, INK, bold=True)
    for column, x in zip(columns, xs, strict=True):
        points = column.points[seat]
        if points == max(column.points) > min(column.points):
            canvas.panel((x - 52, y - 26, x + 52, y + 26), NEWS_PALE, 10, edge=None, shadow=False)
        canvas.text(x, y, signed(points), NUMBER, LOSS if points < 0 else INK, bold=True, anchor="m")
    edge = WIDTH - 44 - canvas.text(WIDTH - 44, y, signed(view.totals[seat]), BIG, INK, bold=True, anchor="r")
    if view.results:
        canvas.pill(edge - 14, y, plus(view.results[-1].points[seat]), anchor="r")


def _grades(canvas: Canvas, model: City, earned: Sequence[Grade], bottom: float) -> None:
    """The grades of somebody who plays alone, a few in each row, the last of which ends there."""
    words = model.words
    told = [
        words(
            f"my_city.picture.grade.{'chapter' if grade.chapter else 'campaign'}",
            number=grade.chapter,
            grade=words(f"my_city.grade.{grade.name}"),
        )
        for grade in earned
    ]
    rows = [told[start : start + _IN_ROW] for start in range(0, len(told), _IN_ROW)]
    for index, row in enumerate(reversed(rows)):
        x, y = EDGE + 24.0, bottom - (index + 0.5) * _GRADE
        for text in row:
            x = canvas.pill(x, y, text, NAME, NEWS_PALE, anchor="l", height=46, padding=16)[2] + 14
