"""A machine's clock that jumps, is put back, or is corrected: people notice nothing of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from table_house import House, person
from units import reading
from watched_house import HOUR, NOON, Watched

from bot.games.chance import Chance
from bot.store.records import NoticeKind
from bot.tables.clock import TOLERANCE, Clock, Steady, ticks
from bot.tables.model import Status
from bot.tables.policy import ABANDONED_DAYS, DOUBTED, LOBBY_OPEN
from bot.tables.retention import Keeping
from bot.tables.turn_clock import pace_of

Note = tuple[float, NoticeKind, int, int]
MONTH = timedelta(days=30)
JUMPS = [MONTH, -MONTH, timedelta(hours=5), timedelta(minutes=-90), timedelta(days=36500)]
both_ways = pytest.mark.parametrize("by", JUMPS, ids=str)


class Machine(Watched):
    """A house on a machine whose clock can jump: `time` is what the bot goes by."""

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

        async def never(awaitable: object, *, reason: str) -> None:
            raise AssertionError("the tests look by themselves")

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
    house = Machine(folder / "house.db")
    house.begin()
    await house.start()
    return house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Machine]:
    """A machine whose clock has not jumped yet."""
    with patch.object(Chance, "fresh", lambda: Chance(bytes([24]) * 32)):
        house = await machine(tmp_path)
        yield house
        await house.store.close()


async def evening(house: Machine, jumps: Mapping[int, timedelta]) -> list[Note]:
    """Who is told what at two tables, one of them with deadlines, and with a vacation; before these hours the
    clock jumps."""
    slow = await house.begun(3, channel=1)
    quick = await house.begun(3, channel=2, deadline=24)
    await house.tables.reminders.go_away(2, house.time + timedelta(hours=30))
    await house.all_but(0, slow)
    await house.all_but(0, quick)
    for hour in range(60):
        house.wall += jumps.get(hour, timedelta(0))
        await house.pass_time(1)
    return house.notes


@both_ways
async def test_a_jump_there_and_back_changes_nothing_that_is_told(tmp_path: Path, by: timedelta) -> None:
    cases: dict[str, dict[int, timedelta]] = {
        "even": {},
        "jump": {5: by},
        "back": {5: by, 7: -by},
        "late": {11: by, 50: -by},
    }
    with patch.object(Chance, "fresh", lambda: Chance(bytes([24]) * 32)):
        told: list[list[Note]] = []
        for name, jumps in cases.items():
            (tmp_path / name).mkdir()
            house = await machine(tmp_path / name)
            told.append(await evening(house, jumps))
            await house.store.close()
        assert told[0]
        assert {kind for _, kind, *_ in told[0]} >= {NoticeKind.REMINDER, NoticeKind.WARNING}
        assert told[1:] == [told[0]] * 3


@both_ways
async def test_what_is_to_come_keeps_its_distance_to_the_machines_clock(
    house: Machine, by: timedelta
) -> None:
    """Discord shows times by the true clock: a deadline that is four hours away is so after the jump."""
    moment = await house.begun(deadline=4)
    house.wall += by
    await house.look()
    async with reading(house.store) as tx:
        duties = [pace_of(seat).duty for seat in await tx.seats.at(moment.table.id)]
    assert [duty and duty.deadline and duty.deadline - house.wall for duty in duties] == [4 * HOUR] * 3
    assert [duty and duty.since for duty in duties] == [house.wall] * 3
    assert house.time == house.wall


@both_ways
async def test_pauses_motions_lobbies_and_threads_last_as_long_as_ever(house: Machine, by: timedelta) -> None:
    lobby = await house.lobby(2, channel=9)
    moment = await house.begun(deadline=24)
    await house.pass_time(1)
    await house.tables.pauses.pause(moment.table.id, person(1), key=house.key())
    house.wall += by
    await house.pass_time(5)
    await house.tables.pauses.resume(moment.table.id, person(1), key=house.key())
    async with reading(house.store) as tx:
        duties = [pace_of(seat).duty for seat in await tx.seats.at(moment.table.id)]
    assert [duty and duty.deadline and duty.deadline - house.wall for duty in duties] == [23 * HOUR] * 3
    house.time += LOBBY_OPEN - 7 * HOUR
    await house.look()
    assert (await house.tables.queries.table(lobby.id)).status is Status.LOBBY
    house.wall -= by
    house.time += HOUR
    await house.look()
    assert (await house.tables.queries.table(lobby.id)).status is Status.ABANDONED


@both_ways
async def test_what_is_done_before_the_clock_looks_counts_by_the_even_time(
    house: Machine, by: timedelta
) -> None:
    house.wall += by
    moment = await house.begun(deadline=4)
    house.wall += TOLERANCE
    await house.look()
    async with reading(house.store) as tx:
        duties = [pace_of(seat).duty for seat in await tx.seats.at(moment.table.id)]
    assert [duty and duty.deadline and duty.deadline - house.wall for duty in duties] == [4 * HOUR] * 3


async def test_a_machine_that_slept_has_let_time_pass(house: Machine) -> None:
    """The time since its start goes on meanwhile, like the clock on the wall."""
    moment = await house.begun(deadline=4)
    house.time += timedelta(hours=5)
    await house.look()
    assert (await house.tables.queries.now_at(moment.table.id)).version > moment.version


@pytest.mark.parametrize("step", [timedelta(seconds=30), timedelta(seconds=-30)])
async def test_small_corrections_are_followed_and_move_nothing(house: Machine, step: timedelta) -> None:
    moment = await house.begun(deadline=24)
    for _ in range(10):
        house.wall += step
        await house.pass_time(1)
        assert house.time == house.wall
    async with reading(house.store) as tx:
        duties = [pace_of(seat).duty for seat in await tx.seats.at(moment.table.id)]
    assert [duty and (duty.since, duty.deadline) for duty in duties] == [(NOON, NOON + 24 * HOUR)] * 3


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
    house: Machine, back: timedelta
) -> None:
    moment = await house.begun(deadline=24)
    clock = house.clock
    await clock.start()
    await clock.close()
    await house.reboot(-back)
    async with reading(house.store) as tx:
        duties = [pace_of(seat).duty for seat in await tx.seats.at(moment.table.id)]
    assert [duty and duty.deadline and duty.deadline - house.wall for duty in duties] == [24 * HOUR] * 3
    house.wall += back
    await house.look()
    async with reading(house.store) as tx:
        duties = [pace_of(seat).duty for seat in await tx.seats.at(moment.table.id)]
    assert [duty and duty.deadline and duty.deadline - house.wall for duty in duties] == [24 * HOUR] * 3
    assert house.notes == []


async def test_a_clock_far_after_the_last_heartbeat_means_a_long_outage(house: Machine) -> None:
    moment = await house.begun(deadline=24)
    clock = house.clock
    await clock.start()
    await clock.close()
    await house.reboot(MONTH)
    await house.look()
    assert (await house.tables.queries.now_at(moment.table.id)).version > moment.version


# What is deleted ------------------------------------------------------------------------------------


async def test_nothing_is_deleted_by_a_clock_that_may_still_be_put_back(house: Machine) -> None:
    table = await house.lobby(2)
    await house.tables.play.end(table.id, person(1), moderator=False, key=house.key())
    keeping = Keeping(abandoned=ABANDONED_DAYS)
    house.wall += timedelta(days=ABANDONED_DAYS + 1)
    await house.pass_time(1)
    await beat(house, keeping)
    assert await house.tables.queries.table(table.id)
    house.time += DOUBTED
    await beat(house, keeping)
    assert [row for row in await all_tables(house) if row == table.id] == []


async def beat(house: Machine, keeping: Keeping) -> None:
    """A heartbeat."""
    clock = Clock(
        house.store,
        house.tables,
        now=lambda: house.time,
        wait=lambda awaitable, *, reason: awaitable,
        steady=house.steady,
        keeping=keeping,
    )
    await clock.start()
    await clock.close()


async def all_tables(house: House) -> list[int]:
    """The tables that are kept."""
    async with reading(house.store) as tx:
        return [number for number in range(1, 10) if await tx.tables.get(number)]


def test_time_since_the_start_goes_on() -> None:
    first = ticks()
    assert timedelta(0) < first <= ticks()
