"""The last tricks of a known deal, against a plain search of the whole tree by the rules."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from bot.games.six_nimmt.deck import DECK, Row
from bot.games.six_nimmt.opponents.endgame import solved, within_reach
from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival
from tests.games.six_nimmt.positions import placed, random_rows

Hands = Sequence[tuple[int, ...]]


def position(seats: int, tricks: int, rng: Random) -> tuple[Sequence[Row], Hands]:
    deck = rng.sample(DECK, len(DECK))
    return random_rows(deck, rng), [tuple(sorted(deck.pop() for _ in range(tricks))) for _ in range(seats)]


def known(rows: Sequence[Row], rivals: Sequence[Rival], own: tuple[int, ...], **more: Any) -> Prospect:
    return Prospect(tuple(rows), own, (), tuple(rivals), middle=52.5, known=True, **more)


def best_play(
    rows: Sequence[Row], hands: Hands, laid: Mapping[int, int], first: int, *, professional: bool
) -> list[int]:
    seats = len(hands)
    if len(laid) == seats:
        after, taken = placed(rows, [*laid.values()], professional=professional)
        now = [taken[laid[seat]] for seat in range(seats)]
        if not hands[0]:
            return now
        later = best_play(after, hands, {}, (first + 1) % seats, professional=professional)
        return [sum(pair) for pair in zip(now, later, strict=True)]
    seat = (first + len(laid)) % seats
    ends = [
        best_play(rows, without(hands, seat, card), {**laid, seat: card}, first, professional=professional)
        for card in hands[seat]
    ]
    return min(ends, key=lambda end: end[seat])


def without(hands: Hands, seat: int, card: int) -> Hands:
    return [tuple(c for c in hand if (number, c) != (seat, card)) for number, hand in enumerate(hands)]


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize(("seats", "tricks"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2)])
def test_laid_in_turn_the_last_tricks_are_what_the_whole_tree_says(
    seats: int, tricks: int, professional: bool
) -> None:
    rng = Random(seats * tricks)
    for _ in range(4):
        rows, hands = position(seats, tricks, rng)
        first = rng.randrange(1, seats + 1)
        laid = {seat: hands[seat][0] for seat in range(first, seats)}
        for seat, card in laid.items():
            hands = without(hands, seat, card)
        rivals = [Rival(laid.get(seat), hands[seat]) for seat in range(1, seats)]
        leader = first % seats
        prospect = known(rows, rivals, hands[0], in_turn=True, leader=leader, professional=professional)
        ends = [
            best_play(rows, without(hands, 0, card), {**laid, 0: card}, leader, professional=professional)
            for card in hands[0]
        ]
        assert solved(prospect) == [end[0] for end in ends]


@pytest.mark.parametrize(("seats", "tricks"), [(2, 3), (3, 2), (3, 3), (4, 2)])
def test_before_a_trick_others_begin_each_card_is_worth_what_it_takes_behind_theirs(
    seats: int, tricks: int
) -> None:
    rng = Random(seats + tricks)
    for leader in range(seats):
        rows, hands = position(seats, tricks, rng)
        prospect = known(
            rows, [Rival(hand=hand) for hand in hands[1:]], hands[0], in_turn=True, leader=leader
        )
        found = solved(prospect)
        assert len(found) == tricks
        assert min(found) == best_play(rows, hands, {}, leader, professional=False)[0]


def test_chosen_at_once_the_other_plays_the_card_that_is_better_whatever_comes() -> None:
    compared = 0
    for seed in range(40):
        rows, hands = position(2, 2, Random(seed))
        game = [[_outcome(rows, hands, mine, his) for his in (0, 1)] for mine in (0, 1)]
        his = _answer(game)
        if his is not None:
            compared += 1
            found = solved(known(rows, [Rival(hand=hands[1])], hands[0]))
            assert found == pytest.approx([line[his][0] for line in game], abs=0.2)
    assert compared > 10


def _outcome(rows: Sequence[Row], hands: Hands, mine: int, his: int) -> tuple[int, int]:
    own = other = 0
    for cards in ((hands[0][mine], hands[1][his]), (hands[0][1 - mine], hands[1][1 - his])):
        rows, taken = placed(rows, cards, professional=False)
        own, other = own + taken[cards[0]], other + taken[cards[1]]
    return own, other


def _answer(game: Sequence[Sequence[tuple[int, int]]]) -> int | None:
    for his in (0, 1):
        if all(line[his][1] < line[1 - his][1] for line in game):
            return his
    for mine in (0, 1):
        better = all(game[mine][his][0] < game[1 - mine][his][0] for his in (0, 1))
        replies = [game[mine][his][1] for his in (0, 1)]
        if better and replies[0] != replies[1]:
            return replies.index(min(replies))
    return None


@pytest.mark.parametrize(
    ("seats", "tricks", "near"), [(2, 5, True), (2, 6, False), (4, 3, True), (4, 4, False), (10, 2, True)]
)
def test_only_as_many_tricks_are_solved_as_there_is_time_for(seats: int, tricks: int, near: bool) -> None:
    rows, hands = position(seats, tricks, Random(1))
    assert within_reach(known(rows, [Rival(hand=hand) for hand in hands[1:]], hands[0])) is near


def test_what_is_not_known_is_not_solved() -> None:
    rows, hands = position(2, 2, Random(1))
    assert not within_reach(Prospect(tuple(rows), hands[0], hands[1], (Rival(),), middle=52.5))
