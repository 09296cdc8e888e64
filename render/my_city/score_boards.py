"""The end of an episode row by row, and the standings: a curve over the episodes, below it the players."""

from collections.abc import Sequence
from itertools import accumulate

from bot.games.contract import Outcome
from bot.games.my_city import sentences_of_score
from bot.games.my_city.city import EPISODES
from bot.games.my_city.moves import Result
from bot.games.my_city.scoring import Grade, bags_count, chapter_totals, grades, plan
from bot.games.my_city.sentences_of_score import City
from bot.text import plus, signed
from render import curve as lines, fonts
from render.canvas import Canvas
from render.my_city.round_board import head
from render.my_city.signs import row_sign, sign
from render.parts import barred
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
_NAMES = 128
_TOTAL = 92
_FOOT = 64


def paint_scores(model: City) -> Canvas:
    """A column for each player, a row for each of the score sheet."""
    result = model.view.results[-1]
    extra = _FOOT if _comes_along(model, result) else 0
    count = len(result.rows[0])
    step = min(72, (1100 - TOP - _NAMES - _TOTAL - extra - 30) / count)
    height = max(700, round(TOP + _NAMES + step * count + _TOTAL + extra + 30))
    step = (height - TOP - _NAMES - _TOTAL - extra - 30) / count
    canvas = barred("my_city", height)
    canvas.panel((EDGE, TOP, WIDTH - EDGE, height - 14), PAPER, 16)
    words = model.words
    episode = words("my_city.picture.episode", episode=result.episode)
    head(canvas, model, words("my_city.picture.scored"), episode)
    left, right = EDGE + _LABELS, WIDTH - EDGE - 12
    wide = (right - left) / model.view.seats
    for seat in range(model.view.seats):
        _player(canvas, model, seat, left + seat * wide, wide)
    top = TOP + _NAMES
    for index in range(count):
        _score_row(canvas, model, result, index, top + (index + 0.5) * step, left, wide, step)
    total = (EDGE + 10, top + step * count + 6, right + 2, top + step * count + _TOTAL)
    _totals(canvas, model, result, total, left, wide)
    if extra:
        _carried(canvas, model, result, height - 16 - _FOOT / 2, left, wide)
    return canvas


def _comes_along(model: City, result: Result) -> bool:
    followed = any(episode.bandits_from == result.episode for episode in EPISODES.values())
    bags = any(result.bags) and bags_count(model.view, result.episode)
    return bags or (followed and any(result.bandits))


def _player(canvas: Canvas, model: City, seat: int, left: float, wide: float) -> None:
    middle = left + wide / 2
    token(canvas, seat, middle, TOP + 34, 20)
    lines = fonts.lines(model.names[seat], wide - 10, HINT, True)
    canvas.lines(middle, TOP + 84, lines, 32, HINT, bold=True, anchor="m")


def _score_row(
    canvas: Canvas, model: City, result: Result, index: int, y: float, left: float, wide: float, step: float
) -> None:
    row = [rows[index] for rows in result.rows]
    canvas.fill((EDGE + 16, y - step / 2 - 1, WIDTH - EDGE - 16, y - step / 2 + 1), LINE)
    canvas.stamp(row_sign(row[0].key, 42), EDGE + 42, y)
    label = sentences_of_score.row_name(row[0].key, model.words)
    canvas.text(EDGE + 74, y, label, NAME, INK, room=_LABELS - 82, shrink=True)
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
    for seat, place in enumerate(Outcome.ranked(result.points)):
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
    canvas.text(EDGE + 74, y, text, NAME, MUTED, room=_LABELS - 82)
    for seat, count in enumerate(counts):
        canvas.text(left + (seat + 0.5) * wide, y, str(count), NUMBER, INK, bold=True, anchor="m")


def curve(canvas: Canvas, model: City, box: Box) -> None:
    """The panel of the curve over the episodes; without an episode a sentence."""
    left, top, right, bottom = box
    view = model.view
    canvas.panel(box, PAPER, 16)
    if not view.results:
        text = model.words("my_city.picture.nothing_played")
        canvas.text((left + right) / 2, (top + bottom) / 2, text, NAME, MUTED, anchor="m")
        return
    by_seat = [
        accumulate([one.points[seat] for one in view.results], initial=0) for seat in range(view.seats)
    ]
    labels = ["", *(str(result.episode) for result in view.results)]
    totals = list(zip(*by_seat, strict=True))
    lines.curve(canvas, box, labels, totals, model.words("my_city.picture.episodes"))


_HEAD = 54
_FEW_EPISODES = 3
_GRADE, _IN_ROW = 54, 3
"""How high a row of grades is, and how many stand in it."""
_COLUMN, _LAST = 122, 932


Column = tuple[str, tuple[int, ...]]
"""A part of the total, a chapter or an episode: its label, the points by seat."""


def paint_standings(model: City) -> Canvas:
    """The curve above, the table below, the highest total first."""
    view = model.view
    columns = _columns(model)
    step = 92 if view.seats == 1 else 78 if view.seats <= 3 else 68
    earned = grades(view.results)
    table = _HEAD + step * view.seats + 12 + _GRADE * -(-len(earned) // _IN_ROW)
    high = min(520, 1084 - TOP - 12 - table)
    height = max(700, TOP + high + 12 + table + 16)
    canvas = barred("my_city", height)
    words, played = model.words, len(view.results)
    head(canvas, model, words("my_city.picture.standings"), words("my_city.picture.played", n=played))
    curve(canvas, model, (EDGE, TOP, WIDTH - EDGE, height - 16 - table - 12))
    top = height - 16 - table
    canvas.panel((EDGE, top, WIDTH - EDGE, height - 16), PAPER, 16)
    middles = [_LAST - (len(columns) - index - 0.5) * _COLUMN for index in range(len(columns))]
    if len(plan(view.options)) <= _FEW_EPISODES:
        canvas.text(146, top + _HEAD / 2, words("my_city.picture.episodes"), NAME, MUTED, bold=True)
    for (label, _), x in zip(columns, middles, strict=True):
        canvas.text(x, top + _HEAD / 2, label, NAME, MUTED, bold=True, anchor="m")
    canvas.text(WIDTH - 44, top + _HEAD / 2, words("picture.total"), NAME, MUTED, bold=True, anchor="r")
    ranks = Outcome.ranked(view.totals)
    for index, seat in enumerate(sorted(range(view.seats), key=lambda seat: (ranks[seat], seat))):
        y = top + _HEAD + (index + 0.5) * step
        box = (EDGE + 10, y - step / 2 + 3, WIDTH - EDGE - 10, y + step / 2 - 3)
        _standing_row(canvas, model, seat, ranks[seat], [points for _, points in columns], middles, box)
    if earned:
        _grades(canvas, model, earned, height - 28)
    return canvas


def _columns(model: City) -> list[Column]:
    """The chapters that have begun; where only a few episodes are played, these."""
    view, words = model.view, model.words
    if len(plan(view.options)) <= _FEW_EPISODES:
        return [(str(result.episode), result.points) for result in view.results]
    totals = chapter_totals(view.results, view.seats)
    return [(words("my_city.picture.chapter_short", number=item.chapter), item.points) for item in totals]


def _standing_row(
    canvas: Canvas,
    model: City,
    seat: int,
    place: int,
    columns: Sequence[tuple[int, ...]],
    xs: list[float],
    box: Box,
) -> None:
    view, y = model.view, (box[1] + box[3]) / 2
    canvas.panel(box, CARD, 12, lit=place == 1 and bool(view.results), shadow=False)
    canvas.text(58, y, str(place), NUMBER, INK, bold=True, anchor="m")
    token(canvas, seat, 112, y, 20)
    room = (xs[0] - _COLUMN / 2 if xs else _LAST) - 146 - 12
    canvas.text(146, y, model.names[seat], NAME, INK, bold=True, room=room)
    for by_seat, x in zip(columns, xs, strict=True):
        points = by_seat[seat]
        if points == max(by_seat) > min(by_seat):
            canvas.panel((x - 52, y - 26, x + 52, y + 26), NEWS_PALE, 10, edge=None, shadow=False)
        ink = LOSS if points < 0 else INK
        canvas.text(x, y, signed(points), NUMBER, ink, bold=True, anchor="m", room=100, shrink=True)
    edge = WIDTH - 44 - canvas.text(WIDTH - 44, y, signed(view.totals[seat]), BIG, INK, bold=True, anchor="r")
    if view.results:
        canvas.pill(edge - 14, y, plus(view.results[-1].points[seat]), anchor="r")


def _grades(canvas: Canvas, model: City, earned: Sequence[Grade], bottom: float) -> None:
    """The grades of somebody who plays alone, a few in each row, the last of which ends there."""
    words, told = model.words, list[str]()
    for grade in earned:
        key, name = "chapter" if grade.chapter else "campaign", words(f"my_city.grade.{grade.name}")
        told.append(words(f"my_city.picture.grade.{key}", number=grade.chapter, grade=name))
    rows = [told[start : start + _IN_ROW] for start in range(0, len(told), _IN_ROW)]
    for index, row in enumerate(reversed(rows)):
        x, y = EDGE + 24.0, bottom - (index + 0.5) * _GRADE
        for text in row:
            x = canvas.pill(x, y, text, NAME, NEWS_PALE, anchor="l", height=46, padding=16)[2] + 14
