"""Nothing overlaps, nothing leaves its place, nothing is too small: measured on every picture drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields
from picture_checks import canvas_of, check, holders, inside, overlap
from picture_models import LOCALES, SEATS, STAGES, lobby_card, view_model

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.view import Placement
from bot.text import words
from render.canvas import Canvas
from render.lobby import lobby
from render.six_nimmt import board, hand, ranking, row_choice, scores
from render.theme import NUMBER, TITLE


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_tidy(seats: int, stage: str, locale: str) -> None:
    check(board(view_model(seats, stage, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
def test_a_hand_is_tidy(stage: str, locale: str) -> None:
    shown = view_model(4, stage, locale, seat=1)
    check(hand(shown, None))
    for card in shown.view.hand:
        check(hand(shown, card))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_row_choice_is_tidy(seats: int, locale: str) -> None:
    shown = view_model(seats, "question", locale)
    for row in (None, 1, 2, 3, 4):
        check(row_choice(shown, row))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", ["scored", "over"])
@pytest.mark.parametrize("seats", SEATS)
def test_a_score_table_is_tidy(seats: int, stage: str, locale: str) -> None:
    check(scores(view_model(seats, stage, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_ranking_is_tidy(seats: int, locale: str) -> None:
    check(ranking(view_model(seats, "over", locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_a_lobby_is_tidy(count: int, locale: str) -> None:
    check(lobby(lobby_card(count, locale), words(locale)))
    check(lobby(lobby_card(count, locale, newest=count - 1), words(locale)))


@pytest.mark.parametrize("options", [NimmtOptions(limit=999), NimmtOptions(format="rounds", rounds=10)])
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_largest_numbers_find_room(seats: int, locale: str, options: NimmtOptions) -> None:
    """Ten rounds with more than a hundred heads, five cards of three digits taken."""
    shown = view_model(seats, "over", locale)
    rounds = tuple(tuple(100 + seat for seat in range(seats)) for _ in range(10))
    totals = tuple(sum(column) for column in zip(*rounds, strict=True))
    last = tuple(
        Placement(Seat(seat), 104 - seat, 1, (100, 101, 102, 103, 104), 27) for seat in reversed(range(seats))
    )
    many = with_fields(
        shown.view, options=options, totals=totals, scores=rounds, round=10, last=last, heads=rounds[-1]
    )
    check(board(replace(shown, view=many)))
    check(scores(replace(shown, view=many)))
    rows = tuple(
        tuple(ScoreRow("round", points[seat], n) for n, points in enumerate(rounds, 1))
        for seat in range(seats)
    )
    check(ranking(replace(shown, outcome=Outcome(tuple(range(1, seats + 1)), totals, rows, True))))


@pytest.mark.parametrize("seats", SEATS)
def test_the_numbers_that_are_decided_by_are_large(seats: int) -> None:
    shown = view_model(seats, "trick", "en", seat=0)
    canvas = canvas_of(board(shown))
    in_rows = {str(card) for row in shown.view.rows for card in row}
    sizes = dict.fromkeys(in_rows, 0)
    for one in canvas.placed:
        if one.text in sizes:
            sizes[one.text] = max(sizes[one.text], one.size)
    assert all(size >= NUMBER for size in sizes.values())
    ribbon = [
        one for one in canvas.placed if one.text.isdecimal() and 120 < one.box[1] < 180 and one.box[2] < 776
    ]
    assert len(ribbon) == seats
    assert all(one.size >= (NUMBER if len(one.text) < 3 else TITLE) for one in ribbon)


def test_a_text_that_overlaps_would_be_noticed() -> None:
    canvas = Canvas(700)
    canvas.text(100, 100, "one", 26)
    canvas.text(110, 104, "two", 26)
    first, second = canvas.placed
    assert overlap(first.box, second.box)
    canvas.panel((300, 90, 340, 110), (255, 255, 255))
    canvas.text(320, 100, "much too long", 26, anchor="m")
    text = canvas.placed[-1]
    assert not inside(text.box, holders(text, canvas.placed)[0])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("rounds", "left_out"), [(6, 0), (7, 1), (40, 34)])
def test_rounds_that_find_no_room_are_said_to_be_left_out(locale: str, rounds: int, left_out: int) -> None:
    shown = view_model(3, "scored", locale)
    many = with_fields(shown.view, scores=((9, 9, 9),) * rounds, totals=(9 * rounds,) * 3)
    canvas = canvas_of(scores(replace(shown, view=many)))
    check(scores(replace(shown, view=many)))
    told = words(locale)("six_nimmt.picture.rounds_left_out", n=left_out)
    assert (told in {one.text for one in canvas.placed}) == (left_out > 0)
