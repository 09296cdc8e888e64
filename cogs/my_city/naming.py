"""What the moves of My City are called."""

from __future__ import annotations

from typing import assert_never

from bot.games.my_city.moves import Begin, Build, Finish, MyCityMove, Pass, Stop
from bot.games.my_city.view import MyCityView
from render.my_city.names import episode as episode_name
from render.my_city.words import spot
from render.scene import Scene


def move_name(scene: Scene[MyCityView], move: MyCityMove) -> str:
    """A move in a few words."""
    words = scene.words
    match move:
        case Build(cells=cells):
            return words("my_city.move.build", spot=spot(cells, words))
        case Pass():
            return words("my_city.move.pass")
        case Stop():
            return words("my_city.move.stop")
        case Begin(episode=episode):
            return words("my_city.move.begin", episode=episode_name(episode, words))
        case Finish():
            return words("my_city.move.finish")
        case _:
            assert_never(move)
