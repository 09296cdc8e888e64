"""Thurn and Taxis in pictures and words, from what the reader may know."""

from render.thurn_and_taxis.drawings import board, own, ranking

__all__ = ["board", "own", "ranking"]
