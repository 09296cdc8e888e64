"""All twelve sheets small, those played ticked off: what can be begun while the order is free."""

from __future__ import annotations

from bot.games.my_city import sentences_of_score
from bot.games.my_city.city import EPISODES
from bot.games.my_city.standing import plan
from bot.games.my_city.view import MyCityView, Sheet
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas, layered
from render.games import style
from render.my_city.ghost import badge
from render.my_city.heading import head
from render.my_city.sheet import sheet
from render.my_city.terrain import size
from render.parts import bar
from render.theme import EDGE, HINT, INK, NUMBER, PAPER, TOP, WIDTH

_CELL = 20
_COLUMNS = 6
_WIDE, _HIGH = (WIDTH - 2 * EDGE + 10) / _COLUMNS, 378
City = ViewModel[MyCityView]


def paint(model: City, pill: str = "") -> Canvas:
    """A card for each episode of the table: number, title, sheet. Without a `pill` one is to be chosen."""
    episodes = plan(model.view.options)
    height = max(700, TOP + -(-len(episodes) // _COLUMNS) * _HIGH + 8)
    canvas = layered(("my city overview", height), height, lambda canvas: bar(canvas, style("my_city")))
    head(canvas, model, pill or model.words("my_city.picture.choose"))
    played = {result.episode for result in model.view.results}
    for index, number in enumerate(episodes):
        row, column = divmod(index, _COLUMNS)
        left, top = EDGE + column * _WIDE, TOP + row * _HIGH
        canvas.panel((left, top, left + _WIDE - 10, top + _HIGH - 10), PAPER, 14)
        _episode(canvas, model, number, left, top, done=number in played)
    return canvas


def _episode(canvas: Canvas, model: City, number: int, left: float, top: float, *, done: bool) -> None:
    middle = left + (_WIDE - 10) / 2
    canvas.text(left + 16, top + 34, str(number), NUMBER, INK, bold=True)
    if done:
        canvas.stamp(badge(True, INK), left + _WIDE - 44, top + 34)
    title = sentences_of_score.title_of(EPISODES[number], model.words)
    lines = fonts.lines(title, _WIDE - 28, HINT, True)
    for index, line in enumerate(lines):
        canvas.text(middle, top + 78 + index * 32, line, HINT, INK, bold=True, anchor="m")
    wide, high = size(_CELL)
    at = round(middle - wide / 2), round(top + _HIGH - 18 - high)
    sheet(canvas, number, Sheet(bandits=EPISODES[number].printed_bandits), *at, _CELL)
