"""City of Nördlingen in pictures, from what the reader may know."""

from render.noerdlingen.drawings import board, own, ranking

__all__ = ["board", "own", "ranking"]
