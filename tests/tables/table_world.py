"""The table services on a real file, with people who act."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.games import registry
from bot.games.contract import Move, Options, Refusal, Seat
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.store import Store, open_store
from bot.tables.model import Acted, Moment, Notice, Person, ResultRow, Riddle, Status, Table
from bot.tables.services import Tables, build_tables
from tests.pebbles.game import PebblesOptions, PebblesState
from tests.store.damages import restored
from tests.units import new_database

CHANNEL = 500
SHORT = NimmtOptions(format="rounds", rounds=1)


def person(number: int) -> Person:
    """The person of this number: the host is 1."""
    return Person(number, f"Person {number}", "en")


async def refuses(code: str, call: Awaitable[object], **data: object) -> None:
    """Fails unless a call is refused for this reason, with this data if any is given."""
    with pytest.raises(Refusal) as refusal:
        await call
    assert refusal.value.code == code
    assert not data or refusal.value.data == data


def nimmt(moment: Moment) -> NimmtState:
    """The state of 6 nimmt!"""
    assert isinstance(moment.state, NimmtState)
    return moment.state


def hand(moment: Moment, seat: int = 0) -> tuple[int, ...]:
    """The cards of a seat."""
    return nimmt(moment).hands[seat]


def stones(moment: Moment) -> PebblesState:
    """The state of pebbles."""
    assert isinstance(moment.state, PebblesState)
    return moment.state


def naming(level: str, number: int) -> str:
    """How the tests call computers."""
    return f"{level} {number}"


class World:
    """The services, their store and their clock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = datetime(2026, 1, 1, tzinfo=UTC)
        self.keys = (f"key {number}" for number in count())
        self.told: list[int] = []
        self.store: Store
        self.tables: Tables

    async def open(self) -> World:
        """Opens the store, a new one where there is none, and a new service on it."""
        if not self.path.exists():
            new_database(self.path)
        self.store = await open_store(self.path, synchronous="normal")
        self.tables = build_tables(self.store, now=lambda: self.time)
        self.tables.signals.on_notices = self.told.append
        return self

    async def restart(self) -> None:
        """Another service on the same file, as after a restart of the bot."""
        await self.store.close()
        await self.open()

    def later(self, **amount: float) -> None:
        """Lets time pass."""
        self.time += timedelta(**amount)

    def key(self) -> str:
        """The id of a new interaction."""
        return next(self.keys)

    async def opened(
        self,
        user: int = 1,
        options: Options = SHORT,
        channel: int = CHANNEL,
        game: str = "six_nimmt",
        *,
        guild: int = 7,
        key: str = "",
        **more: Any,
    ) -> Table:
        """A lobby in which its host sits alone."""
        host, key = person(user), key or self.key()
        return await self.tables.lobby.open(
            game, options, host, guild=guild, channel=channel, locale="en", key=key, **more
        )

    async def lobby(
        self, people: int = 3, options: Options = SHORT, channel: int = CHANNEL, game: str = "six_nimmt"
    ) -> Table:
        """A lobby with this many people."""
        table = await self.opened(1, options, channel, game)
        for number in range(2, people + 1):
            table = await self.join(table.id, number)
        return table

    async def game(
        self, people: int = 3, options: Options = SHORT, channel: int = CHANNEL, game: str = "six_nimmt"
    ) -> Moment:
        """A game that was just started."""
        return await self.start((await self.lobby(people, options, channel, game)).id)

    # What people do, each with a new interaction.

    async def join(self, table: int, user: int, key: str = "") -> Table:
        return await self.tables.lobby.join(table, person(user), key=key or self.key())

    async def leave(self, table: int, user: int, key: str = "") -> Table:
        return await self.tables.lobby.leave(table, person(user), key=key or self.key())

    async def take_seat(self, table: int, user: int, seat: int, key: str = "") -> Table:
        return await self.tables.lobby.take_seat(table, person(user), Seat(seat), key=key or self.key())

    async def start(self, table: int, user: int = 1, key: str = "") -> Moment:
        return (await self.tables.play.start(table, person(user), key=key or self.key())).moment

    async def end(self, table: int, user: int = 1, key: str = "", *, moderator: bool = False) -> Table:
        return await self.tables.play.end(table, person(user), moderator=moderator, key=key or self.key())

    async def rematch(self, table: int, user: int = 1, key: str = "") -> Table:
        return await self.tables.lobby.rematch(table, person(user), key=key or self.key())

    async def pause(self, table: int, user: int, key: str = "") -> Table:
        return await self.tables.deadlines.pause(table, person(user), key=key or self.key())

    async def resume(self, table: int, user: int) -> Table:
        return await self.tables.deadlines.resume(table, person(user), key=self.key())

    async def undo(self, table: int, user: int = 1) -> Moment:
        return (await self.tables.undo.undo(table, user, key=self.key())).moment

    async def set_deadline(self, table: int, user: int, hours: int) -> Table:
        return await self.tables.deadlines.set_deadline(table, person(user), hours, key=self.key())

    async def more_time(self, table: int, user: int, key: str = "") -> Table:
        return await self.tables.deadlines.more_time(table, person(user), key=key or self.key())

    async def computer(self, table: int, level: str = "easy", by: int = 1, key: str = "") -> Table:
        """A computer takes the next seat of a lobby."""
        computers = self.tables.computers
        return await computers.add_computer(table, person(by), level, naming, key=key or self.key())

    async def stand_in(self, table: int, seat: int, level: str = "easy", by: int = 1, key: str = "") -> Table:
        """A computer takes the seat of somebody who left a game."""
        computers, key = self.tables.computers, key or self.key()
        return await computers.stand_in(table, person(by), Seat(seat), level, naming, key=key)

    # What they find.

    async def table(self, table: int = 1) -> Table:
        return await self.tables.queries.table(table)

    async def now(self, table: int = 1) -> Moment:
        """The present moment."""
        return await self.tables.queries.now_at(table)

    async def at(self, table: int, version: int) -> Moment:
        """A moment of the past."""
        return await self.tables.queries.moment(table, version)

    async def riddles(self, table: int = 1) -> tuple[Riddle, ...]:
        return await self.tables.computers.riddles(table)

    async def transcript(self, table: int = 1) -> bytes:
        return await self.tables.queries.transcript(table)

    async def act(self, moment: Moment, seat: Seat, move: Move, key: str = "") -> Acted:
        """A move by whoever sits in a seat, on a button of this moment."""
        user = moment.table.sitters[seat].user
        assert user is not None
        key = key or self.key()
        return await self.tables.play.act(moment.table.id, user, move, turn=moment.turn, key=key)

    async def choose(self, moment: Moment, *seats: int, key: str = "") -> Moment:
        """The moment after these seats have chosen their lowest cards."""
        for seat in seats:
            move = Choose(hand(moment, seat)[0])
            moment = (await self.act(moment, Seat(seat), move, key)).moment
        return moment

    async def pebbles(self, *moves: Move, people: int = 2, **options: Any) -> Moment:
        """A game of pebbles after these moves, each by whoever's turn it is."""
        moment = await self.game(people, PebblesOptions(**options), game="pebbles")
        return await self.made(moment.table.id, *moves)

    async def made(self, table: int, *moves: Move) -> Moment:
        """The moment after these moves of pebbles, each by whoever's turn it is."""
        moment = await self.now(table)
        for move in moves:
            moment = (await self.act(moment, stones(moment).active, move)).moment
        return moment

    async def step(self, moment: Moment) -> Moment:
        """The moment after the first legal move of somebody who owes one; a computer comes first."""
        game, riddles = registry.game(moment.table.game), await self.tables.computers.riddles(moment.table.id)
        if riddles:
            move = game.decode_move(riddles[0].legal[0])
            table, seat, turn = moment.table.id, riddles[0].seat, riddles[0].turn
            return (await self.tables.computers.play_for(table, seat, move, turn=turn)).moment
        seat = next(iter(game.decisions(moment.state)))
        return (await self.act(moment, seat, next(iter(game.legal(moment.state, seat))))).moment

    async def play_on(self, moment: Moment, moves: int, rng: random.Random) -> Moment:
        """The moment after so many random moves, fewer if the game ends."""
        for _ in range(moves):
            if moment.table.status is not Status.PLAYING:
                break
            moment = (await self.act(moment, *random_move(moment, rng))).moment
        return moment

    async def play_out(self, moment: Moment, rng: random.Random) -> Moment:
        """The last moment of the game, played at random."""
        return await self.play_on(moment, 10_000, rng)

    async def notices(self, table: int) -> list[tuple[str, int | None, int]]:
        """What is pending: kind, seat and version."""
        return [(note.kind.value, note.seat, note.version) for note in await self.pending(table)]

    async def deliver(self, table: int) -> list[Notice]:
        """Plays the dispatcher: delivers everything that is pending."""
        notices = await self.pending(table)
        for notice in notices:
            await self.tables.outbox.delivered(notice)
        return list(notices)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Fails if the database is another after this block."""
        before = self.dump()
        yield
        assert self.dump() == before

    async def pending(self, table: int) -> tuple[Notice, ...]:
        """What is to be told at a table, in order."""
        return await self.store.read(lambda tx: tx.notices.open(table))

    def dump(self) -> list[str]:
        """The whole database, to see that nothing was changed."""
        with closing(sqlite3.connect(self.path)) as connection:
            return list(_lines(connection))


@asynccontextmanager
async def old_world(folder: Path, number: int, *changes: str) -> AsyncIterator[World]:
    """The bot of today on the database of a schema."""
    path = restored(folder / "old.db", number)
    with closing(sqlite3.connect(path)) as connection, connection:
        for change in changes:
            connection.execute(change)
    world = await World(path).open()
    world.keys = (f"new {number}" for number in count())
    yield world
    await world.store.close()


def results_by_ranking(moment: Moment) -> tuple[ResultRow, ...]:
    """The rows, seat by seat; none while the game goes on."""
    rules, table = registry.game(moment.table.game), moment.table
    outcome = rules.outcome(moment.state)
    if outcome is None:
        return ()
    return tuple(
        ResultRow(
            table=table.id,
            seat=sitter.seat,
            game=table.game,
            guild=table.guild,
            place=outcome.places[sitter.seat],
            points=outcome.scores[sitter.seat],
            lowest_wins=outcome.lowest_wins,
            setup=rules.setup_key(moment.state),
            at=table.updated,
        )
        for sitter in table.sitters
    )


def random_move(moment: Moment, rng: random.Random) -> tuple[Seat, Move]:
    """A seat that owes something, and something it may do."""
    game = registry.game(moment.table.game)
    seat = rng.choice(list(game.decisions(moment.state)))
    return seat, rng.choice(list(game.legal(moment.state, seat)))


def _lines(connection: sqlite3.Connection) -> Iterator[str]:
    yield from connection.iterdump()
