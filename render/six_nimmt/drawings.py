"""The pictures of 6 nimmt!: each is known by everything it shows, and drawn only when asked for."""

from __future__ import annotations

from dataclasses import replace

from bot.games.registry import game
from bot.games.six_nimmt.moves import Placed, Revealed
from bot.games.six_nimmt.view import NimmtView
from render import ranking as final
from render.drawn import drawing
from render.scene import Drawing, Scene
from render.six_nimmt import alt, draft_table, own_hand, question, score_table, trick_board
from render.six_nimmt.facts import public

_KEY = "six_nimmt"


def board(scene: Scene[NimmtView]) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = _for_all(scene)
    if shown.view.phase == "draft":
        return draft(shown, None)
    return drawing(_KEY, "board", shown, trick_board.paint, alt.board)


def step(scene: Scene[NimmtView], event: Revealed | Placed) -> Drawing:
    """The table at one event of a trick, for a replay: the row and the card it is about are lit."""
    shown = _for_all(scene)
    return drawing(_KEY, "step", shown, trick_board.paint, alt.step, event)


def draft(scene: Scene[NimmtView], choice: int | None, picks: tuple[int, ...] = ()) -> Drawing:
    """The cards of the draft, those taken marked with their owner; a proposed card is lit, in a replay the
    newest picks of everybody."""
    return drawing(_KEY, "draft", scene, draft_table.paint, alt.draft, choice, picks)


def hand(scene: Scene[NimmtView], choice: int | None) -> Drawing:
    """The hand of `scene.seat`, a proposed or the selected card marked."""
    return drawing(_KEY, "hand", scene, own_hand.paint, alt.hand, choice)


def row_choice(scene: Scene[NimmtView], choice: int | None) -> Drawing:
    """The rows with what each costs, for the owner of a low card; a proposed row marked."""
    return drawing(_KEY, "row", scene, question.paint, alt.row_choice, choice)


def scores(scene: Scene[NimmtView]) -> Drawing:
    """The heads of the finished rounds and the totals."""
    shown = _for_all(scene)
    return drawing(_KEY, "scores", shown, score_table.paint, alt.scores)


def ranking(scene: Scene[NimmtView]) -> Drawing:
    """The final ranking with the heads of each round."""
    return final.ranking(scene, game(_KEY).info)


def _for_all(scene: Scene[NimmtView]) -> Scene[NimmtView]:
    # Of several tricks only the newest one can be told: rows are taken meanwhile, and their cards are gone.
    return replace(scene, view=public(scene.view), seat=None, events=(), earlier=None)
