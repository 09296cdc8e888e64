"""The public picture: the town, the players in order, the choice table of the round."""

from __future__ import annotations

from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.preview import news, number_of
from bot.games.noerdlingen.view import NoerdlingenView
from bot.games.registry import game
from bot.view_model import ViewModel
from render.canvas import Canvas, layered
from render.games import style
from render.noerdlingen import players, town_map
from render.noerdlingen.frame import HEIGHT, MAP
from render.noerdlingen.table import table
from render.parts import bar, header
from render.theme import EDGE, TOP, WIDTH

LEFT = 860
"""Where the column beside the town begins."""
Noerdlingen = ViewModel[NoerdlingenView]


def paint(model: Noerdlingen) -> Canvas:
    """The board as everybody sees it."""
    view, changed = model.view, news(model.view, model.earlier)
    canvas = ground(view)
    head(canvas, model)
    town_map.paint(canvas, view, changed)
    players.strip(canvas, model, changed, LEFT, TOP, WIDTH - EDGE)
    top = TOP + players.strip_height(view.seats) + 12
    table(canvas, model, changed, (LEFT, top, WIDTH - EDGE, MAP[3]))
    return canvas


def ground(view: NoerdlingenView) -> Canvas:
    """A canvas with the header's bar and the empty town."""
    town = the_town()

    def paint(canvas: Canvas) -> None:
        bar(canvas, style("noerdlingen"))
        town_map.base(canvas, town, view.options)

    return layered(("noerdlingen", town, view.options.wall_mode), HEIGHT, paint)


def head(canvas: Canvas, model: Noerdlingen) -> None:
    """The header: the round, whose turn it is, what is to be done."""
    view, words = model.view, model.words
    key = "setup" if view.phase == "place" else "round"
    part = words(f"noerdlingen.picture.{key}", round=view.round, rounds=view.rounds)
    title = words.title(game("noerdlingen").info)
    look = style("noerdlingen")
    if view.phase == "over":
        header(canvas, look, title, part, lambda _: words("picture.over"))
        return
    todo = words(f"noerdlingen.picture.todo.{view.phase}", number=number_of(view, view.active))

    def pill(name: str) -> str:
        return words("noerdlingen.picture.turn", name=name, todo=todo)

    header(canvas, look, title, part, pill, seat=view.active, name=model.names[view.active])
