"""A game's pictures as drawings: known by all they show, drawn only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TypeVar

from bot.games.contract import View
from bot.text import cut, one_line
from render.canvas import Canvas
from render.games import style
from render.png import encode
from render.scene import Drawing, Picture, Scene

MOST = 1000
"""Characters of an alt text."""
_NAME_LENGTHS = (40, 20, 14, 10, 8)
V = TypeVar("V", bound=View)


def drawing(
    game: str,
    kind: str,
    scene: Scene[V],
    choice: Hashable,
    paint: Callable[[], Canvas],
    describe: Callable[[], str],
) -> Drawing:
    """A picture of a game: `paint` and `describe` may depend on the scene and the choice alone."""
    # The key holds all that the picture depends on: equal keys, equal pictures.
    key = (game, kind, scene.view, scene.names, scene.words.locale, scene.seat, scene.outcome, choice)

    def draw() -> Picture:
        return Picture(f"{game}-{kind}.png", encode(paint(), style(game)), describe())

    return Drawing(key, draw)


def described(
    scene: Scene[V], text: Callable[[Scene[V]], str], longer: Callable[[Scene[V]], str] | None = None
) -> str:
    """An alt text: long names are cut before any fact is; `longer` is taken where it fits as a whole."""
    short, shown = "", scene
    for length in _NAME_LENGTHS:
        shown = replace(scene, names=tuple(cut(one_line(name), length) for name in scene.names))
        short = text(shown)
        if len(short) <= MOST:
            break
    more = longer(shown) if longer else short
    return more if len(more) <= MOST else cut(short, MOST)
