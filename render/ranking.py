"""The final ranking of any game: the winner's banner, a row for each seat with its scoring rows, what their
signs mean, and the game's notes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Info, Outcome, ScoreRow
from bot.games.registry import game
from bot.text import Words, signed
from bot.view_model import ViewModel, alt_text, sentences
from render import fonts, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.games import Style, style
from render.parts import barred, crown, header
from render.pen import rings
from render.seats import token

MOST_COLUMNS = 7
_BANNER = 170
_LOWEST = 700
_TOTAL = 106
"""How wide the column of the totals is at least."""
_RIGHT = theme.WIDTH - 42
_NAME_LEFT = 160
_LINE, _SIGN = 44, 58
"""How high a line below the rows is, and how wide the place of a sign in it."""
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


def ranking(
    model: ViewModel[Any], key: str, notes: Sequence[str] = (), rival: Rival | None = None
) -> Drawing:
    """The ranking of a finished game; `model.outcome` is set. The `notes` of the game are lines below the
    rows: which rule has broken a tie, grades."""
    if model.outcome is None:
        raise ValueError("there is no ranking before the end")
    depends = ("ranking", key, model.outcome, model.chronicle is None, *model.people, tuple(notes), rival)
    args = (model, game(key).info, tuple(notes), rival)
    name = f"{key}-ranking.png" if model.chronicle is None else f"{key}-rows.png"
    return Drawing(depends, RenderRequest(name, key, paint, _alt, args, model.icons))


def paint(model: ViewModel[Any], info: Info, notes: Sequence[str], rival: Rival | None) -> Canvas:
    """Banner, headings, rows, signs, notes. The banner is that of the players, whoever has a row; where the
    ending stands above it (`model.chronicle`), there is none."""
    players, words = model.outcome, model.words
    assert players is not None, "there is no ranking before the end"
    outcome, names = _together(players, model.names, rival)
    tokens = [*range(len(model.names)), *([rival.token] if rival else [])]
    look, count = style(info.key), len(names)
    columns = merged(breakdown(info.key, outcome, words), words("picture.other"))
    signs = _signs(look, columns)
    banner = _BANNER if model.chronicle is None else -20
    first = theme.TOP + banner + 66
    below = 8 + (len(signs) * _LINE + 4) * bool(signs) + (len(notes) * _LINE + 28) * bool(notes)
    high, gap = (116, 12) if count <= 5 else (92, 10) if count <= 7 else (66, 8)
    # Few rows share all the room of the lowest picture.
    lowest = _LOWEST if banner == _BANNER else 0
    high = max(high, (lowest - first - below) / count - gap)
    last = first + count * (high + gap)
    height = round(max(lowest, last + below))
    canvas = barred(info.key, height)
    header(canvas, info.key, words, words("picture.final"), lambda _: words("picture.over"))
    best = min(players.places)
    winners = [seat for seat, place in enumerate(players.places) if place == best]
    if banner == _BANNER:
        _banner(canvas, players, winners, names, words, beaten=count > 1)
    size = theme.NUMBER if high < 80 else theme.BIG
    divider = _RIGHT - 20 - max(_TOTAL, *(fonts.width(signed(one), size, True) for one in outcome.scores))
    lefts = [divider - (len(columns) - index) * _column(columns) for index in range(len(columns) + 1)]
    _headings(canvas, look, columns, lefts, first - 36, words)
    for place, seat in enumerate(in_order(outcome)):
        top = first + place * (high + gap)
        box = (theme.EDGE, top, theme.WIDTH - theme.EDGE, top + high)
        _row(canvas, outcome, seat, names[seat], tokens[seat], columns, lefts, box)
    for number, line in enumerate(signs):
        _explain(canvas, look, line, last + (number + 0.5) * _LINE)
    if notes:
        top = height - 16 - len(notes) * _LINE - 8
        canvas.panel((theme.EDGE, top, theme.WIDTH - theme.EDGE, height - 12), theme.PAPER, 14)
        for number, note in enumerate(notes):
            y, room = top + 6 + (number + 0.5) * _LINE, theme.WIDTH - 2 * theme.EDGE - 56
            canvas.text(theme.EDGE + 28, y, note, theme.NAME, room=room, shrink=True)
    return canvas


def _signs(look: Style, columns: list[Column]) -> list[list[tuple[Column, float]]]:
    """The columns that have a sign and no word above them, in lines, each with the left edge of its sign."""
    lines, x = list[list[tuple[Column, float]]](), float(theme.WIDTH)
    for column in columns:
        if not column.key or look.sign is None or not look.sign(Canvas(1), column.key, 0, 0):
            continue
        wide = _SIGN + fonts.width(column.label, theme.NAME) + 36
        if x + wide > theme.WIDTH - theme.EDGE:
            lines.append([])
            x = theme.EDGE + 28.0
        lines[-1].append((column, x))
        x += wide
    return lines


def _explain(canvas: Canvas, look: Style, line: list[tuple[Column, float]], y: float) -> None:
    assert look.sign is not None, "there are signs"
    for column, x in line:
        look.sign(canvas, column.key, x + 23, y)
        canvas.text(x + _SIGN, y, column.label, theme.NAME, theme.MUTED)


def _together(outcome: Outcome, names: Sequence[str], rival: Rival | None) -> tuple[Outcome, tuple[str, ...]]:
    if rival is None:
        return outcome, tuple(names)
    points = sum(row.points for row in rival.rows)
    places = (*outcome.places, 1 if 1 not in outcome.places else 2)
    scores, made = (*outcome.scores, points), (*outcome.breakdown, rival.rows)
    return replace(outcome, places=places, scores=scores, breakdown=made), (*names, rival.name)


def in_order(outcome: Outcome) -> list[int]:
    """The seats, the best one first."""
    return sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat))


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


def merged(columns: list[Column], other: str, most: int = MOST_COLUMNS) -> list[Column]:
    """At most so many columns: the smallest ones together are the last."""
    if len(columns) <= most:
        return columns
    by_weight = sorted(columns, key=lambda column: sum(map(abs, column.points)), reverse=True)
    kept = [column for column in columns if column in by_weight[: most - 1]][: most - 1]
    rest = [column for column in columns if column not in kept]
    sums = tuple(sum(points) for points in zip(*(column.points for column in rest), strict=True))
    return [*kept, Column(other, sums)]


def _column(columns: list[Column]) -> float:
    return 88 if len(columns) > 4 else 110


def _banner(
    canvas: Canvas,
    outcome: Outcome,
    winners: list[int],
    names: Sequence[str],
    words: Words,
    *,
    beaten: bool,
) -> None:
    """Who has won and how; crowned where others were `beaten`, and not with a loss."""
    box = (theme.EDGE, theme.TOP, theme.WIDTH - theme.EDGE, theme.TOP + _BANNER)
    canvas.panel(box, theme.CARD, 18, lit=True)
    middle = theme.TOP + _BANNER / 2
    canvas.stamp(rings("winner's disc", 128, (64, theme.NEWS_PALE)), 116, middle)
    step = 62 if len(winners) == 2 else 46
    shown = winners[:3]
    for index, seat in enumerate(shown):
        x = 116 + (index - (len(shown) - 1) / 2) * step
        token(canvas, seat, x, middle + 12, 40 if len(shown) == 1 else 27 if len(shown) == 2 else 20)
    if outcome.places[winners[0]] == 1 and outcome.scores[winners[0]] >= 0 and beaten:
        crown(canvas, 116, middle - 58, 54)
    score = signed(outcome.scores[winners[0]])
    wide = canvas.text(theme.WIDTH - 54, middle, score, theme.HUGE, theme.INK, bold=True, anchor="r")
    label = words("picture.penalty" if outcome.lowest_wins else "picture.points")
    edge = theme.WIDTH - 54 - wide - 22
    edge -= canvas.text(edge, middle + 18, label, theme.NAME, theme.MUTED, anchor="r") + 30
    result = "won" if outcome.places.count(1) == 1 else "won_shared"
    if len(outcome.places) == 1:
        result = "alone" if outcome.places[0] == 1 else "alone_lost"
    canvas.text(212, middle - 38, words(f"picture.{result}"), theme.NAME, theme.MUTED, bold=True)
    _winners(canvas, [names[seat] for seat in winners], words, edge - 212, middle + 24)


def _winners(canvas: Canvas, names: list[str], words: Words, room: float, y: float) -> None:
    joined = words.all_of(fonts.clean(name) for name in names)
    size = fonts.largest(joined, theme.BIG, room)
    if size >= theme.TITLE:
        canvas.text(212, y, joined, size, theme.INK, bold=True)
    else:
        canvas.lines(212, y + 4, fonts.lines(joined, room, theme.NAME, True), 40, theme.NAME, bold=True)


def _headings(
    canvas: Canvas, look: Style, columns: list[Column], lefts: list[float], y: float, words: Words
) -> None:
    wide = _column(columns)
    for column, left in zip(columns, lefts[:-1], strict=True):
        if column.key and look.sign is not None and look.sign(canvas, column.key, left + wide / 2, y):
            continue
        middle, room = left + wide / 2, wide - 4
        canvas.text(
            middle, y, column.label, theme.NAME, theme.MUTED, bold=True, anchor="m", room=room, shrink=True
        )
    canvas.text(_RIGHT, y, words("picture.total"), theme.NAME, theme.MUTED, bold=True, anchor="r")


def _row(
    canvas: Canvas,
    outcome: Outcome,
    seat: int,
    name: str,
    sign: int,
    columns: list[Column],
    lefts: list[float],
    box: theme.Box,
) -> None:
    won = outcome.places[seat] == 1
    canvas.panel(box, theme.CARD if won else theme.PAPER, 14, lit=won)
    middle, low = (box[1] + box[3]) / 2, box[3] - box[1] < 80
    if len(outcome.places) > 1:
        place = str(outcome.places[seat])
        canvas.text(58, middle, place, theme.NUMBER if low else theme.BIG, theme.INK, bold=True, anchor="m")
    token(canvas, sign, 122, middle, 22 if not low else 19)
    divider, room = lefts[-1], lefts[0] - _NAME_LEFT - 14
    lines = fonts.lines(name, room, theme.NAME, True, 1 if low else 2)
    canvas.lines(_NAME_LEFT, middle, lines, 40, theme.NAME, bold=True)
    for column, left in zip(columns, lefts[:-1], strict=True):
        x = left + _column(columns) / 2
        _points(canvas, column, seat, x, middle, _column(columns), box[3] - box[1], outcome.lowest_wins)
    canvas.fill((divider + 4, box[1] + 14, divider + 6, box[3] - 14), theme.LINE)
    total = signed(outcome.scores[seat])
    canvas.text(_RIGHT, middle, total, theme.NUMBER if low else theme.BIG, theme.INK, bold=True, anchor="r")


def _points(
    canvas: Canvas, column: Column, seat: int, x: float, y: float, wide: float, high: float, lowest_wins: bool
) -> None:
    # One seat's points in one scoring row; the best of the column on a pale ground, unless all have the same.
    points = column.points[seat]
    if len({*column.points}) > 1 and points == (min if lowest_wins else max)(column.points):
        across, down = wide / 2 - 3, min(29, high / 2 - 9)
        canvas.panel(
            (x - across, y - down, x + across, y + down), theme.NEWS_PALE, 10, edge=None, shadow=False
        )
    size = fonts.largest(signed(points), theme.NUMBER, wide - 4)
    canvas.text(x, y, signed(points), size, theme.LOSS if points < 0 else theme.INK, bold=True, anchor="m")


def told(model: ViewModel[Any], game: str, *, rows: bool = True, rival: Rival | None = None) -> list[str]:
    """A line of words for each seat, the best one first; with `rows` what its points are made of."""
    assert model.outcome is not None, "asked only once the game is over"
    outcome, names = _together(model.outcome, model.names, rival)
    words = model.words
    columns = breakdown(game, outcome, words)
    lines: list[str] = []
    for seat in in_order(outcome):
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
            "score": _with_unit(outcome, seat, words),
        }
        lines.append(words(f"{key}_parts" if made else key, **said, **made))
    return lines


def _with_unit(outcome: Outcome, seat: int, words: Words) -> str:
    score = outcome.scores[seat]
    points = words("picture.n_penalty" if outcome.lowest_wins else "picture.n_points", n=abs(score))
    return signed(score).removesuffix(str(abs(score))) + points


def _alt(model: ViewModel[Any], info: Info, notes: Sequence[str], rival: Rival | None) -> str:
    head = model.words("picture.alt_ranking", game=model.words.title(info))
    return alt_text(
        model,
        lambda shown: sentences(shown, (head, *told(shown, info.key, rows=False, rival=rival), *notes)),
        lambda shown: sentences(shown, (head, *told(shown, info.key, rival=rival), *notes)),
    )
