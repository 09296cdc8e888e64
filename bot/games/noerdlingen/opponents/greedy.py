"""What can be had at once: what normal goes for, and what hard expects of everybody."""

from __future__ import annotations

from random import Random

from bot.games.contract import Seat
from bot.games.noerdlingen.opponents.course import Course
from bot.games.noerdlingen.opponents.field import Field
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.scoring import score


def lead(field: Field, seat: Seat, path: Path) -> int:
    """By how many points a draw brings its player forward of the others: the own ones without the most that
    one of the others gets."""
    land = field.closed(seat, path)
    if not land:
        return 0
    gains = [score(land, Seat(other)) for other in range(len(field.board.soldiers))]
    own = gains.pop(seat)
    return own - max(gains)


def number_worth(field: Field, seat: Seat, number: int) -> tuple[bool, int, int]:
    """What speaks for a number, weightiest first: whether it can be drawn, what its best draw brings, and in
    how many ways it can be drawn."""
    ways = list(field.board.draws(seat, number))
    return bool(ways), max([lead(field, seat, path) for path in ways], default=0), len(ways)


def play_on(course: Course, rng: Random) -> None:
    """The rest of the game among greedy players; what is equally good to them is left to chance."""
    while course.phase != "over":
        _step(course, rng)


def _step(course: Course, rng: Random) -> None:
    field, seat = course.field, course.seat
    if course.phase == "place":
        course.place(rng.choice(course.places))
    elif course.phase == "choose":
        course.choose(max(course.free, key=lambda number: (*number_worth(field, seat, number), rng.random())))
    elif ways := course.ways:
        course.draw(max(ways, key=lambda path: lead(field, seat, path) + rng.random()))
    else:
        course.stuck()
