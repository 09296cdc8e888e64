"""Positions of 6 nimmt!: set up by hand from rows and hands, and the invariants of every one (rules 5.12).

What follows from the rest of a position is said once, by `Position.completed`: a field that is left out gets
it, and a field that says something else is an error.
"""

from collections import Counter
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from bot.games.checking import completed, require, require_entries, require_seats
from bot.games.contract import Seat
from bot.games.six_nimmt.deck import CARDS, Row, heads
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.placing import spots
from bot.games.six_nimmt.rounds import question_about, sheets_in_hand
from bot.games.six_nimmt.state import NimmtState, cards_in_play, has_turns, most_seats, totals
from bot.games.six_nimmt.view import Phase, Placement, Question, ended

Card = Annotated[int, Meta(ge=1, le=CARDS.numbers)]
Cards = tuple[Card, ...]
Heads = tuple[Annotated[int, Meta(ge=0)], ...]
_FOLLOWS = ("phase", "round", "trick", "question", "totals", "unused", "pool")
"""Fields that the others say, whatever they are."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state in which everything but `rows` and `hands` may be left out.

    Hands may be shorter than ten cards: the trick follows from them. Cards that are nowhere are unused, in a
    draft (no rows) they still lie face up. `totals` without `scores` are told as one earlier round. Where
    somebody begins, it is seat 0 unless `start_player` is given. The sheets of a tournament follow from hands
    of ten cards.
    """

    schema: Literal[1] = 1
    options: NimmtOptions = NimmtOptions()
    rows: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    trick: int | None = None
    turn: Annotated[int, Meta(ge=0)] = 0
    selected: tuple[Card | None, ...] | None = None
    last: tuple[Placement, ...] = ()
    question: Question | None = None
    piles: tuple[Cards, ...] | None = None
    scores: tuple[Heads, ...] | None = None
    totals: Heads | None = None
    unused: Cards | None = None
    start_player: Seat | None = None
    pool: Cards | None = None
    sheets: tuple[Cards, ...] | None = None
    starts: Cards | None = None

    def completed(self) -> NimmtState:
        """The state with all that is left out. What is summed up by seat must have an entry for
        each seat; every row must have ends, from which follows where a card goes."""
        seats = len(self.hands)
        require(seats > 0, f"0 seats: at least {CARDS.seats[0]} can play")
        for number, row in enumerate(self.rows, start=1):
            require(bool(row), f"row {number} has 0 cards")
        rounds = {f"scores of round {number}": row for number, row in enumerate(self.scores or (), start=1)}
        lists = {"piles": self.piles, "totals": self.totals}
        require_entries(seats, {name: items for name, items in lists.items() if items is not None} | rounds)

        question = self.question or _question(self)
        finished = not any(self.hands) and question is None and bool(self.rows)
        piles = self.piles or ((),) * seats
        scores = _scores(self, piles, finished=finished) if self.scores is None else self.scores
        total = totals(scores, seats) if self.totals is None else self.totals
        size = max(map(len, self.hands))
        over = ended(self.options, total, len(scores))
        begun = "place" if question else "choose" if not finished else "over" if over else "scored"
        phase: Phase = self.phase or (begun if self.rows else "draft")
        # The cards in play that lie nowhere: in a draft they lie face up, later they are out of play.
        waiting = {placement.card for placement in self.last if not placement.row}
        seen = waiting.union(*self.hands, *self.rows, *piles)
        rest = tuple([card for card in cards_in_play(self.options, seats) if card not in seen])
        follows: dict[str, Any] = {
            "phase": phase,
            "round": len(scores) + (not finished),
            "trick": CARDS.hand - size + (size > 0 and question is None) if self.rows else 1,
            "selected": (None,) * seats,
            "question": question,
            "piles": piles,
            "scores": scores,
            "totals": total,
            "unused": () if phase == "draft" else rest,
            "start_player": Seat(0) if has_turns(self.options) else None,
            "pool": rest if phase == "draft" else (),
        }
        state = completed(NimmtState, self, follows)
        hands = tuple([tuple(sorted(hand)) for hand in self.hands]) if self.rows else self.hands
        unused, pool = tuple(sorted(state.unused)), tuple(sorted(state.pool))
        state = replace(state, hands=hands, unused=unused, pool=pool)
        if state.options.format != "tournament" or state.phase == "draft":
            return state
        # A tournament's sheets and first cards follow from a round that has just begun.
        sheets = tuple([state.hands[(seat + state.round - 1) % seats] for seat in range(seats)])
        starts = tuple([row[0] for row in state.rows])
        return replace(state, sheets=self.sheets or sheets, starts=self.starts or starts)

    @staticmethod
    def check(state: NimmtState) -> None:
        """Raises `ValueError` unless the position could stand on a table (5.12)."""
        require_seats(state.seats, (CARDS.seats[0], most_seats(state.options)))
        known = {name: value for name, value in asdict(state).items() if name not in _FOLLOWS}
        follows = Position(**known).completed()
        require_entries(state.seats, {"selected": state.selected})
        if has_turns(state.options):
            require(state.start_player in range(state.seats), f"start player {state.start_player}")
        else:
            require(state.start_player is None, "there is no start player with these options")
        _check_cards(state)
        (_check_draft if state.phase == "draft" else _check_hands)(state)
        _check_sheets(state)
        _check_last(state)
        for name in _FOLLOWS:
            here, wanted = getattr(state, name), getattr(follows, name)
            require(here == wanted, f"{name} {here}: by the rest of the position it is {wanted}")
        if state.phase in ("scored", "over"):
            require(state.scores[-1] == state.heads, "the last scores are not the heads in the piles")
        else:
            over = ended(state.options, state.totals, len(state.scores))
            require(not over, f"phase {state.phase}: the game should be over")


def _question(given: Position) -> Question | None:
    """A card that waits can only wait for its owner's answer; what it is about follows from the rows."""
    first = next((placement for placement in given.last if not placement.row), None)
    if first is None:
        return None
    places = spots(given.rows, first.card, professional=given.options.placement == "professional")
    require(len(places) != 1, f"card {first.card} fits a row")
    return question_about(given.options, first, places)


def _scores(given: Position, piles: tuple[Cards, ...], *, finished: bool) -> tuple[Heads, ...]:
    """The rounds before this one count as zeros but for the earliest, which holds what `totals` tell."""
    none = (0,) * len(given.hands)
    now = tuple([heads(pile) for pile in piles])
    known = now if finished else none
    before = tuple([total - some for total, some in zip(given.totals or known, known, strict=True)])
    rounds = given.round - 1 if given.round else int(any(before))
    earlier = (before, *(none,) * (rounds - 1))[:rounds]
    return (*earlier, now) if finished else earlier


def _ascending(cards: Row) -> bool:
    return all(left < right for left, right in pairwise(cards))


def _check_cards(state: NimmtState) -> None:
    """Hands, rows, piles and waiting cards are of the cards in play, each there once; the rest follows."""
    count = 0 if state.phase == "draft" else CARDS.rows
    require(len(state.rows) == count, f"{len(state.rows)} rows instead of {count}")
    for number, row in enumerate(state.rows, start=1):
        require(len(row) <= CARDS.row_length, f"row {number} has {len(row)} cards")
        require(_ascending(row), f"row {number} does not ascend")
    places = (*state.hands, *state.rows, *state.piles, [one.card for one in state.waiting])
    deck = cards_in_play(state.options, state.seats)
    for card, count in sorted(Counter(card for cards in places for card in cards).items()):
        require(count == 1, f"card {card} is there {count} times")
        require(card in deck, f"card {card} is not in play with these options")


def _check_draft(state: NimmtState) -> None:
    require(state.options.deal == "logic", "phase draft: only Logic has one")
    require(len(state.pool) > CARDS.rows, f"phase draft: {len(state.pool)} cards are left")
    nothing = (state.last, *state.piles)
    require(not any(nothing) and set(state.selected) == {None}, "phase draft: nothing has been played yet")
    done = sum(map(len, state.hands))
    for seat, hand in enumerate(state.hands):
        turn = (seat - (state.start_player or 0)) % state.seats
        picks = done // state.seats + (turn < done % state.seats)
        require(len(hand) == picks, f"phase draft: seat {seat} should have {picks} cards")


def _check_hands(state: NimmtState) -> None:
    sizes = {len(hand) for hand in state.hands}
    require(len(sizes) == 1, "the hands have different sizes")
    require(max(sizes) <= CARDS.hand, f"the hands have {max(sizes)} cards")
    for seat, (hand, card) in enumerate(zip(state.hands, state.selected, strict=True)):
        require(_ascending(hand), f"the hand of seat {seat} is not sorted")
        require(card is None or card in hand, f"seat {seat} has selected {card}, which is not in its hand")
    if state.phase != "choose":
        require(set(state.selected) == {None}, f"phase {state.phase}: nobody has a card selected")
        return
    require(None in state.selected, "everybody has selected: the trick should be revealed")
    if state.open:
        laid, begin = [card is not None for card in state.selected], state.start_player or 0
        require(sorted(laid, reverse=True) == laid[begin:] + laid[:begin], "cards are laid in turn")


def _check_sheets(state: NimmtState) -> None:
    """The sheets of a tournament hold the whole deck with the rows' first cards, and every hand is on one."""
    if state.options.format != "tournament" or state.phase == "draft":
        require(not state.sheets and not state.starts, "only a tournament under way has sheets and starts")
        drafted = state.options.format != "tournament" or state.round == 1
        require(drafted, "a tournament is drafted once")
        return
    sizes = [len(sheet) for sheet in state.sheets]
    require(sizes == [CARDS.hand] * state.seats, f"sheets: one of {CARDS.hand} cards for each seat")
    noted = sorted(card for cards in (*state.sheets, state.starts, state.unused) for card in cards)
    deck = list(cards_in_play(state.options, state.seats))
    require(noted == deck, "sheets, starts and unused cards together are not the deck")
    for seat, (hand, sheet) in enumerate(zip(state.hands, sheets_in_hand(state), strict=True)):
        require(set(hand) <= set(sheet), f"the hand of seat {seat} is not on its sheet")


def _check_last(state: NimmtState) -> None:
    """A revealed trick has a card of every seat, in order, the waiting ones behind the placed ones."""
    if not state.last:
        require(state.question is None, "a question, but the revealed cards are missing")
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
