"""The end of any game: who has won, the ranking, the curve of the points, what was remarkable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from PIL import Image

from bot.games.chronicle import MOST, Highlight
from bot.games.contract import Info, Seat
from bot.games.registry import game
from bot.text import Words, plus, signed
from bot.view_model import ViewModel, alt_text, capital, sentences
from render import fonts, ranking
from render.canvas import Canvas
from render.curve import curve
from render.drawing import Drawing, RenderRequest
from render.games import Style, style
from render.parts import PANEL, bar, crown, header
from render.pen import rings
from render.seats import token
from render.theme import (
    BIG,
    CARD,
    EDGE,
    HINT,
    HUGE,
    INK,
    LINE,
    LOSS,
    MUTED,
    NAME,
    NEWS,
    NEWS_PALE,
    NUMBER,
    PANEL_TOP,
    PAPER,
    SENTENCES,
    SHADE,
    TALL,
    TITLE,
    WIDTH,
    Box,
)

_NAME, _LINE, _SMALL = SENTENCES
_GAP = 14
_BANNER, _NOTE, _ROW, _LOW_ROW = 150, 78, 122, 92
_LEFT = 540
"""How wide the rows are beside a curve."""
_CURVE, _CARD, _LOW_CARD, _SHORT, _HIGHEST = 430, 348, 280, 124, 1200
"""How high the curve below the rows is, a highlight with a drawing, the least one, and one without; the
picture at most."""
_MADE, _SHEET, _BARS = 508, 690, 250
"""How wide and high at least what the only player has made is drawn; how high their games are."""
_ALONE, _SIGN = 381, 56
"""How wide what a highlight draws is at most, with its card; how large the sign of a row is."""
_FEW = 4
"""So many seats have their rows beside the curve."""
_MOST_ROWS = 9
"""Rows of a score that stand below each other."""


@dataclass(frozen=True, slots=True)
class Best:
    """A seat whose result is better than all before it."""

    seat: int
    kind: str
    """`ending.<kind>` says it: its own ones, or those of the whole server."""
    ahead: int
    """By how many points it is better than the own ones, where there are any."""


Bests = tuple[Best, ...]


def ending(
    model: ViewModel[Any],
    key: str,
    part: str,
    notes: Sequence[str] = (),
    earlier: Sequence[int] = (),
    bests: Bests = (),
) -> Drawing:
    """The last picture of a finished game; `model.outcome` and `model.chronicle` are set. `part` is what a
    step of the curve is called (`table.replay.<part>`), `notes` are which rules have broken a tie; `earlier`
    are the points of earlier games of the only player, oldest first."""
    outcome, told = model.outcome, model.chronicle
    if outcome is None or told is None:
        raise ValueError("there is no ending before the end")
    alone = len(outcome.scores) == 1
    if alone and bests and bests[0].ahead:
        best = Highlight(Seat(0), "best", bests[0].ahead, 1, shared=True)
        told = replace(told, highlights=(best, *told.highlights)[:MOST])
        model = replace(model, chronicle=told)
    more = part, tuple(notes), tuple(earlier), bests
    made = model.view if alone and style(key).board else None
    depends = ("ending", key, outcome, model.chronicle, *model.people, *more, made)
    args = (model, game(key).info, *more)
    return Drawing(depends, RenderRequest(f"{key}-ending.png", key, paint, _alt, args, model.icons))


def paint(
    model: ViewModel[Any],
    info: Info,
    part: str,
    notes: Sequence[str],
    earlier: Sequence[int] = (),
    bests: Bests = (),
) -> Canvas:
    """Banner, rows beside or above the curve, what has broken a tie, highlights; alone what was made."""
    outcome, told, words = model.outcome, model.chronicle, model.words
    assert outcome is not None and told is not None  # noqa: PT018
    count, curves = len(outcome.scores), bool(told.points) and len(told.laps) > 2
    rows, fixed = (
        _rows_high(model, info, bool(earlier)),
        PANEL_TOP + _BANNER + 2 * _GAP + (_NOTE + _GAP) * len(notes),
    )
    drawn, heading = (_SHORT, 0) if count > _FEW or count == 1 else (_CARD, 56)
    last = (heading + drawn + _GAP) * bool(told.highlights)
    if heading and last:
        drawn -= max(0, fixed + rows + last - _HIGHEST)
        if drawn < _LOW_CARD:  # below two broken ties
            drawn, heading = _SHORT, 0
        last = heading + drawn + _GAP
    if count == 1:
        rows = min(rows, _HIGHEST - fixed - last)
    below = min(_CURVE, _HIGHEST - fixed - rows - _GAP - last) + _GAP if curves and count > _FEW else 0
    middle = rows + below
    height = fixed + middle + last
    canvas = Canvas(height)
    bar(canvas, info.key, PANEL)
    steps = _counted(model, info, part)
    header(canvas, info.key, words, words("ending.title"), lambda _: steps, size=PANEL)
    _banner(canvas, model, info, bests)
    top = PANEL_TOP + _BANNER + _GAP
    if count == 1:
        _alone(canvas, model, info, part, (top, top + rows), earlier, curves=curves)
    elif count <= _FEW:
        wide = _LEFT if curves else WIDTH - 2 * EDGE
        for place, seat in enumerate(ranking.in_order(outcome)):
            high = (rows - (count - 1) * 12) / count
            low = top + place * (high + 12)
            _row(canvas, model, part, seat, (EDGE, low, EDGE + wide, low + high), bests)
        if curves:
            _curve(canvas, model, info, part, (EDGE + wide + _GAP, top, WIDTH - EDGE, top + rows))
    else:
        _many(canvas, model, part, top, bests)
        if curves:
            _curve(canvas, model, info, part, (EDGE, top + rows + _GAP, WIDTH - EDGE, top + middle))
    top += middle + _GAP
    for note in notes:
        canvas.panel((EDGE, top, WIDTH - EDGE, top + _NOTE), CARD, 16, lit=True)
        room = WIDTH - 2 * EDGE - 56
        size = TITLE if fonts.width(fonts.clean(note), TITLE, True) <= room else NAME
        canvas.lines(EDGE + 28, top + _NOTE / 2, fonts.lines(note, room, size, True), 35, size, bold=True)
        top += _NOTE + _GAP
    _highlights(canvas, model, info, part, told.highlights, top, drawn, heading)
    return canvas


def _counted(model: ViewModel[Any], info: Info, part: str) -> str:
    """How many steps there were: parts of this name, else pages, as the game calls them."""
    told, words, own = model.chronicle, model.words, f"{info.key}.ending.n_page"
    assert told is not None
    n = len(told.laps) - 1
    return words(f"ending.n_{part}" if told.parted else own if own in words else "ending.n_page", n=n)


def _step(model: ViewModel[Any], info: Info, part: str) -> str:
    """What a step is called."""
    told, words, own = model.chronicle, model.words, f"{info.key}.ending.page"
    assert told is not None
    return words(f"ending.{part}" if told.parted else own if own in words else "ending.page")


def _rows_high(model: ViewModel[Any], info: Info, earlier: bool) -> int:
    """How high the rows of the ranking are together; alone those of the score and earlier games."""
    assert model.outcome is not None
    count = len(model.outcome.scores)
    if count == 1:
        lowest = _SHEET if style(info.key).board else 340
        return max(44 + 60 * len(_score_rows(model, info)) + (_BARS + _GAP) * earlier, lowest)
    if count <= _FEW:
        return count * (_ROW if count < _FEW else 104) + (count - 1) * 12
    return -(-count // 2) * (_LOW_ROW + 10) - 10


def _with_unit(canvas: Canvas, words: Words, key: str, score: int, y: float) -> float:
    """A score with its unit, right-aligned in the banner; where it begins."""
    own, number = f"{key}.unit", str(abs(score))
    before, _, after = words(own if own in words else "ending.unit", n=abs(score)).partition(number)
    edge = WIDTH - 54.0
    if after:
        edge -= canvas.text(edge, y + 10, after.strip(), NUMBER, bold=True, anchor="r") + 16
    edge -= canvas.text(edge, y, signed(score), HUGE, bold=True, anchor="r")
    if before:
        edge -= canvas.text(edge - 14, y + 10, before.strip(), NUMBER, bold=True, anchor="r") + 14
    return edge


def _banner(canvas: Canvas, model: ViewModel[Any], info: Info, bests: Bests) -> None:
    """Who has won and with what; crowned where others were beaten, or all that was alone before."""
    outcome, words = model.outcome, model.words
    assert outcome is not None
    box = (EDGE, PANEL_TOP, WIDTH - EDGE, PANEL_TOP + _BANNER)
    canvas.panel(box, CARD, 18, lit=True)
    middle = PANEL_TOP + _BANNER / 2
    best = min(outcome.places)
    winners = [seat for seat, place in enumerate(outcome.places) if place == best]
    canvas.stamp(rings("winner's disc", 128, (64, NEWS_PALE)), 108, middle)
    shown, alone = winners[:3], len(outcome.places) == 1
    crowned = best == 1 and (bool(bests) or not alone)
    for index, seat in enumerate(shown):
        x = 108 + (index - (len(shown) - 1) / 2) * (62 if len(shown) == 2 else 46)
        token(
            canvas, seat, x, middle + 14 * crowned, 40 if len(shown) == 1 else 27 if len(shown) == 2 else 20
        )
    if crowned:
        crown(canvas, 108, middle - 52, 58)
    score = outcome.scores[winners[0]]
    edge = _with_unit(canvas, words, info.key, score, middle) - 30
    if alone:
        result = "alone" if best == 1 else "alone_lost"
    else:
        result = "won" if len(winners) == 1 else "won_shared"
    wide = canvas.text(200, middle - 40, words(f"picture.{result}"), _NAME, MUTED, bold=True, room=edge - 200)
    if alone and bests:
        said = words(f"ending.{bests[0].kind}")
        canvas.pill(200 + wide + 22, middle - 40, said, TITLE, anchor="l", height=48, padding=16)
    joined = words.all_of(fonts.clean(model.names[seat]) for seat in winners)
    size = fonts.largest(joined, TALL, edge - 200)
    if size >= TITLE:
        canvas.text(200, middle + 28, joined, size, bold=True)
    else:
        lines = fonts.lines(joined, edge - 200, _SMALL, True)
        canvas.lines(200, middle + 30, lines, 42, _SMALL, bold=True)


def _note(model: ViewModel[Any], part: str, seat: int) -> str:
    """A short fact about a seat: that it shares its place, else the step that was its best one."""
    outcome, told, words = model.outcome, model.chronicle, model.words
    assert outcome is not None and told is not None  # noqa: PT018
    place = outcome.places[seat]
    if outcome.places.count(place) > 1:
        return words("ending.shares", n=place)
    if not told.points or not told.parted:
        return ""
    made = [after[seat] - before[seat] for before, after in zip(told.points, told.points[1:], strict=False)]
    numbers = told.laps[1:]
    counted = {row.number: row.points for row in outcome.breakdown[seat] if row.number}
    if counted.keys() == {*numbers}:  # what a part has brought, wherever the curve begins
        made = [counted[number] for number in numbers]
    if min(made) == max(made):
        return ""
    best = min(made) if outcome.lowest_wins else max(made)
    return words(f"ending.best_{part}", number=numbers[made.index(best)], points=signed(best))


def _row(canvas: Canvas, model: ViewModel[Any], part: str, seat: int, box: Box, bests: Bests) -> None:
    """Place, name, points; below the name that these are better than all before, else another short fact."""
    outcome = model.outcome
    assert outcome is not None
    won = outcome.places[seat] == 1
    canvas.panel(box, CARD if won else PAPER, 14, lit=won)
    left, top, right, bottom = box
    y = (top + bottom) / 2
    place, many = str(outcome.places[seat]), len(outcome.places) >= 10
    canvas.text(left + 38 + 8 * many, y, place, NUMBER if many else BIG, bold=True, anchor="m")
    token(canvas, seat, left + 96 + 8 * many, y, 24)
    end = right - 22 - canvas.text(right - 22, y, signed(outcome.scores[seat]), BIG, bold=True, anchor="r")
    room, note = end - left - 140 - 14, _note(model, part, seat)
    best = next((one for one in bests if one.seat == seat), None)
    if not note and best is None:
        canvas.lines(left + 140, y, fonts.lines(model.names[seat], room, _NAME, True), 42, _NAME, bold=True)
        return
    canvas.text(left + 140, y - 22, model.names[seat], _NAME, bold=True, room=room)
    if best is None:
        size = next((one for one in (_SMALL, NAME) if fonts.width(note, one) <= room), HINT)
        canvas.text(left + 140, y + 24, note, size, MUTED, room=room)
    else:
        said = model.words(f"ending.{best.kind}")
        canvas.pill(left + 140, y + 24, said, NAME, anchor="l", height=40, padding=14)


def _many(canvas: Canvas, model: ViewModel[Any], part: str, top: float, bests: Bests) -> None:
    """The rows of five and more in two columns, the first one down first."""
    assert model.outcome is not None
    wide = (WIDTH - 2 * EDGE - _GAP) / 2
    order = ranking.in_order(model.outcome)
    down = -(-len(order) // 2)
    for index, seat in enumerate(order):
        left = EDGE + (index // down) * (wide + _GAP)
        low = top + index % down * (_LOW_ROW + 10)
        _row(canvas, model, part, seat, (left, low, left + wide, low + _LOW_ROW), bests)


def _curve(canvas: Canvas, model: ViewModel[Any], info: Info, part: str, box: Box) -> None:
    told = model.chronicle
    assert told is not None
    canvas.panel(box, PAPER, 16)
    unit = _step(model, info, part)
    limit = style(info.key).limit(model.view)
    curve(canvas, box, [str(lap) for lap in told.laps], told.points, unit, limit=limit)


def _score_rows(model: ViewModel[Any], info: Info) -> list[ranking.Column]:
    assert model.outcome is not None
    columns = ranking.breakdown(info.key, model.outcome, model.words)
    return ranking.merged(columns, model.words("picture.other"), _MOST_ROWS)


def _alone(
    canvas: Canvas,
    model: ViewModel[Any],
    info: Info,
    part: str,
    span: tuple[float, float],
    earlier: Sequence[int],
    *,
    curves: bool,
) -> None:
    """What was made, else the curve; beside it the score row by row, and earlier games."""
    look, (top, bottom) = style(info.key), span
    wide = _MADE if look.board else _LEFT + 120 if curves else 0
    if look.board:
        box = (EDGE, top, EDGE + wide, bottom)
        canvas.panel(box, PAPER, 16)
        look.board(canvas, model.view, (box[0] + 14, top + 14, box[2] - 14, bottom - 14))
    elif curves:
        _curve(canvas, model, info, part, (EDGE, top, EDGE + wide, bottom))
    left = EDGE + wide + _GAP * bool(wide)
    foot = bottom - (_BARS + _GAP) * bool(earlier)
    _score(canvas, model, info, (left, top, WIDTH - EDGE, foot))
    if earlier:
        _games(canvas, model, earlier, (left, foot + _GAP, WIDTH - EDGE, bottom))


def _score(canvas: Canvas, model: ViewModel[Any], info: Info, box: Box) -> None:
    """What the points are made of, row by row."""
    look, rows, (left, top, right, bottom) = style(info.key), _score_rows(model, info), box
    canvas.panel(box, PAPER, 16)
    step = (bottom - top - 20) / len(rows)
    for index, column in enumerate(rows):
        y = top + 10 + (index + 0.5) * step
        if index:
            canvas.fill((left + 20, y - step / 2 - 1, right - 20, y - step / 2 + 1), LINE)
        x = left + 24.0
        if look.sign is not None and column.key and look.sign(canvas, column.key, x + 23, y):
            x += 66
        points = column.points[0]
        ink = LOSS if points < 0 else INK
        shown = plus(points) if points else "0"
        end = right - 24 - canvas.text(right - 24, y, shown, NUMBER, ink, bold=True, anchor="r")
        canvas.text(x, y, column.label, _LINE, room=end - x - 16)


def _games(canvas: Canvas, model: ViewModel[Any], earlier: Sequence[int], box: Box) -> None:
    """Earlier games as bars, and last this one; from the lowest, where one is below zero."""
    assert model.outcome is not None
    left, top, right, bottom = box
    canvas.panel(box, CARD, 16)
    canvas.text(left + 24, top + 34, model.words("ending.games"), _LINE, MUTED, bold=True)
    points = (*earlier, model.outcome.scores[0])
    low, high, foot = min(0, *points), max(0, *points), bottom - 20
    step, room = (right - left - 40) / len(points), foot - top - 124
    for index, one in enumerate(points):
        x = left + 20 + (index + 0.5) * step
        upper = foot - 10 - room * (one - low) / max(high - low, 1)
        half = min(step / 2 - 14, 60)
        fill = NEWS if index == len(points) - 1 else SHADE
        canvas.fill((x - half, upper, x + half, foot), fill)
        canvas.text(x, upper - 26, signed(one), NUMBER, bold=True, anchor="m")


def _said(model: ViewModel[Any], info: Info, part: str, one: Highlight) -> str:
    words, key = model.words, info.key
    step = _step(model, info, part)
    values = {name: words(f"{key}.score.{value}") if name == "what" else value for name, value in one.values}
    own = f"{key}.highlight.{one.key}_{dict(one.values).get('what')}"
    sentence = own if own in words else f"{'ending' if one.shared else key}.highlight.{one.key}"
    told = words(sentence, n=one.n, step=step, **values)
    return told.replace(str(one.n), signed(one.n))


def _fitting(text: str, room: float) -> tuple[list[str], int]:
    """The text in two lines of about the same length, in the largest size in which it fits as a whole; a very
    long one in three."""
    size, most = NAME, 3
    for size, most in ((_LINE, 2), (_SMALL, 2), (NAME, 2), (NAME, 3)):
        if not fonts.lines(text, room, size, True, most)[-1].endswith(fonts.ELLIPSIS):
            break
    found = fonts.lines(text, room, size, True, most)
    for less in range(8, round(room / 2), 8):
        closer = fonts.lines(text, room - less, size, True, most)
        if len(closer) > len(found) or closer[-1].endswith(fonts.ELLIPSIS):
            break
        if fonts.ends_word(text, len(closer[0])) or text[len(closer[0])] == " ":
            found = closer
    return found, size


def _highlights(
    canvas: Canvas,
    model: ViewModel[Any],
    info: Info,
    part: str,
    found: Sequence[Highlight],
    top: float,
    high: float,
    heading: float,
) -> None:
    """The highlights side by side; below a heading each has a drawing."""
    if not found:
        return
    if heading:
        canvas.text(EDGE + 12, top + 26, model.words("ending.moments"), _LINE, MUTED, bold=True)
        top += heading
    wide = (WIDTH - 2 * EDGE - (len(found) - 1) * _GAP) / len(found)
    for index, one in enumerate(found):
        left = EDGE + index * (wide + _GAP)
        box = (left, top, left + wide, top + high)
        canvas.panel(box, CARD, 16)
        said, y = _said(model, info, part, one), top + high - 62
        if len(model.names) > 1:
            token(canvas, one.seat, left + 40, y, 22)
            x = left + 70.0
        elif said.startswith(number := signed(one.n)):
            # Said large, and not again in the words.
            said, accent = said.removeprefix(number).strip(), style(info.key).accent
            x = left + 44 + canvas.text(left + 24, y, number, BIG, accent, bold=True)
        else:
            x = left + 24.0
        lines, size = _fitting(said, left + wide - 14 - x)
        canvas.lines(x, y, lines, size + 6, size, bold=True)
        if high > _SHORT:
            middle, half = left + wide / 2, min(wide, _ALONE) / 2 - 14
            box = (middle - half, top + 14, middle + half, top + high - 124)
            _drawn(canvas, model.words, style(info.key), one, box)


def _drawn(canvas: Canvas, words: Words, look: Style, one: Highlight, box: Box) -> None:
    """What a highlight is about: drawn by its game, else its number, beside a sign where there is one."""
    if look.moment(canvas, words, one, box):
        return
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    sign, shift = str(one.pieces[0]) if one.shared and one.pieces else "", 0
    small = Canvas(_SIGN)
    small.fill((0, 0, 2 * _SIGN, _SIGN), CARD)  # also where its resizing looks beyond the edge
    if sign and look.sign is not None and look.sign(small, sign, _SIGN / 2, _SIGN / 2):
        side = min(_SIGN * 2, round(box[3] - box[1]))
        large = small.image.resize((side, side), Image.Resampling.LANCZOS, (0, 0, _SIGN, _SIGN))
        canvas.image.paste(large, (round(x - 76 - side / 2), round(y - side / 2)))
        shift = 60
    shown = {"comeback": f"{one.n} \u2192 1", "close": plus(one.n)}.get(one.key, signed(one.n))
    canvas.text(x + shift, y, shown, HUGE, look.accent, bold=True, anchor="m")


def _alt(
    model: ViewModel[Any],
    info: Info,
    part: str,
    notes: Sequence[str],
    earlier: Sequence[int] = (),
    bests: Bests = (),
) -> str:
    told, words = model.chronicle, model.words
    assert told is not None
    head = words("picture.alt_ranking", game=words.title(info))
    before = [words("ending.alt_games", results=", ".join(map(signed, earlier)))] if earlier else []

    def moments(shown: ViewModel[Any]) -> list[str]:
        return [
            words("ending.of", name=shown.names[one.seat], what=_said(shown, info, part, one))
            for one in told.highlights
        ]

    def lines(shown: ViewModel[Any]) -> list[str]:
        marked = [
            words("ending.of", name=shown.names[best.seat], what=words(f"ending.{best.kind}"))
            for best in bests
        ]
        return [head, *ranking.told(shown, info.key, rows=False), *notes, *before, *marked]

    return alt_text(
        model,
        lambda shown: sentences(shown, lines(shown)),
        lambda shown: sentences(shown, [*lines(shown), *map(capital, moments(shown))]),
    )
