"""Versions of a started table: from the snapshots in memory, or replayed from the log."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from bot.games import registry
from bot.games.contract import Refusal, Seat, State
from bot.store.repositories import Repositories
from bot.tables.commitment import chance_of
from bot.tables.model import LogRow, Moment, Standing, Status, Table, TableRow
from bot.tables.move_runner import Played, Snapshot, returned, stepped, way
from bot.tables.policy import RECALLED, REMEMBERED


class History:
    """Gives the versions of tables, and remembers those that were used last."""

    def __init__(self) -> None:
        self._cache = SnapshotCache(REMEMBERED)

    def __len__(self) -> int:
        """How many snapshots are in memory."""
        return len(self._cache)

    async def state(self, tx: Repositories, row: TableRow) -> State:
        """The newest state of a started table, from the store or the same one in memory."""
        known = self._cache.get(row.id, row.version)
        if known is not None:
            return known.state
        stored = await tx.tables.state(row.id)
        assert stored is not None, "a table that has started has a state"
        return registry.game(row.game, row.rules).decode(stored)

    async def follow(self, tx: Repositories, played: Played) -> None:
        """Reaction to moves: they are remembered once they are committed, for they are drawn next."""
        table, run = played.row.id, played.run
        snapshots = [each.snapshot for each in run.made]
        if run.version == 0:
            snapshots = [Snapshot(0, run.state, run.turn)]

        def remember() -> None:
            for snapshot in snapshots:
                self._cache.keep(table, snapshot)

        tx.after_commit(remember)

    def forget(self, table: int) -> None:
        """Drops what is remembered of a table: what a failed unit replayed may never have been."""
        self._cache.drop(table)

    async def moment(self, tx: Repositories, standing: Standing, version: int) -> Moment:
        """A version of a table as everybody may be shown it. Refusals: not_started, no_version {version}."""
        row = standing.row
        if row.secret is None or row.status is Status.LOBBY:
            raise Refusal("not_started")
        if not 0 <= version <= row.version:
            raise Refusal("no_version", version=version)
        former = await tx.seats.former(row.id) if version < row.version else ()
        found = moment_of(standing.table(), await self.recall(tx, standing, version))
        gone = {before.seat: before.name for before in reversed(former) if before.upto >= version}
        names = tuple(gone.get(seat.seat, seat.name) for seat in standing.seats) if gone else ()
        return replace(found, names=names)

    async def recall(self, tx: Repositories, standing: Standing, version: int) -> Snapshot:
        """A version of a started table: remembered, or replayed from the nearest one on its way that is."""
        table, reach = standing.row.id, version
        while True:
            start = self._cache.nearest(table, reach)
            if start is None:
                row, game = standing.row, registry.game(standing.row.game, standing.row.rules)
                options, seats = game.decode_options(row.options), len(standing.seats)
                state = game.setup(options, seats, chance_of(row))
                start = Snapshot(0, state, game.turn(state))
                self._cache.keep(table, start)
            if start.version == version:
                return start
            rows = await tx.log.between(table, start.version, version)
            reach = min((row.back for row in rows if row.back is not None), default=version)
            if reach >= start.version:
                break
        found = self._replayed(standing, start, way(rows))
        if rows[-1].back is not None:
            found = returned(found, rows[-1])
            self._cache.keep(table, found)
        return found

    def _replayed(self, standing: Standing, start: Snapshot, rows: Sequence[LogRow]) -> Snapshot:
        """What these moves lead to from a version; the last ones are remembered."""
        row, found = standing.row, start
        game, chance = registry.game(row.game, row.rules), chance_of(row)
        for at, log in enumerate(rows, start=1):
            move = game.decode_move(log.move)
            step = game.apply(found.state, Seat(log.seat), move, chance)
            found = stepped(game, found.state, move, step, log)
            if at > len(rows) - RECALLED:
                self._cache.keep(row.id, found)
        return found


def moment_of(table: Table, found: Snapshot) -> Moment:
    """A version of a table, with the table as it is now."""
    automatic = found.past is not None and found.past.automatic
    return Moment(
        table, found.version, found.state, found.turn, found.events, found.seat, automatic, found.at
    )


class SnapshotCache:
    """The snapshots used last, for every thread. Which version is the newest only the database says."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._snapshots: OrderedDict[tuple[int, int], Snapshot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._snapshots)

    def keep(self, table: int, snapshot: Snapshot) -> None:
        """Remembers a version; the one that was not used for longest is forgotten."""
        with self._lock:
            self._snapshots[table, snapshot.version] = snapshot
            self._snapshots.move_to_end((table, snapshot.version))
            if len(self._snapshots) > self._size:
                self._snapshots.popitem(last=False)

    def get(self, table: int, version: int) -> Snapshot | None:
        """A version, if it is remembered."""
        with self._lock:
            snapshot = self._snapshots.get((table, version))
            if snapshot is not None:
                self._snapshots.move_to_end((table, version))
            return snapshot

    def nearest(self, table: int, version: int) -> Snapshot | None:
        """The newest remembered version of a table up to this one."""
        if (exact := self.get(table, version)) is not None:
            return exact
        with self._lock:
            known = [at for number, at in self._snapshots if number == table and at <= version]
        return self.get(table, max(known)) if known else None

    def drop(self, table: int) -> None:
        """Nothing of a table is remembered any more."""
        with self._lock:
            for key in [key for key in self._snapshots if key[0] == table]:
                del self._snapshots[key]
