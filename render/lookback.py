"""Looking back at a finished game: the expected result of every seat over its course, and the decisions that
cost most; and the question which move would have been better."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Any

from bot.games.registry import game
from bot.text import Words
from bot.view_model import ComputerName, ViewModel, alt_text, sentences
from render import fonts
from render.canvas import Canvas
from render.curve import ends, strokes
from render.drawing import Drawing, RenderRequest
from render.games import style
from render.parts import PANEL, bar, header
from render.pen import Pen, Point, rings, sprite
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
    NEWS,
    NUMBER,
    PANEL_TOP,
    PAPER,
    SENTENCES,
    TABLE,
    TITLE,
    WHITE,
    WIDTH,
    Box,
    mix,
)

_NAME, _LINE, _SMALL = SENTENCES
_GAP = 14
_CURVE, _ROW, _LUCK, _HIGHEST = 560, 122, 86, 1200
_TINT = mix(PAPER, TABLE, 0.55)
_LOST = mix(CARD, LOSS, 0.22)
_SCALE = (0, 25, 50, 75, 100)
_DOT, _NUMBER_DISC, _STEM = 17, 30, 64
_ROUGH = 50
"""For each so many steps, one more on either side is taken into the mean."""
_IN_A_LINE = 5
"""Seats whose luck stands side by side."""
_HALF = (WIDTH - 2 * EDGE - _GAP) / 2
_OFFER = 92
MOST = 3
"""Decisions that the picture tells."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A decision that cost much, in the reader's words."""

    number: int
    """That of its page."""
    seat: int
    at: int
    """The step of the curve to which it led."""
    mark: str
    played: str
    better: str
    when: str
    lost: int
    """Percentage points of the expected result."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went, as it is expected to end."""

    chances: tuple[tuple[float, ...], ...]
    """At each step by seat, 0 to 1; the first one is where it began."""
    parts: tuple[int, ...]
    """The number of the round or other part of each step, 0 where there are none."""
    part: str
    """What a part is called: `table.replay.which_<part>`."""
    luck: tuple[float | None, ...]
    """By seat, 0 to 1; None of whoever does not want to be seen."""


def lookback(model: ViewModel[Any], key: str, course: Course, turnings: tuple[Turning, ...]) -> Drawing:
    """The curve of a finished game with its turning points, the shares of luck, a line for each point."""
    # Other colours than those that a game's files keep: of what was lost.
    args = (model, key, course, turnings)
    request = RenderRequest(f"{key}-analysis.png", "", paint, _alt, args, model.icons)
    return Drawing(("lookback", key, course, turnings, *model.people), request)


def paint(model: ViewModel[Any], key: str, course: Course, turnings: Sequence[Turning]) -> Canvas:
    """Curve, luck, turning points below each other."""
    words, lines = model.words, -(-len(model.names) // _IN_A_LINE)
    luck = 18 + lines * (_LUCK - 18)
    below = luck + len(turnings) * (_ROW + _GAP) + EDGE
    high = min(_CURVE, _HIGHEST - PANEL_TOP - _GAP - below)
    canvas = Canvas(PANEL_TOP + high + _GAP + below)
    bar(canvas, key, PANEL)
    count = len(course.chances) - 1
    header(
        canvas,
        key,
        words,
        words("analysis.title"),
        lambda _: words("analysis.n_decisions", n=count),
        size=PANEL,
    )
    box = (EDGE, PANEL_TOP, WIDTH - EDGE, PANEL_TOP + high)
    canvas.panel(box, PAPER, 16)
    _curve(canvas, model, course, turnings, box)
    top = PANEL_TOP + high + _GAP
    _luck(canvas, model, course, (EDGE, top, WIDTH - EDGE, top + luck))
    top += luck + _GAP
    for turning in turnings:
        _row(canvas, words, turning, (EDGE, top, WIDTH - EDGE, top + _ROW))
        top += _ROW + _GAP
    return canvas


def _curve(
    canvas: Canvas, model: ViewModel[Any], course: Course, turnings: Sequence[Turning], box: Box
) -> None:
    left, top, right, bottom = box
    words, alone = model.words, len(model.names) == 1
    wide = canvas.text(
        left + 24, top + 38, words("analysis.curve_alone" if alone else "analysis.curve"), NUMBER, bold=True
    )
    note = words("analysis.at_that_moment")
    canvas.text(right - 24, top + 40, note, _LINE, MUTED, anchor="r", room=right - left - wide - 84)
    area = (left + 128, top + 100, right - (140 if len(model.names) > 6 else 96), bottom - 62)
    _bands(canvas, words, course, area)
    for value in _SCALE:
        y = area[3] - value / 100 * (area[3] - area[1])
        canvas.fill((area[0], y - 1, area[2], y + 1), LINE)
        canvas.text(area[0] - 14, y, words("analysis.percent", n=value), TITLE, MUTED, anchor="r")
    drawn = _steadied(course.chances)
    lines = [
        tuple(_point(area, len(drawn), at, each[seat]) for at, each in enumerate(drawn))
        for seat in range(len(model.names))
    ]
    marks = ends(lines, area, 2 if len(model.names) > 6 else 1)
    image = strokes(tuple(lines), marks, box, dots=False)
    canvas.image.paste(image, (round(left), round(top)), image)
    for seat, (x, y) in enumerate(marks):
        token(canvas, seat, x, y, 18)
    _turnings(canvas, [(one.number, lines[one.seat][one.at]) for one in turnings], area)


def _steadied(chances: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """By step the mean of a few around it: each alone is an estimate, and so many of them side by side would
    show little but how rough it is. The first and the last one stay."""
    found, last = list[tuple[float, ...]](), len(chances) - 1
    for at in range(len(chances)):
        around = min(len(chances) // _ROUGH, at, last - at)
        near = chances[at - around : at + around + 1]
        found.append(tuple([fmean(each) for each in zip(*near, strict=True)]))
    return found


def _point(area: Box, steps: int, at: int, chance: float) -> Point:
    left, top, right, bottom = area
    return left + at * (right - left) / max(steps - 1, 1), bottom - chance * (bottom - top)


def _bands(canvas: Canvas, words: Words, course: Course, area: Box) -> None:
    """Every other part tinted, each with its number, or its name where there is room for all of them."""
    left, top, right, bottom = area
    across, at, bands = (right - left) / max(len(course.parts) - 1, 1), 0, list[tuple[int, float, float]]()
    for part, steps in groupby(course.parts):
        begin, at = at, at + len(list(steps))
        first, last = max(begin - 1, 0), at - 1
        if part and last > first:
            bands.append((part, left + first * across, left + last * across))
    if len(bands) < 2:
        return
    names = [words(f"table.replay.which_{course.part}", number=part) for part, *_ in bands]
    named = all(
        fonts.width(name, TITLE) < end - begin - 12
        for name, (_, begin, end) in zip(names, bands, strict=True)
    )
    free = left - 20.0
    for number, (name, (part, begin, end)) in enumerate(zip(names, bands, strict=True)):
        if number % 2 == 0:
            canvas.fill((begin, top - 8, end, bottom), _TINT)
        label, middle = name if named else str(part), (begin + end) / 2
        wide = fonts.width(label, TITLE)
        if middle - wide / 2 > free:
            canvas.text(middle, bottom + 32, label, TITLE, MUTED, anchor="m")
            free = middle + wide / 2 + 14


def _turnings(canvas: Canvas, found: Sequence[tuple[int, Point]], area: Box) -> None:
    """An amber dot at each point, and on a stem a black disc with its number, apart from all others."""
    discs = list[Point]()
    for _, (x, y) in found:
        ups = [y + way * _STEM for way in (-1, 1, -2.2, 2.2, -3.4)]
        inside = [up for up in ups if area[1] - 4 <= up <= area[3] - _NUMBER_DISC]
        free = [up for up in inside if all(abs(x - dx) > 62 or abs(up - dy) > 62 for dx, dy in discs)]
        disc = (free or inside or ups)[0]
        discs.append((x, disc))
        canvas.fill((x - 2, min(y, disc), x + 2, max(y, disc)), INK)
    for (number, (x, y)), (_, disc) in zip(found, discs, strict=True):
        canvas.stamp(rings("turning", 2 * _DOT + 4, (_DOT, INK), (_DOT - 4, NEWS)), x, y)
        _numbered(canvas, x, disc, number)


def _numbered(canvas: Canvas, x: float, y: float, number: int) -> None:
    canvas.stamp(rings("turning's number", 2 * _NUMBER_DISC + 2, (_NUMBER_DISC, INK)), x, y)
    size = NUMBER if number < 10 else TITLE
    canvas.text(x, y, str(number), size, NEWS, bold=True, anchor="m")


def _luck(canvas: Canvas, model: ViewModel[Any], course: Course, box: Box) -> None:
    """How much of what moved the expectation of each seat was chance."""
    left, top, right, _ = box
    canvas.panel(box, PAPER, 16)
    wide = canvas.text(left + 24, top + _LUCK / 2, model.words("analysis.luck"), _NAME, bold=True)
    begin, columns = left + 24 + wide + 40, min(len(course.luck), _IN_A_LINE)
    step = (right - 20 - begin) / columns
    for seat, share in enumerate(course.luck):
        row, column = divmod(seat, _IN_A_LINE)
        x, y = begin + column * step, top + _LUCK / 2 + row * (_LUCK - 18)
        token(canvas, seat, x + 22, y, 20)
        value = "\u2013" if share is None else model.words("analysis.percent", n=round(100 * share))
        canvas.text(x + 56, y, value, _NAME, bold=True)


def _row(canvas: Canvas, words: Words, turning: Turning, box: Box) -> None:
    """Number, seat, what was played and when; what was better, and what it would have saved."""
    left, top, right, bottom = box
    canvas.panel(box, CARD, 14)
    y = (top + bottom) / 2
    _numbered(canvas, left + 48, y, turning.number)
    token(canvas, turning.seat, left + 118, y, 26)
    lost = words("analysis.lost", n=turning.lost)
    wide = max(fonts.width(lost, BIG, True) + 36, 140)
    edge = right - 20 - wide
    canvas.panel((edge, top + 22, right - 20, bottom - 22), _LOST, 12, edge=INK, shadow=False)
    canvas.text(edge + wide / 2, y, lost, BIG, bold=True, anchor="m")
    half = (edge - left - 168 - 84) / 2
    _told(canvas, left + 168, y, turning.played, turning.when, half)
    _exclaiming(canvas, left + 168 + half + 40, y)
    _told(canvas, left + 168 + half + 76, y, turning.better, words("analysis.was_better"), half - 14)


def _told(canvas: Canvas, x: float, y: float, text: str, note: str, room: float) -> None:
    """A move with a note below it; a long one takes two or three lines and leaves the note out."""
    if fonts.width(text, _SMALL, True) <= room:
        size = fonts.largest(text, NUMBER, room)
        canvas.text(x, y - 20, text, size, bold=True, room=room)
        small = next((one for one in (TITLE, NAME) if fonts.width(note, one) <= room), HINT)
        canvas.text(x, y + 28, note, small, MUTED, room=room)
        return
    if len(fonts.lines(text, room, _SMALL, True, most=3)) > 2:
        whole = not fonts.lines(text, room, NAME, True, most=3)[-1].endswith(fonts.ELLIPSIS)
        size = NAME if whole else HINT
        canvas.lines(x, y, fonts.lines(text, room, size, True, most=3), 36, size, bold=True)
        return
    canvas.lines(x, y, fonts.lines(text, room, _SMALL, True), 42, _SMALL, bold=True)


def _exclaiming(canvas: Canvas, x: float, y: float) -> None:
    def paint(pen: Pen) -> None:
        pen.disc(26, 26, 25, INK)
        pen.line([(26, 12), (26, 29)], 6, WHITE)
        pen.disc(26, 39, 4, WHITE)

    canvas.stamp(sprite("exclaiming", 52, 52, paint), x, y)


def _alt(model: ViewModel[Any], key: str, course: Course, turnings: Sequence[Turning]) -> str:
    words = model.words

    def lines(shown: ViewModel[Any]) -> list[str]:
        title = words.title(game(key).info)
        told = [words("analysis.alt", game=title)]
        for seat, (name, luck) in enumerate(zip(shown.names, course.luck, strict=True)):
            if luck is not None:
                first, last = (round(100 * each[seat]) for each in (course.chances[0], course.chances[-1]))
                values = {"first": first, "last": last, "luck": round(100 * luck)}
                told.append(words("analysis.alt_seat", name=name, **values))
        return told + [said(words, one, shown.names[one.seat]) for one in turnings]

    return alt_text(model, lambda shown: sentences(shown, lines(shown)))


def said(words: Words, one: Turning, name: str) -> str:
    """A turning point in one sentence."""
    values = {
        "number": one.number,
        "when": one.when,
        "name": name,
        "played": one.played,
        "better": one.better,
    }
    return words("analysis.turning", n=one.lost, **values)


# Which move was better -------------------------------------------------------------------------------------


def question(model: ViewModel[Any], key: str, seat: int, asked: Turning, offered: tuple[str, ...]) -> Drawing:
    """The move that was played, what it cost, and the others to choose from, each with its letter."""
    request = RenderRequest(
        f"{key}-question.png", key, _question, _asked, (model, key, seat, asked, offered), model.icons
    )
    return Drawing(("question", key, seat, asked, offered, *model.people), request)


def letter(index: int) -> str:
    """That of a move to choose from."""
    return chr(ord("A") + index)


def _question(model: ViewModel[Any], key: str, seat: int, asked: Turning, offered: Sequence[str]) -> Canvas:
    words = model.words
    columns, step = (1, _OFFER + 4) if any(_is_cut(text, _HALF) for text in offered) else (2, _OFFER + 10)
    rows = -(-len(offered) // columns)
    across = (WIDTH - 2 * EDGE - _GAP) / columns
    top = PANEL_TOP + 150 + _GAP
    canvas = Canvas(round(top + 84 + rows * step + 16 + EDGE))
    bar(canvas, key, PANEL)
    header(canvas, key, words, words("analysis.find_title"), size=PANEL)
    canvas.panel((EDGE, PANEL_TOP, WIDTH - EDGE, PANEL_TOP + 150), CARD, 16)
    token(canvas, seat, EDGE + 50, PANEL_TOP + 46, 26)
    half = WIDTH / 2 - 40
    name, room = model.names[seat], half - EDGE - 92
    if isinstance(name, ComputerName) and fonts.width(name, _NAME, True) > room:
        name = name.short
    canvas.text(EDGE + 92, PANEL_TOP + 46, name, _NAME, bold=True, room=room)
    room = half - EDGE - 28
    small = _LINE if fonts.width(asked.when, _LINE) <= room else NAME
    canvas.text(EDGE + 28, PANEL_TOP + 106, asked.when, small, MUTED, room=room)
    _struck(canvas, words, asked, half + 20)
    canvas.panel((EDGE, top, WIDTH - EDGE, canvas.height - EDGE), PAPER, 16)
    wide = canvas.text(EDGE + 24, top + 42, words("analysis.which"), NUMBER, bold=True)
    stake = words("analysis.stake", n=asked.lost)
    canvas.text(
        WIDTH - EDGE - 24, top + 44, stake, _LINE, MUTED, anchor="r", room=WIDTH - 2 * EDGE - wide - 80
    )
    accent = style(key).accent
    for index, text in enumerate(offered):
        column, row = divmod(index, rows)
        left = EDGE + 18 + column * (across - 10)
        low = top + 84 + row * step
        box = (left, low, left + across - 28, low + _OFFER)
        canvas.panel(box, CARD, 12)
        y = low + _OFFER / 2
        canvas.stamp(rings(("letter", accent), 60, (28, accent)), left + 46, y)
        canvas.text(left + 46, y, letter(index), TITLE, WHITE, bold=True, anchor="m")
        room = _in_box(across)
        if fonts.width(text, _LINE, True) <= room:
            canvas.text(left + 92, y, text, fonts.largest(text, _NAME, room), bold=True)
        else:
            size = NAME if columns == 1 and _is_cut(text, across) else _SMALL
            canvas.lines(left + 92, y, fonts.lines(text, room, size, True), size + 8, size, bold=True)
    return canvas


def _in_box(across: float) -> float:
    """The room for the words of a move to choose from."""
    return across - 28 - 92 - 14


def _is_cut(text: str, across: float) -> bool:
    """Whether two lines are too few: then moves that differ at their ends may look the same."""
    return fonts.lines(text, _in_box(across), _SMALL, True)[-1].endswith(fonts.ELLIPSIS)


def _struck(canvas: Canvas, words: Words, asked: Turning, left: float) -> None:
    """What was played, and what it cost."""
    y = PANEL_TOP + 75
    lost = words("analysis.lost", n=asked.lost)
    wide = fonts.width(lost, BIG, True) + 40
    canvas.pill(WIDTH - EDGE - 24, y, lost, BIG, anchor="r", height=84, padding=20)
    room = WIDTH - EDGE - 24 - wide - 24 - left
    canvas.text(left, y - 40, words("analysis.played"), _LINE, MUTED)
    if fonts.width(asked.played, _LINE, True) <= room:
        canvas.text(left, y + 18, asked.played, fonts.largest(asked.played, NUMBER, room), bold=True)
    else:
        canvas.lines(left, y + 26, fonts.lines(asked.played, room, _SMALL, True), 40, _SMALL, bold=True)


def _asked(model: ViewModel[Any], key: str, seat: int, asked: Turning, offered: Sequence[str]) -> str:
    return alt_text(model, lambda shown: asking(shown.words, key, shown.names[seat], asked, offered))


def asking(words: Words, key: str, name: str, asked: Turning, offered: Sequence[str]) -> str:
    """The question for the better move in one sentence."""
    moves = words.listed(f"{letter(index)} {text}" for index, text in enumerate(offered))
    values = {"name": name, "when": asked.when, "played": asked.played, "n": asked.lost}
    return words("analysis.alt_question", game=words.title(game(key).info), moves=moves, **values)
