"""Between the episodes of a campaign: every level chooses alike, without much thought."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.contract import Advice
from bot.games.my_city.legal import default_next
from bot.games.my_city.moves import Finish, MyCityMove
from bot.games.my_city.view import MyCityView


def between(view: MyCityView, legal: Sequence[MyCityMove]) -> tuple[Advice[MyCityMove], ...]:
    """Between episodes: the next one in the printed order first, the end of the campaign last."""
    total = 0 if view.seat is None else view.totals[view.seat]
    wanted = default_next(view)
    moves = sorted(legal, key=lambda move: (move != wanted, isinstance(move, Finish)))
    return tuple([Advice(move, total) for move in moves])
