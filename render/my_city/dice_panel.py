"""The panel above all sheets: the dice, the building they make, the bonuses still to be won."""

from __future__ import annotations

from PIL import Image

from bot.games.my_city import sentences_of_score
from bot.games.my_city.city import CITY, EPISODES, FirstCome, Kind
from bot.games.my_city.preview import asks, compass_counts, shown_roll
from bot.games.my_city.shapes import Form, Roll, orientations
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.my_city.dice import dice, shape
from render.my_city.row_signs import row_sign
from render.my_city.score_rows import winners
from render.my_city.structures import fitting
from render.pen import Pen, sprite
from render.theme import CARD, HINT, INK, MUTED, NAME, NUMBER, SHADE, TITLE, Box

_SIDE = 112
_SHAPE = 540
_TEXT = 632
_BONUS = 224
City = ViewModel[MyCityView]


def paint(canvas: Canvas, model: City, box: Box) -> None:
    """The present roll, else the one before; where an episode only begins, its title."""
    left, top, right, bottom = box
    view = model.view
    roll = shown_roll(view)
    y = (top + bottom) / 2
    edge = right - 20
    bonuses = EPISODES[view.episode].first_come
    for index, kind in enumerate(bonuses):
        _bonus(canvas, model, kind, edge, y + (index - (len(bonuses) - 1) / 2) * 66)
    if bonuses:
        edge -= _BONUS + 20
    if roll is None:
        title = sentences_of_score.title_of(EPISODES[view.episode], model.words)
        canvas.text(left + 28, y, fonts.fit(title, edge - left - 28, TITLE, True), TITLE, INK, bold=True)
        return
    dice(canvas, roll, left + 22, y - _SIDE / 2, _SIDE)
    canvas.stamp(_arrow(), left + 22 + 3.2 * _SIDE + 36, y)
    kind, form = _result(model, roll)
    shape(canvas, kind, form, _SHAPE, y, fitting(form, 144, 120, 48))
    _words(canvas, *_said(model, roll), edge - _TEXT, y)


def _result(model: City, roll: Roll) -> tuple[Kind, Form]:
    """What the dice lead to; churches differ from player to player and stand beside the sheets."""
    compass = EPISODES[model.view.episode].compass
    if compass and compass_counts(model.view):
        return compass, ((0, 0),)
    return roll.type, orientations(roll.shape)[0]


def _words(canvas: Canvas, title: str, hint: str, room: float, y: float) -> None:
    """The title in up to two lines, the hint, if there is any, in what is left of three."""
    titles = fonts.lines(sentences_of_score.headed(title), room, TITLE, True)
    size = fonts.largest(hint, NAME, room)
    hints = fonts.lines(hint, room, size, most=3 - len(titles)) if hint else []
    height = 46 * len(titles) + 38 * len(hints)
    top = y - height / 2
    for index, line in enumerate(titles):
        canvas.text(_TEXT, top + 46 * index + 22, line, TITLE, INK, bold=True)
    for index, line in enumerate(hints):
        canvas.text(_TEXT, top + 46 * len(titles) + 38 * index + 19, line, size, MUTED)


def _said(model: City, roll: Roll) -> tuple[str, str]:
    """What the dice ask for, and a quiet line below it."""
    view, words = model.view, model.words
    building = sentences_of_score.building_name(roll, words)
    if view.phase != "round":
        return building, words("my_city.picture.last_roll")
    episode = EPISODES[view.episode]
    if compass_counts(view):
        who_else = words("my_city.picture.none_left", building=building)
        return words(f"my_city.picture.compass.{episode.compass}"), who_else
    if not asks(view):
        return building, ""
    passing = episode.pass_boxes is not None
    return building, words("my_city.picture.todo" if passing else "my_city.picture.todo_no_pass")


def _bonus(canvas: Canvas, model: City, kind: FirstCome, right: float, y: float) -> None:
    """A first-come bonus: who has won it, or that it is open."""
    gone = next((bonus for bonus in model.view.bonuses if bonus.kind == kind), None)
    left = right - _BONUS
    box = (left, y - 29, right, y + 29)
    canvas.panel(box, SHADE if gone else CARD, 14, shadow=False)
    canvas.stamp(row_sign(f"first_{kind}", 44), left + 32, y)
    if gone:
        winners(canvas, gone.seats, right - 8, y)
        return
    value = f"+{CITY.first_come_points}"
    end = left + 60 + canvas.text(left + 60, y, value, NUMBER, INK, bold=True)
    text = model.words("my_city.picture.open")
    canvas.text(right - 14, y, fonts.fit(text, right - end - 20, HINT), HINT, INK, anchor="r")


def _arrow() -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.line([(0, 12), (28, 12)], 7, MUTED)
        pen.polygon([(24, 1), (42, 12), (24, 23)], MUTED)

    return sprite("from dice to shape", 44, 24, paint)
