"""People and servers in the database: what they have set, read and want to play; administrative acts."""

from collections.abc import Sequence

from bot.store import sql
from bot.store.mapper import Mapper
from bot.store.records import AuditRow, MatchGroup, MatchRequest, NoticeState, PersonRow
from bot.store.row_cache import Cached, RowCache

_PERSON = Mapper(PersonRow, "people", key="user_id")


class People:
    """The people we know."""

    def __init__(self, rows: RowCache) -> None:
        self.get = Cached(rows, "person", _PERSON.by("user_id"), _PERSON.first_of)
        """A person we know."""

    async def remember(self, user: int, name: str, locale: str) -> None:
        """Name and language as they are now; the person's preferences stay."""
        self.get.drop(user)
        await sql.upsert("people", {"user_id": user}, name=name, locale=locale)

    async def put(self, row: PersonRow) -> None:
        """Everything of the row anew."""
        self.get.put(row.user, row)
        await _PERSON.put(row)


class Servers:
    """What is set for servers, as JSON."""

    def __init__(self, rows: RowCache) -> None:
        known = "SELECT guild, settings FROM servers WHERE guild IN {keys}"
        self.settings = Cached(rows, "server", known, lambda found: found[0][0] if found else b"{}")
        """What is set for a server; an empty object where nothing is."""

    async def put_settings(self, guild: int, settings: bytes) -> None:
        """Sets all of it anew."""
        self.settings.put(guild, settings)
        await sql.upsert("servers", {"guild": guild}, settings=settings)


class ReadMarkers:
    """The unread markers: how far people have followed the tables."""

    async def get(self, table: int, user: int) -> int:
        """The last version that a person has looked at, 0 if there is none."""
        rows = await sql.run("SELECT version FROM looks WHERE table_id = ? AND user_id = ?", table, user)
        return rows[0][0] if rows else 0

    async def put(self, table: int, user: int, version: int) -> None:
        """A person has looked at this version; an older one than is known changes nothing."""
        await sql.run(
            "INSERT INTO looks (table_id, user_id, version) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, user_id) DO UPDATE SET version = excluded.version"
            " WHERE looks.version < excluded.version",
            *(table, user, version),
        )


class Audit(Mapper[AuditRow]):
    """What was done to tables and people by those who may."""

    async def newest(self, guild: int, most: int) -> tuple[AuditRow, ...]:
        """The last acts in a server, newest first."""
        return await self.all("WHERE guild = ? ORDER BY id DESC LIMIT ?", guild, most)


class Meta:
    """Single values of the service."""

    async def get(self, key: str) -> str | None:
        """The value of a key."""
        rows = await sql.run("SELECT value FROM meta WHERE key = ?", key)
        return rows[0][0] if rows else None

    async def put(self, key: str, value: str) -> None:
        """Sets the value of a key."""
        await sql.upsert("meta", {"key": key}, value=value)


class MatchRequests(Mapper[MatchRequest]):
    """What people would like to play in which server."""

    async def looking(self) -> tuple[MatchRequest, ...]:
        """Those that count since some time, longest first; also those whose time is over."""
        return await self.scan("WHERE since IS NOT NULL ORDER BY since, user_id")

    async def of_people(self, guild: int, users: Sequence[int]) -> tuple[MatchRequest, ...]:
        """Those of several people in a server."""
        return await self.all(f"WHERE guild = ? AND user_id IN {sql.in_list(users)}", guild, *users)


class MatchGroups(Mapper[MatchGroup]):
    """Who was called together for a game."""

    async def add(self, record: MatchGroup) -> int:
        """The number under which it can be had."""
        number = await super().add(record)
        people = [(number, user) for user in record.people]
        await sql.insert("INSERT INTO gathered (gathering, user_id)", people)
        return number

    async def open(self) -> tuple[MatchGroup, ...]:
        """Those that are pending or being sent, in order."""
        return await self.all("WHERE state IN ('pending', 'sending') ORDER BY id")

    async def of_guild(self, guild: int) -> tuple[MatchGroup, ...]:
        """All of a server that are remembered."""
        return await self.all("WHERE guild = ? ORDER BY id", guild)

    async def mark(self, number: int, state: NoticeState, channel: int | None = None) -> None:
        """How far its delivery is, and in which channel from now on, if it is another one."""
        await sql.run(
            "UPDATE gatherings SET state = ?, channel = coalesce(?, channel) WHERE id = ?",
            *(state.value, channel, number),
        )

    async def remove(self, number: int) -> None:
        """It has never been."""
        await sql.run("DELETE FROM gatherings WHERE id = ?", number)

    async def all(self, rest: str, *values: object) -> tuple[MatchGroup, ...]:
        """The groups that this clause finds by an index, each with its people."""
        found: list[MatchGroup] = []
        for number, *row in await sql.run(f"SELECT id, {self.columns} FROM gatherings {rest}", *values):
            people = await sql.run(
                "SELECT user_id FROM gathered WHERE gathering = ? ORDER BY user_id", number
            )
            found.append(self.read(row, people=tuple(user for (user,) in people)))
        return tuple(found)
