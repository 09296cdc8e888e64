"""Evenings: who calls for one, who comes, and that each begins and ends once."""

from datetime import timedelta
from typing import Any

import pytest
from table_world import World, person
from units import reading

from bot.store.evenings import EveningState
from bot.store.records import NoticeState
from bot.tables.evenings import Evening
from bot.tables.policy import CALLS_KEPT, EVENING_AHEAD, EVENING_LASTS, EVENINGS, EVENINGS_OF_ONE

GUILD, DAY = 7, timedelta(days=1)


async def called(world: World, user: int = 1, *, after: timedelta = DAY, **more: Any) -> Evening:
    given: dict[str, Any] = {"guild": GUILD, "channel": 20, "locale": "en", "text": "With cake"}
    given |= {"games": ("six_nimmt",), "starts": world.time + after, "key": world.key(), **more}
    return await world.tables.evenings.call(person(user), **given)


def state(found: Evening) -> tuple[EveningState, NoticeState]:
    return found.row.state, found.row.told


async def test_whoever_calls_for_an_evening_comes_and_others_say_whether_they_do(world: World) -> None:
    """A repeated delivery changes nothing, nor does saying the same twice."""
    evenings, key = world.tables.evenings, world.key()
    found = await called(world, key=key)
    assert await called(world, key=key) == found
    assert found.host is not None
    assert (found.host.user, found.host.text) == (1, "With cake")
    for comes, who in ((True, [1, 2]), (True, [1, 2]), (False, [1]), (False, [1])):
        found = await evenings.come(1, person(2), comes=comes)
        assert [guest.user for guest in found.guests] == who
    (listed,) = await evenings.of_guild(GUILD)
    assert listed == found
    assert await evenings.of_guild(GUILD + 1) == ()
    await world.refuses("no_evening", evenings.come(9, person(2), comes=True))


async def test_an_evening_lies_ahead_but_not_too_far(world: World) -> None:
    for after in (timedelta(), -DAY, EVENING_AHEAD + DAY):
        await world.refuses("bad_time", called(world, after=after), days=EVENING_AHEAD.days)


async def test_a_server_and_a_person_have_only_so_many(world: World) -> None:
    for _ in range(EVENINGS_OF_ONE):
        await called(world)
    await world.refuses("evenings_enough", called(world), n=EVENINGS_OF_ONE)
    for user in range(EVENINGS - EVENINGS_OF_ONE):
        await called(world, 10 + user)
    await world.refuses("evenings_enough", called(world, 30), n=EVENINGS)
    await called(world, guild=GUILD + 1)


async def test_it_begins_and_ends_once_by_the_clock(world: World) -> None:
    evenings = world.tables.evenings
    await called(world)
    assert state((await evenings.untold_evenings())[0]) == (EveningState.OPEN, NoticeState.PENDING)
    row = (await evenings.evening(1)).row
    assert await evenings.begin_evening_post(row)
    await evenings.end_evening_post(row, delivered=True)
    assert await evenings.untold_evenings() == ()
    world.time += DAY
    await world.clock.run_due()
    await world.clock.run_due()
    (found,) = await evenings.untold_evenings()
    assert state(found) == (EveningState.BEGUN, NoticeState.PENDING)
    assert not await evenings.begin_evening_post(row), "it was open when that was to be told"
    await evenings.end_evening_post(row, delivered=True)
    assert len(await evenings.untold_evenings()) == 1
    await evenings.end_evening_post(found.row, delivered=False)
    world.time += EVENING_LASTS
    await world.clock.run_due()
    assert state(await evenings.evening(1)) == (EveningState.OVER, NoticeState.DROPPED)
    await world.refuses("evening_over", evenings.come(1, person(2), comes=True), evenings.cancel(1, 1))
    world.time += CALLS_KEPT + DAY
    await world.beat()
    async with reading(world.store) as tx:
        assert await tx.evenings.get(1) is None
        assert await tx.evening_guests.of(1) == ()


async def test_of_an_evening_that_was_over_before_the_bot_came_back_nothing_is_told(world: World) -> None:
    await called(world)
    world.time += DAY + EVENING_LASTS
    await world.clock.run_due()
    assert state(await world.tables.evenings.evening(1)) == (EveningState.OVER, NoticeState.DROPPED)
    assert await world.tables.evenings.untold_evenings() == ()


async def test_time_and_words_change_and_it_is_called_off(world: World) -> None:
    """What somebody else than the host does stands in the audit log; what has begun keeps its time."""
    evenings = world.tables.evenings
    await called(world)
    later = world.time + 2 * DAY
    found = await evenings.change(1, 1, starts=later, text=None)
    assert (found.row.starts, found.row.until) == (later, later + EVENING_LASTS)
    assert found.host is not None
    assert found.host.text == "With cake"
    found = await evenings.change(1, 9, starts=None, text="Without")
    assert found.host is not None
    assert (found.row.starts, found.host.text) == (later, "Without")
    await world.refuses("bad_time", evenings.change(1, 1, starts=world.time - DAY, text=None))
    world.time = later
    await world.clock.run_due()
    await world.refuses("evening_begun", evenings.change(1, 1, starts=later + DAY, text=None))
    found = await evenings.cancel(1, 9)
    assert found.row.state is EveningState.CANCELLED
    assert [(act.act, act.actor) for act in await world.acts(GUILD)] == [("evening", 9)] * 2


@pytest.mark.parametrize("host", [True, False])
async def test_what_a_person_has_written_goes_with_them(world: World, *, host: bool) -> None:
    """The evening itself takes place."""
    evenings = world.tables.evenings
    await called(world)
    await evenings.come(1, person(2), comes=True)
    await world.erase(1 if host else 2, None)
    found = await evenings.evening(1)
    assert (found.host is None) is host
    assert [guest.user for guest in found.guests] == [2 if host else 1]
    assert found.row.state is EveningState.OPEN
