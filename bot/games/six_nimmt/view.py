"""What a seat of 6 nimmt! may know (2.4)."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.games.contract import Seat, View
from bot.games.six_nimmt.moves import NimmtOptions

Phase = Literal["choose", "place", "scored", "over"]
"""Selecting cards; stopped at a question; ten tricks done and the next deal to come; ended."""


class Placement(msgspec.Struct, frozen=True):
    """A card of the newest trick: public from the reveal on; `row` 0 while it waits to be placed."""

    seat: Seat
    card: int
    row: int = 0
    taken: tuple[int, ...] = ()
    heads: int = 0


class Question(msgspec.Struct, frozen=True):
    """The placing waits for the owner of a low card."""

    seat: Seat
    card: int


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
    """Every card that has lain face up in this round, those that started the rows too; ascending."""
