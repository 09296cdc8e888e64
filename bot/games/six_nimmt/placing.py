"""Where a card goes (rules 2.2.4). Rows are counted from 0 here, in a working list that is changed.

One function finds the row, two put the card down; the table, the playouts and the tests all use these.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.six_nimmt.deck import CARDS, Row

_FULL = CARDS.row_length


def fitting_row(rows: Sequence[Row], card: int) -> int | None:
    """The row with the highest right end below the card; None for a low card, which fits nowhere."""
    best, highest = None, 0
    for index, row in enumerate(rows):
        if highest < row[-1] < card:
            best, highest = index, row[-1]
    return best


def put(rows: list[Row], index: int, card: int) -> Row:
    """Puts a card into the row it fits; returns the five cards it takes as the sixth one, else none."""
    row = rows[index]
    if len(row) < _FULL:
        rows[index] = (*row, card)
        return ()
    rows[index] = (card,)
    return row


def take(rows: list[Row], index: int, card: int) -> Row:
    """Replaces a whole row by a low card; returns the cards taken."""
    row = rows[index]
    rows[index] = (card,)
    return row
