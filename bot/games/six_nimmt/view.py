"""What a seat of 6 nimmt! may know (2.4)."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.games.contract import Seat, View
from bot.games.six_nimmt.deck import ROW_NUMBERS
from bot.games.six_nimmt.moves import NimmtOptions, QuestionKind
from bot.games.six_nimmt.placing import Side

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
