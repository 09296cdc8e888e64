"""Nothing overlaps, nothing leaves its place, nothing is too small: measured on every picture drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from msgspec.structs import replace as with_fields
from picture_scenes import LOCALES, SEATS, STAGES, lobby_card, scene

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.view import Placement
from bot.text import words
from render.canvas import Canvas, Placed, watching
from render.lobby import lobby
from render.scene import Drawing
from render.six_nimmt import board, hand, ranking, row_choice, scores
from render.theme import NUMBER, SIZES, TITLE, WIDTH, Box


def canvas_of(drawing: Drawing) -> Canvas:
    with watching() as seen:
        drawing.draw()
    return seen[-1]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(inner: Box, outer: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def holders(text: Placed, placed: Iterable[Placed]) -> list[Box]:
    """The boxes that hold the middle of a text, the smallest first."""
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    found = [one.box for one in placed if one.kind == "box" and inside((x, y, x, y), one.box)]
    return sorted(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))


def check(drawing: Drawing) -> None:
    """All that must hold of any picture."""
    canvas = canvas_of(drawing)
    texts = [one for one in canvas.placed if one.kind == "text"]
    marks = [one for one in canvas.placed if one.kind == "mark"]
    assert texts
    for text in texts:
        assert text.size in SIZES, text
        outer = [*holders(text, canvas.placed)[:1], (8, 0, WIDTH - 8, canvas.height)]
        assert all(inside(text.box, box) for box in outer), (text, outer)
    for one, other in combinations(texts, 2):
        assert not overlap(one.box, other.box), (one, other)
    for text in texts:
        assert not [mark for mark in marks if overlap(text.box, mark.box)], text
    for place, one in enumerate(canvas.placed):
        later = (other for other in canvas.placed[place + 1 :] if other.kind == "box")
        assert one.kind != "text" or not [other for other in later if overlap(one.box, other.box)], one
    assert 700 <= canvas.height <= 1100


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_tidy(seats: int, stage: str, locale: str) -> None:
    check(board(scene(seats, stage, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
def test_a_hand_is_tidy(stage: str, locale: str) -> None:
    shown = scene(4, stage, locale, seat=1)
    check(hand(shown, None))
    for card in shown.view.hand:
        check(hand(shown, card))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_row_choice_is_tidy(seats: int, locale: str) -> None:
    shown = scene(seats, "question", locale)
    for row in (None, 1, 2, 3, 4):
        check(row_choice(shown, row))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", ["scored", "over"])
@pytest.mark.parametrize("seats", SEATS)
def test_a_score_table_is_tidy(seats: int, stage: str, locale: str) -> None:
    check(scores(scene(seats, stage, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_ranking_is_tidy(seats: int, locale: str) -> None:
    check(ranking(scene(seats, "over", locale)))


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
    shown = scene(seats, "over", locale)
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
    shown = scene(seats, "trick", "en", seat=0)
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
