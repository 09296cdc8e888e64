"""How much is sent at once: within Discord's limit over all channels, and the oldest first."""

from __future__ import annotations

import asyncio

import pytest
from simulated import World
from troubled import Wire

from bot.discord.request_rate import BURST, RATE, Budget, Slots
from bot.tables.model import Person

A_SECOND = 45
"""Requests in any second at most: Discord allows 50, and people press meanwhile."""


def most_in_a_second(times: list[float]) -> int:
    return max(sum(start <= other < start + 1 for other in times) for start in times)


def test_no_second_holds_more_requests_than_the_budget_allows() -> None:
    budget, now = Budget(), 100.0
    crowd = [now + budget.reserve(now) for _ in range(200)]
    late = [now + 30 + budget.reserve(now + 30) for _ in range(200)]
    assert most_in_a_second(crowd + late) <= A_SECOND
    assert RATE + BURST == A_SECOND
    assert crowd[:BURST] == pytest.approx([now] * BURST)
    assert late[:BURST] == pytest.approx([now + 30] * BURST)
    assert crowd == sorted(crowd)


async def test_a_crowd_of_deliveries_keeps_within_the_budget_and_all_arrive(world: World) -> None:
    people, tables = world.people(5), list[int]()
    for number in range(6):
        world.channel = world.guild.create_text_channel(f"corner-{number}")
        tables.append(await world.start_game(people))
    world.app.request_budget = True
    times: list[float] = []
    with Wire() as wire:
        wire.after.append(lambda request: times.append(world.env.now().timestamp()))
        for table in tables:
            await world.app.tables.pauses.pause(table, Person(people[0].id, "Ann"), key=f"pause {table}")
        await world.env.advance_time(10)
    assert len(times) > A_SECOND
    assert most_in_a_second(times) <= A_SECOND
    await world.app.store.flush()
    assert await world.app.tables.outbox.with_notices() == ()


async def test_of_all_who_wait_the_oldest_gets_the_next_place() -> None:
    slots, order = Slots(1, 0), list[int]()

    async def deliver(number: int) -> None:
        await slots.take(number)
        order.append(number)
        await asyncio.sleep(0)
        slots.give_back()

    await asyncio.gather(*map(deliver, (7, 5, 9, 3)))
    assert order == [3, 5, 7, 9]


async def test_a_place_is_lent_as_long_as_there_are_spare_ones_and_comes_back() -> None:
    slots = Slots(1, 1)
    await slots.take(1)
    assert slots.lend()
    await slots.take(2)
    assert not slots.lend()
    waiting = asyncio.create_task(slots.take(3))
    slots.give_back(lent=True)
    await asyncio.sleep(0)
    assert not waiting.done()
    slots.give_back()
    await waiting


@pytest.mark.parametrize("granted", [False, True])
async def test_whoever_stops_waiting_takes_no_place_along(granted: bool) -> None:
    slots = Slots(1, 0)
    await slots.take(1)
    waiting = asyncio.create_task(slots.take(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    if granted:
        slots.give_back()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    if not granted:
        slots.give_back()
    await asyncio.wait_for(slots.take(3), timeout=5)
