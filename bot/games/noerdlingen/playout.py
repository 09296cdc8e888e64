"""Random games at speed, on the map alone."""

from __future__ import annotations

from random import Random

from bot.games.chance import Chance
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import NoerdlingenOptions
from bot.games.noerdlingen.opponents.course import Course


def playout(seats: int, rng: Random) -> tuple[int, ...]:
    """The scores by seat of a game in which everybody places and draws at random, chooses at random among the
    numbers that could be drawn at that moment, and takes every bonus border."""
    course = Course.of(GAME.view(GAME.setup(NoerdlingenOptions(), seats, Chance(rng.randbytes(32))), None))
    while course.phase != "over":
        if course.phase == "place":
            course.place(rng.choice(course.field.board.places))
        elif course.phase == "choose":
            able = [number for number in course.free if any(course.field.board.draws(course.seat, number))]
            course.choose(rng.choice(able or course.free))
        elif ways := course.ways:
            course.draw(rng.choice(ways))
        else:
            course.stuck()
    return course.scores
