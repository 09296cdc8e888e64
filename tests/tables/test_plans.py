"""Plans: taken down, carried out once a decision is due, ended, and nothing that others see of them."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, cast

import pytest
from fixed_chance import every_secret_is
from table_world import PebblesOptions, World, hand, nimmt

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Seat
from bot.games.noerdlingen.moves import Choose as ChooseNumber
from bot.games.planning import ASK, Plan
from bot.games.six_nimmt.moves import Choose
from bot.games.thurn_and_taxis.moves import TakeBlind
from bot.tables.model import LogRow, Moment
from bot.tables.policy import PLANNED, PLANNED_NEXT

SECONDS = PLANNED[1] / 3600
pytestmark = pytest.mark.usefixtures("fitting_hands")


@pytest.fixture
def low_card(fitting_hands: None) -> Iterator[None]:
    """The lowest card of seat 0 is the one of three that lies below all rows."""
    with every_secret_is(bytes(32)):
        yield


async def plan(world: World, user: int) -> Plan:
    return await world.tables.plans.planned(1, user)


async def ripen(world: World) -> Moment:
    """The moment once every plan that is due has been carried out."""
    world.later(hours=SECONDS)
    await world.tick()
    return await world.now()


def offers(moment: Moment, seat: int, *steps: tuple[str, ...]) -> list[str]:
    """What can be wished for next."""
    game = registry.game(moment.table.game)
    assert game.planning is not None
    return [*game.planning.wishes(game.view(moment.state, Seat(seat)), Seat(seat), steps)]


async def by_default(world: World, moment: Moment, seat: int | None = None) -> Moment:
    """The moment after the moves of a deadline, up to the turn of a seat (None: the next one)."""
    game, turn = registry.game(moment.table.game), cast(Any, moment.state).turn
    while True:
        now = next(iter(game.decisions(moment.state)))
        if cast(Any, moment.state).turn != turn and seat in (None, now):
            return moment
        move = cast(Move, game.default(moment.state, now, Chance(bytes(32))))
        moment = (await world.act(moment, now, move)).moment


async def second_round(world: World) -> tuple[Moment, int]:
    """Thurn and Taxis once everybody has a row: whose turn it is not, but will be."""
    moment = await world.game(2, game="thurn_and_taxis")
    first = next(iter(registry.game("thurn_and_taxis").decisions(moment.state)))
    return await by_default(world, moment, first), 1 - first


async def rows_of(world: World, seat: int, after: int) -> list[LogRow]:
    rows = await world.store.read(lambda tx: tx.log.between(1, after, 999))
    return [row for row in rows if row.seat == seat]


async def test_the_next_card_is_chosen_after_a_while_and_can_be_changed(world: World) -> None:
    moment = await world.all_but(1, await world.begun())
    chosen, card, *_ = hand(moment, 0)
    assert offers(moment, 0) == [str(each) for each in hand(moment, 0) if each != chosen]
    await world.wish_for(1, 1, 0, str(hand(moment, 0)[2]))
    await world.wish_for(1, 1, 0, str(card))  # there is one next card
    moment = await world.choose(moment, 1)
    assert nimmt(moment).selected[0] is None
    world.later(seconds=PLANNED[0] - 1)
    await world.tick()
    assert nimmt(await world.now()).selected[0] is None
    moment = await ripen(world)
    assert nimmt(moment).selected[0] == card
    assert await plan(world, 1) == Plan()
    moment = (await world.act(moment, 0, Choose(hand(moment, 0)[-1]))).moment
    assert nimmt(moment).selected[0] == hand(moment, 0)[-1]


async def test_who_is_quicker_than_the_own_plan_has_decided_otherwise(world: World) -> None:
    moment = await world.all_but(1, await world.begun())
    await world.wish_for(1, 1, 0, str(hand(moment, 0)[3]))
    moment = await world.choose(await world.choose(moment, 1), 0)
    assert await plan(world, 1) == Plan()
    assert nimmt(await ripen(world)).selected[0] == hand(moment, 0)[0]


async def test_a_choice_that_is_changed_meanwhile_leaves_the_plan(world: World) -> None:
    moment = await world.all_but(1, await world.begun())
    card = hand(moment, 0)[3]
    await world.wish_for(1, 1, 0, str(card))
    await world.act(moment, 0, Choose(hand(moment, 0)[1]))
    assert (await plan(world, 1)).steps == ((str(card),),)


@pytest.mark.parametrize(("value", "row"), [("cheapest", None), ("4", 4)])
@pytest.mark.usefixtures("low_card")
async def test_a_standing_answer_takes_a_row_each_time(world: World, value: str, row: int | None) -> None:
    await world.begun()
    await world.answer_with(1, 1, "low", value)
    moment = await world.choose(await world.now(), 0, 1, 2)
    question = nimmt(moment).question
    assert question is not None
    assert question.seat == 0
    await world.restart()
    moment = await ripen(world)
    (taken,) = [each for each in nimmt(moment).last if each.seat == 0]
    assert taken.taken
    assert taken.row == (row or taken.row)
    assert (await plan(world, 1)).answers == (("low", value),)
    await world.answer_with(1, 1, "low", ASK)
    assert await plan(world, 1) == Plan()


async def whole_turn(world: World) -> tuple[Moment, int]:
    """A turn of Thurn and Taxis that was planned, now that it has begun."""
    moment, seat = await second_round(world)
    shown = [city for city in cast(Any, moment.state).display if city]
    gone = next(city for city in offers(moment, seat) if city not in (*shown, "deck"))
    for step, wish in ((0, gone), (0, "deck"), (1, "play/taken"), (1, "begin/taken"), (2, "end")):
        await world.wish_for(1, seat + 1, step, wish)
    assert (await plan(world, seat + 1)).steps[0] == (gone, "deck")
    return await by_default(world, moment), seat


async def test_a_turn_is_taken_from_a_ranked_list_step_by_step(world: World) -> None:
    """In one moment nobody could take a whole turn by hand."""
    begun, seat = await whole_turn(world)
    game = registry.game("thurn_and_taxis")
    for made, (fewest, most) in (("TakeBlind", PLANNED), ("", PLANNED_NEXT), ("EndTurn", PLANNED_NEXT)):
        version = (await world.now()).version
        due = await world.due(1, seat + 1)
        assert fewest <= (due - world.time).total_seconds() <= most
        world.time = due - timedelta(seconds=1)
        await world.tick()
        assert (await world.now()).version == version
        world.time = due
        await world.tick()
        row, *_ = await rows_of(world, seat, version)
        assert made in ("", type(game.decode_move(row.move)).__name__)
        assert not row.automatic
    after = await world.now()
    assert game.post(begun.state) != game.post(after.state)
    assert cast(Any, after.state).routes[seat] != cast(Any, begun.state).routes[seat]
    assert await plan(world, seat + 1) == Plan()


@pytest.mark.parametrize("steps", [0, 1])
async def test_a_plan_can_be_stopped_while_it_waits(world: World, steps: int) -> None:
    moment, seat = await whole_turn(world)
    for _ in range(steps):
        moment = await ripen(world)
    await world.stop_plan(1, seat + 1)
    assert await plan(world, seat + 1) == Plan()
    assert await world.due(1, seat + 1) is None
    assert (await ripen(world)).version == moment.version


async def test_a_step_by_hand_amid_a_plan_ends_it(world: World) -> None:
    await whole_turn(world)
    moment = await ripen(world)
    moment = await world.step(moment)
    assert (await ripen(world)).version == moment.version


async def test_of_two_plans_that_are_ripe_each_moves_by_itself(world: World) -> None:
    """Two people never decide in one edit."""
    moment = await world.all_but(2, await world.begun())
    for seat in (0, 1):
        await world.wish_for(1, seat + 1, 0, str(hand(moment, seat)[1]))
    await world.choose(moment, 2)
    world.later(seconds=PLANNED[1])
    await world.carry_out_plans(1)
    assert nimmt(await world.now()).selected.count(None) == 2
    await world.tick()
    assert nimmt(await world.now()).selected.count(None) == 1


@pytest.mark.usefixtures("low_card")
async def test_a_standing_answer_that_was_stopped_holds_from_the_next_decision_on(world: World) -> None:
    await world.begun()
    await world.answer_with(1, 1, "low", "1")
    moment = await world.choose(await world.now(), 0, 1, 2)
    assert await world.due(1, 1)
    assert (await world.stop_plan(1, 1)).answers == (("low", "1"),)
    assert await world.due(1, 1) is None
    assert (await ripen(world)).version == moment.version
    await world.step(moment)
    assert (await plan(world, 1)).answers


@pytest.mark.usefixtures("low_card")
async def test_an_answer_that_is_given_while_it_is_owed_waits_for_the_next_decision(world: World) -> None:
    moment = await world.choose(await world.begun(), 0, 1, 2)
    await world.answer_with(1, 1, "low", "1")
    assert await world.due(1, 1) is None
    assert (await ripen(world)).version == moment.version


async def test_a_plan_never_moves_at_the_moment_at_which_a_game_goes_on(world: World) -> None:
    moment = await world.all_but(1, await world.begun())
    card = hand(moment, 0)[1]
    await world.wish_for(1, 1, 0, str(card))
    await world.choose(moment, 1)
    await world.pause(1, 1)
    world.later(hours=1)
    assert nimmt(await ripen(world)).selected[0] is None
    await world.resume(1, 1)
    await world.tick()
    assert nimmt(await world.now()).selected[0] is None
    world.later(hours=1)  # the bot does not run
    await world.restart()
    await world.tick()
    assert nimmt(await world.now()).selected[0] is None
    assert nimmt(await ripen(world)).selected[0] == card


async def test_what_is_not_possible_ends_the_plan_and_its_owner_is_asked(world: World) -> None:
    moment, seat = await second_round(world)
    shown = [city for city in cast(Any, moment.state).display if city]
    gone = next(city for city in offers(moment, seat) if city not in (*shown, "deck"))
    await world.wish_for(1, seat + 1, 0, gone)
    moment = await by_default(world, moment)
    assert gone not in cast(Any, moment.state).display
    version = moment.version
    assert (await ripen(world)).version == version
    assert await plan(world, seat + 1) == Plan(ended=True)
    assert (await world.duties())[seat] is not None


async def test_undo_takes_a_planned_step_back_like_any_other(world: World) -> None:
    moment = await world.game(3, game="noerdlingen")
    while cast(Any, moment.state).phase != "choose":
        moment = await by_default(world, moment)
    first, seat = cast(Any, moment.state).active, cast(Any, moment.state).waiting[0]
    await world.wish_for(1, seat + 1, 0, "3")
    await world.wish_for(1, seat + 1, 0, "5")
    moment = (await world.act(moment, first, ChooseNumber(3))).moment
    moment = await ripen(world)
    assert cast(Any, moment.state).table[-1][seat] == 5
    moment = await world.undo(1, seat + 1)
    assert cast(Any, moment.state).table[-1][seat] is None
    assert cast(Any, await ripen(world)).version == moment.version


@pytest.mark.parametrize("agreed", [False, True])
async def test_what_was_planned_after_a_step_goes_with_it(world: World, agreed: bool) -> None:
    """Else the number for the next round would be taken in this one."""
    moment = await world.game(3, game="noerdlingen")
    while cast(Any, moment.state).phase != "choose":
        moment = await by_default(world, moment)
    first, seat = cast(Any, moment.state).active, cast(Any, moment.state).waiting[0]
    for chooser, number in ((first, 3), (seat, 4)):
        moment = (await world.act(moment, chooser, ChooseNumber(number))).moment
    await world.wish_for(1, seat + 1, 0, "5")
    if agreed:
        motion = await world.ask_undo(1, first + 1)
        for user in {1, 2, 3} - {first + 1}:
            await world.answer(1, motion.id, user, yes=True)
        moment = (await world.act(await world.now(), first, ChooseNumber(3))).moment
    else:
        moment = await world.undo(1, seat + 1)
    assert cast(Any, moment.state).active == seat
    assert cast(Any, await ripen(world)).version == moment.version


async def test_what_can_not_be_planned_is_refused_and_changes_nothing(world: World) -> None:
    moment = await world.begun()
    card = str(hand(moment, 0)[0])
    await world.refuses("plan_now", world.wish_for(1, 1, 0, card))
    await world.refuses("not_seated", world.wish_for(1, 9, 0, card), world.clear_plan(1, 9))
    await world.refuses("no_such_wish", world.answer_with(1, 1, "low", "9"))
    await world.refuses("no_such_wish", world.answer_with(1, 1, "high", "1"))
    moment = await world.choose(moment, 0)
    await world.refuses("no_such_wish", world.wish_for(1, 1, 0, card), world.wish_for(1, 1, 1, card))
    await world.end()
    await world.refuses("over", world.wish_for(1, 1, 0, card))
    lobby = await world.lobby(2, channel=501)
    await world.refuses("not_playing", world.answer_with(lobby.id, 1, "low", "1"))
    stones = await world.game(2, PebblesOptions(), game="pebbles", channel=502)
    await world.refuses("no_plans", world.wish_for(stones.table.id, 1, 0, card))


async def test_a_plan_goes_with_its_person_and_is_nobody_elses_to_see(world: World) -> None:
    moment = await world.all_but(1, await world.begun())
    card = str(hand(moment, 0)[1])
    before = [row for row in world.dump() if "seats" not in row]
    await world.wish_for(1, 1, 0, card)
    assert [row for row in world.dump() if "seats" not in row] == before  # no notice, no timer
    table = await world.table()
    assert all(sitter.plan is None for sitter in table.sitters)
    stored = await world.store.read(lambda tx: tx.seats.at(1))
    assert stored[0].plan is not None
    assert card not in repr(stored)
    assert json.loads(await world.export(1))["tables"][0]["plan"] == {"steps": [[card]]}
    assert json.loads(await world.export(2))["tables"][0]["plan"] is None
    await world.leave(1, 1)
    assert (await world.store.read(lambda tx: tx.seats.at(1)))[0].plan is None


async def test_the_first_card_of_a_turn_may_be_all_that_is_planned(world: World) -> None:
    moment, seat = await second_round(world)
    await world.wish_for(1, seat + 1, 0, "deck")
    await by_default(world, moment)
    moment = await ripen(world)
    assert cast(Any, moment.state).active == seat
    (made,) = await rows_of(world, seat, moment.version - 1)
    assert registry.game("thurn_and_taxis").decode_move(made.move) == TakeBlind()


async def test_the_end_of_a_game_forgets_what_was_planned(world: World) -> None:
    await world.game(2)
    await world.answer_with(1, 1, "low", "1")
    await world.stepped_out()
    assert [seat.plan for seat in await world.store.read(lambda tx: tx.seats.at(1))] == [None, None]
