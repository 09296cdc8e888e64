"""The lobby and the seats: joining, leaving, coming back, stand-ins, and where tables stand."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from table_world import CHANNEL, SHORT, World, person, refuses
from timed_world import Timed, timed_world

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.store.records import NoticeKind
from bot.tables.model import ABSENT, Moment, Status, Table, Thread
from bot.verify import verify


async def test_the_host_is_seated_and_the_lobby_is_told(world: World) -> None:
    table = await world.lobby(1)
    assert table.status is Status.LOBBY
    assert [(sitter.seat, sitter.user, sitter.name) for sitter in table.sitters] == [(0, 1, "Person 1")]
    assert await world.notices(table.id) == [("lobby", None, 0)]
    assert world.told == [table.id]
    assert await world.table(table.id) == table


async def test_a_busy_channel_names_its_table(world: World) -> None:
    table = await world.lobby(1)
    with pytest.raises(Refusal) as refused:
        await world.lobby(1)
    assert (refused.value.code, refused.value.data) == ("channel_busy", {"table": table.id})


async def test_pending_lobby_notices_are_not_doubled(world: World) -> None:
    table = await world.lobby(5)
    assert await world.notices(table.id) == [("lobby", None, 0)]


async def test_joining_twice_and_joining_a_full_table_is_refused(world: World) -> None:
    table = await world.lobby(10)
    for number, code in ((3, "seated"), (11, "full")):
        with pytest.raises(Refusal) as refused:
            await world.join(table.id, number)
        assert refused.value.code == code


async def test_the_eleventh_of_twenty_at_once_finds_the_table_full(world: World) -> None:
    table = await world.lobby(1)
    answers = await asyncio.gather(
        *(world.join(table.id, number) for number in range(2, 22)), return_exceptions=True
    )
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refused) == 11
    seats = [sitter.seat for sitter in (await world.table(table.id)).sitters]
    assert seats == list(range(10))


async def test_the_others_move_up_when_somebody_leaves(world: World) -> None:
    table = await world.lobby(4)
    table = await world.leave(table.id, 2)
    assert [(sitter.seat, sitter.user) for sitter in table.sitters] == [(0, 1), (1, 3), (2, 4)]


async def test_a_leaving_host_hands_over(world: World) -> None:
    table = await world.lobby(3)
    table = await world.leave(table.id, 1)
    assert table.host == 2
    table = await world.leave(table.id, 2)
    assert table.host == 3


async def test_the_last_one_closes_the_lobby_and_frees_the_channel(world: World) -> None:
    table = await world.lobby(1)
    table = await world.leave(table.id, 1)
    assert table.status is Status.ABANDONED
    assert await world.notices(table.id) == [("lobby", None, 0)]
    assert (await world.lobby(1)).id != table.id


async def test_only_the_host_sets_options_and_starts(world: World) -> None:
    table = await world.lobby(2)
    for attempt in (
        world.tables.lobby.configure(table.id, person(2), SHORT, key=world.key()),
        world.start(table.id, 2),
        world.end(table.id, 2),
    ):
        await refuses("not_host", attempt)


async def test_options_are_kept_and_their_limits_checked(world: World) -> None:
    table = await world.lobby(2)
    options = NimmtOptions(limit=99)
    table = await world.tables.lobby.configure(table.id, person(1), options, key=world.key())
    assert registry.game("six_nimmt").decode_options(table.options) == options
    with pytest.raises(Refusal) as refused:
        await world.tables.lobby.configure(table.id, person(1), NimmtOptions(limit=0), key=world.key())
    assert refused.value.code == "bad_options"


async def test_one_person_alone_can_not_start(world: World) -> None:
    table = await world.lobby(1)
    with pytest.raises(Refusal) as refused:
        await world.start(table.id)
    assert (refused.value.code, refused.value.data) == ("too_few", {"seats": 2})


async def test_the_start_announces_the_commitment_and_keeps_the_secret(world: World) -> None:
    moment = await world.game()
    assert len(moment.table.commitment) == 64
    assert moment.table.secret is None
    assert (await world.table(moment.table.id)).secret is None


async def test_nobody_joins_or_starts_again_once_the_game_runs(world: World) -> None:
    moment = await world.game()
    for attempt in (
        world.join(moment.table.id, 9),
        world.start(moment.table.id),
        world.tables.lobby.configure(moment.table.id, person(1), SHORT, key=world.key()),
    ):
        await refuses("not_lobby", attempt)


async def test_two_starts_at_once_make_one_game(world: World) -> None:
    table = await world.lobby(2)
    answers = await asyncio.gather(*(world.start(table.id) for _ in range(2)), return_exceptions=True)
    assert sum(isinstance(answer, Refusal) for answer in answers) == 1
    assert [kind for kind, _, _ in await world.notices(table.id)].count("board") == 1


async def test_a_channel_shows_its_active_table_before_older_ones(world: World) -> None:
    first = await world.lobby(1)
    await world.end(first.id)
    assert (await world.tables.queries.table_in(CHANNEL) or first).id == first.id
    world.later(hours=1)
    second = await world.lobby(1)
    assert (await world.tables.queries.table_in(CHANNEL) or first).id == second.id
    assert await world.tables.queries.table_in(CHANNEL + 1) is None


async def test_a_persons_tables_are_the_active_ones_newest_first(world: World) -> None:
    first = await world.lobby(2, channel=1)
    second = await world.lobby(2, channel=2)
    third = await world.lobby(1, channel=3)
    await world.lobby(1, channel=4)
    assert [table.id for table in await world.tables.queries.tables_of(2)] == [second.id, first.id]
    await world.end(third.id)
    assert third.id not in [table.id for table in await world.tables.queries.tables_of(1)]


async def newest(world: World, moment: Moment) -> tuple[Moment, NimmtState]:
    """The table as it stands now."""
    moment = await world.now(moment.table.id)
    assert isinstance(moment.state, NimmtState)
    return moment, moment.state


async def test_an_absent_seat_plays_by_itself_at_once(world: World) -> None:
    moment = await world.game()
    table = await world.leave(moment.table.id, 2)
    assert [(sitter.user, sitter.computer, sitter.name) for sitter in table.sitters] == [
        (1, None, "Person 1"),
        (None, ABSENT, "Person 2"),
        (3, None, "Person 3"),
    ]
    moment, state = await newest(world, moment)
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert list(GAME.decisions(state)) == [0, 2]


async def test_the_game_goes_on_to_its_end_with_one_person(world: World) -> None:
    moment = await world.game(4)
    for number in (1, 3, 4):
        table = await world.leave(moment.table.id, number)
    assert (table.host, table.status) == (2, Status.PLAYING)
    moment, _ = await newest(world, moment)
    moment = await world.play_out(moment, random.Random(2))
    assert moment.table.status is Status.FINISHED


async def test_a_table_without_people_is_abandoned_and_frees_its_channel(world: World) -> None:
    moment = await world.game(2)
    await world.leave(moment.table.id, 1)
    table = await world.leave(moment.table.id, 2)
    assert table.status is Status.ABANDONED
    assert table.secret is not None
    assert (await world.lobby(1)).id != table.id


async def test_the_host_hands_over_clockwise(world: World) -> None:
    moment = await world.game(3)
    table = await world.leave(moment.table.id, 1)
    assert table.host == 2
    await world.take_seat(moment.table.id, 8, 0)
    table = await world.leave(moment.table.id, 2)
    assert table.host == 3
    table = await world.leave(moment.table.id, 3)
    assert table.host == 8


async def test_somebody_takes_the_seat_over_with_its_cards(world: World) -> None:
    moment = await world.game()
    await world.leave(moment.table.id, 2)
    for seat in (0, 2):
        moment, state = await newest(world, moment)
        await world.act(moment, Seat(seat), Choose(state.hands[seat][0]))
    table = await world.take_seat(moment.table.id, 8, 1)
    assert (table.sitters[1].user, table.sitters[1].name, table.sitters[1].computer) == (8, "Person 8", None)
    moment, state = await newest(world, moment)
    if state.question is None:
        acted = await world.act(moment, Seat(1), Choose(state.hands[1][0]))
        assert not acted.moment.automatic


async def test_who_left_may_come_back(world: World) -> None:
    moment = await world.game()
    await world.leave(moment.table.id, 2)
    table = await world.take_seat(moment.table.id, 2, 1)
    assert table.seat_of(2) == 1


async def test_the_host_or_a_moderator_ends_a_game(world: World) -> None:
    moment = await world.game(channel=1)
    table = await world.end(moment.table.id)
    assert table.status is Status.ABANDONED
    moment = await world.game(channel=2)
    table = await world.end(moment.table.id, 77, moderator=True)
    assert table.status is Status.ABANDONED


async def test_a_lobby_can_be_ended(world: World) -> None:
    lobby = await world.lobby(3)
    table = await world.end(lobby.id)
    assert table.status is Status.ABANDONED
    assert await world.notices(table.id) == [("lobby", None, 0)]


BEN = Seat(1)
STEPS = 4


@pytest.mark.parametrize("key", [game.info.key for game in registry.games() if game.opponents])
async def test_the_own_hand_and_place_are_there_again(world: World, key: str) -> None:
    """What the person sees is what the seat came to, and nothing else; the others see the same as before."""
    game = registry.game(key)
    moment = await world.game(max(2, game.info.seats[0]), game.options_type(), game=key)
    table = moment.table.id
    for _ in range(STEPS):
        moment = await world.step(moment)
    await world.leave(table, 2)
    level = next(iter(game.opponents))
    await world.stand_in(table, BEN, level)
    moment = await world.now(table)
    for _ in range(STEPS):
        moment = await world.step(moment)
    await world.take_seat(table, 2, BEN)
    back = await world.now(table)
    assert back.table.seat_of(2) == BEN
    assert await world.riddles(table) == ()
    for who in (None, Seat(0), BEN):
        assert game.view(back.state, who) == game.view(moment.state, who)
    for _ in range(STEPS):
        back = await world.step(back)
    assert back.version > moment.version


async def left(world: World, people: int = 3) -> Moment:
    """A game that person 2 has just left."""
    moment = await world.game(people)
    await world.leave(moment.table.id, 2)
    return await world.now(moment.table.id)


async def stand_in(world: World, table: int, level: str = "hard", *, by: int = 1, seat: Seat = BEN) -> Table:
    return await world.stand_in(table, seat, level, by=by)


async def next_trick(world: World, table: int) -> Moment:
    """The first moment of the next trick: everybody makes the first legal move, computers too."""
    moment = await world.now(table)
    trick = state_of(moment).trick
    while moment.table.status is Status.PLAYING and state_of(moment).trick == trick:
        moment = await world.step(moment)
    return moment


def state_of(moment: Moment) -> NimmtState:
    assert isinstance(moment.state, NimmtState)
    return moment.state


async def test_a_computer_takes_the_seat_with_its_cards_and_its_heads(world: World) -> None:
    moment = await left(world)
    before = state_of(moment)
    table = await stand_in(world, moment.table.id, by=3)
    sitter = table.sitters[BEN]
    assert (sitter.user, sitter.name, sitter.computer) == (None, "hard 1", "hard")
    assert (sitter.away, sitter.away_name, sitter.stands_in) == (2, "Person 2", True)
    assert table.absent == ()
    assert state_of(await world.now(table.id)) == before


async def test_it_decides_from_then_on_and_the_default_no_longer_does(world: World) -> None:
    moment = await left(world)
    table = (await stand_in(world, moment.table.id)).id
    await next_trick(world, table)
    (riddle,) = await world.riddles(table)
    assert (riddle.seat, riddle.level) == (BEN, "hard")
    move = GAME.decode_move(riddle.legal[-1])
    acted = await world.tables.computers.play_for(table, BEN, move, turn=riddle.turn)
    assert (acted.moment.seat, acted.moment.automatic) == (BEN, True)
    assert state_of(acted.moment).selected[BEN] == state_of(acted.moment).hands[BEN][-1]


async def test_what_it_owes_is_told_after_the_commit_and_found_after_a_restart(world: World) -> None:
    moment = await left(world)
    told: list[int] = []
    world.tables.signals.on_thinking = told.append
    table = (await stand_in(world, moment.table.id)).id
    assert told == []
    await next_trick(world, table)
    assert set(told) == {table}
    before = await world.riddles(table)
    await world.restart()
    assert await world.tables.computers.thinking() == (table,)
    assert await world.riddles(table) == before


async def test_it_owes_at_once_what_is_open_when_it_sits_down(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = await world.game(2)
    monkeypatch.setattr("bot.tables.move_runner.Run._due", lambda run: None)
    await world.leave(moment.table.id, 2)
    told: list[int] = []
    world.tables.signals.on_thinking = told.append
    await stand_in(world, moment.table.id)
    assert told == [moment.table.id]
    assert [riddle.seat for riddle in await world.riddles(moment.table.id)] == [BEN]


async def test_whoever_left_comes_back_while_a_computer_plays(world: World) -> None:
    moment = await left(world)
    table = (await stand_in(world, moment.table.id)).id
    await next_trick(world, table)
    back = await world.take_seat(table, 2, BEN)
    sitter = back.sitters[BEN]
    assert (sitter.user, sitter.name, sitter.computer, sitter.away) == (2, "Person 2", None, None)
    assert await world.riddles(table) == ()
    assert [notice for notice in await world.notices(table) if notice[:2] == ("prompt", 1)]
    await refuses("no_such_computer", world.tables.computers.play_for(table, BEN, None, turn=1))


async def test_nobody_else_takes_the_seat_from_the_computer(world: World) -> None:
    moment = await left(world)
    table = (await stand_in(world, moment.table.id)).id
    before = world.dump()
    await refuses("seat_taken", world.take_seat(table, 8, BEN))
    assert world.dump() == before


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
async def test_what_is_impossible_is_refused_and_changes_nothing(
    world: World, by: int, seat: int, level: str, code: str
) -> None:
    moment = await left(world)
    before = world.dump()
    with pytest.raises(Refusal) as refused:
        await stand_in(world, moment.table.id, level, by=by, seat=Seat(seat))
    assert refused.value.code == code
    assert world.dump() == before


async def test_there_is_nobody_to_stand_in_for_before_and_after_the_game(world: World) -> None:
    lobby = await world.lobby(2)
    await refuses("not_playing", stand_in(world, lobby.id))
    await world.end(lobby.id)
    await refuses("over", stand_in(world, lobby.id))


async def test_the_same_press_delivered_twice_seats_one_computer(world: World) -> None:
    moment = await left(world)
    for _ in range(2):
        table = await world.stand_in(moment.table.id, BEN, key="once")
    assert table.sitters[BEN].name == "easy 1"


async def test_the_game_is_given_up_when_only_computers_are_left(world: World) -> None:
    moment = await left(world, 2)
    await stand_in(world, moment.table.id)
    table = await world.leave(moment.table.id, 1)
    assert table.status is Status.ABANDONED


async def test_a_game_with_changes_of_seats_is_played_out_and_verified(world: World) -> None:
    moment = await left(world)
    table = (await stand_in(world, moment.table.id)).id
    while moment.table.status is Status.PLAYING:
        moment = await next_trick(world, table)
        if moment.version > 12 and moment.table.sitters[BEN].stands_in:
            await world.take_seat(table, 2, BEN)
    assert moment.table.sitters[BEN].user == 2
    assert verify(await world.transcript(table)).code == "ok"


async def test_every_moment_of_the_past_names_who_sat_there_then(world: World) -> None:
    moment = await left(world)
    table = moment.table.id
    gone = moment.version
    await stand_in(world, table)
    computer = (await next_trick(world, table)).version
    await world.take_seat(table, 2, BEN)
    await world.leave(table, 3)
    await world.take_seat(table, 9, 2)
    newest = await next_trick(world, table)

    async def names(version: int) -> tuple[str, ...]:
        return (await world.at(table, version)).names

    assert await names(0) == await names(gone) == ("Person 1", "Person 2", "Person 3")
    assert await names(gone + 1) == await names(computer) == ("Person 1", "hard 1", "Person 3")
    assert await names(newest.version) == ()
    assert [sitter.name for sitter in newest.table.sitters] == ["Person 1", "Person 2", "Person 9"]
    await world.restart()
    assert (await world.at(table, computer)).names == ("Person 1", "hard 1", "Person 3")


async def test_where_nobody_changed_seats_the_past_has_the_names_of_now(world: World) -> None:
    moment = await world.play_on(await world.game(), 5, random.Random(1))
    assert (await world.at(moment.table.id, 2)).names == ()
    acted = await world.act(moment, *_any(moment))
    assert acted.moment.names == ()


def _any(moment: Moment) -> tuple[Seat, Choose]:
    state = state_of(moment)
    seat = next(iter(GAME.decisions(state)))
    return seat, next(iter(GAME.legal(state, seat)))  # type: ignore[return-value]


ELSEWHERE = 900


async def threaded(world: World, thread: Thread = Thread.OWN) -> Table:
    """A lobby of two in a thread."""
    table = await world.tables.lobby.open(
        "six_nimmt", SHORT, person(1), guild=7, channel=700, locale="en", key=world.key(), thread=thread
    )
    return await world.join(table.id, 2)


async def test_a_reserved_number_is_that_of_its_table_and_of_no_other(world: World) -> None:
    number = await world.tables.threads.number(7)
    assert (await world.lobby()).id == number + 1
    table = await world.tables.lobby.open(
        "six_nimmt", SHORT, person(1), guild=7, channel=700, locale="en", key=world.key(), number=number
    )
    assert table.id == number
    assert (await world.lobby(channel=701)).id == number + 2
    await world.restart()
    assert await world.tables.threads.number(7) == number + 3


async def test_a_lobby_and_a_game_go_on_where_their_host_brings_them(world: World) -> None:
    lobby = await world.lobby(2)
    await world.deliver(lobby.id)
    moved = await world.tables.threads.move(lobby.id, person(1), channel=ELSEWHERE, key=world.key())
    assert (moved.channel, moved.sitters) == (ELSEWHERE, lobby.sitters)
    assert await world.notices(lobby.id) == [("lobby", None, 0)]
    moment = await world.start(lobby.id)
    await world.deliver(lobby.id)
    key = world.key()
    for _ in range(2):
        await world.tables.threads.move(
            lobby.id, person(1), channel=ELSEWHERE + 1, thread=Thread.FOREIGN, key=key
        )
    assert await world.notices(lobby.id) == [("repeat", None, 0)]
    assert await world.tables.queries.table_in(500) is await world.tables.queries.table_in(ELSEWHERE) is None
    after = await world.step(moment)
    assert (after.table.channel, after.table.thread) == (ELSEWHERE + 1, Thread.FOREIGN)


async def test_a_table_is_moved_by_its_host_alone_and_to_a_free_channel(world: World) -> None:
    table = await world.lobby(2)
    await world.lobby(1, channel=ELSEWHERE)
    before = world.dump()
    for mover, channel, refusal in (
        (person(2), 901, "not_host"),
        (person(1), ELSEWHERE, "channel_busy"),
        (person(1), 500, "channel_busy"),
    ):
        with pytest.raises(Refusal, match=refusal):
            await world.tables.threads.move(table.id, mover, channel=channel, key=world.key())
    assert world.dump() == before
    await world.end(table.id)
    await refuses("over", world.tables.threads.move(table.id, person(1), channel=901, key=world.key()))


async def looked_after(world: Timed, days: float) -> list[float]:
    """On which days from now on something is to be done about a thread."""
    found: list[float] = []
    for half in range(1, round(days * 2) + 1):
        world.later(hours=12)
        await world.clock.run_due()
        for table in await world.tables.outbox.with_notices():
            found += [half / 2 for notice in await world.deliver(table) if notice.kind is NoticeKind.THREAD]
    return found


@pytest.mark.parametrize(("thread", "after"), [(Thread.OWN, [1.0]), (Thread.FOREIGN, [])])
async def test_a_thread_is_looked_after_every_six_days_and_our_own_once_more_a_day_after_the_end(
    tmp_path: Path, thread: Thread, after: list[float]
) -> None:
    """Also while the game rests."""
    async with timed_world(tmp_path) as world:
        table = await threaded(world, thread)
        moment = await world.start(table.id)
        assert await looked_after(world, 7) == [6]
        await world.pause(moment.table.id, 1)
        await world.restart()
        assert await looked_after(world, 12) == [5, 11]
        await world.end(table.id)
        assert await looked_after(world, 14) == after


async def test_a_table_that_leaves_its_thread_has_none_to_look_after(tmp_path: Path) -> None:
    async with timed_world(tmp_path) as world:
        table = await threaded(world)
        await world.tables.threads.move(table.id, person(1), channel=ELSEWHERE, key=world.key())
        assert await looked_after(world, 8) == []


async def test_a_rematch_in_the_same_thread_is_in_our_thread_too(world: World) -> None:
    table = await threaded(world)
    await world.end(table.id)
    again = await world.rematch(table.id, 2)
    assert (again.channel, again.thread) == (table.channel, Thread.OWN)
    await world.end(again.id, 2)
    number = await world.tables.threads.number(7)
    apart = await world.tables.lobby.rematch(
        again.id, person(2), key=world.key(), own_thread=800, number=number
    )
    assert (apart.id, apart.channel, apart.thread) == (number, 800, Thread.OWN)
