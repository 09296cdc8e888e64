"""Grace: the last of several secret choices is held back, can be changed, and is made when its time comes."""

from typing import Any

import pytest
from table_world import World, hand, nimmt

from bot.games.contract import Move
from bot.games.six_nimmt.moves import Choose
from bot.tables.model import Acted, Moment, NoticeKind
from bot.tables.policy import PLANNED

pytestmark = pytest.mark.usefixtures("fitting_hands")
GRACE = 5


async def choose(world: World, moment: Moment, seat: int, card: int, key: str = "") -> Acted:
    """A card picked in the panel of a seat: it may be one that nobody can change any more."""
    return await world.tables.play.act(
        1,
        seat + 1,
        Choose(hand(moment, seat)[card]),
        turn=moment.turn,
        key=key or world.key(),
        asks="everybody",
    )


async def held(world: World, user: int) -> Move | None:
    return await world.tables.play.held(1, user)


async def all_have_chosen(world: World, people: int = 3, **more: Any) -> Moment:
    """The last of them has just picked the lowest card."""
    moment = await world.begun(people, grace=GRACE, **more)
    await world.deliver()
    for seat in range(people):
        moment = (await choose(world, moment, seat, 0)).moment
    return moment


async def passed(world: World, seconds: float) -> Moment:
    world.later(seconds=seconds)
    await world.tick()
    return await world.now()


async def test_the_last_choice_counts_a_few_seconds_later(world: World) -> None:
    moment = await all_have_chosen(world)
    assert nimmt(moment).trick == 1
    assert nimmt(moment).selected[2] is None
    reveal = (await world.table()).reveal
    assert reveal is not None
    assert (reveal - world.time).total_seconds() == GRACE
    assert await held(world, 3) == Choose(hand(moment, 2)[0])
    assert [note.kind for note in await world.pending(1) if note.seat is None] == [NoticeKind.PROGRESS]
    assert nimmt(await passed(world, GRACE - 1)).trick == 1
    assert nimmt(await passed(world, 1)).trick == 2
    assert (await world.table()).reveal is None
    assert await held(world, 3) is None
    rows = await world.store.read(lambda tx: tx.log.between(1, 0, 99))
    assert not any(row.automatic for row in rows if row.seat == 2 and row.version <= 3)


async def test_until_then_everybody_can_choose_another_card_and_the_time_stays(world: World) -> None:
    moment = await all_have_chosen(world)
    world.later(seconds=3)
    await choose(world, moment, 0, 1)
    await choose(world, moment, 2, 1)
    after = await passed(world, 2)
    played = {each.seat: each.card for each in nimmt(after).last}
    assert played == {0: hand(moment, 0)[1], 1: hand(moment, 1)[0], 2: hand(moment, 2)[1]}


async def test_a_repeated_or_outdated_press_changes_nothing(world: World) -> None:
    moment = await all_have_chosen(world)
    await choose(world, moment, 2, 1, "same")
    with world.unchanged():
        await choose(world, moment, 2, 1, "same")
    after = await passed(world, GRACE)
    await world.refuses("stale", choose(world, moment, 2, 3))
    assert nimmt(after).trick == 2


async def test_a_restart_a_pause_and_a_deadline_keep_what_was_chosen(world: World) -> None:
    moment = await all_have_chosen(world, deadline=1)
    await world.pause(1, 1)
    await world.restart()
    assert nimmt(await passed(world, 60)).trick == 1
    await world.resume(1, 1)
    after = await passed(world, 0)
    assert [each.card for each in nimmt(after).last if each.seat == 2] == [hand(moment, 2)[0]]
    for seat in (0, 1):
        await choose(world, after, seat, 0)
    world.later(hours=1, seconds=-2)
    await choose(world, after, 2, 1)
    late = await passed(world, 2)
    assert [each.card for each in nimmt(late).last if each.seat == 2] == [hand(after, 2)[1]]
    assert all(seat.pace.missed == 0 for seat in await world.store.read(lambda tx: tx.seats.at(1)))


async def test_where_nothing_can_be_posted_a_choice_by_message_counts_in_time_too(world: World) -> None:
    moment = await world.begun(grace=GRACE)
    await world.pause_delivery(1)
    for seat in range(3):
        await choose(world, moment, seat, 0)
    assert nimmt(await passed(world, GRACE - 1)).trick == 1
    assert nimmt(await passed(world, 1)).trick == 2


async def test_what_is_held_goes_with_its_person_and_is_seen_by_nobody(world: World) -> None:
    moment = await all_have_chosen(world)
    card = hand(moment, 2)[0]
    assert all(sitter.held is None for sitter in (await world.table()).sitters)
    assert f'card\\":{card}' not in repr(await world.store.read(lambda tx: tx.seats.at(1)))
    await world.leave(1, 3)
    assert all(seat.held is None for seat in await world.store.read(lambda tx: tx.seats.at(1)))


async def test_how_long_is_set_for_the_table_and_who_wants_to_confirm_is_asked(world: World) -> None:
    moment = await world.game(2)
    await world.wish(2, confirm=True)
    await choose(world, moment, 0, 0)
    await world.refuses("final", choose(world, moment, 1, 0))
    await world.wish(2, confirm=False)
    assert nimmt((await choose(world, moment, 1, 0)).moment).last


async def test_who_plays_with_computers_alone_waits_a_second(world: World) -> None:
    moment = await world.game(1, computers=1, grace=GRACE)
    for riddle in await world.riddles(1):
        await world.play_for(1, riddle.seat, Choose(hand(moment, 1)[0]), turn=riddle.turn)
    await choose(world, moment, 0, 0)
    assert not nimmt(await passed(world, 0)).last
    assert nimmt(await passed(world, 1)).last


async def test_a_planned_card_that_is_the_last_one_is_held_back_too(world: World) -> None:
    moment = await world.all_but(1, await world.begun(grace=GRACE))
    await world.wish_for(1, 1, 0, str(hand(moment, 0)[1]))
    await world.choose(moment, 1)
    await world.choose(await passed(world, GRACE), 1, 2)
    after = await passed(world, PLANNED[1])
    assert nimmt(after).trick == 2
    assert (await world.table()).reveal is not None
    assert nimmt(await passed(world, GRACE)).trick == 3
