"""A finished game told at its end: which steps the curve has, and what is remarkable in any game."""

from dataclasses import dataclass
from random import Random
from typing import Any

from bot.games.chance import Chance
from bot.games.chronicle import MOST, Chronicle, Highlight, Page, chosen, chronicle
from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.six_nimmt.game import GAME as NIMMT
from bot.games.six_nimmt.highlights import highlights
from bot.games.six_nimmt.moves import NimmtOptions, Placed
from tests.games.samples import Sample, played, samples


@dataclass(frozen=True)
class Seen:
    """A view of no game."""


def told(
    points: list[tuple[int, ...]], parts: list[int], *, lowest_wins: bool = False, rows: Any = ()
) -> Chronicle:
    """The chronicle of a game with these points at each page of these parts."""
    pages: list[Page[Any]] = [Page(Seen(), (), part) for part in parts]
    sign = -1 if lowest_wins else 1
    places = Outcome.ranked([sign * one for one in points[-1]])
    outcome = Outcome(places, points[-1], rows or ((),) * len(points[-1]), lowest_wins)
    return chronicle(pages, points, outcome, ())


def test_the_curve_has_a_step_for_each_part_and_ends_with_the_result() -> None:
    made = told([(0, 0), (1, 0), (3, 1), (4, 2), (6, 2), (7, 9), (8, 10)], [0, 1, 1, 2, 3, 4, 4])
    assert made.parted
    assert (made.laps, made.points) == ((0, 1, 2, 3, 4), ((0, 0), (3, 1), (4, 2), (6, 2), (8, 10)))


def test_of_few_parts_every_page_is_a_step() -> None:
    made = told([(0,), (1,), (3,), (4,)], [0, 1, 1, 1])
    assert not made.parted
    assert made.laps == (0, 1, 2, 3)


def test_who_was_last_and_won_is_told_and_a_narrow_victory() -> None:
    points = [(0, 0, 0), (5, 4, 1), (6, 5, 2), (7, 6, 3), (8, 7, 9)]
    found = {one.key: one for one in told(points, [0, 1, 2, 3, 4]).highlights}
    assert (found["comeback"].seat, found["comeback"].n) == (2, 3)
    assert (found["close"].seat, found["close"].n) == (2, 1)
    losses = [(0, 0, 0), (1, 2, 9), (2, 4, 10), (9, 9, 11), (20, 21, 12)]
    found = {one.key: one for one in told(losses, [0, 1, 2, 3, 4], lowest_wins=True).highlights}
    assert found["comeback"].seat == 2
    assert "close" not in found


def test_who_led_from_the_beginning_is_told_with_the_round() -> None:
    points = [(0, 0), (3, 1), (6, 2), (9, 3), (12, 4)]
    (led,) = told(points, [0, 1, 2, 3, 4]).highlights
    assert (led.key, led.seat, led.n) == ("led", 0, 1)
    nobody_ahead = [(0, 0), (0, 0), (6, 2), (9, 3), (12, 4), (12, 4), (13, 4)]
    (led,) = told(nobody_ahead, [0, 1, 2, 3, 4, 5, 6]).highlights
    assert (led.key, led.seat, led.n) == ("led", 0, 2)


def test_the_row_that_brought_most_is_told_unless_heads_are_counted() -> None:
    rows = ((ScoreRow("a", 3), ScoreRow("b", 6)), (ScoreRow("a", 1),))
    best = told([(0, 0), (9, 1)], [0, 1], rows=rows).highlights[0]
    assert (best.key, best.seat, best.n, best.values) == ("row", 1, 1, (("what", "a"),))
    assert not told([(0, 0), (9, 1)], [0, 1], rows=rows, lowest_wins=True).highlights


def test_each_highlight_is_of_another_kind_and_seat_as_long_as_there_are_enough() -> None:
    found = [
        Highlight(Seat(seat), key, 1, weight)
        for seat, key, weight in (
            (0, "a", 9),
            (0, "b", 8),
            (1, "a", 7),
            (1, "c", 6),
            (2, "d", 1),
        )
    ]
    assert [(one.seat, one.key) for one in chosen(found, 3)] == [(0, "a"), (1, "c"), (2, "d")]
    assert [(one.seat, one.key) for one in chosen(found, 2)] == [(0, "a"), (0, "b"), (1, "c")]
    assert len(chosen(found[:2], 3)) == 2 < MOST


def test_points_at_the_end_are_those_of_the_outcome_in_every_game() -> None:
    for sample in samples():
        outcome, points = _ended(sample)
        assert points in ((), outcome.scores), sample.game.info.key


def _ended(sample: Sample) -> tuple[Outcome, tuple[int, ...]]:
    rng = Random(7)
    seats = sample.game.info.seats[0]
    options = next(one for one in sample.options if sample.game.most_seats(one) >= seats)
    end = played(sample, options, seats, Chance(bytes(32)), rng).states[-1]
    outcome = sample.game.outcome(end)
    assert outcome is not None
    return outcome, sample.game.points(sample.game.view(end, None))


def test_many_rows_of_a_round_come_with_the_heads_and_cards_of_each() -> None:
    """Those of another round or player are not among them."""
    first, second = Seat(0), Seat(1)
    taken = (
        Placed(seat=first, card=40, row=1, taken=(35, 36, 37, 38, 39), heads=5),
        Placed(seat=second, card=44, row=2, taken=(43,), heads=1),
        Placed(seat=first, card=2, row=3, taken=(10,), heads=3),
        Placed(seat=first, card=3, row=3),
    )
    view = NIMMT.view(NIMMT.setup(NimmtOptions(), 2, Chance(bytes(32))), None)
    pages = [Page(view, taken, 1), Page(view, taken[2:3], 2)]
    (rows,) = [one for one in highlights(pages) if one.key == "rows"]
    assert (rows.seat, rows.n, rows.pieces) == (first, 2, (5, 5, 3, 1))
