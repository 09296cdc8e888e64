"""The picture after a round: heads of each round, totals, and how far it is to the end."""

from bot.games.six_nimmt.view import NimmtView
from render.canvas import Canvas
from render.parts import barred
from render.pen import Pen, sprite
from render.seats import token
from render.six_nimmt.cards import ACCENT, Nimmt, head, horn
from render.theme import BIG, CARD, EDGE, INK, LINE, MUTED, NAME, NEWS, NUMBER, PAPER, SHADE, WIDTH

_TOP, _LEAST = 150, 700
_COLUMNS = 6
_COLUMN = 78
_NEWEST = 916
_GAUGE = 300
_NAMES = 116


def paint(model: Nimmt) -> Canvas:
    """A row for each seat, fewest heads first."""
    view = model.view
    high, gap = (128, 12) if view.seats <= 4 else (112, 10) if view.seats <= 7 else (84, 8)
    high = max(high, (_LEAST - _TOP - 8) // view.seats - gap)
    height = max(_LEAST, _TOP + view.seats * (high + gap) + 8)
    canvas = barred("six_nimmt", height)
    _head(canvas, model)
    _captions(canvas, model)
    order = sorted(range(view.seats), key=lambda seat: (view.totals[seat], seat))
    for place, seat in enumerate(order):
        _row(canvas, model, seat, _TOP + place * (high + gap), high)
    return canvas


def _head(canvas: Canvas, model: Nimmt) -> None:
    view, words, done = model.view, model.words, len(model.view.scores)
    part = words("six_nimmt.picture.scores_after", round=done)
    if view.phase == "over":
        pill = words("six_nimmt.picture.phase.over")
    elif view.options.format == "limit":
        pill = words(f"six_nimmt.picture.ends.{view.options.end}", limit=view.options.limit)
    else:
        rounds = view.options.rounds if view.options.format == "rounds" else view.seats
        pill = words("six_nimmt.picture.of_rounds", round=done, rounds=rounds)
    head(canvas, model, pill, part=part)


def _shown(view: NimmtView) -> list[tuple[int, float]]:
    # The newest rounds with their middles; what lies before them is only in the total. The last one stands
    # apart, because its pills are wider than a number.
    count = len(view.scores)
    return [
        (number, _NEWEST - (30 if number < count - 1 else 0) - (count - 1 - number) * _COLUMN)
        for number in range(max(0, count - _COLUMNS), count)
    ]


def _captions(canvas: Canvas, model: Nimmt) -> None:
    words, shown = model.words, _shown(model.view)
    if shown and shown[0][0]:
        left_out = words("six_nimmt.picture.rounds_left_out", n=shown[0][0])
        canvas.text(_NAMES, 122, left_out, NAME, MUTED)
    for number, x in shown:
        text = words("six_nimmt.picture.round_short", number=number + 1)
        canvas.text(x, 122, text, NAME, MUTED, bold=True, anchor="m")
    canvas.text(WIDTH - 46, 122, words("picture.total"), NAME, MUTED, bold=True, anchor="r")


def _row(canvas: Canvas, model: Nimmt, seat: int, top: float, high: int) -> None:
    view, shown = model.view, _shown(model.view)
    least = view.totals[seat] == min(view.totals)
    canvas.panel((EDGE, top, WIDTH - EDGE, top + high), CARD if least else PAPER, 14)
    middle = top + high / 2
    limit = view.options.limit if view.options.format == "limit" else 0
    upper = middle - 16 if limit else middle
    token(canvas, seat, EDGE + 46, middle, 22)
    room = (shown[0][1] if shown else _NEWEST) - 60 - _NAMES
    canvas.text(_NAMES, upper, model.names[seat], NAME, bold=True, room=room)
    if limit:
        _gauge(canvas, _NAMES, middle + 22, _GAUGE, view.totals[seat] / limit)
    for number, x in shown:
        count = view.scores[number][seat]
        if number == len(view.scores) - 1:
            canvas.pill(x, middle, f"+{count}", NUMBER, NEWS, height=54, padding=10)
        else:
            canvas.text(x, middle, str(count), NUMBER, INK, anchor="m")
    canvas.fill((WIDTH - 216, top + 16, WIDTH - 214, top + high - 16), LINE)
    wide = canvas.text(WIDTH - 46, middle, str(view.totals[seat]), BIG, INK, bold=True, anchor="r")
    canvas.stamp(horn(30), WIDTH - 46 - wide - 28, middle)


def _gauge(canvas: Canvas, x: float, y: float, width: int, share: float) -> None:
    filled = round(width * min(share, 1.0))

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, width, 14), 7, SHADE)
        if filled >= 14:
            pen.rounded((0, 0, filled, 14), 7, ACCENT)

    canvas.stamp(sprite(("gauge", width, filled), width, 14, paint), x + width / 2, y)
