"""Results of finished games in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.errors import decoded
from bot.store.records import Finish, PlayedSetup, ResultRow, Scored, SeatRow
from bot.store.seats import COLUMNS as SEAT
from bot.store.sql import Sql, micros, moment

_COLUMNS = "table_id, seat, game, guild, place, points, lowest_wins, setup, at"
_RESULT = ", ".join(f"results.{name}" for name in _COLUMNS.split(", "))
_SITTER = ", ".join(f"seats.{name}" for name in SEAT.split(", "))
_WIDTH = len(_COLUMNS.split(", "))
_WITH_SITTERS = "results JOIN seats USING (table_id, seat)"
_LOSS = "CASE WHEN results.lowest_wins THEN results.points ELSE -results.points END"
"""The smaller, the better."""
_BEST_FIRST = f"{_LOSS}, results.at, results.table_id, results.seat"


class Results:
    """How finished games ended, seat by seat. Those are compared that began with the same setup in the same
    server; better is more points, or fewer where `lowest_wins`, then earlier."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def put(self, table: int, rows: Sequence[ResultRow]) -> None:
        """All results of the table anew."""
        await self._sql.run("DELETE FROM results WHERE table_id = ?", table)
        await self._sql.insert_all(
            f"INSERT INTO results ({_COLUMNS})",
            [(table, *_values(row)) for row in rows],
        )

    async def at(self, table: int) -> tuple[ResultRow, ...]:
        """The results of a table in seat order."""
        rows = await self._sql.all(f"SELECT {_COLUMNS} FROM results WHERE table_id = ? ORDER BY seat", table)
        return tuple(_result(row) for row in rows)

    async def missing(self, after: int, most: int) -> tuple[int, ...]:
        """Finished tables without results: the first ones with a greater id than `after`."""
        rows = await self._sql.scan(
            "SELECT id FROM tables WHERE status = 'finished' AND id > ?"
            " AND id NOT IN (SELECT table_id FROM results) ORDER BY id LIMIT ?",
            after,
            most,
        )
        return tuple(row[0] for row in rows)

    async def of_setup(self, guild: int, game: str, setup: str, most: int) -> tuple[Scored, ...]:
        """The best ones with a setup, best first."""
        rows = await self._sql.scan(
            f"SELECT {_RESULT}, {_SITTER} FROM {_WITH_SITTERS}"
            f" WHERE guild = ? AND game = ? AND setup = ? AND setup != '' ORDER BY {_BEST_FIRST} LIMIT ?",
            guild,
            game,
            setup,
            most,
        )
        return tuple(_scored(row) for row in rows)

    async def rank(self, result: ResultRow) -> tuple[int, int]:
        """The place of a result among all that its setup had when it came in, and how many those were."""
        loss = result.points if result.lowest_wins else -result.points
        rows = await self._sql.scan(
            f"SELECT count(*) FILTER (WHERE {_LOSS} < ?), count(*) FROM results"
            " WHERE guild = ? AND game = ? AND setup = ? AND setup != '' AND (at, table_id) <= (?, ?)",
            loss,
            result.guild,
            result.game,
            result.setup,
            micros(result.at),
            result.table,
        )
        ((better, total),) = rows
        return better + 1, total

    async def setups(self, guild: int, game: str, most: int) -> tuple[PlayedSetup, ...]:
        """The setups that were played last, newest first."""
        rows = await self._sql.scan(
            f"SELECT games, {_RESULT}, {_SITTER} FROM"
            " (SELECT *, count(*) OVER (PARTITION BY setup) AS games,"
            " max(at) OVER (PARTITION BY setup) AS newest,"
            f" row_number() OVER (PARTITION BY setup ORDER BY {_BEST_FIRST}) AS place_with_it"
            " FROM results WHERE guild = ? AND game = ? AND setup != '') AS results"
            " JOIN seats USING (table_id, seat) WHERE place_with_it = 1"
            " ORDER BY newest DESC, table_id DESC LIMIT ?",
            guild,
            game,
            most,
        )
        return tuple(PlayedSetup(_scored(row[1:]), row[0]) for row in rows)

    async def newest_in(self, channel: int, game: str) -> ResultRow | None:
        """The newest one with a setup in a channel."""
        rows = await self._sql.scan(
            f"SELECT {_RESULT} FROM results JOIN tables ON tables.id = results.table_id"
            " WHERE tables.channel = ? AND results.game = ? AND results.setup != ''"
            " ORDER BY results.at DESC, results.table_id DESC LIMIT 1",
            channel,
            game,
        )
        return _result(rows[0]) if rows else None

    async def finished(self, guild: int, game: str) -> tuple[Finish, ...]:
        """All of a game in a server, table by table as they ended."""
        rows = await self._sql.scan(
            f"SELECT {_RESULT}, seats.user, seats.name, coalesce(people.settings, x'7B7D'), tables.options"
            f" FROM {_WITH_SITTERS} JOIN tables ON tables.id = results.table_id"
            " LEFT JOIN people ON people.user = seats.user"
            " WHERE results.guild = ? AND results.game = ?"
            " ORDER BY results.at, results.table_id, results.seat",
            guild,
            game,
        )
        return tuple(Finish(_result(row[:_WIDTH]), *row[_WIDTH:]) for row in rows)


def _values(row: ResultRow) -> tuple[Any, ...]:
    return (
        row.seat,
        row.game,
        row.guild,
        row.place,
        row.points,
        row.lowest_wins,
        row.setup,
        micros(row.at),
    )


@decoded
def _result(row: tuple[Any, ...]) -> ResultRow:
    table, seat, game, guild, place, points, lowest_wins, setup, at = row
    return ResultRow(
        table=table,
        seat=seat,
        game=game,
        guild=guild,
        place=place,
        points=points,
        lowest_wins=bool(lowest_wins),
        setup=setup,
        at=moment(at),
    )


@decoded
def _scored(row: tuple[Any, ...]) -> Scored:
    return Scored(_result(row[:_WIDTH]), SeatRow(*row[_WIDTH:]))
