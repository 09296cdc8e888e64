"""What somebody proposes is done when all who are asked agree, and dropped when it has lost its meaning."""

import asyncio
import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs
from table_world import World, hand, person, random_move, refuses, stones
from timed_world import clock_of

from bot import verify
from bot.games.contract import Move, Refusal, Seat
from bot.tables.model import ABSENT, Moment, Status, Vote, VoteKind, VoteState
from bot.tables.policy import ANSWERED
from tests.pebbles.game import GAME, Draw, PebblesOptions, Stop, Take

OPEN, CARRIED, DECLINED = VoteState.OPEN, VoteState.CARRIED, VoteState.DECLINED
EXPIRED, DROPPED = VoteState.EXPIRED, VoteState.DROPPED
ANN, BEN, CLEO = 1, 2, 3
BOTH_TURNS = (Take(), Stop(), Take())
"""Ann's turn, and the first step of Ben's."""


async def played(world: World, *moves: Move, **options: Any) -> Moment:
    """A game of pebbles of three after these moves, each by whoever's turn it is."""
    return await world.pebbles(*moves, **{"people": 3, **options})


async def asked(world: World, table: int = 1, by: int = ANN) -> Vote:
    """Somebody asks to take back more than the own last step."""
    return await world.tables.votes.ask_undo(table, person(by), key=world.key())


async def question(world: World, **options: Any) -> Vote:
    """Ann asks to take her turn back after the first step of Ben's."""
    await played(world, *BOTH_TURNS, **options)
    return await asked(world)


async def asked_if_possible(world: World, by: int) -> Vote | None:
    """The same; None where something was drawn since the step, or there is none."""
    try:
        return await asked(world, by=by)
    except Refusal as refusal:
        if refusal.code not in ("undo_since", "nothing_to_undo"):
            raise
        return None


async def says(world: World, motion: Vote, user: int, *, yes: bool = True) -> Vote:
    """Somebody's answer."""
    return await world.tables.votes.answer(motion.table, motion.id, person(user), yes=yes, key=world.key())


async def stands(world: World, motion: Vote) -> VoteState:
    """What has become of it."""
    return (await world.tables.votes.get(motion.table, motion.id)).state


async def told_of(world: World, motion: Vote) -> list[tuple[str, int | None]]:
    """What is to be told about it, and of which seat."""
    pending = await world.notices(motion.table)
    return [
        (kind, seat)
        for kind, seat, number in pending
        if (kind in ("motion", "asked")) and number == motion.id
    ]


async def refused(world: World, code: str, motion: Vote, user: int, *, yes: bool = True) -> None:
    """An answer that does not count changes nothing."""
    with world.unchanged():
        await refuses(code, says(world, motion, user, yes=yes))


async def points(world: World) -> tuple[int, ...]:
    """Of each seat of the first table, now."""
    return stones(await world.now()).points


# Taking back ---------------------------------------------------------------------------------------


async def test_everybody_agrees_and_the_state_before_the_step_stands_again(world: World) -> None:
    moment = await played(world, *BOTH_TURNS)
    await refuses("not_your_step", world.undo(1))
    motion = await asked(world)
    assert (motion.state, motion.version, motion.agreed) == (OPEN, 1, (ANN,))
    assert (await says(world, motion, BEN)).state is OPEN
    await world.restart()
    assert stones(await world.now()) == stones(moment)
    assert (await says(world, motion, CLEO)).state is CARRIED
    now = await world.now()
    assert (now.version, stones(now).active, stones(now).points) == (4, 0, (1, 0, 0))
    assert await world.tables.queries.path(1, 4) == (0, 1)
    assert await world.tables.queries.taken_back(1, 0, 4, agreed=True) == (Seat(0),)
    assert await world.tables.queries.taken_back(1, 0, 4) == ()


async def test_the_board_is_posted_anew_and_buttons_from_before_are_stale(world: World) -> None:
    moment = await played(world, *BOTH_TURNS, people=2)
    await world.deliver(1)
    await says(world, await asked(world), BEN)
    assert ("board", None, 4) in await world.notices(1)
    await refuses("stale", world.act(moment, Seat(0), Stop()))
    await world.made(1, Draw())
    assert (await world.tables.queries.opening(1, 5)).version == 0


@pytest.mark.parametrize("user", [BEN, ANN])
async def test_one_no_is_enough(world: World, user: int) -> None:
    """That of whoever asked, too. Only those at the table are asked, and only one question is open."""
    motion = await question(world)
    await refused(world, "not_asked_you", motion, 9)
    await refuses("motion_open", asked(world))
    await refused(world, "motion_over", replace(motion, id=99), BEN)
    assert (await says(world, motion, user, yes=False)).state is DECLINED
    await refused(world, "motion_over", motion, CLEO)
    assert (await world.now()).version == 3
    assert (await asked(world)).id != motion.id


@pytest.mark.parametrize(
    ("moves", "user", "code"),
    [
        ((), ANN, "nothing_to_undo"),
        ((Take(), Stop()), BEN, "nothing_to_undo"),
        ((Draw(), Stop(), Take()), ANN, None),
        ((Take(), Stop(), Draw()), ANN, "undo_since"),
        ((Take(), Draw(), Take()), ANN, "undo_since"),
    ],
)
async def test_nothing_is_taken_back_past_a_draw(
    world: World, moves: tuple[Move, ...], user: int, code: str | None
) -> None:
    await played(world, *moves)
    if code is None:
        await world.tables.votes.check_ask_undo(1, user)
        return
    await refuses(code, world.tables.votes.check_ask_undo(1, user))
    await refuses(code, asked(world, by=user))


@pytest.mark.parametrize(
    ("move", "state"), [(Take(), OPEN), (Stop(), OPEN), (Draw(), DROPPED)], ids=("take", "stop", "draw")
)
async def test_a_draw_in_between_settles_it_and_another_step_goes_with_the_rest(
    world: World, move: Move, state: VoteState
) -> None:
    motion = await question(world)
    await world.made(1, move)
    assert await stands(world, motion) is state
    if state is OPEN:
        await says(world, motion, BEN)
        await says(world, motion, CLEO)
        assert await points(world) == (1, 0, 0)


async def test_it_is_dropped_when_the_game_ends_or_goes_on_without_whoever_asked(world: World) -> None:
    motion = await question(world, heap=3)
    assert (await world.made(1, Take())).table.status is Status.FINISHED
    assert await stands(world, motion) is DROPPED
    await refused(world, "motion_over", motion, BEN)
    again = await world.game(3, PebblesOptions(), game="pebbles")
    for move in BOTH_TURNS:
        await world.made(again.table.id, move)
    motion = await asked(world, again.table.id)
    await world.leave(again.table.id, ANN)
    assert await stands(world, motion) is DROPPED


async def test_it_is_done_when_the_last_one_who_was_asked_leaves(world: World) -> None:
    motion = await question(world)
    await says(world, motion, BEN)
    await world.leave(1, CLEO)
    assert await stands(world, motion) is CARRIED
    assert await points(world) == (1, 0, 0)


async def test_a_game_that_rests_is_not_changed_before_it_goes_on(world: World) -> None:
    motion = await question(world, people=2)
    await world.pause(1, BEN)
    assert (await says(world, motion, BEN)).state is OPEN
    assert (await world.now()).version == 3
    await world.resume(1, ANN)
    assert await stands(world, motion) is CARRIED
    await refuses("nothing_to_undo", asked(world, by=BEN))


async def test_its_time_is_over_after_two_days_once(world: World) -> None:
    motion = await question(world)
    world.later(seconds=ANSWERED.total_seconds() - 1)
    await clock_of(world).run_due()
    assert await stands(world, motion) is OPEN
    await world.deliver(1)
    await world.restart()
    world.time += timedelta(days=30)
    await refused(world, "motion_over", motion, BEN)
    await clock_of(world).run_due()
    await clock_of(world).run_due()
    assert await stands(world, motion) is EXPIRED
    assert (await world.notices(1)).count(("motion", None, motion.id)) == 1


async def test_whoever_agreed_to_less_is_asked_anew_when_the_game_has_gone_on(world: World) -> None:
    """A yes to two moves is none to four. The question is written anew with every move and calls only whom it
    has to."""
    motion = await question(world)
    await world.deliver(1)
    await world.made(1, Stop())
    assert await told_of(world, motion) == [("motion", None)]
    await says(world, motion, BEN)
    await world.deliver(1)
    await world.made(1, Take())
    assert await told_of(world, motion) == [("asked", 1)]
    assert (await says(world, motion, CLEO)).state is OPEN
    assert (await world.now()).version == 5
    assert (await says(world, motion, BEN)).state is CARRIED
    assert await points(world) == (1, 0, 0)


async def test_several_who_agreed_are_called_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "info", structs.replace(GAME.info, seats=(2, 4)))
    motion = await question(world, people=4)
    for user in (BEN, CLEO):
        await says(world, motion, user)
    await world.deliver(1)
    await world.made(1, Stop())
    assert await told_of(world, motion) == [("asked", None)]


async def test_two_answers_at_the_same_moment_take_the_step_back_once(world: World) -> None:
    """And a press that is delivered twice counts once."""
    await played(world, *BOTH_TURNS, people=3)
    votes = world.tables.votes
    motion = await votes.ask_undo(1, person(ANN), key="ask")
    assert (await votes.ask_undo(1, person(ANN), key="ask")).id == motion.id
    found = await asyncio.gather(
        *(votes.answer(1, motion.id, person(user), yes=True, key=f"{user}") for user in (BEN, BEN, CLEO))
    )
    assert [one.state for one in found] == [OPEN, OPEN, CARRIED]
    assert found[1].agreed == (ANN, BEN)
    assert (await world.now()).version == 4


async def test_whoever_plays_against_computers_has_nobody_to_ask(world: World) -> None:
    lobby = await world.lobby(1, PebblesOptions(), game="pebbles")
    await world.computer(lobby.id)
    await world.start(lobby.id)
    for move in (Take(), Stop()):
        await world.made(1, move)
    (riddle,) = await world.riddles()
    await world.tables.computers.play_for(1, riddle.seat, Take(), turn=riddle.turn)
    assert (await asked(world)).state is CARRIED
    assert stones(await world.now()).active == 0
    assert "motion" not in [kind for kind, _, _ in await world.notices(1)][:-1]


@pytest.mark.parametrize("seed", range(2))
async def test_random_games_with_agreements_are_confirmed(world: World, seed: int) -> None:
    """What stands after an agreement stood before the step; whatever was drawn before stays drawn."""
    rng = random.Random(seed)
    moment = await played(world, people=3, heap=6)
    agreements, seen = 0, {0: GAME.encode(stones(moment))}
    while moment.table.status is Status.PLAYING:
        moment = (await world.act(moment, *random_move(moment, rng))).moment
        seen[moment.version] = GAME.encode(stones(moment))
        user = rng.randint(1, 3)
        if moment.table.status is not Status.PLAYING or agreements == 5 or rng.random() < 0.5:
            continue
        motion = await asked_if_possible(world, user)
        if motion is None:
            continue
        agreements += 1
        for other in {1, 2, 3} - {user}:
            await says(world, motion, other)
        moment = await world.now()
        assert motion.version is not None
        seen[moment.version] = GAME.encode(stones(moment))
        assert seen[moment.version] == seen[motion.version]
    await world.restart()
    for version, state in seen.items():
        assert GAME.encode(stones(await world.at(1, version))) == state
    assert agreements
    found = verify.verify(await world.transcript())
    assert (found.code, found.data.get("draws")) == ("ok", 1)


# Removing ------------------------------------------------------------------------------------------


async def kicked(world: World, user: int, by: int = ANN, *, moderator: bool = False) -> Vote:
    """Somebody wants to remove somebody."""
    return await world.tables.votes.kick(1, person(by), user, moderator=moderator, key=world.key())


async def test_all_others_agree_and_the_seat_is_free_for_others_but_not_for_its_person(world: World) -> None:
    await world.game(4)
    motion = await kicked(world, BEN)
    await refused(world, "not_asked_you", motion, BEN)
    await refused(world, "not_asked_you", motion, BEN, yes=False)
    await says(world, motion, 4)
    await world.restart()
    assert (await says(world, motion, CLEO)).state is CARRIED
    sitter = (await world.table()).sitters[1]
    assert (sitter.user, sitter.computer, sitter.away, sitter.away_name) == (None, ABSENT, None, "Person 2")
    await refuses("removed", world.take_seat(1, BEN, 1))
    await world.stand_in(1, 1)
    assert not (await world.table()).sitters[1].stands_in
    await refuses("removed", world.take_seat(1, BEN, 1))


@pytest.mark.parametrize(
    ("user", "by", "code"),
    [(BEN, CLEO, "not_host"), (BEN, 9, "not_host"), (ANN, ANN, "kick_self"), (9, ANN, "not_at_table")],
)
async def test_who_can_not_be_removed_by_whom(world: World, user: int, by: int, code: str) -> None:
    await world.game(3)
    with world.unchanged():
        await refuses(code, kicked(world, user, by))


async def test_of_two_at_a_table_neither_decides_alone(world: World) -> None:
    """Computers agree to nothing; a moderator still may, and in a lobby the host."""
    await world.lobby(2)
    await world.computer(1)
    await world.start(1)
    with world.unchanged():
        await refuses("kick_alone", kicked(world, BEN))
    assert (await kicked(world, BEN, 9, moderator=True)).state is CARRIED


@pytest.mark.parametrize(
    ("agree", "leave", "state"),
    [((), (4,), OPEN), ((), (4, CLEO), DROPPED), ((CLEO,), (4,), CARRIED), ((), (BEN,), DROPPED)],
    ids=["one is left to ask", "nobody is left", "the rest agrees", "who was to go is gone"],
)
async def test_what_becomes_of_a_removal_when_somebody_leaves(
    world: World, agree: tuple[int, ...], leave: tuple[int, ...], state: VoteState
) -> None:
    await world.game(4)
    motion = await kicked(world, BEN)
    for user in agree:
        await says(world, motion, user)
    for user in leave:
        await world.leave(1, user)
    assert await stands(world, motion) is state
    assert (await seat_of(world, BEN) is None) == (state is CARRIED or BEN in leave)


async def test_a_moderator_removes_even_the_host_at_once_and_the_next_one_is_host(world: World) -> None:
    await world.game(3)
    motion = await kicked(world, ANN, 9, moderator=True)
    assert motion.state is CARRIED
    assert ("motion", None, motion.id) in await world.notices(1)
    table = await world.table()
    assert (table.host, table.sitters[0].user) == (BEN, None)


async def test_in_a_lobby_the_host_removes_alone_until_somebody_invites_again(world: World) -> None:
    await world.lobby(3)
    assert (await kicked(world, BEN)).state is CARRIED
    assert [sitter.user for sitter in (await world.table()).sitters] == [ANN, CLEO]
    await refuses("removed", world.join(1, BEN))
    motion = await world.tables.votes.invite(1, person(CLEO), person(BEN), key=world.key())
    await says(world, motion, BEN)
    await world.leave(1, BEN)
    assert (await world.join(1, BEN)).seat_of(BEN) is not None


# Seats for others ----------------------------------------------------------------------------------


async def invited(world: World, guest: int = 9, by: int = ANN) -> Vote:
    """Somebody offers a seat."""
    return await world.tables.votes.invite(1, person(by), person(guest), key=world.key())


async def called(world: World, by: int = ANN) -> Vote:
    """Somebody asks the channel for players."""
    return await world.tables.votes.call_out(1, person(by), key=world.key())


async def test_a_guest_takes_the_seat_of_whoever_left_with_all_that_belongs_to_it(world: World) -> None:
    before = await world.game(3)
    await world.leave(1, BEN)
    motion = await invited(world, by=CLEO)
    assert (motion.kind, motion.seat) == (VoteKind.INVITE, 1)
    for user in (8, CLEO):
        await refused(world, "not_asked_you", motion, user)
    await says(world, motion, 9)
    assert await seat_of(world, 9) == 1
    assert hand(await world.now(), 1) == hand(before, 1)


@pytest.mark.parametrize(("started", "code"), [(True, "no_free_seat"), (False, "full")])
async def test_the_seat_of_a_computer_is_the_hosts_to_give(world: World, started: bool, code: str) -> None:
    """So is its place in a full lobby."""
    if started:
        await world.lobby(2)
    else:
        await world.lobby(2, PebblesOptions(), game="pebbles")
    await world.computer(1)
    if started:
        await world.start(1)
    await refuses(code, invited(world, by=BEN))
    motion = await invited(world)
    await refuses("seats_offered", invited(world, 8))
    await refuses("guest_seated", invited(world, BEN))
    assert (await says(world, motion, 9)).state is CARRIED
    assert [sitter.user for sitter in (await world.table()).sitters] == [1, 2, 9]
    assert await world.riddles() == ()


async def test_free_seats_that_are_all_promised_are_not_taken(world: World) -> None:
    """One invitation that is taken back is one more that can be made."""
    await world.lobby(1, PebblesOptions(), game="pebbles")
    first = await invited(world)
    await invited(world, 8)
    with world.unchanged():
        await refuses("seats_offered", invited(world, 7))
    await says(world, first, ANN, yes=False)
    await invited(world, 7)


async def test_an_invitation_lapses_when_its_seat_is_gone_or_its_host_left(world: World) -> None:
    await world.game(4)
    await world.leave(1, BEN)
    first = await invited(world)
    await world.take_seat(1, 7, 1)
    assert await stands(world, first) is DROPPED
    await world.leave(1, 7)
    second = await invited(world, by=CLEO)
    await world.leave(1, CLEO)
    assert await stands(world, second) is DROPPED
    third = await invited(world)
    assert (await says(world, third, 9, yes=False)).state is DECLINED
    await invited(world)


async def test_of_two_who_want_the_seat_at_the_same_moment_the_first_one_has_it(world: World) -> None:
    await world.game(3)
    await refuses("no_free_seat", called(world))
    await world.leave(1, BEN)
    motion = await called(world, CLEO)
    await refused(world, "seated", motion, ANN)
    await refused(world, "not_your_call", motion, 8, yes=False)
    first, second = await asyncio.gather(
        says(world, motion, 8), says(world, motion, 9), return_exceptions=True
    )
    assert isinstance(first, Vote)
    assert isinstance(second, Refusal)
    assert (first.state, first.closer, second.code) == (CARRIED, "Person 8", "motion_over")
    assert (await world.table()).seat_of(8) == 1


@pytest.mark.parametrize(("user", "withdrawn"), [(CLEO, True), (ANN, False)])
async def test_a_call_is_taken_back_by_whoever_made_it_or_by_the_host(
    world: World, user: int, withdrawn: bool
) -> None:
    """Also after its maker has left; nobody else can."""
    await without(world, BEN)
    motion = await called(world, CLEO)
    for other in (4, BEN, 9):
        await refused(world, "not_your_call", motion, other, yes=False)
    if user == ANN:
        await world.leave(1, CLEO)
    closed = await says(world, motion, user, yes=False)
    assert (closed.state, closed.withdrawn, closed.closer) == (DECLINED, withdrawn, f"Person {user}")
    await called(world)


async def test_whoever_was_removed_is_not_called_and_nobody_once_a_computer_takes_the_seat(
    world: World,
) -> None:
    await world.game(3)
    await kicked(world, BEN, moderator=True)
    motion = await called(world)
    await refused(world, "removed", motion, BEN)
    await world.stand_in(1, 1)
    assert await stands(world, motion) is DROPPED


# Who is asked --------------------------------------------------------------------------------------


async def test_whoever_takes_a_seat_is_called_to_answer_what_is_open_there(world: World) -> None:
    """Once: whoever leaves calls nobody, nor does another move."""
    await played(world, *BOTH_TURNS)
    undo, kick = await asked(world), await kicked(world, BEN)
    await world.deliver(1)
    await world.leave(1, CLEO)
    assert await told_of(world, undo) == [("motion", None)]
    assert await stands(world, kick) is DROPPED
    await world.deliver(1)
    await world.take_seat(1, 9, 2)
    assert await told_of(world, undo) == [("asked", 2)]
    await world.deliver(1)
    await world.made(1, Stop())
    assert await told_of(world, undo) == [("motion", None)]
    await says(world, undo, BEN)
    assert (await says(world, undo, 9)).state is CARRIED


async def test_whoever_takes_a_seat_is_asked_about_a_removal_too(world: World) -> None:
    await world.game(4)
    await world.leave(1, 4)
    motion = await kicked(world, BEN)
    call = await called(world)
    await world.deliver(1)
    await says(world, call, 9)
    assert await told_of(world, motion) == [("asked", 3)]
    await says(world, motion, CLEO)
    assert (await says(world, motion, 9)).state is CARRIED


async def test_whoever_comes_back_and_has_agreed_is_not_called(world: World) -> None:
    motion = await question(world)
    await says(world, motion, CLEO)
    await world.leave(1, CLEO)
    await world.deliver(1)
    await world.take_seat(1, CLEO, 2)
    assert await told_of(world, motion) == [("motion", None)]


async def test_the_channel_reads_of_every_seat_that_is_free_by_now(world: World) -> None:
    await without(world, BEN)
    motion = await called(world)
    await world.deliver(1)
    await world.leave(1, CLEO)
    assert await told_of(world, motion) == [("motion", None)]


# Who comes back ------------------------------------------------------------------------------------


async def without(world: World, *leavers: int, people: int = 4) -> None:
    """A game that these people have left, in this order."""
    await world.game(people)
    for user in leavers:
        await world.leave(1, user)


async def seat_of(world: World, user: int) -> Seat | None:
    return (await world.table()).seat_of(user)


@pytest.mark.parametrize("way", ["called", "invited", "while a computer plays", "was removed"])
async def test_whoever_comes_back_because_they_were_asked_has_their_own_seat(world: World, way: str) -> None:
    """It is the one who left who may always come back, not the host who gives the seat of a computer away."""
    await without(world, BEN)
    if way == "was removed":
        await kicked(world, CLEO, moderator=True)
    else:
        await world.leave(1, CLEO)
    if way == "while a computer plays":
        await world.stand_in(1, 2)
    motion = await (called(world) if way == "called" else invited(world, CLEO, by=4))
    assert (await says(world, motion, CLEO)).state is CARRIED
    assert await seat_of(world, CLEO) == 2
    (empty,) = (await world.table()).absent
    assert (empty.seat, empty.away) == (1, BEN)


async def test_a_seat_is_kept_for_whoever_left_it_even_where_it_was_offered_to_another(world: World) -> None:
    await without(world, BEN, CLEO)
    promised, own = await invited(world), await invited(world, BEN)
    assert (promised.seat, own.seat) == (1, 1)
    await says(world, own, BEN)
    assert await stands(world, promised) is DROPPED


@pytest.mark.parametrize("stands_in", [False, True])
async def test_nobody_takes_another_seat_while_their_own_is_open_to_them(
    world: World, stands_in: bool
) -> None:
    """They know the hand that they left."""
    await without(world, BEN, CLEO)
    if stands_in:
        await world.stand_in(1, 2)
        motion = await called(world)
        await refused(world, "own_seat_open", motion, CLEO)
    with world.unchanged():
        await refuses("own_seat_open", world.take_seat(1, CLEO, 1))
    await world.take_seat(1, CLEO, 2)
    assert await seat_of(world, CLEO) == 2


async def test_whose_seat_somebody_else_has_may_take_another_one(world: World) -> None:
    await without(world, BEN, CLEO)
    await world.take_seat(1, 9, 2)
    await world.take_seat(1, CLEO, 1)
    assert await seat_of(world, CLEO) == 1
