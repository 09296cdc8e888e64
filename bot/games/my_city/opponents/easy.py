"""Easy: looks at a few spots and builds where the score sheet gives most at once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.my_city.legal import default_choice
from bot.games.my_city.moves import Begin, Build, Finish, MyCityMove
from bot.games.my_city.opponents.campaign import between
from bot.games.my_city.preview import rows_after
from bot.games.my_city.view import MyCityView

_GLANCE = 6
"""So many spots catch its eye."""


class Easy(Opponent[MyCityView, MyCityMove]):
    """Builds as long as something fits; otherwise it does what is done for those who are absent."""

    def advice(
        self, view: MyCityView, legal: Sequence[MyCityMove], rng: Random
    ) -> tuple[Advice[MyCityMove], ...]:
        """All moves by the score right after them, the spots at which it looked first."""
        if view.phase != "round":
            return between(view, legal)
        assert view.seat is not None, "a spectator has nothing to choose"
        spots = [move for move in legal if isinstance(move, Build)]
        seen = set(rng.sample(spots, min(_GLANCE, len(spots))))
        usual = default_choice(view, view.seat)
        found = [Advice(move, _points(view, move)) for move in legal]
        return tuple(sorted(found, key=lambda one: (one.move not in seen, one.move != usual, -one.expected)))


def _points(view: MyCityView, move: MyCityMove) -> int:
    """The score if the episode ended with this choice."""
    assert view.seat is not None, "a spectator has nothing to choose"
    assert not isinstance(move, Begin | Finish), "episodes begin between rounds"
    return sum([row.points for row in rows_after(view, view.seat, move)])
