"""Ratings: of people by the games among them, and of the computers' levels beside them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from bot.games import registry
from bot.store.records import RatedSeat
from bot.store.repositories import Repositories
from bot.tables.units import Units, reads

if TYPE_CHECKING:
    from openskill.models.weng_lin.plackett_luce import PlackettLuceRating as Skill

Player = int | str
"""A person, or a level of the computers."""
Rated = tuple[tuple[Player, int], ...]
"""What counts of a game: each player and the place among all who played."""
Certainty = Literal["provisional", "rough", "settled"]

START = 1000
"""What is shown for a person of whom nothing is known; good players have more."""
SCALE = 24
"""Points shown for one of the model's."""
SOME_GAMES = 5
"""Below so many games a rating is provisional."""
WIDE = 6.0
"""Above this deviation (it begins at 8.3) a rating is but a rough one."""
REMEMBERED = 32
"""Ratings of so many games and servers are at hand, as long as nothing was played there."""
PAGE = 500
"""Seats of finished games that are read at once."""
EVERYWHERE = None
"""In place of a server: the games of all of them."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength that is almost certainly reached, in points, and how exactly that is known."""

    points: int
    deviation: int
    games: int
    certainty: Certainty


class Ladder:
    """Rates players by one game after the other.

    People are rated by the games among them alone. A level is rated by all games in which it met others,
    against people as they were rated then, so that its points can be compared with theirs."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._skills: dict[Player, Skill] = {}
        self._games = Counter[Player]()

    def add(self, game: Rated) -> None:
        """The next game."""
        people = tuple([seat for seat in game if isinstance(seat[0], int)])
        after = self._after(game)
        found = {player: skill for player, skill in after.items() if isinstance(player, str)}
        found |= after if len(people) == len(game) else self._after(people)
        self._skills |= found
        self._games.update(found.keys())

    def rating(self, player: Player) -> Rating | None:
        """The rating of a player, None before the first game."""
        if player not in self._skills:
            return None
        skill, games = self._skills[player], self._games[player]
        return Rating(
            round(skill.ordinal(alpha=SCALE, target=START)),
            round(SCALE * skill.sigma),
            games,
            _certainty(skill.sigma, games),
        )

    def forget(self, user: int) -> None:
        """The person goes; what others have reached against them stays."""
        self._skills.pop(user, None)
        self._games.pop(user, None)

    def _after(self, game: Rated) -> dict[Player, Skill]:
        """What players would have after a game. In several seats a player has met others as often, but it is
        one game: the mean counts. A game of one player says nothing."""
        players = {player for player, _ in game}
        if len(players) < 2:
            return {}
        teams = [[self._skills.get(player) or self._model.rating()] for player, _ in game]
        rated = self._model.rate(teams, ranks=[float(place) for _, place in game])
        found: dict[Player, list[Skill]] = {player: [] for player in players}
        for (player, _), (skill,) in zip(game, rated, strict=True):
            found[player].append(skill)
        return {player: self._mean(skills) for player, skills in found.items()}

    def _mean(self, skills: Sequence[Skill]) -> Skill:
        if len(skills) == 1:
            return skills[0]
        return self._model.rating(fmean(each.mu for each in skills), fmean(each.sigma for each in skills))


def _certainty(sigma: float, games: int) -> Certainty:
    if games < SOME_GAMES:
        return "provisional"
    return "rough" if sigma > WIDE else "settled"


@lru_cache(REMEMBERED)
def ratings(games: Sequence[tuple[tuple[int, int], ...]]) -> dict[int, Rating]:
    """The rating of everybody in these games, which are in order of time; each game has two people or more.
    The dictionary is shared: nobody may change it. Takes a third of a millisecond a game."""
    ladder = Ladder()
    for game in games:
        ladder.add(game)
    people = {user for game in games for user, _ in game}
    return {user: rating for user in people if (rating := ladder.rating(user)) is not None}


def _player(seat: RatedSeat) -> Player | None:
    """Who is rated by a seat; nobody where a computer has gone on with what somebody else began."""
    if seat.user is not None:
        return seat.user
    return None if seat.taken_over else seat.computer


@dataclass(eq=False)
class _Shelf:
    """The ladders of a game, by server and `EVERYWHERE`, and the last table that counts in them."""

    ladders: dict[int | None, Ladder] = field(default_factory=dict[int | None, Ladder])
    at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    table: int = 0

    def add(self, rows: Sequence[RatedSeat]) -> None:
        """The next tables."""
        for _, table in groupby(rows, key=attrgetter("table")):
            seats = tuple(table)
            game = tuple([(player, seat.place) for seat in seats if (player := _player(seat)) is not None])
            for place in {EVERYWHERE, seats[0].guild}:
                self.ladders.setdefault(place, Ladder()).add(game)
            self.at, self.table = seats[0].at, seats[0].table


@dataclass(eq=False)
class Levels:
    """Knows how well each level of the computers does, in a server and over all.

    What was worked out stays in memory; only the games that ended since are read and added."""

    units: Units
    _shelves: dict[str, _Shelf] = field(default_factory=dict[str, _Shelf])
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ratings(self, game: str, guild: int | None) -> Mapping[str, Rating]:
        """The settled ratings of the levels of a game in a server, or `EVERYWHERE`."""
        async with self._one_at_a_time:
            shelf = self._shelves.setdefault(game, _Shelf())
            while seats := await self._played(game, shelf.at, shelf.table):
                await asyncio.to_thread(shelf.add, seats)
            ladder = shelf.ladders.get(guild)
            found = {level: ladder and ladder.rating(level) for level in registry.game(game).opponents}
        return {level: each for level, each in found.items() if each and each.certainty == "settled"}

    async def forget(self, user: int) -> None:
        """A person is known here no longer."""
        async with self._one_at_a_time:
            for shelf in self._shelves.values():
                for ladder in shelf.ladders.values():
                    ladder.forget(user)

    @reads
    async def _played(self, tx: Repositories, game: str, at: datetime, table: int) -> tuple[RatedSeat, ...]:
        """The seats of some tables that ended after this one; of none a part."""
        rows = await tx.results.rated(game, at, table, PAGE)
        if len(rows) < PAGE:
            return rows
        return tuple([row for row in rows if row.table != rows[-1].table])
