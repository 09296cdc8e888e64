"""What somebody proposes is done when all who are asked agree, and dropped when it has lost its meaning."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from msgspec import structs
from table_house import House, naming, person, random_move
from units import writing
from watched_house import clock_of

from bot import verify
from bot.games.contract import Move, Refusal, Seat
from bot.tables.model import ABSENT, Moment, Motion, MotionKind, MotionState, Status
from bot.tables.policy import ANSWERED
from tests.pebbles.game import GAME, Draw, PebblesOptions, PebblesState, Stop, Take

pytestmark = pytest.mark.usefixtures("_with_pebbles")

OPEN, CARRIED, DECLINED = MotionState.OPEN, MotionState.CARRIED, MotionState.DECLINED
EXPIRED, DROPPED = MotionState.EXPIRED, MotionState.DROPPED
ANN, BEN, CLEO = 1, 2, 3
BOTH_TURNS = (Take(), Stop(), Take())
"""Ann's turn, and the first step of Ben's."""


def state_of(moment: Moment) -> PebblesState:
    assert isinstance(moment.state, PebblesState)
    return moment.state


async def played(house: House, *moves: Move, people: int = 3, heap: int = 12) -> Moment:
    """A game of pebbles after these moves, each by whoever's turn it is."""
    moment = await house.game(people, PebblesOptions(heap=heap), game="pebbles")
    for move in moves:
        moment = await made(house, moment.table.id, move)
    return moment


async def made(house: House, table: int, move: Move) -> Moment:
    """A move of whoever's turn it is."""
    moment = await house.tables.queries.now_at(table)
    return (await house.act(moment, state_of(moment).active, move)).moment


async def asked(house: House, table: int = 1, by: int = ANN) -> Motion:
    """Somebody asks to take back more than the own last step."""
    return await house.tables.votes.ask_undo(table, person(by), key=house.key())


async def asked_if_possible(house: House, by: int) -> Motion | None:
    """The same; None where something was drawn since the step, or there is none."""
    try:
        return await asked(house, by=by)
    except Refusal as refusal:
        if refusal.code not in ("undo_since", "nothing_to_undo"):
            raise
        return None


async def says(house: House, motion: Motion, user: int, *, yes: bool = True) -> Motion:
    """Somebody's answer."""
    return await house.tables.votes.answer(motion.table, motion.id, person(user), yes=yes, key=house.key())


async def stands(house: House, motion: Motion) -> MotionState:
    """What has become of it."""
    return (await house.tables.votes.motion(motion.table, motion.id)).state


async def told_of(house: House, motion: Motion) -> list[tuple[str, int | None]]:
    """What is to be told about it, and of which seat."""
    pending = await house.notices(motion.table)
    return [
        (kind, seat)
        for kind, seat, number in pending
        if (kind in ("motion", "asked")) and number == motion.id
    ]


async def refused(house: House, code: str, motion: Motion, user: int, *, yes: bool = True) -> None:
    """An answer that does not count changes nothing."""
    before = house.dump()
    with pytest.raises(Refusal) as refusal:
        await says(house, motion, user, yes=yes)
    assert (refusal.value.code, house.dump()) == (code, before)


# Taking back ---------------------------------------------------------------------------------------


async def test_everybody_agrees_and_the_state_before_the_step_stands_again(house: House) -> None:
    moment = await played(house, *BOTH_TURNS)
    with pytest.raises(Refusal, match="not_your_step"):
        await house.tables.undo.undo(1, ANN, key=house.key())
    motion = await asked(house)
    assert (motion.state, motion.version, motion.agreed) == (OPEN, 1, (ANN,))
    assert (await says(house, motion, BEN)).state is OPEN
    await house.restart()
    assert state_of(await house.tables.queries.now_at(1)) == state_of(moment)
    assert (await says(house, motion, CLEO)).state is CARRIED
    now = await house.tables.queries.now_at(1)
    assert (state_of(now).active, state_of(now).points) == (0, (1, 0, 0))
    assert now.version == 4
    assert await house.tables.queries.path(1, 4) == (0, 1)
    assert await house.tables.queries.taken_back(1, 0, 4, agreed=True) == (Seat(0),)
    assert await house.tables.queries.taken_back(1, 0, 4) == ()


async def test_the_board_is_posted_anew_and_buttons_from_before_are_stale(house: House) -> None:
    moment = await played(house, *BOTH_TURNS, people=2)
    await house.deliver(1)
    await says(house, await asked(house), BEN)
    assert ("board", None, 4) in await house.notices(1)
    with pytest.raises(Refusal, match="stale"):
        await house.act(moment, Seat(0), Stop())
    await made(house, 1, Draw())
    assert (await house.tables.queries.opening(1, 5)).version == 0


@pytest.mark.parametrize("user", [BEN, ANN])
async def test_one_no_is_enough(house: House, user: int) -> None:
    """That of whoever asked, too."""
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    assert (await says(house, motion, user, yes=False)).state is DECLINED
    await refused(house, "motion_over", motion, CLEO)
    assert (await house.tables.queries.now_at(1)).version == 3
    assert (await asked(house)).id != motion.id


async def test_only_those_at_the_table_are_asked_and_only_one_question_is_open(house: House) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    for user in (9, 9):
        await refused(house, "not_asked_you", motion, user)
    with pytest.raises(Refusal, match="motion_open"):
        await asked(house)
    await refused(house, "motion_over", replace(motion, id=99), BEN)


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
    house: House, moves: tuple[Move, ...], user: int, code: str | None
) -> None:
    await played(house, *moves)
    if code is None:
        await house.tables.votes.check_ask_undo(1, user)
        return
    for ask in (house.tables.votes.check_ask_undo(1, user), asked(house, by=user)):
        with pytest.raises(Refusal) as refusal:
            await ask
        assert refusal.value.code == code


@pytest.mark.parametrize(
    ("move", "state"), [(Take(), OPEN), (Stop(), OPEN), (Draw(), DROPPED)], ids=("take", "stop", "draw")
)
async def test_a_draw_in_between_settles_it_and_another_step_goes_with_the_rest(
    house: House, move: Move, state: MotionState
) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    await made(house, 1, move)
    assert await stands(house, motion) is state
    if state is OPEN:
        await says(house, motion, BEN)
        await says(house, motion, CLEO)
        assert state_of(await house.tables.queries.now_at(1)).points == (1, 0, 0)


async def test_it_is_dropped_when_the_game_ends_or_goes_on_without_whoever_asked(house: House) -> None:
    await played(house, *BOTH_TURNS, heap=3)
    motion = await asked(house)
    assert (await made(house, 1, Take())).table.status is Status.FINISHED
    assert await stands(house, motion) is DROPPED
    await refused(house, "motion_over", motion, BEN)
    again = await house.game(3, PebblesOptions(), game="pebbles")
    for move in BOTH_TURNS:
        await made(house, again.table.id, move)
    motion = await asked(house, again.table.id)
    await house.tables.seats.leave(again.table.id, person(ANN), key=house.key())
    assert await stands(house, motion) is DROPPED


async def test_it_is_done_when_the_last_one_who_was_asked_leaves(house: House) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    await says(house, motion, BEN)
    await house.tables.seats.leave(1, person(CLEO), key=house.key())
    assert await stands(house, motion) is CARRIED
    assert state_of(await house.tables.queries.now_at(1)).points == (1, 0, 0)


async def test_a_game_that_rests_is_not_changed_before_it_goes_on(house: House) -> None:
    await played(house, *BOTH_TURNS, people=2)
    motion = await asked(house)
    await house.tables.pauses.pause(1, person(BEN), key=house.key())
    assert (await says(house, motion, BEN)).state is OPEN
    assert (await house.tables.queries.now_at(1)).version == 3
    await house.tables.pauses.resume(1, person(ANN), key=house.key())
    assert await stands(house, motion) is CARRIED
    with pytest.raises(Refusal, match="nothing_to_undo"):
        await asked(house, by=BEN)


async def test_its_time_is_over_after_two_days_once(house: House) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    house.later(seconds=ANSWERED.total_seconds() - 1)
    await clock_of(house).run_due()
    assert await stands(house, motion) is OPEN
    await house.deliver(1)
    await house.restart()
    house.time += timedelta(days=30)
    await refused(house, "motion_over", motion, BEN)
    await clock_of(house).run_due()
    await clock_of(house).run_due()
    assert await stands(house, motion) is EXPIRED
    assert (await house.notices(1)).count(("motion", None, motion.id)) == 1


async def test_whoever_agreed_to_less_is_asked_anew_when_the_game_has_gone_on(house: House) -> None:
    """A yes to two moves is none to five; whoever goes on without asking anybody again needs a new one."""
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    await says(house, motion, BEN)
    await house.deliver(1)
    for move in (Stop(), Take(), Stop()):
        await made(house, 1, move)
    assert (await says(house, motion, CLEO)).state is OPEN
    assert (await house.tables.queries.now_at(1)).version == 6
    assert (await says(house, motion, BEN)).state is CARRIED
    assert state_of(await house.tables.queries.now_at(1)).points == (1, 0, 0)


async def test_the_question_is_written_anew_with_every_move_and_calls_only_whom_it_has_to(
    house: House,
) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    await house.deliver(1)
    await made(house, 1, Stop())
    assert await told_of(house, motion) == [("motion", None)]
    await says(house, motion, BEN)
    await house.deliver(1)
    await made(house, 1, Take())
    assert await told_of(house, motion) == [("asked", 1)]
    await says(house, motion, BEN)
    await house.deliver(1)
    await made(house, 1, Stop())
    await made(house, 1, Draw())
    assert await told_of(house, motion) == [("asked", 1), ("motion", None)]
    assert await stands(house, motion) is DROPPED


async def test_several_who_agreed_are_called_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "info", structs.replace(GAME.info, seats=(2, 4)))
    await played(house, *BOTH_TURNS, people=4)
    motion = await asked(house)
    for user in (BEN, CLEO):
        await says(house, motion, user)
    await house.deliver(1)
    await made(house, 1, Stop())
    assert await told_of(house, motion) == [("asked", None)]


async def test_two_answers_at_the_same_moment_take_the_step_back_once(house: House) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    found = await asyncio.gather(says(house, motion, BEN), says(house, motion, CLEO))
    assert [one.state for one in found] == [OPEN, CARRIED]
    assert (await house.tables.queries.now_at(1)).version == 4


async def test_a_press_that_is_delivered_twice_counts_once(house: House) -> None:
    await played(house, *BOTH_TURNS)
    motion = first = await house.tables.votes.ask_undo(1, person(ANN), key="ask")
    assert (await house.tables.votes.ask_undo(1, person(ANN), key="ask")).id == first.id
    for _ in range(2):
        motion = await house.tables.votes.answer(1, first.id, person(BEN), yes=True, key="yes")
    assert (motion.state, motion.agreed) == (OPEN, (ANN, BEN))


async def test_whoever_plays_against_computers_has_nobody_to_ask(house: House) -> None:
    lobby = await house.lobby(1, PebblesOptions(), game="pebbles")
    await house.tables.computers.add_computer(lobby.id, person(ANN), "easy", naming, key=house.key())
    await house.tables.play.start(lobby.id, person(ANN), key=house.key())
    for move in (Take(), Stop()):
        await made(house, 1, move)
    (riddle,) = await house.tables.computers.riddles(1)
    await house.tables.computers.play_for(1, riddle.seat, Take(), turn=riddle.turn)
    assert (await asked(house)).state is CARRIED
    assert state_of(await house.tables.queries.now_at(1)).active == 0
    assert "motion" not in [kind for kind, _, _ in await house.notices(1)][:-1]


@pytest.mark.parametrize("seed", range(4))
async def test_random_games_with_agreements_are_confirmed(house: House, seed: int) -> None:
    """What stands after an agreement stood before the step; whatever was drawn before stays drawn."""
    rng = random.Random(seed)
    moment = await played(house, people=3, heap=6)
    agreements, seen = 0, {0: GAME.encode(state_of(moment))}
    while moment.table.status is Status.PLAYING:
        moment = (await house.act(moment, *random_move(moment, rng))).moment
        seen[moment.version] = GAME.encode(state_of(moment))
        user = rng.randint(1, 3)
        if moment.table.status is not Status.PLAYING or agreements == 5 or rng.random() < 0.5:
            continue
        motion = await asked_if_possible(house, user)
        if motion is None:
            continue
        agreements += 1
        for other in {1, 2, 3} - {user}:
            await says(house, motion, other)
        moment = await house.tables.queries.now_at(1)
        assert motion.version is not None
        seen[moment.version] = GAME.encode(state_of(moment))
        assert seen[moment.version] == seen[motion.version]
    await house.restart()
    for version, state in seen.items():
        assert GAME.encode(state_of(await house.tables.queries.moment(1, version))) == state
    assert agreements
    found = verify.verify(await house.tables.queries.transcript(1))
    assert (found.code, found.data.get("draws")) == ("ok", 1)


# Removing ------------------------------------------------------------------------------------------


async def kicked(house: House, user: int, by: int = ANN, *, moderator: bool = False) -> Motion:
    """Somebody wants to remove somebody."""
    return await house.tables.votes.kick(1, person(by), user, moderator=moderator, key=house.key())


async def test_all_others_agree_and_the_seat_is_free_for_others_but_not_for_its_person(house: House) -> None:
    await house.game(4)
    motion = await kicked(house, BEN)
    await refused(house, "not_asked_you", motion, BEN)
    await refused(house, "not_asked_you", motion, BEN, yes=False)
    await says(house, motion, 4)
    await house.restart()
    assert (await says(house, motion, CLEO)).state is CARRIED
    sitter = (await house.tables.queries.table(1)).sitters[1]
    assert (sitter.user, sitter.computer, sitter.away, sitter.away_name) == (None, ABSENT, None, "Person 2")
    with pytest.raises(Refusal, match="removed"):
        await house.tables.seats.take_seat(1, person(BEN), Seat(1), key=house.key())
    await house.tables.computers.stand_in(1, person(ANN), Seat(1), "easy", naming, key=house.key())
    assert not (await house.tables.queries.table(1)).sitters[1].stands_in
    with pytest.raises(Refusal, match="removed"):
        await house.tables.seats.take_seat(1, person(BEN), Seat(1), key=house.key())


@pytest.mark.parametrize(
    ("user", "by", "code"),
    [(BEN, CLEO, "not_host"), (BEN, 9, "not_host"), (ANN, ANN, "kick_self"), (9, ANN, "not_at_table")],
)
async def test_who_can_not_be_removed_by_whom(house: House, user: int, by: int, code: str) -> None:
    await house.game(3)
    before = house.dump()
    with pytest.raises(Refusal) as refusal:
        await kicked(house, user, by)
    assert (refusal.value.code, house.dump()) == (code, before)


async def test_of_two_at_a_table_neither_decides_alone(house: House) -> None:
    """Computers agree to nothing; a moderator still may, and in a lobby the host."""
    await house.lobby(2)
    await house.tables.computers.add_computer(1, person(ANN), "easy", naming, key=house.key())
    await house.tables.play.start(1, person(ANN), key=house.key())
    before = house.dump()
    with pytest.raises(Refusal, match="kick_alone"):
        await kicked(house, BEN)
    assert house.dump() == before
    assert (await kicked(house, BEN, 9, moderator=True)).state is CARRIED


async def test_nobody_is_removed_because_those_who_were_asked_leave(house: House) -> None:
    await house.game(4)
    motion = await kicked(house, BEN)
    await house.tables.seats.leave(1, person(4), key=house.key())
    assert await stands(house, motion) is OPEN
    await house.tables.seats.leave(1, person(CLEO), key=house.key())
    assert await stands(house, motion) is DROPPED
    assert await seat_of(house, BEN) == 1


async def test_one_of_the_others_is_enough_if_the_rest_leaves(house: House) -> None:
    await house.game(4)
    motion = await kicked(house, BEN)
    await says(house, motion, CLEO)
    await house.tables.seats.leave(1, person(4), key=house.key())
    assert await stands(house, motion) is CARRIED


async def test_a_moderator_removes_even_the_host_at_once_and_the_next_one_is_host(house: House) -> None:
    await house.game(3)
    motion = await kicked(house, ANN, 9, moderator=True)
    assert motion.state is CARRIED
    assert ("motion", None, motion.id) in await house.notices(1)
    table = await house.tables.queries.table(1)
    assert (table.host, table.sitters[0].user) == (BEN, None)


async def test_in_a_lobby_the_host_removes_alone_until_somebody_invites_again(house: House) -> None:
    await house.lobby(3)
    assert (await kicked(house, BEN)).state is CARRIED
    assert [sitter.user for sitter in (await house.tables.queries.table(1)).sitters] == [ANN, CLEO]
    with pytest.raises(Refusal, match="removed"):
        await house.tables.lobby.join(1, person(BEN), key=house.key())
    motion = await house.tables.votes.invite(1, person(CLEO), person(BEN), key=house.key())
    await says(house, motion, BEN)
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    assert (await house.tables.lobby.join(1, person(BEN), key=house.key())).seat_of(BEN) is not None


async def test_a_removal_settles_itself_when_its_person_leaves(house: House) -> None:
    await house.game(3)
    motion = await kicked(house, BEN)
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    assert await stands(house, motion) is DROPPED
    await house.tables.seats.take_seat(1, person(BEN), Seat(1), key=house.key())


async def test_who_was_removed_is_known_as_long_as_the_game_goes_on(house: House) -> None:
    await house.game(3)
    await kicked(house, BEN, moderator=True)
    async with writing(house.store) as tx:
        await tx.motions.forget(house.time + timedelta(days=99))
        assert await tx.motions.removed(1, BEN)
    await house.tables.play.end(1, person(ANN), moderator=False, key=house.key())
    for notice in await house.tables.outbox.pending(1):
        await house.tables.outbox.delivered(notice)
    async with writing(house.store) as tx:
        await tx.motions.forget(house.time + timedelta(days=99))
        assert not await tx.motions.removed(1, BEN)


async def test_who_was_invited_back_and_leaves_days_later_may_come_back(house: House) -> None:
    await house.game(3)
    await kicked(house, BEN, moderator=True)
    motion = await house.tables.votes.invite(1, person(ANN), person(BEN), key=house.key())
    await says(house, motion, BEN)
    async with writing(house.store) as tx:
        await tx.motions.forget(house.time + timedelta(days=99))
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    back = await house.tables.seats.take_seat(1, person(BEN), Seat(1), key=house.key())
    assert back.seat_of(BEN) == Seat(1)


# Seats for others ----------------------------------------------------------------------------------


async def invited(house: House, guest: int = 9, by: int = ANN) -> Motion:
    """Somebody offers a seat."""
    return await house.tables.votes.invite(1, person(by), person(guest), key=house.key())


async def test_a_guest_takes_the_seat_of_whoever_left_with_all_that_belongs_to_it(house: House) -> None:
    before = (await house.game(3)).state
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    motion = await invited(house, by=CLEO)
    assert (motion.kind, motion.seat) == (MotionKind.INVITE, 1)
    for user in (8, CLEO):
        await refused(house, "not_asked_you", motion, user)
    await says(house, motion, 9)
    now = await house.tables.queries.now_at(1)
    assert now.table.seat_of(9) == 1
    assert now.state.hands[1] == before.hands[1]  # type: ignore[attr-defined]


async def test_the_seat_of_a_computer_is_the_hosts_to_give(house: House) -> None:
    await house.lobby(2)
    await house.tables.computers.add_computer(1, person(ANN), "easy", naming, key=house.key())
    await house.tables.play.start(1, person(ANN), key=house.key())
    with pytest.raises(Refusal, match="no_free_seat"):
        await invited(house, by=BEN)
    motion = await invited(house)
    with pytest.raises(Refusal, match="seats_offered"):
        await invited(house, 8)
    with pytest.raises(Refusal, match="guest_seated"):
        await invited(house, BEN)
    assert (await says(house, motion, 9)).state is CARRIED
    assert [sitter.user for sitter in (await house.tables.queries.table(1)).sitters] == [1, 2, 9]
    assert await house.tables.computers.riddles(1) == ()


async def test_in_a_full_lobby_a_guest_takes_the_place_of_a_computer(house: House) -> None:
    await house.lobby(2, PebblesOptions(), game="pebbles")
    await house.tables.computers.add_computer(1, person(ANN), "easy", naming, key=house.key())
    with pytest.raises(Refusal, match="full"):
        await invited(house, by=BEN)
    motion = await invited(house)
    with pytest.raises(Refusal, match="seats_offered"):
        await invited(house, 8)
    await says(house, motion, 9)
    assert [sitter.user for sitter in (await house.tables.queries.table(1)).sitters] == [1, 2, 9]


async def test_free_seats_that_are_all_promised_are_not_taken(house: House) -> None:
    """One invitation that is taken back is one more that can be made."""
    await house.lobby(1, PebblesOptions(), game="pebbles")
    first = await invited(house)
    await invited(house, 8)
    before = house.dump()
    with pytest.raises(Refusal, match="seats_offered"):
        await invited(house, 7)
    assert house.dump() == before
    await says(house, first, ANN, yes=False)
    await invited(house, 7)


async def test_an_invitation_lapses_when_its_seat_is_gone_or_its_host_left(house: House) -> None:
    await house.game(4)
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    first = await invited(house)
    await house.tables.seats.take_seat(1, person(7), Seat(1), key=house.key())
    assert await stands(house, first) is DROPPED
    await house.tables.seats.leave(1, person(7), key=house.key())
    second = await invited(house, by=CLEO)
    await house.tables.seats.leave(1, person(CLEO), key=house.key())
    assert await stands(house, second) is DROPPED
    third = await invited(house)
    assert (await says(house, third, 9, yes=False)).state is DECLINED
    await invited(house)


async def test_of_two_who_want_the_seat_at_the_same_moment_the_first_one_has_it(house: House) -> None:
    await house.game(3)
    with pytest.raises(Refusal, match="no_free_seat"):
        await house.tables.votes.call_out(1, person(ANN), key=house.key())
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    motion = await house.tables.votes.call_out(1, person(CLEO), key=house.key())
    await refused(house, "seated", motion, ANN)
    await refused(house, "not_your_call", motion, 8, yes=False)
    first, second = await asyncio.gather(
        says(house, motion, 8), says(house, motion, 9), return_exceptions=True
    )
    assert isinstance(first, Motion)
    assert isinstance(second, Refusal)
    assert (first.state, first.closer, second.code) == (CARRIED, "Person 8", "motion_over")
    assert (await house.tables.queries.table(1)).seat_of(8) == 1


@pytest.mark.parametrize(("user", "withdrawn"), [(CLEO, True), (ANN, False)])
async def test_a_call_is_taken_back_by_whoever_made_it_or_by_the_host(
    house: House, user: int, withdrawn: bool
) -> None:
    """Also after its maker has left; nobody else can."""
    await without(house, BEN)
    motion = await house.tables.votes.call_out(1, person(CLEO), key=house.key())
    for other in (4, BEN, 9):
        await refused(house, "not_your_call", motion, other, yes=False)
    if user == ANN:
        await house.tables.seats.leave(1, person(CLEO), key=house.key())
    closed = await says(house, motion, user, yes=False)
    assert (closed.state, closed.withdrawn, closed.closer) == (DECLINED, withdrawn, f"Person {user}")
    await house.tables.votes.call_out(1, person(ANN), key=house.key())


async def test_nobody_is_called_for_a_seat_that_a_computer_takes(house: House) -> None:
    await house.game(3)
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    motion = await house.tables.votes.call_out(1, person(ANN), key=house.key())
    await house.tables.computers.stand_in(1, person(ANN), Seat(1), "easy", naming, key=house.key())
    assert await stands(house, motion) is DROPPED


async def test_whoever_was_removed_is_not_called(house: House) -> None:
    await house.game(3)
    await kicked(house, BEN, moderator=True)
    motion = await house.tables.votes.call_out(1, person(ANN), key=house.key())
    await refused(house, "removed", motion, BEN)


# Who is asked --------------------------------------------------------------------------------------


async def test_whoever_takes_a_seat_is_called_to_answer_what_is_open_there(house: House) -> None:
    """Once: whoever leaves calls nobody, nor does another move."""
    await played(house, *BOTH_TURNS)
    undo, kick = await asked(house), await kicked(house, BEN)
    await house.deliver(1)
    await house.tables.seats.leave(1, person(CLEO), key=house.key())
    assert await told_of(house, undo) == [("motion", None)]
    assert await stands(house, kick) is DROPPED
    await house.deliver(1)
    await house.tables.seats.take_seat(1, person(9), Seat(2), key=house.key())
    assert await told_of(house, undo) == [("asked", 2)]
    await house.deliver(1)
    await made(house, 1, Stop())
    assert await told_of(house, undo) == [("motion", None)]
    await says(house, undo, BEN)
    assert (await says(house, undo, 9)).state is CARRIED


async def test_whoever_takes_a_seat_is_asked_about_a_removal_too(house: House) -> None:
    await house.game(4)
    await house.tables.seats.leave(1, person(4), key=house.key())
    motion = await kicked(house, BEN)
    call = await house.tables.votes.call_out(1, person(ANN), key=house.key())
    await house.deliver(1)
    await says(house, call, 9)
    assert await told_of(house, motion) == [("asked", 3)]
    await says(house, motion, CLEO)
    assert (await says(house, motion, 9)).state is CARRIED


async def test_whoever_comes_back_and_has_agreed_is_not_called(house: House) -> None:
    await played(house, *BOTH_TURNS)
    motion = await asked(house)
    await says(house, motion, CLEO)
    await house.tables.seats.leave(1, person(CLEO), key=house.key())
    await house.deliver(1)
    await house.tables.seats.take_seat(1, person(CLEO), Seat(2), key=house.key())
    assert await told_of(house, motion) == [("motion", None)]


async def test_the_channel_reads_of_every_seat_that_is_free_by_now(house: House) -> None:
    await house.game(4)
    await house.tables.seats.leave(1, person(BEN), key=house.key())
    motion = await house.tables.votes.call_out(1, person(ANN), key=house.key())
    await house.deliver(1)
    await house.tables.seats.leave(1, person(CLEO), key=house.key())
    assert await told_of(house, motion) == [("motion", None)]


# Who comes back ------------------------------------------------------------------------------------


async def without(house: House, *leavers: int, people: int = 4) -> None:
    """A game that these people have left, in this order."""
    await house.game(people)
    for user in leavers:
        await house.tables.seats.leave(1, person(user), key=house.key())


async def seat_of(house: House, user: int) -> Seat | None:
    return (await house.tables.queries.table(1)).seat_of(user)


@pytest.mark.parametrize("kind", [MotionKind.CALL, MotionKind.INVITE])
async def test_whoever_comes_back_because_they_were_asked_has_their_own_seat(
    house: House, kind: MotionKind
) -> None:
    await without(house, BEN, CLEO)
    if kind is MotionKind.CALL:
        motion = await house.tables.votes.call_out(1, person(ANN), key=house.key())
    else:
        motion = await invited(house, CLEO)
    assert (await says(house, motion, CLEO)).state is CARRIED
    assert await seat_of(house, CLEO) == 2
    (empty,) = (await house.tables.queries.table(1)).absent
    assert (empty.seat, empty.away) == (1, BEN)


async def test_a_seat_is_kept_for_whoever_left_it_even_where_it_was_offered_to_another(house: House) -> None:
    await without(house, BEN, CLEO)
    promised = await invited(house)
    assert promised.seat == 1
    own = await invited(house, BEN)
    assert own.seat == 1
    await says(house, own, BEN)
    assert await stands(house, promised) is DROPPED


async def test_whoever_left_may_be_invited_back_while_a_computer_plays_there(house: House) -> None:
    """By anybody: it is the one who left who may always come back, not the host who gives the seat away."""
    await without(house, BEN, CLEO)
    await house.tables.computers.stand_in(1, person(ANN), Seat(2), "easy", naming, key=house.key())
    motion = await invited(house, CLEO, by=4)
    assert (motion.state, motion.seat) == (OPEN, 2)
    await says(house, motion, CLEO)
    assert await seat_of(house, CLEO) == 2


async def test_whoever_was_removed_and_is_invited_back_has_the_seat_of_before(house: House) -> None:
    await without(house, BEN)
    await kicked(house, CLEO, moderator=True)
    motion = await invited(house, CLEO)
    await says(house, motion, CLEO)
    assert await seat_of(house, CLEO) == 2


@pytest.mark.parametrize("stands_in", [False, True])
async def test_nobody_takes_another_seat_while_their_own_is_open_to_them(
    house: House, stands_in: bool
) -> None:
    """They know the hand that they left."""
    await without(house, BEN, CLEO)
    if stands_in:
        await house.tables.computers.stand_in(1, person(ANN), Seat(2), "easy", naming, key=house.key())
        motion = await house.tables.votes.call_out(1, person(ANN), key=house.key())
        await refused(house, "own_seat_open", motion, CLEO)
    before = house.dump()
    with pytest.raises(Refusal, match="own_seat_open"):
        await house.tables.seats.take_seat(1, person(CLEO), Seat(1), key=house.key())
    assert house.dump() == before
    await house.tables.seats.take_seat(1, person(CLEO), Seat(2), key=house.key())
    assert await seat_of(house, CLEO) == 2


async def test_whose_seat_somebody_else_has_may_take_another_one(house: House) -> None:
    await without(house, BEN, CLEO)
    await house.tables.seats.take_seat(1, person(9), Seat(2), key=house.key())
    await house.tables.seats.take_seat(1, person(CLEO), Seat(1), key=house.key())
    assert await seat_of(house, CLEO) == 1
