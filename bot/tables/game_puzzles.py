"""Puzzles from the finished games of a server, where everybody who played wants that: which games are looked
through, and what was found. What is thought of their positions comes from the computer players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.store.puzzles import GamePuzzle
from bot.store.records import FormerSitter, SeatRow, TableRow
from bot.store.repositories import Repositories
from bot.tables.commitment import is_shared
from bot.tables.computers import gives_hints
from bot.tables.model import Standing, Status
from bot.tables.policy import GAME_PUZZLES
from bot.tables.queries import transcript_of
from bot.tables.settings import preferences_of
from bot.tables.units import Units, changes


@dataclass(frozen=True, slots=True)
class Sought:
    """A game to go on looking through."""

    row: GamePuzzle
    transcript: bytes
    """The file of the game."""


@dataclass(eq=False)
class GamePuzzles:
    """Keeps what is found in finished games."""

    units: Units

    @changes
    async def next_sought(self, tx: Repositories) -> Sought | None:
        """The game to go on with, None where we look after none. What somebody does not want any more is
        dropped."""
        for row in await tx.game_puzzles.sought():
            if not self.units.signals.shards.has(row.guild):
                continue
            standing = await self.units.standings.at(tx, row.table)
            if await wanted(tx, standing):
                return Sought(row, await transcript_of(tx, standing))
            await tx.game_puzzles.drop(row.table)
        return None

    @changes
    async def looked_through(
        self, tx: Repositories, before: GamePuzzle, now: GamePuzzle, *, over: bool
    ) -> None:
        """How far a game is looked through, unless that is not wanted any more; one without a puzzle is
        forgotten once it is `over`."""
        if await tx.game_puzzles.get(before.table) != before:
            return
        if over and now.puzzle is None:
            await tx.game_puzzles.drop(now.table)
        else:
            await tx.game_puzzles.put(now)


async def seek(units: Units, tx: Repositories, row: TableRow) -> None:
    """A game whose end has been told may become a puzzle, where its server has puzzles and not enough of this
    game to come. The last move has not waited for that."""
    if row.guild is None or not gives_hints(row.game) or await tx.puzzle_servers.get(row.guild) is None:
        return
    found = [each.table for each in await tx.game_puzzles.of(row.guild, row.game)]
    if row.id in found or len(found) >= GAME_PUZZLES:
        return
    if await wanted(tx, await units.standings.at(tx, row.id)):
        await tx.game_puzzles.put(GamePuzzle(row.id, row.guild, row.game, row.updated))
        await units.signals.analyse(tx, row.id)


async def wanted(tx: Repositories, standing: Standing) -> bool:
    """Whether a finished game may become a puzzle: all who played it want that, and nobody else plays
    or played with the same draws."""
    row = standing.row
    if row.status is not Status.FINISHED or is_shared(row):
        return False
    sitters = (*standing.seats, *await tx.seats.former(row.id))
    return any(seat.user for seat in standing.seats) and await _all_want(tx, sitters)


async def take_back(tx: Repositories, user: int) -> None:
    """No game of this person becomes a puzzle any more."""
    for table in await tx.traces.tables_of(user):
        await tx.game_puzzles.drop(table)


async def _all_want(tx: Repositories, sitters: Iterable[SeatRow | FormerSitter]) -> bool:
    people = {sitter.user for sitter in sitters if sitter.computer is None}
    return all([user is not None and preferences_of(await tx.people.get(user)).puzzles for user in people])
