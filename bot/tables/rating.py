"""How well people play, out of who finished before whom: games of many players, with ties, in order of time.

Nothing of it is kept. It is worked out from the results anew, so that it can't drift away from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Rated = tuple[tuple[int, int], ...]
"""What counts of a game: each person and the place among all who played."""
Certainty = Literal["provisional", "rough", "settled"]

START = 1000
"""What is shown for whoever nothing is known about; who plays well has more."""
SCALE = 24
"""Points shown for one of the model's."""
SOME_GAMES = 5
"""Below so many games a rating is provisional."""
WIDE = 6.0
"""Above this deviation (it begins at 8.3) a rating is but a rough one."""
REMEMBERED = 32
"""Ratings of so many games and servers are at hand, as long as nothing was played there."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating: the strength that is almost certainly reached, in points."""

    points: int
    games: int
    certainty: Certainty


@lru_cache(REMEMBERED)
def ratings(games: Sequence[Rated]) -> dict[int, Rating]:
    """The rating of everybody in these games, which are in order of time; each game has two people or more.

    The dictionary is shared: nobody may change it. Takes a third of a millisecond a game.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills = {user: model.rating() for game in games for user, _ in game}
    played = dict.fromkeys(skills, 0)
    for game in games:
        rated = model.rate([[skills[user]] for user, _ in game], ranks=[float(place) for _, place in game])
        for (user, _), (skill,) in zip(game, rated, strict=True):
            skills[user] = skill
            played[user] += 1
    return {
        user: Rating(
            round(skill.ordinal(alpha=SCALE, target=START)),
            played[user],
            _certainty(skill.sigma, played[user]),
        )
        for user, skill in skills.items()
    }


def _certainty(sigma: float, games: int) -> Certainty:
    if games < SOME_GAMES:
        return "provisional"
    return "rough" if sigma > WIDE else "settled"
