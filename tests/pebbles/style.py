"""Pebbles in pictures and their words: its style, the board, the ranking."""

from dataclasses import replace

from bot.view_model import ViewModel, alt_text
from render.canvas import Canvas
from render.drawing import Drawing, drawing
from render.games import Style
from render.parts import barred, header
from render.theme import HUGE, INK, NAME, WIDTH, rgb
from tests.pebbles.game import GAME, PebblesMove, PebblesView

KEY, ACCENT = GAME.info.key, rgb("#1F5F4A")
Scenery = ViewModel[PebblesView]


def board(model: Scenery) -> Drawing:
    """The public picture: nothing in it depends on whose eyes look."""
    return drawing(KEY, "board", replace(model, seat=None), _board, _alt)


def caption(model: Scenery) -> str:
    """The pebbles left."""
    return model.words("pebbles.left", heap=model.view.heap, bag=model.view.bag)


def named(model: Scenery, move: PebblesMove) -> str:
    """What is done with a pebble."""
    return model.words(f"pebbles.{move.__struct_config__.tag}")


def text(model: Scenery) -> str:
    """The heap, the bag and all points."""
    points = zip(model.names, model.view.points, strict=True)
    return "\n".join([caption(model), *(f"{name}: {own}" for name, own in points)])


def _alt(model: Scenery) -> str:
    return alt_text(model, lambda model: f"{model.words.title(GAME.info)}\n{text(model)}")


def _board(model: Scenery) -> Canvas:
    view, canvas = model.view, barred(KEY, 700)
    pill = model.words("picture.over") if model.outcome else model.names[view.active]
    header(canvas, KEY, model.words, caption(model), lambda name: name, name=pill)
    canvas.text(WIDTH / 2, 280, str(view.heap), HUGE, ACCENT, bold=True, anchor="m")
    for place, line in enumerate(text(model).splitlines()):
        canvas.text(40, 440 + 50 * place, line, NAME, INK, room=WIDTH - 80)
    return canvas


STYLE = Style(KEY, ACCENT)
