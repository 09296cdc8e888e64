"""My City: Roll & Build in pictures, from what the reader may know."""

from render.my_city.drawings import board, moment, own, pages, ranking, scores, standings, sums

__all__ = ["board", "moment", "own", "pages", "ranking", "scores", "standings", "sums"]
