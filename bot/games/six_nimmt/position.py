"""Positions set up by hand: rows and hands are enough, the rest follows or may be given."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bot.games.six_nimmt.check import check
from bot.games.six_nimmt.deck import CARDS, DECK, heads
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.state import NimmtState, ended, totals
from bot.games.six_nimmt.view import Phase, Placement, Question

Card = Annotated[int, Meta(ge=1, le=CARDS.numbers)]
Cards = tuple[Card, ...]
Heads = tuple[Annotated[int, Meta(ge=0)], ...]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state in which everything but `rows` and `hands` may be left out.

    Hands may be shorter than ten cards: the trick follows from them. Cards that are nowhere are unused.
    `totals` without `scores` are told as one earlier round.
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


def restore(data: bytes) -> NimmtState:
    """The complete state of a position in JSON; `ValueError` with the reason if it is not consistent."""
    given = msgspec.json.decode(data, type=Position)
    _check_lengths(given)
    state = _completed(given)
    check(state)
    return state


def _check_lengths(given: Position) -> None:
    """What is summed up by seat below must have an entry for each seat."""
    if not given.hands:
        raise ValueError(f"0 seats: at least {CARDS.seats[0]} can play")
    lists = [("piles", given.piles), ("totals", given.totals)]
    lists += [(f"scores of round {number}", row) for number, row in enumerate(given.scores or (), start=1)]
    for name, items in lists:
        if items is not None and len(items) != len(given.hands):
            raise ValueError(f"{name}: {len(items)} entries for {len(given.hands)} seats")


def _completed(given: Position) -> NimmtState:
    seats = len(given.hands)
    question = given.question or _question(given)
    finished = not any(given.hands) and question is None
    piles = ((),) * seats if given.piles is None else given.piles
    scores = _scores(given, piles, finished=finished) if given.scores is None else given.scores
    total = totals(scores, seats) if given.totals is None else given.totals
    between: Phase = "over" if finished and ended(given.options, total, len(scores)) else "scored"
    phase: Phase = "place" if question else between if finished else "choose"
    return NimmtState(
        schema=given.schema,
        options=given.options,
        phase=given.phase or phase,
        round=given.round or len(scores) + (not finished),
        trick=_trick(given, phase) if given.trick is None else given.trick,
        turn=given.turn,
        rows=given.rows,
        hands=tuple([tuple(sorted(hand)) for hand in given.hands]),
        selected=(None,) * seats if given.selected is None else given.selected,
        last=given.last,
        question=question,
        piles=piles,
        scores=scores,
        totals=total,
        unused=tuple(sorted(_nowhere(given) if given.unused is None else given.unused)),
    )


def _question(given: Position) -> Question | None:
    """A card that waits can only wait for its owner's answer."""
    waiting = (placement for placement in given.last if not placement.row)
    first = next(waiting, None)
    return first and Question(first.seat, first.card)


def _trick(given: Position, phase: Phase) -> int:
    size = max((len(hand) for hand in given.hands), default=0)
    return CARDS.hand - size + (phase == "choose")


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
    return [card for card in DECK if card not in seen]
