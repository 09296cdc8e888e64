"""The rules of 6 nimmt!, base game and variants, by the numbers of their paragraphs."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.deck import DECK, HEADS, Row, deal, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import DraftBegun, NimmtOptions, TakeRow
from bot.games.six_nimmt.placing import put, spots, take
from bot.games.six_nimmt.playout import playout
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import Question
from tests.games.examples import follows, refusals
from tests.games.six_nimmt.positions import CHANCE, at, dealt, facts, move, play, random_rows, refused, steps
from tests.games.six_nimmt.sample import SAMPLE

A, B, C, D = map(Seat, range(4))
FIGURE_2 = "16 20 21 22 / 35 36 38 40 42 / 61 / 88"
FIVE_HEADS = "1 2 3 4 6 / 60 / 70 / 80"
"""What the 7 takes."""
TRICK = f"""
    2.1.4 Rows keep the order in which they were dealt
        90 / 10 / 50 / 70 | 91 11 51 71 -> rows 90 91 / 10 11 / 50 51 / 70 71; heads 0 0 0 0
    2.2.1 A selection is secret
        {FIGURE_2}; 37 1 / 65 2 / 45 3 / 46 4 | 37 -> told chosen A; chosen True False False False;
            owes B card in private, C card in private, D card in private
    2.2.2 and 2.2.3 The last selection reveals all, which are placed from the lowest to the highest
        {FIGURE_2}; 37 / 65 / 45 / 46
        37 65 45 -> last none; told chosen C; in_turn False
        37 65 45 46 -> hands none / none / none / none; irrevocable True; told chosen D,
            revealed 10 0 37 / 2 45 / 3 46 / 1 65, placed A 37 1 right, placed C 45 2 35 36 38 40 42 8 right,
            placed D 46 2 right, placed B 65 3 right, round_scored 1 0 0 8 0 0 0 8 0
    2.2.4 and 6.4 The nearest lower row
        12 / 37 / 43 / 58 | 14 15 44 61 -> rows 12 14 15 / 37 / 43 44 / 58 61; heads 0 0 0 0
    2.2.4, 2.2.7 and 6.5 A fifth card is safe, a sixth one takes, and a seventh joins it
        3 9 17 28 / 60 / 70 / 80 | 29 61 -> rows 3 9 17 28 29 / 60 61 / 70 / 80; heads 0 0
        3 9 17 28 / 60 / 70 / 80 | 29 33 34 -> rows 33 34 / 60 / 70 / 80; heads 0 5 0
    2.2.4 A low card lets its owner choose any row
        {FIGURE_2}; 5 / 89
        5 89 -> phase place; question A 5 low 1 2 3 4; owes A row; last A 5 right, B 89 right;
            can take_row 1, take_row 2, take_row 3, take_row 4
        5 89, row 1 -> rows 5 / 35 36 38 40 42 / 61 / 88 89; piles 16 20 21 22 / none
        5 89, row 2 -> rows 16 20 21 22 / 5 / 61 / 88 89; piles 35 36 38 40 42 / none
        5 89, row 3 -> rows 16 20 21 22 / 35 36 38 40 42 / 5 / 88 89; piles 61 / none
        5 89, row 4 -> rows 16 20 21 22 / 35 36 38 40 42 / 61 89 / 5; piles 88 / none
    2.2.4 A low card is below every right end, whatever the left ends
        1 60 / 70 / 80 / 90 | 50 91 -> question A 50 low 1 2 3 4
    2.4 What lies on the table is public, waiting cards too
        {FIVE_HEADS}; 7 100 / 61 101
        7 61 -> heads 5 0; played 1 2 3 4 6 7 60 61 70 80; last A 7 1 1 2 3 4 6 5 right, B 61 2 right
        7 61 100 -> last A 7 1 1 2 3 4 6 5 right, B 61 2 right
        61 / 70 / 80 / 88 | 5 89 -> last A 5 right, B 89 right; played 5 61 70 80 88 89
    5.1 A selection may be changed until all have selected
        {FIGURE_2}; 37 1 / 65 2
        37, A:1 -> selected 1 none; told chosen A changed; irrevocable False; turn 0
    5.3 Only the owner of the low card may act
        {FIGURE_2}; 5 90 / 89 91
        5 89 -> owes A row
        5 89, B:row 1 !! not_asked
        5 89, B:91 or A:90 !! already_revealed
    5.4 At the deadline the cheapest row is taken
        22 / 20 30 / 21 23 / 33 | 5 89 -> late take_row 3
        20 / 23 24 25 / 30 / 40 | 5 89 -> late take_row 1
        23 24 26 / 20 / 30 / 33 | 5 89 -> late take_row 2
        30 / 20 / 40 / 50 | 5 89 -> late take_row 1
    5.5 Of several low cards the lowest asks
        16 20 21 22 / 61 / 88 / 90 | 7 5 6, row 2 -> rows 16 20 21 22 / 5 6 7 / 88 / 90; heads 0 1 0
    5.6 The last card is forced, but nothing with two cards or before a question
        {FIGURE_2}; 37 / 65 / 45
        -> forced A choose 37
        37 -> forced B choose 65
        37 65 -> forced C choose 45
        {FIGURE_2}; 37 1 / 65 2 | -> forced none
        {FIGURE_2}; 5 90 / 89 91 | 5 89 -> forced none
    5.13 Illegal inputs are refused with their reason
        {FIGURE_2}; 37 1 / 65 2
        A:65 !! not_in_hand card 65
        A:row 1 or A:deal !! not_now
        C:37 !! not_asked
        {FIGURE_2}; 5 / 89
        5 89, A:row 5 !! no_such_row row 5
        5 89, A:row 0 !! no_such_row row 0
        16 / 35 / 61 / 88 | 17 36, A:37 !! not_now
        16 / 35 / 61 / 88 | 17 36, B:deal !! not_asked
        {FIVE_HEADS}; totals 62 0 | 7 91, A:37 or A:deal !! over
    A turn is a reveal, an answer or a deal; a trick that stopped is a page of the history once it is done
        {FIGURE_2}; 5 / 89
        5 -> turn 0
        5 89 -> turn 1; milestone False
        5 89, row 3 -> turn 2; milestone True
        5 89, row 3, deal -> turn 3
    6.1 Figure 2, first trick
        {FIGURE_2} | 37 65 45 46 -> rows 16 20 21 22 37 / 45 46 / 61 65 / 88; heads 0 0 8 0
    6.2 Figure 2, second trick: 62 as announced, 65 as explained
        {FIGURE_2} | 5 30 62 33, row 3 -> rows 33 / 62 / 5 / 88; heads 1 0 8 13
        {FIGURE_2} | 5 30 65 33, row 3 -> rows 33 / 65 / 5 / 88; heads 1 0 8 13
    6.3 The same cards, an unusual choice
        {FIGURE_2} | 5 30 62 33, row 1 -> rows 5 30 33 / 35 36 38 40 42 / 61 62 / 88; heads 10 0 0 0
    6.23 The lowest card has to take a row
        12 80 / 14 85 / 90 / 95 | 1 2 -> question A 1 low 1 2 3 4
"""
END = f"""
    2.3.1 and 2.3.2 Heads are written down and added up
        {FIVE_HEADS}; totals 10 20 30 | 7 91 92 -> scores 10 20 30 / 5 0 0; totals 15 20 30
    2.3.2 More than 66 ends the game, by an option 66, or another limit
        {FIVE_HEADS}; totals 61 3 | 7 91 -> totals 66 3; phase scored
        {FIVE_HEADS}; totals 62 3 | 7 91 -> totals 67 3; phase over
        {FIVE_HEADS}; totals 60 3; reached | 7 91 -> totals 65 3; phase scored
        {FIVE_HEADS}; totals 61 3; reached | 7 91 -> totals 66 3; phase over
        {FIVE_HEADS}; totals 95 3; limit 100 | 7 91 -> totals 100 3; phase scored
        {FIVE_HEADS}; totals 96 3; limit 100 | 7 91 -> totals 101 3; phase over
    2.3.3 The end is tested after the tenth trick only
        {FIVE_HEADS}; 7 100 / 61 101; totals 66 0 | 7 61 -> heads 5 0; totals 66 0; phase choose
    2.3.6 A fixed number of rounds ends whatever the totals
        {FIVE_HEADS}; totals 495 3; rounds 3 | 7 91 -> phase scored
        1 / 60 / 70 / 80; rounds 1 | 7 91 92 -> phase over; totals 0 0 0
    2.3 The score is told and the next round dealt
        16 / 35 / 61 / 88; 17 / 36
        17 36 -> phase scored; forced A deal; owes A deal
        17 36, deal -> round 2; trick 1; phase choose; last none; irrevocable True; milestone True
    2.3.4, 2.3.5, 6.9, 6.10 The lowest total wins, equal ones share a place
        {FIVE_HEADS}; totals 61 40 12 | 7 91 92 -> phase scored
        {FIVE_HEADS}; totals 62 40 12 | 7 91 92 -> totals 67 40 12; places 3 2 1; lowest_wins True
        {FIVE_HEADS}; totals 66 30 30 | 7 91 92 -> totals 71 30 30; places 3 1 1
        {FIVE_HEADS}; totals 62 12 12 20 20 | 7 91 92 93 94 -> totals 67 12 12 20 20; places 5 1 1 3 3
"""
FIGURE_3 = "40 43 47 50 54 / 9 49 / 64 70 / 90 95"
TIED = "46 47 48 49 50 / 60 75 / 90 / 100 103; 55 / 104; professional"
LAYING = "20 / 40 / 60 / 80; 21 90 / 41 91 / 61 92; open; start_player 1"
LAST_CARDS = "20 / 40 / 60 / 80; 21 / 41 / 61; open; start_player 1"
VARIANTS = f"""
    3.2 Picks go round clockwise without reversing
        draft; / / ; start_player 1
        -> on_turn 1; in_turn True
        1 -> on_turn 2
        1 2 -> on_turn 0
        1 2 3 -> on_turn 1
        1 2 3 4 5 -> on_turn 0
        1 2 3 4 5 6 -> on_turn 1
    3.2 The four cards left start the rows in ascending order
        draft; /
        24 23 21 20 18 17 16 15 14 13 12 10 9 8 7 6 5 4 2 1 -> rows 3 / 11 / 19 / 22; phase choose;
            told picked B 1, dealt 1 3 11 19 22; milestone True
    3.2 Picks are public and the hands common knowledge
        draft; /
        9 4 2 -> known 9 2 / 4; on_turn 1; start_player 0;
            pool 1 3 5 6 7 8 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
        draft; 9 2 / 4 | -> known 9 2 / 4; on_turn 1; phase draft; trick 1
    3.2 A pick is final and only for whoever is on turn
        draft; /
        7 -> irrevocable True; owes B pick; turn 1
        7, A:pick 8 !! not_asked
        7, B:pick 7 !! not_in_pool card 7
        7, B:pick 25 !! not_in_pool card 25
        7, B:8 !! not_now
    3.3.2 A card inside all rows takes any row
        1 100 / 2 99 / 3 98 / 4 96 97; professional
        50 103 -> question A 50 enclosed 1 2 3 4; owes A row
        50 103, row 4 -> rows 1 100 103 / 2 99 / 3 98 / 50; heads 3 0; piles 4 96 97 / none
    3.3.3 The smallest difference counts over both sides
        10 20 / 40 / 80 / 100; professional | 33 89 -> rows 10 20 / 33 40 / 80 89 / 100; heads 0 0
    3.3.4 In a tie the owner decides even when one row is full
        {TIED}
        55 104 -> question A 55 tie 1 2 right left; owes A tie; can take_row 1, take_row 2
        55 104, A:row 3 !! not_tied row 3 first 1 second 2
        55 104, A:row 5 !! no_such_row row 5
        55 104, B:row 1 !! not_asked
        55 104, row 1 -> rows 55 / 60 75 / 90 / 100 103 104; heads 7 0
        55 104, row 2 -> rows 46 47 48 49 50 / 55 60 75 / 90 / 100 103 104; heads 0 0;
            last A 55 2 left, B 104 4 right
    3.3.6 The limit counts both ends together
        49 50 52 / 90 / 95 / 100; professional | 48 53 54 -> rows 54 / 90 / 95 / 100; heads 0 0 7
    3.3 Several questions in one trick, one at a time
        10 20 / 30 40 / 60 / 90 100; professional
        25 50 95 -> question A 25 tie 1 2 right left; owes A tie
        25 50 95, row 1 -> question B 50 tie 2 3 right left; owes B tie
        25 50 95, row 1, row 2 -> rows 10 20 25 / 30 40 50 / 60 95 / 90 100; question none
    An answer comes back unless a further card falls by it, another one is asked or the round is scored
        50 / 60 / 90 / 100; 7 45 / 8 55; professional
        45 55 -> irrevocable True; owes B tie
        45 55, row 1 -> irrevocable False; milestone True; told placed B 55 1 right
        50 / 60 / 90 / 100; professional | 45 55, row 1 -> irrevocable True; phase scored
        50 / 60 / 90 / 100; 7 55 / 8 104; professional | 55 104, row 1 -> irrevocable True; phase choose
        10 20 / 30 40 / 60 / 90; 1 25 / 2 50 / 3 95; professional
        25 50 95, row 1 -> irrevocable True; owes B tie
        25 50 95, row 1, row 2 -> irrevocable True; phase choose
    5.4 At the deadline a tie goes to the row that costs less
        46 47 48 49 50 / 60 / 90 / 100; professional | 55 104 -> late take_row 2
        50 / 60 / 90 / 100; professional | 55 104 -> late take_row 1
        60 / 50 / 90 / 100; professional | 55 104 -> late take_row 1
    6.15 Figure 3
        {FIGURE_3}; professional | 5 17 58 62 -> rows 17 / 5 9 49 62 / 58 64 70 / 90 95; heads 0 9 0 0
    6.16 Equal difference
        12 50 / 60 75 / 90 / 100 103; professional
        55 104, row 1 -> rows 12 50 55 / 60 75 / 90 / 100 103 104; heads 0 0
        55 104, row 2 -> rows 12 50 / 55 60 75 / 90 / 100 103 104; heads 0 0
    6.19 One-card row, both sides
        40 / 70 75 / 90 91 / 100 104; professional
        36 44 -> rows 36 40 44 / 70 75 / 90 91 / 100 104; heads 0 0
    3.3.5 and 6.20 A sixth card takes the row on the right as on the left
        40 41 43 44 46 / 80 85 / 90 95 / 100; professional
        47 104 -> rows 47 / 80 85 / 90 95 / 100 104; heads 11 0
        40 41 43 44 46 / 3 4 / 90 95 / 100; professional
        39 104 -> rows 39 / 3 4 / 90 95 / 100 104; heads 11 0
    6.23 Lowest cards are harmless
        12 80 / 14 85 / 90 / 95; professional | 1 2 -> rows 1 12 80 / 2 14 85 / 90 / 95; heads 0 0
    3.4 Cards are laid in turn and seen by all
        {LAYING}
        -> owes B card; in_turn True
        41 -> told laid B 41; laid none 41 none; on_turn 2; chosen False True False; irrevocable True; turn 1;
            played 20 40 41 60 80
        41 61 -> rows 20 / 40 / 60 / 80
        41 61 21 -> rows 20 21 / 40 41 / 60 61 / 80; laid none none none;
            told laid A 21, revealed 9 0 21 / 1 41 / 2 61, placed A 21 1 right, placed B 41 2 right,
            placed C 61 3 right
    3.4 A laid card is final and nobody lays before his turn
        {LAYING}
        A:21 !! not_asked
        41, B:91 !! already_laid
        41, C:21 !! not_in_hand card 21
    3.4 The marker moves to the left and stays over the rounds
        {LAST_CARDS}
        41 61 21 -> phase scored; start_player 2
        41 61 21, deal -> on_turn 2
    3.4 A question in Open is answered before the marker moves
        20 / 40 / 60 / 80; 3 90 / 41 91; open; start_player 1
        41 3 -> question A 3 low 1 2 3 4; start_player 1
        41 3, row 1 -> start_player 0
    5.6 In Open the last cards are laid by themselves as one turn
        {LAST_CARDS}
        -> forced B choose 41; turn 0
        41 -> forced C choose 61; turn 0
        41 61 -> forced A choose 21; turn 0
        41 61 21 -> phase scored; turn 1
    6.13 Logic with two, both taking the highest
        draft; /
        24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 -> rows 1 / 2 / 3 / 4; in_turn False;
            hands 6 8 10 12 14 16 18 20 22 24 / 5 7 9 11 13 15 17 19 21 23
    6.28 Open, Logic and Professional with two
        draft; / ; open professional; start_player 1
        -> on_turn 1; pool 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
        24 22 25 23 2 3 4 5 6 7 8 9 10 11 12 13 14 15 20 21 -> rows 16 / 17 / 18 / 19; on_turn 1
        24 22 25 23 2 3 4 5 6 7 8 9 10 11 12 13 14 15 20 21, 2 3 -> rows 2 16 / 3 17 / 18 / 19; on_turn 0
"""


@pytest.mark.parametrize(("position", "moves", "then"), follows(TRICK + END + VARIANTS))
def test_what_follows(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@pytest.mark.parametrize(("position", "before", "tried", "reason"), refusals(TRICK + END + VARIANTS))
def test_what_is_refused(position: str, before: str, tried: str, reason: str) -> None:
    assert refused(position, before, tried) == reason


def test_1_there_are_104_cards_with_171_heads() -> None:
    """55 has seven, other doubles five, tens three, fives two, the rest one."""
    assert list(DECK) == list(range(1, 105))
    assert heads(DECK) == 171
    assert {count: [card for card in DECK if HEADS[card] == count] for count in (7, 5, 3, 2)} == {
        7: [55],
        5: [11, 22, 33, 44, 66, 77, 88, 99],
        3: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
        2: [5, 15, 25, 35, 45, 65, 75, 85, 95],
    }
    assert sum(HEADS[card] == 1 for card in DECK) == 76


@pytest.mark.parametrize("seats", range(2, 11))
def test_2_1_the_deal(seats: int) -> None:
    """Ten cards each, four that start the rows, the rest unseen; all 104 are accounted for."""
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [len(row) for row in state.rows] == [1] * 4
    assert len(state.unused) == 104 - 10 * seats - 4
    together = [card for cards in (*state.hands, *state.rows, state.unused) for card in cards]
    assert sorted(together) == list(DECK)


def test_2_1_the_deal_follows_from_the_secret_and_the_round() -> None:
    other = GAME.setup(NimmtOptions(), 2, Chance(bytes(32)))
    second = play(at("16 / 35 / 61 / 88; 17 / 36"), "17 36, deal")
    assert len({state.hands for state in (dealt(2), other, second)}) == 3


def test_2_2_1_the_owner_sees_the_hand_and_the_selected_card() -> None:
    state = play(at(f"{FIGURE_2}; 37 1 / 65 2"), "37")
    assert [GAME.view(state, Seat(seat)).hand for seat in range(2)] == [(1, 37), (2, 65)]
    assert [GAME.view(state, Seat(seat)).selected for seat in range(2)] == [37, None]


@pytest.mark.parametrize(("option", "value"), [("limit", 0), ("limit", 1000), ("rounds", 0), ("rounds", 11)])
def test_2_3_6_limits_go_from_1_to_999_and_rounds_to_10(option: str, value: int) -> None:
    with pytest.raises(ValueError, match=rf"\$\.{option}"):
        GAME.decode_options(b'{"%s":%d}' % (option.encode(), value))


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_a_playout_is_a_round_as_it_is_played_at_the_table(seats: int) -> None:
    for seed in range(6):
        rng = Random(seed)
        dealt = deal(rng.sample(DECK, seats * 10 + 4), seats)
        state = GAME.restore(msgspec.json.encode({"rows": dealt.rows, "hands": dealt.hands}))
        for played in zip(*dealt.hands, strict=True):
            state = play(state, " ".join(map(str, played)))
            if state.question:
                state = play(state, f"row {1 + rng.randrange(4)}")
        assert state.heads == playout(seats, Random(seed))


def drafted(state: NimmtState, rng: Random | None = None) -> NimmtState:
    while state.phase == "draft":
        state = play(state, str(rng.choice(state.pool) if rng else state.pool[-1]))
    return state


def play_round(state: NimmtState, rng: Random) -> NimmtState:
    while state.phase in ("choose", "place"):
        seat = next(iter(GAME.decisions(state)))
        state = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)), CHANCE).state
    return state


def everywhere(state: NimmtState) -> list[int]:
    places = (*state.hands, *state.rows, state.pool, state.unused)
    return sorted(card for cards in places for card in cards)


def by_luck(find: Callable[[Chance], Any]) -> set[Any]:
    """What comes of many secrets."""
    return {find(Chance(bytes([number]) * 32)) for number in range(200)}


# 3.1 and 3.5.2. Smaller decks ------------------------------------------------------------------------


HEADS_IN_DECK = (38, 55, 72, 85, 103, 120, 137, 154, 171)
HEADS_FROM_2_ON = (39, 56, 73, 91, 104, 121, 138, 155)


@pytest.mark.parametrize(
    ("options", "lowest", "beyond", "heads_by_seats"),
    [
        pytest.param({"deal": "strategy"}, 1, 4, HEADS_IN_DECK, id="3.1"),
        pytest.param({"deal": "strategy", "playing": "open"}, 2, 5, HEADS_FROM_2_ON, id="3.5.2"),
        pytest.param({"deal": "logic", "playing": "open"}, 2, 5, HEADS_FROM_2_ON, id="3.5.2 with a draft"),
    ],
)
def test_a_smaller_deck_is_dealt_to_its_last_card(
    options: dict[str, Any], lowest: int, beyond: int, heads_by_seats: tuple[int, ...]
) -> None:
    """1 to 10 x n + 4, or without the marker 2 to 10 x n + 5; of ten players it is the whole deck."""
    for seats, count in enumerate(heads_by_seats, start=2):
        state = dealt(seats, **options)
        assert everywhere(state) == list(range(lowest, 10 * seats + beyond + 1))
        assert heads(everywhere(state)) == count
        assert state.unused == ()


def test_3_4_card_1_is_the_marker_and_is_not_dealt() -> None:
    """Worked examples 25 and 26."""
    state = dealt(4, playing="open")
    assert everywhere(state) == list(range(2, 105))
    assert heads(everywhere(state)) == 170
    assert len(dealt(9, playing="open").unused) == 9


# 3.2 Logic -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_3_2_the_whole_deck_lies_face_up(seats: int) -> None:
    state = dealt(seats, deal="logic")
    assert (state.phase, state.rows, state.hands) == ("draft", (), ((),) * seats)
    assert GAME.view(state, None).pool == tuple(range(1, 10 * seats + 5))
    done = drafted(state)
    assert [len(hand) for hand in done.hands] == [10] * seats
    assert (done.pool, done.unused, done.phase, done.trick) == ((), (), "choose", 1)
    assert GAME.view(done, None).known == done.hands


def test_3_2_a_selected_card_is_secret_even_where_the_hands_are_known() -> None:
    state = drafted(at("draft; /"))
    assert GAME.view(play(state, "24"), B) == GAME.view(play(state, "8"), B)


@pytest.mark.parametrize("options", [{"deal": "logic"}, {"playing": "open"}])
def test_3_2_and_3_4_who_begins_is_drawn(options: dict[str, Any]) -> None:
    assert by_luck(lambda chance: GAME.setup(NimmtOptions(**options), 3, chance).on_turn) == {A, B, C}


@pytest.mark.parametrize(("options", "seat", "first"), [("", 2, A), ("; open", 2, A), ("; open", 1, C)])
def test_3_2_and_3_5_3_the_next_draft_is_begun_by_the_next_seat_or_by_the_marker(
    options: str, seat: int, first: Seat
) -> None:
    """Ten tricks further the marker is one seat further of three."""
    state = drafted(at(f"draft; / / ; start_player {seat}; limit 999{options}"))
    assert state.on_turn == (seat if options else None)
    (step,) = steps(play_round(state, Random(1)), "deal")
    assert step.state.on_turn == first
    assert step.events == (DraftBegun(round=2, seat=first),)


def at_the_deadline(position: str) -> set[Any]:
    state = at(position)
    seat = next(iter(GAME.decisions(state)))
    return by_luck(lambda chance: GAME.default(state, seat, chance))


def test_3_2_at_the_deadline_a_random_card_is_picked() -> None:
    assert at_the_deadline("draft; /") == {*GAME.legal(at("draft; /"), A)}


@pytest.mark.parametrize("playing", ["", "; open; start_player 0"])
def test_5_2_at_the_deadline_the_card_of_an_easy_computer_is_selected_or_laid(playing: str) -> None:
    """Of any two cards the one that lies closer to its row: the farthest one never."""
    found = at_the_deadline(f"16 / 35 / 61 / 88; 36 50 80 100 / 5 6 7 8{playing}")
    assert found == {move("36"), move("50"), move("100")}


# 2.2.4 and 3.3. Where cards go -----------------------------------------------------------------------


def any_table(rng: Random) -> tuple[list[Row], list[int]]:
    """Rows, and ten cards that are in none."""
    deck = rng.sample(DECK, len(DECK))
    return list(random_rows(deck, rng)), sorted(deck[:10])


@pytest.mark.parametrize("professional", [False, True])
def test_2_2_4_and_3_3_the_places_are_those_of_smallest_difference(professional: bool) -> None:
    """Rules 3.3.1 word for word, on the right alone in the base game; a tie is between two sides."""
    rng, nowhere, ties = Random(5), 0, 0
    for _ in range(3000):
        rows, cards = any_table(rng)
        card = rng.choice(cards)
        right = [(card - row[-1], index, "right") for index, row in enumerate(rows) if card > row[-1]]
        left = [(row[0] - card, index, "left") for index, row in enumerate(rows) if card < row[0]]
        places = right + left * professional
        found = spots(rows, card, professional=professional)
        assert {*found} == {(row, side) for d, row, side in places if d == min(places)[0]}
        assert found == tuple(sorted(found))
        assert len({spot.side for spot in found}) == len({spot.row for spot in found}) == len(found)
        nowhere, ties = nowhere + (not found), ties + (len(found) > 1)
    assert nowhere > 100
    assert (ties > 8) == professional


@pytest.mark.parametrize("professional", [False, True])
def test_2_2_and_3_3_at_most_one_card_of_a_trick_fits_nowhere_but_several_may_tie(professional: bool) -> None:
    """The lemma of the base game, where it is the lowest card; and the consequences of Professional."""
    rng, most_nowhere, most_ties = Random(9), 0, 0
    for _ in range(1500):
        rows, cards = any_table(rng)
        nowhere: list[int] = []
        ties = 0
        for card in cards:
            found = spots(rows, card, professional=professional)
            ties += len(found) > 1
            if found:
                put(rows, rng.choice(found).row, card)
            else:
                nowhere.append(card)
                take(rows, rng.randrange(4), card)
        assert professional or nowhere in ([], cards[:1])
        most_nowhere, most_ties = max(most_nowhere, len(nowhere)), max(most_ties, ties)
    assert most_nowhere == 1
    assert (most_ties > 1) == professional


# 3.5 Combining ---------------------------------------------------------------------------------------


def test_3_5_with_logic_and_open_nothing_is_hidden() -> None:
    state = drafted(at("draft; / ; open"), Random(4))
    state = play(state, str(state.hands[0][0]))
    view = GAME.view(state, None)
    assert view.known == (state.hands[0][1:], state.hands[1])
    assert view.laid == (state.hands[0][0], None)
    assert SAMPLE.twin(state, None, Random(1)) == state


@pytest.mark.parametrize(
    ("seats", "options", "code", "limit"),
    [
        (0, {}, "too_few_seats", 2),
        (1, {}, "too_few_seats", 2),
        (11, {}, "too_many_seats", 10),
        (10, {"playing": "open"}, "open_seats", 9),
        (11, {"playing": "open"}, "too_many_seats", 10),
        (6, {"format": "tournament"}, "tournament_seats", 5),
        (10, {"format": "tournament", "playing": "open"}, "tournament_seats", 5),
    ],
)
def test_5_8_too_few_or_too_many_are_refused(seats: int, options: Any, code: str, limit: int) -> None:
    with pytest.raises(Refusal, match=code) as caught:
        dealt(seats, **options)
    assert caught.value.data == {"seats": limit}


# 4.1 Tournament --------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", ["base", "strategy", "logic"])
def test_4_1_each_plays_each_hand_once(deal: Any) -> None:
    """Worked example 14: from game to game the hands go one seat to the left."""
    state, rng = drafted(dealt(4, deal=deal, format="tournament", limit=1)), Random(2)
    starts, unused, hands = state.rows, state.unused, state.hands
    for number in range(1, 5):
        assert (state.round, state.rows, state.unused, state.hands) == (number, starts, unused, hands)
        state = play_round(state, rng)
        assert max(state.totals) > 1
        if number < 4:
            assert state.phase == "scored"
            state, hands = play(state, "deal"), (hands[-1], *hands[:-1])
    assert state.phase == "over"


def test_4_1_the_marker_moves_on_from_game_to_game() -> None:
    state = dealt(4, format="tournament", playing="open")
    assert state.start_player is not None
    after = play_round(state, Random(1))
    assert after.start_player == (state.start_player + 10) % 4
    assert play(after, "deal").on_turn == after.start_player


# Older states ----------------------------------------------------------------------------------------

OLD = (
    b'{"schema":1,"options":{"format":"limit","limit":66,"end":"above","rounds":3},"phase":"place","round":1,'
    b'"trick":10,"turn":1,"rows":[[16],[35],[61],[88]],"hands":[[],[]],"selected":[null,null],'
    b'"last":[{"seat":0,"card":5,"row":0,"taken":[],"heads":0},{"seat":1,"card":89,"row":0,"taken":[],'
    b'"heads":0}],"question":{"seat":0,"card":5},"piles":[[],[]],"scores":[],"totals":[0,0],"unused":'
    + msgspec.json.encode([card for card in DECK if card not in (16, 35, 61, 88, 5, 89)])
    + b"}"
)
"""As the base game wrote it before there were variants."""


def test_a_state_from_before_the_variants_can_still_be_read_and_played() -> None:
    state = GAME.decode(OLD)
    GAME.check(state)
    assert (state.options, state.question) == (NimmtOptions(), Question(A, 5))
    assert GAME.apply(state, A, TakeRow(1), CHANCE).state.phase == "scored"


# 6. Worked examples ----------------------------------------------------------------------------------


def test_6_25_open_with_four() -> None:
    """C, D, A, B; then D, A, B, C; the tenth trick is begun by D, the first of the next round by A."""
    state, rng = dealt(4, playing="open"), Random(8)
    while state.start_player != C:
        state = GAME.setup(state.options, 4, Chance(rng.randbytes(32)))
    order = []
    while state.phase != "scored":
        seat = next(iter(GAME.decisions(state)))
        order += [seat] * (state.phase == "choose")
        state = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)), CHANCE).state
    assert order[:8] == [C, D, A, B, D, A, B, C]
    assert order[36] == D
    assert play(state, "deal").on_turn == A
