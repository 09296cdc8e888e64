"""People who look for others: when they are called, when they wait, and what ends it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from table_house import SHORT, person
from units import reading, writing
from watched_house import NOON, Watched, watched

from bot.games import registry
from bot.games.contract import Refusal
from bot.store.records import Gathering
from bot.tables.clock import Clock
from bot.tables.matchmaking import wanted_of

GUILD, CHANNEL = 7, 500


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Watched]:
    """It is noon; persons 1 to 4 are known, and none of them sleeps."""
    async with watched(tmp_path) as house:
        async with writing(house.store) as tx:
            for number in range(1, 5):
                await tx.people.remember(number, f"Person {number}", "en")
        for number in range(1, 5):
            await house.wish(number, quiet=(0, 0))
        yield house


async def wants(
    house: Watched, user: int, *, guild: int = GUILD, channel: int = CHANNEL, **chosen: Any
) -> None:
    """Somebody looks for players, of 6 nimmt! if they say nothing else."""
    chosen = {"games": ("six_nimmt",), **chosen}
    here: Any = {"channel": channel, "locale": "en"}
    await house.tables.matchmaking.choose(
        guild, person(user), lambda wanted: replace(wanted, **chosen), **here
    )
    await house.tables.matchmaking.look(guild, person(user), **here)


async def told(house: Watched) -> list[Gathering]:
    """Who is told of each other now, as the dispatcher would."""
    await house.clock.run_due()
    waiting = await house.tables.matchmaking.gatherings()
    found = [one for one in waiting if await house.tables.matchmaking.begin_telling(one)]
    for one in found:
        await house.tables.matchmaking.told_of_each_other(one, delivered=True)
    return found


async def test_two_are_called_once_where_the_second_one_said_it(house: Watched) -> None:
    await wants(house, 1, channel=1)
    assert await told(house) == []
    await wants(house, 2, channel=2)
    (call,) = await told(house)
    assert (call.people, call.channel, call.game) == ((1, 2), 2, "six_nimmt")
    for _ in range(40):
        house.later(hours=6)
        assert await told(house) == []


async def test_servers_have_nothing_to_do_with_each_other(house: Watched) -> None:
    await wants(house, 1)
    await wants(house, 2, guild=8)
    assert await told(house) == []
    assert [row.user for row in await house.tables.matchmaking.looking(8)] == [2]


async def test_what_is_only_chosen_does_not_count_yet(house: Watched) -> None:
    await wants(house, 1)
    chosen: Any = {"channel": CHANNEL, "locale": "en"}
    await house.tables.matchmaking.choose(
        GUILD, person(2), lambda w: replace(w, games=("six_nimmt",)), **chosen
    )
    assert await told(house) == []
    assert [row.user for row in await house.tables.matchmaking.looking(GUILD)] == [1]
    with pytest.raises(Refusal, match="nothing_wanted"):
        await house.tables.matchmaking.look(GUILD, person(3), **chosen)
    # From now on every change counts at once.
    await house.tables.matchmaking.look(GUILD, person(2), **chosen)
    assert [call.people for call in await told(house)] == [(1, 2)]


async def test_what_can_never_be_is_not_wanted(house: Watched) -> None:
    """As long as it doesn't count, games and numbers are chosen in any order."""
    with pytest.raises(Refusal, match="never_enough"):
        await wants(house, 1, games=("noria",), numbers=(5, 7))
    assert await house.tables.matchmaking.looking(GUILD) == ()
    await wants(house, 1, games=("noria", "six_nimmt"), numbers=(7,))
    for change, code in (
        ({"games": ("noria",)}, "never_enough"),
        ({"numbers": (11,)}, "never_enough"),
        ({"games": ("gone",)}, "nothing_wanted"),
    ):
        with pytest.raises(Refusal, match=code):
            await wants(house, 1, **{"games": ("noria", "six_nimmt"), **change})
    (row,) = await house.tables.matchmaking.looking(GUILD)
    assert (wanted_of(row).games, wanted_of(row).numbers) == (("noria", "six_nimmt"), (7,))


async def test_whoever_sleeps_is_called_in_the_morning(house: Watched) -> None:
    await house.wish(1, quiet=(10, 20))
    await wants(house, 1, season="always")
    house.later(hours=2)
    await wants(house, 2)
    assert await told(house) == []
    house.time = NOON.replace(hour=19, minute=59)
    assert await told(house) == []
    house.time = NOON.replace(hour=20)
    assert [call.people for call in await told(house)] == [(1, 2)]


async def test_whoever_has_just_said_it_is_awake(house: Watched) -> None:
    await house.wish(2, quiet=(10, 20))
    await wants(house, 1)
    await wants(house, 2, season="tonight")
    assert [call.people for call in await told(house)] == [(1, 2)]


async def test_nobody_is_called_on_vacation(house: Watched) -> None:
    await house.tables.reminders.go_away(1, NOON + timedelta(days=3))
    await wants(house, 1)
    await wants(house, 2)
    for _ in range(2):
        assert await told(house) == []
        house.later(days=1)
    house.later(days=1)
    assert [call.people for call in await told(house)] == [(1, 2)]


async def test_a_wish_ends_at_its_time_and_is_offered_again_as_it_was(house: Watched) -> None:
    await wants(house, 1, season="week", numbers=(2, 3))
    house.later(days=7)
    await wants(house, 2)
    assert await told(house) == []
    known = await house.tables.matchmaking.wanted(GUILD, 1)
    assert known is not None
    assert (known.since, wanted_of(known).numbers) == (None, (2, 3))


async def test_a_wish_ends_when_it_is_withdrawn(house: Watched) -> None:
    await wants(house, 1)
    await house.tables.matchmaking.withdraw(GUILD, 1)
    await wants(house, 2)
    assert await told(house) == []


async def test_a_wish_ends_when_its_person_sits_at_such_a_table(house: Watched) -> None:
    for user in (1, 2, 3, 4):
        chosen = {"games": ("noria",), "numbers": (4,)} if user == 4 else {"numbers": (9,)}
        await wants(house, user, **chosen)
    table = await house.tables.lobby.open(
        "six_nimmt", SHORT, person(1), guild=GUILD, channel=CHANNEL, locale="en", key=house.key()
    )
    for user in (2, 4):
        await house.tables.lobby.join(table.id, person(user), key=house.key())
    assert [row.user for row in await house.tables.matchmaking.looking(GUILD)] == [3, 4]


async def test_what_somebody_withdraws_meanwhile_is_not_told(house: Watched) -> None:
    for user in (1, 2):
        await wants(house, user)
    await house.clock.run_due()
    (call,) = await house.tables.matchmaking.gatherings()
    await house.tables.matchmaking.withdraw(GUILD, 2)
    assert not await house.tables.matchmaking.begin_telling(call)
    assert await told(house) == []
    # The one who stays has not been called and is free for somebody else.
    await wants(house, 3)
    assert [call.people for call in await told(house)] == [(1, 3)]


async def test_a_call_that_was_begun_is_there_after_a_restart(house: Watched) -> None:
    for user in (1, 2):
        await wants(house, user)
    await house.clock.run_due()
    (call,) = await house.tables.matchmaking.gatherings()
    assert await house.tables.matchmaking.begin_telling(call)
    await house.restart()
    (again,) = await house.tables.matchmaking.gatherings()
    assert (again.id, again.state) == (call.id, "sending")
    told_again: list[object] = []
    house.tables.signals.on_gathered = lambda: told_again.append(True)
    house.later(minutes=1)
    await house.clock.run_due()
    assert told_again
    await house.tables.matchmaking.told_of_each_other(again, delivered=True)
    house.later(minutes=1)
    assert await told(house) == []


async def test_the_clock_sleeps_until_somebody_may_be_called(house: Watched) -> None:
    await house.wish(1, quiet=(10, 20))
    await wants(house, 1, season="always")
    house.later(hours=2)
    await wants(house, 2)
    clock: Clock = house.clock
    await clock.run_due()
    async with reading(house.store) as tx:
        (timer,) = await tx.timers.first(1)
    assert timer is not None
    assert timer.due == NOON.replace(hour=20)


async def test_the_table_of_those_who_were_called_is_found(house: Watched) -> None:
    for user in (1, 2):
        await wants(house, user)
    (call,) = await told(house)
    assert await house.tables.matchmaking.table_of(call) is None
    await house.lobby(1, channel=900)
    found = await house.tables.matchmaking.table_of(call)
    assert found is not None
    assert found.channel == 900
    noria = registry.game("noria").options_type()
    await house.lobby(1, noria, channel=901, game="noria")
    assert await house.tables.matchmaking.table_of(call) == found
