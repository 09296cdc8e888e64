"""Ratings: of people among themselves, and of the computers' levels beside them."""

from collections.abc import Sequence
from unittest.mock import patch

import pytest
from finished_games import ELSEWHERE, HERE, finished
from table_world import World
from units import writing

from bot.store.records import FormerSitter
from bot.tables.model import Status
from bot.tables.ratings import EVERYWHERE, SOME_GAMES, START, Ladder, Rated, Rating, ratings

GAME = "six_nimmt"
MANY = 20
"""Games after which a rating is settled."""


def test_the_same_games_give_the_same_rating_and_their_order_counts_but_seats_do_not() -> None:
    games = (((1, 1), (2, 2), (3, 3)), ((3, 1), (1, 2)), ((2, 1), (1, 1)))
    first = ratings(games)
    ratings.cache_clear()
    assert ratings(games) == first
    assert ratings(games[::-1]) != first
    assert [first[user].games for user in (1, 2, 3)] == [3, 2, 2]
    found = ratings((((1, 3), (2, 1), (3, 2)),))
    assert found[2].points > found[3].points > found[1].points
    assert found[2].points > START > found[1].points
    assert ratings((((3, 2), (1, 3), (2, 1)),)) == found


def test_a_rating_is_provisional_then_rough_then_settled() -> None:
    turns = [((1, 1 + n % 2), (2, 2 - n % 2)) for n in range(40)]
    few, some, many = (ratings(tuple(turns[:n]))[1].certainty for n in (SOME_GAMES - 1, SOME_GAMES, 40))
    assert (few, some, many) == ("provisional", "rough", "settled")


# Levels -------------------------------------------------------------------------------------------------


def ladder(*games: Rated) -> Ladder:
    found = Ladder()
    for game in games:
        found.add(game)
    return found


def among(*players: int | str) -> Rated:
    """A game in which they came in this order."""
    return tuple([(player, place) for place, player in enumerate(players, start=1)])


def points(found: Ladder, *players: int | str) -> list[int]:
    every = [found.rating(player) for player in players]
    return [rating.points for rating in every if rating is not None]


def test_a_level_changes_nothing_about_people_and_is_measured_by_theirs() -> None:
    """Who beats a strong person is worth more than who beats a weak one."""
    people = [among(1, 2)] * 9
    found = ladder(*people, *[among("hard", 1), among("normal", 2)] * 4)
    assert [found.rating(1), found.rating(2)] == [ratings(tuple(people))[1], ratings(tuple(people))[2]]
    hard, normal = points(found, "hard", "normal")
    assert hard > normal
    mixed = ladder(*[among(1, "hard", 2)] * 9)
    assert (mixed.rating(1), mixed.rating(2)) == (found.rating(1), found.rating(2))


def test_levels_are_rated_against_one_another_and_a_lone_person() -> None:
    found = ladder(*[among("hard", 1, "easy")] * MANY)
    hard, easy = points(found, "hard", "easy")
    assert hard > easy
    assert found.rating(1) is None


def test_several_seats_of_a_level_are_one_game_and_say_nothing_about_each_other() -> None:
    three = ladder(among(1, "hard", "hard", "hard")).rating("hard")
    assert three is not None
    assert (three.games, three.points < START) == (1, True)
    assert ladder(among("hard", "hard")).rating("hard") is None
    turned = (("hard", 1), ("hard", 4), (1, 2), ("easy", 3))
    assert ladder(turned).rating("hard") == ladder(turned[::-1]).rating("hard")


def test_a_person_who_is_forgotten_leaves_to_the_others_what_they_have() -> None:
    found = ladder(*[among(1, "hard", 2)] * MANY)
    before = found.rating("hard"), found.rating(2)
    found.forget(1)
    assert (found.rating(1), found.rating("hard"), found.rating(2)) == (None, *before)


async def play(
    world: World, times: int, *, guild: int = HERE, day: int = 0, levels: Sequence[str] = ("hard",)
) -> None:
    """So many games that computers of these levels have won against person 1."""
    for number in range(times):
        users, won = [1, *[None] * len(levels)], [99, *range(1, len(levels) + 1)]
        await finished(world.store, users, won, guild=guild, day=day + number, levels=[None, *levels])


async def rated(world: World, guild: int | None = HERE) -> dict[str, Rating]:
    return dict(await world.tables.levels.ratings(GAME, guild))


async def test_a_level_is_rated_once_its_games_are_enough_in_a_server_and_over_all(world: World) -> None:
    await play(world, 1)
    assert await rated(world) == {}
    await play(world, MANY, day=2)
    await play(world, MANY, day=40, guild=ELSEWHERE)
    here, there, everywhere = [(await rated(world, guild))["hard"] for guild in (HERE, ELSEWHERE, EVERYWHERE)]
    assert [each.games for each in (here, there, everywhere)] == [MANY + 1, MANY, 2 * MANY + 1]
    assert everywhere.deviation < here.deviation < there.deviation
    assert set(await rated(world)) == {"hard"}
    await world.restart()
    assert (await rated(world))["hard"] == here


async def test_what_was_worked_out_is_kept_and_only_newer_games_are_read(world: World) -> None:
    """Pages of few seats give the same, whatever table they end in."""
    await play(world, MANY, levels=("hard", "easy"))
    whole = await rated(world)
    with patch("bot.tables.ratings.PAGE", 7):
        await world.restart()
        assert await rated(world) == whole
    before = world.store.trips
    assert await rated(world) == whole
    assert world.store.trips - before <= 1
    with patch.object(Ladder, "add", autospec=True, side_effect=Ladder.add) as add:
        await play(world, 2, day=MANY, levels=("hard", "easy"))
        after = await rated(world)
    assert add.call_count == 4  # two games, in the server and over all
    assert after["easy"].games == whole["easy"].games + 2


@pytest.mark.parametrize("who", ["a computer", "a person", "nobody"])
async def test_the_seat_of_a_person_who_left_rates_no_level(world: World, who: str) -> None:
    """Neither a computer that goes on with it nor what is played for nobody."""
    await world.game([1, 2, 3])
    await play(world, MANY, day=-99)
    before = await rated(world)
    await world.leave(1, 3)
    if who == "a computer":
        await world.stand_in(1, 1, 2, "hard")
    elif who == "a person":
        await world.take_seat(1, 9, 2)
    assert (await world.stepped_out()).table.status is Status.FINISHED
    with patch.object(Ladder, "add", autospec=True, side_effect=Ladder.add) as add:
        assert await rated(world) == before
    assert add.call_count == 2


async def test_a_level_that_was_replaced_by_a_person_is_not_rated_for_them(world: World) -> None:
    """What counts is who sat there at the end."""
    number = await finished(world.store, [1, 2], [1, 2], levels=[None, None])
    async with writing(world.store) as tx:
        await tx.seats.add_former(number, [FormerSitter(1, 3, None, "Onyx", "hard")])
    await play(world, MANY, day=1)
    assert (await rated(world))["hard"].games == MANY


async def test_hiding_changes_no_level_and_neither_does_being_forgotten(world: World) -> None:
    """Also after a restart, when all is worked out anew."""
    await world.store.change(lambda tx: tx.people.remember(1, "Kim", "en"))
    await finished(world.store, [1, 2], [1, 2], levels=[None, None])
    await play(world, MANY, day=1)
    before = await rated(world)
    await world.wish(1, listed=False)
    assert await rated(world) == before
    await world.tables.personal_data.erase(1, None)
    assert await rated(world) == before
    shelf = world.tables.levels._shelves[GAME]
    assert [each.rating(1) for each in shelf.ladders.values()] == [None, None]
    await world.restart()
    assert await rated(world) == before


async def test_no_level_is_on_a_leaderboard(world: World) -> None:
    await finished(world.store, [1, 2, None], [3, 2, 1], levels=[None, None, "hard"])
    board = await world.leaderboard(HERE, GAME)
    assert [(each.tally.user, each.rating) for each in board] == [
        (user, ratings((((1, 3), (2, 2)),))[user]) for user in (2, 1)
    ]
