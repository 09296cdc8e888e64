"""Easy and normal: no search, only a look at the rows. They look no further than this trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, Pick, TakeRow
from bot.games.six_nimmt.opponents.drafting import at_random, spread_out
from bot.games.six_nimmt.opponents.prospect import Prospect
from bot.games.six_nimmt.opponents.risk import reluctance, risk
from bot.games.six_nimmt.placing import fitting_row
from bot.games.six_nimmt.view import NimmtView

_LOOKS_AT = 2


class Easy(Opponent[NimmtView, NimmtMove]):
    """Looks at two cards of its hand and plays the one that lies closer to its row."""

    def advice(
        self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random
    ) -> tuple[Advice[NimmtMove], ...]:
        """The two cards, or all rows by their heads."""
        if view.phase == "draft":
            return at_random(view, legal, rng)
        few = rng.sample(legal, min(_LOOKS_AT, len(legal))) if view.phase == "choose" else legal
        return _ranked(view, few, _distance)


class Normal(Opponent[NimmtView, NimmtMove]):
    """Plays the card that is least likely to take a row, and the extreme ones while they are safe."""

    def advice(
        self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random
    ) -> tuple[Advice[NimmtMove], ...]:
        """All cards by their risk, or all rows by their heads."""
        if view.phase == "draft":
            return spread_out(view, legal, rng)
        return _ranked(view, legal, reluctance)


def _ranked(
    view: NimmtView, moves: Sequence[NimmtMove], dislike: Callable[[Prospect, int], float]
) -> tuple[Advice[NimmtMove], ...]:
    """Cards by how little they are liked, rows by heads and then by cards."""
    prospect = Prospect.of(view)

    def judged(move: NimmtMove) -> tuple[tuple[float, float], Advice[NimmtMove]]:
        match move:
            case Choose(card=card):
                return (dislike(prospect, card), 0), Advice(move, risk(prospect, card))
            case TakeRow(row=number):
                row = view.rows[number - 1]
                return (heads(row), len(row)), Advice(move, heads(row))
            case Pick() | Deal():
                return (0, 0), Advice(move, 0)

    ranked = sorted([judged(move) for move in moves], key=lambda item: item[0])
    return tuple([advice for _, advice in ranked])


def _distance(prospect: Prospect, card: int) -> float:
    """How far a card lies from the end of its row; last if it fits none or is the sixth card."""
    index = fitting_row(prospect.rows, card)
    if index is None or len(prospect.rows[index]) == CARDS.row_length:
        return 2 * CARDS.numbers - card
    return card - prospect.rows[index][-1]
