"""Pictures of 6 nimmt! and its variants: what they show, and what they never show."""

from dataclasses import replace

import pytest
from gallery_six_nimmt import (
    LOGIC,
    MIDDLE,
    OPEN,
    PROFESSIONAL,
    TIE,
    found,
    laying,
    shown,
    view_model,
)
from msgspec.structs import replace as with_fields
from picture_checks import canvas_of, check, texts
from picture_models import LOCALES

from bot.games.six_nimmt import sentences as told
from bot.text import words
from render.six_nimmt import board, row_choice, scores


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("rounds", "left_out"), [(6, 0), (7, 1), (40, 34)])
def test_rounds_that_find_no_room_are_said_to_be_left_out(locale: str, rounds: int, left_out: int) -> None:
    model = view_model(3, "scored", locale)
    many = with_fields(model.view, scores=((9, 9, 9),) * rounds, totals=(9 * rounds,) * 3)
    drawing = scores(replace(model, view=many))
    check(drawing)
    line = words(locale)("six_nimmt.picture.rounds_left_out", n=left_out)
    assert (line in texts(drawing)) == (left_out > 0)


def test_a_taken_card_is_marked_and_the_free_ones_are_not() -> None:
    """A piece on each card taken, one for each seat below, one for the header."""
    canvas = canvas_of(board(shown(found(LOGIC, 4, MIDDLE), "en")))
    assert len([one for one in canvas.placed if one.kind == "mark"]) == 20 + 4 + 1


def test_in_a_tie_only_the_two_rows_have_a_price() -> None:
    moment = found(PROFESSIONAL, 4, TIE)
    question, speak = moment[0].question, words("en")
    written = texts(row_choice(shown(moment, "en", question.seat), None))
    assert written.count(speak("six_nimmt.picture.no_end")) == 2
    assert {speak(f"six_nimmt.picture.end.{side}") for side in question.sides} <= set(written)


@pytest.mark.parametrize("locale", LOCALES)
def test_words_tell_all_that_the_pictures_of_the_variants_show(locale: str) -> None:
    state, events = found(LOGIC, 3, MIDDLE)
    text, speak = told.text(shown((state, events), locale)), words(locale)
    assert all(" ".join(map(str, cards)) in text for cards in (state.pool, *state.hands))
    laid = shown(found(OPEN, 3, laying), locale)
    cards = [card for card in laid.view.laid if card is not None]
    assert len(cards) == 2
    for card in cards:
        name = laid.names[laid.view.laid.index(card)]
        assert speak("six_nimmt.text.laid_card", name=name, card=card) in told.text(laid)
    tied = shown(found(PROFESSIONAL, 3, TIE), locale)
    for row, side in zip(tied.view.question.rows, tied.view.question.sides, strict=True):
        assert speak(f"six_nimmt.text.end.{side}", row=row) in told.text(tied)
