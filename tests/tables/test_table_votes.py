"""What somebody proposes is done when all who are asked agree, and dropped when it has lost its meaning."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from table_world import Calls, World, hand, stones

from bot.games.contract import Move, Refusal
from bot.tables.model import ABSENT, Vote, VoteKind, VoteState
from bot.tables.policy import ANSWERED
from tests.pebbles.game import GAME, Draw, Stop, Take

OPEN, CARRIED, DECLINED = VoteState.OPEN, VoteState.CARRIED, VoteState.DECLINED
EXPIRED, DROPPED = VoteState.EXPIRED, VoteState.DROPPED
ANN, BEN, CLEO, DAN = 1, 2, 3, 4
BOTH_TURNS = (Take(), Stop(), Take())
"""Ann's turn, and the first step of Ben's."""
BACK = (1, 0, 0)
"""The points once Ann's turn goes on."""


async def question(world: World, **options: Any) -> Vote:
    """Ann asks to take her turn back after the first step of Ben's."""
    await world.pebbles(*BOTH_TURNS, **{"people": 3, **options})
    return await world.ask_undo()


async def says(world: World, motion: Vote, *users: int, yes: bool = True) -> Vote:
    for user in users:
        motion = await world.answer(motion.table, motion.id, user, yes=yes)
    return motion


async def stands(world: World, motion: Vote) -> VoteState:
    return (await world.tables.votes.get(motion.table, motion.id)).state


async def told_of(world: World, motion: Vote) -> list[tuple[str, int | None]]:
    """What is to be told about it, and of which seat."""
    pending = await world.notices()
    return [(kind, seat) for kind, seat, of in pending if kind in ("motion", "asked") and of == motion.id]


async def points(world: World) -> tuple[int, ...]:
    return stones(await world.now()).points


async def without(world: World, *leavers: int) -> None:
    """A game of four that these people have left, in this order."""
    await world.game(4)
    for user in leavers:
        await world.leave(1, user)


async def users(world: World) -> list[int | None]:
    return [sitter.user for sitter in (await world.table()).sitters]


# Taking back ---------------------------------------------------------------------------------------


async def test_everybody_agrees_and_the_state_before_the_step_stands_again(world: World) -> None:
    """The board is posted anew, and buttons from before are stale."""
    moment = await world.pebbles(*BOTH_TURNS, people=3)
    await world.refuses("not_your_step", world.undo())
    motion = await world.ask_undo()
    assert (motion.state, motion.version, motion.agreed) == (OPEN, 1, (ANN,))
    assert (await says(world, motion, BEN)).state is OPEN
    await world.deliver()
    await world.restart()
    assert stones(await world.now()) == stones(moment)
    assert (await says(world, motion, CLEO)).state is CARRIED
    now = await world.now()
    assert (now.version, stones(now).active, stones(now).points) == (4, 0, BACK)
    assert await world.path(1, 4) == (0, 1)
    assert await world.taken_back(1, 0, 4) == ((), (0,))
    assert ("board", None, 4) in await world.notices()
    await world.refuses("stale", world.act(moment, 0, Stop()))
    await world.made(1, Draw())
    assert (await world.opening(1, 5)).version == 0


@pytest.mark.parametrize("user", [BEN, ANN])
async def test_one_no_is_enough(world: World, user: int) -> None:
    """That of whoever asked, too. Only those at the table are asked, and only one question is open."""
    motion = await question(world)
    await world.refuses("not_asked_you", says(world, motion, 9))
    await world.refuses("motion_open", world.ask_undo())
    await world.refuses("motion_over", says(world, replace(motion, id=99), BEN))
    assert (await says(world, motion, user, yes=False)).state is DECLINED
    await world.refuses("motion_over", says(world, motion, CLEO))
    assert (await world.now()).version == 3
    assert (await world.ask_undo()).id != motion.id


@pytest.mark.parametrize(
    ("moves", "user", "code"),
    [
        ((), ANN, "nothing_to_undo"),
        ((Take(), Stop()), BEN, "nothing_to_undo"),
        ((Take(), Stop(), Draw()), ANN, "undo_since"),
        ((Take(), Draw(), Take()), ANN, "undo_since"),
    ],
)
async def test_no_way_back_past_a_draw(world: World, moves: tuple[Move, ...], user: int, code: str) -> None:
    await world.pebbles(*moves, people=3)
    await world.refuses(code, world.check_ask_undo(1, user), world.ask_undo(1, user))


@pytest.mark.parametrize("moves", [(Take(),), (Stop(),)], ids=str)
async def test_another_step_goes_with_the_rest(world: World, moves: tuple[Move, ...]) -> None:
    motion = await question(world)
    await world.check_ask_undo(1, ANN)
    await world.made(1, *moves)
    assert (await says(world, motion, BEN, CLEO)).state is CARRIED
    assert await points(world) == BACK


@pytest.mark.parametrize(
    ("heap", "agree", "call", "value", "state"),
    [
        pytest.param(12, (), "made", Draw(), DROPPED, id="something was drawn"),
        pytest.param(3, (), "made", Take(), DROPPED, id="the game is over"),
        pytest.param(12, (), "leave", ANN, DROPPED, id="who asked is gone"),
        pytest.param(12, (BEN,), "leave", CLEO, CARRIED, id="the last one who was asked is gone"),
    ],
)
async def test_what_settles_it_without_an_answer(
    world: World, heap: int, agree: tuple[int, ...], call: str, value: Any, state: VoteState
) -> None:
    motion = await question(world, heap=heap)
    await says(world, motion, *agree)
    await getattr(world, call)(1, value)
    assert await stands(world, motion) is state
    assert (await points(world) == BACK) is (state is CARRIED)
    await world.refuses("motion_over", says(world, motion, BEN))


async def test_a_game_that_rests_is_not_changed_before_it_goes_on(world: World) -> None:
    motion = await question(world, people=2)
    await world.pause(1, BEN)
    assert (await says(world, motion, BEN)).state is OPEN
    assert (await world.now()).version == 3
    await world.resume()
    assert await stands(world, motion) is CARRIED
    await world.refuses("nothing_to_undo", world.ask_undo(1, BEN))


async def test_its_time_is_over_after_two_days_once(world: World) -> None:
    motion = await question(world)
    world.later(seconds=ANSWERED.total_seconds() - 1)
    await world.clock.run_due()
    assert await stands(world, motion) is OPEN
    await world.deliver()
    await world.restart()
    world.later(seconds=1)
    await world.refuses("motion_over", says(world, motion, BEN))
    for _ in range(2):
        await world.clock.run_due()
    assert await stands(world, motion) is EXPIRED
    assert (await world.notices()).count(("motion", None, motion.id)) == 1


async def test_whoever_agreed_to_less_is_asked_anew_when_the_game_has_gone_on(world: World) -> None:
    """A yes to two moves is none to four. The question is written anew with every move and calls only whom it
    has to."""
    motion = await question(world)
    await world.deliver()
    await world.made(1, Stop())
    assert await told_of(world, motion) == [("motion", None)]
    await says(world, motion, BEN)
    await world.deliver()
    await world.made(1, Take())
    assert await told_of(world, motion) == [("asked", 1)]
    assert (await says(world, motion, CLEO)).state is OPEN
    assert (await world.now()).version == 5
    assert (await says(world, motion, BEN)).state is CARRIED
    assert await points(world) == BACK


async def test_several_who_agreed_are_called_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "info", structs.replace(GAME.info, seats=(2, 4)))
    motion = await question(world, people=4)
    await says(world, motion, BEN, CLEO)
    await world.deliver()
    await world.made(1, Stop())
    assert await told_of(world, motion) == [("asked", None)]


async def test_two_answers_at_the_same_moment_take_the_step_back_once(world: World) -> None:
    """And a press that is delivered twice counts once."""
    await world.pebbles(*BOTH_TURNS, people=3)
    motion, again = [await world.ask_undo(key="ask") for _ in range(2)]
    assert again.id == motion.id
    presses = (world.answer(1, motion.id, user, yes=True, key=f"{user}") for user in (BEN, BEN, CLEO))
    found = await asyncio.gather(*presses)
    assert [one.state for one in found] == [OPEN, OPEN, CARRIED]
    assert found[1].agreed == (ANN, BEN)
    assert (await world.now()).version == 4


async def test_whoever_plays_against_computers_has_nobody_to_ask(world: World) -> None:
    await world.game(1, game="pebbles", computers=1)
    await world.made(1, Take(), Stop())
    await world.step(await world.now())
    assert (await world.ask_undo()).state is CARRIED
    assert stones(await world.now()).active == 0
    assert "motion" not in [kind for kind, _, _ in await world.notices()][:-1]


# Removing ------------------------------------------------------------------------------------------


async def test_all_others_agree_and_the_seat_is_free_for_others_but_not_for_its_person(world: World) -> None:
    await world.game(4)
    motion = await world.kick(1, ANN, BEN)
    await world.refuses("not_asked_you", *(says(world, motion, BEN, yes=yes) for yes in (True, False)))
    await says(world, motion, DAN)
    await world.restart()
    assert (await says(world, motion, CLEO)).state is CARRIED
    sitter = (await world.table()).sitters[1]
    assert (sitter.user, sitter.computer, sitter.away, sitter.away_name) == (None, ABSENT, None, "Person 2")
    await world.refuses("removed", world.take_seat(1, BEN, 1))
    assert not (await world.stand_in(1, ANN, 1)).sitters[1].stands_in
    await world.refuses("removed", world.take_seat(1, BEN, 1))


@pytest.mark.parametrize(
    ("by", "user", "code"),
    [(CLEO, BEN, "not_host"), (9, BEN, "not_host"), (ANN, ANN, "kick_self"), (ANN, 9, "not_at_table")],
)
async def test_who_can_not_be_removed_by_whom(world: World, by: int, user: int, code: str) -> None:
    await world.game(3)
    await world.refuses(code, world.kick(1, by, user))


async def test_of_two_at_a_table_neither_decides_alone(world: World) -> None:
    """Computers agree to nothing; a moderator still may."""
    await world.game(2, computers=1)
    await world.refuses("kick_alone", world.kick(1, ANN, BEN))
    assert (await world.removed(BEN, 9)).state is CARRIED


@pytest.mark.parametrize(
    ("agree", "leave", "state"),
    [((), (DAN,), OPEN), ((), (DAN, CLEO), DROPPED), ((CLEO,), (DAN,), CARRIED), ((), (BEN,), DROPPED)],
    ids=["one is left to ask", "nobody is left", "the rest agrees", "who was to go is gone"],
)
async def test_what_becomes_of_a_removal_when_somebody_leaves(
    world: World, agree: tuple[int, ...], leave: tuple[int, ...], state: VoteState
) -> None:
    await world.game(4)
    motion = await world.kick(1, ANN, BEN)
    await says(world, motion, *agree)
    for user in leave:
        await world.leave(1, user)
    assert await stands(world, motion) is state
    assert (BEN in await users(world)) is not (state is CARRIED or BEN in leave)


async def test_a_moderator_removes_even_the_host_at_once_and_the_next_one_is_host(world: World) -> None:
    await world.game(3)
    motion = await world.removed(ANN, 9)
    assert motion.state is CARRIED
    assert ("motion", None, motion.id) in await world.notices()
    assert ((await world.table()).host, await users(world)) == (BEN, [None, BEN, CLEO])


async def test_in_a_lobby_the_host_removes_alone_until_somebody_invites_again(world: World) -> None:
    await world.lobby(3)
    assert (await world.kick(1, ANN, BEN)).state is CARRIED
    assert await users(world) == [ANN, CLEO]
    await world.refuses("removed", world.join(1, BEN))
    await says(world, await world.invite(1, CLEO, BEN), BEN)
    await world.leave(1, BEN)
    assert (await world.join(1, BEN)).seat_of(BEN) is not None


# Seats for others ----------------------------------------------------------------------------------


async def test_a_guest_takes_the_seat_of_whoever_left_with_all_that_belongs_to_it(world: World) -> None:
    before = await world.game(3)
    await world.leave(1, BEN)
    motion = await world.invite(1, CLEO, 9)
    assert (motion.kind, motion.seat) == (VoteKind.INVITE, 1)
    await world.refuses("not_asked_you", says(world, motion, 8), says(world, motion, CLEO))
    await says(world, motion, 9)
    assert await world.seat_of(9) == 1
    assert hand(await world.now(), 1) == hand(before, 1)


@pytest.mark.parametrize(
    ("way", "game", "code"), [("game", "six_nimmt", "no_free_seat"), ("lobby", "pebbles", "full")]
)
async def test_a_computers_seat_is_the_hosts_to_give(world: World, way: str, game: str, code: str) -> None:
    """So is its place in a full lobby."""
    await getattr(world, way)(2, game=game, computers=1)
    await world.refuses(code, world.invite(1, BEN, 9))
    motion = await world.invite(1, ANN, 9)
    await world.refuses("seats_offered", world.invite(1, ANN, 8))
    await world.refuses("guest_seated", world.invite(1, ANN, BEN))
    assert (await says(world, motion, 9)).state is CARRIED
    assert await users(world) == [ANN, BEN, 9]
    assert await world.riddles() == ()


async def test_free_seats_that_are_all_promised_are_not_taken(world: World) -> None:
    """One invitation that is taken back is one more that can be made."""
    await world.lobby(1, game="pebbles")
    first, _ = [await world.invite(1, ANN, guest) for guest in (9, 8)]
    await world.refuses("seats_offered", world.invite(1, ANN, 7))
    await says(world, first, ANN, yes=False)
    await world.invite(1, ANN, 7)


async def test_an_invitation_lapses_when_its_seat_is_gone_or_its_host_left(world: World) -> None:
    await without(world, BEN)
    first = await world.invite(1, ANN, 9)
    await world.take_seat(1, 7, 1)
    assert await stands(world, first) is DROPPED
    await world.leave(1, 7)
    second = await world.invite(1, CLEO, 9)
    await world.leave(1, CLEO)
    assert await stands(world, second) is DROPPED
    third = await world.invite(1, ANN, 9)
    assert (await says(world, third, 9, yes=False)).state is DECLINED
    await world.invite(1, ANN, 9)


async def test_of_two_who_want_the_seat_at_the_same_moment_the_first_one_has_it(world: World) -> None:
    await world.game(3)
    await world.refuses("no_free_seat", world.call_out())
    await world.leave(1, BEN)
    motion = await world.call_out(1, CLEO)
    await world.refuses("seated", says(world, motion, ANN))
    first, second = await asyncio.gather(
        says(world, motion, 8), says(world, motion, 9), return_exceptions=True
    )
    assert isinstance(first, Vote)
    assert isinstance(second, Refusal)
    assert (first.state, first.closer, second.code) == (CARRIED, "Person 8", "motion_over")
    assert await world.seat_of(8) == 1


@pytest.mark.parametrize(("user", "withdrawn"), [(CLEO, True), (ANN, False)])
async def test_a_call_is_withdrawn_by_its_maker_or_the_host(world: World, user: int, withdrawn: bool) -> None:
    """The host's may be after its maker has left; nobody else can."""
    await without(world, BEN)
    motion = await world.call_out(1, CLEO)
    await world.refuses("not_your_call", *(says(world, motion, other, yes=False) for other in (DAN, BEN, 9)))
    for leaver in {CLEO} - {user}:
        await world.leave(1, leaver)
    closed = await says(world, motion, user, yes=False)
    assert (closed.state, closed.withdrawn, closed.closer) == (DECLINED, withdrawn, f"Person {user}")
    await world.call_out()


async def test_whoever_was_removed_is_not_called_and_nobody_once_a_computer_sits_there(world: World) -> None:
    await world.game(3)
    await world.removed(BEN)
    motion = await world.call_out()
    await world.refuses("removed", says(world, motion, BEN))
    await world.stand_in(1, ANN, 1)
    assert await stands(world, motion) is DROPPED


# Who is asked --------------------------------------------------------------------------------------


async def test_whoever_takes_a_seat_is_called_to_answer_what_is_open_there(world: World) -> None:
    """Once: whoever leaves calls nobody, nor does another move."""
    undo = await question(world)
    kick = await world.kick(1, ANN, BEN)
    for change, told in (
        (world.leave(1, CLEO), [("motion", None)]),
        (world.take_seat(1, 9, 2), [("asked", 2)]),
        (world.made(1, Stop()), [("motion", None)]),
    ):
        await world.deliver()
        await change
        assert await told_of(world, undo) == told
        assert await stands(world, kick) is DROPPED
    assert (await says(world, undo, BEN, 9)).state is CARRIED


async def test_whoever_takes_a_seat_is_asked_about_a_removal_too(world: World) -> None:
    await without(world, DAN)
    motion, call = await world.kick(1, ANN, BEN), await world.call_out()
    await world.deliver()
    await says(world, call, 9)
    assert await told_of(world, motion) == [("asked", 3)]
    assert (await says(world, motion, CLEO, 9)).state is CARRIED


async def test_whoever_comes_back_and_has_agreed_is_not_called(world: World) -> None:
    motion = await question(world)
    await says(world, motion, CLEO)
    await world.leave(1, CLEO)
    await world.deliver()
    await world.take_seat(1, CLEO, 2)
    assert await told_of(world, motion) == [("motion", None)]


async def test_the_channel_reads_of_every_seat_that_is_free_by_now(world: World) -> None:
    await without(world, BEN)
    motion = await world.call_out()
    await world.deliver()
    await world.leave(1, CLEO)
    assert await told_of(world, motion) == [("motion", None)]


# Who comes back ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gone", "asked"),
    [
        pytest.param((("leave", 1, CLEO),), ("call_out",), id="called"),
        pytest.param((("leave", 1, CLEO),), ("invite", 1, DAN, CLEO), id="invited"),
        pytest.param(
            (("leave", 1, CLEO), ("stand_in", 1, ANN, 2)), ("invite", 1, DAN, CLEO), id="a computer plays"
        ),
        pytest.param((("removed", CLEO),), ("invite", 1, DAN, CLEO), id="was removed"),
    ],
)
async def test_whoever_comes_back_because_they_were_asked_has_their_own_seat(
    world: World, gone: Calls, asked: tuple[Any, ...]
) -> None:
    """It is the one who left who may always come back, not the host who gives the seat of a computer away."""
    await without(world, BEN)
    await world.carry_out(gone)
    call, *values = asked
    motion = await getattr(world, call)(*values)
    assert (await says(world, motion, CLEO)).state is CARRIED
    assert await users(world) == [ANN, None, CLEO, DAN]
    assert (await world.table()).sitters[1].away == BEN


async def test_a_seat_is_kept_for_whoever_left_it_even_where_it_was_offered_to_another(world: World) -> None:
    await without(world, BEN, CLEO)
    promised, own = [await world.invite(1, ANN, guest) for guest in (9, BEN)]
    assert (promised.seat, own.seat) == (1, 1)
    await says(world, own, BEN)
    assert await stands(world, promised) is DROPPED


@pytest.mark.parametrize("computers", [(), (2,)], ids=["empty", "a computer plays there"])
async def test_nobody_takes_another_seat_while_their_own_is_open_to_them(
    world: World, computers: tuple[int, ...]
) -> None:
    """They know the hand that they left."""
    await without(world, BEN, CLEO)
    for seat in computers:
        await world.stand_in(1, ANN, seat)
        await world.refuses("own_seat_open", says(world, await world.call_out(), CLEO))
    await world.refuses("own_seat_open", world.take_seat(1, CLEO, 1))
    await world.take_seat(1, CLEO, 2)
    assert await world.seat_of(CLEO) == 2


async def test_whose_seat_somebody_else_has_may_take_another_one(world: World) -> None:
    await without(world, BEN, CLEO)
    await world.take_seat(1, 9, 2)
    assert (await world.take_seat(1, CLEO, 1)).seat_of(CLEO) == 1
