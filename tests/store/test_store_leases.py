"""Several processes at one database: they write to the same tables, and each has a lease on its part."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from bot.bench.postgres_server import Databases
from bot.exits import Refused
from bot.leases import RENEWED, Ownership
from bot.store import Repositories, Server, Store, StoreError, errors, leases, open_store, postgres, session
from bot.store.postgres import SCHEMA, connected
from bot.store.shards import WHOLE, Shards, shards
from bot.store.sql import CHANNEL, NOW, Statement
from bot.tables.timers import Signals
from tests.cut_off import cut_off
from tests.store.test_store_contract import added

HALVES = (Shards(0, 1, 4), Shards(2, 3, 4))


@pytest.fixture
def server(databases: Databases) -> Server:
    return databases.new()


@pytest.fixture
def outside(server: Server) -> Iterator[postgres.Driver]:
    """Another program at the same database."""
    with closing(connected(server)) as connection:
        yield connection


@pytest.fixture
async def stores(server: Server) -> AsyncGenerator[tuple[Store, ...]]:
    """Those of three processes."""
    opened = [await open_store(server, shards=HALVES[0]) for _ in range(3)]
    yield tuple(opened)
    for store in opened:
        await store.close()


@asynccontextmanager
async def asking(server: Server, part: Shards = HALVES[0]) -> AsyncGenerator[leases.Leases]:
    found = leases.Leases(server, part)
    yield found
    await found.close()


# Shards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0-1/4", Shards(0, 1, 4)),
        ("3/4", Shards(3, 3, 4)),
        ("0-3/4", Shards(0, 3, 4)),
        ("1-0/4", None),
        ("0-4/4", None),
        ("0-1", None),
        ("-1/2", None),
        ("٣/4", None),
    ],
)
def test_a_range_of_shards_is_read(text: str, found: Shards | None) -> None:
    assert shards(text) == found
    assert found is None or (shards(str(found)), found.whole) == (found, text == "0-3/4")


async def test_each_server_is_one_parts_in_python_as_in_sql(store: Store) -> None:
    guilds = [None, *(number << 22 for number in (0, 1, 5, 2**38 + 3))]
    for guild in guilds:
        for part in (WHOLE, *HALVES):
            condition = part.where("CAST(? AS BIGINT)" if guild is not None else "CAST(NULL AS BIGINT)")
            values = () if guild is None else (guild,)
            found = await store.read(lambda _: _condition(condition, values))  # noqa: B023 - awaited here
            assert bool(found) == part.has(guild)
        assert sum(part.has(guild) for part in HALVES) == 1


async def _condition(condition: str, values: tuple[Any, ...]) -> Any:
    ((found,),) = await Statement(f"SELECT CASE WHEN {condition} THEN 1 ELSE 0 END", values)
    return found


# Writing -----------------------------------------------------------------------------------------------


async def count_on(tx: Repositories, table: int) -> None:
    """Decides by what it has read."""
    found = await tx.tables.get(table)
    assert found is not None
    await tx.tables.put(replace(found, version=found.version + 1))


async def test_processes_that_change_one_table_lose_nothing(stores: tuple[Store, ...]) -> None:
    row = await added(stores[0])
    changes = [store.change(lambda tx: count_on(tx, row.id), held=row.id) for store in stores * 20]
    await asyncio.gather(*changes)
    for store in stores:
        found = await store.read(lambda tx: tx.tables.get(row.id))
        assert found is not None
        assert found.version == 60


async def test_processes_that_read_everything_lose_nothing(stores: tuple[Store, ...]) -> None:
    """As where a limit holds over all tables, beside changes of single tables."""
    row = await added(stores[0])

    async def one_more(tx: Repositories) -> None:
        ((found,),) = await Statement("SELECT count(*) FROM tables", (), scans=True)
        if found < 10:
            await tx.tables.add(replace(row, id=0, channel=100 + found))

    at_table = [store.change(lambda tx: count_on(tx, row.id), held=row.id) for store in stores * 10]
    await asyncio.gather(*[store.change(one_more) for store in stores * 10], *at_table)

    async def counted(tx: Repositories) -> tuple[int, int]:
        ((found,),) = await Statement("SELECT count(*) FROM tables", (), scans=True)
        first = await tx.tables.get(row.id)
        assert first is not None
        return found, first.version

    assert await stores[1].read(counted) == (10, 30)


async def test_two_that_wait_for_each_other_are_made_one_after_the_other(
    stores: tuple[Store, ...], outside: postgres.Driver
) -> None:
    outside.execute("INSERT INTO meta VALUES ('a', ''), ('b', '')")
    met = threading.Barrier(2, timeout=20)
    tried = [0, 0]

    def work(number: int, first: str, second: str) -> Any:
        async def crossing(tx: Repositories) -> None:
            tried[number] += 1
            await tx.meta.put(first, str(number))
            await tx.meta.get(first)
            if max(tried) == 1:
                met.wait()
            await tx.meta.put(second, str(number))

        return crossing

    await asyncio.gather(
        stores[0].change(work(0, "a", "b"), held=session.NO_TABLE),
        stores[1].change(work(1, "b", "a"), held=session.NO_TABLE),
    )
    assert max(tried) > 1, "one was broken off; it may come first again, and then both were"
    assert len({value for (value,) in outside.execute("SELECT value FROM meta WHERE key IN ('a', 'b')")}) == 1


async def test_what_a_process_holds_that_has_stopped_is_free_soon(
    stores: tuple[Store, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends its transaction; the process learns that nobody knows what became of it."""
    monkeypatch.setattr(postgres, "HELD_SECONDS", 0.0)
    await stores[1]._writing.run(lambda session: session.command("SET lock_timeout = 100"))
    stopped, go_on = threading.Event(), threading.Event()
    row = await added(stores[0])

    async def stopping(tx: Repositories) -> None:
        await tx.tables.get(row.id)
        stopped.set()
        go_on.wait(20)
        await count_on(tx, row.id)

    lost = asyncio.create_task(stores[0].change(stopping, held=row.id))
    await asyncio.to_thread(stopped.wait, 20)
    await stores[1].change(lambda tx: count_on(tx, row.id), held=row.id)
    go_on.set()
    with pytest.raises(errors.LostError):
        await lost
    await stores[0].change(lambda tx: count_on(tx, row.id), held=row.id)
    found = await stores[2].read(lambda tx: tx.tables.get(row.id))
    assert found is not None
    assert found.version == 2


async def test_one_bot_of_one_process_and_one_of_several_refuse_each_other(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(postgres, "PATIENCE_SECONDS", 0.05)
    for first, second in ((None, HALVES[0]), (HALVES[0], None)):
        store = await open_store(server, shards=first)
        with pytest.raises(errors.InUseError):
            await (await open_store(server, shards=second)).close()
        await store.close()


async def test_two_versions_side_by_side_are_refused_if_the_schema_differs(
    server: Server, outside: postgres.Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE_SECONDS", 0.05)
    old = await open_store(server, shards=HALVES[0])
    outside.execute(f"UPDATE {SCHEMA} SET number = number - 1")
    with pytest.raises(errors.InUseError, match="another version"):
        await (await open_store(server, shards=HALVES[1])).close()
    outside.execute(f"UPDATE {SCHEMA} SET number = number + 2")
    with pytest.raises(errors.NewerDatabaseError):
        await (await open_store(server, shards=HALVES[1])).close()
    await old.close()


async def test_the_first_of_several_brings_the_database_up_to_date(databases: Databases) -> None:
    server = databases.new("template0")
    opened = await asyncio.gather(*[open_store(server, shards=part) for part in HALVES])
    for number, store in enumerate(opened, start=1):
        assert await store.change(lambda tx: tx.tables.reserve()) == number
        await store.close()


# Leases ------------------------------------------------------------------------------------------------


def run_out(outside: postgres.Driver) -> None:
    """No process has given a sign of life for long."""
    outside.execute("UPDATE leases SET until = 1")


async def test_a_lease_is_one_processs_until_it_is_given_up_or_runs_out(
    server: Server, outside: postgres.Driver
) -> None:
    async with asking(server) as first, asking(server) as second, asking(server, HALVES[1]) as other:
        lease = await first.take("one")
        assert (await other.take("other")).epoch > lease.epoch
        with pytest.raises(errors.LeaseHeldError, match="served by one"):
            await second.take("two")
        assert await first.renew(lease)
        run_out(outside)
        assert await first.renew(lease), "nobody else has taken it"
        run_out(outside)
        taken = await second.take("two")
        assert taken.epoch > lease.epoch
        assert not await first.renew(lease)
        await first.release(lease)
        with pytest.raises(errors.LeaseHeldError):
            await first.take("one")
        await second.release(taken)
        await first.take("one")


async def test_parts_that_overlap_wait_and_another_number_of_shards_is_refused(
    server: Server, outside: postgres.Driver
) -> None:
    async with asking(server) as first, asking(server, Shards(1, 2, 4)) as over:
        await first.take("one")
        with pytest.raises(errors.LeaseHeldError, match="0-1/4"):
            await over.take("two")
        async with asking(server, Shards(2, 3, 8)) as eight:
            with pytest.raises(StoreError, match="same number of shards") as refused:
                await eight.take("three")
            assert not isinstance(refused.value, errors.LeaseHeldError)
        run_out(outside)
        await over.take("two")


async def test_the_connection_of_leases_is_made_anew(server: Server) -> None:
    async with asking(server) as first:
        lease = await first.take("one")
        cut_off(server)
        with pytest.raises(StoreError):
            await first.renew(lease)
        assert await first.renew(lease)
        assert first.connected == 2


async def test_what_is_written_under_a_lease_that_has_run_out_is_not(
    stores: tuple[Store, ...], server: Server, outside: postgres.Driver
) -> None:
    async def deliver(tx: Repositories) -> None:
        await tx.as_owner()
        await tx.meta.put("delivered", "yes")

    async with asking(server) as one, asking(server) as two:
        stores[0].write_under(await one.take("one"))
        await stores[0].change(deliver, held=session.NO_TABLE)
        outside.execute("DELETE FROM meta")
        run_out(outside)
        for taken_over in (False, True):
            if taken_over:
                stores[1].write_under(await two.take("two"))
            fenced, other = await asyncio.gather(
                stores[0].change(deliver, held=session.NO_TABLE),
                stores[0].change(lambda tx: tx.meta.put("moved", "yes"), held=session.NO_TABLE),
                return_exceptions=True,
            )
            assert isinstance(fenced, errors.FencedError)
            assert other is None
            assert await stores[2].read(lambda tx: tx.meta.get("delivered")) is None
        await stores[1].change(deliver, held=session.NO_TABLE)
        assert await stores[2].read(lambda tx: tx.meta.get("delivered")) == "yes"


async def test_a_lease_that_runs_out_during_a_commit_is_taken_over_after_it(
    stores: tuple[Store, ...], server: Server, outside: postgres.Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "_LIFE", 100_000)
    begun, go_on = threading.Event(), threading.Event()

    async def delivering(tx: Repositories) -> None:
        await tx.as_owner()
        begun.set()
        go_on.wait(20)
        await tx.meta.put("delivered", "yes")

    async with asking(server) as one, asking(server) as two:
        stores[0].write_under(await one.take("one"))
        delivery = asyncio.create_task(stores[0].change(delivering, held=session.NO_TABLE))
        await asyncio.to_thread(begun.wait, 20)
        await asyncio.to_thread(
            outside.execute, f"SELECT pg_sleep((max(until) - {NOW}) / 1e6 + 0.01) FROM leases"
        )
        taking = asyncio.create_task(two.take("two"))
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        while outside.execute(waiting).fetchall() == [(0,)]:
            assert not taking.done(), "it was taken over in the midst of a delivery"
            await asyncio.sleep(0)
        go_on.set()
        await taking
        await delivery
        assert await stores[2].read(lambda tx: tx.meta.get("delivered")) == "yes"
        with pytest.raises(errors.FencedError):
            await stores[0].change(delivering, held=session.NO_TABLE)


# Turns -------------------------------------------------------------------------------------------------


async def test_processes_take_turns_and_nobody_waits_for_one_that_was_not_used(
    stores: tuple[Store, ...], outside: postgres.Driver
) -> None:
    """By the clock of the database: hours are apart what a test has to tell apart."""

    async def turns(what: str, *, hours: float = 0.25) -> list[int]:
        """In how many quarters of an hour the turn of each process begins."""
        found = [
            await store.change(lambda tx: tx.turn_in(what, hours * 3600), held=session.NO_TABLE)
            for store in stores
        ]
        return [round(each / 900) for each in found]

    assert await turns("shards 0") == [0, 1, 2]
    assert await turns("shards 0") == [3, 4, 5]
    assert await turns("shards 1") == [0, 1, 2], "of another way"
    outside.execute(f"UPDATE numbers SET last = {NOW} - 3600000000 WHERE name = 'shards 1'")
    assert await turns("shards 1") == [0, 1, 2], "those of long ago"
    outside.execute(f"UPDATE numbers SET last = {NOW} + 36000000000 WHERE name = 'shards 1'")
    assert await turns("shards 1") == [0, 1, 2], "those of a clock that was wrong"


# A process ---------------------------------------------------------------------------------------------


class Time:
    """Passes only where a test says so."""

    def __init__(self) -> None:
        self.passed = timedelta()

    def __call__(self) -> timedelta:
        return self.passed


class Heard:
    """What a process is told."""

    def __init__(self) -> None:
        self.told = asyncio.Queue[str]()
        self.polls = asyncio.Queue[bool]()

    def woken(self, told: str) -> None:
        self.told.put_nowait(told)

    def poll(self, missed: bool) -> None:
        self.polls.put_nowait(missed)


async def test_a_standby_takes_over_as_soon_as_the_lease_is_given_up(server: Server) -> None:
    first, second = (Ownership(server, HALVES[0]) for _ in range(2))
    await first.take(patience=None)
    assert first.held
    waiting = asyncio.create_task(second.take(patience=None))
    async with asyncio.timeout(20):
        while second._leases.connected == 0:  # noqa: ASYNC110 - it has no event of its own
            await asyncio.sleep(0)
        await first.give_up()
        await waiting
    assert (first.held, second.held) == (False, True)
    await second.give_up()


async def test_without_standby_one_waits_only_for_somebody_who_may_be_dead(server: Server) -> None:
    first, second = (Ownership(server, HALVES[0]) for _ in range(2))
    await first.take(patience=None)
    with pytest.raises(errors.LeaseHeldError):
        await second.take(patience=timedelta())
    await second.give_up()
    assert first.held
    await first.give_up()


async def test_who_was_taken_over_learns_it_and_holds_nothing(
    server: Server, outside: postgres.Driver
) -> None:
    time = Time()
    first, second = Ownership(server, HALVES[0], ticks=time), Ownership(server, HALVES[0])
    await first.take(patience=None)
    run_out(outside)
    await second.take(patience=None)
    assert first.held
    time.passed = timedelta(seconds=26)
    assert not first.held, "it may have run out by now"
    async with asyncio.timeout(20):
        with pytest.raises(Refused, match="taken over"):
            await first.lost()
    assert not first.held
    await first.give_up()
    assert second.held
    await second.renew()
    await second.give_up()


async def test_who_finds_the_database_of_a_newer_version_holds_nothing(
    server: Server, outside: postgres.Driver
) -> None:
    """A restart of the server lets go of it for a moment, and who waits for that is first."""
    owner = Ownership(server, HALVES[0], ticks=(time := Time()))
    await owner.take(patience=None)
    await owner.renew()
    outside.execute(f"UPDATE {SCHEMA} SET number = number + 1")
    time.passed = RENEWED
    async with asyncio.timeout(20):
        with pytest.raises(Refused, match="newer version"):
            await owner.lost()
    assert not owner.held
    await owner.give_up()


async def test_what_another_version_tells_stops_nobody(
    server: Server, outside: postgres.Driver, caplog: pytest.LogCaptureFixture
) -> None:
    heard, owner = list[int](), Ownership(server, HALVES[0])
    await owner.take(patience=None)
    signals = Signals(HALVES[0])
    signals.on_notices = heard.append
    signals.on_panel = lambda _, told: msgspec.json.decode(told, type=dict[str, int])
    owner.keep(signals, lambda _: None)
    broken = ("", "secret", "notices secret 1", "panels 0 1", "panels 0 1 {secret")
    for told in (*broken, "new 0 1 secret", "notices 0 7"):
        outside.execute("SELECT pg_notify($1, $2)", (CHANNEL, told))
    async with asyncio.timeout(30):
        while heard != [7]:  # noqa: ASYNC110 - it has no event of its own
            await asyncio.sleep(0.01)
    assert owner.held
    assert caplog.text.count("is not understood") == len(broken)
    assert "secret" not in caplog.text
    await owner.give_up()


async def test_processes_wake_each_other_and_look_for_what_was_not_heard(server: Server) -> None:
    heard, owner = Heard(), Ownership(server, HALVES[0])
    await owner.take(patience=None)
    owner.keep(heard, heard.poll)  # type: ignore[arg-type]
    async with asyncio.timeout(30):
        assert await heard.polls.get()
        store = await open_store(server, shards=HALVES[1])
        await store.change(lambda tx: tx.wake("notices 0 7"), held=session.NO_TABLE)
        assert await heard.told.get() == "notices 0 7"
        await store.close()
        cut_off(server)
        assert await heard.polls.get()
    assert owner.held
    await owner.give_up()
