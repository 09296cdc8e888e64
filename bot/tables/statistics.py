"""What finished games of a server say about the people who played them. Nothing crosses to another server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.games import registry
from bot.store.records import Finish, known
from bot.store.repositories import Repositories
from bot.tables.preferences import decode
from bot.tables.rating import Rated, Rating, ratings
from bot.tables.tally import Ended, Tally, answers, games_of, people_in, tallied, usual
from bot.tables.units import Units, reads

NEWEST = 30
"""Games whose moves say how fast somebody answers."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a person did in one game; without a rating where it was never played among people."""

    game: str
    tally: Tally
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard: only games among two people or more are counted."""

    place: int
    tally: Tally
    rating: Rating


class Statistics:
    """Counts finished games."""

    def __init__(self, units: Units) -> None:
        self.units = units

    async def records(self, guild: int, user: int) -> tuple[Record, ...]:
        """What a person did in the games of a server, in the order of the shelf."""
        found = [await self._record(guild, game.info.key, user) for game in registry.games()]
        return tuple(record for record in found if record is not None)

    async def leaderboard(self, guild: int, game: str) -> tuple[Standing, ...]:
        """Whoever may be seen, the best one first; equal ratings share their place."""
        rows = await self._finished(guild, game)
        games = [ended for ended in games_of(rows) if len(people_in(ended)) > 1]
        rated = await _rated(games)
        tallies = [tally for tally in tallied(games, _listed(rows)).values() if tally.listed]
        tallies.sort(key=lambda tally: (-rated[tally.user].points, tally.user))
        points = [rated[tally.user].points for tally in tallies]
        return tuple(
            Standing(points.index(rated[tally.user].points) + 1, tally, rated[tally.user])
            for tally in tallies
        )

    async def usual_answer(self, guild: int, game: str, user: int) -> timedelta | None:
        """How long others usually wait for a person in a game; None if there is too little to tell."""
        own = [row for row in await self._finished(guild, game) if row.user == user][-NEWEST:]
        return usual(await self._answers(own))

    @reads
    async def _answers(self, tx: Repositories, own: Sequence[Finish]) -> list[timedelta]:
        times: list[timedelta] = []
        for row in own:
            table = await tx.tables.get(row.result.table)
            assert table is not None, "it has a result"
            former = await tx.seats.former(table.id)
            came = max((gone.upto for gone in former if gone.seat == row.result.seat), default=0)
            moves = await tx.log.between(table.id, 0, table.version)
            times += answers(moves, row.result.seat, came)
        return times

    async def _record(self, guild: int, game: str, user: int) -> Record | None:
        rows = await self._finished(guild, game)
        games = games_of(rows)
        tally = tallied(games, _listed(rows)).get(user)
        if tally is None:
            return None
        rated = await _rated([ended for ended in games if len(people_in(ended)) > 1])
        return Record(game, tally, rated.get(user))

    @reads
    async def _finished(self, tx: Repositories, guild: int, game: str) -> tuple[Finish, ...]:
        return await tx.results.finished(guild, game)


async def _rated(games: Sequence[Ended]) -> dict[int, Rating]:
    """The ratings after these games; worked out beside the event loop, since it may take a while."""
    return await asyncio.to_thread(ratings, tuple(map(_places, games)))


def _places(ended: Ended) -> Rated:
    return tuple((row.user, row.result.place) for row in ended if row.user is not None)


def _listed(rows: Sequence[Finish]) -> dict[int, bool]:
    """Who may be seen; nobody who was forgotten."""
    settings = {row.user: row.settings for row in rows if row.user is not None}
    return {user: known(user) is not None and decode(data).listed for user, data in settings.items()}
