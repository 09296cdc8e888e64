"""What pictures and words read off a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.placing import Side, sixth_heads, spots
from bot.games.six_nimmt.view import NimmtView, Placement

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


def takers(view: NimmtView) -> dict[Seat, Placement]:
    """Who took a row in the newest trick."""
    return {placement.seat: placement for placement in view.last if placement.taken}


class Place(NamedTuple):
    """Where a card would go: a row (1 to 4), None if it fits nowhere; the cards it would take there."""

    row: int | None
    taken: tuple[int, ...] = ()
    side: Side = "right"
    other: int = 0
    """The second row of a tie, between which the owner would choose."""


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
    return dict(enumerate(row_heads(view.rows), start=1))


def row_heads(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """What each row costs."""
    return tuple(heads(row) for row in rows)


def cheapest(view: NimmtView) -> frozenset[int]:
    """The rows (1 to 4) that cost the fewest heads."""
    prices = costs(view)
    return frozenset(number for number, price in prices.items() if price == min(prices.values()))
