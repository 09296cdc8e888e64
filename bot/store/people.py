"""People and servers in the database: what they have set, what they have read, and administrative acts."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import sql
from bot.store.mapper import Mapper
from bot.store.records import AuditRow, PersonRow
from bot.store.row_cache import Cached, RowCache

_PERSON = Mapper(PersonRow, "people", key="user")


class People:
    """The people we know."""

    def __init__(self, rows: RowCache) -> None:
        self._people = Cached(rows, "person", _PERSON.by("user"), _PERSON.first_of)

    async def get(self, user: int) -> PersonRow | None:
        """A person we know."""
        return await self._people.get(user)

    async def load(self, users: Iterable[int]) -> None:
        """Has these people in the cache."""
        await self._people.load(users)

    async def remember(self, user: int, name: str, locale: str) -> None:
        """Name and language as they are now; the person's preferences stay."""
        self._people.drop(user)
        await sql.upsert("people", {"user": user}, name=name, locale=locale)

    async def put(self, row: PersonRow) -> None:
        """Everything of the row anew."""
        self._people.put(row.user, row)
        await _PERSON.put(row)


class Servers:
    """What is set for servers, as JSON."""

    def __init__(self, rows: RowCache) -> None:
        known = "SELECT guild, settings FROM servers WHERE guild IN {keys}"
        self._servers = Cached(rows, "server", known, lambda found: found[0][0] if found else b"{}")

    async def settings(self, guild: int) -> bytes:
        """What is set for a server; an empty object where nothing is."""
        return await self._servers.get(guild)

    async def put_settings(self, guild: int, settings: bytes) -> None:
        """Sets all of it anew."""
        self._servers.put(guild, settings)
        await sql.upsert("servers", {"guild": guild}, settings=settings)


class ReadMarkers:
    """The unread markers: how far people have followed the tables."""

    async def get(self, table: int, user: int) -> int:
        """The last version that a person has looked at, 0 if there is none."""
        rows = await sql.run("SELECT version FROM looks WHERE table_id = ? AND user = ?", table, user)
        return rows[0][0] if rows else 0

    async def put(self, table: int, user: int, version: int) -> None:
        """A person has looked at this version; an older one than is known changes nothing."""
        await sql.run(
            "INSERT INTO looks (table_id, user, version) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, user) DO UPDATE SET version = max(version, excluded.version)",
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
