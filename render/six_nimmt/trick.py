"""The ribbon above the rows: the newest trick as a line of cards, lowest first, where each went."""

from __future__ import annotations

from bot.games.six_nimmt.view import NimmtView, Placement
from render import fonts
from render.canvas import Canvas
from render.parts import quiet_arrow
from render.scene import Scene
from render.seats import token
from render.six_nimmt.cards import plus
from render.theme import CARD, HINT, INK, LINE, MUTED, NAME, NUMBER, TITLE, TOP, TRAY, Box

HEIGHT = 186
_TOP, _BOTTOM = TOP + 22, TOP + 146
_LABEL = 64


def ribbon(canvas: Canvas, scene: Scene[NimmtView], left: float, right: float) -> None:
    """The story of the newest trick; in a round's first trick, what will happen."""
    view = scene.view
    if not view.last:
        _beginning(canvas, scene, left, right)
        return
    count = len(view.last)
    labelled = count <= 8
    start = left + (_LABEL if labelled else 16)
    step = min((right - 10 - start) / count, 172 if count <= 4 else 137)
    if labelled:
        canvas.upright(left + 28, TOP + 84, scene.words("six_nimmt.picture.order"), NAME, MUTED, bold=True)
    for index, placement in enumerate(view.last):
        x = start + index * step
        box = (x, _TOP, x + step - _gap(count), _BOTTOM)
        _card(canvas, scene, placement, box)
        if index:
            quiet_arrow(canvas, x - _gap(count) / 2 + 1, _TOP + 64)


def _gap(count: int) -> int:
    return 18 if count <= 6 else 14 if count <= 8 else 10


def _card(canvas: Canvas, scene: Scene[NimmtView], placement: Placement, box: Box) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    question = scene.view.question
    asked = question is not None and question.card == placement.card
    canvas.panel(box, CARD, 10, lit=asked)
    number = str(placement.card)
    size = fonts.largest(number, 60 if right - left > 120 else NUMBER, right - left - 8)
    canvas.text(middle, top + 47, number, size, INK, bold=True, anchor="m")
    canvas.fill((left + 12, top + 81, right - 12, top + 82), MUTED if asked else LINE)
    foot = _foot(scene, placement, right - left - 8, asked=asked)
    canvas.text(middle, top + 102, foot, HINT, INK if asked else MUTED, anchor="m", bold=asked)
    token(canvas, placement.seat, left + 4, top + 2, 19 if right - left > 80 else 17)
    if placement.taken:
        canvas.pill(middle, bottom + 13, plus(placement.heads), NAME, height=40)


def _foot(scene: Scene[NimmtView], placement: Placement, room: float, *, asked: bool) -> str:
    words = scene.words
    if placement.row:
        full = words("six_nimmt.picture.to_row", row=placement.row)
        return full if fonts.width(full, HINT) <= room else f"→{placement.row}"
    full = words("six_nimmt.picture.which" if asked else "six_nimmt.picture.waits")
    return full if fonts.width(full, HINT, asked) <= room else "?" if asked else "…"


def _beginning(canvas: Canvas, scene: Scene[NimmtView], left: float, right: float) -> None:
    words, view = scene.words, scene.view
    middle = (left + right) / 2
    canvas.text(
        middle, TOP + 46, words("six_nimmt.picture.begins", round=view.round), TITLE, bold=True, anchor="m"
    )
    for line, y in (("begins_order", 96), ("begins_row", 138)):
        text = fonts.fit(words(f"six_nimmt.picture.{line}"), right - left - 48, HINT)
        canvas.text(middle, TOP + y, text, HINT, MUTED, anchor="m")


def tray(canvas: Canvas, left: float, right: float) -> None:
    """The ground of the ribbon, for the layer below."""
    canvas.panel((left, TOP, right, TOP + HEIGHT), TRAY, 16, edge=None, shadow=False)
