"""What people could play together: what fits comes in a good order, and nothing of who hides is used."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given, strategies as st
from table_world import NOON, World, person

from bot.games import registry
from bot.store.records import Wanted
from bot.store.shelf import Title
from bot.tables.suggestions import LATELY, Candidate, Suggestion, Taste, Tastes, suggested

ANN, BEN, CLEO = 1, 2, 3
GUILD = 7
HERE = [Candidate(game.info.key, *game.info.seats, game.info.minutes) for game in registry.games()]
GAMES = [*"abcdef"]
HOURS = st.integers(0, 24 * 40)

candidates = st.lists(
    st.builds(
        Candidate,
        st.sampled_from(GAMES),
        st.integers(0, 5),
        st.integers(0, 8),
        st.sampled_from((0, 20, 60, 90)),
        st.booleans(),
    ),
    unique_by=lambda candidate: candidate.game,
)
taste = st.builds(
    Taste,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.none() | HOURS.map(lambda hours: NOON - timedelta(hours=hours)),
)
tastes = st.dictionaries(st.integers(1, 8), st.dictionaries(st.sampled_from(GAMES), taste))
people = st.sets(st.integers(1, 8), min_size=1)
minutes = st.sampled_from((0, 20, 60, 120))


@given(candidates, tastes, people, minutes)
def test_nothing_is_suggested_that_does_not_fit(
    games: list[Candidate], said: Tastes, who: set[int], time: int
) -> None:
    """Neither the number of people nor the time, nor a box that nobody has; all else is suggested once."""
    found = suggested(games, said, who, time, NOON)
    fits = {
        game.game
        for game in games
        if game.low <= len(who) <= game.high
        and (time == 0 or 1 <= game.minutes <= time)
        and (game.here or any(said.get(user, {}).get(game.game, Taste()).own for user in who))
    }
    assert sorted(each.game for each in found) == sorted(fits)


@given(candidates, tastes, people, minutes)
def test_liked_by_most_comes_first_and_played_lately_last(
    games: list[Candidate], said: Tastes, who: set[int], time: int
) -> None:
    found = suggested(games, said, who, time, NOON)
    for better, worse in pairwise(found):
        assert (better.lately, -better.likes) <= (worse.lately, -worse.likes)
    for each in found:
        own = [said[user][each.game] for user in who if each.game in said.get(user, {})]
        assert each.likes == sum(one.likes for one in own) <= len(who)
        assert set(each.owners) <= who
        lately = sum(one.played is not None and one.played > NOON - LATELY for one in own)
        assert each.lately == (lately >= len(who) / 2)


@given(candidates, tastes, people, minutes, st.sampled_from(GAMES), taste)
def test_what_others_have_said_makes_no_difference(
    games: list[Candidate], said: Tastes, who: set[int], time: int, game: str, more: Taste
) -> None:
    others = {user: {**own, game: more} for user, own in said.items() if user not in who}
    assert suggested(games, {**said, **others}, who, time, NOON) == suggested(games, said, who, time, NOON)


async def suggestions(world: World, asker: int, *others: int, time: int = 0) -> tuple[Suggestion, ...]:
    return await world.tables.suggestions.suggest(GUILD, asker, others, HERE, time)


async def wants(world: World, user: int, wanted: Wanted) -> None:
    here = {"channel": 20, "locale": "en"}
    await world.tables.matchmaking.choose(GUILD, person(user), lambda _: wanted, **here)
    await world.look(GUILD, person(user), **here)


async def test_of_who_hides_nothing_is_used_but_that_they_are_there(world: World) -> None:
    await world.lobby((ANN, BEN, CLEO))
    await world.name_title(ANN, Title(0, GUILD, "Go", "go", 2, 3, 60))
    await world.mark(GUILD, ANN, "noria", "interested", given=True)
    before = await suggestions(world, ANN, BEN, CLEO)
    assert {each.game for each in before} == {game.game for game in HERE if game.low <= 3 <= game.high}, (
        "nobody owns the other one"
    )
    assert (before[0].game, before[0].likes) == ("noria", 1)
    for mark in ("own", "favourite", "played"):
        await world.mark(GUILD, BEN, "1", mark, given=True)
        await world.mark(GUILD, BEN, "six_nimmt", mark, given=True)
    seen = await suggestions(world, ANN, BEN, CLEO)
    assert [each for each in seen if each.game == "1"] == [Suggestion("1", 2, 1, (BEN,), world.time)]
    assert seen != before
    await world.wish(BEN, listed=False)
    assert await suggestions(world, ANN, BEN, CLEO) == before
    own = await suggestions(world, BEN, ANN, CLEO)
    assert "1" in {each.game for each in own}, "who asks sees what they have said themselves"


async def test_a_wish_counts_while_it_may_be_seen_and_for_so_many(world: World) -> None:
    await world.lobby((ANN, BEN))

    async def likes(**wanted: Any) -> int:
        if wanted:
            await wants(world, BEN, Wanted(games=("noria",), season="week", **wanted))
        (noria,) = [each for each in await suggestions(world, ANN, BEN) if each.game == "noria"]
        return noria.likes

    assert await likes(seen=True) == 1
    assert await likes(seen=False) == 0
    assert await likes(seen=True, numbers=(3, 4)) == 0
    assert await likes(seen=True, numbers=(2,)) == 1
    await world.wish(BEN, listed=False)
    assert await likes() == 0
    await world.wish(BEN, listed=True)
    world.time += timedelta(days=8)
    assert await likes() == 0
