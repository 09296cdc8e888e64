"""The rules of 6 nimmt!, paragraph by paragraph; numbers in names are those of the rules."""

from random import Random

import pytest

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.deck import DECK, HEADS, deal, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.placing import fitting_row, put, take
from bot.games.six_nimmt.playout import playout
from tests.games.examples import follows, refusals
from tests.games.six_nimmt.positions import at, dealt, facts, play, refused, table, written

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
    2.2.4 The nearest lower row; a fifth card is safe, a sixth one takes
        12 / 37 / 43 / 58 | 44 50 -> rows 12 / 37 / 43 44 50 / 58; heads 0 0
        3 9 17 28 / 60 / 70 / 80 | 29 61 -> rows 3 9 17 28 29 / 60 61 / 70 / 80; heads 0 0
        3 9 17 28 29 / 60 / 70 / 80 | 33 61 -> rows 33 / 60 61 / 70 / 80; heads 5 0
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
    2.2.7 Rows are as the cards before left them
        3 9 17 28 29 / 60 / 70 / 80 | 33 34 -> rows 33 34 / 60 / 70 / 80; heads 5 0
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
    6.4 Nearest row
        12 / 37 / 43 / 58 | 14 15 44 61 -> rows 12 14 15 / 37 / 43 44 / 58 61; heads 0 0 0 0
    6.5 Fifth is safe, sixth is not, seventh joins
        3 9 17 28 / 60 / 70 / 80 | 29 33 34 -> rows 33 34 / 60 / 70 / 80; heads 0 5 0
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
BOTH = TRICK + END


@pytest.mark.parametrize(("position", "moves", "then"), follows(BOTH))
def test_what_follows(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@pytest.mark.parametrize(("position", "before", "tried", "reason"), refusals(BOTH))
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


def test_2_2_lemma_a_trick_asks_at_most_once_and_only_the_lowest_card() -> None:
    rng = Random(7)
    asked = 0
    for _ in range(1000):
        deck = rng.sample(DECK, 14)
        table_rows = [(card,) for card in deck[:4]]
        for place, card in enumerate(sorted(deck[4:])):
            index = fitting_row(table_rows, card)
            if index is None:
                assert place == 0
                asked += 1
                take(table_rows, rng.randrange(4), card)
            else:
                put(table_rows, index, card)
    assert asked > 250


def test_2_2_4_the_row_is_the_one_of_smallest_difference() -> None:
    rng = Random(8)
    for _ in range(1000):
        *ends, card = rng.sample(DECK, 5)
        nearest = (
            min((card - end, row) for row, end in enumerate(ends) if end < card) if min(ends) < card else None
        )
        assert fitting_row([(end,) for end in ends], card) == (nearest and nearest[1])


@pytest.mark.parametrize(("option", "value"), [("limit", 0), ("limit", 1000), ("rounds", 0), ("rounds", 11)])
def test_2_3_6_limits_go_from_1_to_999_and_rounds_to_10(option: str, value: int) -> None:
    with pytest.raises(ValueError, match=rf"\$\.{option}"):
        GAME.decode_options(b'{"%s":%d}' % (option.encode(), value))


def test_5_2_at_the_deadline_a_random_card_is_selected() -> None:
    state = dealt(2)
    found = {GAME.default(state, Seat(0), Chance(bytes([n]) * 32)) for n in range(150)}
    assert found == {Choose(card) for card in state.hands[0]}


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_a_playout_is_a_round_as_it_is_played_at_the_table(seats: int) -> None:
    for seed in range(6):
        rng = Random(seed)
        dealt = deal(rng.sample(DECK, seats * 10 + 4), seats)
        state = table(written(dealt.rows), written(dealt.hands))
        for played in zip(*dealt.hands, strict=True):
            state = play(state, " ".join(map(str, played)))
            if state.question:
                state = play(state, f"row {1 + rng.randrange(4)}")
        assert state.heads == playout(seats, Random(seed))
