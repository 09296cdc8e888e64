"""Matchmaking: who fits together, and who is called when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from msgspec import structs
from table_world import CHANNEL, NOON, World, person
from units import writing

from bot.games.contract import Refusal
from bot.store.records import MatchGroup, MatchRequest, NoticeState, Season, Wanted
from bot.tables.matchmaking import end_of, groups
from bot.tables.policy import CALLED, CALLED_TOGETHER
from bot.tables.settings import zone_of
from bot.tables.timers import News

SEATS = {"nimmt": (2, 10), "town": (3, 4), "solo": (1, 1)}


def seeker(user: int, *numbers: int, games: str = "nimmt", hours: float = 0) -> MatchRequest:
    """Somebody who said so many hours after noon what they want."""
    wanted = Wanted(games=tuple(games.split()), numbers=numbers or tuple(range(2, 11)))
    return MatchRequest(7, user, "Ann", 500, "en", wanted, NOON + timedelta(hours=hours))


def called(*people: int, game: str = "nimmt", hours: float = 0) -> MatchGroup:
    return MatchGroup(1, 7, 500, "en", game, people, NOON + timedelta(hours=hours))


def found(
    seekers: list[MatchRequest], before: list[MatchGroup] | None = None, hours: float = 1
) -> list[object]:
    now = NOON + timedelta(hours=hours)
    return [
        (group.game, [one.user for one in group.people])
        for group in groups(seekers, before or [], now, lambda game: SEATS[game])
    ]


TWO, THREE = [seeker(1), seeker(2)], [seeker(1), seeker(2), seeker(3, hours=1)]
REST, LONG = CALLED / timedelta(hours=1), CALLED_TOGETHER / timedelta(hours=1)


@pytest.mark.parametrize(
    ("seekers", "groups"),
    [
        ([seeker(1), seeker(2, hours=0.5)], [("nimmt", [2, 1])]),
        ([seeker(1)], []),
        ([seeker(1), seeker(2, games="town")], []),
        # Everybody plays with as many as they like.
        ([seeker(1, 2), seeker(2, 3), seeker(3, 3)], []),
        ([seeker(1, 2), seeker(2, 3), seeker(3, 3), seeker(4, 3)], [("nimmt", [4, 2, 3])]),
        ([seeker(1, 2, 3), seeker(2, 2), seeker(3, 4)], [("nimmt", [2, 1])]),
        # A game needs its people and has so many seats.
        ([seeker(n, games="town") for n in (1, 2)], []),
        ([seeker(n, games="town", hours=n) for n in range(5)], [("town", [4, 2, 1, 0])]),
        ([seeker(n, games="solo") for n in (1, 2)], []),
        # Whoever is called to one game is not called to another at once.
        ([seeker(n, games="nimmt town", hours=n) for n in range(3)], [("nimmt", [2, 1, 0])]),
        ([seeker(n, 2, hours=n) for n in range(4)], [("nimmt", [3, 0]), ("nimmt", [2, 1])]),
    ],
)
def test_those_who_fit_together_are_called(seekers: list[MatchRequest], groups: list[object]) -> None:
    assert found(seekers) == groups


@pytest.mark.parametrize(
    ("seekers", "before", "hours", "groups"),
    [
        # The same people are called once; nor is a part of them, once the others are gone.
        *((TWO, called(*people), hours, []) for people in ((1, 2), (1, 2, 3)) for hours in (1, 30, 1000)),
        (TWO, called(1, 2, game="town"), 4, [("nimmt", [2, 1])]),
        # Said once more it counts again after a while.
        ([seeker(1), seeker(2, hours=4)], called(1, 2), LONG - 0.1, []),
        ([seeker(1), seeker(2, hours=4)], called(1, 2), LONG, [("nimmt", [2, 1])]),
        # A newcomer joins those who waited once these have rested.
        (THREE, called(1, 2), REST - 0.1, []),
        (THREE, called(1, 2), REST, [("nimmt", [3, 1, 2])]),
        ([seeker(1, 2), seeker(2, 2), seeker(3, 2, hours=1)], called(1, 2), REST, [("nimmt", [3, 1])]),
    ],
)
def test_who_was_called_is_called_again_only_after_a_while(
    seekers: list[MatchRequest], before: MatchGroup, hours: float, groups: list[object]
) -> None:
    assert found(seekers, [before], hours) == groups


def test_those_who_could_not_be_called_are_free_for_others() -> None:
    """But just these are not tried again at once, unless one of them says it again."""
    nobody_told = [replace(called(1, 2, 3), state=NoticeState.DROPPED)]
    three = [seeker(n) for n in (1, 2, 3)]
    assert found(three, nobody_told) == [("nimmt", [3, 1])]
    nobody_told += [replace(called(*pair), state=NoticeState.DROPPED) for pair in ((1, 2), (1, 3), (2, 3))]
    assert found(three, nobody_told) == []
    assert found([*three, seeker(4)], nobody_told) == [("nimmt", [4, 1, 2, 3])]
    assert found([*three[:2], seeker(3, hours=0.5)], nobody_told) == [("nimmt", [3, 1, 2])]
    assert found(three, nobody_told, hours=LONG - 0.1) == []
    assert found(three, nobody_told, hours=LONG) == [("nimmt", [3, 1, 2])]


@pytest.mark.parametrize(
    ("season", "hour", "end"),
    [
        ("tonight", 12, datetime(2026, 6, 1, 19, tzinfo=UTC)),
        ("tonight", 18, datetime(2026, 6, 1, 19, tzinfo=UTC)),
        ("tonight", 20, datetime(2026, 6, 2, 19, tzinfo=UTC)),
        ("week", 12, datetime(2026, 6, 8, 12, tzinfo=UTC)),
        ("always", 12, None),
    ],
)
def test_a_season_ends_where_the_person_lives(season: Season, hour: int, end: datetime | None) -> None:
    """In Tokyo it is nine hours later: 19:00 UTC is four in the morning."""
    assert end_of(season, NOON.replace(hour=hour), zone_of("Asia/Tokyo", "en")) == end


GUILD = 7
NIMMT = ("six_nimmt",)


@pytest.fixture(autouse=True)
async def _awake(world: World) -> None:
    """Persons 1 to 4 are known, and none of them sleeps."""
    async with writing(world.store) as tx:
        for number in range(1, 5):
            await tx.people.remember(number, f"Person {number}", "en")
            await world.wish(number, quiet=(0, 0))


async def chooses(
    world: World, user: int, *, guild: int = GUILD, channel: int = CHANNEL, **chosen: Any
) -> None:
    """What somebody is looking for, 6 nimmt! if they say nothing else; it does not count yet."""
    change = partial(structs.replace, **{"games": NIMMT, **chosen})
    await world.tables.matchmaking.choose(guild, person(user), change, channel=channel, locale="en")


async def wants(world: World, *users: int, guild: int = GUILD, channel: int = CHANNEL, **chosen: Any) -> None:
    for user in users:
        await chooses(world, user, guild=guild, channel=channel, **chosen)
        await world.look(guild, user, channel=channel, locale="en")


async def told(world: World) -> list[MatchGroup]:
    """Who is told of each other now, as the dispatcher would."""
    await world.clock.run_due()
    found = [one for one in await world.gatherings() if await world.begin_call(one)]
    for one in found:
        await world.end_call(one, delivered=True)
    return found


async def called_now(world: World) -> list[tuple[int, ...]]:
    return [call.people for call in await told(world)]


async def looking(world: World, guild: int = GUILD) -> list[int]:
    return [row.user for row in await world.looking(guild)]


async def test_two_are_called_once_where_the_second_one_said_it(world: World) -> None:
    await wants(world, 1, channel=1)
    assert await told(world) == []
    await wants(world, 2, channel=2)
    (call,) = await told(world)
    assert (call.people, call.channel, call.game) == ((1, 2), 2, "six_nimmt")
    for _ in range(40):
        world.later(hours=6)
        assert await told(world) == []


async def test_servers_have_nothing_to_do_with_each_other(world: World) -> None:
    """Nor is anybody called who has withdrawn."""
    await wants(world, 1)
    await wants(world, 2, guild=8)
    assert await told(world) == []
    assert await looking(world, 8) == [2]
    await world.withdraw(GUILD, 1)
    await wants(world, 2)
    assert await told(world) == []


async def test_what_is_only_chosen_does_not_count_until_it_is_said(world: World) -> None:
    await wants(world, 1)
    await chooses(world, 2)
    assert await told(world) == []
    assert await looking(world) == [1]
    await world.refuses("nothing_wanted", world.look(GUILD, 3, channel=CHANNEL, locale="en"))
    await world.look(GUILD, 2, channel=CHANNEL, locale="en")
    assert await called_now(world) == [(1, 2)]


async def test_what_can_never_be_is_not_wanted(world: World) -> None:
    """As long as it doesn't count, games and numbers are chosen in any order."""
    with pytest.raises(Refusal, match="never_enough"):
        await wants(world, 1, games=("noria",), numbers=(5, 7))
    assert await looking(world) == []
    both = ("noria", "six_nimmt")
    await wants(world, 1, games=both, numbers=(7,))
    for games, numbers, code in (
        (("noria",), (7,), "never_enough"),
        (both, (11,), "never_enough"),
        (("gone",), (7,), "nothing_wanted"),
    ):
        await world.refuses(code, wants(world, 1, games=games, numbers=numbers))
    (row,) = await world.looking(GUILD)
    assert (row.wanted.games, row.wanted.numbers) == (both, (7,))


async def test_whoever_sleeps_is_called_in_the_morning_for_which_the_clock_waits(world: World) -> None:
    await world.wish(1, quiet=(10, 20))
    await wants(world, 1, season="always")
    world.later(hours=2)
    await wants(world, 2)
    assert await told(world) == []
    (timer,) = await world.store.read(lambda tx: tx.timers.first(1))
    assert timer.due == NOON.replace(hour=20)
    world.time = NOON.replace(hour=19, minute=59)
    assert await told(world) == []
    world.time = NOON.replace(hour=20)
    assert await called_now(world) == [(1, 2)]


async def test_whoever_has_just_said_it_is_awake(world: World) -> None:
    await world.wish(2, quiet=(10, 20))
    await wants(world, 1)
    await wants(world, 2, season="tonight")
    assert await called_now(world) == [(1, 2)]


async def test_nobody_is_called_on_vacation(world: World) -> None:
    await world.go_away(1, NOON + timedelta(days=3))
    await wants(world, 1, 2)
    for _ in range(2):
        assert await told(world) == []
        world.later(days=1)
    world.later(days=1)
    assert await called_now(world) == [(1, 2)]


async def test_a_wish_ends_at_its_time_and_is_offered_again_as_it_was(world: World) -> None:
    await wants(world, 1, season="week", numbers=(2, 3))
    world.later(days=7)
    await wants(world, 2)
    assert await told(world) == []
    known = await world.wanted(GUILD, 1)
    assert (known.since, known.wanted.numbers) == (None, (2, 3))


async def test_a_wish_ends_when_its_person_sits_at_such_a_table(world: World) -> None:
    await wants(world, 1, 2, 3, numbers=(9,))
    await wants(world, 4, games=("noria",), numbers=(4,))
    await world.opened()
    for user in (2, 4):
        await world.join(1, user)
    assert await looking(world) == [3, 4]


async def test_what_somebody_withdraws_meanwhile_is_not_told(world: World) -> None:
    """The one who stays has not been called and is free for somebody else."""
    await wants(world, 1, 2)
    await world.clock.run_due()
    (call,) = await world.gatherings()
    await world.withdraw(GUILD, 2)
    assert not await world.begin_call(call)
    assert await told(world) == []
    await wants(world, 3)
    assert await called_now(world) == [(1, 3)]


async def test_a_call_that_was_begun_is_there_after_a_restart(world: World) -> None:
    await wants(world, 1, 2)
    await world.clock.run_due()
    (call,) = await world.gatherings()
    assert await world.begin_call(call)
    await world.restart()
    (again,) = await world.gatherings()
    assert (again.id, again.state) == (call.id, "sending")
    told_again: list[object] = []
    world.tables.signals.on_news[News.INVITATIONS] = lambda: told_again.append(True)
    world.later(minutes=1)
    await world.clock.run_due()
    assert told_again
    await world.end_call(again, delivered=True)
    world.later(minutes=1)
    assert await told(world) == []


async def test_the_table_of_those_who_were_called_is_found(world: World) -> None:
    await wants(world, 1, 2)
    (call,) = await told(world)
    assert await world.table_of(call) is None
    found = await world.lobby(1, channel=900)
    assert await world.table_of(call) == found
    await world.lobby(1, channel=901, game="noria")
    assert await world.table_of(call) == found
