"""Easy and normal: they look no further than the move at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, NoerdlingenMove, Place, Stuck
from bot.games.noerdlingen.opponents.course import Course
from bot.games.noerdlingen.opponents.greedy import lead, number_worth
from bot.games.noerdlingen.view import NoerdlingenView


class Easy(Opponent[NoerdlingenView, NoerdlingenMove]):
    """Does anything, but takes no number that can't be drawn now, and every bonus border."""

    def advice(
        self, view: NoerdlingenView, legal: Sequence[NoerdlingenMove], rng: Random
    ) -> tuple[Advice[NoerdlingenMove], ...]:
        """All moves, the foolish ones last, by the score right after them."""
        return _ranked(view, legal, _sense, rng)


class Normal(Opponent[NoerdlingenView, NoerdlingenMove]):
    """Takes the points that can be had at once, and otherwise keeps many ways open."""

    def advice(
        self, view: NoerdlingenView, legal: Sequence[NoerdlingenMove], rng: Random
    ) -> tuple[Advice[NoerdlingenMove], ...]:
        """All moves by what they bring at once, each with the score right after it."""
        return _ranked(view, legal, _worth, rng)


def _ranked(
    view: NoerdlingenView,
    legal: Sequence[NoerdlingenMove],
    worth: Callable[[Course, NoerdlingenMove], tuple[float, ...]],
    rng: Random,
) -> tuple[Advice[NoerdlingenMove], ...]:
    """The moves by their worth, by chance where it is equal, each with the score right after it."""
    course = Course.of(view)
    moves = sorted(rng.sample(legal, len(legal)), key=lambda move: worth(course, move), reverse=True)
    return tuple([Advice(move, course.after(move).scores[view.active]) for move in moves])


def _sense(course: Course, move: NoerdlingenMove) -> tuple[float, ...]:
    if isinstance(move, Choose):
        return (any(course.field.board.draws(course.seat, move.number)),)
    return (not isinstance(move, Decline),)


def _worth(course: Course, move: NoerdlingenMove) -> tuple[float, ...]:
    """To compare moves of one kind; a bonus border that helps others alone is declined."""
    match move:
        case Place(at=at):
            placed = course.field.placed(course.seat, at)
            return (sum(placed.board.counts(course.seat).values()),)
        case Choose(number=number):
            return number_worth(course.field, course.seat, number)
        case Draw() | Bonus():
            return (lead(course.field, course.seat, course.way(move)),)
        case Decline() | Stuck():
            return (-0.5,)
