"""What the computer players take from a view, and the deals they think possible."""

from random import Random
from typing import Any

import numpy as np
import pytest

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.opponents import Effort
from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival, rows_behind
from bot.games.six_nimmt.opponents.search import hands_of_rivals
from tests.games.six_nimmt.positions import dealt, knows, play

FOUR = "10 / 30 / 50 / 70; 5 8 / 6 9 / 20 22 / 40 41; open; start_player"
LOGIC = "10 / 30 / 34 / 15; 5 8 / 6 9 / 20 22; logic"
DEALS = 60


def hands(known: Prospect, **effort: Any) -> np.ndarray:
    return hands_of_rivals(known, Effort(DEALS, **effort), np.random.default_rng(1))


def begun(seat: int, seats: int, **options: Any) -> Prospect:
    return Prospect.of(GAME.view(dealt(seats, **options), Seat(seat)))


@pytest.mark.parametrize(("seats", "highest"), [(3, 34), (4, 44)])
def test_in_strategy_nobody_is_thought_to_hold_what_stayed_in_the_box(seats: int, highest: int) -> None:
    known = begun(1, seats, deal="strategy")
    assert len(known.hidden) == (seats - 1) * 10
    assert max(known.hidden) <= highest


def test_in_open_the_marker_is_in_no_hand() -> None:
    assert 1 not in begun(2, 4, playing="open").hidden


def test_what_is_laid_belongs_to_the_seats_behind_in_their_order() -> None:
    known = knows(0, f"{FOUR} 2", "22 40")
    assert known.rivals == (Rival(), Rival(laid=22), Rival(laid=40))
    assert known.laid == (22, 40)
    assert not {22, 40} & {*known.hidden}


def test_in_logic_the_hands_are_known_by_seat_without_what_is_laid() -> None:
    assert knows(1, LOGIC).rivals == (Rival(hand=(20, 22)), Rival(hand=(5, 8)))
    laid = knows(2, "10 / 30 / 35 / 15; 5 8 / 6 9 / 20 22; logic; open; start_player 1", "9")
    assert laid.rivals == (Rival(hand=(5, 8)), Rival(9, (6,)))


def test_the_leader_of_open_is_the_marker_or_behind_a_question_the_next_seat() -> None:
    assert knows(0, f"{FOUR} 2", "22 40").leader == 2
    assert knows(1, f"{FOUR} 2", "22 40 5 6").leader == 3


def test_of_two_players_with_few_cards_in_play_each_knows_what_the_other_holds() -> None:
    known = begun(0, 2, deal="strategy")
    assert known.rivals == (Rival(hand=dealt(2, deal="strategy").hands[1]),)
    assert known.known
    assert not begun(0, 2).known
    assert not begun(0, 3, deal="strategy").known


def test_cards_that_wait_are_placed_as_the_rules_say() -> None:
    """A tie by the row that costs nothing."""
    rows = ((20, 25), (40, 44), (60,), (80, 81, 82, 83, 84))
    assert rows_behind(rows, (19, 26, 85), professional=False) == ((20, 25, 26), (40, 44), (19,), (85,))
    wider = ((19, 20, 25), (22, 40, 44), (60, 62), rows[3])
    assert rows_behind(rows, (19, 22, 62), professional=True) == wider
    tied = ((20, 25), (31, 32, 33, 34, 35), (60,), (80,))
    assert rows_behind(tied, (28,), professional=True)[0] == (20, 25, 28)


@pytest.mark.parametrize("seed", range(3))
def test_sampled_hands_agree_with_what_is_known(seed: int) -> None:
    state, rng = dealt(4, playing="open"), Random(seed)
    for _ in range(seed):
        state = play(state, str(rng.choice(state.hands[state.on_turn or 0])))
    known = Prospect.of(GAME.view(state, state.on_turn))
    found = hands(known, careful=0.5)
    assert found.shape == (10, 3, 10, DEALS)
    for deal in found.reshape(30, -1).T.tolist():
        assert len({*deal}) == 30
        assert {*deal} <= {*known.hidden, *known.laid}
    for rival, each in enumerate(known.rivals):
        assert each.laid is None or (found[0, rival] == each.laid).all()


@pytest.mark.parametrize("searching", [0, 1])
def test_known_hands_come_in_many_orders(searching: float) -> None:
    known = knows(0, "10 / 30 / 34 / 15; 5 8 19 / 6 9 21 / 20 22 28; logic")
    found = hands(known, searching=searching, surveyed=200)[:, :, 0]
    assert (np.sort(found, axis=0)[:, 0] == [[6], [9], [21]]).all()
    assert (np.sort(found, axis=0)[:, 1] == [[20], [22], [28]]).all()
    assert len({*found[0, 0].tolist()}) == (1 if searching else 3)


@pytest.mark.parametrize("deal", ["strategy", "logic"])
def test_who_searches_leaves_a_full_row_alone(deal: str) -> None:
    """Between 5 and 6 nobody can come, so that the 6 takes the row for sure."""
    known = knows(0, f"1 2 3 4 5 / 30 / 31 / 32; 20 24 / 6 34 / 21 33; {deal}")
    found = hands(known, searching=1, surveyed=2000)[:, 0, 0]
    pairs = found[:, (np.sort(found, axis=0) == [[6], [34]]).all(axis=0)]
    assert pairs.size
    assert (pairs[0] == 34).all()


def test_who_lays_later_has_seen_the_own_card() -> None:
    """Behind the 12 his 21 is a fifth card; behind the 20 it is a sixth one, and the 23 is cheaper."""
    known = knows(0, "11 15 18 19 / 5 / 2 3 4 6 22 / 7; 12 20 / 21 23; logic; open")
    found = hands(known, careful=1)[0, 0]
    assert (found[0] == 21).all()
    assert (found[1] == 23).all()


def test_cards_that_are_as_good_as_the_same_are_answered_alike_however_rough_the_surveys() -> None:
    known = knows(0, "10 / 30 / 50 / 70; 103 104 / 6 9 / 20 22 / 40 41; open")
    found = hands(known, searching=1, surveyed=60)[0, 0]
    assert (found[0] == found[1]).mean() > 0.9
