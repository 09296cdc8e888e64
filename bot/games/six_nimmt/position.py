"""Positions set up by hand: rows and hands are enough, the rest follows or may be given."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.games.checking import require, require_entries
from bot.games.contract import Seat
from bot.games.six_nimmt.check import check
from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.placing import spots
from bot.games.six_nimmt.state import NimmtState, cards_in_play, ended, has_turns, totals
from bot.games.six_nimmt.trick import question_about
from bot.games.six_nimmt.view import Phase, Placement, Question

Card = Annotated[int, Meta(ge=1, le=CARDS.numbers)]
Cards = tuple[Card, ...]
Heads = tuple[Annotated[int, Meta(ge=0)], ...]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state in which everything but `rows` and `hands` may be left out.

    Hands may be shorter than ten cards: the trick follows from them. Cards that are nowhere are unused, in a
    draft (no rows) they still lie face up. `totals` without `scores` are told as one earlier round. Where
    somebody begins, it is seat 0 unless `start_player` is given. The sheets of a tournament follow from hands
    of ten cards.
    """

    schema: int = 1
    options: NimmtOptions = NimmtOptions()
    rows: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    trick: int | None = None
    turn: int = 0
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


def restore(data: bytes) -> NimmtState:
    """The complete state of a position in JSON; `ValueError` with the reason if it is not consistent."""
    given = msgspec.json.decode(data, type=Position)
    _check_lengths(given)
    state = _completed(given)
    check(state)
    return state


def _check_lengths(given: Position) -> None:
    """What is summed up by seat below must have an entry for each seat; every row must have ends, from which
    follows where a card goes."""
    if not given.hands:
        raise ValueError(f"0 seats: at least {CARDS.seats[0]} can play")
    for number, row in enumerate(given.rows, start=1):
        require(bool(row), f"row {number} has 0 cards")
    rounds = {f"scores of round {number}": row for number, row in enumerate(given.scores or (), start=1)}
    lists = {"piles": given.piles, "totals": given.totals, **rounds}
    known = {name: items for name, items in lists.items() if items is not None}
    require_entries(len(given.hands), known)


def _completed(given: Position) -> NimmtState:
    seats = len(given.hands)
    question = _question(given)
    finished = not any(given.hands) and question is None and bool(given.rows)
    piles = ((),) * seats if given.piles is None else given.piles
    scores = _scores(given, piles, finished=finished) if given.scores is None else given.scores
    total = totals(scores, seats) if given.totals is None else given.totals
    state = NimmtState(
        schema=given.schema,
        options=given.options,
        phase=given.phase or _phase(given, total, len(scores), finished=finished),
        round=given.round or len(scores) + (not finished),
        trick=_trick(given, question) if given.trick is None else given.trick,
        turn=given.turn,
        rows=given.rows,
        hands=tuple([tuple(sorted(hand)) for hand in given.hands]) if given.rows else given.hands,
        selected=(None,) * seats if given.selected is None else given.selected,
        last=given.last,
        question=question,
        piles=piles,
        scores=scores,
        totals=total,
        unused=(),
        start_player=_start_player(given),
    )
    return _with_sheets(given, _with_the_rest(given, state))


def _with_the_rest(given: Position, state: NimmtState) -> NimmtState:
    """The cards that are nowhere: in a draft they lie face up, later they are out of play."""
    rest = tuple(_nowhere(given))
    drafting = state.phase == "draft"
    unused = given.unused if given.unused is not None else () if drafting else rest
    pool = given.pool if given.pool is not None else rest if drafting else ()
    return replace(state, unused=tuple(sorted(unused)), pool=tuple(sorted(pool)))


def _with_sheets(given: Position, state: NimmtState) -> NimmtState:
    """A tournament's sheets and first cards follow from a round that has just begun."""
    if state.options.format != "tournament" or state.phase == "draft":
        return replace(state, sheets=given.sheets or (), starts=given.starts or ())
    passed = state.round - 1
    hands = tuple([state.hands[(seat + passed) % state.seats] for seat in range(state.seats)])
    starts = tuple([row[0] for row in state.rows if row])
    return replace(state, sheets=given.sheets or hands, starts=given.starts or starts)


def _phase(given: Position, total: Heads, rounds: int, *, finished: bool) -> Phase:
    if not given.rows:
        return "draft"
    if _question(given):
        return "place"
    if not finished:
        return "choose"
    return "over" if ended(given.options, total, rounds) else "scored"


def _start_player(given: Position) -> Seat | None:
    if given.start_player is None and has_turns(given.options):
        return Seat(0)
    return given.start_player


def _question(given: Position) -> Question | None:
    """A card that waits can only wait for its owner's answer; what it is about follows from the rows."""
    first = next((placement for placement in given.last if not placement.row), None)
    if first is None or (
        given.question and (given.question.seat, given.question.card) != (first.seat, first.card)
    ):
        return given.question
    professional = given.options.placement == "professional"
    return question_about(given.options, first, spots(given.rows, first.card, professional=professional))


def _trick(given: Position, question: Question | None) -> int:
    if not given.rows:
        return 1
    size = max((len(hand) for hand in given.hands), default=0)
    return CARDS.hand - size + (size > 0 and question is None)


def _scores(given: Position, piles: tuple[Cards, ...], *, finished: bool) -> tuple[Heads, ...]:
    """The rounds before this one count as zeros but for the earliest, which holds what `totals` tell."""
    none = (0,) * len(given.hands)
    now = tuple([heads(pile) for pile in piles])
    known = now if finished else none
    before = tuple([total - some for total, some in zip(given.totals or known, known, strict=True)])
    rounds = given.round - 1 if given.round else int(any(before))
    earlier = (before, *(none,) * (rounds - 1))[:rounds]
    return (*earlier, now) if finished else earlier


def _nowhere(given: Position) -> list[int]:
    places = (*given.hands, *given.rows, *(given.piles or ()))
    waiting = {placement.card for placement in given.last if not placement.row}
    seen = waiting.union(*places)
    deck = cards_in_play(given.options, len(given.hands))
    return [card for card in deck if card not in seen]
