"""The final ranking of any game: the winner's banner, then a row for each seat with its scoring rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Info, Outcome, ScoreRow
from bot.games.registry import game
from bot.text import Words, signed
from bot.view_model import ViewModel, alt_text
from render import fonts
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.games import Style, style
from render.parts import barred, crown, header
from render.pen import rings
from render.seats import token
from render.theme import (
    BIG,
    CARD,
    EDGE,
    HUGE,
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

MOST_COLUMNS = 7
_BANNER = 170
_LOWEST = 700
_DIVIDER = 1036
_NAME_LEFT = 160
_NOTE = 112
Kind = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class Column:
    """One scoring row: its heading and the points by seat; `key` names it in the rules, if it is one."""

    label: str
    points: tuple[int, ...]
    key: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Rival:
    """Who plays without a seat against somebody who is alone."""

    name: str
    token: int
    """The seat whose colour and symbol it has."""
    rows: tuple[ScoreRow, ...]


def ranking(model: ViewModel[Any], key: str, note: str = "", rival: Rival | None = None) -> Drawing:
    """The ranking of a finished game; `model.outcome` is set. A `note` of the game stands below the rows."""
    if model.outcome is None:
        raise ValueError("there is no ranking before the end")
    depends = ("ranking", key, model.outcome, model.names, model.words.locale, note, rival)
    args = (model, game(key).info, note, rival)
    return Drawing(depends, RenderRequest(f"{key}-ranking.png", key, paint, _alt, args))


def paint(model: ViewModel[Any], info: Info, note: str, rival: Rival | None) -> Canvas:
    """Banner, headings, rows, the note. The banner is that of the players, whoever has a row."""
    players, words = model.outcome, model.words
    assert players is not None, "there is no ranking before the end"
    outcome, names = _together(players, model.names, rival)
    tokens = [*range(len(model.names)), *([rival.token] if rival else [])]
    look, count = style(info.key), len(names)
    first = TOP + _BANNER + 66
    below = 8 + (_NOTE if note else 0)
    high, gap = (116, 12) if count <= 5 else (92, 10) if count <= 7 else (66, 8)
    # Few rows share all the room of the lowest picture.
    high = max(high, (_LOWEST - first - below) / count - gap)
    last = first + count * (high + gap)
    height = round(max(_LOWEST, last + below))
    canvas = barred(info.key, height)
    header(canvas, info.key, words, words("picture.final"), lambda _: words("picture.over"))
    order = sorted(range(count), key=lambda seat: (outcome.places[seat], seat))
    best = min(players.places)
    winners = [seat for seat, place in enumerate(players.places) if place == best]
    _banner(canvas, players, winners, names, words)
    columns = merged(breakdown(info.key, outcome, words), words("picture.other"))
    lefts = [_DIVIDER - (len(columns) - index) * _column(columns) for index in range(len(columns))]
    _headings(canvas, look, columns, lefts, first - 36, words)
    for place, seat in enumerate(order):
        top = first + place * (high + gap)
        box = (EDGE, top, WIDTH - EDGE, top + high)
        _row(canvas, outcome, seat, names[seat], tokens[seat], columns, lefts, box)
    if note:
        canvas.panel((EDGE, last + 4, WIDTH - EDGE, last + _NOTE - 8), PAPER, 14)
        lines = fonts.lines(note, WIDTH - 2 * EDGE - 56, NAME)
        canvas.lines(EDGE + 28, last + 4 + (_NOTE - 12) / 2, lines, 40, NAME)
    return canvas


def _together(outcome: Outcome, names: Sequence[str], rival: Rival | None) -> tuple[Outcome, tuple[str, ...]]:
    if rival is None:
        return outcome, tuple(names)
    points = sum(row.points for row in rival.rows)
    places = (*outcome.places, 1 if 1 not in outcome.places else 2)
    scores, made = (*outcome.scores, points), (*outcome.breakdown, rival.rows)
    return replace(outcome, places=places, scores=scores, breakdown=made), (*names, rival.name)


def breakdown(key: str, outcome: Outcome, words: Words) -> list[Column]:
    """The scoring rows as columns, each in the place that it has among the rows of every seat."""
    found: dict[Kind, list[int]] = {}
    order: list[Kind] = []
    for seat, rows in enumerate(outcome.breakdown):
        place = 0
        for row in rows:
            kind = (row.key, row.number)
            if kind not in found:
                found[kind] = [0] * len(outcome.scores)
                order.insert(place, kind)
            found[kind][seat] += row.points
            place = order.index(kind) + 1
    labels = [words(f"{key}.score.{name}", number="" if n is None else n) for name, n in order]
    return [Column(label, tuple(found[kind]), kind[0]) for label, kind in zip(labels, order, strict=True)]


def merged(columns: list[Column], other: str) -> list[Column]:
    """At most seven columns: the smallest ones together are the last."""
    if len(columns) <= MOST_COLUMNS:
        return columns
    by_weight = sorted(columns, key=lambda column: sum(map(abs, column.points)), reverse=True)
    kept = [column for column in columns if column in by_weight[: MOST_COLUMNS - 1]][: MOST_COLUMNS - 1]
    rest = [column for column in columns if column not in kept]
    sums = tuple(sum(points) for points in zip(*(column.points for column in rest), strict=True))
    return [*kept, Column(other, sums)]


def _column(columns: list[Column]) -> float:
    return 88 if len(columns) > 4 else 110


def _banner(canvas: Canvas, outcome: Outcome, winners: list[int], names: Sequence[str], words: Words) -> None:
    box = (EDGE, TOP, WIDTH - EDGE, TOP + _BANNER)
    canvas.panel(box, CARD, 18, lit=True)
    middle = TOP + _BANNER / 2
    canvas.stamp(rings("winner's disc", 128, (64, NEWS_PALE)), 116, middle)
    step = 62 if len(winners) == 2 else 46
    shown = winners[:3]
    for index, seat in enumerate(shown):
        x = 116 + (index - (len(shown) - 1) / 2) * step
        token(canvas, seat, x, middle + 12, 40 if len(shown) == 1 else 27 if len(shown) == 2 else 20)
    if outcome.places[winners[0]] == 1:
        crown(canvas, 116, middle - 58, 54)
    score = signed(outcome.scores[winners[0]])
    wide = canvas.text(WIDTH - 54, middle, score, HUGE, INK, bold=True, anchor="r")
    label = words("picture.penalty" if outcome.lowest_wins else "picture.points")
    edge = WIDTH - 54 - wide - 22
    edge -= canvas.text(edge, middle + 18, label, NAME, MUTED, anchor="r") + 30
    result = "won" if outcome.places.count(1) == 1 else "won_shared"
    if len(outcome.places) == 1:
        result = "alone" if outcome.places[0] == 1 else "alone_lost"
    canvas.text(212, middle - 38, words(f"picture.{result}"), NAME, MUTED, bold=True)
    _winners(canvas, [names[seat] for seat in winners], words, edge - 212, middle + 24)


def _winners(canvas: Canvas, names: list[str], words: Words, room: float, y: float) -> None:
    joined = words.all_of(fonts.clean(name) for name in names)
    if len(names) == 1 or fonts.width(joined, BIG, True) <= room:
        canvas.text(212, y, joined, BIG, INK, bold=True, room=room)
        return
    for index, line in enumerate(fonts.lines(joined, room, NAME, True)):
        canvas.text(212, y - 16 + index * 40, line, NAME, INK, bold=True)


def _headings(
    canvas: Canvas, look: Style, columns: list[Column], lefts: list[float], y: float, words: Words
) -> None:
    wide = _column(columns)
    for column, left in zip(columns, lefts, strict=True):
        if column.key and look.sign is not None and look.sign(canvas, column.key, left + wide / 2, y):
            continue
        middle, room = left + wide / 2, wide - 4
        canvas.text(middle, y, column.label, NAME, MUTED, bold=True, anchor="m", room=room, shrink=True)
    canvas.text(WIDTH - 42, y, words("picture.total"), NAME, MUTED, bold=True, anchor="r")


def _row(
    canvas: Canvas,
    outcome: Outcome,
    seat: int,
    name: str,
    sign: int,
    columns: list[Column],
    lefts: list[float],
    box: Box,
) -> None:
    won = outcome.places[seat] == 1
    canvas.panel(box, CARD if won else PAPER, 14, lit=won)
    middle, low = (box[1] + box[3]) / 2, box[3] - box[1] < 80
    if len(outcome.places) > 1:
        place = str(outcome.places[seat])
        canvas.text(58, middle, place, NUMBER if low else BIG, INK, bold=True, anchor="m")
    token(canvas, sign, 122, middle, 22 if not low else 19)
    room = (lefts[0] if lefts else _DIVIDER) - _NAME_LEFT - 14
    lines = fonts.lines(name, room, NAME, True, 1 if low else 2)
    canvas.lines(_NAME_LEFT, middle, lines, 40, NAME, bold=True)
    for column, left in zip(columns, lefts, strict=True):
        x = left + _column(columns) / 2
        _points(canvas, column, seat, x, middle, _column(columns), box[3] - box[1], outcome.lowest_wins)
    canvas.fill((_DIVIDER + 4, box[1] + 14, _DIVIDER + 6, box[3] - 14), LINE)
    total = signed(outcome.scores[seat])
    size = fonts.largest(total, NUMBER if low else BIG, WIDTH - 42 - _DIVIDER - 16)
    canvas.text(WIDTH - 42, middle, total, size, INK, bold=True, anchor="r")


def _points(
    canvas: Canvas, column: Column, seat: int, x: float, y: float, wide: float, high: float, lowest_wins: bool
) -> None:
    # One seat's points in one scoring row; the best of the column on a pale ground, unless all have the same.
    points = column.points[seat]
    if len({*column.points}) > 1 and points == (min if lowest_wins else max)(column.points):
        across, down = wide / 2 - 3, min(29, high / 2 - 9)
        canvas.panel((x - across, y - down, x + across, y + down), NEWS_PALE, 10, edge=None, shadow=False)
    size = fonts.largest(signed(points), NUMBER, wide - 4)
    canvas.text(x, y, signed(points), size, LOSS if points < 0 else INK, bold=True, anchor="m")


def told(model: ViewModel[Any], game: str, *, rows: bool = True, rival: Rival | None = None) -> list[str]:
    """A line of words for each seat, the best one first; with `rows` what its points are made of."""
    assert model.outcome is not None, "asked only once the game is over"
    outcome, names = _together(model.outcome, model.names, rival)
    words = model.words
    columns = breakdown(game, outcome, words)
    lines: list[str] = []
    for seat in sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat)):
        parts = [
            words("picture.alt_part", what=column.label, points=signed(column.points[seat]))
            for column in columns
            if column.points[seat]
        ]
        key = "picture.alt_alone" if len(names) == 1 else "picture.alt_place"
        made = {"parts": words.all_of(parts)} if rows and parts else {}
        said = {
            "place": outcome.places[seat],
            "name": names[seat],
            "score": signed(outcome.scores[seat]),
        }
        lines.append(words(f"{key}_parts" if made else key, **said, **made))
    return lines


def _alt(model: ViewModel[Any], info: Info, note: str, rival: Rival | None) -> str:
    head = model.words("picture.alt_ranking", game=model.words.title(info))
    return alt_text(
        model,
        lambda shown: " ".join((head, *told(shown, info.key, rows=False, rival=rival), note)).strip(),
        lambda shown: " ".join((head, *told(shown, info.key, rival=rival), note)).strip(),
    )
