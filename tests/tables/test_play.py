"""Moves and undo: what is accepted, refused, repeated, and taken back."""

import asyncio
import random

import pytest
from table_world import World, hand, nimmt, random_move, stones

from bot import verify
from bot.games.contract import Move, Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.store.tables import Log
from bot.tables.model import ABSENT, LogRow, Moment, Status
from bot.tables.policy import RECALLED
from tests.pebbles.game import GAME as PEBBLES, Draw, Stop, Take


async def test_everything_that_is_refused_changes_nothing(world: World) -> None:
    moment = await world.game()
    first = hand(moment)[0]
    foreign = next(card for card in range(1, 105) if card not in hand(moment))
    lobby = (await world.lobby(channel=77)).id
    told = list(world.told)
    for code, attempt in (
        ("no_table", world.press(99, 1, Choose(first), turn=0)),
        ("not_seated", world.press(1, 9, Choose(first), turn=0)),
        ("stale", world.press(1, 1, Choose(first), turn=7)),
        ("not_in_hand", world.press(1, 1, Choose(foreign), turn=0)),
        ("not_now", world.press(1, 1, TakeRow(1), turn=0)),
        ("not_lobby", world.start()),
        ("not_lobby", world.join(1, 9)),
        ("not_lobby", world.configure(1, 1, NimmtOptions())),
        ("not_host", world.end(1, 2)),
        ("not_over", world.rematch()),
        ("seat_taken", world.take_seat(1, 9, 1)),
        ("seated", world.take_seat(1, 2, 1)),
        ("no_version", world.at(1, 1)),
        ("not_over", world.transcript()),
        ("not_playing", world.press(lobby, 1, Choose(1), turn=0)),
        ("not_started", world.now(lobby)),
        ("not_playing", world.take_seat(lobby, 8, 0)),
    ):
        await world.refuses(code, attempt)
    assert world.told == told


async def test_a_repeated_delivery_is_answered_like_the_first_also_after_a_restart(world: World) -> None:
    """So is a second click on the same button; after another trick the delivery alone."""
    moment = await world.game()
    lowest = Choose(hand(moment)[0])
    await world.act(moment, 0, lowest, key="same")
    await world.choose(moment, 1)
    with world.unchanged():
        for key, version in (("same", 1), ("a second click", 2)):
            again = await world.act(moment, 0, lowest, key=key)
            assert (again.repeated, again.moment.version) == (True, version)
            await world.restart()
    for _ in range(2):
        await world.next_trick()
    again = await world.act(moment, 0, lowest, key="same")
    assert (again.repeated, again.moment.version) == (True, 1)
    await world.refuses("stale", world.act(moment, 0, lowest, key="another click"))


async def test_each_repeated_delivery_around_the_game_changes_nothing(world: World) -> None:
    await world.lobby(3)
    await world.leave(1, 3, key="leave")
    await world.add_computer(key="add")
    started = await world.start(key="start")
    await world.end(key="end")
    again = await world.rematch(key="rematch")
    with world.unchanged():
        assert (await world.leave(1, 3, key="leave")).id == 1
        assert len((await world.add_computer(key="add")).sitters) == 3
        assert (await world.start(key="start")).state == started.state
        assert (await world.end(key="end")).id == 1
        assert (await world.rematch(key="rematch")).id == again.id


async def test_a_table_and_its_newest_moment_are_read_in_one_trip(world: World) -> None:
    """There is a moment only while the game is played."""
    table = await world.lobby(3)
    assert await world.present() == (table, None)
    moment = await world.start()
    before = world.store.trips
    assert await world.present() == (moment.table, moment)
    assert world.store.trips == before + 1
    ended = await world.end()
    assert await world.present() == (ended, None)


async def test_a_double_click_is_one_move_even_when_it_closed_the_turn(world: World) -> None:
    """Another choice on that button is stale."""
    moment = await world.game()
    newest = await world.choose(moment, 0, 1, 2)
    with world.unchanged():
        again = await world.act(moment, 2, Choose(hand(moment, 2)[0]))
    assert (again.repeated, again.moment) == (True, newest)
    await world.refuses("stale", world.act(moment, 2, Choose(hand(moment, 2)[1])))


async def test_the_same_move_in_a_later_turn_is_a_new_one(world: World) -> None:
    moment = await world.pebbles(Take(), Stop(), Take(), Stop())
    acted = await world.act(moment, 0, Take())
    assert (acted.repeated, acted.moment.version) == (False, 5)


async def test_a_choice_may_go_back_and_forth(world: World) -> None:
    moment = await world.game()
    one, other = hand(moment)[:2]
    for card in (one, other, one):
        acted = await world.act(moment, 0, Choose(card))
        assert not acted.repeated
    assert (acted.moment.version, nimmt(acted.moment).selected[0]) == (3, one)


async def test_twenty_presses_at_once_lose_nothing_and_double_nothing(world: World) -> None:
    """Choices of others don't spoil a button."""
    moment = await world.game(10)
    presses = [(seat, hand(moment, seat)[pick]) for seat in range(10) for pick in (0, 1)]
    random.Random(5).shuffle(presses)
    answers = await asyncio.gather(
        *(world.act(moment, seat, Choose(card)) for seat, card in presses), return_exceptions=True
    )
    accepted = [answer for answer in answers if not isinstance(answer, Exception)]
    assert all(isinstance(answer, Refusal) for answer in answers if isinstance(answer, Exception))
    newest = await world.now()
    assert sorted(answer.moment.version for answer in accepted) == list(range(1, newest.version + 1))
    before = await world.at(1, newest.version - 1)
    assert (GAME.turn(nimmt(before)), GAME.turn(nimmt(newest))) == (0, 1)


async def test_last_cards_and_deals_follow_by_themselves_and_say_so(world: World) -> None:
    moment = await world.game(2, NimmtOptions(format="rounds", rounds=2))
    rng = random.Random(3)
    while nimmt(moment).round == 1:
        moment = await world.play_on(moment, 1, rng)
    assert moment.automatic
    log = [await world.at(1, version) for version in range(1, moment.version)]
    assert len([entry for entry in log if entry.automatic]) == 2, "the last cards"
    assert len(hand(moment)) == 10


async def test_a_finished_game_reveals_its_secret_and_nothing_can_be_done_any_more(world: World) -> None:
    moment = await world.play_out(await world.game(), 1)
    assert moment.table.status is Status.FINISHED
    assert moment.table.secret is not None
    found = verify.verify(await world.transcript())
    assert (found.code, found.data["moves"]) == ("ok", moment.version)
    await world.refuses("over", world.press(1, 1, Choose(1), turn=0), world.end(1, 1, moderator=True))
    await world.refuses("over", world.leave(1, 1), world.take_seat(1, 9, 0))


async def test_the_rematch_seats_the_same_people_under_a_new_host(world: World) -> None:
    moment = await world.play_out(await world.game(), 1)
    await world.refuses("has_not_played", world.rematch(1, 9))
    again = await world.rematch(1, 2)
    assert (again.status, again.host, again.options) == (Status.LOBBY, 2, moment.table.options)
    assert [sitter.user for sitter in again.sitters] == [1, 2, 3]
    assert (again.version, again.secret) == (0, None)
    await world.refuses("channel_busy", world.rematch(), table=again.id)


# Undo ----------------------------------------------------------------------------------------------


async def refused(world: World, code: str, user: int = 1, table: int = 1) -> None:
    """A person can't take a step back: nothing is changed by trying, and no button offers it."""
    await world.refuses(code, world.undo(table, user))
    assert not await world.may_undo(table, user)


async def test_the_state_before_the_own_last_step_stands_again(world: World) -> None:
    """A pebble; the end of the turn, as long as the next one has not moved; and a pebble with the end of the
    turn that followed by itself. One after the other."""
    start = await world.pebbles()
    once = await world.made(1, Take())
    await world.made(1, Stop())
    back = await world.undo()
    assert stones(back) == stones(once)
    assert (back.version, back.table.version, back.seat, back.events) == (3, 3, 0, ())
    assert await world.may_undo(1, 1)
    assert stones(await world.undo()) == stones(start)
    await refused(world, "nothing_to_undo")
    assert (await world.made(1, Take(), Take())).version == 7
    assert stones(await world.undo()) == stones(once)


BACK = "a step is taken back"


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
        ((Take(), BACK, Draw()), 1, "undo_revealed"),
        ((Draw(), Stop(), BACK), 1, "undo_revealed"),
        ((Take(), Stop(), Take(), Stop(), Take(), BACK), 1, "not_your_step"),
    ],
)
async def test_what_is_not_taken_back(
    world: World, moves: tuple[Move | str, ...], user: int, code: str
) -> None:
    """Such as the move before one's own turn, and a draw, after which a step may well be taken back."""
    await world.pebbles()
    for move in moves:
        await (world.undo() if move is BACK else world.made(1, move))
    await refused(world, code, user)


async def test_nothing_is_taken_back_where_nothing_can_be_played(world: World) -> None:
    await world.pebbles(Take(), heap=1)
    await refused(world, "over")
    await world.refuses("no_table", world.undo(99))
    lobby = (await world.lobby(2, game="pebbles", channel=77)).id
    await world.refuses("not_playing", world.undo(lobby))
    await world.start(lobby)
    await world.made(lobby, Take())
    await world.pause(lobby)
    await refused(world, "paused", table=lobby)
    await world.refuses("paused", world.made(lobby, Take()))


async def test_a_move_made_for_somebody_who_left_is_taken_back_by_nobody(world: World) -> None:
    await world.pebbles(people=3)
    await world.leave(1, 2)
    moment = await world.made(1, Take(), Stop())
    assert moment.table.sitters[1].computer == ABSENT
    assert stones(moment).active == 2
    await refused(world, "not_your_step")
    await world.take_seat(1, 8, 1)
    await refused(world, "not_your_step", 8)


async def test_whoever_left_takes_the_own_step_back_but_whoever_takes_the_seat_does_not(world: World) -> None:
    await world.pebbles(Take(), Stop(), people=3)
    await world.leave(1, 1)
    await world.take_seat(1, 8, 0)
    await refused(world, "not_your_step", 8)
    await world.leave(1, 8)
    await world.take_seat(1, 1, 0)
    assert stones(await world.undo()).active == 0


async def test_a_computer_that_is_still_thinking_comes_too_late(world: World) -> None:
    """What it has done is taken back by nobody."""
    await world.game(1, game="pebbles", computers=1)
    await world.made(1, Take(), Stop())
    (riddle,) = await world.riddles()
    await world.undo()
    assert await world.riddles() == ()
    await world.refuses("stale", world.play_for(1, Seat(1), Take(), turn=riddle.turn))
    moment = await world.made(1, Stop())
    (anew,) = await world.riddles()
    assert anew.turn > riddle.turn
    await world.refuses("stale", world.play_for(1, Seat(1), Take(), turn=riddle.turn))
    await world.step(moment)
    await refused(world, "not_your_step")


async def test_a_choice_that_can_be_changed_is_not_taken_back(world: World) -> None:
    """It would spoil the buttons of all the others."""
    moment = await world.choose(await world.game(2), 0)
    await refused(world, "undo_change")
    await world.choose(moment, 1)
    await refused(world, "undo_revealed", 2)


@pytest.mark.parametrize("keys", [("once", "once"), ("one", "two")], ids=["delivered twice", "double click"])
async def test_a_repeated_press_takes_nothing_more_back(world: World, keys: tuple[str, str]) -> None:
    moment = await world.pebbles(Take(), Stop())
    undo = world.tables.undo.undo
    first = await undo(1, 1, turn=moment.turn, key=keys[0])
    with world.unchanged():
        again = await undo(1, 1, turn=moment.turn, key=keys[1])
    assert (again.repeated, again.moment.version) == (True, first.moment.version)
    await world.refuses("stale", undo(1, 1, turn=moment.turn - 1, key=world.key()))


async def test_buttons_of_what_was_taken_back_are_stale_for_good(world: World) -> None:
    """What a button carries never comes twice, however often a step is made and taken back."""
    start = await world.pebbles()
    carried, old = {start.turn}, [start]
    for _ in range(3):
        old.append(await world.made(1, Take()))
        turns = {old[-1].turn, (await world.undo()).turn}
        assert len(turns) == 2
        assert not turns & carried
        carried |= turns
        await world.restart()
    for stale in old:
        await world.refuses("stale", *(world.act(stale, 0, move) for move in (Take(), Stop())))
    assert stones(await world.made(1, Take())).heap == 11


async def test_log_and_history_keep_what_was_taken_back_but_show_no_page_of_it(world: World) -> None:
    await world.pebbles(Take(), Stop())
    assert await world.milestones(1) == (2,)
    await world.undo()
    assert await world.milestones(1) == ()
    made, _, back = await world.store.read(lambda tx: tx.log.between(1, 0, 9))
    assert (made.move, made.back) == (PEBBLES.encode_move(Take()), None)
    assert (back.version, back.seat, back.turn, back.move, back.back) == (3, 0, 2, b"", 1)
    assert stones(await world.at(1, 2)).active == 1
    await world.made(1, Stop())
    assert await world.milestones(1) == (4,)
    assert await world.path(1, 4) == (0, 1, 4)


@pytest.mark.parametrize(
    ("called", "moves", "notices"),
    [
        pytest.param("public", (Take(), Stop()), [], id="a board that was not posted yet calls nobody"),
        pytest.param("public", (Take(), Stop(), None), [], id="a board is refreshed"),
        pytest.param(
            "private",
            (Take(), Stop(), None),
            [("settled", 1, 3), ("prompt", 0, 3)],
            id="a prompt is over and the one before is sent again",
        ),
    ],
)
async def test_what_is_told_of_a_step_that_is_taken_back(
    world: World, called: str, moves: tuple[Move | None, ...], notices: list[object]
) -> None:
    """Where there is no move, all that is pending is told."""
    await world.pebbles(called=called)
    for move in (None, *moves):
        await (world.made(1, move) if move else world.deliver())
    await world.undo()
    assert await world.notices() == [("progress", None, 3), *notices]


async def test_the_post_of_a_turn_leaves_out_what_was_taken_back(world: World) -> None:
    """Take, stop (a post more), undone, stop, take: the first post ends with version 1, the second with 5."""
    await world.pebbles(Take(), Stop())
    await world.undo()
    assert await world.taken_back(1, 0, 3) == ((0,), ())
    assert [version for kind, _, version in await world.notices() if kind == "board"] == [0]
    await world.made(1, Stop(), Take())
    assert [(await world.opening(1, step)).version for step in range(6)] == [0, 0, 2, 0, 4, 4]
    assert [(await world.closing(1, step)).version for step in (0, 1, 3, 4, 5)] == [1, 1, 1, 5, 5]


@pytest.mark.parametrize("seed", range(8))
async def test_random_games_with_steps_taken_back(world: World, seed: int) -> None:
    """What stands after an undo, or after an agreement, is what stood before the step; an undo is refused
    exactly after a draw or where the other one has moved; everything comes back from the log, in every order
    of asking and whatever is remembered; and the file of the game is confirmed."""
    rng = random.Random(seed)
    moment = await world.pebbles(people=rng.choice((2, 3)))
    line = list[tuple[int, Seat, bool, bytes]]()
    seen, agreements = {0: PEBBLES.encode(stones(moment))}, 0
    while moment.table.status is Status.PLAYING:
        if rng.random() < 0.1:
            await world.restart()
        seat, fate = Seat(rng.randrange(len(moment.table.sitters))), rng.random()
        if fate < 0.3 and await world.may_ask_undo(1, seat + 1):
            agreements += 1
            motion = await world.ask_undo(1, seat + 1)
            for other in {sitter.seat for sitter in moment.table.sitters} - {seat}:
                await world.answer(1, motion.id, other + 1, yes=True)
            moment, line = await world.now(), [step for step in line if step[0] <= motion.version]
            assert PEBBLES.encode(stones(moment)) == seen[motion.version]
        elif fate >= 0.4:
            mover, move = random_move(moment, rng)
            before = PEBBLES.encode(stones(moment))
            moment = (await world.act(moment, mover, move)).moment
            line.append((moment.version, mover, isinstance(move, Draw), before))
        elif not line:
            await refused(world, "nothing_to_undo", seat + 1)
        elif line[-1][1] != seat or line[-1][2]:
            await refused(world, "undo_revealed" if line[-1][1] == seat else "not_your_step", seat + 1)
        else:
            moment = await world.undo(1, seat + 1)
            assert PEBBLES.encode(stones(moment)) == line.pop()[3]
        seen[moment.version] = PEBBLES.encode(stones(moment))
    for _ in range(3):
        await world.restart()
        for version in rng.sample(sorted(seen), len(seen)):
            assert PEBBLES.encode(stones(await world.at(1, version))) == seen[version]
    assert len(seen) > RECALLED
    assert agreements
    found = verify.verify(await world.transcript())
    assert (found.code, found.data.get("draws")) == ("ok", 1)


# What is read of long games -------------------------------------------------------------------------

MOVES = 250


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
    opening = await world.opening(1, moment.version)
    await world.closing(1, opening.version - 1)
    await world.taken_back(1, opening.version, moment.version)
    for user in range(1, 5):
        await world.may_undo(1, user)


async def test_the_posts_of_a_long_game_read_only_its_last_moves_and_after_a_restart_all_once(
    world: World, read: list[int]
) -> None:
    moment = await world.play_on(await world.game(4, game="thurn_and_taxis"), MOVES, random.Random(5))
    read.clear()
    await look(world, moment)
    assert 0 < sum(read) < MOVES // 5
    await world.restart()
    read.clear()
    await look(world, moment)
    assert [rows for rows in read if rows > RECALLED] == [MOVES]
    await world.restart()
    pages = await world.milestones(1)
    read.clear()
    assert [(await world.at(1, version)).version for version in pages] == list(pages)
    assert sum(read) == pages[-1] > MOVES // 2, "pages one after the other read each move once"


async def test_a_course_is_read_and_replayed_once_and_anew_where_a_name_has_changed(
    world: World, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what it says and by its pages; of several games the one that was asked for last stays."""
    monkeypatch.setattr("bot.tables.queries.COURSES", 1)
    await world.play_on(await world.game(2), 20, random.Random(1))
    course, pages = await world.course(1), await world.pages(1)
    assert (pages, len(read)) == (course.pages, 1)
    assert [step.version for step in course.steps] == list(range(len(course.steps)))
    assert all([step.state == (await world.at(1, step.version)).state for step in course.steps[::5]])
    read.clear()
    assert await world.course(1) is course
    assert read == []
    await world.leave(1, 2)
    assert (await world.course(1)).pages[0].table.sitters[1] != pages[0].table.sitters[1]
    moment = await world.play_on(await world.now(), 1, random.Random(1))
    assert (await world.course(1)).steps[-1].version == moment.version
    await world.game(2, channel=501)
    await world.course(2)
    read.clear()
    await world.course(1)
    assert len(read) == 1
