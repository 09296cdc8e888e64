"""What people own, have played and would like to play, in the database: by server, game and person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper, micros


@dataclass(frozen=True, slots=True)
class Title:
    """A game that people of a server play elsewhere; `id` is 0 until it is added."""

    id: int
    guild: int
    name: str
    folded: str
    """The name as it is compared."""
    low: int = 0
    """For so many people at least; 0 where nobody said."""
    high: int = 0
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """The marks that a person gave a game in a server."""

    guild: int
    user: int
    game: str
    """The key of a game that can be played here, or the number of a title."""
    own: bool = False
    interested: bool = False
    favourite: bool = False
    played: datetime | None = None
    """When they finished it here, or said so, last."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a person, and what the person has set for all tables."""

    row: ShelfRow
    settings: bytes


@dataclass(frozen=True, slots=True)
class GameCount:
    """How many of some people gave a game each mark."""

    game: str
    interested: int
    played: int
    favourite: int
    own: int
    likes: int
    """Are interested, or call it a favourite."""


_COUNTS = Mapper(GameCount, "shelf")
_ALL = 2**31
"""More marks than there are."""


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
        await sql.run("DELETE FROM remarks WHERE guild = ? AND game = ?", title.guild, str(title.id))
        await sql.run("DELETE FROM titles WHERE id = ?", title.id)

    async def drop_unused(self) -> None:
        """Those go of which nobody says anything any more."""
        await sql.scan(
            "DELETE FROM titles WHERE NOT EXISTS (SELECT 1 FROM shelf"
            " WHERE shelf.guild = titles.guild AND shelf.game = CAST(titles.id AS TEXT))"
            " AND NOT EXISTS (SELECT 1 FROM remarks"
            " WHERE remarks.guild = titles.guild AND remarks.game = CAST(titles.id AS TEXT))"
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

    async def counted(self, guild: int, users: Sequence[int]) -> tuple[GameCount, ...]:
        """What several people in a server think of each game, in numbers."""
        # With a limit SQLite finds the marks by person, and not all of the server in the order of its games.
        return _COUNTS.each(
            await sql.run(
                "SELECT game, count(*) FILTER (WHERE interested = 1), count(played),"
                " count(*) FILTER (WHERE favourite = 1), count(*) FILTER (WHERE own = 1),"
                " count(*) FILTER (WHERE interested = 1 OR favourite = 1) FROM"
                f" (SELECT * FROM shelf WHERE guild = ? AND user_id IN {sql.in_list(users)} LIMIT ?)"
                " AS marks GROUP BY game",
                *(guild, *users, _ALL),
            )
        )

    async def write(self, row: ShelfRow) -> None:
        """The marks of a person for a game, anew; a row without any is taken out."""
        if row.own or row.interested or row.favourite or row.played:
            await self.put(row)
        else:
            await sql.run(
                "DELETE FROM shelf WHERE guild = ? AND user_id = ? AND game = ?",
                *(row.guild, row.user, row.game),
            )

    async def note_played(self, since: datetime | None, most: int) -> None:
        """Whoever has finished one of the newest games since then, or ever, has played it; their other marks
        stay."""
        # The limit and the cross join let SQLite begin with the newest results, and not with all seats.
        await sql.scan(
            "INSERT INTO shelf (guild, game, user_id, own, interested, favourite, played)"
            " SELECT newest.guild, newest.game, seats.user_id, 0, 0, 0, max(newest.at) FROM"
            " (SELECT table_id, seat, guild, game, at FROM results WHERE at > ? ORDER BY at DESC LIMIT ?)"
            " AS newest CROSS JOIN seats"
            " WHERE seats.table_id = newest.table_id AND seats.seat = newest.seat"
            " AND newest.guild IS NOT NULL AND seats.user_id > 0"
            " GROUP BY newest.guild, newest.game, seats.user_id"
            " ON CONFLICT (guild, user_id, game) DO UPDATE SET played = excluded.played"
            " WHERE coalesce(shelf.played, 0) < excluded.played",
            *(micros(since) if since else 0, most),
        )
