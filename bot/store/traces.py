"""Everything that names a person, wherever it stands, in the database."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from bot.store import sql
from bot.store.records import FORMER
from bot.store.row_cache import RowCache
from bot.store.sql import Rows, Schema

_SHARED = ("seats", "former_sitters")
"""Tables whose rows belong to a game too: they stay, without the person."""
_ACT = ("at", "guild", "act", "table_id")
_SHOWN_OF_VOTE = ("id", "table_id", "kind", "state", "until", "proposer", "person", "agreed")
"""What is given to a person of their acts, and of votes, which are others' as well: of the last three,
whether they are it."""


class Traces:
    """Everything that names a person: rows with a column `user_id`, also of later kinds, and shared ones."""

    def __init__(self, rows: RowCache, schema: Schema) -> None:
        self._rows = rows
        self._own = {name: columns for name, columns in schema.items() if "user_id" in columns}
        """The tables of the schema with rows that are a person's own."""

    async def tables_of(self, user: int) -> tuple[int, ...]:
        """The tables at which a person sits or sat, or whose host they were, oldest first."""
        rows = await sql.scan(
            "SELECT table_id FROM seats WHERE ? IN (user_id, away)"
            " UNION SELECT table_id FROM former_sitters WHERE user_id = ?"
            " UNION SELECT id FROM tables WHERE host = ? ORDER BY 1",
            *(user,) * 3,
        )
        return tuple(row[0] for row in rows)

    async def rows(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """The rows that are a person's own, by kind and column; of shared rows their own part."""
        found: dict[str, list[dict[str, Any]]] = {}
        for name, columns in self._own.items():
            found[name] = await self._named(columns, f"{name} WHERE user_id = ? ORDER BY 1, 2", user)
        found["audit"] = await self._named(_ACT, "audit WHERE ? IN (actor, target) ORDER BY id", user)
        found["motions"] = []
        for vote in await self._named(
            _SHOWN_OF_VOTE,
            "motions WHERE ? IN (proposer, person) OR agreed LIKE ? ORDER BY id",
            *(user, f"%{user}%"),
        ):
            proposed, asked = (vote.pop(column) == user for column in ("proposer", "person"))
            agreed = user in json.loads(vote.pop("agreed"))
            if proposed or asked or agreed:
                found["motions"].append({**vote, "proposed": proposed, "asked": asked, "agreed": agreed})
        return found

    async def _named(self, columns: Sequence[str], source: str, *values: Any) -> list[dict[str, Any]]:
        """These columns of the rows of a person, by their names."""
        rows = await sql.scan(f"SELECT {', '.join(columns)} FROM {source}", *values)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    async def remove(self, user: int) -> None:
        """Nothing names this person any more. Finished games stay as they are: a neutral name for each table,
        and a number below 0 in whose place the game counts for the others."""
        self._rows.clear()
        await self._out_of_votes(user)
        for table in await self.tables_of(user):
            await self._rename(table, user)
        await sql.scan("UPDATE former_sitters SET user_id = NULL WHERE user_id = ?", user)
        await sql.scan("UPDATE seats SET away = NULL, away_name = '' WHERE away = ?", user)
        await self._replace(user)
        await sql.scan("UPDATE tables SET host = 0 WHERE host = ?", user)
        for column in ("actor", "target"):
            await sql.scan(f"UPDATE audit SET {column} = NULL WHERE {column} = ?", user)
        for name in self._own:
            if name not in _SHARED:
                await sql.scan(f"DELETE FROM {name} WHERE user_id = ?", user)

    async def _out_of_votes(self, user: int) -> None:
        """Votes stay, without the person. Who closed one is known by name alone."""
        rows = await sql.scan(
            "SELECT id, table_id, proposer, proposer_name, person, name, agreed FROM motions"
        )
        for number, table, proposer, proposer_name, person, person_name, agreed in rows:
            known = await sql.run("SELECT name FROM people WHERE user_id = ?", user)
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
            "SELECT seat, name FROM former_sitters WHERE table_id = ? AND user_id = ?"
            " UNION SELECT seat, name FROM seats WHERE table_id = ? AND user_id = ?"
            " UNION SELECT seat, away_name FROM seats WHERE table_id = ? AND away = ?",
            *(table, user) * 3,
        )

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
        await sql.run(f"UPDATE {kind} SET name = ? WHERE table_id = ? AND user_id = ?", name, table, user)
        for seat, old in sat:
            await sql.run(
                f"UPDATE {kind} SET name = ? WHERE table_id = ? AND seat = ? AND name = ?"
                " AND user_id IS NULL",
                *(name, table, seat, old),
            )

    async def _neutral(self, table: int) -> str:
        """A neutral name that nobody has at a table yet."""
        rows = await sql.run(
            "SELECT name FROM seats WHERE table_id = ?"
            " UNION SELECT name FROM former_sitters WHERE table_id = ?",
            *(table, table),
        )
        numbers = [name[1:] for (name,) in rows if name.startswith(FORMER)]
        return f"{FORMER}{1 + max((int(number) for number in numbers if number.isdecimal()), default=0)}"

    async def _replace(self, user: int) -> None:
        """A number instead of the person: one for each game of each server, where results are compared."""
        groups = await sql.scan(
            "SELECT DISTINCT guild, game FROM tables WHERE id IN"
            " (SELECT table_id FROM seats WHERE user_id = ?)",
            user,
        )
        for guild, game in groups:
            ((lowest,),) = await sql.scan("SELECT min(user_id) FROM seats")
            await sql.scan(
                "UPDATE seats SET icon = '', coached = NULL, user_id = ? WHERE user_id = ? AND table_id IN"
                " (SELECT id FROM tables WHERE guild IS NOT DISTINCT FROM ? AND game = ?)",
                *(min(lowest, 0) - 1, user, guild, game),
            )
