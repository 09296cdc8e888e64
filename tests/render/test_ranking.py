"""The final ranking of any game: shared places, merged columns, true minus signs."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from picture_models import NAMES, view_model

from bot.games.contract import Outcome, ScoreRow
from bot.games.registry import game
from bot.text import locales, signed, words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.ranking import Column, breakdown, merged, paint, ranking, told

INFO = game("six_nimmt").info


def outcome(*rounds: tuple[int, ...], lowest_wins: bool = True) -> Outcome:
    """A game from its rounds, each by seat."""
    scores = tuple(sum(points) for points in zip(*rounds, strict=True))
    better = (lambda a, b: a < b) if lowest_wins else (lambda a, b: a > b)
    return Outcome(
        tuple(1 + sum(better(other, one) for other in scores) for one in scores),
        scores,
        tuple(
            tuple(ScoreRow("round", points[seat], number) for number, points in enumerate(rounds, start=1))
            for seat in range(len(scores))
        ),
        lowest_wins,
    )


def texts(canvas: Canvas) -> list[str]:
    return [one.text for one in canvas.placed if one.kind == "text"]


def test_columns_stand_in_the_order_of_the_rounds() -> None:
    columns = breakdown("six_nimmt", outcome((1, 2), (3, 4)), words("en"))
    assert columns == [Column("R1", (1, 2)), Column("R2", (3, 4))]


def test_seven_columns_stay_and_more_are_merged_without_losing_a_point() -> None:
    seven = [Column(f"R{n}", (n, n)) for n in range(1, 8)]
    assert merged(seven, "other") == seven
    ten = [Column(f"R{n}", (n, 20 - n)) for n in range(1, 11)]
    few = merged(ten, "other")
    assert len(few) == 7
    assert few[-1].label == "other"
    for seat in range(2):
        assert sum(column.points[seat] for column in few) == sum(column.points[seat] for column in ten)


def test_equal_columns_are_merged_too() -> None:
    same = [Column(f"R{n}", (5, 5)) for n in range(1, 11)]
    few = merged(same, "other")
    assert len(few) == 7
    assert few[-1].points == (20, 20)


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (17, "17"), (-11, "\u221211")])
def test_minus_is_a_minus_sign(points: int, text: str) -> None:
    assert signed(points) == text


def test_shared_places_repeat_the_number_and_the_winners_are_joined() -> None:
    shown = texts(paint(INFO, outcome((5, 5, 9, 9)), ("Ann", "Bob", "Cem", "Dai"), words("en")))
    assert "Ann and Bob" in shown
    assert words("en")("picture.won_shared") in shown
    assert shown.count("3") == 2
    assert "2" not in shown


def test_the_best_of_a_column_depends_on_who_wins() -> None:
    low = paint(INFO, outcome((-3, 4)), ("Ann", "Bob"), words("en"))
    high = paint(INFO, outcome((-3, 4), lowest_wins=False), ("Ann", "Bob"), words("en"))
    assert "\u22123" in texts(low)
    assert texts(low)[3:5] != texts(high)[3:5]


def test_the_alt_text_lists_places_names_scores_and_what_they_are_made_of() -> None:
    shown = view_model(4, "over", "en")
    alt = ranking(shown, INFO).draw().alt
    assert shown.outcome is not None
    for place, name, score in zip(shown.outcome.places, NAMES, shown.outcome.scores, strict=False):
        assert f"{place}. {name}"[:10] in alt
        assert f": {score} (R" in alt


def test_ten_winners_still_fit() -> None:
    shown = replace(view_model(10, "over", "en"), outcome=outcome((7,) * 10))
    picture = ranking(shown, INFO).draw()
    assert len(picture.png) < 100 * 1024


def test_two_rows_take_the_room_of_the_lowest_picture() -> None:
    canvas = paint(INFO, outcome((1, 2)), NAMES[:2], words("en"))
    assert canvas.height == 700
    assert max(one.box[3] for one in canvas.placed if one.kind == "box") >= 680


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize(("place", "result"), [(1, "alone"), (2, "alone_lost")])
def test_nobody_who_plays_alone_has_a_place(place: int, result: str, locale: str) -> None:
    """Who loses against a rival without a seat is second, and nobody is first."""
    alone, speak = msgspec.structs.replace(outcome((30,), (12,)), places=(place,)), words(locale)
    shown = texts(paint(INFO, alone, NAMES[:1], speak))
    assert speak(f"picture.{result}") in shown
    assert str(place) not in shown
    one = ViewModel(1, 1, None, NAMES[:1], speak, None, (), alone)
    assert told(one, "six_nimmt", rows=False) == [speak("picture.alt_alone", name=NAMES[0], score=42)]
