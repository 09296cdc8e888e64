"""What falls due: untouched lobbies, the heartbeat, and what is only kept for a while."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest
from table_world import SHORT, World
from units import reading

from bot.store.errors import DamagedRowError, StoreError
from bot.tables.clock import BEAT, Clock
from bot.tables.model import Status
from bot.tables.policy import AGAIN, HEARTBEAT, KEPT, LOBBY_OPEN, RETRY


class Sleep:
    """The seam for waiting: notes for how long, and wakes when the test says so."""

    def __init__(self) -> None:
        self.reasons: list[str] = []
        self.asleep = asyncio.Event()

    async def __call__(self, awaitable: Awaitable[None], *, reason: str) -> None:
        """Waits like the app does."""
        self.reasons.append(reason)
        self.asleep.set()
        await awaitable
        self.asleep.clear()


@pytest.fixture
async def sleep() -> Sleep:
    """The seam of the clock."""
    return Sleep()


@pytest.fixture
async def clock(world: World, sleep: Sleep) -> AsyncGenerator[Clock]:
    """A clock that is not yet running."""
    clock = Clock(world.store, world.tables, now=lambda: world.time, wait=sleep)
    yield clock
    await clock.close()


async def heartbeat(world: World) -> datetime:
    """When the bot last said that it is alive."""
    noted = await world.store.read(lambda tx: tx.meta.get(BEAT))
    assert noted is not None
    return datetime.fromisoformat(noted)


async def test_an_untouched_lobby_closes_and_frees_its_channel(world: World, clock: Clock) -> None:
    await world.lobby(2)
    await world.deliver()
    world.time += LOBBY_OPEN - timedelta(seconds=1)
    await clock.run_due()
    assert (await world.table()).status is Status.LOBBY
    world.later(seconds=1)
    await clock.run_due()
    assert (await world.table()).status is Status.ABANDONED
    assert await world.notices() == [("lobby", None, 0)]
    assert (await world.lobby(1)).id != 1


async def test_every_touch_gives_a_lobby_its_full_time_again(world: World, clock: Clock) -> None:
    await world.lobby(1)
    world.time += LOBBY_OPEN - timedelta(hours=1)
    await world.join(1, 2)
    world.later(hours=2)
    assert await clock.run_due() == (LOBBY_OPEN - timedelta(hours=2)).total_seconds()
    assert (await world.table()).status is Status.LOBBY


async def test_neither_games_under_way_nor_nothing_at_all_fall_due(world: World, clock: Clock) -> None:
    assert await clock.run_due() is None
    await world.game()
    for _ in range(3):
        world.later(days=40)
        await clock.run_due()
    assert (await world.table()).status is Status.PLAYING


async def test_the_heartbeat_is_noted_at_once_and_again_and_once_after_a_year(
    world: World, clock: Clock
) -> None:
    await clock.start()
    for passed in (timedelta(0), HEARTBEAT, timedelta(days=365)):
        world.time += passed
        assert await clock.run_due() == HEARTBEAT.total_seconds()
        assert await heartbeat(world) == world.time


async def test_old_keys_and_told_notices_are_forgotten(world: World, clock: Clock) -> None:
    await world.lobby(2)
    await world.deliver()
    world.time += KEPT + timedelta(seconds=1)
    await world.join(1, 3, key="young")
    await clock.start()
    async with reading(world.store) as tx:
        assert await tx.keys.get("key 0") is None
        assert await tx.keys.get("young") is not None
    notices = [line for line in world.dump() if line.startswith('INSERT INTO "notices"')]
    assert len(notices) == 1
    assert await world.notices() == [("lobby", None, 0)]


async def test_an_offer_lasts_as_long_as_the_lobby_would(world: World, clock: Clock) -> None:
    number = await world.offer("six_nimmt", SHORT)
    world.time += LOBBY_OPEN
    await clock.start()
    assert await world.offered(number) == ("six_nimmt", SHORT)
    world.time += HEARTBEAT
    await clock.run_due()
    await world.refuses("offer_gone", world.offered(number))


async def test_the_loop_sleeps_in_the_seam_until_it_is_kicked(
    world: World, clock: Clock, sleep: Sleep
) -> None:
    await clock.start()
    await sleep.asleep.wait()
    assert sleep.reasons == ["timers"]
    await world.lobby(1)
    world.time += LOBBY_OPEN
    sleep.asleep.clear()
    world.tables.signals.on_timers()
    await sleep.asleep.wait()
    assert (await world.table()).status is Status.ABANDONED


@pytest.mark.logs_errors
@pytest.mark.parametrize("error", [ZeroDivisionError(), DamagedRowError("a stored row is damaged")])
async def test_what_goes_wrong_at_one_table_does_not_hold_up_the_others(
    world: World,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    broken, other = await world.game(channel=1), await world.lobby(channel=2)
    world.later(days=8)
    with monkeypatch.context() as patched:
        patched.setattr(world.tables.reminders, "ring", Mock(side_effect=error))
        assert await clock.run_due() == AGAIN.total_seconds()
    assert f"timer decisions of table {broken.table.id} is broken" in caplog.text
    assert (await world.table(other.id)).status is Status.ABANDONED
    world.time += AGAIN
    assert await clock.run_due() > AGAIN.total_seconds()


@pytest.mark.logs_errors
async def test_trouble_with_the_database_does_not_end_the_clock(
    world: World,
    clock: Clock,
    sleep: Sleep,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await clock.start()
    await sleep.asleep.wait()

    async def broken() -> float | None:
        raise StoreError("no room left on the disk")

    monkeypatch.setattr(clock, "run_due", broken)
    sleep.asleep.clear()
    clock.kick()
    await sleep.asleep.wait()
    assert "no room left" in caplog.text
    monkeypatch.undo()
    world.time += HEARTBEAT + RETRY
    sleep.asleep.clear()
    clock.kick()
    await sleep.asleep.wait()
    assert await heartbeat(world) == world.time


async def test_a_clock_that_is_far_back_beats_on_and_makes_the_loop_sleep_no_longer_than_usual(
    world: World, sleep: Sleep, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeouts: list[float | None] = []
    monkeypatch.setattr("bot.tables.clock.asyncio.timeout", lambda seconds: _noted(timeouts, seconds))
    await clock.start()
    await sleep.asleep.wait()
    sleep.asleep.clear()
    world.later(days=-1)
    clock.kick()
    await sleep.asleep.wait()
    assert timeouts
    assert all(seconds is not None and seconds <= HEARTBEAT.total_seconds() for seconds in timeouts)
    assert await heartbeat(world) == world.time
    world.time += HEARTBEAT
    await clock.run_due()
    assert await heartbeat(world) == world.time


def _noted(timeouts: list[float | None], seconds: float | None) -> asyncio.Timeout:
    timeouts.append(seconds)
    return asyncio.Timeout(None)
