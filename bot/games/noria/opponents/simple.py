"""Easy and normal: a player without a plan, and one who plans the turn at hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.noria import moves
from bot.games.noria.box import CHAMBERS
from bot.games.noria.legal import SETUP, own
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opponents.playing import Plan, fitted, plans
from bot.games.noria.opponents.sketch import sketch_of
from bot.games.noria.opponents.styles import Style
from bot.games.noria.preview import after
from bot.games.noria.state import NoriaView


class Easy(Opponent[NoriaView, NoriaMove]):
    """Uses what it has for anything, and leaves the wheel as it is; chance decides among what is as good."""

    def advice(
        self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random
    ) -> tuple[Advice[NoriaMove], ...]:
        """All moves, the most tempting first, by the score right after them."""
        tempting = sorted(rng.sample(legal, len(legal)), key=lambda move: -_temptation(view, move))
        return tuple([Advice(move, after(view, move).scores[view.active]) for move in tempting])


@dataclass(frozen=True, slots=True)
class Normal(Opponent[NoriaView, NoriaMove]):
    """Plays the turn after which things look best in its style."""

    style: Style

    def advice(
        self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random
    ) -> tuple[Advice[NoriaMove], ...]:
        """All moves by the best turn that begins with them, each with the score at its end; those with which
        no sensible turn begins come last, with the score of now."""
        if view.phase in SETUP:
            return in_order(view, legal, [(self.style.begin(legal), view.scores[view.active])])
        if view.phase == "fit":
            return in_order(view, legal, fitting(view))
        sketch = sketch_of(view, Random(view.turn))
        found = sorted(plans(sketch, self.style.taste, view.current), key=_by_value)
        return in_order(view, legal, [(plan.moves[0], score_of(plan)) for plan in found])


def _by_value(plan: Plan) -> float:
    return -plan.value


def score_of(plan: Plan) -> int:
    """The points at the end of a turn."""
    return plan.sketch.score(plan.hand.levels)


def fitting(view: NoriaView) -> list[tuple[NoriaMove, float]]:
    """Where the next disc belongs that was bought."""
    return [(fitted(sketch_of(view, Random(view.turn)).hand)[0], view.scores[view.active])]


def in_order(
    view: NoriaView, legal: Sequence[NoriaMove], found: Iterable[tuple[NoriaMove, float]]
) -> tuple[Advice[NoriaMove], ...]:
    """Advice about moves and their points, the best first, then about all others."""
    advice: dict[NoriaMove, Advice[NoriaMove]] = {}
    least = inf
    for move, points in chain(found, [(move, view.scores[view.active]) for move in legal]):
        if move not in advice:
            least = min(least, points)
            advice[move] = Advice(move, least)
    return tuple(advice.values())


def _temptation(view: NoriaView, move: NoriaMove) -> int:
    """The higher the sooner; the wheel is not meddled with, and politics is made for own paths."""
    match move:
        case moves.Activate(double=double, targets=targets):
            return 5 + double + len(targets)
        case moves.Invest() | moves.Produce() | moves.Build() | moves.TakeShip() | moves.Travel():
            return 4
        case moves.Buy() | moves.Upgrade():
            return 3
        case moves.Politics(down=down):
            factors = [*own(view).levels, 1, 0]
            return 2 if factors[CHAMBERS.index(down)] else -1
        case moves.NightShift() | moves.Modify():
            return -2
        case moves.EndTurn():
            return 0
        case moves.EndAction():
            return -1
        case _:
            return 1
