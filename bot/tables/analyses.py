"""Analyses of finished games: who may ask for one, how far it is, and what was found so far. What is thought
about a game comes from the computer players; here it is only kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games.contract import Refusal
from bot.store.records import AnalysisRow, FormerSitter, SeatRow, VerdictRow
from bot.store.repositories import Repositories
from bot.tables.commitment import refuse_if_held
from bot.tables.computers import gives_hints
from bot.tables.model import Status
from bot.tables.move_runner import way
from bot.tables.policy import ANALYSED
from bot.tables.queries import Queries, transcript_of
from bot.tables.units import Units, changes, reads


@dataclass(frozen=True, slots=True)
class Examined:
    """A finished game with its analysis, or what there is of it."""

    row: AnalysisRow
    verdicts: tuple[bytes, ...]
    """As JSON, in the order of the game; those of who was forgotten are missing."""
    before: int = 0
    """Analyses that are finished before this one goes on."""


@dataclass(frozen=True, slots=True)
class Examination:
    """An analysis to go on with."""

    table: int
    game: str
    transcript: bytes
    """The file of the game."""
    verdicts: tuple[bytes, ...]
    """What was found so far."""


@dataclass(eq=False)
class Analyses:
    """Keeps what is found about finished games."""

    units: Units
    queries: Queries

    async def examine(self, table: int, user: int) -> Examined:
        """The analysis of a game, which is begun where there is none. Refusals: no_table, not_over,
        no_adviser, challenge_on, duplicate_on, analyses_of_yours {n}, analyses_here {n}."""
        if (found := await self.examined(table)) is not None:
            return found
        if (await self.queries.table(table)).status is not Status.FINISHED:
            raise Refusal("not_over")
        return await self._begin(table, user, (await self.queries.course(table)).decisions)

    @changes
    async def _begin(self, tx: Repositories, table: int, user: int, decisions: int) -> Examined:
        if (found := await _found(tx, table)) is not None:
            return found
        standing = await self.units.standings.at(tx, table)
        row = standing.row
        refuse_if_held(row)
        if not gives_hints(row.game):
            raise Refusal("no_adviser")
        own, here = ANALYSED
        under_way = await tx.analyses.under_way()
        if sum(other.user == user for other in under_way) >= own:
            raise Refusal("analyses_of_yours", n=own)
        if row.guild is not None and await tx.analyses.open_in(row.guild) >= here:
            raise Refusal("analyses_here", n=here)
        await tx.analyses.put(AnalysisRow(table, user, self.units.now(), decisions))
        await self.units.signals.analyse(tx, table)
        found = await _found(tx, table)
        assert found is not None, "it was just begun"
        return found

    @reads
    async def examined(self, tx: Repositories, table: int) -> Examined | None:
        """The analysis of a game, None where nobody has asked for it."""
        return await _found(tx, table)

    @changes
    async def next_examination(self, tx: Repositories) -> Examination | None:
        """The analysis to go on with, None where we look after none. What is left of one from which somebody
        was removed is no beginning any more."""
        for row in await tx.analyses.under_way():
            standing = await self.units.standings.at(tx, row.table)
            if not self.units.signals.shards.has(standing.row.guild):
                continue
            verdicts = await tx.verdicts.at(row.table)
            if len(verdicts) != row.judged:
                await tx.analyses.begin_anew(row.table)
                verdicts = ()
            data = await transcript_of(tx, standing)
            return Examination(row.table, standing.row.game, data, tuple([one.verdict for one in verdicts]))
        return None

    @changes
    async def judged(
        self,
        tx: Repositories,
        table: int,
        before: int,
        verdicts: Sequence[tuple[int, int, bytes]],
        result: bytes | None,
    ) -> bool:
        """Adds verdicts, each an action with its seat and what is thought of it, to those `before`; with a
        `result` the analysis is finished. False where it is not wanted any more, or begins anew."""
        row = await tx.analyses.get(table)
        if row is None or row.result is not None or row.judged != before:
            return False
        standing = await self.units.standings.at(tx, table)
        moves = way(await tx.log.between(table, 0, standing.row.version))
        former = await tx.seats.former(table)
        rows = [
            VerdictRow(table, action, seat, _who(seat, moves[action].version, standing.seats, former), what)
            for action, seat, what in verdicts
        ]
        await tx.verdicts.put(*rows)
        await tx.analyses.put(replace(row, judged=before + len(rows), result=result))
        return True

    @changes
    async def give_up(self, tx: Repositories, table: int) -> None:
        """An analysis that can't be made is forgotten."""
        await tx.analyses.remove(table)


async def _found(tx: Repositories, table: int) -> Examined | None:
    row = await tx.analyses.get(table)
    if row is None:
        return None
    before = 0
    if row.result is None:
        order = [other.table for other in await tx.analyses.under_way()]
        before = order.index(table)
    verdicts = await tx.verdicts.at(table)
    return Examined(row, tuple([one.verdict for one in verdicts]), before)


def _who(seat: int, version: int, seats: Sequence[SeatRow], former: Sequence[FormerSitter]) -> int | None:
    """The person who sat in a seat when a version was made."""
    gone = next((one for one in former if one.seat == seat and one.upto >= version), None)
    return seats[seat].user if gone is None else gone.user
