"""How a game may end: played on to its last round by players who take what they can get, more or less."""

from random import Random

from bot.games.contract import Ends, Seat
from bot.games.noerdlingen.moves import NoerdlingenView
from bot.games.noerdlingen.opponents.course import Course
from bot.games.noerdlingen.opponents.levels import WHIM, play_on
from bot.time_limit import out_of_time

_GAMES = 32
_FEWEST = 8
_LAST, _NEAR, _FAR = 2, 1.5, 14.0
"""By how much scores are off besides, where so many rounds are left or fewer, and before."""


def ends(view: NoerdlingenView, seat: Seat, rng: Random) -> Ends:
    """All is open: every seat sees the same ends."""
    found: list[tuple[float, ...]] = []
    while len(found) < _GAMES and not (len(found) >= _FEWEST and out_of_time()):
        course = Course.of(view)
        play_on(course, rng, view.rounds, WHIM)
        found.append(tuple(map(float, course.scores)))
    left = view.rounds - view.round + 1
    return Ends(tuple(found), _NEAR if left <= _LAST else _FAR)
