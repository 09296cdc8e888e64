"""The standings of a tournament: a row for each line with what it got at every table, and the tables of the
round below."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from bot.text import Words, cut, one_line
from render import fonts, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.parts import barred, header
from render.seats import token

_HEADINGS, _FOOT = 40, 44
_HIGH, _LOW_ROW, _FEW = 78, 56, 12
"""The height of a row; of one of more than so many."""
_GAP, _TABLE = 8, 150
_COLUMNS, _CELL, _ROOMY = 4, 118, 140
"""So many of the last cells are shown, and the width of each; of fewer, in which all digits are as large."""
_NAME, _SCORE, _POINTS = 154, 970, 1150
_TOKENS = 10
"""So many lines have a symbol each."""
_ALT = 1000


@dataclass(frozen=True, slots=True)
class Got:
    """What a line got at one table of a round; None while it is played; `table` is empty for a bye."""

    round: int
    points: str | None
    table: str
    best: bool = False


@dataclass(frozen=True, slots=True)
class CupRow:
    """A line of the standings; `place` is 0 before any table has ended."""

    place: int
    name: str
    number: int
    got: tuple[Got, ...]
    score: str
    points: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of the round, with the numbers of its lines."""

    name: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CupCard:
    """The standings after so many rounds, of `rounds` in all where that is certain, else 0; `rows` are the
    first ones of all `people`."""

    game: str
    title: str
    rows: tuple[CupRow, ...]
    tables: tuple[Seated, ...]
    round: int
    rounds: int
    people: int
    over: bool
    final: bool = False


def cup_picture(card: CupCard, words: Words) -> Drawing:
    """The picture of the standings."""
    request = RenderRequest(f"{card.game}-tournament.png", card.game, paint, _alt, (card, words))
    return Drawing(("tournament", card, words.locale), request)


def paint(card: CupCard, words: Words) -> Canvas:
    """Headings, rows, the tables of the round, and what the signs mean."""
    high = _HIGH if len(card.rows) <= _FEW else _LOW_ROW
    first = theme.TOP + _HEADINGS
    last = first + len(card.rows) * (high + _GAP) + 8
    across = min(len(card.tables), 2)
    below = -(-len(card.tables) // 2) * (_TABLE + _GAP) if card.tables else 0
    canvas = barred(card.game, round(last + below + _FOOT + 8))
    part = _part(card, words)
    header(
        canvas, card.game, words, part, lambda _: words("cup.picture.people", n=card.people), title=card.title
    )
    rounds = _rounds(card)
    columns = _columns(rounds)
    for at, (number, x) in enumerate(columns):
        if not at or columns[at - 1][0] != number:
            canvas.text(x, theme.TOP + 18, f"R{number}", theme.NAME, theme.MUTED, bold=True, anchor="m")
    if len(rounds) > len(columns):  # the points are more than the cells add up to
        x = columns[0][1] - _CELL / 2
        canvas.text(x, theme.TOP + 18, "…", theme.NAME, theme.MUTED, bold=True, anchor="m")
    for x, key in ((_SCORE, "score"), (_POINTS, "points")):
        label = words(f"cup.picture.{key}")
        canvas.text(x, theme.TOP + 18, label, theme.NAME, theme.MUTED, bold=True, anchor="r")
    for index, row in enumerate(card.rows):
        top = first + index * (high + _GAP)
        _row(canvas, card, row, (theme.EDGE, top, theme.WIDTH - theme.EDGE, top + high), columns)
    tied = _tied(card)
    _ties(canvas, tied, first, high)
    for index, table in enumerate(card.tables):
        top = last + index // 2 * (_TABLE + _GAP)
        wide = (theme.WIDTH - 2 * theme.EDGE - (across - 1) * 14) / max(across, 1)
        left = theme.EDGE + index % 2 * (wide + 14)
        _table(canvas, card, table, (left, top, left + wide, top + _TABLE))
    cells = (got for row in card.rows for got in row.got if got.points is not None and got.table)
    sample = next((f"{got.points} {got.table}" for got in cells), "")
    if sample:
        foot = words("cup.picture.foot_tied" if tied else "cup.picture.foot", sample=sample)
        room, y = theme.WIDTH - 2 * theme.EDGE, last + below + _FOOT / 2
        canvas.text(theme.WIDTH / 2, y, foot, theme.HINT, theme.MUTED, anchor="m", room=room)
    return canvas


def _part(card: CupCard, words: Words) -> str:
    if card.over:
        return words("cup.picture.over")
    if card.final:
        return words("cup.picture.final")
    if card.rounds:
        return words("cup.picture.round_of", n=card.round, of=card.rounds)
    return words("cup.picture.round", n=card.round)


def _rounds(card: CupCard) -> list[int]:
    """All rounds so far, each as often as somebody plays in it."""
    most = Counter[int]()
    for row in card.rows:
        most |= Counter(got.round for got in row.got)
    return sorted(most.elements())


def _columns(rounds: list[int]) -> list[tuple[int, float]]:
    """The rounds of the last tables, with their middles."""
    shown = rounds[-_COLUMNS:]
    wide = _wide(len(shown))
    left = _SCORE - 130 - len(shown) * wide
    return [(number, left + (at + 0.5) * wide) for at, number in enumerate(shown)]


def _wide(columns: int) -> int:
    return _ROOMY if columns < _COLUMNS else _CELL


def _row(
    canvas: Canvas, card: CupCard, row: CupRow, box: theme.Box, columns: list[tuple[int, float]]
) -> None:
    ahead = bool(card.tables) and row.number in card.tables[0].lines
    fill = theme.CARD if row.place == 1 or ahead else theme.PAPER
    canvas.panel(box, fill, 14, lit=row.place == 1 and _counts(row))
    middle, half = (box[1] + box[3]) / 2, (box[3] - box[1]) / 2 - 8
    colour = theme.MUTED if row.gone else theme.INK
    if row.place:
        canvas.text(56, middle, str(row.place), theme.NUMBER, colour, bold=True, anchor="m")
    left = _NAME
    if card.people <= _TOKENS:
        token(canvas, row.number, 118, middle, 20)
    else:
        left = 100
    wide = _wide(len(columns))
    end = columns[0][1] - wide / 2 if columns else _SCORE - 110
    canvas.text(left, middle, row.name, theme.TITLE, colour, bold=True, room=end - left - 8, shrink=False)
    for number, places in groupby(columns, itemgetter(0)):
        middles = [x for _, x in places]
        shown = [got for got in row.got if got.round == number][-len(middles) :]
        for got, x in zip(shown, middles, strict=False):  # who plays no more has fewer
            _cell(canvas, got, (x - wide / 2 + 6, middle - half, x + wide / 2 - 6, middle + half))
    canvas.text(_SCORE, middle, row.score, theme.TITLE, colour, anchor="r")
    canvas.text(_POINTS, middle, row.points, theme.NUMBER, colour, bold=True, anchor="r", room=150)


def _cell(canvas: Canvas, got: Got, box: theme.Box) -> None:
    """Points and table; pale amber where nobody at the table got more, open while it is played."""
    fill = theme.NEWS_PALE if got.best else theme.CARD if got.points is None else theme.TABLE
    edge = theme.INK if got.best else theme.MUTED if got.points is None else None
    canvas.panel(box, fill, 10, edge=edge, shadow=False)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if got.points is None or not got.table:
        text = got.table if got.points is None else got.points
        canvas.text(x, y, text, theme.TITLE, theme.INK, bold=True, anchor="m")
        return
    room = box[2] - box[0] - 44
    canvas.text(
        box[2] - 40, y, got.points, theme.TITLE, theme.INK, bold=True, anchor="r", room=room, shrink=True
    )
    canvas.text(box[2] - 20, y, got.table, theme.HINT, theme.MUTED, bold=True, anchor="m")


def _tied(card: CupCard) -> list[tuple[int, int]]:
    """The first and the last line of those with equal points."""
    groups = groupby(enumerate(card.rows), key=lambda pair: (pair[1].points, pair[1].gone))
    lines = [[index for index, row in group if _counts(row)] for _, group in groups]
    return [(rows[0], rows[-1]) for rows in lines if len(rows) > 1]


def _counts(row: CupRow) -> bool:
    """Whether a line has a result by now: before that nobody is ahead and nobody tied."""
    return any(got.points is not None for got in row.got)


def _ties(canvas: Canvas, tied: list[tuple[int, int]], first: float, high: float) -> None:
    """A bracket round those with equal points."""
    for lines in tied:
        top, bottom = (first + index * (high + _GAP) + high / 2 for index in lines)
        x, middle = _SCORE + 44, (top + bottom) / 2
        for box in (
            (x, top - 2, x + 4, bottom + 2),
            (x - 16, top - 2, x, top + 2),
            (x - 16, bottom - 2, x, bottom + 2),
        ):
            canvas.fill(box, theme.BROWN)
        # In the gap between two rows a bare sign would be lost among their edges.
        box = (x - 14, middle - 16, x + 18, middle + 16)
        canvas.panel(box, theme.CARD, 10, edge=theme.BROWN, shadow=False)
        canvas.text(x + 2, middle, "=", theme.HINT, theme.BROWN, bold=True, anchor="m")


def _table(canvas: Canvas, card: CupCard, table: Seated, box: theme.Box) -> None:
    """The name of a table in a disc, its symbols, and the names below."""
    canvas.panel(box, theme.CARD if table is card.tables[0] else theme.PAPER, 14)
    middle = (box[1] + box[3]) / 2
    canvas.pill(
        box[0] + 56,
        middle,
        table.name,
        theme.TITLE,
        theme.LOSS,
        theme.WHITE,
        edge=None,
        height=72,
        padding=22,
    )
    names = {row.number: row.name for row in card.rows}
    said = [cut(names.get(line, ""), 14) for line in table.lines if line in names]
    left, room = box[0] + 112, box[2] - box[0] - 126
    y = middle
    if card.people <= _TOKENS:
        y = middle + 32
        for at, line in enumerate(table.lines):
            token(canvas, line, left + 24 + at * 62, middle - 26, 21)
    lines = fonts.lines(" · ".join(said), room, theme.HINT, False, 1 if card.people <= _TOKENS else 3)
    canvas.lines(left, y, lines, 34, theme.HINT)


def _alt(card: CupCard, words: Words) -> str:
    head = words("cup.picture.alt", title=one_line(card.title), part=_part(card, words))
    names = [cut(one_line(row.name), 24) for row in card.rows]
    rows = [
        words("cup.picture.alt_line", place=row.place, name=name, points=row.points)
        for row, name in zip(card.rows, names, strict=True)
        if row.place
    ]
    return cut(" ".join((head, *(rows or [words.listed(names)]))), _ALT)
