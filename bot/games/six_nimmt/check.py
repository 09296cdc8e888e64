"""The invariants of a position (rules 5.12): each function raises `ValueError` with the reason."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bot.games.checking import require, require_entries, require_seats
from bot.games.six_nimmt.deck import CARDS, Row
from bot.games.six_nimmt.rounds import sheets_in_hand
from bot.games.six_nimmt.state import NimmtState, cards_in_play, ended, has_turns, most_seats, totals
from bot.games.six_nimmt.trick import question_about


def check(state: NimmtState) -> None:
    """Raises `ValueError` unless the position could stand on a table."""
    require(state.schema == 1, f"schema {state.schema} is unknown")
    require_seats(state.seats, (CARDS.seats[0], most_seats(state.options)))
    _check_lengths(state)
    _check_start_player(state)
    _check_rows(state)
    _check_cards(state)
    if state.phase == "draft":
        _check_draft(state)
    else:
        _check_hands(state)
    _check_sheets(state)
    _check_last(state)
    _check_question(state)
    _check_scores(state)
    require(state.turn >= 0, f"turn {state.turn}")


def _ascending(cards: Row) -> bool:
    return all(left < right for left, right in pairwise(cards))


def _check_lengths(state: NimmtState) -> None:
    rounds = {f"scores of round {number}": row for number, row in enumerate(state.scores, start=1)}
    lists = {"selected": state.selected, "piles": state.piles, "totals": state.totals, **rounds}
    require_entries(state.seats, lists)


def _check_start_player(state: NimmtState) -> None:
    if not has_turns(state.options):
        require(state.start_player is None, "there is no start player with these options")
        return
    require(state.start_player is not None, "the start player is missing")
    require(state.start_player in range(state.seats), f"start player {state.start_player}")


def _check_rows(state: NimmtState) -> None:
    count = 0 if state.phase == "draft" else CARDS.rows
    require(len(state.rows) == count, f"{len(state.rows)} rows instead of {count}")
    for number, row in enumerate(state.rows, start=1):
        require(1 <= len(row) <= CARDS.row_length, f"row {number} has {len(row)} cards")
        require(_ascending(row), f"row {number} does not ascend")


def _check_cards(state: NimmtState) -> None:
    """Hands, rows, piles, draft, waiting and unused cards together are the deck, each card once."""
    places = (*state.hands, *state.rows, *state.piles, state.pool, state.unused)
    deck = cards_in_play(state.options, state.seats)
    counts = Counter(card for cards in places for card in cards)
    counts.update(waiting.card for waiting in state.waiting)
    for card, count in sorted(counts.items()):
        require(1 <= card <= CARDS.numbers, f"there is no card {card}")
        require(count == 1, f"card {card} is there {count} times")
        require(card in deck, f"card {card} is not in play with these options")
    missing = next((card for card in deck if card not in counts), None)
    require(missing is None, f"card {missing} is nowhere")


def _check_draft(state: NimmtState) -> None:
    """Everybody has picked as often as the turns have come round."""
    require(state.options.deal == "logic", "phase draft: only Logic has one")
    require(state.trick == 1, f"phase draft: trick {state.trick}")
    require(len(state.pool) > CARDS.rows, f"phase draft: {len(state.pool)} cards are left")
    require(_ascending(state.pool), "the pool is not sorted")
    nothing = (state.last, state.unused, *state.piles)
    require(not any(nothing) and set(state.selected) == {None}, "phase draft: nothing has been played yet")
    done = sum(map(len, state.hands))
    for seat, hand in enumerate(state.hands):
        turn = (seat - (state.start_player or 0)) % state.seats
        picks = done // state.seats + (turn < done % state.seats)
        require(len(hand) == picks, f"phase draft: seat {seat} should have {picks} cards")


def _check_sheets(state: NimmtState) -> None:
    """The sheets of a tournament hold the whole deck with the rows' first cards, and every hand is on one."""
    if state.options.format != "tournament" or state.phase == "draft":
        require(not state.sheets and not state.starts, "only a tournament under way has sheets and starts")
        require(
            state.phase != "draft" or state.options.format != "tournament" or state.round == 1,
            "a tournament is drafted once",
        )
        return
    sizes = [len(sheet) for sheet in state.sheets]
    require(sizes == [CARDS.hand] * state.seats, f"sheets: one of {CARDS.hand} cards for each seat")
    noted = sorted(card for cards in (*state.sheets, state.starts, state.unused) for card in cards)
    deck = list(cards_in_play(state.options, state.seats))
    require(noted == deck, "sheets, starts and unused cards together are not the deck")
    for seat, (hand, sheet) in enumerate(zip(state.hands, sheets_in_hand(state), strict=True)):
        require(set(hand) <= set(sheet), f"the hand of seat {seat} is not on its sheet")


def _check_hands(state: NimmtState) -> None:
    sizes = {len(hand) for hand in state.hands}
    require(len(sizes) == 1, "the hands have different sizes")
    played = state.trick - (state.phase == "choose")
    left = CARDS.hand - played
    require(1 <= state.trick <= CARDS.hand, f"trick {state.trick}")
    require(sizes == {left}, f"phase {state.phase}, trick {state.trick}: hands should have {left} cards")
    for seat, (hand, card) in enumerate(zip(state.hands, state.selected, strict=True)):
        require(_ascending(hand), f"the hand of seat {seat} is not sorted")
        require(card is None or card in hand, f"seat {seat} has selected {card}, which is not in its hand")
    require(_ascending(state.unused), "the unused cards are not sorted")
    require(not state.pool, f"phase {state.phase}: only a draft has a pool")
    if state.open and state.phase == "choose":
        laid = [card is not None for card in state.selected]
        begin = state.start_player or 0
        require(sorted(laid, reverse=True) == laid[begin:] + laid[:begin], "cards are laid in turn")
    if state.phase == "choose":
        require(None in state.selected, "everybody has selected: the trick should be revealed")
    else:
        require(set(state.selected) == {None}, f"phase {state.phase}: nobody has a card selected")


def _check_last(state: NimmtState) -> None:
    """A revealed trick has a card of every seat, in order, the waiting ones behind the placed ones."""
    if not state.last:
        require(state.phase != "place", "phase place: the revealed cards are missing")
        return
    require(state.phase != "choose" or state.trick > 1, "a round's first trick has no trick before it")
    seats = sorted(placement.seat for placement in state.last)
    require(seats == list(range(state.seats)), "last: one card of every seat")
    require(_ascending(tuple(placement.card for placement in state.last)), "last: cards do not ascend")
    on_table = {card for row in (*state.rows, *state.piles) for card in row}
    waits = False
    for placement in state.last:
        waits = waits or not placement.row
        require(waits == (not placement.row), "last: a placed card behind one that waits")
        require(0 <= placement.row <= CARDS.rows, f"last: there is no row {placement.row}")
        require(waits or placement.card in on_table, f"last: card {placement.card} lies in no row or pile")


def _check_question(state: NimmtState) -> None:
    require(
        (state.phase == "place") == (state.question is not None),
        f"phase {state.phase} and the question disagree",
    )
    if state.question is None:
        require(not state.waiting, f"phase {state.phase}: no card may wait to be placed")
        return
    first = next(iter(state.waiting), None)
    asked = (state.question.seat, state.question.card)
    if first is None or (first.seat, first.card) != asked:
        raise ValueError("the question is about the first waiting card")
    spots = state.spots(first.card)
    require(len(spots) != 1, f"card {first.card} fits a row")
    wanted = question_about(state.options, first, spots)
    require(state.question == wanted, f"the question should be {wanted}")


def _check_scores(state: NimmtState) -> None:
    finished = state.phase in ("scored", "over")
    rounds = len(state.scores)
    require(state.round == rounds + (not finished), f"round {state.round} after {rounds} scored rounds")
    require(all(heads >= 0 for row in state.scores for heads in row), "scores: heads below zero")
    require(state.totals == totals(state.scores, state.seats), "totals are not the sum of the scores")
    if finished:
        require(state.scores[-1] == state.heads, "the last scores are not the heads in the piles")
    over = ended(state.options, state.totals, rounds)
    require(
        over == (state.phase == "over"), "the game should be over" if over else "the game is not over yet"
    )
