"""A machine's clock that jumps, is put back, or is corrected: people notice nothing of it."""

from collections.abc import AsyncGenerator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from fixed_chance import every_secret_is
from table_world import World
from timed_world import HOUR, NOON, Timed, never
from units import reading

from bot.tables.clock import TOLERANCE, Clock, Keeping, Steady
from bot.tables.model import NoticeKind, Status
from bot.tables.policy import ABANDONED_DAYS, DOUBTED, LOBBY_OPEN

Note = tuple[float, NoticeKind, int, int]
MONTH = timedelta(days=30)
JUMPS = [MONTH, -MONTH, timedelta(hours=5), timedelta(minutes=-90), timedelta(days=36500)]
both_ways = pytest.mark.parametrize("by", JUMPS, ids=str)


class Machine(Timed):
    """A world on a machine whose clock can jump: `time` is what the bot goes by."""

    def __init__(self, path: Path) -> None:
        self.wall, self.ticks = NOON, timedelta(0)
        self.steady = Steady(lambda: self.wall, lambda: self.ticks)
        super().__init__(path)

    @property
    def time(self) -> datetime:  # type: ignore[override]
        """What the bot takes for the present time."""
        return self.steady.now()

    @time.setter
    def time(self, wanted: datetime) -> None:
        passed = wanted - self.time
        self.wall, self.ticks = self.wall + passed, self.ticks + passed

    @property
    def clock(self) -> Clock:
        """A clock that follows the machine's."""
        return Clock(self.store, self.tables, now=lambda: self.time, wait=never, steady=self.steady)

    async def look(self) -> None:
        """The same, with the hours that have really passed."""
        known = len(self.notes)
        await super().look()
        self.notes[known:] = [(self.ticks / HOUR, *note[1:]) for note in self.notes[known:]]

    async def reboot(self, by: timedelta) -> None:
        """Another bot starts on the machine, whose clock went on by so much while it was off."""
        self.wall, self.ticks = self.wall + by, timedelta(0)
        self.steady = Steady(lambda: self.wall, lambda: self.ticks)
        await self.restart()
        clock = self.clock
        await clock.start()
        await clock.close()


async def machine(folder: Path) -> Machine:
    """A machine at noon."""
    world = Machine(folder / "world.db")
    world.begin()
    await world.open()
    return world


async def until_deadline(world: Machine, table: int = 1) -> list[timedelta]:
    """From the machine's time to the deadlines of a table."""
    return [duty.deadline - world.wall for duty in await world.duties(table)]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[Machine]:
    """A machine whose clock has not jumped yet."""
    with every_secret_is(bytes([24]) * 32):
        world = await machine(tmp_path)
        yield world
        await world.store.close()


async def evening(world: Machine, jumps: Mapping[int, timedelta]) -> list[Note]:
    """Who is told what at two tables, one of them with deadlines, and with a vacation; before these hours the
    clock jumps."""
    slow = await world.begun(3, channel=1)
    quick = await world.begun(3, channel=2, deadline=24)
    await world.tables.reminders.go_away(2, world.time + timedelta(hours=30))
    await world.all_but(0, slow)
    await world.all_but(0, quick)
    for hour in range(60):
        world.wall += jumps.get(hour, timedelta(0))
        await world.pass_time(1)
    return world.notes


async def test_a_jump_there_and_back_changes_nothing_that_is_told(tmp_path: Path) -> None:
    jumps = [{5: by} for by in JUMPS] + [{5: MONTH, 7: -MONTH}, {11: -MONTH, 50: MONTH}]
    told: list[list[Note]] = []
    with every_secret_is(bytes([24]) * 32):
        for number, each in enumerate([{}, *jumps]):
            (tmp_path / str(number)).mkdir()
            world = await machine(tmp_path / str(number))
            told.append(await evening(world, each))
            await world.store.close()
    assert {kind for _, kind, *_ in told[0]} >= {NoticeKind.REMINDER, NoticeKind.WARNING}
    assert told[1:] == [told[0]] * len(jumps)


@both_ways
@pytest.mark.parametrize("noticed", [True, False])
async def test_what_is_to_come_keeps_its_distance_to_the_machines_clock(
    world: Machine, by: timedelta, noticed: bool
) -> None:
    """Discord shows times by the true clock: a deadline that is four hours away is so after the jump, whether
    a game begins before the clock looks or after."""
    if noticed:
        await world.begun(deadline=4)
    world.wall += by
    if not noticed:
        await world.begun(deadline=4)
        world.wall += TOLERANCE
    await world.look()
    assert await until_deadline(world) == [4 * HOUR] * 3
    assert world.time == world.wall


@both_ways
async def test_pauses_motions_lobbies_and_threads_last_as_long_as_ever(world: Machine, by: timedelta) -> None:
    lobby = await world.lobby(2, channel=9)
    moment = await world.begun(deadline=24)
    await world.pass_time(1)
    await world.pause(moment.table.id, 1)
    world.wall += by
    await world.pass_time(5)
    await world.resume(moment.table.id, 1)
    assert await until_deadline(world, moment.table.id) == [23 * HOUR] * 3
    world.time += LOBBY_OPEN - 7 * HOUR
    await world.look()
    assert (await world.table(lobby.id)).status is Status.LOBBY
    world.wall -= by
    world.time += HOUR
    await world.look()
    assert (await world.table(lobby.id)).status is Status.ABANDONED


async def test_a_machine_that_slept_has_let_time_pass(world: Machine) -> None:
    """The time since its start goes on meanwhile, like the clock on the wall."""
    await world.begun(deadline=4)
    world.time += timedelta(hours=5)
    await world.look()
    assert (await world.now()).version > 0


@pytest.mark.parametrize("step", [timedelta(seconds=30), timedelta(seconds=-30)])
async def test_small_corrections_are_followed_and_move_nothing(world: Machine, step: timedelta) -> None:
    await world.begun(deadline=24)
    for _ in range(10):
        world.wall += step
        await world.pass_time(1)
        assert world.time == world.wall
    assert await until_deadline(world) == [NOON + 24 * HOUR - world.wall] * 3


@pytest.mark.parametrize("start", ["2026-03-29T00:30", "2026-10-25T00:00"])
def test_summer_time_is_no_jump(start: str) -> None:
    zone, since = ZoneInfo("Europe/Berlin"), datetime.fromisoformat(f"{start}+00:00")
    passed = timedelta(0)
    steady = Steady(lambda: (since + passed).astimezone(zone), lambda: passed)
    offsets = set[timedelta | None]()
    for _ in range(12):
        passed += timedelta(minutes=15)
        assert (steady.behind, steady.now()) == (timedelta(0), since + passed)
        offsets.add(steady.now().astimezone(zone).utcoffset())
    assert len(offsets) == 2


# While the bot is off -------------------------------------------------------------------------------


@pytest.mark.parametrize("back", [MONTH, timedelta(hours=3)], ids=str)
async def test_a_clock_before_the_last_heartbeat_is_put_right_with_all_that_is_to_come(
    world: Machine, back: timedelta
) -> None:
    await world.begun(deadline=24)
    clock = world.clock
    await clock.start()
    await clock.close()
    await world.reboot(-back)
    assert await until_deadline(world) == [24 * HOUR] * 3
    world.wall += back
    await world.look()
    assert await until_deadline(world) == [24 * HOUR] * 3
    assert world.notes == []


async def test_a_clock_far_after_the_last_heartbeat_means_a_long_outage(world: Machine) -> None:
    await world.begun(deadline=24)
    clock = world.clock
    await clock.start()
    await clock.close()
    await world.reboot(MONTH)
    await world.look()
    assert (await world.now()).version > 0


# What is deleted ------------------------------------------------------------------------------------


async def test_nothing_is_deleted_by_a_clock_that_may_still_be_put_back(world: Machine) -> None:
    table = await world.lobby(2)
    await world.end(table.id)
    keeping = Keeping(abandoned=ABANDONED_DAYS)
    world.wall += timedelta(days=ABANDONED_DAYS + 1)
    await world.pass_time(1)
    await beat(world, keeping)
    assert await world.table(table.id)
    world.time += DOUBTED
    await beat(world, keeping)
    assert [row for row in await all_tables(world) if row == table.id] == []


async def beat(world: Machine, keeping: Keeping) -> None:
    """A heartbeat."""
    clock = Clock(
        world.store,
        world.tables,
        now=lambda: world.time,
        wait=lambda awaitable, *, reason: awaitable,
        steady=world.steady,
        keeping=keeping,
    )
    await clock.start()
    await clock.close()


async def all_tables(world: World) -> list[int]:
    """The tables that are kept."""
    async with reading(world.store) as tx:
        return [number for number in range(1, 10) if await tx.tables.get(number)]
