"""Which process looks after which shards of a bot, kept in the database that all of them share, and how they
wake each other: on the event loop, by a connection of its own, so that no other work is waited for."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, LiteralString, cast

import psycopg

from bot.store import files
from bot.store.errors import LeaseHeldError, LostError, StoreError
from bot.store.place import Server
from bot.store.postgres import HELD_SECONDS, SCHEMA, STALLED, translate
from bot.store.repositories import Lease
from bot.store.shards import FREED, LIFE, Shards
from bot.store.sql import CHANNEL, NOW

TOO_LONG = 5
"""Seconds after which a server is taken to be away."""
LOCK = "SELECT pg_advisory_xact_lock(1400136048, 0)"
"""Held while leases are compared: one after the other is taken."""
OVERLAPPING = (
    f"SELECT shards, count, holder FROM leases WHERE shards <> $1 AND until > {NOW}"
    " AND (count <> $4 OR (first <= $3 AND last >= $2))"
)
EXPIRED = f"DELETE FROM leases WHERE shards <> $1 AND until <= {NOW}"
"""Waits for who is just committing under such a lease."""
EPOCH = "UPDATE numbers SET last = last + 1 WHERE name = 'leases' RETURNING last"
TAKE = (
    "INSERT INTO leases (shards, first, last, count, holder, epoch, until)"
    f" VALUES ($1, $2, $3, $4, $5, $6, {NOW} + $7) ON CONFLICT (shards) DO UPDATE"
    " SET holder = excluded.holder, epoch = excluded.epoch, until = excluded.until"
    f" WHERE leases.until <= {NOW} RETURNING epoch"
)
HOLDER = "SELECT holder FROM leases WHERE shards = $1"
RENEW = (
    f"UPDATE leases SET until = {NOW} + $3 WHERE shards = $1 AND epoch = $2"
    f" RETURNING (SELECT number FROM {SCHEMA})"
)
RELEASE = "UPDATE leases SET until = 0 WHERE shards = $1 AND epoch = $2"

_LIFE = LIFE // timedelta(microseconds=1)

Driver = psycopg.AsyncConnection[tuple[Any, ...]]


class Leases:
    """A connection that takes leases, and listens to the other processes. Errors are `StoreError`s."""

    def __init__(self, server: Server, shards: Shards) -> None:
        self._server = server
        self._shards = shards
        self._connection: Driver | None = None
        self.connected = 0
        """How often it has connected: what was told before each time may have been missed."""

    async def take(self, holder: str) -> Lease:
        """The lease on our shards; a `LeaseHeldError` as long as another process has it."""
        ours, name = self._shards, str(self._shards)
        own = (name, ours.first, ours.last, ours.count)
        async with self._talking() as connection, connection.transaction():
            await _rows(connection, LOCK)
            await _rows(connection, STALLED, HELD_SECONDS)
            for other, count, who in await _rows(connection, OVERLAPPING, *own):
                if count != self._shards.count:
                    raise StoreError(
                        f"{self._server}: {who} serves shards {other}; all processes of a bot need the same "
                        "number of shards: stop all of them before it is changed"
                    )
                raise LeaseHeldError(f"{self._server}: shards {other} are served by {who}")
            await _rows(connection, EXPIRED, name)
            ((epoch,),) = await _rows(connection, EPOCH)
            if not await _rows(connection, TAKE, *own, holder, epoch, _LIFE):
                ((who,),) = await _rows(connection, HOLDER, name)
                raise LeaseHeldError(f"{self._server}: shards {name} are served by {who}")
            return Lease(name, epoch)

    async def renew(self, lease: Lease) -> bool:
        """Whether the lease holds for some time more; false where another process has taken it over. A
        `NewerDatabaseError` where another version has: a restart of the server had let go of the database."""
        async with self._talking() as connection:
            found = await _rows(connection, RENEW, *lease, _LIFE)
        for (number,) in found:
            files.refuse_newer(number, self._server)
        return bool(found)

    async def release(self, lease: Lease) -> None:
        """Gives the lease up, and tells those who wait for it."""
        async with self._talking() as connection:
            await _rows(connection, RELEASE, *lease)
            await _rows(connection, "SELECT pg_notify($1, $2)", CHANNEL, FREED)

    async def listen(self, seconds: float) -> list[str]:
        """What other processes tell, as soon as they do; nothing after so many seconds."""
        async with self._talking(seconds + TOO_LONG) as connection:
            return [each.payload async for each in connection.notifies(timeout=seconds, stop_after=1)]

    async def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            await self._connection.close()

    @asynccontextmanager
    async def _talking(self, seconds: float = TOO_LONG) -> AsyncGenerator[Driver]:
        """The connection, made anew where it is broken; what fails there or takes too long breaks it."""
        try:
            async with asyncio.timeout(seconds):
                if self._connection is None or self._connection.closed:
                    self._connection = await psycopg.AsyncConnection.connect(
                        self._server.url,
                        autocommit=True,
                        connect_timeout=TOO_LONG,
                        cursor_factory=psycopg.AsyncRawCursor,
                        application_name="stammtisch",
                    )
                    await _rows(self._connection, f"LISTEN {CHANNEL}")
                    self.connected += 1
                yield self._connection
        except asyncio.CancelledError:  # whoever listens may have been broken off in the midst of it
            await self._drop()
            raise
        except TimeoutError:
            await self._drop()
            raise LostError(f"{self._server}: the database does not answer") from None
        except psycopg.Error as error:
            await self._drop()
            raise translate(error, self._server) from None

    async def _drop(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


async def _rows(connection: Driver, text: str, *values: Any) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(cast(LiteralString, text), values or None)
    return await cursor.fetchall() if cursor.description else []
