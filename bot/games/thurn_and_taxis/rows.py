"""The row of cards that is a route: which cities fit where (phase 2)."""

from __future__ import annotations

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.land import joined
from bot.games.thurn_and_taxis.moves import Play, Side

Row = tuple[str, ...]


def sides(row: Row, city: str) -> tuple[Side, ...]:
    """The ends at which a card of this city can be laid, left before right; none without a row."""
    if not row or city in row:
        return ()
    ends: list[Side] = ["left"] if joined(row[0], city) else []
    return (*ends, "right") if joined(row[-1], city) else tuple(ends)


def fit_refusal(row: Row, move: Play) -> Refusal | None:
    """Why a card does not fit at that end, None if it does."""
    if not row:
        return Refusal("no_route")
    if move.city in row:
        return Refusal("city_in_route", city=move.city)
    end = row[0] if move.side == "left" else row[-1]
    return None if joined(end, move.city) else Refusal("no_road", city=move.city, end=end)
