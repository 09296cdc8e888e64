"""What a seat of 6 nimmt! may know (2.4)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.games.contract import Seat, View
from bot.games.six_nimmt.deck import CARDS, ROW_NUMBERS, heads
from bot.games.six_nimmt.moves import NimmtOptions, QuestionKind
from bot.games.six_nimmt.placing import Side, sixth_heads, spots

Phase = Literal["draft", "choose", "place", "scored", "over"]
"""Drafting (Logic); selecting or laying cards; stopped at a question; ten tricks done and the next deal to
come; ended."""


class Placement(msgspec.Struct, frozen=True):
    """A card of the newest trick: public from the reveal on; `row` 0 while it waits to be placed."""

    seat: Seat
    card: int
    row: int = 0
    taken: tuple[int, ...] = ()
    heads: int = 0
    side: Side = "right"
    """The end of the row at which it was put down, or would have been."""


class Question(msgspec.Struct, frozen=True):
    """The placing waits for the owner of a card that fits nowhere, or equally well in two places."""

    seat: Seat
    card: int
    kind: QuestionKind = "low"
    rows: tuple[int, ...] = ROW_NUMBERS
    """The rows, 1 to 4, between which the owner chooses."""
    sides: tuple[Side, ...] = ()
    """In a tie, by row of `rows`: the end at which the card would go."""


class NimmtView(View, frozen=True, kw_only=True):
    """One seat's knowledge; for a spectator `hand` is empty and `selected` None."""

    options: NimmtOptions
    seats: int
    phase: Phase
    round: int
    trick: int
    """1 to 10: the trick being played or stopped in; in `scored` and `over` 10."""
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    """Ascending; a selected card is still in it."""
    selected: int | None
    """The own selected card, while it may still be changed."""
    chosen: tuple[bool, ...]
    """By seat: has selected for the present trick."""
    last: tuple[Placement, ...]
    """The newest revealed trick in order of placement; empty in a round's first trick."""
    question: Question | None
    heads: tuple[int, ...]
    """By seat: heads taken in this round."""
    totals: tuple[int, ...]
    """By seat: written down after the rounds finished so far."""
    scores: tuple[tuple[int, ...], ...]
    """A row for each finished round: heads by seat."""
    played: tuple[int, ...]
    """Every card that has lain face up in this round, those that started the rows too; ascending. The
    draft of Logic does not count."""
    on_turn: Seat | None = None
    """In the draft and in Open, as long as cards are picked or laid: whose turn it is."""
    start_player: Seat | None = None
    """Who picks first in the draft; in Open the holder of the marker."""
    pool: tuple[int, ...] = ()
    """In the draft: the cards that still lie face up; ascending."""
    known: tuple[tuple[int, ...], ...] = ()
    """In Logic, by seat: the cards in hand, which everybody has seen being picked; in the draft in the order
    of picking, then ascending. Empty in the other deals."""
    laid: tuple[int | None, ...] = ()
    """In Open, by seat: the card laid in this trick and not yet placed. Empty otherwise."""


ROW_LENGTH = CARDS.row_length
TRICKS = CARDS.hand


def public(view: NimmtView) -> NimmtView:
    """The view with everything taken out that one seat alone may know."""
    return replace(view, hand=(), selected=None)


def standing(view: NimmtView) -> tuple[int, ...]:
    """By seat: all heads so far, those of the round under way included."""
    if view.phase in ("scored", "over"):
        return view.totals
    return tuple(total + now for total, now in zip(view.totals, view.heads, strict=True))


def ended(options: NimmtOptions, totals: tuple[int, ...], rounds: int) -> bool:
    """Whether the game is over after so many finished rounds (2.3.2, 2.3.6, 4.1)."""
    if options.format == "rounds":
        return rounds >= options.rounds
    if options.format == "tournament":
        return rounds >= len(totals)
    limit = options.limit if options.end == "reached" else options.limit + 1
    return rounds > 0 and max(totals) >= limit


def is_last(view: NimmtView) -> bool:
    """Whether the game ends after this round of several, as far as that is known: by the number of rounds, or
    since the heads taken in it have gone over the limit (2.3, 4.1)."""
    told = view.options.format == "limit" or view.round > 1
    under_way = view.phase not in ("scored", "over")
    return told and under_way and ended(view.options, standing(view), view.round)


class Place(NamedTuple):
    """Where a card would go: a row (1 to 4), None if it fits nowhere; the cards it would take there."""

    row: int | None
    taken: tuple[int, ...] = ()
    side: Side = "right"
    other: int = 0
    """The second row of a tie, between which the owner would choose."""

    @property
    def joins(self) -> bool:
        """Whether the card would lengthen a row at its right end, and nothing else."""
        return self.row is not None and not (self.taken or self.other or self.side == "left")


def landing(rows: Sequence[tuple[int, ...]], card: int, *, professional: bool = False) -> Place:
    """Where a card would go on the table as it lies."""
    found = spots(rows, card, professional=professional)
    spot = next(iter(found), None)
    if spot is None:
        return Place(None)
    if len(found) > 1:
        return Place(spot.row + 1, other=found[-1].row + 1)
    row = rows[spot.row]
    return Place(spot.row + 1, row if len(row) == ROW_LENGTH else (), spot.side)


def is_professional(view: NimmtView) -> bool:
    """Whether rows grow at both ends."""
    return view.options.placement == "professional"


def is_laying(view: NimmtView) -> bool:
    """Whether some cards of a trick of Open are laid and others still missing."""
    return any(card is not None for card in view.laid)


def laid_in_order(view: NimmtView) -> list[tuple[Seat, int]]:
    """The cards of the trick of Open under way, as they were laid."""
    first = view.start_player or 0
    order = [Seat((first + step) % view.seats) for step in range(view.seats)] if view.laid else []
    return [(seat, card) for seat in order if (card := view.laid[seat]) is not None]


def costs(view: NimmtView) -> dict[int, int]:
    """What each answer to the question costs, by row (1 to 4): in a tie nothing unless the row is full."""
    question = view.question
    if question is not None and question.kind == "tie":
        return {row: sixth_heads(view.rows[row - 1]) for row in question.rows}
    return {row: heads(cards) for row, cards in enumerate(view.rows, start=1)}
