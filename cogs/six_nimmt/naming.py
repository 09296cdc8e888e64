"""What the moves of 6 nimmt! are called."""

from __future__ import annotations

from typing import assert_never

from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, Pick, TakeRow
from bot.games.six_nimmt.view import NimmtView
from render.scene import Scene


def move_name(scene: Scene[NimmtView], move: NimmtMove) -> str:
    """A move in a few words, as its owner may make it in this scene."""
    words, question = scene.words, scene.view.question
    match move:
        case Choose(card=card):
            return words("six_nimmt.move.choose", card=card)
        case Pick(card=card):
            return words("six_nimmt.move.pick", card=card)
        case TakeRow(row=row) if question is not None and row in question.rows and question.sides:
            return words(f"six_nimmt.panel.end.{question.sides[question.rows.index(row)]}", row=row)
        case TakeRow(row=row):
            return words("six_nimmt.move.take_row", row=row)
        case Deal():
            return words("six_nimmt.move.deal")
        case _:
            assert_never(move)
