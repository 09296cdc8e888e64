"""Before the game: opening, joining, the options; and the rematch after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import msgspec

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Options, Refusal
from bot.games.registry import AnyGame
from bot.store.protocol import Repositories
from bot.store.records import SeatRow, TableRow, Timer
from bot.tables import news
from bot.tables.core import Core, Standing
from bot.tables.house import LOBBY_OPEN
from bot.tables.model import ABSENT, Person, Status, Table
from bot.tables.settings import TableSettings, encode

EXPIRY = "lobby"
"""The timer that closes an untouched lobby."""


class LobbyRoom(Core):
    """The part of the table service that fills tables."""

    async def open(
        self,
        game: str,
        options: Options,
        host: Person,
        *,
        guild: int | None,
        channel: int,
        locale: str,
        key: str,
    ) -> Table:
        """A new table in the lobby with its host seated.

        Refusals: channel_busy {table}, bad_options, and the game's own for impossible combinations.
        """
        now = self._now()
        row = TableRow(
            game=game,
            guild=guild,
            channel=channel,
            status=Status.LOBBY,
            host=host.id,
            options=_checked(registry.game(game), options, 1),
            locale=locale,
            created=now,
            updated=now,
        )
        return await self._open(Standing(row, (SeatRow(0, host.id, host.name),)), host, key)

    async def rematch(self, table: int, person: Person, *, key: str, channel: int | None = None) -> Table:
        """A new lobby with the same options, settings, people and computers, the presser as host, in the
        same channel or in another one of that server.

        Refusals: no_table, not_seated, not_over, channel_busy {table}.
        """
        async with self._store.reading() as tx:
            old = await self._standing(tx, table)
        old.seat_of(person.id)
        if old.row.status.active:
            raise Refusal("not_over")
        now, game = self._now(), registry.game(old.row.game)
        row = TableRow(
            game=old.row.game,
            guild=old.row.guild,
            channel=channel or old.row.channel,
            status=Status.LOBBY,
            host=person.id,
            options=game.encode_options(game.again(game.decode_options(old.row.options))),
            locale=old.row.locale,
            settings=old.row.settings,
            created=now,
            updated=now,
        )
        stay = (seat for seat in old.seats if seat.computer != ABSENT)
        again = (SeatRow(0, seat.user, seat.name, seat.computer) for seat in stay)
        return await self._open(Standing(row, numbered(again)), person, key)

    async def join(self, table: int, person: Person, *, key: str) -> Table:
        """Takes a free seat. Refusals: no_table, not_lobby, seated, full {seats}."""

        def joined(lobby: Standing) -> Standing:
            if lobby.is_seated(person.id):
                raise Refusal("seated")
            game = registry.game(lobby.row.game)
            most = game.most_seats(game.decode_options(lobby.row.options))
            if len(lobby.seats) >= most:
                raise Refusal("full", seats=most)
            seat = SeatRow(len(lobby.seats), person.id, person.name)
            return replace(lobby, seats=(*lobby.seats, seat))

        return await self._change_lobby(table, person, key, joined)

    async def configure(self, table: int, person: Person, options: Options, *, key: str) -> Table:
        """Sets the options.

        Refusals: no_table, not_lobby, not_host, bad_options, and the game's own for impossible combinations.
        """

        def configured(lobby: Standing) -> Standing:
            lobby.refuse_unless_host(person.id)
            checked = _checked(registry.game(lobby.row.game), options, len(lobby.seats))
            return replace(lobby, row=replace(lobby.row, options=checked))

        return await self._change_lobby(table, person, key, configured)

    async def arrange(self, table: int, person: Person, settings: TableSettings, *, key: str) -> Table:
        """Sets what is set for a table whatever its game. Refusals: no_table, not_lobby, not_host."""

        def arranged(lobby: Standing) -> Standing:
            lobby.refuse_unless_host(person.id)
            return replace(lobby, row=replace(lobby.row, settings=encode(settings)))

        return await self._change_lobby(table, person, key, arranged)

    async def close_untouched(self, table: int) -> None:
        """Closes a lobby whose time has run out; one that started meanwhile stays as it is."""
        async with self._changing(table) as tx:
            await tx.timers.drop(table, EXPIRY)
            standing = await self._standing(tx, table)
            if standing.row.status is Status.LOBBY:
                await self._write_lobby(tx, closed(standing), None)

    async def _open(self, lobby: Standing, person: Person, key: str) -> Table:
        async with self._store.transaction() as tx:
            if (known := await tx.keys.get(key)) is not None:
                return (await self._standing(tx, known.table)).table()
            other = await tx.tables.in_channel(lobby.row.channel)
            if other is not None and other.status.active:
                raise Refusal("channel_busy", table=other.id)
            await tx.people.remember(person.id, person.name, person.locale)
            lobby = replace(lobby, row=await tx.tables.add(lobby.row))
            table = await self._write_lobby(tx, lobby, key)
        self.on_notices(table.id)
        self.on_timers()
        return table

    async def _change_lobby(
        self, table: int, person: Person, key: str, change: Callable[[Standing], Standing]
    ) -> Table:
        async with self._changing(table) as tx:
            standing = await self._standing(tx, table)
            if await tx.keys.get(key) is not None:
                return standing.table()
            standing.refuse_unless_lobby()
            changed = change(standing)
            await tx.people.remember(person.id, person.name, person.locale)
            return await self._write_lobby(tx, changed, key)

    async def _write_lobby(self, tx: Repositories, lobby: Standing, key: str | None) -> Table:
        row = replace(lobby.row, updated=self._now())
        lobby = await self._write(tx, replace(lobby, row=row), news.of_lobby(row, lobby.seats), key)
        if row.status is Status.LOBBY:
            await tx.timers.put(Timer(row.id, EXPIRY, row.updated + LOBBY_OPEN))
        else:
            await tx.timers.drop(row.id, EXPIRY)
        return lobby.table()


def closed(lobby: Standing) -> Standing:
    """The lobby given up: its channel is free again."""
    return replace(lobby, row=replace(lobby.row, status=Status.ABANDONED))


def left(lobby: Standing, user: int) -> Standing:
    """The lobby without a person: the others move up, the last person closes it."""
    seat = lobby.seat_of(user)
    if all(other.user is None for other in lobby.seats if other is not seat):
        return closed(lobby)
    lobby = lobby.without(user)
    return replace(lobby, seats=numbered(other for other in lobby.seats if other is not seat))


def numbered(seats: Iterable[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats one after the other, without gaps."""
    return tuple(replace(seat, seat=number) for number, seat in enumerate(seats))


def _checked(game: AnyGame, options: Options, seats: int) -> bytes:
    """The options as they are stored; limits that only decoding checks, and the game's own refusals."""
    encoded = game.encode_options(options)
    try:
        decoded = game.decode_options(encoded)
    except msgspec.ValidationError as error:
        raise Refusal("bad_options") from error
    game.setup(decoded, max(seats, game.info.seats[0]), Chance.fresh())
    return encoded
