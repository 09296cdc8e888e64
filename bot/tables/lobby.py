"""Who sits at a table: opening, joining, the options before the game; leaving, coming back, taking over; the
rematch."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import msgspec

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Options, Refusal, Seat
from bot.games.registry import AnyGame
from bot.store.records import Offer, Pace, SeatRow, TableRow, Thread, known
from bot.store.repositories import Repositories
from bot.tables import commitment
from bot.tables.commitment import refuse_if_shared
from bot.tables.model import ABSENT, Person, Standing, Status, Table, TableSettings
from bot.tables.policy import HOSTED, IN_CHANNEL, STIRRED
from bot.tables.settings import settings_of
from bot.tables.timers import LOBBY
from bot.tables.units import HasUnits, Units, changes, changes_active, changes_table, reads

S = TypeVar("S", bound=HasUnits)
P = ParamSpec("P")


def changes_lobby(
    method: Callable[Concatenate[S, Standing, Person, P], Standing],
) -> Callable[Concatenate[S, int, Person, P], Coroutine[Any, Any, Table]]:
    """Makes a unit of work of what gives a lobby after a person's change, with an idempotency key `key`:
    a repeated delivery gets the table as it stands. Refusals: no_table, not_lobby, removed."""

    @wraps(method)
    async def changing(self: S, table: int, person: Person, /, *args: P.args, **kwargs: P.kwargs) -> Table:
        key = cast(str, kwargs["key"])

        async def unit(tx: Repositories) -> Table:
            standing = await self.units.standings.at(tx, table)
            if await tx.keys.get(key) is not None:
                return standing.table()
            standing.refuse_unless_lobby()
            await refuse_if_removed(tx, standing, person.id)
            changed = method(self, standing, person, *args, **kwargs)
            await tx.people.remember(person.id, person.name, person.locale)
            return await self.units.write_lobby(tx, changed, key)

        return await self.units.change_table(table, unit)

    return changing


@dataclass(eq=False)
class Lobby:
    """Opens tables, fills them, and lets people leave them and take seats of games under way."""

    units: Units

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
        thread: Thread = Thread.NONE,
        number: int = 0,
    ) -> Table:
        """A new lobby with its host seated, with the server's deadline and the reserved `number`. Refusals:
        channel_busy {table}, server_full {n}, hosts_enough {n}, bad_options, and the game's own."""
        now, server = self.units.now(), await self.units.store.read(lambda tx: settings_of(tx, guild))
        row = TableRow(
            id=number,
            game=game,
            guild=guild,
            channel=channel,
            thread=thread,
            host=host.id,
            options=checked_options(registry.game(game), options, 1),
            locale=locale,
            settings=TableSettings(deadline=server.deadline),
            created=now,
            updated=now,
        )
        return await self._open(Standing(row, (SeatRow(0, host.id, host.name),)), host, key)

    @changes
    async def offer(self, tx: Repositories, game: str, options: Options) -> int:
        """Keeps what a person asked for where no table could be; the number for `offered`."""
        encoded = checked_options(registry.game(game), options, 1)
        return await tx.offers.add(Offer(game, encoded, self.units.now()))

    async def offered(self, number: int) -> tuple[str, Options]:
        """The game and the options of an offer. Refusals: offer_gone, also where the game is; bad_options."""
        offer = await self.units.store.read(lambda tx: tx.offers.get(number))
        games = registry.keys()
        if offer is None or offer.game not in games:
            raise Refusal("offer_gone")
        try:
            return offer.game, registry.game(offer.game).decode_options(offer.options)
        except msgspec.ValidationError as error:
            raise Refusal("bad_options") from error

    async def rematch(
        self, table: int, person: Person, *, key: str, own_thread: int = 0, number: int = 0
    ) -> Table:
        """A lobby with the same options, settings, people and computers; the presser is host. Refusals:
        no_table, has_not_played, not_over, channel_busy {table}, server_full {n}, hosts_enough {n}."""
        old = await self.units.store.read(lambda tx: self.units.standings.at(tx, table))
        old.seat_of(person.id)
        if old.row.status.active:
            raise Refusal("not_over")
        now, game = self.units.now(), registry.game(old.row.game)
        row = TableRow(
            id=number,
            game=old.row.game,
            guild=old.row.guild,
            channel=own_thread or old.row.channel,
            thread=Thread.OWN if own_thread else old.row.thread,
            host=person.id,
            options=game.encode_options(game.again(game.decode_options(old.row.options))),
            locale=old.row.locale,
            settings=old.row.settings,
            created=now,
            updated=now,
        )
        again = (
            SeatRow(0, seat.user, seat.name, seat.computer, coached=seat.coached, character=seat.character)
            for seat in old.seats
            if known(seat.user) is not None or seat.computer not in (None, ABSENT)
        )
        return await self._open(Standing(row, numbered(again)), person, key)

    @changes_lobby
    def join(self, lobby: Standing, person: Person, *, key: str) -> Standing:
        """Takes a free seat. Refusals: no_table, also of what one person plays alone, not_lobby, removed,
        seated, full {seats}."""
        if lobby.table().apart:
            raise Refusal("no_table", table=lobby.row.id)
        return joined(lobby, person)

    @changes_lobby
    def configure(self, lobby: Standing, person: Person, options: Options, *, key: str) -> Standing:
        """Sets the options. Refusals: no_table, not_lobby, not_host, bad_options, and the game's own."""
        lobby.refuse_unless_host(person.id)
        checked = checked_options(registry.game(lobby.row.game), options, len(lobby.seats))
        return replace(lobby, row=replace(lobby.row, options=checked))

    @changes_lobby
    def arrange(self, lobby: Standing, person: Person, settings: TableSettings, *, key: str) -> Standing:
        """Sets what is set for a table whatever its game. Refusals: no_table, not_lobby, not_host,
        no_such_level."""
        lobby.refuse_unless_host(person.id)
        if settings.substitute not in (ABSENT, *registry.game(lobby.row.game, lobby.row.rules).opponents):
            raise Refusal("no_such_level")
        return replace(lobby, row=replace(lobby.row, settings=settings))

    @changes_active
    async def leave(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """Out of the lobby (the host hands over; the last one closes it), or out of a game under way. Leaving
        a game under way: the seat is held, then plays on by the game's default moves or a computer's
        (automatic in the log) until a person takes it over; when no person is left the table is abandoned.
        Refusals: no_table, over, not_seated."""
        if standing.row.status is Status.LOBBY:
            return await self.units.write_lobby(tx, left(standing, person.id), key)
        return await self.units.reseat(tx, absent(standing, person.id, self.units.now()), key)

    @changes_active
    async def take_seat(
        self, tx: Repositories, standing: Standing, person: Person, seat: Seat, *, key: str
    ) -> Table:
        """Takes the seat of a person who left; their own, where they may come back to one. Refusals:
        no_table, over, not_playing, duplicate_alone, removed, seated, own_seat_open, seat_taken."""
        if standing.row.status is Status.LOBBY:
            raise Refusal("not_playing")
        if open_to(standing, person.id) is None:
            refuse_if_shared(standing.row)
        await refuse_if_removed(tx, standing, person.id)
        await tx.people.remember(person.id, person.name, person.locale)
        return await self.units.reseat(tx, _taken(standing, person, seat), key)

    @reads
    async def check_room(
        self, tx: Repositories, user: int, channels: Sequence[int], *, moved: Table | None = None
    ) -> None:
        """Refuses one more table of a host, or in channels that belong together; one that is `moved` counts
        already. Refusals: hosts_enough {n}, channel_full {n}."""
        if moved is not None and moved.channel in channels:
            return
        if moved is None:
            await refuse_if_hosting(tx, user)
        if await tx.tables.open_in(channels) >= IN_CHANNEL:
            raise Refusal("channel_full", n=IN_CHANNEL)

    @changes_table
    async def close_untouched(self, tx: Repositories, table: int) -> None:
        """Closes a lobby whose time has run out; one that started meanwhile stays as it is."""
        await tx.timers.drop(table, LOBBY)
        standing = await self.units.standings.at(tx, table)
        if standing.row.status is Status.LOBBY:
            await self.units.write_lobby(tx, closed(standing), None)

    @changes
    async def _open(self, tx: Repositories, lobby: Standing, person: Person, key: str) -> Table:
        if (known := await tx.keys.get(key)) is not None:
            return (await self.units.standings.at(tx, known.table)).table()
        await refuse_if_full(tx, lobby.row.guild)
        await refuse_if_busy(tx, lobby.row.channel)
        await refuse_if_hosting(tx, person.id)
        await tx.people.remember(person.id, person.name, person.locale)
        lobby = replace(lobby, row=await tx.tables.add(commitment.opened(lobby.row)))
        table = await self.units.write_lobby(tx, lobby, key)
        await self.units.timers.set_thread(tx, lobby.row, STIRRED)
        await self.units.signals.deliver(tx, table.id)
        await self.units.signals.wake_clock(tx, table.id)
        return table


async def refuse_if_full(tx: Repositories, guild: int | None) -> None:
    """Refuses one more table in a server that wants no more."""
    most = (await settings_of(tx, guild)).tables
    if guild is not None and most and await tx.tables.active_in(guild) >= most:
        raise Refusal("server_full", n=most)


async def refuse_if_busy(tx: Repositories, channel: int) -> None:
    """Refuses a second active table in a channel."""
    other = await tx.tables.in_channel(channel)
    if other is not None and other.status.active:
        raise Refusal("channel_busy", table=other.id)


async def refuse_if_removed(tx: Repositories, standing: Standing, user: int) -> None:
    """Refuses those who were removed from a table, as long as nobody has invited them back."""
    if not standing.is_seated(user) and await tx.votes.removed(standing.row.id, user):
        raise Refusal("removed")


def free_seats(lobby: Standing) -> int:
    """How many more can sit down."""
    return _most_seats(lobby) - len(lobby.seats)


def joined(lobby: Standing, person: Person) -> Standing:
    """The lobby with a person more. Refusals: seated, full {seats}."""
    if lobby.is_seated(person.id):
        raise Refusal("seated")
    if free_seats(lobby) <= 0:
        raise Refusal("full", seats=_most_seats(lobby))
    seat = SeatRow(len(lobby.seats), person.id, person.name)
    return replace(lobby, seats=(*lobby.seats, seat))


def _most_seats(lobby: Standing) -> int:
    game = registry.game(lobby.row.game)
    return game.most_seats(game.decode_options(lobby.row.options))


async def refuse_if_hosting(tx: Repositories, user: int) -> None:
    """Refuses one more table of who hosts enough of them."""
    if await tx.tables.hosted_by(user) >= HOSTED:
        raise Refusal("hosts_enough", n=HOSTED)


def closed(lobby: Standing) -> Standing:
    """The lobby given up: its channel is free again."""
    return replace(lobby, row=replace(commitment.closed(lobby.row), status=Status.ABANDONED))


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


def checked_options(game: AnyGame, options: Options, seats: int) -> bytes:
    """The options as they are stored; limits that only decoding checks, and the game's own refusals."""
    encoded = game.encode_options(options)
    try:
        decoded = game.decode_options(encoded)
    except msgspec.ValidationError as error:
        raise Refusal("bad_options") from error
    game.setup(decoded, max(seats, game.info.seats[0]), Chance.fresh())
    return encoded


def absent(standing: Standing, user: int, now: datetime, *, removed: bool = False) -> Standing:
    """The game without a person, who may come back unless `removed`; the host hands over. Their seat is held
    for as long as the table says."""
    seat = standing.seat_of(user)
    away = None if removed else user
    empty = replace(seat, user=None, computer=ABSENT, away=away, away_name=seat.name, plan=None)
    hold, start = standing.row.settings.hold, standing.row.rests_since or now
    pace = Pace(free_until=start + timedelta(hours=hold) if hold else None)
    empty = replace(empty, held=None, reveal=None, pace=pace, icon="", coached=None, character="")
    return seated(standing.without(user), empty)


def open_to(standing: Standing, user: int) -> SeatRow | None:
    """The seat that a person has left and may come back to."""
    return next((seat for seat in standing.seats if seat.away == user), None)


def _taken(standing: Standing, person: Person, seat: Seat) -> Standing:
    if standing.is_seated(person.id):
        raise Refusal("seated")
    held = next((other for other in standing.seats if other.seat == seat), None)
    if open_to(standing, person.id) and (held is None or held.away != person.id):
        raise Refusal("own_seat_open")
    if held is None or (held.computer != ABSENT and held.away != person.id):
        raise Refusal("seat_taken")
    return seated(standing, SeatRow(seat, person.id, person.name))


def seated(standing: Standing, sitter: SeatRow) -> Standing:
    """The game with a seat as it is here, and all others as they were."""
    seats = (sitter if other.seat == sitter.seat else other for other in standing.seats)
    return replace(standing, seats=tuple(seats))
