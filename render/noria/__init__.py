"""Noria in pictures and words, from what the reader may know."""

from render.noria.drawings import as_rival, board, forecast, own, ranking, rival

__all__ = ["as_rival", "board", "forecast", "own", "ranking", "rival"]
