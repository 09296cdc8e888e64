"""The picture for the owner of a low card: what each row costs."""

from __future__ import annotations

from bot.games.registry import game
from bot.games.six_nimmt.view import NimmtView
from render.canvas import Canvas, layered
from render.games import style
from render.parts import bar, header, tab
from render.scene import Scene
from render.seats import token
from render.six_nimmt import rows, trick
from render.six_nimmt.cards import card, horn
from render.six_nimmt.facts import TRICKS, cheapest, row_heads
from render.theme import BIG, CARD, EDGE, HINT, HUGE, INK, MUTED, NAME, NEWS_PALE, PAPER, TOP, WIDTH, Box

_HEIGHT = 976
_RIGHT = 776
_ROWS = 292
_COSTS = 792


def paint(scene: Scene[NimmtView], choice: int | None) -> Canvas:
    """The four rows with their prices beside them; `choice` is the row that is proposed."""
    canvas = layered("nimmt question", _HEIGHT, _ground)
    _head(canvas, scene, choice)
    trick.ribbon(canvas, scene, EDGE, _RIGHT)
    _own_card(canvas, scene)
    owners = {placement.card: placement.seat for placement in scene.view.last if placement.row}
    for number, cards in enumerate(scene.view.rows, start=1):
        rows.row(canvas, scene.words, number, cards, owners, left=EDGE, right=_RIGHT, top=_ROWS)
        _cost(canvas, scene, number, lit=number == choice)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, style("six_nimmt"))
    trick.tray(canvas, EDGE, _RIGHT)
    rows.trays(canvas, EDGE, _RIGHT, _ROWS, 4)
    canvas.panel((_COSTS, TOP, WIDTH - EDGE, TOP + trick.HEIGHT), PAPER, 16)


def _head(canvas: Canvas, scene: Scene[NimmtView], choice: int | None) -> None:
    view, words = scene.view, scene.words
    asked = view.question is not None and view.question.seat == scene.seat
    key = f"phase.{view.phase}" if not asked else "choose_row" if choice is None else "to_confirm"
    text = words(f"six_nimmt.picture.{key}")
    part = words("six_nimmt.picture.part", round=view.round, trick=view.trick, tricks=TRICKS)
    title = game("six_nimmt").info.names[words.locale]
    header(canvas, style("six_nimmt"), title, part, lambda _: text, seat=scene.seat)


def _own_card(canvas: Canvas, scene: Scene[NimmtView]) -> None:
    question = scene.view.question
    if question is None:
        return
    left, top = _COSTS + 28, TOP + 22
    card(canvas, question.card, (left, top, left + 148, top + 142), HUGE, foot=NAME)
    token(canvas, question.seat, left - 2, top, 20)
    x = left + 168
    for line, (key, colour) in enumerate((("your_card", INK), ("fits_nowhere", MUTED), ("take_one", MUTED))):
        canvas.text(
            x, TOP + 52 + line * 42, scene.words(f"six_nimmt.picture.{key}"), HINT, colour, bold=not line
        )


def _cost(canvas: Canvas, scene: Scene[NimmtView], number: int, *, lit: bool) -> None:
    words = scene.words
    top = _ROWS + (number - 1) * rows.STEP
    box: Box = (_COSTS, top, WIDTH - EDGE, top + rows.HEIGHT)
    best = number in cheapest(scene.view)
    canvas.panel(box, CARD if lit else NEWS_PALE if best else PAPER, 16, lit=lit)
    middle = top + rows.HEIGHT / 2
    name = words("six_nimmt.picture.row_number", row=number)
    canvas.text(box[0] + 28, middle - 20 * best, name, NAME, INK, bold=True)
    cost = row_heads(scene.view.rows)[number - 1]
    wide = canvas.text(box[2] - 30, middle, str(cost), BIG, INK, bold=True, anchor="r")
    canvas.stamp(horn(40), box[2] - 30 - wide - 34, middle)
    if best:
        canvas.text(box[0] + 28, middle + 22, words("six_nimmt.picture.cheapest"), HINT, INK)
    if lit:
        tab(canvas, (box[0] + box[2]) / 2, top + 4, words("six_nimmt.picture.confirm"))
