"""Makes the first pictures of a game as quick as the later ones."""

from __future__ import annotations

from importlib import import_module

from render.games import style
from render.png import encode


def warm(game: str) -> bytes:
    """A made-up board as a PNG file: the fonts are open now, and what a board is made of is kept."""
    board = next(import_module(f"render.{game}.samples").samples())
    return encode(board, style(game))
