"""The end of an episode: every player's score sheet, row by row, the best of each row on a pale ground."""

from __future__ import annotations

from bot.games.my_city import sentences_of_score
from bot.games.my_city.city import EPISODES
from bot.games.my_city.standing import places
from bot.games.my_city.view import MyCityView, Result
from bot.text import signed
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas, layered
from render.games import style
from render.my_city.heading import head
from render.my_city.row_signs import row_sign
from render.my_city.terrain import sign
from render.parts import bar
from render.seats import token
from render.theme import (
    BIG,
    CARD,
    EDGE,
    HINT,
    INK,
    LINE,
    LOSS,
    MUTED,
    NAME,
    NEWS_PALE,
    NUMBER,
    PAPER,
    TOP,
    WIDTH,
    Box,
)

_LABELS = 330
_HEAD = 128
_TOTAL = 92
_FOOT = 64
City = ViewModel[MyCityView]


def paint(model: City) -> Canvas:
    """A column for each player, a row for each of the score sheet."""
    result = model.view.results[-1]
    extra = _FOOT if _comes_along(result) else 0
    count = len(result.rows[0])
    step = min(72, (1100 - TOP - _HEAD - _TOTAL - extra - 30) / count)
    height = max(700, round(TOP + _HEAD + step * count + _TOTAL + extra + 30))
    step = (height - TOP - _HEAD - _TOTAL - extra - 30) / count
    canvas = layered(("my city scores", height), height, _ground)
    words = model.words
    episode = words("my_city.picture.episode", episode=result.episode)
    head(canvas, model, words("my_city.picture.scored"), episode)
    left, right = EDGE + _LABELS, WIDTH - EDGE - 12
    wide = (right - left) / model.view.seats
    for seat in range(model.view.seats):
        _player(canvas, model, result, seat, left + seat * wide, wide)
    top = TOP + _HEAD
    for index in range(count):
        _row(canvas, model, result, index, top + (index + 0.5) * step, left, wide, step)
    _totals(
        canvas,
        model,
        result,
        (EDGE + 10, top + step * count + 6, right + 2, top + step * count + _TOTAL),
        left,
        wide,
    )
    if extra:
        _carried(canvas, model, result, height - 16 - _FOOT / 2, left, wide)
    return canvas


def _comes_along(result: Result) -> bool:
    """Whether something of this episode is carried over to another one."""
    followed = any(episode.bandits_from == result.episode for episode in EPISODES.values())
    return any(result.bags) or (followed and any(result.bandits))


def _ground(canvas: Canvas) -> None:
    bar(canvas, style("my_city"))
    canvas.panel((EDGE, TOP, WIDTH - EDGE, canvas.height - 14), PAPER, 16)


def _player(canvas: Canvas, model: City, result: Result, seat: int, left: float, wide: float) -> None:
    """Token and name above a column; the names of many are broken once."""
    middle = left + wide / 2
    token(canvas, seat, middle, TOP + 34, 20)
    lines = fonts.lines(model.names[seat], wide - 10, HINT, True)
    for index, line in enumerate(lines):
        y = TOP + 84 + (index - (len(lines) - 1) / 2) * 32
        canvas.text(middle, y, line, HINT, INK, bold=True, anchor="m")


def _row(
    canvas: Canvas, model: City, result: Result, index: int, y: float, left: float, wide: float, step: float
) -> None:
    row = [rows[index] for rows in result.rows]
    canvas.fill((EDGE + 16, y - step / 2 - 1, WIDTH - EDGE - 16, y - step / 2 + 1), LINE)
    canvas.stamp(row_sign(row[0].key, 42), EDGE + 42, y)
    label = sentences_of_score.row_name(row[0].key, model.words)
    room = _LABELS - 82
    size = fonts.largest(label, NAME, room)
    canvas.text(EDGE + 74, y, fonts.fit(label, room, size), size, INK)
    best = max(one.points for one in row)
    for seat, one in enumerate(row):
        x = left + (seat + 0.5) * wide
        if one.points == best and any(other.points < best for other in row):
            ground = (x - 54, y - step / 2 + 5, x + 54, y + step / 2 - 5)
            canvas.panel(ground, NEWS_PALE, 10, edge=None, shadow=False)
        colour = LOSS if one.points < 0 else INK
        canvas.text(x, y, signed(one.points), NUMBER, colour, bold=True, anchor="m")


def _totals(canvas: Canvas, model: City, result: Result, box: Box, left: float, wide: float) -> None:
    canvas.panel(box, CARD, 12, shadow=False)
    y = (box[1] + box[3]) / 2
    canvas.text(EDGE + 30, y, model.words("picture.total"), NAME, MUTED, bold=True)
    for seat, place in enumerate(places(result.points)):
        x = left + (seat + 0.5) * wide
        if place == 1:
            canvas.panel((x - 62, box[1] + 6, x + 62, box[3] - 6), CARD, 12, lit=True, shadow=False)
        canvas.text(x, y, signed(result.points[seat]), BIG, INK, bold=True, anchor="m")


def _carried(canvas: Canvas, model: City, result: Result, y: float, left: float, wide: float) -> None:
    """Below the totals what comes along: gold bags won, bandits that are still free."""
    bags = any(result.bags)
    counts = result.bags if bags else [len(names) for names in result.bandits]
    mark = sign("bag" if bags else "bandit", 40)
    canvas.stamp(mark, EDGE + 42, y)
    text = model.words("my_city.picture.bags_won" if bags else "my_city.picture.bandits_free")
    canvas.text(EDGE + 74, y, fonts.fit(text, _LABELS - 82, NAME), NAME, MUTED)
    for seat, count in enumerate(counts):
        canvas.text(left + (seat + 0.5) * wide, y, str(count), NUMBER, INK, bold=True, anchor="m")
