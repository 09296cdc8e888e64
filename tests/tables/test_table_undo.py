"""A step is taken back: who may, what stands again, what the log keeps, what buttons are worth afterwards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from table_house import House, person, random_move
from units import reading, writing

from bot import verify
from bot.games.contract import Move, Options, Refusal, Seat
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import ABSENT, Moment, NoticeKind, Status
from tests.pebbles.game import GAME, Draw, PebblesOptions, PebblesState, Stop, Take

pytestmark = pytest.mark.usefixtures("_with_pebbles")


async def played(house: House, *moves: Move, options: Options | None = None, people: int = 2) -> Moment:
    """A game of pebbles after these moves, each by whoever's turn it is."""
    moment = await house.game(people, options or PebblesOptions(), game="pebbles")
    for move in moves:
        moment = (await house.act(moment, state_of(moment).active, move)).moment
    return moment


def state_of(moment: Moment) -> PebblesState:
    assert isinstance(moment.state, PebblesState)
    return moment.state


async def undone(house: House, moment: Moment, user: int = 1) -> Moment:
    """The moment after a person has taken a step back."""
    return (await house.tables.undo.undo(moment.table.id, user, key=house.key())).moment


async def refused(house: House, moment: Moment, user: int = 1) -> str:
    """Why a person can't take a step back: nothing is changed by trying, and no button offers it."""
    before = house.dump()
    with pytest.raises(Refusal) as refusal:
        await house.tables.undo.undo(moment.table.id, user, key=house.key())
    assert house.dump() == before
    assert not await house.tables.undo.may_undo(moment.table.id, user)
    return refusal.value.code


async def test_the_state_before_the_own_last_step_stands_again(house: House) -> None:
    start = await played(house)
    moment = await undone(house, (await house.act(start, Seat(0), Take())).moment)
    assert GAME.encode(state_of(moment)) == GAME.encode(state_of(start))
    assert (moment.version, moment.table.version, moment.seat, moment.events) == (2, 2, Seat(0), ())


async def test_steps_are_taken_back_one_after_the_other(house: House) -> None:
    """Also the end of the turn, as long as the next one has not moved."""
    start = await played(house)
    once = (await house.act(start, Seat(0), Take())).moment
    twice = (await house.act(once, Seat(0), Stop())).moment
    assert state_of(await undone(house, twice)) == state_of(once)
    assert await house.tables.undo.may_undo(start.table.id, 1)
    assert state_of(await undone(house, twice)) == state_of(start)
    assert await refused(house, start) == "nothing_to_undo"


async def test_what_followed_by_itself_goes_with_the_step(house: House) -> None:
    """The second pebble ends the turn."""
    once = await played(house, Take())
    twice = (await house.act(once, Seat(0), Take())).moment
    assert twice.version == 3
    back = await undone(house, twice)
    assert state_of(back) == state_of(once)
    assert back.version == 4


async def test_it_is_a_branch_of_its_own(house: House) -> None:
    """Take, undone, draw: what was taken back leaves no trace in the game."""
    moment = await undone(house, await played(house, Take()))
    moment = (await house.act(moment, Seat(0), Draw())).moment
    assert (state_of(moment).heap, len(state_of(moment).bag)) == (12, 7)
    assert await refused(house, moment) == "undo_revealed"


@pytest.mark.parametrize(
    ("moves", "user", "code"),
    [
        ((), 1, "nothing_to_undo"),
        ((Take(),), 2, "not_your_step"),
        ((Take(), Stop(), Take()), 1, "not_your_step"),
        ((Take(), Stop()), 2, "not_your_step"),
        ((Draw(),), 1, "undo_revealed"),
        ((Take(), Draw()), 1, "undo_revealed"),
        ((Take(),), 9, "not_seated"),
    ],
)
async def test_what_can_not_be_taken_back(
    house: House, moves: tuple[Move, ...], user: int, code: str
) -> None:
    assert await refused(house, await played(house, *moves), user) == code


async def test_a_step_after_a_draw_is_taken_back_and_the_draw_stays(house: House) -> None:
    drawn = await played(house, Draw())
    moment = await undone(house, (await house.act(drawn, Seat(0), Stop())).moment)
    assert state_of(moment) == state_of(drawn)
    assert await refused(house, moment) == "undo_revealed"


async def test_nothing_is_taken_back_at_the_begin_of_the_own_turn(house: House) -> None:
    moment = await played(house, Take(), Stop(), Take(), Stop(), Take())
    assert await refused(house, await undone(house, moment)) == "not_your_step"


async def test_nothing_is_taken_back_where_nothing_can_be_played(house: House) -> None:
    lobby = await house.lobby(2, PebblesOptions(), game="pebbles", channel=77)
    with pytest.raises(Refusal, match="not_playing"):
        await house.tables.undo.undo(lobby.id, 1, key=house.key())
    over = await played(house, Take(), options=PebblesOptions(heap=1))
    assert over.table.status is Status.FINISHED
    assert await refused(house, over) == "over"
    with pytest.raises(Refusal, match="no_table"):
        await house.tables.undo.undo(99, 1, key=house.key())


async def test_nothing_is_taken_back_while_the_game_is_paused(house: House) -> None:
    moment = await played(house, Take())
    async with writing(house.store) as tx:
        row = await tx.tables.get(moment.table.id)
        assert row is not None
        await tx.tables.put(replace(row, paused_since=house.time))
    assert await refused(house, moment) == "paused"


async def test_a_move_made_for_somebody_who_left_is_taken_back_by_nobody(house: House) -> None:
    moment = await played(house, people=3)
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    moment = (await house.act(moment, Seat(0), Take())).moment
    moment = (await house.act(moment, Seat(0), Stop())).moment
    assert moment.table.sitters[1].computer == ABSENT
    assert state_of(moment).active == 2
    assert await refused(house, moment) == "not_your_step"
    await house.tables.seats.take_seat(moment.table.id, person(8), Seat(1), key=house.key())
    assert await refused(house, moment, 8) == "not_your_step"


async def test_whoever_takes_a_seat_takes_back_no_step_of_those_who_sat_there_before(house: House) -> None:
    moment = await played(house, Take(), Stop(), people=3)
    await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    await house.tables.seats.take_seat(moment.table.id, person(8), Seat(0), key=house.key())
    assert await refused(house, moment, 8) == "not_your_step"


async def test_whoever_left_and_came_back_takes_the_own_step_back(house: House) -> None:
    moment = await played(house, Take(), Stop(), people=3)
    await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    await house.tables.seats.take_seat(moment.table.id, person(1), Seat(0), key=house.key())
    assert state_of(await undone(house, moment)).active == 0


async def with_computer(house: House) -> Moment:
    """A game against a computer which sits in seat 1; its turn comes next."""
    table = await house.lobby(1, PebblesOptions(), game="pebbles")
    await house.tables.computers.add_computer(
        table.id, person(1), "easy", lambda level, number: f"{level} {number}", key=house.key()
    )
    moment = (await house.tables.play.start(table.id, person(1), key=house.key())).moment
    moment = (await house.act(moment, Seat(0), Take())).moment
    return (await house.act(moment, Seat(0), Stop())).moment


async def test_a_move_of_a_computer_is_taken_back_by_nobody(house: House) -> None:
    moment = await with_computer(house)
    await house.tables.computers.play_for(moment.table.id, Seat(1), Take(), turn=moment.turn)
    assert await refused(house, moment) == "not_your_step"


async def test_a_computer_that_is_still_thinking_comes_too_late(house: House) -> None:
    moment = await with_computer(house)
    (riddle,) = await house.tables.computers.riddles(moment.table.id)
    moment = await undone(house, moment)
    assert await house.tables.computers.riddles(moment.table.id) == ()
    with pytest.raises(Refusal, match="stale"):
        await house.tables.computers.play_for(moment.table.id, Seat(1), Take(), turn=riddle.turn)
    again = (await house.act(moment, Seat(0), Stop())).moment
    (anew,) = await house.tables.computers.riddles(again.table.id)
    assert anew.turn > riddle.turn
    with pytest.raises(Refusal, match="stale"):
        await house.tables.computers.play_for(again.table.id, Seat(1), Take(), turn=riddle.turn)


async def test_a_choice_that_can_be_changed_is_not_taken_back(house: House) -> None:
    """It would spoil the buttons of all the others."""
    moment = await house.game(2)
    assert isinstance(moment.state, NimmtState)
    await house.act(moment, Seat(0), Choose(moment.state.hands[0][0]))
    assert await refused(house, moment) == "undo_change"
    chosen = Choose(moment.state.hands[1][0])
    await house.act(moment, Seat(1), chosen)
    assert await refused(house, moment, 2) == "undo_revealed"


async def test_a_repeated_delivery_takes_nothing_more_back(house: House) -> None:
    moment = await played(house, Take(), Stop())
    first = await house.tables.undo.undo(moment.table.id, 1, key="once")
    before = house.dump()
    again = await house.tables.undo.undo(moment.table.id, 1, key="once")
    assert (again.repeated, again.moment.version) == (True, first.moment.version)
    assert house.dump() == before


async def test_a_double_click_takes_one_step_back(house: House) -> None:
    moment = await played(house, Take(), Stop())
    await house.tables.undo.undo(moment.table.id, 1, turn=moment.turn, key=house.key())
    before = house.dump()
    again = await house.tables.undo.undo(moment.table.id, 1, turn=moment.turn, key=house.key())
    assert again.repeated
    assert house.dump() == before
    with pytest.raises(Refusal, match="stale"):
        await house.tables.undo.undo(moment.table.id, 1, turn=moment.turn - 1, key=house.key())


async def test_buttons_of_what_was_taken_back_are_stale_for_good(house: House) -> None:
    """What a button carries never comes twice, however often a step is made and taken back."""
    start = await played(house)
    carried = {start.turn}
    moment, old = start, list[Moment]()
    for _ in range(3):
        moment = (await house.act(await now(house, start), Seat(0), Take())).moment
        old.append(moment)
        back = await undone(house, moment)
        assert not {moment.turn, back.turn} & carried
        assert moment.turn < back.turn
        carried |= {moment.turn, back.turn}
        await house.restart()
    for stale in (start, *old):
        for move in (Take(), Stop()):
            with pytest.raises(Refusal, match="stale"):
                await house.tables.play.act(start.table.id, 1, move, turn=stale.turn, key=house.key())
    acted = await house.tables.play.act(
        start.table.id, 1, Take(), turn=(await now(house, start)).turn, key="new"
    )
    assert state_of(acted.moment).heap == 11


async def now(house: House, moment: Moment) -> Moment:
    """The present moment, whose turn the acts of the house carry."""
    return await house.tables.queries.now_at(moment.table.id)


async def test_the_log_keeps_what_was_taken_back(house: House) -> None:
    moment = await undone(house, await played(house, Take()))
    async with reading(house.store) as tx:
        made, back = await tx.log.between(moment.table.id, 0, 9)
    assert (made.move, made.back) == (GAME.encode_move(Take()), None)
    assert (back.version, back.seat, back.turn, back.move, back.back) == (2, 0, 1, b"", 0)
    assert state_of(await house.tables.queries.moment(moment.table.id, 1)).heap == 11
    assert await house.tables.queries.path(moment.table.id, 2) == (0,)


async def test_pages_that_were_taken_back_are_no_pages_of_the_history(house: House) -> None:
    moment = await played(house, Take(), Stop())
    assert await house.tables.queries.milestones(moment.table.id) == (2,)
    await undone(house, moment)
    assert await house.tables.queries.milestones(moment.table.id) == ()
    await house.act(await now(house, moment), Seat(0), Stop())
    assert await house.tables.queries.milestones(moment.table.id) == (4,)
    assert await house.tables.queries.path(moment.table.id, 4) == (0, 1, 4)


async def test_the_board_is_refreshed_and_nobody_is_called(house: House) -> None:
    moment = await played(house, Take(), Stop())
    await house.deliver(moment.table.id)
    await undone(house, moment)
    assert await house.notices(moment.table.id) == [("progress", None, 3)]
    assert await house.tables.queries.taken_back(moment.table.id, 0, 3) == (Seat(0),)


async def test_a_board_that_was_not_posted_yet_calls_nobody_any_more(house: House) -> None:
    start = await played(house)
    await house.deliver(start.table.id)
    await house.act((await house.act(start, Seat(0), Take())).moment, Seat(0), Stop())
    assert await house.notices(start.table.id) == [("board", None, 2)]
    await undone(house, start)
    assert await house.notices(start.table.id) == [("progress", None, 3)]


async def test_a_board_from_before_is_still_posted(house: House) -> None:
    moment = await undone(house, await played(house, Take()))
    boards = [
        note for note in await house.tables.outbox.pending(moment.table.id) if note.kind is NoticeKind.BOARD
    ]
    assert [note.version for note in boards] == [0]


async def test_a_prompt_of_what_was_taken_back_is_over_and_the_one_before_is_sent_again(
    house: House,
) -> None:
    moment = await played(house, Take(), Stop(), options=PebblesOptions(called="private"))
    await house.deliver(moment.table.id)
    await undone(house, moment)
    assert await house.notices(moment.table.id) == [
        ("progress", None, 3),
        ("settled", 1, 3),
        ("prompt", 0, 3),
    ]


async def test_the_post_of_a_turn_leaves_out_what_was_taken_back(house: House) -> None:
    """Take, stop (a post more), undone, stop, take: the first post ends with version 1, the second with 5."""
    moment = await undone(house, await played(house, Take(), Stop()))
    for seat, move in ((0, Stop()), (1, Take())):
        moment = (await house.act(await now(house, moment), Seat(seat), move)).moment
    table = moment.table.id
    assert [(await house.tables.queries.opening(table, step)).version for step in range(6)] == [
        0,
        0,
        2,
        0,
        4,
        4,
    ]
    assert [(await house.tables.queries.closing(table, step)).version for step in (0, 1, 3, 4, 5)] == [
        1,
        1,
        1,
        5,
        5,
    ]


@pytest.mark.parametrize("seed", range(12))
async def test_random_games_with_steps_taken_back(house: House, seed: int) -> None:
    """What stands after an undo is what stood before the step; it is refused exactly after a draw or where
    the other one has moved; everything comes back from the log; and the file of the game is confirmed."""
    rng = random.Random(seed)
    moment = await played(house, options=PebblesOptions(heap=6), people=rng.choice((2, 3)))
    table, line, seen = moment.table.id, list[tuple[Seat, bool, bytes]](), {0: GAME.encode(state_of(moment))}
    while moment.table.status is Status.PLAYING:
        if rng.random() < 0.1:
            await house.restart()
        seat = Seat(rng.randrange(len(moment.table.sitters)))
        if rng.random() < 0.4:
            if line and line[-1][0] == seat and not line[-1][1]:
                moment = await undone(house, moment, seat + 1)
                assert GAME.encode(state_of(moment)) == line.pop()[2]
            else:
                wanted = "nothing_to_undo"
                if line:
                    wanted = "undo_revealed" if line[-1][0] == seat else "not_your_step"
                assert await refused(house, moment, seat + 1) == wanted
        else:
            mover, move = random_move(moment, rng)
            line.append((mover, isinstance(move, Draw), GAME.encode(state_of(moment))))
            moment = (await house.act(moment, mover, move)).moment
        seen[moment.version] = GAME.encode(state_of(moment))
    await house.restart()
    for version, state in seen.items():
        assert GAME.encode(state_of(await house.tables.queries.moment(table, version))) == state
    found = verify.verify(await house.tables.queries.transcript(table))
    assert (found.code, found.data.get("draws")) == ("ok", 1)
