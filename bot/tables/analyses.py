"""Analyses of finished games: who may ask for one, how far it is, and what was found so far. What is thought
about a game comes from the computer players; here it is only kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games.contract import Refusal
from bot.store.records import AnalysisRow, FormerSitter, LogRow, SeatRow, VerdictRow
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
    """As JSON, in the order of the game, once all are there; those of who was forgotten are missing."""
    before: int = 0
    """Analyses that are finished before this one goes on."""


@dataclass(frozen=True, slots=True)
class Examination:
    """An analysis to go on with."""

    table: int
    game: str
    judged: int
    """How many decisions are judged so far."""
    transcript: bytes = b""
    """The file of the game; empty for whoever knows it already."""
    verdicts: tuple[bytes, ...] = ()
    """What was found so far, where the file is there."""


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
    async def next_examination(
        self, tx: Repositories, known: tuple[int, int] | None = None
    ) -> Examination | None:
        """The analysis to go on with, None where we look after none; `known` is the table of which the asker
        knows the game and so many verdicts. What is left of one from which somebody was removed is no
        beginning any more."""
        for row in await tx.analyses.under_way():
            standing = await self.units.standings.at(tx, row.table)
            if not self.units.signals.shards.has(standing.row.guild):
                continue
            game, judged = standing.row.game, row.judged
            if await tx.analyses.kept(row.table) != judged:
                await tx.analyses.begin_anew(row.table)
                judged = 0
            if (row.table, judged) == known:
                return Examination(row.table, game, judged)
            verdicts = await tx.verdicts.at(row.table)
            data = await transcript_of(tx, standing)
            return Examination(row.table, game, judged, data, tuple([one.verdict for one in verdicts]))
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
        former = await tx.seats.former(table)
        moves = way(await tx.log.between(table, 0, standing.row.version)) if former else ()
        rows = [
            VerdictRow(table, action, seat, _who(seat, action, standing.seats, former, moves), what)
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
    if row.result is None:
        order = [other.table for other in await tx.analyses.under_way()]
        return Examined(row, (), order.index(table))
    return Examined(row, tuple([one.verdict for one in await tx.verdicts.at(table)]))


def _who(
    seat: int,
    action: int,
    seats: Sequence[SeatRow],
    former: Sequence[FormerSitter],
    moves: Sequence[LogRow],
) -> int | None:
    """The person who sat in a seat when an action was decided; `moves` are needed where others sat there."""
    gone = next((one for one in former if one.seat == seat and one.upto >= moves[action].version), None)
    return seats[seat].user if gone is None else gone.user
