"""Who comes after whom (sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.contract import Seat


def placing_order(start: Seat, seats: int) -> tuple[Seat, ...]:
    """From the start player clockwise."""
    return tuple([Seat((start + step) % seats) for step in range(seats)])


def first_choice_order(start: Seat, seats: int) -> tuple[Seat, ...]:
    """Round 1: from whoever has placed last, counter-clockwise."""
    return placing_order(start, seats)[::-1]


def by_number(row: Sequence[int | None], left: Sequence[int | None]) -> tuple[Seat, ...]:
    """Those who have not left by the numbers of a round: so they draw, and choose in the next one."""
    ordered = sorted([(number, seat) for seat, number in enumerate(row) if number is not None])
    return tuple([Seat(seat) for _, seat in ordered if left[seat] is None])
