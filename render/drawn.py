"""A game's pictures as drawings: known by all they show, drawn only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from bot.games.contract import View
from bot.text import cut, one_line
from render.canvas import Canvas
from render.games import style
from render.png import encode
from render.scene import Drawing, Picture, Scene

MOST = 1000
"""Characters of an alt text."""
_NAME_LENGTHS = (40, 20, 14, 10, 8)
_READABLE = 14
"""No name is cut to less for the sake of what is only useful."""
V = TypeVar("V", bound=View)
Choices = TypeVarTuple("Choices")


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What a picture is to be drawn from, as plain data: functions of modules, which go by their names, and
    what they are called with. So it can be carried out here or in another process."""

    name: str
    """Of the file."""
    game: str
    paint: Callable[..., Canvas]
    describe: Callable[..., str]
    args: tuple[Any, ...]

    def __call__(self) -> Picture:
        """The finished picture."""
        png = _painted(partial(self.paint, *self.args), self.game)
        return Picture(self.name, png, self.describe(*self.args))


def drawing(
    game: str,
    kind: str,
    scene: Scene[V],
    paint: Callable[[Scene[V], *Choices], Canvas],
    describe: Callable[[Scene[V], *Choices], str],
    *choices: *Choices,
) -> Drawing:
    """A picture of a game: `paint` and `describe` are functions of a module, and depend on the scene and the
    choices alone."""
    # The key holds all that the picture depends on: equal keys, equal pictures.
    reader = scene.names, scene.words.locale, scene.seat
    key = (game, kind, scene.view, scene.earlier, *reader, scene.outcome, choices)
    return Drawing(key, RenderRequest(f"{game}-{kind}.png", game, paint, describe, (scene, *choices)))


def _painted(paint: partial[Canvas], game: str) -> bytes:
    return encode(paint(), style(game))


def described(scene: Scene[V], text: Callable[[Scene[V]], str], *longer: Callable[[Scene[V]], str]) -> str:
    """An alt text: long names are cut before any fact is. Of `longer` texts, the longest first, the first one
    that fits as a whole is taken instead, unless names would have to be cut to less than a few letters."""
    tries = [(told, length) for told in longer for length in _NAME_LENGTHS if length >= _READABLE]
    tries += [(text, length) for length in _NAME_LENGTHS]
    found = ""
    for told, length in tries:
        found = told(replace(scene, names=tuple(cut(one_line(name), length) for name in scene.names)))
        if len(found) <= MOST:
            return found
    return cut(found, MOST)


def sentences(scene: Scene[V], lines: Iterable[str]) -> str:
    """Lines of a text one after the other, each with a full stop where it has none."""
    stop = scene.words("picture.stop")
    return " ".join(line if line.endswith((stop, "\uff1a", ":")) else line + stop for line in lines if line)
