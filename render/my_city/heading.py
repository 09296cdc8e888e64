"""The header of every picture: the episode, the round, who is still to choose."""

from __future__ import annotations

from bot.games.my_city.preview import asks
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.games import style
from render.parts import header

City = ViewModel[MyCityView]


def head(canvas: Canvas, model: City, pill: str = "", part: str = "") -> None:
    """The header: unless they are given, the part is the episode with its round, and the pill says who is
    still to choose."""
    view, words = model.view, model.words
    part = part or _now(model)
    look, title = style("my_city"), words("my_city.picture.title")
    if pill or not asks(view):
        text = pill or _pause(model)
        header(canvas, look, title, part, lambda _: text)
        return
    owing = [seat for seat, sheet in enumerate(view.sheets) if not sheet.stopped and not view.decided[seat]]
    if len(owing) != 1:
        text = words("my_city.picture.choosing", n=len(owing))
        header(canvas, look, title, part, lambda _: text)
        return
    (seat,) = owing
    header(
        canvas,
        look,
        title,
        part,
        lambda name: words("my_city.picture.waiting", name=name),
        seat=seat,
        name=model.names[seat],
    )


def _now(model: City) -> str:
    view, words = model.view, model.words
    if not view.episode:
        return words("my_city.picture.no_episode")
    if view.phase == "round" and (view.last or asks(view)):
        return words("my_city.picture.round", episode=view.episode, round=view.round)
    return words("my_city.picture.episode", episode=view.episode)


def _pause(model: City) -> str:
    view, words = model.view, model.words
    match view.phase:
        case "over":
            return words("picture.over")
        case "between":
            return words("my_city.picture.between")
        case "round":
            return words("my_city.picture.round_over" if view.last else "my_city.picture.begins")
