"""Plans: what a seat wants done once a decision is its own, made while others think (conditional orders)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from bot.games.contract import Move, Seat, View

V = TypeVar("V", bound="View")
M = TypeVar("M", bound="Move")
Ranked = tuple[str, ...]
"""Wishes for one step: the first one that is possible when the time comes is carried out."""
ASK = "ask"
"""The standing answer that says nothing: the person is asked, as without a plan."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat wants done; a secret of the person who sits there."""

    steps: tuple[Ranked, ...] = ()
    """For the decisions to come, in order."""
    answers: tuple[tuple[str, str], ...] = ()
    """Standing answers by the name of what they answer: they hold until they are changed."""
    ended: bool = False
    """Its last steps were dropped, since nothing of what they wished for was possible."""

    def with_wish(self, step: int, wish: str, *, ranked: bool) -> Plan:
        """With a wish for a step, behind those it has already; not `ranked`: in their place, and in that of
        all steps after it."""
        if not ranked:
            return Plan((*self.steps[:step], (wish,)), self.answers)
        there = self.steps[step] if step < len(self.steps) else ()
        wishes = tuple(dict.fromkeys((*there, wish)))
        return Plan((*self.steps[:step], wishes, *self.steps[step + 1 :]), self.answers)

    def with_answer(self, name: str, value: str) -> Plan:
        """With another standing answer; `ASK` takes one away."""
        others = tuple(each for each in self.answers if each[0] != name)
        mine = () if value == ASK else ((name, value),)
        return msgspec.structs.replace(self, answers=tuple(sorted((*others, *mine))))

    def without_steps(self, *, ended: bool = False) -> Plan:
        """The standing answers alone."""
        return Plan((), self.answers, ended)


class Planning(Generic[V, M]):
    """What can be planned in a game, read off the view of whoever plans: plans know no more than it shows."""

    answers: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What can be answered once and for all, by name, with the values beside `ASK`."""
    ranked: ClassVar[bool] = True
    """Whether a step may have several wishes, of which the first one that is possible counts."""

    def wishes(self, view: V, seat: Seat, steps: Sequence[Ranked]) -> Sequence[str]:
        """What can be wished for as the step after these, likeliest first; nothing where none can follow."""
        return ()

    def foreseen(self, view: V, seat: Seat, steps: Sequence[Ranked]) -> V:
        """The view in whose light the step after these is named: as it is now, or as they would leave it."""
        return view

    def meets(self, view: V, seat: Seat) -> bool:
        """Whether steps are about the decision that the seat owes now; if not, they wait."""
        return False

    def move(self, view: V, seat: Seat, wish: str) -> M | None:
        """The move that a wish means now, legal or not; None where it means none."""
        return None

    def answer(self, view: V, seat: Seat, name: str, value: str) -> M | None:
        """The move by a standing answer for what the seat owes now; None where it answers none."""
        return None


def carried_out(
    planning: Planning[V, M], plan: Plan, view: V, seat: Seat, legal: Callable[[], Iterable[M]]
) -> tuple[M | None, Plan]:
    """The move of a plan for what a seat owes now, and what is left of it then. Without a move the person is
    asked: what was planned concerns something else, or (`ended`) nothing of it is possible."""
    for name, value in plan.answers:
        move = planning.answer(view, seat, name, value)
        if move is not None and move in legal():
            return move, plan
    if not plan.steps or not planning.meets(view, seat):
        return None, plan
    for wish in plan.steps[0]:
        move = planning.move(view, seat, wish)
        if move is not None and move in legal():
            return move, Plan(plan.steps[1:], plan.answers)
    return None, plan.without_steps(ended=True)
