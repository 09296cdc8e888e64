"""6 nimmt! in pictures and words, from what the reader may know."""

from render.six_nimmt.drawings import board, draft, hand, ranking, row_choice, scores, step

__all__ = ["board", "draft", "hand", "ranking", "row_choice", "scores", "step"]
