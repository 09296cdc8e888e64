"""Results of finished games, written with the last move, and what people write about these games."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from bot.games import registry
from bot.games.contract import Refusal, State
from bot.store.records import TableRow
from bot.store.repositories import Repositories
from bot.tables.model import DiaryEntry, PastGame, PlayedSetup, ResultRow, Scored, Status
from bot.tables.move_runner import Played
from bot.tables.settings import preferences_of
from bot.tables.units import Units, changes, reads

log = logging.getLogger(__name__)

BATCH = 100
"""Tables whose missing results are written down in one transaction."""


class Results:
    """Knows how games ended."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def at(self, tx: Repositories, table: int) -> tuple[ResultRow, ...]:
        """Seat by seat; none unless the game was played to its end."""
        return await tx.results.at(table)

    @reads
    async def best_with(
        self, tx: Repositories, guild: int, game: str, setup: str, most: int
    ) -> tuple[Scored, ...]:
        """The best results of a server with a setup, best first; who hides from others has no name there."""
        found = await tx.results.of_setup(guild, game, setup, most)
        return tuple([await _as_seen(tx, scored) for scored in found])

    @reads
    async def rank_of(self, tx: Repositories, result: ResultRow) -> tuple[int, int]:
        """The place of a result among all with its setup when it came in, and how many those were."""
        return await tx.results.rank(result)

    @reads
    async def setups_of(self, tx: Repositories, guild: int, game: str, most: int) -> tuple[PlayedSetup, ...]:
        """The setups that were played last in a server, newest first, each with its best result."""
        found = await tx.results.setups(guild, game, most)
        return tuple([replace(each, best=await _as_seen(tx, each.best)) for each in found])

    @reads
    async def newest_setup(self, tx: Repositories, channel: int, game: str) -> str:
        """The setup of the newest finished game of a channel that has one; empty if there is none."""
        found = await tx.results.newest_in(channel, game)
        return found.setup if found else ""

    async def write_missing_results(self) -> int:
        """Writes down what is missing of games that ended before there were results; the number of them."""
        found, last = 0, 0
        while True:
            tables = await self.units.store.read(lambda tx: tx.results.missing(last, BATCH))  # noqa: B023
            found += await self._write(tables)
            if len(tables) < BATCH:
                return found
            last = tables[-1]

    @changes
    async def _write(self, tx: Repositories, tables: Sequence[int]) -> int:
        return sum([await _written(tx, table) for table in tables])


def _results_of(row: TableRow, state: State) -> tuple[ResultRow, ...]:
    """The results of a table by its last state; none if the game is not over or was broken off."""
    game = registry.game(row.game, row.rules)
    outcome = game.outcome(state)
    if outcome is None or row.status is not Status.FINISHED:
        return ()
    setup = game.setup_key(state)
    return tuple(
        ResultRow(
            table=row.id,
            seat=seat,
            game=row.game,
            guild=row.guild,
            place=place,
            points=points,
            lowest_wins=outcome.lowest_wins,
            setup=setup,
            at=row.updated,
        )
        for seat, (place, points) in enumerate(zip(outcome.places, outcome.scores, strict=True))
    )


async def write_results(tx: Repositories, played: Played) -> None:
    """Reaction to moves: the results are written down with the last one."""
    if played.run.over:
        await tx.results.write(played.row.id, _results_of(played.row, played.run.state))


async def _as_seen(tx: Repositories, scored: Scored) -> Scored:
    """The result without its person, where nobody is to see who it was."""
    sitter = scored.sitter
    if sitter.user is None or preferences_of(await tx.people.get(sitter.user)).listed:
        return scored
    return replace(scored, sitter=replace(sitter, user=None, name=""))


async def _written(tx: Repositories, table: int) -> bool:
    """Writes down the results of a finished table; False if nobody can read its state any more."""
    row, stored = await tx.tables.get(table), await tx.tables.state(table)
    assert row is not None
    assert stored is not None, "a finished table has a state"
    try:
        state = registry.game(row.game, row.rules).decode(stored)
    except (KeyError, Refusal, msgspec.ValidationError) as error:
        log.warning("table %d keeps no results: %s", table, type(error).__name__)
        return False
    await tx.results.write(table, _results_of(row, state))
    return True


class Diary:
    """Keeps what people write about finished games."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def written(self, tx: Repositories, table: int) -> tuple[DiaryEntry, ...]:
        """What people wrote about a game, in seat order."""
        seats = [seat.user for seat in await tx.seats.at(table)]
        found = await tx.diary.at(table)
        return tuple(
            sorted((entry for entry in found if entry.user in seats), key=lambda e: seats.index(e.user))
        )

    @reads
    async def entry(self, tx: Repositories, table: int, user: int) -> DiaryEntry:
        """What a person wrote about their finished game. Refusals: no_table, not_over, not_seated."""
        standing = await self.units.standings.at(tx, table)
        standing.seat_of(user)
        if standing.row.status is not Status.FINISHED:
            raise Refusal("not_over")
        found = [entry for entry in await tx.diary.at(table) if entry.user == user]
        return found[0] if found else DiaryEntry(table, user)

    async def write(self, table: int, user: int, change: Callable[[DiaryEntry], DiaryEntry]) -> DiaryEntry:
        """Changes what a person has written. Refusals: those of `entry`."""
        changed = change(await self.entry(table, user))
        await self.units.store.change(lambda tx: tx.diary.write(changed))
        return changed

    @reads
    async def past_games(self, tx: Repositories, guild: int, user: int | None = None) -> tuple[PastGame, ...]:
        """The finished tables of a server, or of a person there, newest first, whoever may look into them."""
        found = await tx.diary.games(guild, user)
        known = registry.keys()
        return tuple(past for past in found if past.game in known)
