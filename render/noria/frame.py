"""The header that all pictures of Noria share."""

from __future__ import annotations

from bot.games.noria.facts import step
from bot.games.noria.state import NoriaView
from bot.games.registry import game
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.games import style
from render.parts import header

Noria = ViewModel[NoriaView]


def head(canvas: Canvas, model: Noria, part: str = "") -> None:
    """The header: the round or another `part`, whose turn it is, what is to be done."""
    view, words = model.view, model.words
    title, look = words.title(game("noria").info), style("noria")
    if not part:
        key = "round" if view.round else "setup"
        part = words(f"noria.picture.{key}", round=view.round, rounds=view.rounds)
    if view.phase == "over":
        header(canvas, look, title, part, lambda _: words("picture.over"))
        return
    todo = words(f"noria.picture.todo.{step(view)}")

    def pill(name: str) -> str:
        return words("noria.picture.turn", name=name, todo=todo)

    header(canvas, look, title, part, pill, seat=view.active, name=model.names[view.active])
