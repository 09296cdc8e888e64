"""Moves and undo: what is accepted, refused, repeated, and taken back."""

import asyncio
import random

import pytest
from table_world import World, hand, nimmt, person, random_move, refuses, stones

from bot import verify
from bot.games import registry
from bot.games.contract import Move, Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.games.thurn_and_taxis.moves import TaxisOptions
from bot.store.tables import Log
from bot.tables.model import ABSENT, LogRow, Moment, NoticeKind, Status
from bot.tables.policy import RECALLED
from tests.pebbles.game import GAME as PEBBLES, Draw, PebblesOptions, Stop, Take


async def test_an_accepted_move_is_in_the_log_and_in_the_state(world: World) -> None:
    moment = await world.game()
    card = hand(moment, 1)[3]
    acted = await world.act(moment, Seat(1), Choose(card))
    assert (acted.moment.version, acted.repeated) == (1, False)
    assert nimmt(acted.moment).selected[1] == card
    assert await world.now() == acted.moment


async def test_everything_that_is_refused_changes_nothing(world: World) -> None:
    moment = await world.game()
    number, first = moment.table.id, hand(moment)[0]
    foreign = next(card for card in range(1, 105) if card not in hand(moment))
    lobby = await world.lobby(channel=77)
    act = world.tables.play.act
    attempts = [
        ("no_table", act(99, 1, Choose(first), turn=0, key="a")),
        ("not_seated", act(number, 9, Choose(first), turn=0, key="b")),
        ("stale", act(number, 1, Choose(first), turn=7, key="c")),
        ("not_in_hand", act(number, 1, Choose(foreign), turn=0, key="d")),
        ("not_now", act(number, 1, TakeRow(1), turn=0, key="e")),
        ("not_lobby", world.start(number)),
        ("not_lobby", world.join(number, 9)),
        ("not_lobby", world.tables.lobby.configure(number, person(1), NimmtOptions(), key="f")),
        ("not_host", world.end(number, 2)),
        ("not_over", world.rematch(number)),
        ("seat_taken", world.take_seat(number, 9, 1)),
        ("seated", world.take_seat(number, 2, 1)),
        ("no_version", world.at(number, 1)),
        ("not_over", world.transcript(number)),
        ("not_playing", act(lobby.id, 1, Choose(1), turn=0, key="g")),
        ("not_started", world.now(lobby.id)),
        ("not_playing", world.take_seat(lobby.id, 8, 0)),
    ]
    before, told = world.dump(), list(world.told)
    for code, attempt in attempts:
        await refuses(code, attempt)
    assert (world.dump(), world.told) == (before, told)


async def test_a_repeated_delivery_is_answered_like_the_first_also_after_a_restart(world: World) -> None:
    """So is a second click on the same button."""
    moment = await world.game()
    first = await world.act(moment, Seat(0), Choose(hand(moment)[0]), key="same")
    await world.choose(moment, 1)
    with world.unchanged():
        for key in ("same", "a second click"):
            again = await world.act(moment, Seat(0), Choose(hand(moment)[0]), key=key)
            assert again.repeated
            assert again.moment.version == (first.moment.version if key == "same" else 2)
            await world.restart()


async def test_each_repeated_delivery_around_the_game_changes_nothing(world: World) -> None:
    table = (await world.lobby(3)).id
    await world.leave(table, 3, key="leave")
    started = await world.start(table, key="start")
    await world.end(table, key="end")
    again = await world.rematch(table, key="rematch")
    with world.unchanged():
        assert (await world.leave(table, 3, key="leave")).id == table
        repeated = await world.tables.play.start(table, person(1), key="start")
        assert (repeated.repeated, repeated.moment.state) == (True, started.state)
        assert (await world.end(table, key="end")).id == table
        assert (await world.rematch(table, key="rematch")).id == again.id


async def test_a_table_and_its_newest_moment_are_read_in_one_trip(world: World) -> None:
    """There is a moment only while the game is played."""
    table = await world.lobby(3)
    assert await world.tables.queries.present(table.id) == (table, None)
    moment = await world.start(table.id)
    before = world.store.trips
    assert await world.tables.queries.present(table.id) == (moment.table, moment)
    assert world.store.trips == before + 1
    ended = await world.end(table.id)
    assert await world.tables.queries.present(table.id) == (ended, None)


async def test_a_double_click_is_one_move_even_when_it_closed_the_turn(world: World) -> None:
    """Another choice on that button is stale, and the same one in a later turn is a new one."""
    moment = await world.game()
    newest = await world.choose(moment, 0, 1, 2)
    with world.unchanged():
        again = await world.act(moment, Seat(2), Choose(hand(moment, 2)[0]))
        assert (again.repeated, again.moment) == (True, newest)
        await refuses("stale", world.act(moment, Seat(2), Choose(hand(moment, 2)[1])))


async def test_the_same_move_in_a_later_turn_is_a_new_one(world: World) -> None:
    moment = await world.pebbles(Take(), Stop(), Take(), Stop())
    acted = await world.act(moment, Seat(0), Take())
    assert (acted.repeated, acted.moment.version) == (False, 5)


async def test_a_choice_may_go_back_and_forth(world: World) -> None:
    moment = await world.game()
    one, other = hand(moment)[:2]
    for card in (one, other, one):
        acted = await world.act(moment, Seat(0), Choose(card))
        assert not acted.repeated
    assert (acted.moment.version, nimmt(acted.moment).selected[0]) == (3, one)


async def test_twenty_presses_at_once_lose_nothing_and_double_nothing(world: World) -> None:
    """Choices of others don't spoil a button."""
    moment = await world.game(10)
    presses = [(Seat(seat), hand(moment, seat)[pick]) for seat in range(10) for pick in (0, 1)]
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
    moment = await world.play_out(await world.game(), random.Random(1))
    assert moment.table.status is Status.FINISHED
    assert moment.table.secret is not None
    found = verify.verify(await world.transcript())
    assert (found.code, found.data["moves"]) == ("ok", moment.version)
    with world.unchanged():
        for attempt in (
            world.tables.play.act(1, 1, Choose(1), turn=0, key=world.key()),
            world.leave(1, 1),
            world.end(1, moderator=True),
            world.take_seat(1, 9, 0),
        ):
            await refuses("over", attempt)


async def test_the_rematch_seats_the_same_people_under_a_new_host(world: World) -> None:
    moment = await world.play_out(await world.game(), random.Random(1))
    await refuses("not_seated", world.rematch(1, 9))
    again = await world.rematch(1, 2)
    assert (again.status, again.host, again.options) == (Status.LOBBY, 2, moment.table.options)
    assert [sitter.user for sitter in again.sitters] == [1, 2, 3]
    assert (again.version, again.secret, again.contributions) == (0, None, ())
    assert again.commitment not in ("", moment.table.commitment)
    await refuses("channel_busy", world.rematch(1), table=again.id)


# Undo ----------------------------------------------------------------------------------------------


async def refused(world: World, user: int = 1, table: int = 1) -> str:
    """Why a person can't take a step back: nothing is changed by trying, and no button offers it."""
    with world.unchanged(), pytest.raises(Refusal) as refusal:
        await world.undo(table, user)
    assert not await world.tables.undo.may_undo(table, user)
    return refusal.value.code


async def test_the_state_before_the_own_last_step_stands_again(world: World) -> None:
    start = await world.pebbles()
    await world.made(1, Take())
    moment = await world.undo(1)
    assert PEBBLES.encode(stones(moment)) == PEBBLES.encode(stones(start))
    assert (moment.version, moment.table.version, moment.seat, moment.events) == (2, 2, Seat(0), ())


async def test_steps_are_taken_back_one_after_the_other(world: World) -> None:
    """Also the end of the turn, as long as the next one has not moved."""
    start = await world.pebbles()
    once = await world.made(1, Take())
    await world.made(1, Stop())
    assert stones(await world.undo(1)) == stones(once)
    assert await world.tables.undo.may_undo(1, 1)
    assert stones(await world.undo(1)) == stones(start)
    assert await refused(world) == "nothing_to_undo"


async def test_what_followed_by_itself_goes_with_the_step(world: World) -> None:
    """The second pebble ends the turn."""
    once = await world.pebbles(Take())
    assert (await world.made(1, Take())).version == 3
    back = await world.undo(1)
    assert (stones(back), back.version) == (stones(once), 4)


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
async def test_what_can_not_be_taken_back(
    world: World, moves: tuple[Move | str, ...], user: int, code: str
) -> None:
    """Such as the move before one's own turn, and a draw, after which a step may well be taken back."""
    await world.pebbles()
    for move in moves:
        await (world.undo(1) if move is BACK else world.made(1, move))
    assert await refused(world, user) == code


async def test_what_was_taken_back_leaves_no_trace_in_the_game(world: World) -> None:
    await world.pebbles(Take())
    await world.undo(1)
    moment = await world.made(1, Draw())
    assert (stones(moment).heap, len(stones(moment).bag)) == (12, 7)
    await world.made(1, Stop())
    assert stones(await world.undo(1)) == stones(moment)


async def test_nothing_is_taken_back_where_nothing_can_be_played(world: World) -> None:
    await world.pebbles(Take(), heap=1)
    assert await refused(world) == "over"
    lobby = await world.lobby(2, PebblesOptions(), game="pebbles", channel=77)
    await refuses("not_playing", world.undo(lobby.id))
    await refuses("no_table", world.undo(99))
    moment = await world.game(2, PebblesOptions(), game="pebbles", channel=78)
    number = moment.table.id
    await world.act(moment, Seat(0), Take())
    await world.pause(number, 1)
    assert await refused(world, table=number) == "paused"
    await refuses("paused", world.act(await world.now(number), Seat(0), Take()))


async def test_a_move_made_for_somebody_who_left_is_taken_back_by_nobody(world: World) -> None:
    await world.pebbles(people=3)
    await world.leave(1, 2)
    moment = await world.made(1, Take(), Stop())
    assert moment.table.sitters[1].computer == ABSENT
    assert stones(moment).active == 2
    assert await refused(world) == "not_your_step"
    await world.take_seat(1, 8, 1)
    assert await refused(world, 8) == "not_your_step"


async def test_whoever_left_takes_the_own_step_back_but_whoever_takes_the_seat_does_not(world: World) -> None:
    await world.pebbles(Take(), Stop(), people=3)
    await world.leave(1, 1)
    await world.take_seat(1, 8, 0)
    assert await refused(world, 8) == "not_your_step"
    await world.leave(1, 8)
    await world.take_seat(1, 1, 0)
    assert stones(await world.undo(1)).active == 0


async def with_computer(world: World) -> Moment:
    """A game against a computer which sits in seat 1; its turn comes next."""
    table = await world.lobby(1, PebblesOptions(), game="pebbles")
    await world.computer(table.id)
    await world.start(table.id)
    return await world.made(table.id, Take(), Stop())


async def test_a_move_of_a_computer_is_taken_back_by_nobody(world: World) -> None:
    moment = await with_computer(world)
    await world.tables.computers.play_for(1, Seat(1), Take(), turn=moment.turn)
    assert await refused(world) == "not_your_step"


async def test_a_computer_that_is_still_thinking_comes_too_late(world: World) -> None:
    await with_computer(world)
    (riddle,) = await world.riddles()
    await world.undo(1)
    assert await world.riddles() == ()
    play = world.tables.computers.play_for
    await refuses("stale", play(1, Seat(1), Take(), turn=riddle.turn))
    await world.made(1, Stop())
    (anew,) = await world.riddles()
    assert anew.turn > riddle.turn
    await refuses("stale", play(1, Seat(1), Take(), turn=riddle.turn))


async def test_a_choice_that_can_be_changed_is_not_taken_back(world: World) -> None:
    """It would spoil the buttons of all the others."""
    moment = await world.choose(await world.game(2), 0)
    assert await refused(world) == "undo_change"
    await world.choose(moment, 1)
    assert await refused(world, 2) == "undo_revealed"


@pytest.mark.parametrize("by_key", [True, False], ids=["delivered twice", "double click"])
async def test_a_repeated_press_takes_nothing_more_back(world: World, by_key: bool) -> None:
    moment = await world.pebbles(Take(), Stop())
    keys, undo = ("once", "once") if by_key else ("one", "two"), world.tables.undo.undo
    first = await undo(1, 1, turn=moment.turn, key=keys[0])
    with world.unchanged():
        again = await undo(1, 1, turn=moment.turn, key=keys[1])
        assert (again.repeated, again.moment.version) == (True, first.moment.version)
    await refuses("stale", undo(1, 1, turn=moment.turn - 1, key=world.key()))


async def test_buttons_of_what_was_taken_back_are_stale_for_good(world: World) -> None:
    """What a button carries never comes twice, however often a step is made and taken back."""
    start = await world.pebbles()
    carried, old = {start.turn}, [start]
    for _ in range(3):
        old.append(await world.made(1, Take()))
        turns = {old[-1].turn, (await world.undo(1)).turn}
        assert len(turns) == 2
        assert not turns & carried
        carried |= turns
        await world.restart()
    for stale in old:
        for move in (Take(), Stop()):
            await refuses("stale", world.tables.play.act(1, 1, move, turn=stale.turn, key=world.key()))
    assert stones(await world.made(1, Take())).heap == 11


async def test_the_log_keeps_what_was_taken_back(world: World) -> None:
    await world.pebbles(Take())
    await world.undo(1)
    made, back = await world.store.read(lambda tx: tx.log.between(1, 0, 9))
    assert (made.move, made.back) == (PEBBLES.encode_move(Take()), None)
    assert (back.version, back.seat, back.turn, back.move, back.back) == (2, 0, 1, b"", 0)
    assert stones(await world.at(1, 1)).heap == 11
    assert await world.tables.queries.path(1, 2) == (0,)


async def test_pages_that_were_taken_back_are_no_pages_of_the_history(world: World) -> None:
    await world.pebbles(Take(), Stop())
    milestones = world.tables.queries.milestones
    assert await milestones(1) == (2,)
    await world.undo(1)
    assert await milestones(1) == ()
    await world.made(1, Stop())
    assert await milestones(1) == (4,)
    assert await world.tables.queries.path(1, 4) == (0, 1, 4)


async def test_the_board_is_refreshed_and_nobody_is_called(world: World) -> None:
    await world.pebbles(Take(), Stop())
    await world.deliver(1)
    await world.undo(1)
    assert await world.notices(1) == [("progress", None, 3)]
    assert await world.tables.queries.taken_back(1, 0, 3) == (Seat(0),)


async def test_a_board_that_was_not_posted_yet_calls_nobody_any_more(world: World) -> None:
    await world.pebbles()
    await world.deliver(1)
    await world.made(1, Take(), Stop())
    assert await world.notices(1) == [("board", None, 2)]
    await world.undo(1)
    assert await world.notices(1) == [("progress", None, 3)]


async def test_a_board_from_before_is_still_posted(world: World) -> None:
    await world.pebbles(Take())
    await world.undo(1)
    pending = await world.pending(1)
    assert [note.version for note in pending if note.kind is NoticeKind.BOARD] == [0]


async def test_a_prompt_of_what_was_taken_back_is_over_and_the_one_before_is_sent_again(
    world: World,
) -> None:
    await world.pebbles(Take(), Stop(), called="private")
    await world.deliver(1)
    await world.undo(1)
    assert await world.notices(1) == [("progress", None, 3), ("settled", 1, 3), ("prompt", 0, 3)]


async def test_the_post_of_a_turn_leaves_out_what_was_taken_back(world: World) -> None:
    """Take, stop (a post more), undone, stop, take: the first post ends with version 1, the second with 5."""
    await world.pebbles(Take(), Stop())
    await world.undo(1)
    await world.made(1, Stop(), Take())
    opening, closing = world.tables.queries.opening, world.tables.queries.closing
    assert [(await opening(1, step)).version for step in range(6)] == [0, 0, 2, 0, 4, 4]
    assert [(await closing(1, step)).version for step in (0, 1, 3, 4, 5)] == [1, 1, 1, 5, 5]


@pytest.mark.parametrize("seed", range(6))
async def test_random_games_with_steps_taken_back(world: World, seed: int) -> None:
    """What stands after an undo is what stood before the step; it is refused exactly after a draw or where
    the other one has moved; everything comes back from the log; and the file of the game is confirmed."""
    rng = random.Random(seed)
    moment = await world.pebbles(heap=6, people=rng.choice((2, 3)))
    line = list[tuple[Seat, bool, bytes]]()
    seen = {0: PEBBLES.encode(stones(moment))}
    while moment.table.status is Status.PLAYING:
        if rng.random() < 0.1:
            await world.restart()
        seat = Seat(rng.randrange(len(moment.table.sitters)))
        if rng.random() < 0.4:
            if line and line[-1][0] == seat and not line[-1][1]:
                moment = await world.undo(1, seat + 1)
                assert PEBBLES.encode(stones(moment)) == line.pop()[2]
            else:
                wanted = "nothing_to_undo"
                if line:
                    wanted = "undo_revealed" if line[-1][0] == seat else "not_your_step"
                assert await refused(world, seat + 1) == wanted
        else:
            mover, move = random_move(moment, rng)
            line.append((mover, isinstance(move, Draw), PEBBLES.encode(stones(moment))))
            moment = (await world.act(moment, mover, move)).moment
        seen[moment.version] = PEBBLES.encode(stones(moment))
    await world.restart()
    for version, state in seen.items():
        assert PEBBLES.encode(stones(await world.at(1, version))) == state
    found = verify.verify(await world.transcript())
    assert (found.code, found.data.get("draws")) == ("ok", 1)


# What is read of long games -------------------------------------------------------------------------

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
    queries = world.tables.queries
    opening = await queries.opening(1, moment.version)
    await queries.closing(1, opening.version - 1)
    await queries.taken_back(1, opening.version, moment.version)
    for user in range(1, 5):
        await world.tables.undo.may_undo(1, user)


async def test_the_posts_of_a_long_game_read_only_its_last_moves_and_after_a_restart_all_once(
    world: World, read: list[int]
) -> None:
    moment = await long_game(world)
    read.clear()
    await look(world, moment)
    assert 0 < sum(read) < MOVES // 5
    await world.restart()
    read.clear()
    await look(world, moment)
    assert [rows for rows in read if rows > RECALLED] == [MOVES]
    await world.restart()
    pages = await world.tables.queries.milestones(1)
    read.clear()
    assert [(await world.at(1, version)).version for version in pages] == list(pages)
    assert sum(read) == pages[-1] > MOVES // 2, "pages one after the other read each move once"


async def test_what_is_recalled_across_steps_taken_back_is_what_was_played(world: World) -> None:
    """In every order of asking, whatever is remembered."""
    rng = random.Random(7)
    moment = await world.game(2, TaxisOptions(), game="thurn_and_taxis")
    seen = [moment]
    for _ in range(60):
        users = [user for user in (1, 2) if await world.tables.undo.may_undo(1, user)]
        if users and rng.random() < 0.4:
            moment = await world.undo(1, users[0])
        else:
            moment = await world.play_on(moment, 1, rng)
        seen.append(moment)
    game = registry.game(moment.table.game)
    assert await world.tables.queries.taken_back(1, 0, moment.version)
    for _ in range(3):
        await world.restart()
        for earlier in rng.sample(seen, len(seen)):
            found = await world.at(1, earlier.version)
            assert (game.encode(found.state), found.turn) == (game.encode(earlier.state), earlier.turn)
