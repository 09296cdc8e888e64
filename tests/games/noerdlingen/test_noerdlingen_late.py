"""What a deadline does for a late player (section 6), and the date (section 5)."""

from __future__ import annotations

from datetime import date

import pytest

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, NoerdlingenOptions, Place, Stuck
from tests.games.noerdlingen.positions import CHANCE, S, T, new, play, table

ENCLOSING = [[(3, 4), (5, 4), (5, 5), (3, 5)]]


def test_placing_is_left_to_chance() -> None:
    state = new()
    placed = {GAME.default(state, state.active, Chance(bytes([n]) * 32)) for n in range(30)}
    assert len(placed) > 10
    assert all(isinstance(move, Place) for move in placed)


def test_the_free_number_with_the_most_ways_is_chosen() -> None:
    """Between lines on three sides there is one way for the bar, and more for the corner."""
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 4)]]
    state = table([[(4, 4)]], lines, active=S, waiting=[1, 2])
    ways = {number: len(list(_draws(number, lines))) for number in range(1, 7)}
    best = max(ways.values())
    assert GAME.default(state, S, CHANCE) == Choose(min(n for n in ways if ways[n] == best))


def _draws(number: int, lines: list[list[tuple[int, int]]]) -> list[Draw]:
    state = table([[(4, 4)]], lines, number=number)
    return [move for move in GAME.legal(state, S) if isinstance(move, Draw)]


def test_of_equally_many_ways_the_lower_number_is_chosen_unless_taken() -> None:
    state = table([[(4, 5)]], numbers=[None, 2, None], active=S, waiting=[2], phase="choose")
    assert GAME.default(state, S, CHANCE) == Choose(3), "eight ways each from 2 to 6"


def test_the_draw_is_the_one_with_the_most_points_at_once() -> None:
    state = table([[(3, 5), (7, 6)], [(3, 4)]], ENCLOSING, number=4)
    assert GAME.default(state, S, CHANCE) == Draw((3, 5), "ULD")


def test_equal_draws_go_by_row_then_column_then_steps() -> None:
    state = table([[(6, 6), (5, 6), (7, 5)]], number=1)
    assert GAME.default(state, S, CHANCE) == Draw((7, 5), "D")
    assert GAME.default(table([[(6, 6), (5, 6)]], number=1), S, CHANCE) == Draw((5, 6), "D")


def test_whoever_is_stuck_leaves() -> None:
    assert GAME.default(table([[]], number=1), S, CHANCE) == Stuck()


@pytest.mark.parametrize(
    ("box", "move"),
    [([], Decline()), ([[(6, 6), (7, 6), (7, 7), (6, 7)]], Bonus((6, 7), "U"))],
)
def test_the_bonus_is_declined_unless_it_closes_an_own_territory(
    box: list[list[tuple[int, int]]], move: object
) -> None:
    state = table([[(3, 5), (6, 7)], [(3, 4), (5, 5)]], [*ENCLOSING, *box], number=4)
    assert GAME.default(play(state, Draw((3, 5), "ULD")), S, CHANCE) == move


def test_a_bonus_that_closes_a_territory_of_somebody_else_is_declined() -> None:
    box = [[(6, 6), (7, 6), (7, 7), (6, 7)]]
    soldiers = [[(3, 5), (6, 7)], [(3, 4), (5, 5)], [(7, 6), (7, 7)]]
    state = play(table(soldiers, [*ENCLOSING, *box], number=4), Draw((3, 5), "ULD"))
    assert GAME.default(state, S, CHANCE) == Bonus((6, 7), "U"), "two to two"
    more = [[(6, 7), (7, 7), (7, 5), (6, 5)], *ENCLOSING]
    soldiers = [[(3, 5), (6, 6)], [(3, 4), (5, 5)], [(7, 5), (7, 6), (6, 7), (7, 7)]]
    state = play(table(soldiers, [*more, [(6, 6), (6, 7)]], number=4), Draw((3, 5), "ULD"))
    assert GAME.default(state, S, CHANCE) == Decline()


def test_a_seat_that_owes_nothing_is_refused() -> None:
    with pytest.raises(Refusal, match="not_asked"):
        GAME.default(table([[(4, 4)]], number=1), T, CHANCE)
    with pytest.raises(Refusal, match="not_asked"):
        GAME.default(new(), Seat(7), CHANCE)


def test_the_calendar_has_all_days() -> None:
    assert len(DATES) == 366
    assert (DATES[0], DATES[59], DATES[-1]) == ("0101", "0229", "1231")


def test_where_nobody_says_the_day_it_is_drawn() -> None:
    dates = {GAME.setup(NoerdlingenOptions(), 3, Chance(bytes([n]) * 32)).date for n in range(30)}
    assert len(dates) > 15
    assert dates <= set(DATES)


@pytest.mark.parametrize("wrong", ["0000", "0230", "1301", "0132", "9999", "0431*"])
def test_a_day_that_no_calendar_has_is_refused(wrong: str) -> None:
    with pytest.raises(Refusal) as caught:
        new(date=wrong)
    assert (caught.value.code, caught.value.data) == ("no_such_date", {"date": wrong[:4]})


@pytest.mark.parametrize(
    "spelling",
    [
        *("0519", "\uff10\uff15\uff11\uff19", " 0519 "),
        *("5/19", "05-19", "5 / 19", "\uff15\uff0f\uff11\uff19", "5/19/2026", "5 19"),
        *("19.5.", "19. 5.", "19.05", "19.05.2026"),
        *("2026-05-19", "2026/5/19", "2026.05.19"),
        *("5\u670819\u65e5", "\uff15\u6708\uff11\uff19\u65e5", "2026\u5e745\u670819\u65e5"),
        *("May 19", "MAY 19TH", "may 19, 2026", "19 May", "19th of May", "19. Mai", "19 May 2026"),
    ],
)
def test_a_day_is_known_in_each_clear_spelling(spelling: str) -> None:
    assert GAME.typed("date", spelling) == "0519"


def test_in_figures_the_month_is_first_and_between_dots_the_day() -> None:
    assert [GAME.typed("date", text) for text in ("6/5", "6-5", "06-05", "0605")] == ["0605"] * 4
    assert [GAME.typed("date", text) for text in ("6.5.", "6.5", "06.05.", "\uff16.\uff15.")] == ["0506"] * 4


GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_is_known_by_its_names(month: int) -> None:
    english = date(2026, month, 3).strftime("%B")
    german = GERMAN.split()
    for name in (english, english[:3], german[month - 1], german[month - 1][:3] + "."):
        assert GAME.typed("date", f"3 {name}") == f"{month:02}03"


@pytest.mark.parametrize(
    "unclear",
    [
        *("19/5", "19-5", "5.19.", "2026-19-05", "5.5.5", "13/1", "1/0", "519", "05192026"),
        *("", "today", "5", "May", "Ma 5", "30 February", "19 Mayor", "0519*", "5/19\n6/20"),
    ],
)
def test_what_could_be_another_day_or_none_is_refused(unclear: str) -> None:
    with pytest.raises(Refusal, match="no_such_date"):
        GAME.typed("date", unclear)


def test_the_day_of_the_begin_fills_an_empty_date_and_no_other() -> None:
    opened = GAME.opened(NoerdlingenOptions(), "2026-05-09")
    assert opened == NoerdlingenOptions(date="0509*")
    assert GAME.setup(opened, 3, CHANCE).date == "0509"
    assert GAME.opened(opened, "2026-05-10").date == "0510*"
    assert GAME.again(opened) == NoerdlingenOptions()
    typed = NoerdlingenOptions(date="0519")
    assert GAME.opened(typed, "2026-05-09") == typed
    assert GAME.again(typed) == typed
