"""My City: Roll & Build in pictures and words, from what the reader may know."""

from render.my_city.drawings import board, moment, own, ranking, scores, standings

__all__ = ["board", "moment", "own", "ranking", "scores", "standings"]
