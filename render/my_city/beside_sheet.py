"""The column beside the large sheet: pass boxes, the largest groups, what is still to be built, gold bags."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.games.contract import Seat
from bot.games.my_city.cells import Form, orientations
from bot.games.my_city.city import BOXES, CITY, EPISODES, TYPES, Type
from bot.games.my_city.scoring import Row, bags_now, bags_to_win
from bot.games.my_city.sentences_of_score import City
from bot.games.my_city.site import site_of
from bot.text import signed
from render.canvas import Canvas
from render.my_city.sheet import fitting, structure
from render.my_city.signs import sign
from render.parts import badge
from render.theme import BIG, CARD, INK, LINE, MUTED, NUMBER, TALL, TITLE, WHITE, Box

Block = tuple[float, Callable[[float], None]]
"""How high something stands, and what draws it from a height on."""
_GROUP, _PIECE, _BAG, _GOAL = 122, 62, 62, 50
_BOX, _BOX_MOST = 84, 122
"""How far pass boxes are apart, and where there is little else."""
_LEAST, _MOST = 8, 44
"""Between two things."""
_HEAD = 75
"""How high the line of the letters stands, above the sheet."""
_SIGN = 60


def column(
    canvas: Canvas,
    model: City,
    seat: Seat,
    ticks: tuple[int, int],
    now: Sequence[Row],
    after: Sequence[Row],
    box: Box,
) -> None:
    """What the episode has of them, as far apart as there is room; `ticks` are those ticked and proposed."""
    episode, middle = EPISODES[model.view.episode], (box[0] + box[2]) / 2
    top, words = box[1] + _HEAD, model.words
    blocks = [*_groups(canvas, now, after, middle), *_pieces(canvas, model, seat, middle)]
    if goals := bags_to_win(model.view):
        blocks.append((_BAG, partial(_bag, canvas, bags_now(model.view)[seat], middle)))
        earned = partial(_earned, canvas, model, seat, middle)
        blocks += [(_GOAL, partial(earned, *goal)) for goal in goals.items()]
    room = box[3] - top - sum(high for high, _ in blocks)
    step = min(max((room - _LEAST * len(blocks)) / BOXES, _BOX), _BOX_MOST)
    if episode.pass_boxes is None:
        text = words("my_city.picture.no_passing")
        canvas.upright(middle, top + BOXES * step / 2, text, TITLE, MUTED)
    else:
        text = words("my_city.picture.pass_short")
        canvas.text(middle, box[1] + _HEAD / 2, text, TITLE, MUTED, bold=True, anchor="m")
        _boxes(canvas, ticks, step, middle, top)
    top += BOXES * step
    gap = min((room - BOXES * step) / max(len(blocks), 1), _MOST)
    for high, paint in blocks:
        paint(top + gap)
        top += gap + high


def _boxes(canvas: Canvas, ticks: tuple[int, int], step: float, middle: float, top: float) -> None:
    """All pass boxes with what they cost: the ticked ones filled, the proposed ones lit."""
    for index, value in enumerate(CITY.pass_values[1:]):
        ticked, new = index < ticks[0], ticks[0] <= index < sum(ticks)
        place = (middle - 56, top + index * step, middle + 56, top + (index + 1) * step - 12)
        canvas.panel(place, INK if ticked else CARD, 12, edge=INK if ticked else LINE, shadow=False, lit=new)
        canvas.place("pass boxes", place)
        ink, y = WHITE if ticked else INK, (place[1] + place[3]) / 2
        canvas.text(middle, y, signed(value), TALL, ink, bold=True, anchor="m", room=108, shrink=True)


def _groups(canvas: Canvas, now: Sequence[Row], after: Sequence[Row], middle: float) -> list[Block]:
    """The largest group of each type, what a choice would change lit."""

    def paint(kind: Type, before: int, size: int, top: float) -> None:
        canvas.stamp(structure(kind, ((0, 0),), _SIGN), middle, top + 28)
        if size != before:
            canvas.pill(middle, top + 90, str(size), BIG, height=62)
        else:
            canvas.text(middle, top + 90, str(size), BIG, INK, bold=True, anchor="m")

    found = [(old, new) for old, new in zip(now, after, strict=True) if new.key == "largest_groups"]
    return [
        (_GROUP, partial(paint, kind, old.have, new.have))
        for before, then in found
        for kind, old, new in zip(TYPES, before.parts, then.parts, strict=True)
    ]


def _pieces(canvas: Canvas, model: City, seat: Seat, middle: float) -> list[Block]:
    """The churches or fortresses in the order in which they are built, those that stand with a tick."""
    episode, sheet = EPISODES[model.view.episode], model.view.sheets[seat]
    if episode.compass is None:
        return []
    kind, built = episode.compass, len(site_of(episode.episode, sheet).built(episode.compass))

    def paint(form: Form, done: bool, top: float) -> None:
        body = structure(kind, form, fitting(form, 88, 54, 48))
        canvas.stamp(body, middle, top + 29)
        if done:
            canvas.stamp(badge(True, INK, 15), middle + 34, top + 42)

    forms = [orientations(piece)[0] for piece in episode.pieces]
    return [(_PIECE, partial(paint, form, index < built)) for index, form in enumerate(forms)]


def _earned(canvas: Canvas, model: City, seat: Seat, middle: float, goal: str, bags: int, top: float) -> None:
    """What earns gold bags, and how many, with a tick while the sheet has earned them (5.5)."""
    sheet, clean = model.view.sheets[seat], goal == "never_passed"
    canvas.stamp(sign(goal, 46), middle - 28, top + 25)
    if not sheet.ticks if clean else site_of(model.view.episode, sheet).complete(goal):
        canvas.stamp(badge(True, INK, 11), middle - 48, top + 40)
    canvas.text(middle + 28, top + 25, f"+{bags}", NUMBER, INK, bold=True, anchor="m")


def _bag(canvas: Canvas, number: int, middle: float, top: float) -> None:
    canvas.stamp(sign("bag", _SIGN), middle - 28, top + 30)
    canvas.text(middle + 28, top + 30, str(number), BIG, INK, bold=True, anchor="m")
