"""What the moves of Nördlingen are called."""

from __future__ import annotations

from typing import assert_never

from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, NoerdlingenMove, Place, Stuck
from bot.games.noerdlingen.preview import way_of
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from render.noerdlingen import names
from render.scene import Scene


def move_name(scene: Scene[NoerdlingenView], move: NoerdlingenMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this scene."""
    words, view = scene.words, scene.view
    match move:
        case Place(at=at):
            return words("noerdlingen.move.place", crossing=crossing_name(at))
        case Choose(number=number):
            return words("noerdlingen.move.choose", number=number, shape=names.shape(number))
        case Draw(start=start, steps=steps):
            number = view.players[view.active].number
            return words("noerdlingen.move.draw", number=number, **_along(scene, start, steps))
        case Bonus(start=start, steps=steps):
            return words("noerdlingen.move.bonus", **_along(scene, start, steps))
        case Decline():
            return words("noerdlingen.move.decline")
        case Stuck():
            return words("noerdlingen.move.stuck")
        case _:
            assert_never(move)


def _along(scene: Scene[NoerdlingenView], start: Crossing, steps: str) -> dict[str, str]:
    path = way_of(scene.view, start, steps)
    way = names.arrows(steps) if path is None else names.way(path, scene.words)
    return {"crossing": crossing_name(start), "way": way}
