"""The shelf: marks that people give games, the titles they name, and what of it others see."""

from dataclasses import replace
from datetime import timedelta

import pytest
from finished_games import finished
from table_world import NOON, World
from units import reading

from bot.store.shelf import ShelfRow, Title
from bot.tables import shelf
from bot.tables.shelf import MARKS, Counts

ANN, BEN, CLEO = 1, 2, 3
GUILD = 7
NIMMT = "six_nimmt"
CATAN = Title(0, GUILD, "Catan", "catan", 3, 4, 90)


async def test_a_mark_is_given_and_taken_away_and_a_press_that_comes_twice_changes_once(world: World) -> None:
    for mark in MARKS:
        for _ in range(2):
            await world.mark(GUILD, ANN, NIMMT, mark, given=True)
            world.time += timedelta(hours=1)
    assert await world.on_shelf(GUILD, ANN) == (
        ShelfRow(
            GUILD, ANN, NIMMT, own=True, interested=True, favourite=True, played=NOON + timedelta(hours=2)
        ),
    )
    assert await world.on_shelf(8, ANN) == await world.on_shelf(GUILD, BEN) == ()
    for mark in MARKS:
        assert await world.on_shelf(GUILD, ANN) != ()
        await world.mark(GUILD, ANN, NIMMT, mark, given=False)
    assert await world.on_shelf(GUILD, ANN) == ()


async def test_a_server_counts_those_who_may_be_seen(world: World) -> None:
    await world.lobby((ANN, BEN, CLEO))
    for user, marks in ((ANN, ("own", "favourite")), (BEN, ("own",)), (CLEO, ("own", "interested"))):
        for mark in marks:
            await world.mark(GUILD, user, NIMMT, mark, given=True)
    assert await world.counts(GUILD, NIMMT) == Counts(interested=1, favourite=1, own=3)
    await world.wish(CLEO, listed=False)
    assert await world.counts(GUILD, NIMMT) == Counts(favourite=1, own=2)
    assert await world.counts(8, NIMMT) == Counts()


async def test_who_finishes_a_game_has_played_it_and_keeps_other_marks(world: World) -> None:
    """With the next heartbeat, also who did so before there was a shelf; a mark that was taken away since
    then doesn't come back."""
    old = await finished(world.store, [ANN, None, CLEO], [1, 2, 3])
    await finished(world.store, [BEN], [1], guild=8)
    await world.erase(CLEO, None)
    await world.mark(GUILD, ANN, NIMMT, "own", given=True)
    world.time += timedelta(days=1)
    await world.beat()
    (ended, *_) = await world.tables.results.at(old)
    own = ShelfRow(GUILD, ANN, NIMMT, own=True, played=ended.at)
    async with reading(world.store) as tx:
        assert [marks.row for marks in await tx.shelf.of_game(GUILD, NIMMT)] == [own]
    assert len(await world.on_shelf(8, BEN)) == 1
    moment = await world.game((ANN, BEN))
    await world.play_out(moment, 1)
    at = world.time
    world.time += timedelta(minutes=5)
    assert (await world.marks(GUILD, BEN, NIMMT)).played is None
    await world.beat()
    assert await world.marks(GUILD, ANN, NIMMT) == replace(own, played=at)
    assert await world.marks(GUILD, BEN, NIMMT) == ShelfRow(GUILD, BEN, NIMMT, played=at)
    await world.mark(GUILD, BEN, NIMMT, "played", given=False)
    world.time += timedelta(minutes=5)
    await world.beat()
    assert await world.on_shelf(GUILD, BEN) == ()


async def test_a_title_stands_once_in_a_server_and_on_the_shelf_of_who_named_it(world: World) -> None:
    named = await world.name_title(ANN, CATAN)
    assert named == replace(CATAN, id=named.id)
    assert await world.name_title(BEN, replace(CATAN, name="CATAN", low=1)) == named
    elsewhere = await world.name_title(BEN, replace(CATAN, guild=8))
    assert await world.titles(GUILD) == (named,)
    assert await world.on_shelf(GUILD, ANN) == (ShelfRow(GUILD, ANN, str(named.id), interested=True),)
    assert await world.on_shelf(GUILD, BEN) == ()
    await world.describe(GUILD, str(named.id), 2, 6, 60)
    assert await world.title(GUILD, str(named.id)) == replace(named, low=2, high=6, minutes=60)
    for game in (str(elsewhere.id), "99", "chess", "²"):
        await world.refuses("no_such_title", world.title(GUILD, game))
        await world.refuses("no_such_title", world.mark(GUILD, ANN, game, "own", given=True))
    assert await world.title(GUILD, NIMMT) is None


async def test_what_nobody_speaks_of_any_more_goes_with_the_next_heartbeat(world: World) -> None:
    kept, dropped = (
        await world.name_title(ANN, CATAN),
        await world.name_title(ANN, replace(CATAN, folded="go")),
    )
    await world.mark(GUILD, ANN, str(dropped.id), "interested", given=False)
    assert len(await world.titles(GUILD)) == 2
    await world.beat()
    assert await world.titles(GUILD) == (kept,)
    await world.erase(ANN, None)
    assert await world.titles(GUILD) == ()


async def test_a_manager_removes_a_title_with_all_marks_and_leaves_a_line(world: World) -> None:
    named = await world.name_title(ANN, CATAN)
    await world.mark(GUILD, BEN, str(named.id), "own", given=True)
    await world.mark(GUILD, BEN, NIMMT, "own", given=True)
    await world.remove_title(GUILD, str(named.id), CLEO)
    assert await world.titles(GUILD) == await world.on_shelf(GUILD, ANN) == ()
    assert [row.game for row in await world.on_shelf(GUILD, BEN)] == [NIMMT]
    assert [(row.act, row.actor) for row in await world.acts(GUILD)] == [("title_removed", CLEO)]
    await world.refuses("no_such_title", world.remove_title(GUILD, str(named.id), CLEO))


async def test_a_shelf_and_the_titles_of_a_server_have_an_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "SHELVED", 2)
    monkeypatch.setattr(shelf, "TITLES", 3)
    for user, name in ((ANN, "a"), (ANN, "b"), (BEN, "c")):
        await world.name_title(user, replace(CATAN, folded=name))
    with world.unchanged():
        await world.refuses("titles_full", world.name_title(BEN, replace(CATAN, folded="d")))
        await world.refuses("shelf_full", world.mark(GUILD, ANN, NIMMT, "own", given=True))
    await world.mark(GUILD, ANN, "1", "own", given=True)
    monkeypatch.setattr(shelf, "TITLES", 9)
    with world.unchanged():
        await world.refuses("shelf_full", world.name_title(ANN, replace(CATAN, folded="d")))
