"""Tables in the database: their rows and states, seats, moves, votes, and accepted interactions."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.store import sql
from bot.store.errors import RepeatedError
from bot.store.mapper import Mapper, micros
from bot.store.records import FormerSitter, KeyRow, LogRow, SeatRow, Status, TableRow, Vote, VoteKind
from bot.store.row_cache import Cached, RowCache
from bot.store.shards import WHOLE, Shards
from bot.store.sql import Rows, Statement, in_list

_TABLE = Mapper(TableRow, "tables")
_SEAT = Mapper(SeatRow, "seats", key="table_id, seat")
_FORMER = Mapper(FormerSitter, "former_sitters")
_LOG = Mapper(LogRow, "log", key="table_id, version")

_ACTIVE = "status IN ('lobby', 'playing')"
"""Beside a narrower condition it lets the index of active tables be used."""
_STATE = "SELECT table_id, state FROM states WHERE table_id IN {keys}"
_SITTING = (
    "SELECT user_id, table_id FROM seats JOIN tables ON id = table_id"
    f" WHERE user_id IN {{keys}} AND {_ACTIVE} ORDER BY table_id"
)


class Tables:
    """The tables and their states."""

    def __init__(self, rows: RowCache) -> None:
        self._rows = rows
        self.get = Cached(rows, "table", _TABLE.by("id"), _TABLE.first_of)
        """One table by its id."""
        self._states = Cached(rows, "state", _STATE, lambda found: found[0][0] if found else None)

    async def add(self, row: TableRow) -> TableRow:
        """The new table with its id."""
        added = replace(row, id=row.id or await self.reserve())
        await _TABLE.insert([added], id=added.id)
        self.get.put(added.id, added)
        return added

    async def reserve(self) -> int:
        """The id of a table to come, which no other table gets."""
        counted = "UPDATE numbers SET last = last + 1 WHERE name = 'tables' RETURNING last"
        ((number,),) = await sql.run(counted)
        return number

    async def load(self, tables: Iterable[int]) -> None:
        """Has these tables in the cache, with their states."""
        await self.get.load(tables)
        await self._states.load(tables)

    async def put(self, row: TableRow) -> None:
        """Everything of the row anew, unless it stands there like this."""
        before = await self.get(row.id)
        if row == before:
            return
        if before is None or row.status is not before.status:
            self._rows.drop_all("tables of")
        self.get.put(row.id, row)
        await _TABLE.update(row, before)

    async def state(self, table: int) -> bytes | None:
        """The newest state, None before the start. One that was loaded ahead is taken out of the cache."""
        state = await self._states(table)
        self._states.drop(table)
        return state

    async def put_state(self, table: int, version: int, state: bytes) -> None:
        """The state that stands now."""
        self._states.drop(table)  # the tables' history remembers what was just made
        await sql.upsert("states", {"table_id": table}, version=version, state=state)

    async def in_channel(self, channel: int) -> TableRow | None:
        """The active table of a channel, else the one that changed last."""
        return await _TABLE.one(
            f"WHERE channel = ? ORDER BY {_ACTIVE} DESC, updated DESC, id DESC LIMIT 1", channel
        )

    async def in_channel_at(self, channel: int, at: datetime) -> TableRow | None:
        """The newest table of a channel that had been opened by then."""
        return await _TABLE.one(
            "WHERE channel = ? AND created <= ? ORDER BY id DESC LIMIT 1", channel, micros(at)
        )

    async def active_of(self, user: int) -> tuple[TableRow, ...]:
        """The active tables at which a person sits, newest first."""
        rows = await Statement(
            f"SELECT sitting, {_TABLE.columns} FROM tables JOIN"
            " (SELECT user_id AS sitting, table_id FROM seats WHERE user_id IN {keys}) AS seats"
            f" ON id = table_id WHERE {_ACTIVE} ORDER BY id DESC",
            (user,),
            keyed=True,
        )
        return _TABLE.each([row[1:] for row in rows])

    async def servers_of(self, user: int) -> tuple[int, ...]:
        """The servers in which a person sits or sat at a table, the one of the newest first."""
        rows = await sql.scan(
            "SELECT guild FROM tables JOIN seats ON id = table_id WHERE user_id = ? AND guild IS NOT NULL"
            " GROUP BY guild ORDER BY max(id) DESC",
            user,
        )
        return _numbers(rows)

    async def silent(self, shards: Shards = WHOLE) -> tuple[int, ...]:
        """The games under way of these shards whose channel can't be posted in."""
        silent = f"status = 'playing' AND silent_since IS NOT NULL AND {shards.where('guild')}"
        return await _ids(f"WHERE {silent} ORDER BY id")

    async def playing(self) -> tuple[int, ...]:
        """The games under way."""
        return await _ids("WHERE status = 'playing' ORDER BY id")

    async def channels_in(self, guild: int) -> tuple[tuple[int, int], ...]:
        """The active tables of a server, each with its channel: unreachable ones first, then the newest."""
        rows = await sql.scan(
            f"SELECT id, channel FROM tables WHERE {_ACTIVE} AND guild = ?"
            " ORDER BY silent_since IS NULL, id DESC",
            guild,
        )
        return tuple((row[0], row[1]) for row in rows)

    async def lobbies(
        self, guild: int, most: int, *, game: str = "", since: datetime | None = None
    ) -> tuple[TableRow, ...]:
        """The newest lobbies of a server, newest first; those of one game alone, opened since a time."""
        return await _TABLE.scan(
            f"WHERE {_ACTIVE} AND status = 'lobby' AND guild = ? AND ? IN ('', game) AND created >= ?"
            " ORDER BY id DESC LIMIT ?",
            *(guild, game, 0 if since is None else micros(since), most),
        )

    async def active_in(self, guild: int) -> int:
        """How many active tables a server has."""
        ((number,),) = await sql.scan(f"SELECT count(*) FROM tables WHERE guild = ? AND {_ACTIVE}", guild)
        return number

    async def hosted_by(self, user: int) -> int:
        """How many active tables have a person as host."""
        ((number,),) = await sql.scan(f"SELECT count(*) FROM tables WHERE host = ? AND {_ACTIVE}", user)
        return number

    async def open_in(self, channels: Sequence[int]) -> int:
        """How many of these channels have an active table."""
        where = f"{_ACTIVE} AND channel IN {in_list(channels)}"
        ((number,),) = await sql.run(f"SELECT count(*) FROM tables WHERE {where}", *channels)
        return number

    async def set_parent(self, channel: int, parent: int) -> None:
        """The tables of this channel stand in a thread of another one; 0 where that is unknown."""
        await sql.run("UPDATE tables SET parent = ? WHERE channel = ?", parent, channel)

    async def with_computers(self, shards: Shards = WHOLE) -> tuple[int, ...]:
        """The games under way of these shards with a seat that no person plays, oldest first."""
        seats = "SELECT table_id FROM seats WHERE computer IS NOT NULL"
        where = f"status = 'playing' AND id IN ({seats}) AND {shards.where('guild')}"
        return await _ids(f"WHERE {where} ORDER BY id")

    async def ended(self, status: Status, before: datetime, most: int) -> tuple[TableRow, ...]:
        """Tables that have ended like this and have not changed since, oldest first."""
        return await _TABLE.scan(
            "WHERE status = ? AND updated < ? ORDER BY updated, id LIMIT ?",
            *(status.value, micros(before), most),
        )

    async def delete(self, table: int) -> None:
        """A table; what refers to it goes with it, its timers, which do not, as well."""
        self._rows.clear()
        await sql.run("DELETE FROM timers WHERE table_id = ?", table)
        await sql.scan("DELETE FROM tables WHERE id = ?", table)


class Seats:
    """The seats of tables, and who had them before."""

    def __init__(self, rows: RowCache) -> None:
        self._rows = rows
        in_order = _SEAT.by("table_id", "ORDER BY table_id, seat")
        self.at = Cached(rows, "seats", in_order, _SEAT.each)
        """The seats of a table in seat order."""
        self.tables_of = Cached(rows, "tables of", _SITTING, _numbers)
        """The active tables at which a person sits."""
        self.former = _FORMER.at
        """Who sat at a table before others did, oldest first."""

    async def of(self, tables: Sequence[int]) -> dict[int, tuple[SeatRow, ...]]:
        """The seats of several tables, each in seat order."""
        found: dict[int, Rows] = {table: [] for table in tables}
        statement = _SEAT.by("table_id", "ORDER BY table_id, seat")
        for table, *row in await Statement(statement, tables, keyed=True):
            found[table].append(tuple(row))
        return {table: _SEAT.each(seats) for table, seats in found.items()}

    async def put(self, table: int, seats: Sequence[SeatRow]) -> None:
        """All seats of the table anew: what is different from before is written."""
        before = await self.at(table)
        await _SEAT.put(*[row for row in seats if row not in before], table_id=table)
        gone = {row.seat for row in before} - {row.seat for row in seats}
        if gone:
            where = f"table_id = ? AND seat IN {in_list([*gone])}"
            await sql.run(f"DELETE FROM seats WHERE {where}", table, *gone)
        if {row.user for row in before} != {row.user for row in seats}:
            self._rows.drop_all("tables of")
        self.at.put(table, tuple(seats))

    async def add_former(self, table: int, sitters: Sequence[FormerSitter]) -> None:
        """These have just given up their seats."""
        await _FORMER.insert(sitters, table_id=table)


class Log:
    """The moves of the tables, in order."""

    def __init__(self, rows: RowCache) -> None:
        self._rows = rows

    def begin(self, table: int, seats: int) -> None:
        """Nothing has been done yet at a table, which needs not be read."""
        for seat in range(seats):
            self._rows.put(("newest_of", table, seat), None)

    async def add(self, table: int, rows: Sequence[LogRow]) -> None:
        """What was just done."""
        for row in rows:
            if not row.automatic:
                self._rows.put(("newest_of", table, row.seat), row)
        await _LOG.insert(rows, table_id=table)

    async def between(self, table: int, after: int, upto: int) -> tuple[LogRow, ...]:
        """The rows from after version `after` up to version `upto`, also what was undone later."""
        where = "WHERE table_id = ? AND version > ? AND version <= ? ORDER BY version"
        return await _LOG.all(where, table, after, upto)

    async def newest_of(self, table: int, seat: int) -> LogRow | None:
        """The newest row of a seat that is not an automatic move."""
        where = "WHERE table_id = ? AND seat = ? AND automatic = 0 ORDER BY version DESC LIMIT 1"
        return await self._rows.load(("newest_of", table, seat), lambda: _LOG.one(where, table, seat))

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions of the moves marked as milestones and not undone, ascending."""
        return _numbers(
            await sql.scan(
                "WITH undo AS MATERIALIZED"
                " (SELECT version, back FROM log WHERE table_id = ? AND back IS NOT NULL)"
                " SELECT version FROM log AS made WHERE table_id = ? AND milestone = 1 AND NOT EXISTS"
                " (SELECT 1 FROM undo WHERE undo.version > made.version AND undo.back < made.version)"
                " ORDER BY version",
                *(table, table),
            )
        )


class Keys(Mapper[KeyRow]):
    """The idempotency keys of the interactions that were accepted."""

    async def accept(self, row: KeyRow) -> None:
        """An interaction that is being accepted; a `RepeatedError` if it was before."""
        if not await self.insert([row], "ON CONFLICT (key) DO NOTHING RETURNING key"):
            raise RepeatedError(f"the interaction {row.key} was accepted before")


def _numbers(rows: Rows) -> tuple[int, ...]:
    return tuple(row[0] for row in rows)


async def _ids(where: str) -> tuple[int, ...]:
    return _numbers(await sql.scan(f"SELECT id FROM tables {where}"))


_VOTE = Mapper(Vote, "motions", by="proposer", by_name="proposer_name")


class Votes:
    """What people propose at tables."""

    def __init__(self, rows: RowCache) -> None:
        is_open = _VOTE.by("table_id", "AND state = 'open' ORDER BY id")
        self.open = Cached(rows, "motions", is_open, _VOTE.each)
        """Those of a table that are not settled, oldest first."""
        self.get = _VOTE.get
        """One vote by its number."""

    async def add(self, vote: Vote) -> Vote:
        """The new vote with its number."""
        self.open.drop(vote.table)
        return replace(vote, id=await _VOTE.add(vote))

    async def put(self, vote: Vote) -> None:
        """Everything of the vote anew."""
        self.open.drop(vote.table)
        await _VOTE.put(vote)

    async def for_person(self, person: int) -> tuple[Vote, ...]:
        """Those about a person that are not settled, oldest first."""
        return await _VOTE.scan("WHERE person = ? AND state = 'open' ORDER BY id", person)

    async def newest_by(self, table: int, person: int) -> Vote:
        """What a person proposed last at a table."""
        where = "WHERE table_id = ? AND proposer = ? ORDER BY id DESC LIMIT 1"
        (newest,) = await _VOTE.scan(where, table, person)
        return newest

    async def removed(self, table: int, person: int) -> bool:
        """Whether a person was removed from a table, and not invited back."""
        rows = await sql.run(
            "SELECT kind FROM motions WHERE table_id = ? AND person = ? AND state = 'carried'"
            " AND kind IN ('kick', 'invite') ORDER BY id DESC LIMIT 1",
            *(table, person),
        )
        return rows == [(VoteKind.KICK,)]

    async def forget(self, before: datetime) -> None:
        """Removes those settled whose time was over before this and of which nothing is to be delivered; who
        was removed, and who was invited back, is known while a table goes on."""
        await sql.scan(
            "DELETE FROM motions WHERE state <> 'open' AND until < ? AND NOT (state = 'carried'"
            " AND kind IN ('kick', 'invite')"
            " AND table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing')))"
            " AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.table_id = motions.table_id"
            " AND notices.kind IN ('motion', 'asked') AND notices.version = motions.id"
            " AND notices.state IN ('pending', 'sending'))",
            micros(before),
        )
