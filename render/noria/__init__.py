"""Noria in pictures and words, from what the reader may know."""

from render.noria.drawings import board, forecast, own, ranking, rival

__all__ = ["board", "forecast", "own", "ranking", "rival"]
