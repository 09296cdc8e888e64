"""The table services on a real file, with people who act, and time that passes."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime, timedelta
from inspect import signature
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Options, Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.store import Place, open_store
from bot.tables.clock import Clock, Keeping, Steady
from bot.tables.computers import riddle_of
from bot.tables.model import Acted, Moment, Notice, NoticeKind, Person, Riddle, Status, Table, Vote
from bot.tables.move_runner import Run
from bot.tables.services import build_tables
from bot.tables.turn_clock import Duty
from tests.games.samples import by_chance, sample_of
from tests.pebbles.game import PebblesOptions, PebblesState
from tests.store.damages import restored
from tests.units import new_database

CHANNEL = 500
SHORT = NimmtOptions(format="rounds", rounds=1)
HOUR = timedelta(hours=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def person(who: int | Person) -> Person:
    """The person of this number: the host is 1."""
    return Person(who, f"Person {who}", "en") if isinstance(who, int) else who


def nimmt(moment: Moment) -> NimmtState:
    assert isinstance(moment.state, NimmtState)
    return moment.state


def hand(moment: Moment, seat: int = 0) -> tuple[int, ...]:
    return nimmt(moment).hands[seat]


def stones(moment: Moment) -> PebblesState:
    assert isinstance(moment.state, PebblesState)
    return moment.state


Calls = tuple[tuple[Any, ...], ...]
USUAL = {"moderator": False, "level": "easy", "naming": "{} {}".format}


async def wait(awaitable: Awaitable[None], *, reason: str) -> None:
    """The seam for waiting of a clock."""
    await awaitable


class World:
    """The services, their store, the time that passes, and who is told what when."""

    steady: Steady | None = None

    def __init__(self, file: Path, place: Place | None = None) -> None:
        """`place` is a database of another engine, which is used instead of the file."""
        self.file = file
        self.place = place or file
        self.keeping = Keeping()
        self.time = NOON
        self.keys = (f"key {number}" for number in count())
        self.told: list[int] = []
        """Tables at which something is to be told."""
        self.kicked: list[int] = []
        """Tables at which computers are to think."""
        self.notes: list[tuple[float, NoticeKind, int, int]] = []
        """Hours since noon, kind, table and seat of what people were sent; another time is only shown."""

    async def open(self) -> World:
        """Opens the store, a new one where there is none, and a new service on it."""
        if self.place == self.file and not self.file.exists():
            new_database(self.file)
        self.store = await open_store(self.place, synchronous="normal")
        self.tables = build_tables(self.store, now=lambda: self.time)
        self.tables.signals.on_notices = self.told.append
        self.tables.signals.on_thinking = self.kicked.append
        return self

    async def restart(self) -> None:
        """Another service on the same file, as after a restart of the bot."""
        await self.store.close()
        await self.open()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """What a service offers, by its name: people go by their numbers, and each call is an interaction of
        its own. Unless a test says so it is at the first table, by the host, and not as a moderator."""
        services = [
            each for key, each in vars(self.tables).items() if key != "signals" and hasattr(each, name)
        ]
        if len(services) != 1:
            raise AttributeError(f"{name} is offered by {len(services)} services")
        method = getattr(services[0], name)
        parameters = {key: each for key, each in signature(method).parameters.items() if key != "tx"}
        usual = dict.fromkeys(("table", "standing", "lobby", "person"), 1) | USUAL

        def call(*values: Any, **named: Any) -> Any:
            given = dict(zip(parameters, values, strict=False)) | named
            if "key" in parameters and "key" not in given:
                given["key"] = self.key()
            given |= {key: usual[key] for key in parameters if key in usual and key not in given}
            given |= {key: person(given[key]) for key in ("person", "guest", "host") if key in given}
            places = [key for key, each in parameters.items() if each.kind is each.POSITIONAL_OR_KEYWORD]
            in_place = [given.pop(key) for key in places if key in given]
            return method(*in_place, **given)

        return call

    def key(self) -> str:
        return next(self.keys)

    # Tables.

    async def opened(
        self,
        options: Options | None = None,
        *,
        host: int | Person = 1,
        game: str = "six_nimmt",
        key: str = "",
        **more: Any,
    ) -> Table:
        """A lobby in which its host sits alone."""
        usual = SHORT if game == "six_nimmt" else registry.game(game).options_type()
        more = {"guild": 7, "channel": CHANNEL, "locale": "en", "key": key or self.key(), **more}
        return await self.tables.lobby.open(game, options or usual, person(host), **more)

    async def lobby(
        self,
        people: int | Sequence[int | Person] = 3,
        options: Options | None = None,
        *,
        computers: int = 0,
        deadline: int = 0,
        hold: int = 0,
        grace: int = 0,
        **more: Any,
    ) -> Table:
        """A lobby with these or so many people, and computers; empty seats are held for so many hours, what
        is chosen last for so many seconds."""
        host, *others = range(1, people + 1) if isinstance(people, int) else people
        table = await self.opened(options, host=host, **more)
        for other in others:
            table = await self.join(table.id, other)
        for _ in range(computers):
            table = await self.add_computer(table.id)
        settings = structs.replace(table.settings, hold=hold, grace=grace)
        table = await self.arrange(table.id, host, settings)
        return await self.set_deadline(table.id, host, deadline) if deadline else table

    async def game(self, people: int | Sequence[int | Person] = 3, *options: Any, **more: Any) -> Moment:
        """A game that was just started, in such a lobby."""
        host = 1 if isinstance(people, int) else people[0]
        return await self.start((await self.lobby(people, *options, **more)).id, host)

    async def start(self, table: int = 1, user: int | Person = 1, key: str = "") -> Moment:
        return (await self.tables.play.start(table, person(user), key=key or self.key())).moment

    async def begun(self, people: int = 3, **more: Any) -> Moment:
        """A game in which everybody has to choose a card, and nobody sleeps."""
        moment = await self.game(people, **more)
        for number in range(1, people + 1):
            await self.wish(number, quiet=(0, 0))
        await self.deliver(moment.table.id)
        return moment

    async def waiting(self, seat: int, deadline: int = 0) -> Moment:
        """A game of three in which this seat alone owes a decision."""
        return await self.all_but(seat, await self.begun(deadline=deadline))

    async def pebbles(self, *moves: Move, people: int = 2, **options: Any) -> Moment:
        """A game of pebbles after these moves, each by whoever's turn it is."""
        moment = await self.game(people, PebblesOptions(**options), game="pebbles")
        return await self.made(moment.table.id, *moves)

    async def removed(self, user: int, by: int = 1, table: int = 1) -> Vote:
        """A moderator removes somebody at once."""
        return await self.kick(table, by, user, moderator=True)

    # Moves.

    async def press(
        self, table: int, user: int, move: Move, *, turn: int, key: str = "", by_message: bool = False
    ) -> Acted:
        """A move on a button of this turn."""
        pressed = key or self.key()
        return await self.tables.play.act(table, user, move, turn=turn, key=pressed, by_message=by_message)

    async def act(self, moment: Moment, seat: int, move: Move, key: str = "") -> Acted:
        """A move by whoever sits in a seat, on a button of this moment."""
        user = moment.table.sitters[seat].user
        assert user is not None
        return await self.press(moment.table.id, user, move, turn=moment.turn, key=key)

    async def choose(self, moment: Moment, *seats: int, key: str = "") -> Moment:
        """The moment after these seats have chosen their lowest cards."""
        for seat in seats:
            moment = (await self.act(moment, seat, Choose(hand(moment, seat)[0]), key)).moment
        return moment

    async def all_but(self, seat: int, moment: Moment) -> Moment:
        """Everybody else chooses a card."""
        others = [other for other in range(len(moment.table.sitters)) if other != seat]
        return await self.choose(moment, *others)

    async def made(self, table: int, *moves: Move) -> Moment:
        """The moment after these moves of pebbles, each by whoever's turn it is."""
        moment = await self.now(table)
        for move in moves:
            moment = (await self.act(moment, stones(moment).active, move)).moment
        return moment

    async def undo(self, table: int = 1, user: int = 1) -> Moment:
        return (await self.tables.undo.undo(table, user, key=self.key())).moment

    async def step(self, moment: Moment) -> Moment:
        """The moment after the first legal move of somebody who owes one; a computer comes first."""
        game, table = registry.game(moment.table.game), moment.table.id
        for riddle in await self.riddles(table):
            move = game.decode_move(riddle.legal[0])
            return (await self.play_for(table, riddle.seat, move, turn=riddle.turn)).moment
        seat = next(iter(game.decisions(moment.state)))
        return (await self.act(moment, seat, next(iter(game.legal(moment.state, seat))))).moment

    async def stepped_out(self, table: int = 1) -> Moment:
        """The last moment of a game whose people and computers make the first legal move."""
        moment = await self.now(table)
        while moment.table.status is Status.PLAYING:
            moment = await self.step(moment)
        return moment

    async def next_trick(self) -> Moment:
        """The first moment of the next trick of 6 nimmt!, after such moves."""
        moment = await self.now()
        trick = nimmt(moment).trick
        while moment.table.status is Status.PLAYING and nimmt(moment).trick == trick:
            moment = await self.step(moment)
        return moment

    async def play_on(self, moment: Moment, moves: int, rng: random.Random) -> Moment:
        """The moment after so many random moves, fewer if the game ends; no grace is waited for."""
        for _ in range(moves):
            if moment.table.status is not Status.PLAYING:
                break
            moment = (await self.act(moment, *random_move(moment, rng))).moment
            if moment.table.reveal is not None:
                self.time = moment.table.reveal
                await self.tables.play.reveal(moment.table.id)
                moment = await self.now(moment.table.id)
        return moment

    async def carry_out(self, calls: Calls) -> None:
        """What people do, and time that passes: methods of this world with their values."""
        for call, *values in calls:
            done = getattr(self, call)(*values)
            if done is not None:
                await done

    async def play_out(self, moment: Moment, seed: int) -> Moment:
        """The last moment of the game, played at random."""
        return await self.play_on(moment, 10_000, random.Random(seed))

    # What is found.

    async def now(self, table: int = 1) -> Moment:
        return await self.tables.queries.now_at(table)

    async def at(self, table: int, version: int) -> Moment:
        """A moment of the past."""
        return await self.tables.queries.moment(table, version)

    async def seat_of(self, user: int) -> Seat | None:
        return (await self.table()).seat_of(user)

    async def results(self, table: int = 1) -> list[tuple[int, int]]:
        """The places and points that are kept, seat by seat."""
        return [(row.place, row.points) for row in await self.tables.results.at(table)]

    async def pending(self, table: int) -> tuple[Notice, ...]:
        return await self.store.read(lambda tx: tx.notices.open(table))

    async def notices(self, table: int = 1) -> list[tuple[str, int | None, int]]:
        """What is pending: kind, seat and version."""
        return [(note.kind.value, note.seat, note.version) for note in await self.pending(table)]

    async def deliver(self, table: int = 1) -> list[Notice]:
        """Plays the dispatcher: delivers everything that is pending."""
        notices = await self.pending(table)
        for notice in notices:
            await self.delivered(notice)
        return list(notices)

    async def duties(self, table: int = 1) -> list[Duty | None]:
        return [seat.pace.duty for seat in await self.store.read(lambda tx: tx.seats.at(table))]

    async def deadlines(self, table: int = 1) -> list[float | None]:
        """Hours from noon to the deadline of each seat."""
        return [duty and duty.deadline and (duty.deadline - NOON) / HOUR for duty in await self.duties(table)]

    def dump(self) -> list[str]:
        """The whole database, to see that nothing was changed."""
        with closing(sqlite3.connect(self.file)) as connection:
            return list(connection.iterdump())

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Fails if the database is another after this block."""
        before = self.dump()
        yield
        assert self.dump() == before

    async def refuses(self, code: str, *calls: Awaitable[object], **data: object) -> None:
        """Fails unless each call is refused for this reason, with this data if any is given, and changes
        nothing."""
        for call in calls:
            with self.unchanged(), pytest.raises(Refusal) as refusal:
                await call
            assert refusal.value.code == code
            assert not data or refusal.value.data == data

    # Time.

    @property
    def clock(self) -> Clock:
        """A clock on the store as it is now."""
        seams = {"now": lambda: self.time, "wait": wait, "steady": self.steady, "keeping": self.keeping}
        return Clock(self.store, self.tables, **seams)

    def later(self, hours: float = 0, **more: float) -> None:
        self.time += timedelta(hours=hours, **more)

    async def beat(self) -> None:
        """A heartbeat, as at the start of the bot."""
        clock = self.clock
        await clock.start()
        await clock.close()

    async def tick(self) -> None:
        """What is due is done, and its notices are delivered."""
        await self.clock.run_due()
        for table in await self.with_notices():
            for notice in await self.deliver(table):
                if notice.seat is not None and notice.kind is not NoticeKind.TIMED:
                    self.notes.append(((self.time - NOON) / HOUR, notice.kind, table, notice.seat))

    async def pass_time(self, hours: float, step: float = 1) -> None:
        """Lets the hours pass, and looks after each step."""
        for _ in range(round(hours / step)):
            self.later(hours=step)
            await self.tick()

    def all_of(self, kind: NoticeKind) -> list[tuple[float, int, int]]:
        """Hours since noon, table and seat of all notices of a kind."""
        return [(hours, table, seat) for hours, told, table, seat in self.notes if told is kind]

    @property
    def reminded(self) -> list[tuple[float, int, int]]:
        """The reminders: hours since noon, table and seat."""
        return self.all_of(NoticeKind.REMINDER)

    def told_at(self, kind: NoticeKind, seat: int = 1) -> list[float]:
        """At which hours since noon a seat was told of this."""
        return [hours for hours, _, each in self.all_of(kind) if each == seat]

    async def vacation(self, user: int, hours: float) -> None:
        await self.go_away(user, self.time + timedelta(hours=hours))

    async def wish(self, user: int, **wished: Any) -> None:
        await self.tables.preferences.change(user, lambda wishes: structs.replace(wishes, **wished))


@asynccontextmanager
async def old_world(folder: Path, number: int, *changes: str) -> AsyncIterator[World]:
    """The bot of today on the database of a schema."""
    file = restored(folder / "old.db", number)
    with closing(sqlite3.connect(file)) as connection, connection:
        for change in changes:
            connection.execute(change)
    world = await World(file).open()
    world.keys = (f"new {number}" for number in count())
    yield world
    await world.store.close()


def ranking(moment: Moment) -> list[tuple[int, int]]:
    """Places and points, seat by seat; none while the game goes on."""
    outcome = registry.game(moment.table.game).outcome(moment.state)
    return list(zip(outcome.places, outcome.scores, strict=True)) if outcome else []


def random_move(moment: Moment, rng: random.Random) -> tuple[Seat, Move]:
    """A seat that owes something, and something it may do."""
    sample = sample_of(moment.table.game)
    seat = rng.choice(list(sample.game.decisions(moment.state)))
    return seat, by_chance(sample, moment.state, seat, rng)


def riddle_at(state: NimmtState, seat: Seat, level: str = "hard") -> Riddle:
    """What a computer would have to decide in 6 nimmt!"""
    run = Run(GAME, Chance(bytes(32)), state, version=0, shift=0, absent=frozenset(), now=NOON)
    return riddle_of(run, seat, level)
