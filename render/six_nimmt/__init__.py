"""The pictures of 6 nimmt!: each is known by everything it shows, and drawn only when asked for."""

from dataclasses import replace

from msgspec import structs

from bot.games.six_nimmt import sentences
from bot.games.six_nimmt.moves import Placed, Revealed
from bot.games.six_nimmt.sentences import Nimmt
from bot.games.six_nimmt.view import public
from render.drawing import Drawing, drawing
from render.six_nimmt import draft_table, own_hand, question, score_table, trick_board

_KEY = "six_nimmt"


def board(model: Nimmt) -> Drawing:
    """The public picture of the table: nothing in it depends on whose eyes look."""
    shown = _for_all(model)
    if shown.view.phase == "draft":
        return draft(shown, None)
    return drawing(_KEY, "board", shown, trick_board.paint, sentences.alt_board)


def step(model: Nimmt, event: Revealed | Placed) -> Drawing:
    """The table at one event of a trick, for a replay: the row and the card it is about are lit."""
    shown = _for_all(model)
    return drawing(_KEY, "step", shown, trick_board.paint, sentences.alt_step, event)


def draft(model: Nimmt, choice: int | None, picks: tuple[int, ...] = ()) -> Drawing:
    """The cards of the draft, those taken marked with their owner; a proposed card is lit, in a replay the
    newest picks of everybody."""
    return drawing(_KEY, "draft", model, draft_table.paint, sentences.alt_draft, choice, picks)


def hand(model: Nimmt, choice: int | None, laid: int | None = None) -> Drawing:
    """The hand of `model.seat`, a proposed or the selected card marked; one shown as if it were `laid`. Who
    else has chosen by now makes no other picture."""
    shown = replace(model, view=structs.replace(model.view, chosen=(False,) * model.view.seats))
    return drawing(_KEY, "hand", shown, own_hand.paint, sentences.alt_hand, choice, laid)


def row_choice(model: Nimmt, choice: int | None, *, even: bool = False) -> Drawing:
    """The rows with what each costs, for the owner of a low card; a proposed row marked, and the cheapest,
    unless all are to look `even`."""
    return drawing(_KEY, "row", model, question.paint, sentences.alt_row_choice, choice, even)


def scores(model: Nimmt) -> Drawing:
    """The heads of the finished rounds and the totals."""
    shown = _for_all(model)
    return drawing(_KEY, "scores", shown, score_table.paint, sentences.alt_scores)


def _for_all(model: Nimmt) -> Nimmt:
    # Of several tricks only the newest one can be told: rows are taken meanwhile, and their cards are gone.
    return replace(model, view=public(model.view), seat=None, events=(), earlier=None)
