"""The outbox: notices, posts, spectators and unread markers."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from table_world import World, random_move, refuses

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Moment, Notice, NoticeKind, Outstanding, Post, Spectator, Status
from tests.pebbles.game import PebblesOptions, Stop, Take


def hand(moment: Moment, seat: int) -> tuple[int, ...]:
    """The cards of a seat."""
    assert isinstance(moment.state, NimmtState)
    return moment.state.hands[seat]


async def test_the_start_posts_a_board_and_asks_everybody(world: World) -> None:
    moment = await world.game()
    assert await world.notices(moment.table.id) == [
        ("lobby", None, 0),
        ("board", None, 0),
        ("prompt", 0, 0),
        ("prompt", 1, 0),
        ("prompt", 2, 0),
    ]


async def test_a_choice_is_progress_and_only_the_latest_is_told(world: World) -> None:
    moment = await world.game()
    await world.deliver(moment.table.id)
    await world.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    await world.act(moment, Seat(1), Choose(hand(moment, 1)[0]))
    assert await world.notices(moment.table.id) == [("progress", None, 2)]


async def test_a_reveal_is_a_board_and_settles_the_prompts_before_new_ones(world: World) -> None:
    moment = await world.game()
    await world.deliver(moment.table.id)
    for seat in range(3):
        acted = await world.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    owing = list(GAME.decisions(acted.moment.state))
    assert await world.notices(moment.table.id) == [
        ("board", None, 3),
        ("settled", 0, 3),
        ("settled", 1, 3),
        ("settled", 2, 3),
        *[("prompt", seat, 3) for seat in owing],
    ]


async def test_an_unsent_prompt_is_dropped_when_its_turn_is_over(world: World) -> None:
    moment = await world.game()
    for seat in range(3):
        await world.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    assert ("prompt", 0, 0) not in await world.notices(moment.table.id)


async def test_a_notice_that_is_overtaken_on_its_way_is_delivered_and_leaves_the_newer_one(
    world: World,
) -> None:
    moment = await world.game()
    await world.deliver(moment.table.id)
    await world.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    (first,) = await world.tables.outbox.pending(moment.table.id)
    await world.act(moment, Seat(1), Choose(hand(moment, 1)[0]))
    assert await world.notices(moment.table.id) == [("progress", None, 2)]
    board = Post(moment.table.id, "board", None, 500, 20, 1)
    await world.tables.outbox.delivered(first, remember=[board])
    assert await world.notices(moment.table.id) == [("progress", None, 2)]
    assert await world.tables.outbox.posts(moment.table.id) == (board,)


async def test_what_is_not_committed_yet_is_told_and_shown_all_the_same(world: World) -> None:
    table = await world.lobby(1)
    (notice,) = await world.tables.outbox.pending(table.id)
    old, new = Post(table.id, "lobby", None, 500, 20, 0), Post(table.id, "lobby", None, 500, 21, 0)
    await world.tables.outbox.note_posts([old])
    await world.tables.outbox.delivered(notice, remember=[new], forget=[old.message], soon=False)
    assert await world.tables.outbox.pending(table.id) == (notice,), "nothing is committed"
    assert await world.tables.outbox.posts(table.id) == (new,)
    assert await world.tables.outbox.with_notices() == ()
    await world.store.flush()
    assert await world.tables.outbox.pending(table.id) == ()
    assert await world.tables.outbox.posts(table.id) == (new,)


async def test_what_is_to_be_told_comes_with_where_it_is_read(world: World) -> None:
    moment = await world.game()
    table = moment.table
    nowhere = table.id + 1
    found, nothing = await world.tables.outbox.outstanding([table.id, nowhere])
    assert found.notices == await world.tables.outbox.pending(table.id)
    assert found.channel == table.channel
    assert found.people == {sitter.seat: sitter.user for sitter in table.sitters}
    assert nothing == Outstanding(nowhere, ())


async def test_a_dropped_notice_is_over(world: World) -> None:
    table = await world.lobby(1)
    (notice,) = await world.tables.outbox.pending(table.id)
    await world.tables.outbox.drop([notice], soon=True)
    assert await world.tables.outbox.pending(table.id) == ()
    assert await world.tables.outbox.with_notices() == ()


async def test_who_leaves_has_the_prompt_settled_and_the_board_refreshed(world: World) -> None:
    moment = await world.game()
    await world.deliver(moment.table.id)
    await world.leave(moment.table.id, 2)
    assert await world.notices(moment.table.id) == [("progress", None, 1), ("settled", 1, 1)]


async def test_who_takes_a_seat_over_is_asked_if_it_owes_something(world: World) -> None:
    moment = await world.game()
    await world.leave(moment.table.id, 2)
    await world.deliver(moment.table.id)
    await world.take_seat(moment.table.id, 8, 1)
    assert await world.notices(moment.table.id) == [("progress", None, 1)]
    for seat in (0, 2):
        await world.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    now = await world.now(moment.table.id)
    prompted = {seat for kind, seat, _ in await world.notices(moment.table.id) if kind == "prompt"}
    assert prompted == set(GAME.decisions(now.state))


async def test_the_end_comes_last_after_the_board_of_the_last_trick(world: World) -> None:
    moment = await world.play_out(await world.game(), random.Random(4))
    notices = await world.notices(moment.table.id)
    assert notices[-1] == ("ended", None, moment.version)
    assert ("board", None, moment.version) in notices
    assert not [kind for kind, _, _ in notices if kind == "progress"]


async def test_an_abandoned_game_settles_every_open_prompt(world: World) -> None:
    moment = await world.game()
    await world.deliver(moment.table.id)
    await world.end(moment.table.id)
    assert await world.notices(moment.table.id) == [
        ("settled", 0, 0),
        ("settled", 1, 0),
        ("settled", 2, 0),
        ("ended", None, 0),
    ]


async def test_over_whole_games_boards_and_prompts_fit_the_state(world: World) -> None:
    for seed, people in enumerate((2, 3, 5)):
        await _check_game(world, random.Random(seed), people, channel=100 + seed)


async def _check_game(world: World, rng: random.Random, people: int, channel: int) -> None:
    """Delivered at random moments: boards ascend, one for each turn, and open prompts are what is owed."""
    moment = await world.game(people, NimmtOptions(format="rounds", rounds=2), channel)
    boards: list[int] = []
    open_prompts: set[int] = set()
    turns = {0: 0}
    while moment.table.status is Status.PLAYING:
        moment = (await world.act(moment, *random_move(moment, rng))).moment
        turns |= await _turns(world, moment, range(max(turns) + 1, moment.version + 1))
        if rng.random() < 0.3 or moment.table.status is not Status.PLAYING:
            _hear(await world.deliver(moment.table.id), boards, open_prompts)
            missing = set(GAME.decisions(moment.state)) - open_prompts
            assert not missing
    fresh = [version for version in turns if version == 0 or turns[version] != turns[version - 1]]
    assert boards == fresh
    assert not open_prompts


async def _turns(world: World, moment: Moment, versions: Iterable[int]) -> dict[int, int]:
    found = [await world.at(moment.table.id, version) for version in versions]
    return {entry.version: GAME.turn(entry.state) for entry in found}


def _hear(notices: Iterable[Notice], boards: list[int], open_prompts: set[int]) -> None:
    for notice in notices:
        match notice.kind, notice.seat:
            case NoticeKind.BOARD, None:
                boards.append(notice.version)
            case NoticeKind.SETTLED, int(seat):
                open_prompts.discard(seat)
            case NoticeKind.PROMPT, int(seat):
                assert seat not in open_prompts
                open_prompts.add(seat)


async def test_posts_are_remembered_changed_and_forgotten(world: World) -> None:
    table = await world.lobby(1)
    board = Post(table.id, "board", None, 500, 20, 3)
    lobby = Post(table.id, "lobby", None, 500, 10, 0)
    await world.tables.outbox.note_posts([board, lobby])
    assert await world.tables.outbox.posts(table.id) == (lobby, board)
    newer = Post(table.id, "board", None, 500, 20, 4)
    await world.tables.outbox.note_posts([newer])
    assert await world.tables.outbox.posts(table.id) == (lobby, newer)
    await world.tables.outbox.note_posts([], [lobby.message])
    assert await world.tables.outbox.posts(table.id) == (newer,)


pytestmark = pytest.mark.usefixtures("_with_pebbles")
PUBLIC, PRIVATE = PebblesOptions(), PebblesOptions(called="private")


async def begun(world: World, options: PebblesOptions) -> Moment:
    """A game of two whose start has been told."""
    moment = await world.game(2, options, game="pebbles")
    await world.deliver(moment.table.id)
    return moment


@pytest.mark.parametrize("options", [PUBLIC, PRIVATE], ids=["public", "private"])
async def test_a_small_move_of_a_turn_is_progress_and_asks_nobody_again(
    world: World, options: PebblesOptions
) -> None:
    moment = await begun(world, options)
    await world.act(moment, Seat(0), Take())
    assert await world.notices(moment.table.id) == [("progress", None, 1)]


async def test_the_next_turn_is_a_fresh_board_which_calls_its_player(world: World) -> None:
    moment = await begun(world, PUBLIC)
    moment = (await world.act(moment, Seat(0), Take())).moment
    await world.act(moment, Seat(0), Stop())
    assert await world.notices(moment.table.id) == [("board", None, 2)]


async def test_a_prompt_lasts_as_long_as_its_turn(world: World) -> None:
    moment = await begun(world, PRIVATE)
    moment = (await world.act(moment, Seat(0), Take())).moment
    await world.act(moment, Seat(0), Stop())
    assert await world.notices(moment.table.id) == [("board", None, 2), ("settled", 0, 2), ("prompt", 1, 2)]


async def test_a_turn_that_ends_by_itself_is_a_board_too(world: World) -> None:
    moment = await begun(world, PUBLIC)
    for _ in range(2):
        moment = (await world.act(moment, Seat(0), Take())).moment
    assert moment.version == 3
    assert await world.notices(moment.table.id) == [("board", None, 3)]


async def test_the_end_within_a_turn_is_told_by_the_ranking_alone(world: World) -> None:
    moment = await begun(world, PebblesOptions(heap=1))
    await world.act(moment, Seat(0), Take())
    assert await world.notices(moment.table.id) == [("ended", None, 1)]


async def test_a_post_knows_its_first_and_its_last_step(world: World) -> None:
    """Take, take and so stop; take: the second post was opened by version 3."""
    moment = await begun(world, PUBLIC)
    for seat in (0, 0, 1):
        moment = (await world.act(moment, Seat(seat), Take())).moment
    table, steps = moment.table.id, range(moment.version + 1)
    assert [(await world.tables.queries.opening(table, step)).version for step in steps] == [0, 0, 0, 3, 3]
    assert [(await world.tables.queries.closing(table, step)).version for step in steps] == [2, 2, 2, 4, 4]


SPECTATOR = 99


async def choose(world: World, moment: Moment, *seats: int) -> Moment:
    """The moment after these seats have chosen their lowest cards."""
    for seat in seats:
        assert isinstance(moment.state, NimmtState)
        moment = (await world.act(moment, Seat(seat), Choose(moment.state.hands[seat][0]))).moment
    return moment


async def watching(world: World, table: int, user: int = SPECTATOR) -> Spectator:
    """Somebody who watches, with a message."""
    watcher = replace(await world.tables.spectators.watch(table, user), channel=5, message=user)
    assert await world.tables.spectators.began_watching(watcher) == watcher
    return watcher


async def told(world: World, table: int) -> list[tuple[str, int | None, int]]:
    """What is pending for watchers."""
    return [notice for notice in await world.notices(table) if notice[0] == "watched"]


async def test_each_new_post_is_told_once_and_only_where_somebody_watches(world: World) -> None:
    moment = await world.game()
    table = moment.table.id
    moment = await choose(world, moment, 0, 1, 2)
    assert await told(world, table) == []
    await watching(world, table)
    await watching(world, table, SPECTATOR + 1)
    assert await told(world, table) == []
    while not await told(world, table):
        moment = await world.play_on(moment, 1, random.Random(1))
    assert await told(world, table) == [("watched", None, moment.version)]
    await world.end(table)
    assert await told(world, table) == [("watched", None, moment.version)]


async def test_what_came_while_the_message_was_sent_is_told_next(world: World) -> None:
    moment = await world.game()
    watcher = await world.tables.spectators.watch(moment.table.id, SPECTATOR)
    moment = await choose(world, moment, 0)
    await world.tables.spectators.began_watching(replace(watcher, channel=5, message=6))
    assert await told(world, moment.table.id) == [("watched", None, moment.version)]


async def test_the_first_message_counts_and_none_of_who_has_stopped(world: World) -> None:
    table = (await world.game()).table.id
    first = await watching(world, table)
    assert await world.tables.spectators.began_watching(replace(first, message=7)) == first
    assert await world.tables.spectators.watch(table, SPECTATOR) == first
    await world.restart()
    assert await world.tables.spectators.watchers(table) == (first,)
    assert await world.tables.spectators.unwatch(table, SPECTATOR) == first
    assert await world.tables.spectators.unwatch(table, SPECTATOR) is None
    assert not await world.tables.spectators.shown(replace(first, version=1))
    assert await world.tables.spectators.began_watching(first) is None
    assert await world.tables.spectators.watchers(table) == ()
    assert await world.tables.spectators.watched_by(SPECTATOR) == ()


async def test_who_sits_there_can_not_watch(world: World) -> None:
    table = (await world.game()).table.id
    await refuses("seated", world.tables.spectators.watch(table, 2))


async def trick(world: World, moment: Moment) -> Moment:
    """The moment after everybody has chosen, and whoever has to has taken a row."""
    pages = len(await world.tables.queries.milestones(moment.table.id))
    assert isinstance(moment.state, NimmtState)
    for seat, hand in enumerate(moment.state.hands):
        moment = (await world.act(moment, Seat(seat), Choose(hand[0]))).moment
    rng = random.Random(1)
    while len(await world.tables.queries.milestones(moment.table.id)) == pages:
        moment = await world.play_on(moment, 1, rng)
    return moment


async def test_a_look_lasts_over_a_restart_and_is_each_persons_own(world: World) -> None:
    moment = await trick(world, await world.game())
    assert await world.tables.unread.seen(moment.table, SPECTATOR) == 0
    await world.tables.unread.looked(moment.table, SPECTATOR)
    await world.restart()
    assert await world.tables.unread.seen(moment.table, SPECTATOR) == moment.version
    assert await world.tables.unread.seen(moment.table, SPECTATOR + 1) == 0


async def test_nothing_is_written_while_no_page_is_new(world: World) -> None:
    """Neither before the first one, nor for a second look, nor after one choice of several."""
    moment = await world.game()
    before = world.dump()
    await world.tables.unread.looked(moment.table, SPECTATOR)
    assert world.dump() == before
    moment = await trick(world, moment)
    await world.tables.unread.looked(moment.table, SPECTATOR)
    assert isinstance(moment.state, NimmtState)
    moment = (await world.act(moment, Seat(0), Choose(moment.state.hands[0][0]))).moment
    before = world.dump()
    await world.tables.unread.looked(moment.table, SPECTATOR)
    assert world.dump() == before


async def test_an_own_move_is_a_look_without_a_row(world: World) -> None:
    moment = await trick(world, await world.game())
    assert isinstance(moment.state, NimmtState)
    moment = (await world.act(moment, Seat(1), Choose(moment.state.hands[1][0]))).moment
    assert await world.tables.unread.seen(moment.table, 2) == moment.version
    before = world.dump()
    await world.tables.unread.looked(moment.table, 2)
    assert world.dump() == before
    assert await world.tables.unread.seen(moment.table, 1) < moment.version


async def test_an_older_look_that_comes_late_changes_nothing(world: World) -> None:
    first = await trick(world, await world.game())
    second = await trick(world, first)
    await world.tables.unread.looked(second.table, SPECTATOR)
    await world.tables.unread.looked(first.table, SPECTATOR)
    assert await world.tables.unread.seen(second.table, SPECTATOR) == second.version


async def test_the_moves_of_whoever_sat_there_before_are_not_ones_own(world: World) -> None:
    moment = await trick(world, await world.game())
    await world.leave(moment.table.id, 2)
    table = await world.take_seat(moment.table.id, 7, 1)
    assert await world.tables.unread.seen(table, 7) == 0
    await world.tables.unread.looked(moment.table, 7)
    assert await world.tables.unread.seen(table, 7) == moment.version
