"""The public picture of a round: the dice, what they ask for, everybody's sheet with what is new on it."""

from __future__ import annotations

from bot.games.my_city.preview import fresh
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas, layered
from render.games import style
from render.my_city import dice_panel, progress
from render.my_city.heading import head
from render.my_city.plan import DICE, PLANS, Plan
from render.my_city.sheet import sheet
from render.my_city.terrain import size
from render.parts import bar
from render.seats import token
from render.theme import EDGE, NAME, PAPER, TOP, WIDTH, Box

_FIRST = TOP + DICE + 12
City = ViewModel[MyCityView]


def paint(model: City) -> Canvas:
    """The dice above, below them a card for each player."""
    view = model.view
    plan = PLANS[view.seats]
    height = max(700, round(plan.bottom(view.seats, _FIRST)) + 16)
    canvas = layered(("my city board", view.seats), height, lambda canvas: _ground(canvas, plan, view.seats))
    head(canvas, model)
    dice_panel.paint(canvas, model, (EDGE, TOP, WIDTH - EDGE, TOP + DICE))
    for seat in range(view.seats):
        _card(canvas, model, seat, plan, plan.card(seat, _FIRST))
    return canvas


def _ground(canvas: Canvas, plan: Plan, seats: int) -> None:
    bar(canvas, style("my_city"))
    canvas.panel((EDGE, TOP, WIDTH - EDGE, TOP + DICE), PAPER, 16)
    for seat in range(seats):
        canvas.panel(plan.card(seat, _FIRST), PAPER, 16)


def _card(canvas: Canvas, model: City, seat: int, plan: Plan, box: Box) -> None:
    left, top, right, bottom = box
    view = model.view
    wide, high = size(plan.cell)
    start = round(left + 12) if plan.beside else round((left + right - wide) / 2)
    up = round(top + plan.name())
    sheet(canvas, view.episode, view.sheets[seat], start, up, plan.cell, lit=fresh(view, seat, model.earlier))
    if plan.columns == 1:
        progress.alone(canvas, model, seat, (start + wide + 24, top + 14, right - 14, bottom - 12))
        return
    token(canvas, seat, left + 30, top + 28, 17)
    name = fonts.fit(model.names[seat], right - left - 68, NAME, True)
    canvas.text(left + 56, top + 28, name, NAME, bold=True)
    if plan.beside:
        progress.beside(canvas, model, seat, (start + wide + 10, up, right - 10, bottom - 12))
    else:
        progress.below(canvas, model, seat, (left + 16, up + high + 6, right - 16, bottom - 14))
