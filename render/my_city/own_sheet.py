"""The private picture: the own sheet large with its coordinates, the dice, the boxes, the score.

A choice is shown on it, made or only tried out: a building as a ghost, a pass, a stop."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.my_city.legal import refusal
from bot.games.my_city.moves import Build, Chosen, Pass
from bot.games.my_city.preview import Proposal, fresh, proposal
from bot.games.my_city.scoring import rows
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render.canvas import Canvas, layered
from render.games import style
from render.my_city import asked, odds_strip, passes, pieces
from render.my_city.ghost import ghost
from render.my_city.heading import head
from render.my_city.score_rows import score_rows
from render.my_city.sheet import coordinates, sheet
from render.my_city.terrain import size
from render.parts import bar
from render.theme import EDGE, PAPER, TOP, WIDTH

HEIGHT = 1100
_CELL = 78
_LEFT, _UP = 84, TOP + 54
_RIGHT, _BOTTOM = _LEFT + size(_CELL)[0] + 6, _UP + size(_CELL)[1] + 6
_COLUMN = _RIGHT + 10
_LOW = HEIGHT - 14
_GAP = 10
City = ViewModel[MyCityView]


def paint(model: City, choice: Chosen | None) -> Canvas:
    """What `model.seat` has drawn, and what its choice would make of it."""
    assert model.seat is not None, "a sheet belongs to a seat"
    view, seat = model.view, model.seat
    shown = proposal(view, seat, choice)
    canvas = layered(("my city sheet", model.words.locale), HEIGHT, _ground)
    head(canvas, model, _pill(model, shown))
    own = view.sheets[seat]
    sheet(canvas, view.episode, own, _LEFT, _UP, _CELL, lit=() if shown else fresh(view, seat))
    if shown and isinstance(shown.choice, Build):
        ghost(canvas, model, shown, _LEFT, _UP, _CELL)
    odds_strip.paint(canvas, model, seat, (EDGE, _BOTTOM + 8, _RIGHT, _LOW))
    _column(canvas, model, seat, shown)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, style("my_city"))
    canvas.panel((EDGE, TOP, _RIGHT, _BOTTOM), PAPER, 16)
    coordinates(canvas, _LEFT, _UP, _CELL)


def _pill(model: City, shown: Proposal | None) -> str:
    view, words = model.view, model.words
    if view.phase != "round":
        return ""
    if model.seat is not None and view.sheets[model.seat].stopped:
        return words("my_city.picture.you_stopped")
    if shown is None:
        passing = model.seat is not None and refusal(view, model.seat, Pass()) is None
        return words("my_city.picture.todo" if passing else "my_city.picture.todo_no_pass")
    return words("my_city.picture.made" if shown.made else "my_city.picture.sure")


def _column(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None) -> None:
    """Right of the sheet, from the top: the dice, the boxes, the churches or fortresses, the score."""
    view, top, right = model.view, float(TOP), WIDTH - EDGE
    asked.paint(canvas, model, seat, shown, (_COLUMN, top, right, top + asked.HEIGHT))
    top += asked.HEIGHT + _GAP
    high = passes.height(view.episode)
    ticks = view.sheets[seat].ticks
    more = shown.sheet.ticks - ticks if shown and isinstance(shown.choice, Pass) else 0
    passes.boxes(canvas, model.words, view.episode, ticks, more, (_COLUMN, top, right, top + high))
    top += high + _GAP
    if pieces.there(view.episode):
        pieces.paint(canvas, model, seat, (_COLUMN, top, right, top + pieces.HEIGHT))
        top += pieces.HEIGHT + _GAP
    now = rows(view, seat)
    score_rows(canvas, model, now, shown.rows if shown else now, (_COLUMN, top, right, _LOW))
