"""The variants of 6 nimmt! (rules 3 and 4.1), paragraph by paragraph, and the worked examples 12 to 28."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.deck import DECK, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, DraftBegun, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.placing import nearest_ends, put, take
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import Question
from tests.games.examples import follows, refusals
from tests.games.six_nimmt.positions import CHANCE, at, dealt, facts, play, random_rows, refused, steps
from tests.games.six_nimmt.sample import SAMPLE

A, B, C, D = map(Seat, range(4))
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
    3.3.5 A sixth card takes the row on the left as on the right
        50 51 52 53 54 / 90 / 95 / 100; professional | 49 91 -> rows 49 / 90 91 / 95 / 100; heads 7 0
        50 51 52 53 54 / 90 / 95 / 100; professional | 56 91 -> rows 56 / 90 91 / 95 / 100; heads 7 0
    3.3.6 The limit counts both ends together
        49 50 52 / 90 / 95 / 100; professional | 48 53 54 -> rows 54 / 90 / 95 / 100; heads 0 0 7
    3.3 Several questions in one trick, one at a time
        10 20 / 30 40 / 60 / 90 100; professional
        25 50 95 -> question A 25 tie 1 2 right left; owes A tie
        25 50 95, row 1 -> question B 50 tie 2 3 right left; owes B tie
        25 50 95, row 1, row 2 -> rows 10 20 25 / 30 40 50 / 60 95 / 90 100; question none
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
    6.20 Sixth on the right or left
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


@pytest.mark.parametrize(("position", "moves", "then"), follows(VARIANTS))
def test_what_follows(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@pytest.mark.parametrize(("position", "before", "tried", "reason"), refusals(VARIANTS))
def test_what_is_refused(position: str, before: str, tried: str, reason: str) -> None:
    assert refused(position, before, tried) == reason


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


STRATEGY = (38, 55, 72, 85, 103, 120, 137, 154, 171)
STRATEGY_IN_OPEN = (39, 56, 73, 91, 104, 121, 138, 155)


@pytest.mark.parametrize(
    ("options", "lowest", "beyond", "heads_by_seats"),
    [
        pytest.param({"deal": "strategy"}, 1, 4, STRATEGY, id="3.1 1 to 10 x n + 4"),
        pytest.param(
            {"deal": "strategy", "playing": "open"}, 2, 5, STRATEGY_IN_OPEN, id="3.5.2 2 to 10 x n + 5"
        ),
        pytest.param({"deal": "logic", "playing": "open"}, 2, 5, STRATEGY_IN_OPEN, id="3.5.2 with the draft"),
    ],
)
def test_a_smaller_deck_is_dealt_to_its_last_card(
    options: dict[str, Any], lowest: int, beyond: int, heads_by_seats: tuple[int, ...]
) -> None:
    for seats, count in enumerate(heads_by_seats, start=2):
        state = dealt(seats, **options)
        assert everywhere(state) == list(range(lowest, 10 * seats + beyond + 1))
        assert heads(everywhere(state)) == count
        assert state.unused == ()


def test_3_1_with_ten_players_strategy_is_the_base_game() -> None:
    assert dealt(10, deal="strategy").hands == dealt(10).hands


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


def test_3_2_and_5_2_at_the_deadline_a_random_card_is_picked_or_laid() -> None:
    draft, laying = at("draft; /"), at(LAYING)
    assert by_luck(lambda chance: GAME.default(draft, A, chance)) == {Pick(card) for card in range(1, 25)}
    assert by_luck(lambda chance: GAME.default(laying, B, chance)) == {Choose(41), Choose(91)}


# 3.3 Professional ------------------------------------------------------------------------------------


def slow_candidates(rows: list[tuple[int, ...]], card: int) -> list[tuple[int, int, str]]:
    """Rules 3.3.1 word for word: difference, row from 0, side."""
    found = []
    for index, row in enumerate(rows):
        if card > row[-1]:
            found.append((card - row[-1], index, "right"))
        if card < row[0]:
            found.append((row[0] - card, index, "left"))
    return found


def any_table(rng: Random) -> tuple[list[tuple[int, ...]], list[int]]:
    """Rows, and ten cards that are in none."""
    deck = rng.sample(DECK, len(DECK))
    return list(random_rows(deck, rng)), sorted(deck[:10])


def test_3_3_1_to_4_the_places_are_those_of_smallest_difference() -> None:
    rng, ties, enclosed = Random(5), 0, 0
    for _ in range(3000):
        rows, cards = any_table(rng)
        card = rng.choice(cards)
        slow = slow_candidates(rows, card)
        least = min((difference for difference, _, _ in slow), default=0)
        spots = nearest_ends(rows, card)
        assert [tuple(spot) for spot in spots] == [(row, side) for d, row, side in slow if d == least]
        enclosed += not spots
        if len(spots) > 1:
            ties += 1
            assert sorted(spot.side for spot in spots) == ["left", "right"]
            assert spots[0].row != spots[1].row
    assert min(ties, enclosed) > 8


def test_3_3_at_most_one_enclosed_card_in_a_trick_but_several_ties() -> None:
    rng = Random(9)
    most_enclosed = most_ties = 0
    for _ in range(1500):
        rows, cards = any_table(rng)
        enclosed = ties = 0
        for card in cards:
            spots = nearest_ends(rows, card)
            enclosed, ties = enclosed + (not spots), ties + (len(spots) > 1)
            if spots:
                put(rows, rng.choice(spots).row, card)
            else:
                take(rows, rng.randrange(4), card)
        most_enclosed, most_ties = max(most_enclosed, enclosed), max(most_ties, ties)
    assert most_enclosed == 1
    assert most_ties > 1


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
