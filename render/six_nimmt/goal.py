"""Below the player strip, where there is room: when the game ends, and the rounds so far."""

from __future__ import annotations

from bot.games.six_nimmt.view import NimmtView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.seats import token
from render.theme import HINT, INK, LINE, MUTED, NAME, NUMBER, TITLE, TRAY

_LINE = 44
_HEAD = 60
_FOOT = 68


def goal_ground(canvas: Canvas, left: float, top: float, right: float, bottom: float) -> None:
    """The tray, if the room is high enough."""
    if bottom - top >= _FOOT:
        canvas.panel((left, top, right, bottom), TRAY, 14, edge=None, shadow=False)


def goal(
    canvas: Canvas, model: ViewModel[NimmtView], left: float, top: float, right: float, bottom: float
) -> None:
    """The limit or the number of rounds; above it, for a few seats, the heads of each finished round."""
    if bottom - top < _FOOT:
        return
    words, options = model.words, model.view.options
    sheet = model.view.seats <= 4 and bottom - top >= _FOOT + _HEAD + _LINE
    middle = bottom - _FOOT / 2 if sheet else (top + bottom) / 2
    if options.format == "rounds":
        label, value = words("six_nimmt.picture.goal.rounds"), f"{model.view.round} / {options.rounds}"
    elif options.format == "tournament":
        label, value = words("six_nimmt.picture.goal.tournament"), f"{model.view.round} / {model.view.seats}"
    else:
        label, value = words(f"six_nimmt.picture.goal.{options.end}"), str(options.limit)
    wide = canvas.text(right - 26, middle, value, NUMBER, INK, bold=True, anchor="r")
    room = right - left - wide - 66
    canvas.text(left + 24, middle, fonts.fit(label, room, NAME), NAME, MUTED)
    if sheet:
        _sheet(canvas, model, left + 24, top, right - 26, bottom - _FOOT)


def _sheet(
    canvas: Canvas, model: ViewModel[NimmtView], left: float, top: float, right: float, bottom: float
) -> None:
    view, words = model.view, model.words
    columns = [right - 18 - (view.seats - 1 - seat) * 66 for seat in range(view.seats)]
    canvas.text(left, top + 34, words("six_nimmt.picture.rounds"), NAME, MUTED, bold=True)
    for seat, x in enumerate(columns):
        token(canvas, seat, x, top + 34, 14)
    canvas.fill((left, bottom, right, bottom + 2), LINE)
    fitting = int((bottom - top - _HEAD) // _LINE)
    lines = list(enumerate(view.scores, start=1))
    if view.phase in ("choose", "place"):
        lines.append((view.round, view.heads))
    for place, (number, heads) in enumerate(lines[-fitting:]):
        y = top + _HEAD + place * _LINE + _LINE / 2
        full = words("six_nimmt.picture.part_round", round=number)
        fits = left + fonts.width(full, HINT) <= columns[0] - 36
        label = full if fits else words("six_nimmt.picture.round_short", number=number)
        canvas.text(left, y, label, HINT, MUTED)
        for x, count in zip(columns, heads, strict=True):
            canvas.text(x, y, str(count), TITLE, INK, anchor="m")
