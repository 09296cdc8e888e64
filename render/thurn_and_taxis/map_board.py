"""The public picture: the map with offices and routes, the open cards, the tiles, the players."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES, REGIONS
from bot.games.thurn_and_taxis.view import TaxisView, owners, step
from bot.text import Words
from bot.view_model import ViewModel
from render.canvas import Canvas, layered
from render.games import style
from render.parts import bar, header
from render.pen import Pen, sprite
from render.theme import EDGE, HINT, INK, TOP, WIDTH
from render.thurn_and_taxis import colours, players, routes, stacks
from render.thurn_and_taxis.display import display
from render.thurn_and_taxis.labels import Name, region_name, town_name
from render.thurn_and_taxis.news import News, changes
from render.thurn_and_taxis.signs import end_mark
from render.thurn_and_taxis.terrain import MAP, terrain
from render.thurn_and_taxis.towns import block, town

HEIGHT = 1100
_COLUMN = 828
Taxis = ViewModel[TaxisView]


def paint(model: Taxis) -> Canvas:
    """The board as everybody may see it."""
    view, words = model.view, model.words
    canvas = layered(("taxis board",), HEIGHT, _ground)
    changed = changes(view, model.earlier)
    head(canvas, model)
    _map(canvas, model, changed)
    won = frozenset[str]().union(*(one.stacks for one in changed))
    stacks.tiles(canvas, view, words, won)
    players.strip(canvas, model, changed, _COLUMN, TOP, WIDTH - EDGE)
    top = TOP + players.strip_height(view.seats) + 12
    cards = frozenset[int]().union(*(one.cards for one in changed))
    display(canvas, view, words, cards, (_COLUMN, top, WIDTH - EDGE, MAP[3]))
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, style("thurn_and_taxis"))
    image = terrain()
    canvas.panel(MAP, colours.COAST, 18, edge=None)
    canvas.image.paste(image, (round(MAP[0]), round(MAP[1])), _corners(image.size))


def _corners(size: tuple[int, int]) -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.rounded((2.5, 2.5, size[0] - 2.5, size[1] - 2.5), 16, INK)

    return sprite(("map corners", size), *size, paint).getchannel("A")


def head(canvas: Canvas, model: Taxis) -> None:
    """The header: the round, whose turn it is, what is to be done."""
    view, words = model.view, model.words
    key = "round" if view.ending is None else "last_round"
    part = words(f"thurn_and_taxis.picture.{key}", round=view.round)
    title = words.title(game("thurn_and_taxis").info)
    look = style("thurn_and_taxis")
    if view.phase == "over":
        header(canvas, look, title, part, lambda _: words("picture.over"))
        return
    todo = words(f"thurn_and_taxis.picture.todo.{step(view)}")

    def pill(name: str) -> str:
        return words("thurn_and_taxis.picture.turn", name=name, todo=todo)

    header(canvas, look, title, part, pill, seat=view.active, name=model.names[view.active])


def _map(canvas: Canvas, model: Taxis, changed: Sequence[News]) -> None:
    view, words = model.view, model.words
    found = routes.parts(view)
    routes.ribbons(canvas, found, changed)
    there = owners(view)
    closed = {one.seat: one.towns for one in changed if one.points > 0 or one.offices > 0}
    reached = {city for one in changed if not (one.points > 0 or one.offices > 0) for city in one.towns}
    for city, seats in there.items():
        fresh = [seat for seat in seats if city in closed.get(seat, ())]
        town(canvas, city, seats, fresh, reached=city in reached and not fresh)
    letters = words("thurn_and_taxis.picture.left"), words("thurn_and_taxis.picture.right")
    written = _names(words)
    blocks = (block(city, len(seats)) for city, seats in there.items())
    taken = [stacks.BOX, *blocks, *(name.box for name in written)]
    taken += routes.symbols(canvas, found, taken)
    for name in written:
        canvas.text(
            name.x, name.y, name.text, HINT, name.colour, bold=name.bold, anchor="m", halo=name.ground
        )
    routes.ends(canvas, view, found, taken, letters)
    _legend(canvas, words, letters)


def _names(words: Words) -> list[Name]:
    towns = [town_name(city, words) for city in CITIES]
    return [*(line for region in REGIONS for line in region_name(region, words)), *towns]


def _legend(canvas: Canvas, words: Words, letters: tuple[str, str]) -> None:
    left, y = MAP[0] + 32, MAP[1] + 32
    for index, letter in enumerate(letters):
        end_mark(canvas, None, letter, left + 2 + index * 48, y)
    canvas.text(left + 84, y, words("thurn_and_taxis.picture.ends"), HINT, colours.name_on("polen"))
