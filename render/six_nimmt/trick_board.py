"""The public picture: the newest trick, the four rows, who has how many heads, whose turn it is."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.view import NimmtView
from render.canvas import Canvas, layered
from render.games import style
from render.parts import bar, header
from render.scene import Scene
from render.six_nimmt import rows, trick
from render.six_nimmt.cards import horn, plus
from render.six_nimmt.facts import TRICKS, standing, takers
from render.six_nimmt.goal import goal, goal_ground
from render.strip import Cell, ground, strip, strip_height
from render.theme import EDGE, TOP, WIDTH

HEIGHT = 976
RIGHT = 776
_ROWS = 292
_STRIP = 792
_STRIP_WIDTH = WIDTH - EDGE - _STRIP


def paint(scene: Scene[NimmtView]) -> Canvas:
    """The board as everybody may see it."""
    view = scene.view
    seats = view.seats
    canvas = layered(("nimmt board", seats), HEIGHT, lambda canvas: _ground(canvas, seats))
    _head(canvas, scene)
    trick.ribbon(canvas, scene, EDGE, RIGHT)
    owners = {placement.card: placement.seat for placement in view.last if placement.row}
    for number, cards in enumerate(view.rows, start=1):
        rows.row(canvas, scene.words, number, cards, owners, left=EDGE, right=RIGHT, top=_ROWS)
    strip(canvas, _STRIP, TOP, _STRIP_WIDTH, cells(scene))
    goal(canvas, scene, _STRIP, TOP + strip_height(seats) + 12, WIDTH - EDGE, _bottom())
    return canvas


def _bottom() -> int:
    return _ROWS + 3 * rows.STEP + rows.HEIGHT


def _ground(canvas: Canvas, seats: int) -> None:
    bar(canvas, style("six_nimmt"))
    trick.tray(canvas, EDGE, RIGHT)
    rows.trays(canvas, EDGE, RIGHT, _ROWS, 4)
    ground(canvas, _STRIP, TOP, _STRIP_WIDTH, seats)
    goal_ground(canvas, _STRIP, TOP + strip_height(seats) + 12, WIDTH - EDGE, _bottom())


def _head(canvas: Canvas, scene: Scene[NimmtView]) -> None:
    view, words = scene.view, scene.words
    part = words("six_nimmt.picture.part", round=view.round, trick=view.trick, tricks=TRICKS)
    title = game("six_nimmt").info.names[words.locale]
    if view.question is not None:
        seat = view.question.seat
        header(
            canvas,
            style("six_nimmt"),
            title,
            part,
            lambda name: words("six_nimmt.picture.asked", name=name),
            seat=seat,
            name=scene.names[seat],
        )
        return
    first = view.phase == "choose" and not view.last
    state = words("six_nimmt.picture.first" if first else f"six_nimmt.picture.phase.{view.phase}")
    header(canvas, style("six_nimmt"), title, part, lambda _: state)


def cells(scene: Scene[NimmtView]) -> list[Cell]:
    """The player strip of this moment."""
    return [_cell(scene, Seat(seat)) for seat in range(scene.view.seats)]


def _cell(scene: Scene[NimmtView], seat: Seat) -> Cell:
    view, words = scene.view, scene.words
    took = takers(view).get(seat)
    asked = view.question is not None and view.question.seat == seat
    detail = " ".join(map(str, took.taken)) if took else ""
    if not detail and view.seats <= 4:
        detail = words("six_nimmt.picture.this_round", n=view.heads[seat])
    return Cell(
        seat=seat,
        name=scene.names[seat],
        score=str(standing(view)[seat]),
        done=view.chosen[seat] if view.phase == "choose" else False if asked else None,
        note=_note(scene, seat, asked=asked),
        detail=detail,
        pill=plus(took.heads) if took else "",
        lit=asked or took is not None,
        icon=horn(28),
    )


def _note(scene: Scene[NimmtView], seat: Seat, *, asked: bool) -> str:
    view, words = scene.view, scene.words
    if view.phase == "choose":
        return words("six_nimmt.picture.chosen" if view.chosen[seat] else "six_nimmt.picture.thinking")
    if asked:
        return words("six_nimmt.picture.deciding")
    card = next((placement.card for placement in view.last if placement.seat == seat), None)
    return "" if card is None else words("six_nimmt.picture.played", card=card)
