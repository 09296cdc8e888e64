"""What falls due: untouched lobbies, the heartbeat, and what is only kept for a while."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import datetime, timedelta
from unittest.mock import AsyncMock, Mock

import pytest
from table_world import SHORT, World
from units import reading

from bot.store.errors import DamagedRowError, StoreError
from bot.tables.clock import BEAT, Clock
from bot.tables.model import Status
from bot.tables.policy import AGAIN, HEARTBEAT, KEPT, LOBBY_OPEN, RETRY


class Loop(Clock):
    """A clock whose loop wakes when the test says so."""

    def __init__(self, world: World) -> None:
        super().__init__(world.store, world.tables, now=lambda: world.time, wait=self.wait)
        self.reasons: list[str] = []
        self.asleep = asyncio.Event()

    async def wait(self, awaitable: Awaitable[None], *, reason: str) -> None:
        """Waits like the app does, and notes for what."""
        self.reasons.append(reason)
        self.asleep.set()
        await awaitable
        self.asleep.clear()

    async def woken(self, kick: Callable[[], object] | None = None) -> None:
        """Until it sleeps again after a kick."""
        self.asleep.clear()
        (kick or self.kick)()
        await self.asleep.wait()


@pytest.fixture
async def clock(world: World) -> AsyncGenerator[Loop]:
    clock = Loop(world)
    yield clock
    await clock.close()


async def heartbeat(world: World) -> datetime:
    return datetime.fromisoformat(await world.store.read(lambda tx: tx.meta.get(BEAT)))


async def test_an_untouched_lobby_closes_and_frees_its_channel(world: World, clock: Clock) -> None:
    """Every touch gives it its full time again."""
    await world.lobby(1)
    world.time += LOBBY_OPEN - timedelta(hours=1)
    await world.join(1, 2)
    await world.deliver()
    world.later(hours=2)
    assert await clock.run_due() == (LOBBY_OPEN - timedelta(hours=2)).total_seconds()
    world.time += LOBBY_OPEN - timedelta(hours=2, seconds=1)
    await clock.run_due()
    assert (await world.table()).status is Status.LOBBY
    world.later(seconds=1)
    await clock.run_due()
    assert (await world.table()).status is Status.ABANDONED
    assert await world.notices() == [("lobby", None, 0)]
    assert (await world.lobby(1)).id != 1


async def test_neither_games_under_way_nor_nothing_at_all_fall_due(world: World, clock: Clock) -> None:
    assert await clock.run_due() is None
    await world.game()
    for _ in range(3):
        world.later(days=40)
        await clock.run_due()
    assert (await world.table()).status is Status.PLAYING


async def test_the_heartbeat_is_noted_at_once_and_once_after_a_year(world: World, clock: Clock) -> None:
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


async def test_the_loop_sleeps_in_the_seam_until_it_is_kicked(world: World, clock: Loop) -> None:
    await clock.start()
    await clock.asleep.wait()
    assert clock.reasons == ["timers"]
    await world.lobby(1)
    world.time += LOBBY_OPEN
    await clock.woken(world.tables.signals.on_timers)
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
    world: World, clock: Loop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await clock.start()
    await clock.asleep.wait()
    monkeypatch.setattr(clock, "run_due", AsyncMock(side_effect=StoreError("no room left on the disk")))
    await clock.woken()
    assert "no room left" in caplog.text
    monkeypatch.undo()
    world.time += HEARTBEAT + RETRY
    await clock.woken()
    assert await heartbeat(world) == world.time


async def test_a_clock_that_is_far_back_beats_on_and_makes_the_loop_sleep_no_longer_than_usual(
    world: World, clock: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeouts: list[float] = []
    timeout = asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: timeouts.append(seconds) or timeout(None))
    await clock.start()
    await clock.asleep.wait()
    world.later(days=-1)
    await clock.woken()
    assert timeouts
    assert max(timeouts) <= HEARTBEAT.total_seconds()
    assert await heartbeat(world) == world.time
    world.time += HEARTBEAT
    await clock.run_due()
    assert await heartbeat(world) == world.time
