"""Moves and undo: what is accepted, refused, repeated, and taken back."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest
from table_world import World, person, random_move, refuses
from units import reading, writing

from bot import verify
from bot.games import registry
from bot.games.contract import Move, Options, Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.games.six_nimmt.state import NimmtState
from bot.games.thurn_and_taxis.moves import TaxisOptions
from bot.store import Repositories
from bot.store.tables import Log
from bot.tables.model import ABSENT, LogRow, Moment, NoticeKind, Status
from bot.tables.policy import RECALLED
from tests.pebbles.game import GAME as PEBBLES, Draw, PebblesOptions, PebblesState, Stop, Take


def state_of(moment: Moment) -> NimmtState:
    """The state, as this game's."""
    assert isinstance(moment.state, NimmtState)
    return moment.state


def hand(moment: Moment, seat: int) -> tuple[int, ...]:
    """The cards of a seat."""
    return state_of(moment).hands[seat]


async def test_an_accepted_move_is_in_the_log_and_in_the_state(world: World) -> None:
    moment = await world.game()
    card = hand(moment, 1)[3]
    acted = await world.act(moment, Seat(1), Choose(card))
    assert acted.moment.version == 1
    assert not acted.repeated
    assert state_of(acted.moment).selected[1] == card
    assert await world.now(moment.table.id) == acted.moment


async def test_everything_that_is_refused_changes_nothing(world: World) -> None:
    moment = await world.game()
    number, first = moment.table.id, hand(moment, 0)[0]
    foreign = next(card for card in range(1, 105) if card not in hand(moment, 0))
    act = world.tables.play.act
    attempts = {
        "no_table": lambda: act(99, 1, Choose(first), turn=0, key="a"),
        "not_seated": lambda: act(number, 9, Choose(first), turn=0, key="b"),
        "stale": lambda: act(number, 1, Choose(first), turn=7, key="c"),
        "not_in_hand": lambda: act(number, 1, Choose(foreign), turn=0, key="d"),
        "not_now": lambda: act(number, 1, TakeRow(1), turn=0, key="e"),
        "not_lobby": lambda: world.start(number, key="f"),
        "not_host": lambda: world.end(number, 2, key="g"),
        "not_over": lambda: world.rematch(number, key="h"),
        "seat_taken": lambda: world.take_seat(number, 9, 1, key="i"),
        "seated": lambda: world.take_seat(number, 2, 1, key="j"),
        "no_version": lambda: world.at(number, 1),
    }
    before, told = world.dump(), list(world.told)
    for code, attempt in attempts.items():
        with pytest.raises(Refusal) as refused:
            await attempt()
        assert refused.value.code == code
    assert world.dump() == before
    assert world.told == told


async def test_a_lobby_has_nothing_to_play_and_nothing_to_look_at(world: World) -> None:
    table = await world.lobby()
    await refuses("not_playing", world.tables.play.act(table.id, 1, Choose(1), turn=0, key=world.key()))
    await refuses("not_started", world.now(table.id))
    await refuses("not_playing", world.take_seat(table.id, 8, 0))


async def test_a_paused_table_takes_no_move(world: World) -> None:
    moment = await world.game()
    async with writing(world.store) as tx:
        row = await tx.tables.get(moment.table.id)
        assert row is not None
        await tx.tables.put(replace(row, paused_since=world.time))
    await refuses("paused", world.act(moment, Seat(0), Choose(hand(moment, 0)[0])))


async def test_a_repeated_delivery_is_answered_like_the_first(world: World) -> None:
    moment = await world.game()
    first = await world.act(moment, Seat(0), Choose(hand(moment, 0)[0]), key="same")
    await world.act(moment, Seat(1), Choose(hand(moment, 1)[0]))
    before = world.dump()
    again = await world.act(moment, Seat(0), Choose(hand(moment, 0)[0]), key="same")
    assert again.repeated
    assert (again.moment.version, again.moment.state) == (first.moment.version, first.moment.state)
    assert world.dump() == before


async def test_each_repeated_delivery_around_the_game_changes_nothing(world: World) -> None:
    table = await world.lobby(3)
    await world.leave(table.id, 3, key="leave")
    started = await world.tables.play.start(table.id, person(1), key="start")
    await world.end(table.id, key="end")
    again = await world.rematch(table.id, key="rematch")
    before = world.dump()
    assert (await world.leave(table.id, 3, key="leave")).id == table.id
    repeated = await world.tables.play.start(table.id, person(1), key="start")
    assert repeated.repeated
    assert repeated.moment.state == started.moment.state
    assert (await world.end(table.id, key="end")).id == table.id
    assert (await world.rematch(table.id, key="rematch")).id == again.id
    assert world.dump() == before


async def test_a_double_click_is_one_move_even_when_it_closed_the_turn(world: World) -> None:
    moment = await world.game()
    for seat in range(3):
        acted = await world.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    before = world.dump()
    again = await world.act(moment, Seat(2), Choose(hand(moment, 2)[0]))
    assert again.repeated
    assert again.moment == acted.moment
    assert world.dump() == before


async def test_the_same_move_in_a_later_turn_is_a_new_one(world: World) -> None:
    moment = await world.game()
    async with writing(world.store) as tx:
        await _as_if_made_before(tx, moment, Choose(hand(moment, 0)[0]))
    acted = await world.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    assert not acted.repeated


async def _as_if_made_before(tx: Repositories, moment: Moment, move: Choose) -> None:
    """Puts a move of an earlier turn into the log, and the table one version on."""
    row = await tx.tables.get(moment.table.id)
    assert row is not None
    await tx.log.add(row.id, [LogRow(1, 0, -1, GAME.encode_move(move), False, False, row.updated)])
    await tx.tables.put(replace(row, version=1))


async def test_another_choice_on_a_button_of_the_turn_before_is_stale(world: World) -> None:
    moment = await world.game()
    for seat in range(3):
        await world.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    await refuses("stale", world.act(moment, Seat(2), Choose(hand(moment, 2)[1])))


async def test_a_choice_may_go_back_and_forth(world: World) -> None:
    moment = await world.game()
    one, other = hand(moment, 0)[:2]
    for card in (one, other, one):
        acted = await world.act(moment, Seat(0), Choose(card))
        assert not acted.repeated
    assert acted.moment.version == 3
    assert state_of(acted.moment).selected[0] == one


async def test_choices_of_others_do_not_spoil_a_button(world: World) -> None:
    moment = await world.game(10)
    for seat in reversed(range(10)):
        acted = await world.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    assert acted.moment.version == 10
    assert GAME.turn(state_of(acted.moment)) > GAME.turn(state_of(moment))


async def test_twenty_presses_at_once_lose_nothing_and_double_nothing(world: World) -> None:
    moment = await world.game(10)
    presses = [(Seat(seat), hand(moment, seat)[pick]) for seat in range(10) for pick in (0, 1)]
    random.Random(5).shuffle(presses)
    answers = await asyncio.gather(
        *(world.act(moment, seat, Choose(card)) for seat, card in presses), return_exceptions=True
    )
    accepted = [answer for answer in answers if not isinstance(answer, Exception)]
    assert all(isinstance(answer, Refusal) for answer in answers if isinstance(answer, Exception))
    newest = await world.now(moment.table.id)
    assert sorted(answer.moment.version for answer in accepted) == list(range(1, newest.version + 1))
    before = await world.at(moment.table.id, newest.version - 1)
    assert GAME.turn(state_of(before)) == 0
    assert GAME.turn(state_of(newest)) == 1


async def test_last_cards_and_deals_follow_by_themselves_and_say_so(world: World) -> None:
    moment = await world.game(2, NimmtOptions(format="rounds", rounds=2))
    rng = random.Random(3)
    while state_of(moment).round == 1:
        moment = (await world.act(moment, *random_move(moment, rng))).moment
    assert moment.automatic
    log = [await world.at(moment.table.id, version) for version in range(1, moment.version + 1)]
    last_cards = [entry for entry in log if entry.automatic and entry.version < moment.version]
    assert len(last_cards) == 2
    assert len(state_of(moment).hands[0]) == 10


async def test_a_finished_game_reveals_its_secret_and_can_be_verified(world: World) -> None:
    moment = await world.play_out(await world.game(), random.Random(1))
    assert moment.table.status is Status.FINISHED
    assert moment.table.secret is not None
    found = verify.verify(await world.transcript(moment.table.id))
    assert found.code == "ok"
    assert found.data["moves"] == moment.version


async def test_a_running_game_hands_out_no_transcript(world: World) -> None:
    moment = await world.game()
    await refuses("not_over", world.transcript(moment.table.id))


async def test_nothing_can_be_done_once_a_game_is_over(world: World) -> None:
    moment = await world.play_out(await world.game(), random.Random(1))
    number, before = moment.table.id, world.dump()
    for attempt in (
        world.tables.play.act(number, 1, Choose(1), turn=0, key=world.key()),
        world.leave(number, 1),
        world.end(number, moderator=True),
        world.take_seat(number, 9, 0),
    ):
        await refuses("over", attempt)
    assert world.dump() == before


async def test_the_rematch_seats_the_same_people_under_a_new_host(world: World) -> None:
    moment = await world.play_out(await world.game(), random.Random(1))
    await refuses("not_seated", world.rematch(moment.table.id, 9))
    again = await world.rematch(moment.table.id, 2)
    assert (again.status, again.host, again.options) == (Status.LOBBY, 2, moment.table.options)
    assert [sitter.user for sitter in again.sitters] == [1, 2, 3]
    assert (again.version, again.secret, again.contributions) == (0, None, ())
    assert again.commitment not in ("", moment.table.commitment)
    with pytest.raises(Refusal) as refused:
        await world.rematch(moment.table.id)
    assert (refused.value.code, refused.value.data) == ("channel_busy", {"table": again.id})


pytestmark = pytest.mark.usefixtures("_with_pebbles")


async def played(world: World, *moves: Move, options: Options | None = None, people: int = 2) -> Moment:
    """A game of pebbles after these moves, each by whoever's turn it is."""
    moment = await world.game(people, options or PebblesOptions(), game="pebbles")
    for move in moves:
        moment = (await world.act(moment, pebbles_of(moment).active, move)).moment
    return moment


def pebbles_of(moment: Moment) -> PebblesState:
    assert isinstance(moment.state, PebblesState)
    return moment.state


async def undone(world: World, moment: Moment, user: int = 1) -> Moment:
    """The moment after a person has taken a step back."""
    return await world.undo(moment.table.id, user)


async def refused(world: World, moment: Moment, user: int = 1) -> str:
    """Why a person can't take a step back: nothing is changed by trying, and no button offers it."""
    before = world.dump()
    with pytest.raises(Refusal) as refusal:
        await world.undo(moment.table.id, user)
    assert world.dump() == before
    assert not await world.tables.undo.may_undo(moment.table.id, user)
    return refusal.value.code


async def test_the_state_before_the_own_last_step_stands_again(world: World) -> None:
    start = await played(world)
    moment = await undone(world, (await world.act(start, Seat(0), Take())).moment)
    assert PEBBLES.encode(pebbles_of(moment)) == PEBBLES.encode(pebbles_of(start))
    assert (moment.version, moment.table.version, moment.seat, moment.events) == (2, 2, Seat(0), ())


async def test_steps_are_taken_back_one_after_the_other(world: World) -> None:
    """Also the end of the turn, as long as the next one has not moved."""
    start = await played(world)
    once = (await world.act(start, Seat(0), Take())).moment
    twice = (await world.act(once, Seat(0), Stop())).moment
    assert pebbles_of(await undone(world, twice)) == pebbles_of(once)
    assert await world.tables.undo.may_undo(start.table.id, 1)
    assert pebbles_of(await undone(world, twice)) == pebbles_of(start)
    assert await refused(world, start) == "nothing_to_undo"


async def test_what_followed_by_itself_goes_with_the_step(world: World) -> None:
    """The second pebble ends the turn."""
    once = await played(world, Take())
    twice = (await world.act(once, Seat(0), Take())).moment
    assert twice.version == 3
    back = await undone(world, twice)
    assert pebbles_of(back) == pebbles_of(once)
    assert back.version == 4


async def test_it_is_a_branch_of_its_own(world: World) -> None:
    """Take, undone, draw: what was taken back leaves no trace in the game."""
    moment = await undone(world, await played(world, Take()))
    moment = (await world.act(moment, Seat(0), Draw())).moment
    assert (pebbles_of(moment).heap, len(pebbles_of(moment).bag)) == (12, 7)
    assert await refused(world, moment) == "undo_revealed"


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
    world: World, moves: tuple[Move, ...], user: int, code: str
) -> None:
    assert await refused(world, await played(world, *moves), user) == code


async def test_a_step_after_a_draw_is_taken_back_and_the_draw_stays(world: World) -> None:
    drawn = await played(world, Draw())
    moment = await undone(world, (await world.act(drawn, Seat(0), Stop())).moment)
    assert pebbles_of(moment) == pebbles_of(drawn)
    assert await refused(world, moment) == "undo_revealed"


async def test_nothing_is_taken_back_at_the_begin_of_the_own_turn(world: World) -> None:
    moment = await played(world, Take(), Stop(), Take(), Stop(), Take())
    assert await refused(world, await undone(world, moment)) == "not_your_step"


async def test_nothing_is_taken_back_where_nothing_can_be_played(world: World) -> None:
    lobby = await world.lobby(2, PebblesOptions(), game="pebbles", channel=77)
    await refuses("not_playing", world.undo(lobby.id))
    over = await played(world, Take(), options=PebblesOptions(heap=1))
    assert over.table.status is Status.FINISHED
    assert await refused(world, over) == "over"
    await refuses("no_table", world.undo(99))


async def test_nothing_is_taken_back_while_the_game_is_paused(world: World) -> None:
    moment = await played(world, Take())
    async with writing(world.store) as tx:
        row = await tx.tables.get(moment.table.id)
        assert row is not None
        await tx.tables.put(replace(row, paused_since=world.time))
    assert await refused(world, moment) == "paused"


async def test_a_move_made_for_somebody_who_left_is_taken_back_by_nobody(world: World) -> None:
    moment = await played(world, people=3)
    await world.leave(moment.table.id, 2)
    moment = (await world.act(moment, Seat(0), Take())).moment
    moment = (await world.act(moment, Seat(0), Stop())).moment
    assert moment.table.sitters[1].computer == ABSENT
    assert pebbles_of(moment).active == 2
    assert await refused(world, moment) == "not_your_step"
    await world.take_seat(moment.table.id, 8, 1)
    assert await refused(world, moment, 8) == "not_your_step"


async def test_whoever_takes_a_seat_takes_back_no_step_of_those_who_sat_there_before(world: World) -> None:
    moment = await played(world, Take(), Stop(), people=3)
    await world.leave(moment.table.id, 1)
    await world.take_seat(moment.table.id, 8, 0)
    assert await refused(world, moment, 8) == "not_your_step"


async def test_whoever_left_and_came_back_takes_the_own_step_back(world: World) -> None:
    moment = await played(world, Take(), Stop(), people=3)
    await world.leave(moment.table.id, 1)
    await world.take_seat(moment.table.id, 1, 0)
    assert pebbles_of(await undone(world, moment)).active == 0


async def with_computer(world: World) -> Moment:
    """A game against a computer which sits in seat 1; its turn comes next."""
    table = await world.lobby(1, PebblesOptions(), game="pebbles")
    await world.tables.computers.add_computer(
        table.id, person(1), "easy", lambda level, number: f"{level} {number}", key=world.key()
    )
    moment = await world.start(table.id)
    moment = (await world.act(moment, Seat(0), Take())).moment
    return (await world.act(moment, Seat(0), Stop())).moment


async def test_a_move_of_a_computer_is_taken_back_by_nobody(world: World) -> None:
    moment = await with_computer(world)
    await world.tables.computers.play_for(moment.table.id, Seat(1), Take(), turn=moment.turn)
    assert await refused(world, moment) == "not_your_step"


async def test_a_computer_that_is_still_thinking_comes_too_late(world: World) -> None:
    moment = await with_computer(world)
    (riddle,) = await world.riddles(moment.table.id)
    moment = await undone(world, moment)
    assert await world.riddles(moment.table.id) == ()
    with pytest.raises(Refusal, match="stale"):
        await world.tables.computers.play_for(moment.table.id, Seat(1), Take(), turn=riddle.turn)
    again = (await world.act(moment, Seat(0), Stop())).moment
    (anew,) = await world.riddles(again.table.id)
    assert anew.turn > riddle.turn
    await refuses("stale", world.tables.computers.play_for(again.table.id, Seat(1), Take(), turn=riddle.turn))


async def test_a_choice_that_can_be_changed_is_not_taken_back(world: World) -> None:
    """It would spoil the buttons of all the others."""
    moment = await world.game(2)
    assert isinstance(moment.state, NimmtState)
    await world.act(moment, Seat(0), Choose(moment.state.hands[0][0]))
    assert await refused(world, moment) == "undo_change"
    chosen = Choose(moment.state.hands[1][0])
    await world.act(moment, Seat(1), chosen)
    assert await refused(world, moment, 2) == "undo_revealed"


async def test_a_repeated_delivery_takes_nothing_more_back(world: World) -> None:
    moment = await played(world, Take(), Stop())
    first = await world.tables.undo.undo(moment.table.id, 1, key="once")
    before = world.dump()
    again = await world.tables.undo.undo(moment.table.id, 1, key="once")
    assert (again.repeated, again.moment.version) == (True, first.moment.version)
    assert world.dump() == before


async def test_a_double_click_takes_one_step_back(world: World) -> None:
    moment = await played(world, Take(), Stop())
    await world.tables.undo.undo(moment.table.id, 1, turn=moment.turn, key=world.key())
    before = world.dump()
    again = await world.tables.undo.undo(moment.table.id, 1, turn=moment.turn, key=world.key())
    assert again.repeated
    assert world.dump() == before
    await refuses("stale", world.tables.undo.undo(moment.table.id, 1, turn=moment.turn - 1, key=world.key()))


async def test_buttons_of_what_was_taken_back_are_stale_for_good(world: World) -> None:
    """What a button carries never comes twice, however often a step is made and taken back."""
    start = await played(world)
    carried = {start.turn}
    moment, old = start, list[Moment]()
    for _ in range(3):
        moment = (await world.act(await now(world, start), Seat(0), Take())).moment
        old.append(moment)
        back = await undone(world, moment)
        assert not {moment.turn, back.turn} & carried
        assert moment.turn < back.turn
        carried |= {moment.turn, back.turn}
        await world.restart()
    for stale in (start, *old):
        for move in (Take(), Stop()):
            with pytest.raises(Refusal, match="stale"):
                await world.tables.play.act(start.table.id, 1, move, turn=stale.turn, key=world.key())
    acted = await world.tables.play.act(
        start.table.id, 1, Take(), turn=(await now(world, start)).turn, key="new"
    )
    assert pebbles_of(acted.moment).heap == 11


async def now(world: World, moment: Moment) -> Moment:
    """The present moment, whose turn the acts of the world carry."""
    return await world.now(moment.table.id)


async def test_the_log_keeps_what_was_taken_back(world: World) -> None:
    moment = await undone(world, await played(world, Take()))
    async with reading(world.store) as tx:
        made, back = await tx.log.between(moment.table.id, 0, 9)
    assert (made.move, made.back) == (PEBBLES.encode_move(Take()), None)
    assert (back.version, back.seat, back.turn, back.move, back.back) == (2, 0, 1, b"", 0)
    assert pebbles_of(await world.at(moment.table.id, 1)).heap == 11
    assert await world.tables.queries.path(moment.table.id, 2) == (0,)


async def test_pages_that_were_taken_back_are_no_pages_of_the_history(world: World) -> None:
    moment = await played(world, Take(), Stop())
    assert await world.tables.queries.milestones(moment.table.id) == (2,)
    await undone(world, moment)
    assert await world.tables.queries.milestones(moment.table.id) == ()
    await world.act(await now(world, moment), Seat(0), Stop())
    assert await world.tables.queries.milestones(moment.table.id) == (4,)
    assert await world.tables.queries.path(moment.table.id, 4) == (0, 1, 4)


async def test_the_board_is_refreshed_and_nobody_is_called(world: World) -> None:
    moment = await played(world, Take(), Stop())
    await world.deliver(moment.table.id)
    await undone(world, moment)
    assert await world.notices(moment.table.id) == [("progress", None, 3)]
    assert await world.tables.queries.taken_back(moment.table.id, 0, 3) == (Seat(0),)


async def test_a_board_that_was_not_posted_yet_calls_nobody_any_more(world: World) -> None:
    start = await played(world)
    await world.deliver(start.table.id)
    await world.act((await world.act(start, Seat(0), Take())).moment, Seat(0), Stop())
    assert await world.notices(start.table.id) == [("board", None, 2)]
    await undone(world, start)
    assert await world.notices(start.table.id) == [("progress", None, 3)]


async def test_a_board_from_before_is_still_posted(world: World) -> None:
    moment = await undone(world, await played(world, Take()))
    boards = [
        note for note in await world.tables.outbox.pending(moment.table.id) if note.kind is NoticeKind.BOARD
    ]
    assert [note.version for note in boards] == [0]


async def test_a_prompt_of_what_was_taken_back_is_over_and_the_one_before_is_sent_again(world: World) -> None:
    moment = await played(world, Take(), Stop(), options=PebblesOptions(called="private"))
    await world.deliver(moment.table.id)
    await undone(world, moment)
    assert await world.notices(moment.table.id) == [
        ("progress", None, 3),
        ("settled", 1, 3),
        ("prompt", 0, 3),
    ]


async def test_the_post_of_a_turn_leaves_out_what_was_taken_back(world: World) -> None:
    """Take, stop (a post more), undone, stop, take: the first post ends with version 1, the second with 5."""
    moment = await undone(world, await played(world, Take(), Stop()))
    for seat, move in ((0, Stop()), (1, Take())):
        moment = (await world.act(await now(world, moment), Seat(seat), move)).moment
    table = moment.table.id
    assert [(await world.tables.queries.opening(table, step)).version for step in range(6)] == [
        0,
        0,
        2,
        0,
        4,
        4,
    ]
    assert [(await world.tables.queries.closing(table, step)).version for step in (0, 1, 3, 4, 5)] == [
        1,
        1,
        1,
        5,
        5,
    ]


@pytest.mark.parametrize("seed", range(12))
async def test_random_games_with_steps_taken_back(world: World, seed: int) -> None:
    """What stands after an undo is what stood before the step; it is refused exactly after a draw or where
    the other one has moved; everything comes back from the log; and the file of the game is confirmed."""
    rng = random.Random(seed)
    moment = await played(world, options=PebblesOptions(heap=6), people=rng.choice((2, 3)))
    table, line, seen = (
        moment.table.id,
        list[tuple[Seat, bool, bytes]](),
        {0: PEBBLES.encode(pebbles_of(moment))},
    )
    while moment.table.status is Status.PLAYING:
        if rng.random() < 0.1:
            await world.restart()
        seat = Seat(rng.randrange(len(moment.table.sitters)))
        if rng.random() < 0.4:
            if line and line[-1][0] == seat and not line[-1][1]:
                moment = await undone(world, moment, seat + 1)
                assert PEBBLES.encode(pebbles_of(moment)) == line.pop()[2]
            else:
                wanted = "nothing_to_undo"
                if line:
                    wanted = "undo_revealed" if line[-1][0] == seat else "not_your_step"
                assert await refused(world, moment, seat + 1) == wanted
        else:
            mover, move = random_move(moment, rng)
            line.append((mover, isinstance(move, Draw), PEBBLES.encode(pebbles_of(moment))))
            moment = (await world.act(moment, mover, move)).moment
        seen[moment.version] = PEBBLES.encode(pebbles_of(moment))
    await world.restart()
    for version, state in seen.items():
        assert PEBBLES.encode(pebbles_of(await world.at(table, version))) == state
    found = verify.verify(await world.transcript(table))
    assert (found.code, found.data.get("draws")) == ("ok", 1)


MOVES = 250


async def long_game(world: World) -> Moment:
    """A game of small moves that has gone on for a while."""
    moment = await world.game(4, TaxisOptions(), game="thurn_and_taxis")
    return await world.play_on(moment, MOVES, random.Random(5))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each look into the log has brought so far."""
    counted: list[int] = []
    between = Log.between

    async def counting(log: Log, table: int, after: int, upto: int) -> tuple[LogRow, ...]:
        rows = await between(log, table, after, upto)
        counted.append(len(rows))
        return rows

    monkeypatch.setattr(Log, "between", counting)
    return counted


async def look(world: World, moment: Moment) -> None:
    """What board, panel and the post that is put away ask for after a move."""
    table = moment.table.id
    opening = await world.tables.queries.opening(table, moment.version)
    await world.tables.queries.closing(table, opening.version - 1)
    await world.tables.queries.taken_back(table, opening.version, moment.version)
    for user in range(1, 5):
        await world.tables.undo.may_undo(table, user)


async def test_the_posts_of_a_long_game_read_only_its_last_moves(world: World, read: list[int]) -> None:
    moment = await long_game(world)
    read.clear()
    await look(world, moment)
    assert 0 < sum(read) < MOVES // 5


async def test_after_a_restart_the_log_is_read_once(world: World, read: list[int]) -> None:
    moment = await long_game(world)
    await world.restart()
    read.clear()
    await look(world, moment)
    assert [rows for rows in read if rows > RECALLED] == [MOVES]


async def test_pages_one_after_the_other_read_each_move_once(world: World, read: list[int]) -> None:
    moment = await long_game(world)
    await world.restart()
    pages = await world.tables.queries.milestones(moment.table.id)
    read.clear()
    found = [await world.at(moment.table.id, version) for version in pages]
    assert [page.version for page in found] == list(pages)
    assert sum(read) == pages[-1] > MOVES // 2


async def test_what_is_recalled_across_steps_taken_back_is_what_was_played(world: World) -> None:
    """In every order of asking, whatever is remembered."""
    rng = random.Random(7)
    moment = await world.game(2, TaxisOptions(), game="thurn_and_taxis")
    seen = [moment]
    for _ in range(60):
        users = [user for user in (1, 2) if await world.tables.undo.may_undo(moment.table.id, user)]
        if users and rng.random() < 0.4:
            moment = await world.undo(moment.table.id, users[0])
        else:
            moment = await world.play_on(moment, 1, rng)
        seen.append(moment)
    game = registry.game(moment.table.game)
    assert await world.tables.queries.taken_back(moment.table.id, 0, moment.version)
    for _ in range(3):
        await world.restart()
        for earlier in rng.sample(seen, len(seen)):
            found = await world.at(moment.table.id, earlier.version)
            assert (game.encode(found.state), found.turn) == (game.encode(earlier.state), earlier.turn)
