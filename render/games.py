"""How each game looks: its accent, its emblem, its small drawing; found by its `style` module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from bot.games import registry
from bot.games.chronicle import Highlight
from bot.games.contract import Seat
from bot.text import Words
from render.canvas import Canvas
from render.pen import Point, rings
from render.theme import CARD, INK, WHITE, Box, Colour, mix, rgb

if TYPE_CHECKING:
    from render.drawing import Drawing
    from render.lookback import Turning

Scene = Callable[[Canvas, Words, Box], None]
"""Draws a few pieces that tell a rule into a box."""
Lights = tuple[tuple[str, ...], ...]
"""Names of places in a picture; each light holds all those that it names."""


def _disc(canvas: Canvas, x: float, y: float) -> None:
    canvas.stamp(rings("plain emblem", 46, (20, WHITE)), x, y)


def _card(canvas: Canvas, box: Box) -> None:
    middle = (box[0] + box[2]) / 2
    canvas.panel((middle - 58, box[1] + 8, middle + 58, box[3] - 8), CARD, 16)


def grounded(canvas: Canvas, box: Box, colour: Colour) -> Point:
    """A disc of this colour, as large as the box lets it be, for a game's own pieces; its middle."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    radius = min(box[2] - box[0], box[3] - box[1]) / 2
    canvas.stamp(rings(("ground", radius, colour), 2 * radius, (radius, colour)), x, y)
    return x, y


@dataclass(frozen=True, slots=True)
class Style:
    """What the shared pictures (lobby, ranking) need to know of a game."""

    key: str
    accent: Colour
    emblem: Callable[[Canvas, float, float], None] = _disc
    """Draws the sign of the header, 46 pixels wide, with its middle at a point of the accent bar."""
    still: Callable[[Canvas, Box], None] = _card
    """Draws a few of the game's own pieces for the lobby."""
    colours: tuple[Colour, ...] = ()
    """Flat colours that every picture of the game must keep."""
    sign: Callable[[Canvas, str, float, float], bool] | None = None
    """Draws the sign of a scoring row above its column, at most 46 pixels wide; False if it has none."""
    scenes: tuple[Scene, ...] = ()
    """Six of rules in a minute, each drawn into a box of 549 x 172 pixels."""
    first: Callable[[Any], int] = lambda options: 0
    """The scene of a lobby, which has to be true with its options."""
    examples: Mapping[str, Scene] = field(default_factory=dict[str, Scene])
    """By the names that pages of the rules have for them, each drawn into a box of 1112 x 494 pixels."""
    moment: Callable[[Canvas, Words, Highlight, Box], bool] = lambda canvas, words, highlight, box: False
    """Draws what a highlight of a finished game is about; False where its number is enough."""
    keepsake: Callable[[Any, Seat, Sequence[Any], str], Drawing] | None = None
    """A picture of a finished game to keep, by its model, the seat that it is for, the views of its pages and
    the day; None where there is none."""
    board: Callable[[Canvas, Any, Box], None] | None = None
    """Draws what the only player of a finished game has made, from its view, into a box; None where nothing
    is drawn."""
    limit: Callable[[Any], int | None] = lambda view: None
    """The points that end the game: a line of the curve at its end."""
    lights: Callable[[Any, Any], Lights] = lambda view, move: ()
    """Where in the panel of whoever decides a move is to be seen: what is used, then where it goes."""
    turning: Callable[[Any, Turning, Any, Any, Any], Drawing | None] = (
        lambda model, told, played, better, offered: None
    )
    """A picture of its own of a decision that is looked back at, where there is one: from the model of its
    seat, its words, the move that was played, the better one (None: that is asked), those to choose from."""
    proposed: Callable[[Any, Any], Drawing | None] = lambda model, move: None
    """The panel's picture with a move as if it were made, where there is one that asks for nothing else."""

    @property
    def shades(self) -> list[Colour]:
        """What smooth edges need besides: what typical pictures need most, as it lies beside the drawings of
        the game, else what lies around the accent."""
        path = files("render").joinpath(self.key, "shades.txt")
        if path.is_file():
            return [rgb(f"#{line}") for line in path.read_text(encoding="ascii").split()]
        return [mix(self.accent, ground, share / 4) for ground in (WHITE, INK) for share in (1, 2, 3)]


@cache
def style(key: str) -> Style:
    """The look of one game, loaded when first asked for: `STYLE` in the module `style`, which lies beside its
    rules or, for a game of ours, in its folder here; `KeyError` if there is no such game."""
    package, _, _ = registry.where(key).rpartition(".")
    folder = f"render.{key}" if package == f"bot.games.{key}" else package
    return import_module(f"{folder}.style").STYLE
