"""Where a card goes (rules 2.2.4). Rows are counted from 0 here, in a working list that is changed.

One function finds the row, two put the card down; the table, the playouts and the tests all use these.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from bot.games.six_nimmt.deck import CARDS, Row, heads

_FULL = CARDS.row_length
Side = Literal["left", "right"]
"""The end of a row at which a card is put down."""


class Spot(NamedTuple):
    """A place for a card: a row, counted from 0, and its end."""

    row: int
    side: Side


_ON_THE_RIGHT = tuple([(Spot(row, "right"),) for row in range(CARDS.rows)])


def fitting_row(rows: Sequence[Row], card: int) -> int | None:
    """The row with the highest right end below the card; None for a low card, which fits nowhere."""
    best, highest = None, 0
    for row in rows:
        if highest < row[-1] < card:
            best, highest = row, row[-1]
    return None if best is None else rows.index(best)


def nearest_ends(rows: Sequence[Row], card: int) -> tuple[Spot, ...]:
    """In Professional (3.3) the places of smallest difference, in the order of the rows: none for a card
    that lies inside all rows, two in a tie, else one."""
    ends = [(max(row[0] - card, card - row[-1], 0), index) for index, row in enumerate(rows)]
    least = min((difference for difference, _ in ends if difference), default=0)
    found = [index for difference, index in ends if difference and difference == least]
    return tuple([Spot(index, "left" if card < rows[index][0] else "right") for index in found])


def spots(rows: Sequence[Row], card: int, *, professional: bool) -> tuple[Spot, ...]:
    """The places a card may go to by the rules in force: its owner is asked unless there is exactly one."""
    if professional:
        return nearest_ends(rows, card)
    index = fitting_row(rows, card)
    return () if index is None else _ON_THE_RIGHT[index]


def sixth_heads(row: Row) -> int:
    """What a card costs that is put to this row, at either end: nothing unless the row is full."""
    return heads(row) if len(row) == _FULL else 0


def cheapest(rows: Sequence[Row], among: Iterable[int]) -> int:
    """The row, of those with these numbers, of fewest heads, then fewest cards, then lowest number (5.4)."""
    return min(among, key=lambda row: (heads(rows[row - 1]), len(rows[row - 1]), row))


def put(rows: list[Row], index: int, card: int) -> Row:
    """Puts a card into the row it fits; returns the five cards it takes as the sixth one, else none."""
    row = rows[index]
    if len(row) < _FULL:
        rows[index] = (*row, card) if row[-1] < card else (card, *row)
        return ()
    rows[index] = (card,)
    return row


def take(rows: list[Row], index: int, card: int) -> Row:
    """Replaces a whole row by a low card; returns the cards taken."""
    row = rows[index]
    rows[index] = (card,)
    return row
