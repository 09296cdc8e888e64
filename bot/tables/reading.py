"""What can be known about tables without changing anything."""

from __future__ import annotations

import msgspec

from bot.games import registry
from bot.games.contract import Outcome, Refusal, Seat
from bot.store.protocol import Repositories
from bot.store.records import LogRow, Status
from bot.tables.core import Core, Standing, chance_of
from bot.tables.model import Moment, Table
from bot.tables.replay import way
from bot.verify import LoggedMove, Transcript


class ReadingRoom(Core):
    """The part of the table service that answers questions."""

    async def table(self, table: int) -> Table:
        """Refusals: no_table."""
        async with self._store.reading() as tx:
            return (await self._standing(tx, table)).table()

    async def table_in(self, channel: int) -> Table | None:
        """The table of a channel: the active one, else the one that ended last."""
        async with self._store.reading() as tx:
            row = await tx.tables.in_channel(channel)
            return None if row is None else Standing(row, await tx.seats.at(row.id)).table()

    async def known_by(self, key: str) -> Table | None:
        """The table at which an interaction of this key was accepted, None if there is none."""
        async with self._store.reading() as tx:
            known = await tx.keys.get(key)
            return None if known is None else (await self._standing(tx, known.table)).table()

    async def tables_of(self, user: int) -> tuple[Table, ...]:
        """The active tables at which a person sits, newest first."""
        async with self._store.reading() as tx:
            rows = await tx.tables.active_of(user)
            return tuple([Standing(row, await tx.seats.at(row.id)).table() for row in rows])

    async def all_in(self, guild: int) -> tuple[Table, ...]:
        """The active tables of a server, newest first."""
        async with self._store.reading() as tx:
            rows = await tx.tables.all_in(guild)
            return tuple([Standing(row, await tx.seats.at(row.id)).table() for row in rows])

    async def lobbies(self, guild: int) -> tuple[Table, ...]:
        """The tables of a server that wait for their first move, newest first."""
        async with self._store.reading() as tx:
            rows = await tx.tables.lobbies(guild)
            return tuple([Standing(row, await tx.seats.at(row.id)).table() for row in rows])

    async def now_at(self, table: int) -> Moment:
        """The newest moment of a table under way or over. Refusals: no_table, not_started."""
        async with self._store.reading() as tx:
            standing = await self._standing(tx, table)
            return await self._moment(tx, standing, standing.row.version)

    async def moment(self, table: int, version: int) -> Moment:
        """An earlier moment, by replaying the log. Refusals: no_table, not_started, no_version {version}."""
        async with self._store.reading() as tx:
            return await self._moment(tx, await self._standing(tx, table), version)

    async def opening(self, table: int, version: int) -> Moment:
        """The step that opened the post of a version. Refusals: no_table, not_started, no_version."""
        async with self._store.reading() as tx:
            return await self._opening(tx, await self._standing(tx, table), version)

    async def closing(self, table: int, version: int) -> Moment:
        """The last step within the post of a version: no choice that could still be changed, and nothing that
        was taken back. Refusals: no_table, not_started, no_version."""
        async with self._store.reading() as tx:
            standing = await self._standing(tx, table)
            first = await self._opening(tx, standing, version)
            steps = await _since(tx, table, first.version, standing.row.version)
            found = await self._moment(tx, standing, version) if version in steps else first
            for later in [step for step in steps if step > found.version]:
                after = await self._moment(tx, standing, later)
                if _post(after) != _post(found):
                    break
                if _turn(after) != _turn(found):
                    found = after
        return found

    async def _opening(self, tx: Repositories, standing: Standing, version: int) -> Moment:
        found = await self._moment(tx, standing, version)
        while found.version > 0:
            came_from = (await self._recall(tx, standing, found.version)).before
            before = await self._moment(tx, standing, came_from)
            if _post(before) != _post(found):
                break
            found = before
        return found

    async def taken_back(
        self, table: int, after: int, upto: int, *, agreed: bool = False, known: bool = False
    ) -> tuple[Seat, ...]:
        """Who took a step back after version `after`, up to version `upto`, once for each step: the own last
        one, or one of before because all had `agreed`; with `known` only steps up to version `after`."""
        async with self._store.reading() as tx:
            rows = await tx.log.between(table, after, upto)
        backs = [row for row in rows if row.back is not None and row.agreed is agreed]
        return tuple(Seat(row.seat) for row in backs if not known or row.takes_back(after))

    async def late_moves(self, table: int, after: int, upto: int) -> tuple[Seat, ...]:
        """Whose moves were made at a deadline after version `after`, up to version `upto`, move by move."""
        async with self._store.reading() as tx:
            rows = await tx.log.between(table, after, upto)
        return tuple(Seat(row.seat) for row in rows if row.late)

    async def path(self, table: int, version: int) -> tuple[int, ...]:
        """The versions that lead to this one, from 0, without what was taken back on the way."""
        async with self._store.reading() as tx:
            return (0, *await _since(tx, table, 0, version))

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions that are pages of the history, ascending, without what was taken back."""
        async with self._store.reading() as tx:
            return await tx.log.milestones(table)

    async def transcript(self, table: int) -> bytes:
        """A finished game as the file that `python -m bot verify` reads. Refusals: no_table, not_over."""
        async with self._store.reading() as tx:
            standing = await self._standing(tx, table)
            if standing.row.status is not Status.FINISHED:
                raise Refusal("not_over")
            rows, stored = await tx.log.between(table, 0, standing.row.version), await tx.tables.state(table)
        assert stored is not None, "a finished table has a state"
        game = registry.game(standing.row.game)
        outcome = game.outcome(game.decode(stored))
        assert outcome is not None, "a finished game has an outcome"
        return msgspec.json.encode(_transcript(standing, rows, outcome))


def _post(moment: Moment) -> int:
    return registry.game(moment.table.game).post(moment.state)


def _turn(moment: Moment) -> int:
    return registry.game(moment.table.game).turn(moment.state)


async def _since(tx: Repositories, table: int, first: int, upto: int) -> tuple[int, ...]:
    """The versions after the first one that lead from it to the last one; none if it was taken back."""
    rows = await tx.log.between(table, first, upto)
    gone = any(row.takes_back(first) for row in rows)
    return () if gone else tuple([row.version for row in way(rows)])


def _transcript(standing: Standing, rows: tuple[LogRow, ...], outcome: Outcome) -> Transcript:
    row = standing.row
    return Transcript(
        game=row.game,
        options=msgspec.Raw(row.options),
        seats=len(standing.seats),
        secret=chance_of(row).secret.hex(),
        commitment=row.commitment,
        log=tuple(map(_logged, rows)),
        outcome=outcome,
    )


def _logged(row: LogRow) -> LoggedMove:
    seat = Seat(row.seat)
    if row.back is not None:
        agreed = True if row.agreed else msgspec.UNSET
        return LoggedMove(row.version, seat, back=row.back, agreed=agreed)
    return LoggedMove(row.version, seat, msgspec.Raw(row.move), row.automatic)
