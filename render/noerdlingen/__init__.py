"""City of Nördlingen in pictures and words, from what the reader may know."""

from render.noerdlingen.drawings import board, own, ranking

__all__ = ["board", "own", "ranking"]
