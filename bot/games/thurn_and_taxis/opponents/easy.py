"""Easy: takes an open card that fits, lays what fits, and closes when the next carriage is to be had."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.moves import Administrator, Begin, Close, Play, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.possible import sides
from bot.games.thurn_and_taxis.view import TaxisView

_LONG = 6
"""A route of so many cities is closed in any case."""


class Easy(Opponent[TaxisView, TaxisMove]):
    """Looks no further than the move at hand; among equally good ones chance decides."""

    def advice(
        self, view: TaxisView, legal: Sequence[TaxisMove], rng: Random
    ) -> tuple[Advice[TaxisMove], ...]:
        """All moves, the most tempting first, by the score right after them."""
        score = view.mover.score
        tempting = sorted(rng.sample(legal, len(legal)), key=lambda move: -_temptation(view, move))
        return tuple([Advice(move, score + _points(view, move)) for move in tempting])


def _temptation(view: TaxisView, move: TaxisMove) -> int:
    """More than 0 for what is done gladly, less than 0 for what is avoided."""
    row = view.mover.route
    match move:
        case Play():
            return 1
        case TakeOpen(place=place) if not view.taken or view.forced_postmaster:
            return int(not row or bool(sides(row, view.display[place - 1] or "")))
        case Close(offices=offices, cartwright=cartwright):
            carriage = preview(view, offices, cartwright=cartwright).carriage
            return 2 + len(offices) if carriage or len(row) >= _LONG else -1
        case Begin() if row:
            return -2
        case Administrator():
            return -1
        case _:
            return 0


def _points(view: TaxisView, move: TaxisMove) -> int:
    """What a move brings at once."""
    return preview(view, move.offices, cartwright=move.cartwright).points if isinstance(move, Close) else 0
