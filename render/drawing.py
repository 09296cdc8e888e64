"""A game's pictures as drawings: known by all they show, drawn only when asked for."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from bot.games.contract import View
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.games import style
from render.png import encode
from render.seats import shown_as

V = TypeVar("V", bound=View)
Choices = TypeVarTuple("Choices")


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished PNG, or of a film a GIF, with what it shows in words (at most 1000 characters)."""

    name: str
    """Of the file: Discord plays what is called a GIF."""
    data: bytes
    alt: str


Piece = Callable[[], Picture | bytes]
"""A short piece of work for the render pool. What is made of functions of modules and plain data, as a
`RenderRequest` is, can be pickled and so be done by another process; all else is done in a thread."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture still to be drawn, once for each key."""

    key: Hashable
    draw: Callable[[], Picture]


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What a picture is to be drawn from, as plain data: functions of modules, which go by their names, and
    what they are called with. So it can be carried out here or in another process."""

    name: str
    game: str
    """Whose colours the file keeps; empty where it shows several games."""
    paint: Callable[..., Canvas]
    describe: Callable[..., str]
    args: tuple[Any, ...]
    icons: tuple[str, ...] = ()
    """Those of the seats, as in `ViewModel`."""

    def __call__(self) -> Picture:
        """The finished picture."""
        with shown_as(self.icons):
            png = _painted(partial(self.paint, *self.args), self.game)
        return Picture(self.name, png, self.describe(*self.args))


def drawing(
    game: str,
    kind: str,
    model: ViewModel[V],
    paint: Callable[[ViewModel[V], *Choices], Canvas],
    describe: Callable[[ViewModel[V], *Choices], str],
    *choices: *Choices,
) -> Drawing:
    """A picture of a game; `paint` and `describe` depend on the model and the choices alone."""
    # The key holds all that the picture depends on: equal keys, equal pictures.
    key = (game, kind, model.view, model.earlier, *model.people, model.seat, model.outcome, choices)
    name, args = f"{game}-{kind}.png", (model, *choices)
    return Drawing(key, RenderRequest(name, game, paint, describe, args, model.icons))


def _painted(paint: partial[Canvas], game: str) -> bytes:
    return encode(paint(), style(game) if game else None)
