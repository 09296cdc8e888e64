"""Circles: who sees, joins, leads and leaves one, what goes with it, and that a private one stays private."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from finished_games import finished
from table_world import SHORT, World, person
from units import reading, writing

from bot.games.contract import Refusal
from bot.store.circles import Circle
from bot.store.records import Wanted
from bot.tables import circles
from bot.tables.circles import Member, OnShelf, Reader
from bot.tables.policy import CIRCLE_INVITED, CIRCLE_PEOPLE, CIRCLES_JOINED, INVITED, PUBLIC_CIRCLES
from bot.tables.shelf import Counts
from bot.tables.suggestions import Candidate
from bot.tables.tournaments import Plan
from bot.text import folded
from bot.tournaments.model import Rules

ANN, BEN, CLEO, DORA = 1, 2, 3, 4
GUILD = 7
NIMMT = "six_nimmt"
CHIEF = Reader(99, manages=True)
HERE = {"channel": 20, "locale": "en"}


async def found(world: World, name: str, *people: int, public: bool = False) -> int:
    """A circle of these people; the first one has founded it."""
    wanted = Circle(0, GUILD, name, folded(name), "", public)
    number = await world.found_circle(wanted, person(people[0]))
    for user in people[1:]:
        world.time += timedelta(seconds=1)
        await world.invite_to_circle(GUILD, number, Reader(people[0]), person(user))
        await world.join_circle(GUILD, number, user)
    return number


async def names(world: World, reader: Reader) -> list[str]:
    return [circle.name for circle in await world.circles(GUILD, reader)]


async def looks_for(world: World, user: int, circle: int = 0, numbers: tuple[int, ...] = (2,)) -> None:
    wanted = Wanted(games=(NIMMT,), numbers=numbers, circle=circle, seen=True)
    await world.tables.matchmaking.choose(GUILD, person(user), lambda _: wanted, **HERE)
    await world.look(GUILD, user, **HERE)


def cup(circle: int | None, title: str = "Cup") -> Plan:
    rules = Rules("swiss", 2, 4)
    return Plan(title=title, game=NIMMT, options=SHORT, rules=rules, low=4, high=8, circle=circle)


async def opened(world: World, director: int, plan: Plan) -> int:
    who = person(director)
    return await world.tables.tournaments.found(plan, who, guild=GUILD, **HERE, key=world.key())


# Seeing, joining, leaving ------------------------------------------------------------------------------


async def test_a_public_circle_is_seen_and_joined_by_everybody_of_its_server(world: World) -> None:
    number = await found(world, "Owls", ANN, public=True)
    await world.join_circle(GUILD, number, BEN)
    await world.join_circle(GUILD, number, BEN)
    view = await world.circle(GUILD, number, Reader(BEN))
    assert ([one.user for one in view.members], view.belongs, view.leads) == ([ANN, BEN], True, False)
    assert await names(world, Reader(CLEO)) == ["Owls"]
    await world.refuses("no_circle", world.join_circle(8, number, CLEO))
    await world.refuses("no_circle", world.circle(8, number, CHIEF))


async def test_a_private_circle_is_seen_and_joined_by_who_is_invited(world: World) -> None:
    number = await found(world, "Owls", ANN)
    for refused in (
        world.join_circle(GUILD, number, BEN),
        world.circle(GUILD, number, Reader(BEN)),
        world.circle_shelf(GUILD, number, Reader(BEN)),
        world.leave_circle(GUILD, number, BEN),
        world.dissolve(GUILD, number, Reader(BEN)),
    ):
        await world.refuses("no_circle", refused)
    await world.invite_to_circle(GUILD, number, Reader(ANN), person(BEN))
    view = await world.circle(GUILD, number, Reader(BEN))
    assert (view.invited, view.belongs, view.invitations) == (True, False, ())
    assert await names(world, Reader(BEN)) == ["Owls"]
    await world.leave_circle(GUILD, number, BEN)
    assert await names(world, Reader(BEN)) == []
    await world.invite_to_circle(GUILD, number, Reader(ANN), person(BEN))
    await world.join_circle(GUILD, number, BEN)
    assert await world.invitations(BEN) == ()
    assert await names(world, CHIEF) == ["Owls"]


async def test_an_invitation_is_told_once_to_whom_we_know_and_counts_for_a_while(world: World) -> None:
    await world.lobby((ANN, BEN))
    number = await found(world, "Owls", ANN)
    invite = lambda user: world.invite_to_circle(GUILD, number, Reader(ANN), person(user))  # noqa: E731
    assert [await invite(user) for user in (BEN, BEN, CLEO)] == ["en", None, None]
    await world.refuses("in_circle", invite(ANN))
    await world.refuses("not_leader", world.invite_to_circle(GUILD, number, Reader(BEN), person(CLEO)))
    world.time += INVITED + timedelta(days=1)
    await world.beat()
    assert await names(world, Reader(BEN)) == []


async def test_who_has_been_there_for_longest_leads_also_when_others_leave_or_are_forgotten(
    world: World,
) -> None:
    number = await found(world, "Owls", ANN, BEN, CLEO)

    async def leader() -> int | None:
        return (await world.circle(GUILD, number, Reader(CLEO))).leader

    assert await leader() == ANN
    await world.leave_circle(GUILD, number, ANN)
    assert await leader() == BEN
    await world.refuses("no_circle", world.circle(GUILD, number, Reader(ANN)))
    await world.erase(BEN, None)
    assert await leader() == CLEO
    await world.wish(CLEO, listed=False)
    assert (await world.circle(GUILD, number, CHIEF)).leader == CLEO
    await world.erase(CLEO, None)
    assert await names(world, CHIEF) == []


async def test_with_the_last_member_a_circle_is_gone(world: World) -> None:
    number = await found(world, "Owls", ANN, public=True)
    await world.leave_circle(GUILD, number, BEN)
    await world.leave_circle(GUILD, number, ANN)
    assert await names(world, CHIEF) == []


# What its leader may do --------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", [Reader(ANN), CHIEF])
async def test_the_leader_and_who_manages_the_server_change_remove_and_dissolve(
    world: World, reader: Reader
) -> None:
    number = await found(world, "Owls", ANN, BEN, CLEO)
    circle = (await world.circle(GUILD, number, reader)).circle
    wanted = replace(circle, name="Cats", folded="cats", public=True)
    for refused in (
        world.change_circle(GUILD, number, Reader(BEN), wanted),
        world.remove_from_circle(GUILD, number, Reader(BEN), CLEO),
        world.dissolve(GUILD, number, Reader(BEN)),
    ):
        await world.refuses("not_leader", refused)
    await world.change_circle(GUILD, number, reader, replace(wanted, guild=8))
    assert await names(world, Reader(DORA)) == ["Cats"]
    await world.invite_to_circle(GUILD, number, reader, person(DORA))
    for user in (CLEO, DORA):
        await world.remove_from_circle(GUILD, number, reader, user)
    view = await world.circle(GUILD, number, reader)
    assert ([one.user for one in view.members], view.invitations) == ([ANN, BEN], ())
    await world.dissolve(GUILD, number, reader)
    acts = [(row.act, row.actor, row.target) for row in await world.acts(GUILD)]
    assert acts == [("circle_dissolved", reader.user, None), ("circle_removed", reader.user, CLEO)]
    assert await names(world, CHIEF) == []


async def test_two_that_a_person_sees_have_different_names_and_others_are_not_told_of(world: World) -> None:
    number = await found(world, "Owls", ANN)
    await world.refuses("circle_name_taken", found(world, "ＯＷＬＳ!", ANN))
    public = await found(world, "OWLS", BEN, public=True)
    await world.refuses("circle_name_taken", found(world, "owls", CLEO))
    circle = (await world.circle(GUILD, number, Reader(ANN))).circle
    opened = world.change_circle(GUILD, number, Reader(ANN), replace(circle, public=True))
    await world.refuses("circle_name_taken", opened)
    await world.change_circle(GUILD, public, Reader(BEN), replace(circle, name="Owls!", folded="owls", id=0))
    assert sorted(await names(world, CHIEF)) == ["Owls", "Owls!"]


async def test_there_are_limits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (CIRCLE_PEOPLE, CIRCLE_INVITED, CIRCLES_JOINED, PUBLIC_CIRCLES) == (60, 30, 20, 50)
    for limit in ("CIRCLE_PEOPLE", "CIRCLE_INVITED", "CIRCLES_JOINED", "PUBLIC_CIRCLES"):
        monkeypatch.setattr(circles, limit, 2)
    full = await found(world, "Owls", ANN, BEN, public=True)
    await world.refuses("circle_full", world.join_circle(GUILD, full, CLEO))
    for user in (CLEO, DORA):
        await world.invite_to_circle(GUILD, full, Reader(ANN), person(user))
    await world.refuses("circle_invited", world.invite_to_circle(GUILD, full, Reader(ANN), person(5)))
    await found(world, "Cats", ANN, public=True)
    await world.refuses("circles_joined", found(world, "Bats", ANN))
    await world.refuses("circles_enough", found(world, "Bats", CLEO, public=True))
    closed = await found(world, "Bats", CLEO)
    circle = (await world.circle(GUILD, closed, Reader(CLEO))).circle
    opened = world.change_circle(GUILD, closed, Reader(CLEO), replace(circle, public=True))
    await world.refuses("circles_enough", opened)
    free = await found(world, "Rats", DORA)
    await world.invite_to_circle(GUILD, free, Reader(DORA), person(ANN))
    await world.refuses("circles_joined", world.join_circle(GUILD, free, ANN))


# Its shelf, leaderboard, calls and tournaments ---------------------------------------------------------


async def test_who_hides_is_neither_named_nor_counted_but_by_who_leads(world: World) -> None:
    await world.lobby((ANN, BEN, CLEO))
    number = await found(world, "Owls", ANN, BEN, CLEO)
    for user in (ANN, BEN, CLEO):
        await world.mark(GUILD, user, NIMMT, "own", given=True)
    for user in (ANN, CLEO):
        await world.wish(user, listed=False)

    async def seen(user: int) -> tuple[list[int], int | None, int]:
        view = await world.circle(GUILD, number, Reader(user))
        (game,) = await world.circle_shelf(GUILD, number, Reader(user))
        return [one.user for one in view.members], view.leader, game.counts.own

    assert await seen(BEN) == ([BEN], None, 1)
    assert await seen(CLEO) == ([BEN, CLEO], None, 2)
    assert await seen(ANN) == ([ANN, BEN, CLEO], ANN, 2)
    assert (await world.circle(GUILD, number, Reader(ANN))).members[1] == Member(BEN, "Person 2")


async def test_a_circle_counts_what_its_members_like_and_have_played_together(world: World) -> None:
    await world.lobby((ANN, BEN, CLEO, DORA))
    number = await found(world, "Owls", ANN, BEN, CLEO)
    await finished(world.store, [ANN, BEN, DORA], [1, 2, 3])
    last = await finished(world.store, [ANN, None, CLEO], [1, 2, 3], day=1)
    for people, guild in (([ANN, DORA], GUILD), ([ANN, BEN], 8)):
        await finished(world.store, people, [1, 2], guild=guild, day=2)
    for user, game, mark in ((ANN, "noria", "favourite"), (BEN, "noria", "interested"), (CLEO, NIMMT, "own")):
        await world.mark(GUILD, user, game, mark, given=True)
    await world.mark(GUILD, DORA, "my_city", "favourite", given=True)
    (ended, *_) = await world.tables.results.at(last)
    assert await world.circle_shelf(GUILD, number, Reader(BEN)) == (
        OnShelf("noria", Counts(interested=1, favourite=1)),
        OnShelf(NIMMT, Counts(own=1), 2, ended.at),
    )


async def test_the_leaderboard_of_a_circle_counts_games_among_its_members(world: World) -> None:
    number = await found(world, "Owls", ANN, BEN)
    await finished(world.store, [ANN, BEN, CLEO], [1, 2, 3])
    await finished(world.store, [BEN, ANN], [1, 2], day=1)
    board = await world.leaderboard(GUILD, NIMMT, number)
    assert [(each.tally.user, each.tally.games, each.tally.wins) for each in board] == [
        (BEN, 1, 1),
        (ANN, 1, 0),
    ]
    assert {each.tally.user for each in await world.leaderboard(GUILD, NIMMT)} == {ANN, BEN, CLEO}
    assert await world.leaderboard(GUILD, NIMMT, 99) == ()


async def test_a_call_to_a_circle_is_seen_by_its_members_and_brings_them_together_alone(world: World) -> None:
    number = await found(world, "Owls", ANN, CLEO)
    await looks_for(world, ANN, number)
    await looks_for(world, BEN)
    await world.clock.run_due()
    assert await world.gatherings() == ()

    async def seen(user: int) -> list[int]:
        return [row.user for row in await world.looking(GUILD, user)]

    assert [await seen(user) for user in (ANN, BEN, CLEO, 0)] == [[ANN, BEN], [BEN], [ANN, BEN], [BEN]]
    await world.mark(GUILD, BEN, "noria", "own", given=True)
    likes = {}
    for asker in (BEN, CLEO):
        game = Candidate(NIMMT, 2, 10, 30)
        (told,) = await world.suggest(GUILD, asker, [ANN], [game], 0)
        likes[asker] = told.likes
    assert likes == {BEN: 1, CLEO: 1}
    await looks_for(world, CLEO)
    await world.clock.run_due()
    (called,) = await world.gatherings()
    assert set(called.people) == {ANN, CLEO}


async def test_a_call_to_a_circle_ends_with_belonging_to_it(world: World) -> None:
    number = await found(world, "Owls", ANN, BEN, CLEO)
    await world.refuses("circle_only", looks_for(world, DORA, number))
    for user in (ANN, BEN, CLEO):
        await looks_for(world, user, number, numbers=(10,))
    await world.leave_circle(GUILD, number, BEN)
    await world.remove_from_circle(GUILD, number, Reader(ANN), CLEO)
    assert [row.user for row in await world.looking(GUILD, ANN)] == [ANN]
    await world.dissolve(GUILD, number, Reader(ANN))
    for user in (ANN, BEN, CLEO):
        known = await world.wanted(GUILD, user)
        assert (known.since, known.wanted.circle, known.wanted.games) == (None, 0, (NIMMT,))


async def test_nobody_is_called_who_has_left_the_circle_meanwhile(world: World) -> None:
    number = await found(world, "Owls", ANN, BEN)
    await looks_for(world, ANN, number)
    await looks_for(world, BEN)
    await world.clock.run_due()
    (called,) = await world.gatherings()
    await world.leave_circle(GUILD, number, BEN)
    assert not await world.begin_call(called)
    assert await world.gatherings() == ()


async def test_a_tournament_of_a_circle_is_for_its_members(world: World) -> None:
    number = await found(world, "Owls", ANN, BEN, CLEO)
    await world.refuses("circle_only", opened(world, DORA, cup(number)))
    made, open_to_all = await opened(world, ANN, cup(number)), await opened(world, ANN, cup(None))
    await world.refuses("circle_only", world.tables.tournaments.sign_up(made, person(DORA)))
    for user in (ANN, BEN, CLEO):
        await world.tables.tournaments.sign_up(made, person(user))
    await world.tables.tournaments.sign_up(open_to_all, person(BEN))

    async def seen(reader: Reader) -> list[int]:
        return [row.id for row in await world.cups_in(GUILD, reader)]

    assert await seen(Reader(DORA)) == [open_to_all]
    assert await seen(Reader(BEN)) == await seen(CHIEF) == [open_to_all, made]
    other = await opened(world, ANN, replace(cup(number), title="Another one"))
    before = {one: (await world.cup(one)).row.changes for one in (made, open_to_all, other)}
    await world.leave_circle(GUILD, number, BEN)
    after = {one: (await world.cup(one)).row.changes for one in before}
    assert {one for one in before if after[one] > before[one]} == {made}
    signed = [one.user for one in (await world.cup(made)).entrants]
    assert signed == [ANN, CLEO]
    assert (await world.cup(open_to_all)).of_user(BEN)
    async with writing(world.store) as tx:
        await tx.entrants.put(replace((await world.cup(made)).entrants[1], line=0))
    await world.remove_from_circle(GUILD, number, Reader(ANN), CLEO)  # who plays already plays on
    await world.dissolve(GUILD, number, Reader(ANN))
    assert [one.user for one in (await world.cup(made)).entrants] == [ANN, CLEO]
    assert await seen(CHIEF) == [open_to_all]


async def test_who_may_join_a_public_circle_is_told_so_where_it_is_for_its_members(world: World) -> None:
    number = await found(world, "Elks", ANN, public=True)
    made = await opened(world, ANN, cup(number))
    await world.refuses("circle_open", world.tables.tournaments.sign_up(made, person(DORA)))
    await world.join_circle(GUILD, number, DORA)
    await world.tables.tournaments.sign_up(made, person(DORA))


async def test_tournaments_of_circles_do_not_count_among_those_of_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.tournaments.TOURNAMENTS", 1)
    number = await found(world, "Owls", ANN)
    await opened(world, ANN, cup(number))
    await world.refuses("tournaments_enough", opened(world, ANN, cup(number)))
    await opened(world, DORA, cup(None))
    await world.refuses("tournaments_enough", opened(world, DORA, cup(None)))


# A private circle stays private ------------------------------------------------------------------------

OUTSIDER = 50


async def told_to_the_outsider(world: World) -> str:
    """All that an outsider can be told by the services, as one text."""
    reader, tables = Reader(OUTSIDER), world.tables
    told: list[object] = [
        await world.circles(GUILD, reader),
        await tables.circles.own_circles(GUILD, OUTSIDER),
        await world.invitations(OUTSIDER),
        [row.user for row in await world.looking(GUILD, OUTSIDER)],
        await world.cups_in(GUILD, reader),
        await world.export(OUTSIDER),
        await world.stored(OUTSIDER),
        await world.suggest(GUILD, OUTSIDER, [ANN, BEN, CLEO], [Candidate(NIMMT, 2, 10, 30)], 0),
    ]
    for number in range(9):
        for ask in (
            world.circle(GUILD, number, reader),
            world.circle_shelf(GUILD, number, reader),
            world.join_circle(GUILD, number, OUTSIDER),
            world.leave_circle(GUILD, number, OUTSIDER),
            world.dissolve(GUILD, number, reader),
            world.invite_to_circle(GUILD, number, reader, person(DORA)),
            world.remove_from_circle(GUILD, number, reader, ANN),
        ):
            try:
                told.append(await ask)
            except Refusal as refusal:
                told.append((refusal.code, dict(refusal.data)))
    return repr(told)


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_a_private_circle_does_an_outsider_is_told_the_same_as_if_there_were_none(
    world: World, seed: int
) -> None:
    """By anything that can be asked for; afterwards the outsider can do what was possible before."""
    await world.lobby((ANN, BEN, CLEO, DORA, OUTSIDER))
    before, chance, began = await told_to_the_outsider(world), Random(seed), world.time
    number = await found(world, "Secret owls", ANN, BEN)
    people = (ANN, BEN, CLEO, DORA)
    for _ in range(25):
        user, other = chance.choice(people), chance.choice(people)
        act = chance.choice(
            (
                lambda: world.invite_to_circle(GUILD, number, Reader(user), person(other)),  # noqa: B023
                lambda: world.join_circle(GUILD, number, user),  # noqa: B023
                lambda: world.leave_circle(GUILD, number, user),  # noqa: B023
                lambda: looks_for(world, user, number, numbers=(9,)),  # noqa: B023
                lambda: opened(world, user, cup(number, "Secret cup")),  # noqa: B023
                lambda: world.remove_from_circle(GUILD, number, Reader(user), other),  # noqa: B023
            )
        )
        world.time += timedelta(seconds=1)
        try:
            await act()
        except Refusal:
            continue
    world.time = began  # an export tells when it was made
    assert await told_to_the_outsider(world) == before
    async with reading(world.store) as tx:
        public = [circle for circle in await tx.circles.of_guild(GUILD) if circle.public]
    assert public == []
    assert await found(world, "Secret owls", OUTSIDER, public=True)


async def test_the_outsider_would_notice_a_circle_that_is_not_private(world: World) -> None:
    """The question of the test above is no empty one."""
    await world.lobby((ANN, OUTSIDER))
    before = await told_to_the_outsider(world)
    number = await found(world, "Owls", ANN, public=True)
    assert await told_to_the_outsider(world) != before
    async with writing(world.store) as tx:
        await tx.circles.remove(number)
