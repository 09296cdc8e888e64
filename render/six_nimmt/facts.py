"""What pictures and words read off a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.placing import fitting_row
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
    """Where a card would go: a row (1 to 4), None for a low card; the cards it would take there."""

    row: int | None
    taken: tuple[int, ...]


def landing(rows: Sequence[tuple[int, ...]], card: int) -> Place:
    """Where a card would go on the table as it lies."""
    index = fitting_row(rows, card)
    if index is None:
        return Place(None, ())
    return Place(index + 1, rows[index] if len(rows[index]) == ROW_LENGTH else ())


def row_heads(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """What each row costs."""
    return tuple(heads(row) for row in rows)


def cheapest(view: NimmtView) -> frozenset[int]:
    """The rows (1 to 4) that cost the fewest heads."""
    costs = row_heads(view.rows)
    return frozenset(number for number, cost in enumerate(costs, start=1) if cost == min(costs))
