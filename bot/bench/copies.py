"""Many tables under way, copied from one: what a bot finds at its start, and what falls due at once."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from msgspec import structs

from bot.bench.discord_server import DiscordServer
from bot.bench.rules import seats_of
from bot.games import registry
from bot.games.registry import AnyGame
from bot.languages import fallback
from bot.store import Place, Store, Synchronous, open_store
from bot.store.records import NoticeState, PersonRow, Post, SeatRow, TableRow, TableSettings, Timer
from bot.store.repositories import Repositories
from bot.store.shards import Shards
from bot.tables.model import Acted, Person
from bot.tables.services import Tables, build_tables
from bot.tables.settings import PersonSettings, encode
from bot.tables.timers import DECISIONS
from bot.tables.turn_clock import with_duty

IN_TURN = registry.game("thurn_and_taxis")
"""A game in which one person at a time owes a decision: one reminder a table."""
LATE = timedelta(minutes=1)
AWAKE = encode(PersonSettings(quiet=(0, 0)))


@asynccontextmanager
async def opened(
    path: Place, synchronous: Synchronous = "full", shards: Shards | None = None
) -> AsyncGenerator[tuple[Store, Tables]]:
    """The store at this path and the services on it, while no bot runs there, or beside one of several
    processes with these shards."""
    store = await open_store(path, synchronous=synchronous, shards=shards)
    try:
        yield store, build_tables(store, now=lambda: datetime.now(UTC))
    finally:
        await store.close()


async def begun(
    service: Tables, game: AnyGame, users: Sequence[int], *, guild: int, channel: int, grace: int = 0
) -> Acted:
    """A table in a channel that has just started, these people in its seats, the usual options; what is
    chosen last counts after so many seconds."""
    first, *others = (Person(user, f"Player {user}") for user in users)
    table = await service.lobby.open(
        game.info.key,
        game.options_type(),
        first,
        guild=guild,
        channel=channel,
        locale=fallback(),
        key=f"open {channel}",
    )
    settings = TableSettings(grace=grace)
    await service.lobby.arrange(table.id, first, settings, key=f"arrange {channel}")
    for person in others:
        await service.lobby.join(table.id, person, key=f"join {channel} {person.id}")
    return await service.play.start(table.id, first, key=f"start {channel}")


async def original(store: Store, service: Tables, game: AnyGame = IN_TURN) -> int:
    """A table that has just started, in no channel that there is, with nothing left to be sent."""
    acted = await begun(service, game, range(1, seats_of(game) + 1), guild=1, channel=1)
    table = acted.moment.table.id
    await store.change(lambda tx: say_nothing(tx, table))
    return table


async def say_nothing(tx: Repositories, table: int) -> None:
    """Nothing is left to be sent of a table."""
    for notice in await tx.notices.open(table):
        await tx.notices.mark(notice.id, NoticeState.DONE, notice.attempts)


async def add_tables(store: Store, table: int, many: int) -> None:
    """So many copies of a table with the same people, each with its board in a channel of its own."""

    async def add(tx: Repositories) -> None:
        for channel in range(2, many + 2):
            copy, seats = await _copy(tx, table, channel)
            await tx.seats.put(copy.id, seats)
            await tx.posts.put(Post(copy.id, "board", None, channel, channel, copy.version))

    await store.change(add)


async def add_due_tables(store: Store, server: DiscordServer, table: int, many: int) -> None:
    """So many copies of a table with people of their own, who never sleep. Whoever owes a decision is to be
    reminded now; a running bot's clock does not know it yet."""

    due = datetime.now(UTC) - LATE
    people = [[server.add_person(f"player{seat}") for seat in range(seats_of(IN_TURN))] for _ in range(many)]

    async def add(tx: Repositories) -> None:
        for users in people:
            copy, seats = await _copy(tx, table, users[0].id)
            taken: list[SeatRow] = []
            for seat, user in zip(seats, users, strict=True):
                await tx.people.put(PersonRow(user.id, user.name, fallback(), settings=AWAKE))
                owed = seat.pace.duty and structs.replace(seat.pace.duty, remind=due)
                taken.append(replace(with_duty(seat, owed), user=user.id, name=user.name))
            await tx.seats.put(copy.id, taken)
            await tx.timers.put(Timer(copy.id, DECISIONS, due))

    await store.change(add)


async def _copy(tx: Repositories, table: int, channel: int) -> tuple[TableRow, list[SeatRow]]:
    """The row and the state of a table once more; the seats that its copy is to have."""
    row, state, seats = await tx.tables.get(table), await tx.tables.state(table), await tx.seats.at(table)
    assert row is not None
    assert state is not None
    copy = await tx.tables.add(replace(row, id=0, channel=channel))
    await tx.tables.put_state(copy.id, row.version, state)
    return copy, list(seats)
