"""Circles in the database: named groups of people in a server, their members, and who is invited."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.store import sql
from bot.store.mapper import Mapper


@dataclass(frozen=True, slots=True)
class Circle:
    """A named group of people in a server; `id` is 0 until it is added."""

    id: int
    guild: int
    name: str
    folded: str
    """The name as it is compared."""
    about: str
    public: bool
    """Everybody in the server can see it and join."""


@dataclass(frozen=True, slots=True)
class CircleMember:
    """Somebody who belongs to a circle."""

    circle: int
    user: int
    at: datetime
    """Since when."""


@dataclass(frozen=True, slots=True)
class CircleInvitation:
    """Somebody who may join a circle."""

    circle: int
    user: int
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Belonging:
    """A member, by the name that we know, and what the person has set for all tables."""

    user: int
    name: str
    settings: bytes


@dataclass(frozen=True, slots=True)
class Together:
    """How often several of some people sat at the same finished game."""

    game: str
    games: int
    last: datetime


_TOGETHER = Mapper(Together, "results")


class Circles(Mapper[Circle]):
    """The circles of all servers."""

    async def of_guild(self, guild: int) -> tuple[Circle, ...]:
        """All of a server, in the order of their names."""
        return await self.all("WHERE guild = ? ORDER BY folded, id", guild)

    async def seen_by(self, guild: int, user: int) -> tuple[Circle, ...]:
        """Those of a server that a person may see, in the order of their names."""
        return await self.all(
            "WHERE guild = ? AND (is_public = 1"
            " OR id IN (SELECT circle FROM circle_members WHERE user_id = ?)"
            " OR id IN (SELECT circle FROM circle_invitations WHERE user_id = ?)) ORDER BY folded, id",
            *(guild, user, user),
        )

    async def of_person(self, guild: int, user: int) -> tuple[Circle, ...]:
        """Those of a server to which a person belongs, in the order of their names."""
        return await self.all(
            "WHERE guild = ? AND id IN (SELECT circle FROM circle_members WHERE user_id = ?)"
            " ORDER BY folded, id",
            *(guild, user),
        )

    async def inviting(self, user: int) -> tuple[Circle, ...]:
        """Those to which a person is invited, in the order of their names."""
        return await self.all(
            "WHERE id IN (SELECT circle FROM circle_invitations WHERE user_id = ?) ORDER BY folded, id", user
        )

    async def remove(self, number: int) -> None:
        """It goes with its members and invitations."""
        await sql.run("DELETE FROM circles WHERE id = ?", number)

    async def drop_empty(self) -> None:
        """Those go to which nobody belongs any more."""
        await sql.scan(
            "DELETE FROM circles WHERE NOT EXISTS"
            " (SELECT 1 FROM circle_members WHERE circle_members.circle = circles.id)"
        )


class CircleMembers(Mapper[CircleMember]):
    """Who belongs to which circle."""

    async def of(self, circle: int) -> tuple[CircleMember, ...]:
        """All of a circle; who has been a member for longest comes first."""
        return await self.all("WHERE circle = ? ORDER BY at, user_id", circle)

    async def belonging(self, circle: int) -> tuple[Belonging, ...]:
        """The same, with their names and settings."""
        rows = await sql.run(
            "SELECT circle_members.user_id, coalesce(people.name, ''), coalesce(people.settings, ?)"
            " FROM circle_members LEFT JOIN people ON people.user_id = circle_members.user_id"
            " WHERE circle_members.circle = ? ORDER BY circle_members.at, circle_members.user_id",
            *(b"{}", circle),
        )
        return tuple(Belonging(*row) for row in rows)

    async def remove(self, circle: int, user: int) -> None:
        """A person belongs to it no more."""
        await sql.run("DELETE FROM circle_members WHERE circle = ? AND user_id = ?", circle, user)

    async def sign_off(self, circle: int, user: int) -> None:
        """A person takes no part in tournaments of a circle that they do not play in yet."""
        await sql.run(
            "DELETE FROM entrants WHERE user_id = ? AND line IS NULL"
            " AND tournament IN (SELECT id FROM tournaments WHERE circle = ?)",
            *(user, circle),
        )

    async def played_together(self, guild: int, users: Sequence[int]) -> tuple[Together, ...]:
        """The games of a server that two or more of these people finished at the same table."""
        # The cross join lets SQLite begin with the seats of these people, and not with all results.
        return _TOGETHER.each(
            await sql.run(
                "SELECT game, count(*), max(at) FROM"
                " (SELECT results.table_id, results.game AS game, max(results.at) AS at"
                " FROM seats CROSS JOIN results"
                " WHERE results.table_id = seats.table_id AND results.seat = seats.seat"
                f" AND results.guild = ? AND seats.user_id IN {sql.in_list(users)}"
                " GROUP BY results.table_id, results.game HAVING count(*) > 1) AS several"
                " GROUP BY game ORDER BY game",
                *(guild, *users),
            )
        )


class CircleInvitations(Mapper[CircleInvitation]):
    """Who may join which circle."""

    async def of(self, circle: int) -> tuple[CircleInvitation, ...]:
        """All of a circle, oldest first."""
        return await self.all("WHERE circle = ? ORDER BY at, user_id", circle)

    async def remove(self, circle: int, user: int) -> None:
        """A person is invited no more."""
        await sql.run("DELETE FROM circle_invitations WHERE circle = ? AND user_id = ?", circle, user)
