"""Makes the first pictures of a game as quick as the later ones."""

from __future__ import annotations

from importlib import import_module

from render.games import style
from render.png import encode


def warm(game: str) -> None:
    """Opens the fonts and builds what a game's board is made of; to be called in the render thread."""
    board = next(import_module(f"render.{game}.samples").samples())
    encode(board, style(game))
