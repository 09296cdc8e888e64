"""Results of finished games in the database, what people wrote about these games, and their analyses."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import (
    AnalysisRow,
    DiaryEntry,
    Finish,
    PastGame,
    PlayedSetup,
    RatedSeat,
    ResultRow,
    Scored,
    SeatRow,
)

_SITTER = Mapper(SeatRow, "seats", key="table_id, seat")
_RATED = Mapper(RatedSeat, "results")
_PAST = Mapper(PastGame, "results")
_OF_PAST = "results.table_id, results.game, tables.channel, tables.parent, results.at"
_WITH_SITTERS = "results JOIN seats USING (table_id, seat)"
_LOSS = "CASE WHEN results.lowest_wins = 1 THEN results.points ELSE -results.points END"
"""The smaller, the better."""
_WITH_TABLES = "JOIN tables ON tables.id = results.table_id"
_ALIKE = (
    "results.guild = ? AND results.game = ? AND results.setup = ? AND results.setup != ''"
    " AND tables.rules = (SELECT rules FROM tables WHERE id = ?)"
)
_BEST_FIRST = f"{_LOSS}, results.at, results.table_id, results.seat"


class Results(Mapper[ResultRow]):
    """How finished games ended, seat by seat. Those are compared that began with the same setup in the same
    server and were played by the same version of the rules; better is more points, or fewer where
    `lowest_wins`, then earlier."""

    async def missing(self, after: int, most: int) -> tuple[int, ...]:
        """Finished tables without results: the first ones with a greater id than `after`."""
        rows = await sql.scan(
            "SELECT id FROM tables WHERE status = 'finished' AND id > ?"
            " AND id NOT IN (SELECT table_id FROM results) ORDER BY id LIMIT ?",
            *(after, most),
        )
        return tuple(row[0] for row in rows)

    async def alike(self, result: ResultRow, most: int) -> tuple[Scored, ...]:
        """The best ones of those that are compared with this one, which is among them; best first."""
        rows = await sql.scan(
            f"SELECT {self.qualified}, {_SITTER.qualified} FROM {_WITH_SITTERS} {_WITH_TABLES}"
            f" WHERE {_ALIKE} ORDER BY {_BEST_FIRST} LIMIT ?",
            *(result.guild, result.game, result.setup, result.table, most),
        )
        return tuple(map(self._scored, rows))

    async def rank(self, result: ResultRow) -> tuple[int, int]:
        """The place of a result among all that it was compared with when it came in, and how many those
        were."""
        loss = result.points if result.lowest_wins else -result.points
        ((better, total),) = await sql.scan(
            f"SELECT count(*) FILTER (WHERE {_LOSS} < ?), count(*) FROM results {_WITH_TABLES}"
            f" WHERE {_ALIKE} AND (results.at, results.table_id) <= (?, ?)",
            *(loss, result.guild, result.game, result.setup, result.table, micros(result.at), result.table),
        )
        return better + 1, total

    async def setups(self, guild: int, game: str, most: int) -> tuple[PlayedSetup, ...]:
        """The setups that were played last, newest first, each by the newest rules with which it was."""
        rows = await sql.scan(
            f"SELECT games, {self.qualified}, {_SITTER.qualified} FROM"
            " (SELECT results.*, count(*) OVER (PARTITION BY setup, rules) AS games,"
            " max(results.at) OVER (PARTITION BY setup) AS newest,"
            f" row_number() OVER (PARTITION BY setup ORDER BY rules DESC, {_BEST_FIRST}) AS place_with_it"
            f" FROM results {_WITH_TABLES}"
            " WHERE results.guild = ? AND results.game = ? AND setup != '') AS results"
            " JOIN seats USING (table_id, seat) WHERE place_with_it = 1"
            " ORDER BY newest DESC, table_id DESC LIMIT ?",
            *(guild, game, most),
        )
        return tuple(PlayedSetup(self._scored(row[1:]), row[0]) for row in rows)

    async def newest_with(self, guild: int, game: str, setup: str) -> ResultRow | None:
        """The newest one with a setup, by the newest rules with which it was played."""
        return self.first_of(
            await sql.scan(
                f"SELECT {self.qualified} FROM results {_WITH_TABLES}"
                " WHERE results.guild = ? AND results.game = ? AND setup = ? AND setup != ''"
                " ORDER BY rules DESC, results.at DESC, results.table_id DESC LIMIT 1",
                *(guild, game, setup),
            )
        )

    async def newest_in(self, channel: int, game: str) -> ResultRow | None:
        """The newest one with a setup in a channel."""
        return self.first_of(
            await sql.scan(
                f"SELECT {self.qualified} FROM results {_WITH_TABLES}"
                " WHERE tables.channel = ? AND results.game = ? AND results.setup != ''"
                " ORDER BY results.at DESC, results.table_id DESC LIMIT 1",
                *(channel, game),
            )
        )

    async def finished(
        self, guild: int, game: str, at: datetime, table: int, most: int
    ) -> tuple[Finish, ...]:
        """Some of a game in a server, table by table as they ended: those that ended after this one."""
        rows = await sql.scan(
            f"SELECT {self.qualified}, seats.user_id, seats.name, coalesce(people.settings, ?),"
            f" tables.options, tables.rules FROM {_WITH_SITTERS} {_WITH_TABLES}"
            " LEFT JOIN people ON people.user_id = seats.user_id"
            " WHERE results.guild = ? AND results.game = ? AND (results.at, results.table_id) > (?, ?)"
            " ORDER BY results.at, results.table_id, results.seat LIMIT ?",
            *(b"{}", guild, game, micros(at), table, most),
        )
        return tuple(Finish(self.read(row[: self.width]), *row[self.width :]) for row in rows)

    async def rated(self, game: str, at: datetime, table: int, most: int) -> tuple[RatedSeat, ...]:
        """The seats of those tables of a game, on all servers, that ended after this one; as they ended."""
        return _RATED.each(
            await sql.run(
                "SELECT results.guild, results.at, results.table_id, place, user_id, computer, EXISTS"
                " (SELECT 1 FROM former_sitters AS former"
                " WHERE former.table_id = results.table_id AND former.seat = results.seat)"
                f" FROM {_WITH_SITTERS} WHERE game = ? AND (results.at, results.table_id) > (?, ?)"
                " ORDER BY results.at, results.table_id, results.seat LIMIT ?",
                *(game, micros(at), table, most),
            )
        )

    async def has_finished(self, user: int, game: str) -> bool:
        """Whether a person has sat at a table of a game when it ended."""
        rows = await sql.run(
            f"SELECT 1 FROM {_WITH_SITTERS} WHERE seats.user_id = ? AND results.game = ? LIMIT 1", user, game
        )
        return bool(rows)

    def _scored(self, row: Sequence[Any]) -> Scored:
        return Scored(self.read(row[: self.width]), _SITTER.read(row[self.width :]))


class Diary(Mapper[DiaryEntry]):
    """What people wrote about finished games."""

    async def write(self, entry: DiaryEntry) -> None:
        """What a person wrote about a game, anew; an empty entry is taken out."""
        await sql.run("DELETE FROM diary WHERE table_id = ? AND user_id = ?", entry.table, entry.user)
        if entry.stars or entry.line:
            await self.insert([entry])

    async def games(self, guild: int, before: PastGame | None, most: int) -> tuple[PastGame, ...]:
        """Some finished tables of a server, newest first: those that ended before this one."""
        end = (micros(before.at), before.table) if before else (2**62, 0)
        return _PAST.each(
            await sql.run(
                f"SELECT {_OF_PAST} FROM results JOIN tables ON tables.id = results.table_id"
                " WHERE results.guild = ? AND results.seat = 0 AND (results.at, results.table_id) < (?, ?)"
                " ORDER BY results.at DESC, results.table_id DESC LIMIT ?",
                *(guild, *end, most),
            )
        )

    async def games_of(self, guild: int, user: int) -> tuple[PastGame, ...]:
        """The finished tables of a server at which a person sat in the end, newest first."""
        return _PAST.each(
            await sql.run(
                f"SELECT {_OF_PAST} FROM seats CROSS JOIN results CROSS JOIN tables"
                " WHERE seats.user_id = ? AND results.table_id = seats.table_id AND results.seat = seats.seat"
                " AND results.guild = ? AND tables.id = results.table_id"
                " ORDER BY results.at DESC, results.table_id DESC",
                *(user, guild),
            )
        )


class Analyses(Mapper[AnalysisRow]):
    """The analyses of finished games; their verdicts go with them."""

    async def under_way(self) -> tuple[AnalysisRow, ...]:
        """Those that are not finished, the one that was asked for first before others."""
        return await self.all("WHERE result IS NULL ORDER BY at, table_id")

    async def open_in(self, guild: int) -> int:
        """How many are under way in a server."""
        ((number,),) = await sql.run(
            "SELECT count(*) FROM analyses JOIN tables ON id = table_id WHERE result IS NULL AND guild = ?",
            guild,
        )
        return number

    async def kept(self, table: int) -> int:
        """How many verdicts there are of a table."""
        ((number,),) = await sql.run("SELECT count(*) FROM verdicts WHERE table_id = ?", table)
        return number

    async def remove(self, table: int) -> None:
        """There is none of this table any more."""
        await sql.run("DELETE FROM analyses WHERE table_id = ?", table)

    async def begin_anew(self, table: int) -> None:
        """Nothing of it is judged any more."""
        await sql.run("DELETE FROM verdicts WHERE table_id = ?", table)
        await sql.run("UPDATE analyses SET judged = 0 WHERE table_id = ?", table)
