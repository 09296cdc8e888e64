"""The lobby and the seats: joining, leaving, coming back, stand-ins, and where tables stand."""

import asyncio
from random import Random

import pytest
from msgspec import structs
from table_world import CHANNEL, HOUR, NOON, SHORT, World, nimmt, random_move, stones

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import ABSENT, Moment, NoticeKind, Status, Table, TableSettings, Thread
from bot.verify import verify
from tests.pebbles.game import PebblesOptions, Take


async def test_the_host_is_seated_and_the_lobby_is_told_once(world: World) -> None:
    table = await world.opened()
    assert table.status is Status.LOBBY
    assert [(sitter.seat, sitter.user, sitter.name) for sitter in table.sitters] == [(0, 1, "Person 1")]
    assert world.told == [1]
    await world.join(1, 2)
    assert await world.notices() == [("lobby", None, 0)]
    await world.refuses("channel_busy", world.lobby(1), table=1)


async def test_the_icon_of_a_person_is_that_of_their_seat_at_every_table(world: World) -> None:
    async def icons(table: int = 1) -> list[str]:
        return [sitter.icon for sitter in (await world.table(table)).sitters]

    await world.lobby(2)
    await world.wish(2, icon="cat")
    assert await icons() == ["", "cat"]
    await world.game(2, channel=CHANNEL + 1)
    assert await icons(2) == ["", "cat"]
    await world.leave(2, 2)
    await world.wish(2, icon="moon")
    assert (await icons(), await icons(2)) == (["", "moon"], ["", ""])
    await world.take_seat(2, 2, 1)
    assert await icons(2) == ["", "moon"]
    await world.wish(2, icon="")
    assert (await icons(), await icons(2)) == (["", ""], ["", ""])


async def test_the_eleventh_of_twenty_at_once_finds_the_table_full(world: World) -> None:
    await world.lobby(1)
    answers = await asyncio.gather(
        *(world.join(1, number) for number in range(2, 22)), return_exceptions=True
    )
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refused) == 11
    assert [sitter.seat for sitter in (await world.table()).sitters] == list(range(10))
    await world.refuses("seated", world.join(1, 3))
    await world.refuses("full", world.join(1, 33))


async def test_the_others_move_up_when_one_leaves_a_lobby_and_the_last_closes_it(world: World) -> None:
    await world.lobby(4)
    left = [await world.leave(1, number) for number in (2, 1, 3, 4)]
    assert [[sitter.user for sitter in each.sitters] for each in left[:-1]] == [[1, 3, 4], [3, 4], [4]]
    assert [each.host for each in left[:-1]] == [1, 3, 4]
    ended = await world.end((await world.lobby(3)).id)
    for closed in (left[-1], ended):
        assert closed.status is Status.ABANDONED
        assert await world.notices(closed.id) == [("lobby", None, 0)]


async def test_only_the_host_sets_options_and_starts(world: World) -> None:
    await world.lobby(2)
    await world.refuses("not_host", world.configure(1, 2, SHORT), world.start(1, 2), world.end(1, 2))
    options = NimmtOptions(limit=99)
    changed = await world.configure(1, 1, options)
    assert GAME.decode_options(changed.options) == options
    await world.refuses("bad_options", world.configure(1, 1, NimmtOptions(limit=0)))
    assert (await world.start()).table.options == changed.options
    await world.lobby(1, channel=2)
    await world.refuses("too_few", world.start(2), seats=2)


async def test_two_starts_at_once_make_one_game(world: World) -> None:
    await world.lobby(2)
    answers = await asyncio.gather(*(world.start() for _ in range(2)), return_exceptions=True)
    assert sum(isinstance(answer, Refusal) for answer in answers) == 1
    assert [kind for kind, _, _ in await world.notices()].count("board") == 1


async def test_a_persons_tables_are_the_active_ones_newest_first(world: World) -> None:
    first, second, third = [(await world.lobby(2, channel=channel)).id for channel in (1, 2, 3)]
    await world.lobby(1, channel=4)
    await world.end(third)
    assert [table.id for table in await world.tables_of(2)] == [second, first]


# Who leaves a game, and who takes the seat ---------------------------------------------------------


async def test_an_absent_seat_plays_by_itself_at_once_to_the_end(world: World) -> None:
    await world.game(4)
    sitter = (await world.leave(1, 2)).sitters[1]
    assert (sitter.user, sitter.computer, sitter.name) == (None, ABSENT, "Person 2")
    moment = await world.now()
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert list(GAME.decisions(nimmt(moment))) == [0, 2, 3]
    for number in (1, 4):
        table = await world.leave(1, number)
    assert (table.host, table.status) == (3, Status.PLAYING)
    moment = await world.play_out(await world.now(), 2)
    assert moment.table.status is Status.FINISHED


async def test_the_host_hands_over_clockwise(world: World) -> None:
    await world.game(3)
    hosts = [(await world.leave(1, 1)).host]
    await world.take_seat(1, 8, 0)
    hosts += [(await world.leave(1, number)).host for number in (2, 3)]
    assert hosts == [2, 3, 8]


async def test_somebody_takes_the_seat_over_with_its_cards_or_who_left_comes_back(world: World) -> None:
    await world.game()
    await world.leave(1, 2)
    sitter = (await world.take_seat(1, 8, 1)).sitters[1]
    assert (sitter.user, sitter.name, sitter.computer) == (8, "Person 8", None)
    moment = await world.choose(await world.now(), 0, 2)
    assert GAME.decisions(nimmt(moment))
    await world.leave(1, 8)
    assert (await world.take_seat(1, 8, 1)).seat_of(8) == 1


# Held seats ----------------------------------------------------------------------------------------

HELD = 24
"""Hours for which empty seats are held where nobody has said otherwise."""


async def played(world: World, hours: float) -> int:
    """The version of the table after so many more hours."""
    await world.pass_time(hours)
    return (await world.now()).version


async def until(world: World) -> list[float | None]:
    """For how many hours from the start the empty seats are held."""
    free = [sitter.pace.free_until for sitter in (await world.now()).table.absent]
    return [when and (when - NOON) / HOUR for when in free]


async def test_nothing_is_played_for_an_empty_seat_for_a_day(world: World) -> None:
    """Whether its person left or was removed; after it the moves of the game are made there, at once."""
    await world.begun(hold=HELD)
    await world.leave(1, 2)
    await world.removed(3)
    moment = await world.choose(await world.now(), 0)
    assert (moment.version, await until(world)) == (1, [HELD, HELD])
    await world.restart()
    assert await played(world, HELD - 1) == 1
    assert await played(world, 2) > 1
    assert await until(world) == [None, None]


async def substituted(world: World, level: str, hold: int) -> None:
    """A game whose second person has left, with this level for such seats."""
    settings = structs.replace((await world.lobby(3, hold=hold)).settings, substitute=level)
    await world.arrange(1, 1, settings)
    await world.start()
    await world.leave(1, 2)


async def test_then_a_computer_plays_there_if_the_host_has_set_so_and_the_seat_stays_free(
    world: World,
) -> None:
    await substituted(world, "hard", HELD)
    assert await world.riddles() == ()
    assert await played(world, HELD - 1) == 0
    world.kicked.clear()
    assert await played(world, 2) == 0
    (riddle,) = await world.riddles()
    assert (riddle.seat, riddle.level, riddle.character, world.kicked) == (1, "hard", "", [1])
    move = GAME.decode_move(riddle.legal[0])
    moment = (await world.play_for(1, Seat(1), move, turn=riddle.turn)).moment
    assert (moment.version, moment.automatic, nimmt(moment).selected[1]) == (1, True, move.card)
    assert [sitter.seat for sitter in moment.table.absent] == [1]
    await world.take_seat(1, 8, 1)
    assert await world.riddles() == ()


async def test_where_no_seat_is_held_it_plays_at_once_and_else_by_the_rules(world: World) -> None:
    await substituted(world, "easy", 0)
    assert [riddle.level for riddle in await world.riddles()] == ["easy"]
    assert (await world.now()).version == 0
    settings = structs.replace(TableSettings(), substitute="perfect")
    await world.lobby(2, channel=2)
    await world.refuses("no_such_level", world.arrange(2, 1, settings))


async def test_in_turn_and_with_a_deadline_too(world: World) -> None:
    await world.game(2, PebblesOptions(), game="pebbles", hold=2, deadline=8)
    await world.leave(1, 1)
    assert await played(world, 1) == 0
    assert await played(world, 2) > 0


@pytest.mark.parametrize("user", [8, 2])
async def test_who_takes_a_held_seat_or_comes_back_decides_there(world: World, user: int) -> None:
    await world.game(hold=HELD)
    await world.leave(1, 2)
    await world.take_seat(1, user, 1)
    moment = await world.choose(await world.now(), 0, 1)
    assert (moment.version, await played(world, 2 * HELD), await until(world)) == (2, 2, [])


async def test_a_computer_takes_a_held_seat_and_decides_at_once(world: World) -> None:
    await world.game(hold=HELD)
    await world.leave(1, 2)
    assert await world.riddles() == ()
    table = await world.stand_in(1, 1, Seat(1), "easy")
    assert table.sitters[1].pace.free_until is None
    assert [riddle.seat for riddle in await world.riddles()] == [1]


async def test_a_pause_does_not_count_for_a_held_seat(world: World) -> None:
    await world.game(hold=HELD)
    await world.pause(1)
    await world.leave(1, 2)
    await world.pass_time(3 * HELD)
    await world.resume(1)
    assert await played(world, HELD - 1) == 0
    assert await played(world, 2) > 0


async def test_an_empty_seat_stays_held_when_a_step_is_taken_back(world: World) -> None:
    moment = await world.game(2, PebblesOptions(), game="pebbles", hold=HELD)
    first = int(stones(moment).active)
    await world.made(1, Take())
    await world.leave(1, 2 - first)
    moment = await world.undo(user=1 + first)
    assert (moment.version, await played(world, HELD - 1), await until(world)) == (2, 2, [HELD])


async def test_the_seat_of_who_was_forgotten_is_held_and_an_abandoned_game_rests(world: World) -> None:
    await world.game(2, hold=HELD)
    await world.erase(2, None)
    assert (await played(world, 1), await until(world)) == (0, [HELD])
    table = await world.leave(1, 1)
    assert (table.status, await played(world, 2 * HELD)) == (Status.ABANDONED, 0)


# Computers for people ------------------------------------------------------------------------------

BEN = Seat(1)
STEPS = 4


@pytest.mark.parametrize("key", [game.info.key for game in registry.games() if game.opponents])
async def test_the_own_hand_and_place_are_there_again(world: World, key: str) -> None:
    """What the person sees is what the seat came to, and nothing else; the others see the same as before."""
    game = registry.game(key)

    async def on(moment: Moment) -> Moment:
        for _ in range(STEPS):
            moment = await world.step(moment)
        return moment

    await on(await world.game(max(2, game.info.seats[0]), game=key))
    await world.leave(1, 2)
    await world.stand_in(1, 1, BEN, next(iter(game.opponents)))
    moment = await on(await world.now())
    await world.take_seat(1, 2, BEN)
    back = await world.now()
    assert back.table.seat_of(2) == BEN
    assert await world.riddles() == ()
    for who in (None, Seat(0), BEN):
        assert game.view(back.state, who) == game.view(moment.state, who)
    assert (await on(back)).version > moment.version


async def left(world: World, people: int = 3) -> Moment:
    await world.game(people)
    await world.leave(1, 2)
    return await world.now()


async def test_a_computer_takes_the_seat_with_its_cards_and_decides_from_then_on(world: World) -> None:
    """The default no longer does."""
    before = nimmt(await left(world))
    table = await world.stand_in(1, 3, BEN, "hard")
    sitter = table.sitters[BEN]
    assert (sitter.user, sitter.name, sitter.computer) == (None, "hard 1", "hard")
    assert (sitter.away, sitter.away_name, sitter.stands_in) == (2, "Person 2", True)
    assert table.absent == ()
    assert nimmt(await world.now()) == before
    assert world.kicked == []
    await world.next_trick()
    assert set(world.kicked) == {1}
    (riddle,) = await world.riddles()
    assert (riddle.seat, riddle.level) == (BEN, "hard")
    move = GAME.decode_move(riddle.legal[-1])
    moment = (await world.play_for(1, BEN, move, turn=riddle.turn)).moment
    assert (moment.seat, moment.automatic) == (BEN, True)
    assert nimmt(moment).selected[BEN] == nimmt(moment).hands[BEN][-1]


async def test_it_owes_what_is_open_when_it_sits_down(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.game(2)
    monkeypatch.setattr("bot.tables.move_runner.Run._due", lambda run: None)
    await world.leave(1, 2)
    world.kicked.clear()
    await world.stand_in(1, 1, BEN, "hard")
    assert world.kicked == [1]
    assert [riddle.seat for riddle in await world.riddles()] == [BEN]


async def test_whoever_left_comes_back_while_a_computer_plays_and_nobody_else(world: World) -> None:
    await left(world)
    await world.stand_in(1, 1, BEN)
    await world.next_trick()
    await world.refuses("seat_taken", world.take_seat(1, 8, BEN))
    sitter = (await world.take_seat(1, 2, BEN)).sitters[BEN]
    assert (sitter.user, sitter.name, sitter.computer, sitter.away) == (2, "Person 2", None, None)
    assert await world.riddles() == ()
    assert [notice for notice in await world.notices() if notice[:2] == ("prompt", 1)]
    await world.refuses("no_such_computer", world.play_for(1, BEN, None, turn=1))


@pytest.mark.parametrize(
    ("by", "seat", "level", "code"),
    [
        (8, 1, "hard", "not_seated"),
        (2, 1, "hard", "not_seated"),
        (1, 1, "perfect", "no_such_level"),
        (1, 1, ABSENT, "no_such_level"),
        (1, 2, "hard", "seat_taken"),
        (1, 0, "hard", "seat_taken"),
        (1, 7, "hard", "seat_taken"),
        (1, -1, "hard", "seat_taken"),
    ],
)
async def test_who_may_not_stand_in(world: World, by: int, seat: int, level: str, code: str) -> None:
    await left(world)
    await world.refuses(code, world.stand_in(1, by, seat, level))


async def test_a_computer_stands_in_once_while_the_game_goes_on_with_people(world: World) -> None:
    lobby = await world.lobby(2, channel=77)
    await world.refuses("not_playing", world.stand_in(lobby.id, 1, BEN))
    await world.end(lobby.id)
    await world.refuses("over", world.stand_in(lobby.id, 1, BEN))
    number = (await world.game(2)).table.id
    await world.leave(number, 2)
    for _ in range(2):
        table = await world.stand_in(number, 1, BEN, key="once")
    assert table.sitters[BEN].name == "easy 1"
    assert (await world.leave(number, 1)).status is Status.ABANDONED


async def test_a_game_with_changes_of_seats_is_played_out_and_verified(world: World) -> None:
    """Every moment of the past names who sat there then, and nobody where the names are those of now."""
    gone = (await left(world)).version
    await world.stand_in(1, 1, BEN, "hard")
    computer = (await world.next_trick()).version
    await world.take_seat(1, 2, BEN)
    await world.leave(1, 3)
    await world.take_seat(1, 9, 2)
    newest = await world.next_trick()
    first, then = ("Person 1", "Person 2", "Person 3"), ("Person 1", "hard 1", "Person 3")
    for _ in range(2):
        versions = (0, gone, gone + 1, computer, newest.version)
        names = [(await world.at(1, version)).names for version in versions]
        assert names == [first, first, then, then, ()]
        await world.restart()
    assert [sitter.name for sitter in newest.table.sitters] == ["Person 1", "Person 2", "Person 9"]
    await world.stepped_out()
    assert verify(await world.transcript()).code == "ok"


# Where tables stand --------------------------------------------------------------------------------

ELSEWHERE = 900


async def threaded(world: World, thread: Thread = Thread.OWN) -> Table:
    return await world.lobby(2, channel=700, thread=thread)


async def test_a_reserved_number_is_that_of_its_table_and_of_no_other(world: World) -> None:
    number = await world.number(7)
    assert (await world.lobby()).id == number + 1
    assert (await world.opened(channel=700, number=number)).id == number
    assert (await world.lobby(channel=701)).id == number + 2
    await world.restart()
    assert await world.number(7) == number + 3


async def test_a_lobby_and_a_game_go_on_where_their_host_brings_them(world: World) -> None:
    lobby = await world.lobby(2)
    await world.deliver()
    moved = await world.move(channel=ELSEWHERE)
    assert (moved.channel, moved.sitters) == (ELSEWHERE, lobby.sitters)
    assert await world.notices() == [("lobby", None, 0)]
    moment = await world.start()
    await world.deliver()
    for _ in range(2):
        await world.move(channel=ELSEWHERE + 1, thread=Thread.FOREIGN, key="once")
    assert await world.notices() == [("repeat", None, 0)]
    assert await world.table_in(500) is await world.table_in(ELSEWHERE) is None
    after = await world.step(moment)
    assert (after.table.channel, after.table.thread) == (ELSEWHERE + 1, Thread.FOREIGN)


@pytest.mark.parametrize(
    ("user", "channel", "code"),
    [(2, 901, "not_host"), (1, ELSEWHERE, "channel_busy"), (1, CHANNEL, "channel_busy")],
)
async def test_only_the_host_moves_it_to_a_free_place(
    world: World, user: int, channel: int, code: str
) -> None:
    await world.lobby(2)
    await world.lobby(1, channel=ELSEWHERE)
    await world.refuses(code, world.move(1, user, channel=channel))
    await world.end()
    await world.refuses("over", world.move(channel=901))


async def looked_after(world: World, days: float) -> list[float]:
    """On which days from now on something is to be done about a thread."""
    found: list[float] = []
    for half in range(1, round(days * 2) + 1):
        world.later(hours=12)
        await world.clock.run_due()
        for table in await world.with_notices():
            found += [half / 2 for notice in await world.deliver(table) if notice.kind is NoticeKind.THREAD]
    return found


@pytest.mark.parametrize(("thread", "after"), [(Thread.OWN, [1.0]), (Thread.FOREIGN, [])])
async def test_a_thread_is_looked_after_every_six_days_and_our_own_once_more_a_day_after_the_end(
    world: World, thread: Thread, after: list[float]
) -> None:
    """Also while the game rests."""
    await threaded(world, thread)
    await world.start()
    assert await looked_after(world, 7) == [6]
    await world.pause()
    await world.restart()
    assert await looked_after(world, 12) == [5, 11]
    await world.end()
    assert await looked_after(world, 14) == after


@pytest.mark.parametrize(("thread", "after"), [(Thread.OWN, [1.0]), (Thread.FOREIGN, [])])
async def test_the_thread_of_a_game_played_to_its_end_rests_a_day_after_the_end_was_told(
    world: World, thread: Thread, after: list[float]
) -> None:
    moment, chance = await world.game(2, PebblesOptions(), game="pebbles", thread=thread), Random(1)
    while moment.table.status is Status.PLAYING:
        moment = (await world.act(moment, *random_move(moment, chance))).moment
    await world.deliver()
    assert await looked_after(world, 5) == after


async def test_a_table_that_leaves_its_thread_has_none_to_look_after(world: World) -> None:
    await threaded(world)
    await world.move(channel=ELSEWHERE)
    assert await looked_after(world, 8) == []


async def test_a_rematch_in_the_same_thread_is_in_our_thread_too(world: World) -> None:
    table = await threaded(world)
    await world.end()
    again = await world.rematch(1, 2)
    assert (again.channel, again.thread) == (table.channel, Thread.OWN)
    await world.end(again.id, 2)
    number = await world.number(7)
    apart = await world.rematch(again.id, 2, own_thread=800, number=number)
    assert (apart.id, apart.channel, apart.thread) == (number, 800, Thread.OWN)
