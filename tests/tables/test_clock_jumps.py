"""A machine's clock that jumps, is put back, or is corrected: people notice nothing of it."""

from collections.abc import AsyncGenerator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from table_world import HOUR, NOON, Calls, World

from bot.tables.clock import TOLERANCE, Keeping, Steady
from bot.tables.model import NoticeKind, Status
from bot.tables.policy import ABANDONED_DAYS, DOUBTED, LOBBY_OPEN

Note = tuple[float, NoticeKind, int, int]
MONTH = timedelta(days=30)
JUMPS = [MONTH, -MONTH, timedelta(hours=5), timedelta(minutes=-90), timedelta(days=36500)]
both_ways = pytest.mark.parametrize("by", JUMPS, ids=str)

pytestmark = pytest.mark.usefixtures("fitting_hands")


class Machine(World):
    """A world on a machine whose clock can jump: `time` is what the bot goes by."""

    def __init__(self, file: Path) -> None:
        self.wall, self.ticks = NOON, timedelta(0)
        self.steady = Steady(lambda: self.wall, lambda: self.ticks)
        super().__init__(file)

    @property
    def time(self) -> datetime:  # type: ignore[override]
        """What the bot takes for the present time."""
        return self.steady.now()

    @time.setter
    def time(self, wanted: datetime) -> None:
        passed = wanted - self.time
        self.wall, self.ticks = self.wall + passed, self.ticks + passed

    async def tick(self) -> None:
        """The same, with the hours that have really passed."""
        known = len(self.notes)
        await super().tick()
        self.notes[known:] = [(self.ticks / HOUR, *note[1:]) for note in self.notes[known:]]

    async def reboot(self, by: timedelta) -> None:
        """Another bot starts on the machine, whose clock went on by so much while it was off."""
        self.wall, self.ticks = self.wall + by, timedelta(0)
        self.steady = Steady(lambda: self.wall, lambda: self.ticks)
        await self.restart()
        await self.beat()

    async def until_deadline(self, table: int = 1) -> list[timedelta]:
        """From the machine's time to the deadlines of a table."""
        return [duty.deadline - self.wall for duty in await self.duties(table)]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[Machine]:
    """A machine whose clock has not jumped yet."""
    world = await Machine(tmp_path / "world.db").open()
    yield world
    await world.store.close()


async def evening(world: Machine, jumps: Mapping[int, timedelta]) -> list[Note]:
    """Who is told what at two tables, one of them with deadlines, and with a vacation; before these hours the
    clock jumps."""
    slow = await world.begun(3, channel=1)
    quick = await world.begun(3, channel=2, deadline=24)
    await world.vacation(2, 30)
    await world.all_but(0, slow)
    await world.all_but(0, quick)
    for hour in range(60):
        world.wall += jumps.get(hour, timedelta(0))
        await world.pass_time(1)
    await world.store.close()
    return world.notes


async def test_a_jump_there_and_back_changes_nothing_that_is_told(tmp_path: Path) -> None:
    jumps = [{5: by} for by in JUMPS] + [{5: MONTH, 7: -MONTH}, {11: -MONTH, 50: MONTH}]
    told = [
        await evening(await Machine(tmp_path / f"{number}.db").open(), each)
        for number, each in enumerate([{}, *jumps])
    ]
    assert {kind for _, kind, *_ in told[0]} >= {NoticeKind.REMINDER, NoticeKind.WARNING}
    assert told[1:] == [told[0]] * len(jumps)


@both_ways
@pytest.mark.parametrize("noticed", [True, False])
async def test_what_is_to_come_keeps_its_distance(world: Machine, by: timedelta, noticed: bool) -> None:
    """Discord shows times by the true clock: a deadline that is four hours away is so after the jump, whether
    a game begins before the clock looks or after."""
    if noticed:
        await world.begun(deadline=4)
    world.wall += by
    if not noticed:
        await world.begun(deadline=4)
        world.wall += TOLERANCE
    await world.tick()
    assert await world.until_deadline() == [4 * HOUR] * 3
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
    assert await world.until_deadline(moment.table.id) == [23 * HOUR] * 3
    world.time += LOBBY_OPEN - 7 * HOUR
    await world.tick()
    assert (await world.table(lobby.id)).status is Status.LOBBY
    world.wall -= by
    world.time += HOUR
    await world.tick()
    assert (await world.table(lobby.id)).status is Status.ABANDONED


@pytest.mark.parametrize(
    "calls", [(("later", 25),), (("beat",), ("reboot", MONTH))], ids=["slept", "was off for long"]
)
async def test_on_a_machine_that_did_nothing_time_has_passed(world: Machine, calls: Calls) -> None:
    """While it sleeps the time since its start goes on, like the clock on the wall."""
    await world.begun(deadline=24)
    await world.carry_out(calls)
    await world.tick()
    assert (await world.now()).version > 0


@pytest.mark.parametrize("step", [timedelta(seconds=30), timedelta(seconds=-30)])
async def test_small_corrections_are_followed_and_move_nothing(world: Machine, step: timedelta) -> None:
    await world.begun(deadline=24)
    for _ in range(10):
        world.wall += step
        await world.pass_time(1)
        assert world.time == world.wall
    assert await world.until_deadline() == [NOON + 24 * HOUR - world.wall] * 3


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
async def test_a_clock_before_the_last_heartbeat_is_put_right(world: Machine, back: timedelta) -> None:
    await world.begun(deadline=24)
    await world.beat()
    await world.reboot(-back)
    assert await world.until_deadline() == [24 * HOUR] * 3
    world.wall += back
    await world.tick()
    assert await world.until_deadline() == [24 * HOUR] * 3
    assert world.notes == []


async def test_nothing_is_deleted_by_a_clock_that_may_still_be_put_back(world: Machine) -> None:
    await world.lobby(2)
    await world.end()
    world.keeping = Keeping(abandoned=ABANDONED_DAYS)
    world.wall += timedelta(days=ABANDONED_DAYS + 1)
    await world.pass_time(1)
    await world.beat()
    assert await world.table()
    world.time += DOUBTED
    await world.beat()
    await world.refuses("no_table", world.table())
