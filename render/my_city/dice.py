"""The dice with their half circles put together, the shape they ask for, and the panel above all sheets."""

from itertools import product
from math import cos, pi, sin

from PIL import Image

from bot.games.my_city import sentences_of_score
from bot.games.my_city.cells import Form, Roll, orientations
from bot.games.my_city.city import CITY, EPISODES, LEFT, RIGHT, Figure, FirstCome, Kind, Type
from bot.games.my_city.legal import Task
from bot.games.my_city.preview import asks, compass_counts, shown_roll
from bot.games.my_city.sentences_of_score import City
from bot.view_model import capital
from render import fonts
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.rows import winners
from render.my_city.sheet import fitting, margin, structure
from render.my_city.signs import row_sign
from render.pen import Pen, grow, sprite
from render.theme import CARD, HINT, INK, MUTED, NAME, NEWS, NUMBER, SHADE, TITLE, WHITE, Box, Colour

_SINGLE: Form = ((0, 0),)


def dice(canvas: Canvas, roll: Roll, left: float, top: float, side: int) -> float:
    """The blue dice touching, then the white one; says where they end."""
    y = top + side / 2
    for index, die in enumerate((LEFT[roll.left], RIGHT[roll.right])):
        canvas.stamp(_blue(die, side), left + (index + 0.5) * side, y)
    canvas.stamp(_joint(side), left + side, y)
    white = left + 2 * side + side * 0.2
    canvas.stamp(_white(roll.type, side), white + side / 2, y)
    canvas.mark((left, top, white + side, top + side))
    return white + side


def shape(canvas: Canvas, kind: Kind, form: Form, x: float, y: float, cell: int) -> None:
    """The structure that is asked for, its middle at a point."""
    canvas.stamp(structure(kind, form, cell), x, y)
    across, down = (cell * (1 + max(side)) / 2 for side in list(zip(*form, strict=True))[::-1])
    canvas.mark((x - across, y - down, x + across, y + down))


def _body(pen: Pen, side: float, fill: Colour) -> None:
    pen.rounded((0, 0, side, side), 0.12 * side, INK)
    pen.rounded((2.5, 2.5, side - 2.5, side - 2.5), 0.1 * side, fill)


def _blue(die: Figure, side: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        _body(pen, side, colours.DIE)
        if die.compass:
            compass(pen, side / 2, side / 2, 0.36 * side)
            return
        wide, gap = 0.32 * side, 0.075 * side
        start = (side - 2 * wide - gap) / 2
        for row, column in product((0, 1), (0, 1)):
            x, y = start + column * (wide + gap), start + row * (wide + gap)
            fill = WHITE if (row, column) in die.cells else colours.SOCKET
            pen.rounded((x, y, x + wide, y + wide), 0.05 * side, fill)

    return sprite(("blue die", die, side), side, side, paint)


def compass(pen: Pen, x: float, y: float, radius: float) -> None:
    """A needle that points to the north, on a white disc."""
    pen.disc(x, y, radius * 1.08, INK)
    pen.disc(x, y, radius, WHITE)
    for quarter in range(4):
        angle = quarter * pi / 2
        pen.disc(x + radius * 0.86 * sin(angle), y + radius * 0.86 * cos(angle), radius * 0.07, INK)
    wide, long = radius * 0.26, radius * 0.8
    whole = [(x, y - long), (x + wide, y), (x, y + long), (x - wide, y)]
    pen.polygon(grow(whole, radius * 0.06), INK)
    pen.polygon([(x, y - long), (x + wide, y), (x - wide, y)], colours.BAD)
    pen.polygon([(x, y + long), (x - wide, y), (x + wide, y)], CARD)


def _joint(side: int) -> Image.Image:
    # The two half circles that make one when the dice lie side by side.
    radius = 0.125 * side
    wide = 2 * round(radius + 3)

    def paint(pen: Pen) -> None:
        pen.disc(wide / 2, wide / 2, radius + 1, INK)
        pen.disc(wide / 2, wide / 2, radius - 1.5, NEWS)
        pen.rounded((wide / 2 - 1, 2, wide / 2 + 1, wide - 2), 0, INK)

    return sprite(("joint of dice", side), wide, wide, paint)


def _white(kind: Type, side: int) -> Image.Image:
    cell = round(0.74 * side)
    face = sprite(("white die", kind, side), side, side, lambda pen: _body(pen, side, CARD)).copy()
    around = margin(cell)
    place = round(side / 2 - cell / 2) - around
    face.alpha_composite(structure(kind, _SINGLE, cell), (place, place))
    return face


_LARGE = 112
_SHAPE = 540
_TEXT = 632
_BONUS = 224


def dice_panel(canvas: Canvas, model: City, box: Box) -> None:
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
        title = model.words(f"my_city.episode.{view.episode}")
        canvas.text(left + 28, y, title, TITLE, INK, bold=True, room=edge - left - 28)
        return
    dice(canvas, roll, left + 22, y - _LARGE / 2, _LARGE)
    arrow(canvas, left + 22 + 3.2 * _LARGE + 36, y)
    # Churches differ from player to player and stand beside the sheets.
    asked = EPISODES[view.episode].compass if compass_counts(view) else None
    kind, form = (asked, _SINGLE) if asked else (roll.type, orientations(roll.shape)[0])
    shape(canvas, kind, form, _SHAPE, y, fitting(form, 144, 120, 48))
    # The title in up to two lines, the hint, if there is any, in what is left of three.
    (title, hint), room = _said(model, roll), edge - _TEXT
    titles = fonts.lines(capital(title), room, TITLE, True)
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
    building = sentences_of_score.task_name(Task(roll.type, roll.shape), words)
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
    canvas.text(right - 14, y, text, HINT, INK, anchor="r", room=right - end - 20)


def arrow(canvas: Canvas, x: float, y: float) -> None:
    """From the dice to the shape they ask for; its middle at a point."""

    def paint(pen: Pen) -> None:
        pen.line([(0, 12), (28, 12)], 7, MUTED)
        pen.polygon([(24, 1), (42, 12), (24, 23)], MUTED)

    canvas.stamp(sprite("from dice to shape", 44, 24, paint), x, y)
