"""Everything that names a person, wherever it stands, in the database."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from bot.store import sql
from bot.store.records import FORMER
from bot.store.row_cache import RowCache
from bot.store.sql import Rows

_SHARED = ("seats", "former_sitters")
"""Tables whose rows belong to a game too: they stay, without the person."""
_ACT = ("at", "guild", "act", "table_id")
_SHOWN_OF_VOTE = ("id", "table_id", "kind", "state", "until", "proposed", "asked", "agreed")
"""What is given to a person of their acts, and of votes, which are others' as well."""


class Traces:
    """Everything that names a person: rows with a column `user`, also of later kinds, and what they share."""

    def __init__(self, rows: RowCache) -> None:
        self._rows = rows

    async def tables_of(self, user: int) -> tuple[int, ...]:
        """The tables at which a person sits or sat, or whose host they were, oldest first."""
        rows = await sql.scan(
            "SELECT table_id FROM seats WHERE ? IN (user, away)"
            " UNION SELECT table_id FROM former_sitters WHERE user = ?"
            " UNION SELECT id FROM tables WHERE host = ? ORDER BY 1",
            *(user,) * 3,
        )
        return tuple(row[0] for row in rows)

    async def rows(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """The rows that are a person's own, by kind and column; of shared rows their own part."""
        found: dict[str, list[dict[str, Any]]] = {}
        for name in await self._with_users():
            columns = [row[0] for row in await sql.scan("SELECT name FROM pragma_table_info(?)", name)]
            found[name] = await self._named(columns, f"{name} WHERE user = ?", user)
        found["audit"] = await self._named(_ACT, "audit WHERE ?1 IN (actor, target)", user)
        found["motions"] = await self._named(
            _SHOWN_OF_VOTE,
            "(SELECT id, table_id, kind, state, until, proposer = ?1 AS proposed, person IS ?1 AS asked,"
            " EXISTS (SELECT 1 FROM json_each(agreed) WHERE value = ?1) AS agreed FROM motions)"
            " WHERE proposed OR asked OR agreed ORDER BY id",
            user,
        )
        return found

    async def _named(self, columns: Sequence[str], source: str, user: int) -> list[dict[str, Any]]:
        """These columns of the rows of a person, by their names."""
        rows = await sql.scan(f"SELECT {', '.join(columns)} FROM {source}", user)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    async def remove(self, user: int) -> None:
        """Nothing names this person any more. Finished games stay as they are: a neutral name for each table,
        and a number below 0 in whose place the game counts for the others."""
        self._rows.clear()
        await self._out_of_votes(user)
        for table in await self.tables_of(user):
            await self._rename(table, user)
        await sql.scan("UPDATE former_sitters SET user = NULL WHERE user = ?", user)
        await sql.scan("UPDATE seats SET away = NULL, away_name = '' WHERE away = ?", user)
        await self._replace(user)
        await sql.scan("UPDATE tables SET host = 0 WHERE host = ?", user)
        for column in ("actor", "target"):
            await sql.scan(f"UPDATE audit SET {column} = NULL WHERE {column} = ?", user)
        for name in await self._with_users():
            if name not in _SHARED:
                await sql.scan(f"DELETE FROM {name} WHERE user = ?", user)

    async def _out_of_votes(self, user: int) -> None:
        """Votes stay, without the person. Who closed one is known by name alone."""
        rows = await sql.scan(
            "SELECT id, table_id, proposer, proposer_name, person, name, agreed FROM motions"
        )
        for number, table, proposer, proposer_name, person, person_name, agreed in rows:
            known = await sql.run("SELECT name FROM people WHERE user = ?", user)
            sat = [old for *_, old in (*await self._sat(table, user), *known)]
            name = await self._neutral(table)
            if proposer == user:
                sat.append(proposer_name)
                await sql.run("UPDATE motions SET proposer = 0, proposer_name = ? WHERE id = ?", name, number)
            if person == user:
                sat.append(person_name)
                await sql.run("UPDATE motions SET person = NULL, name = ? WHERE id = ?", name, number)
            left = json.dumps([one for one in json.loads(agreed) if one != user])
            await sql.run("UPDATE motions SET agreed = ? WHERE id = ?", left, number)
            for old in sat:
                await sql.run("UPDATE motions SET closer = ? WHERE id = ? AND closer = ?", name, number, old)

    async def _sat(self, table: int, user: int) -> Rows:
        """Each seat that a person has or had at a table, with their name there."""
        return await sql.run(
            "SELECT seat, name FROM former_sitters WHERE table_id = ? AND user = ?"
            " UNION SELECT seat, name FROM seats WHERE table_id = ? AND user = ?"
            " UNION SELECT seat, away_name FROM seats WHERE table_id = ? AND away = ?",
            *(table, user) * 3,
        )

    async def _with_users(self) -> list[str]:
        """The tables of the schema with rows that are a person's own: all with a column of this name."""
        rows = await sql.scan(
            "SELECT kind.name FROM sqlite_master AS kind JOIN pragma_table_info(kind.name) AS part"
            " WHERE kind.type = 'table' AND part.name = 'user' ORDER BY kind.name"
        )
        return [row[0] for row in rows]

    async def _rename(self, table: int, user: int) -> None:
        """One neutral name for the person wherever they sat at a table, also where their seat was empty."""
        sat, name = await self._sat(table, user), await self._neutral(table)
        for kind in _SHARED:
            await self._put_name(kind, name, table, user, sat)
        # The person who was removed may not come back: the seat keeps their name alone.
        for seat, old in sat:
            await sql.run(
                "UPDATE seats SET away_name = '' WHERE table_id = ? AND seat = ? AND away_name = ?"
                " AND away IS NULL",
                *(table, seat, old),
            )

    async def _put_name(
        self, kind: str, name: str, table: int, user: int, sat: Iterable[tuple[Any, ...]]
    ) -> None:
        """An empty seat goes by the name of the person who left it."""
        await sql.run(f"UPDATE {kind} SET name = ? WHERE table_id = ? AND user = ?", name, table, user)
        for seat, old in sat:
            await sql.run(
                f"UPDATE {kind} SET name = ? WHERE table_id = ? AND seat = ? AND name = ? AND user IS NULL",
                *(name, table, seat, old),
            )

    async def _neutral(self, table: int) -> str:
        """A neutral name that nobody has at a table yet."""
        ((number,),) = await sql.scan(
            "SELECT coalesce(max(CAST(substr(name, 2) AS INTEGER)), 0) + 1 FROM"
            " (SELECT table_id, name FROM seats UNION SELECT table_id, name FROM former_sitters)"
            " WHERE table_id = ? AND substr(name, 1, 1) = ?",
            table,
            FORMER,
        )
        return f"{FORMER}{number}"

    async def _replace(self, user: int) -> None:
        """A number instead of the person: one for each game of each server, where results are compared."""
        groups = await sql.scan(
            "SELECT DISTINCT guild, game FROM tables WHERE id IN (SELECT table_id FROM seats WHERE user = ?)",
            user,
        )
        for guild, game in groups:
            await sql.scan(
                "UPDATE seats SET icon = '', coached = NULL, user ="
                " (SELECT min(user, 0) - 1 FROM (SELECT min(user) AS user FROM seats))"
                " WHERE user = ? AND table_id IN (SELECT id FROM tables WHERE guild IS ? AND game = ?)",
                user,
                guild,
                game,
            )
