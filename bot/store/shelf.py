"""What people own, have played and would like to play, in the database: by server, game and person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper, micros
from bot.store.records import ShelfRow, Title


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a person, and what the person has set for all tables."""

    row: ShelfRow
    settings: bytes


class Titles(Mapper[Title]):
    """Games that are played elsewhere, by the names that people of a server typed."""

    async def of_guild(self, guild: int) -> tuple[Title, ...]:
        """All of a server, in the order of their names."""
        return await self.all("WHERE guild = ? ORDER BY folded", guild)

    async def named(self, guild: int, folded: str) -> Title | None:
        """The one of this name in a server."""
        return await self.one("WHERE guild = ? AND folded = ?", guild, folded)

    async def remove(self, title: Title) -> None:
        """It goes with all that was said of it."""
        await sql.run("DELETE FROM shelf WHERE guild = ? AND game = ?", title.guild, str(title.id))
        await sql.run("DELETE FROM titles WHERE id = ?", title.id)

    async def drop_unused(self) -> None:
        """Those go of which nobody says anything any more."""
        await sql.scan(
            "DELETE FROM titles WHERE NOT EXISTS (SELECT 1 FROM shelf"
            " WHERE shelf.guild = titles.guild AND shelf.game = CAST(titles.id AS TEXT))"
        )


class Shelf(Mapper[ShelfRow]):
    """The marks that people gave games."""

    async def of_person(self, guild: int, user: int) -> tuple[ShelfRow, ...]:
        """All of a person in a server."""
        return await self.all("WHERE guild = ? AND user_id = ? ORDER BY game", guild, user)

    async def of_game(self, guild: int, game: str) -> tuple[Marks, ...]:
        """All of a game in a server."""
        rows = await sql.run(
            f"SELECT {self.qualified}, coalesce(people.settings, ?) FROM shelf"
            " LEFT JOIN people ON people.user_id = shelf.user_id"
            " WHERE shelf.guild = ? AND shelf.game = ?",
            *(b"{}", guild, game),
        )
        return tuple(Marks(self.read(row[:-1]), row[-1]) for row in rows)

    async def of_people(self, guild: int, users: Sequence[int]) -> tuple[ShelfRow, ...]:
        """All of several people in a server."""
        return await self.all(f"WHERE guild = ? AND user_id IN {sql.in_list(users)}", guild, *users)

    async def write(self, row: ShelfRow) -> None:
        """The marks of a person for a game, anew; a row without any is taken out."""
        if row.own or row.interested or row.favourite or row.played:
            await self.put(row)
        else:
            await sql.run(
                "DELETE FROM shelf WHERE guild = ? AND user_id = ? AND game = ?",
                *(row.guild, row.user, row.game),
            )

    async def note_played(self, since: datetime | None) -> None:
        """Whoever has finished a game since then, or ever, has played it; their other marks stay."""
        await sql.scan(
            "INSERT INTO shelf (guild, game, user_id, own, interested, favourite, played)"
            " SELECT results.guild, results.game, seats.user_id, 0, 0, 0, max(results.at)"
            " FROM results JOIN seats USING (table_id, seat)"
            " WHERE results.at > ? AND results.guild IS NOT NULL AND seats.user_id > 0"
            " GROUP BY results.guild, results.game, seats.user_id"
            " ON CONFLICT (guild, user_id, game) DO UPDATE SET played = excluded.played"
            " WHERE coalesce(shelf.played, 0) < excluded.played",
            micros(since) if since else 0,
        )
