"""The outbox: notices, posts, spectators and unread markers."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from table_world import World, nimmt

from bot.games.contract import Move
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Moment, Notice, NoticeKind, Outstanding, Post, Spectator, Status
from tests.pebbles.game import Stop, Take

PROMPTS = [("prompt", seat, 0) for seat in range(3)]


async def told(world: World) -> Moment:
    """A game of three whose start has been told."""
    moment = await world.game()
    await world.deliver()
    return moment


async def test_the_start_posts_a_board_and_asks_everybody_and_a_choice_is_progress(world: World) -> None:
    """Of which only the latest is told."""
    moment = await world.game()
    assert await world.notices() == [("lobby", None, 0), ("board", None, 0), *PROMPTS]
    await world.deliver()
    await world.choose(moment, 0, 1)
    assert await world.notices() == [("progress", None, 2)]


async def test_a_reveal_is_a_board_and_settles_the_prompts_before_new_ones(world: World) -> None:
    moment = await world.choose(await told(world), 0, 1, 2)
    assert await world.notices() == [
        ("board", None, 3),
        *[("settled", seat, 3) for seat in range(3)],
        *[("prompt", seat, 3) for seat in GAME.decisions(nimmt(moment))],
    ]


async def test_an_unsent_prompt_is_dropped_when_its_turn_is_over(world: World) -> None:
    await world.choose(await world.game(), 0, 1, 2)
    assert ("prompt", 0, 0) not in await world.notices()


async def test_a_notice_that_is_overtaken_on_its_way_leaves_the_newer_one(world: World) -> None:
    moment = await world.choose(await told(world), 0)
    (first,) = await world.pending(1)
    await world.choose(moment, 1)
    board = Post(1, "board", None, 500, 20, 1)
    await world.delivered(first, remember=[board])
    assert await world.notices() == [("progress", None, 2)]
    assert await world.posts(1) == (board,)


async def test_what_is_not_committed_yet_is_told_and_shown_all_the_same(world: World) -> None:
    await world.lobby(1)
    (notice,) = await world.pending(1)
    old, new = Post(1, "lobby", None, 500, 20, 0), Post(1, "lobby", None, 500, 21, 0)
    await world.note_posts([old])
    await world.delivered(notice, remember=[new], forget=[old.message], soon=False)
    assert await world.pending(1) == (notice,), "nothing is committed"
    assert await world.posts(1) == (new,)
    assert await world.with_notices() == ()
    await world.store.flush()
    assert await world.pending(1) == ()
    assert await world.posts(1) == (new,)


async def test_posts_are_remembered_changed_and_forgotten(world: World) -> None:
    await world.lobby(1)
    board, lobby = Post(1, "board", None, 500, 20, 3), Post(1, "lobby", None, 500, 10, 0)
    newer = replace(board, version=4)
    for posts, gone, left in (
        ([board, lobby], [], (lobby, board)),
        ([newer], [], (lobby, newer)),
        ([], [10], (newer,)),
    ):
        await world.note_posts(posts, gone)
        assert await world.posts(1) == left


async def test_what_is_to_be_told_comes_with_where_it_is_read_until_it_is_dropped(world: World) -> None:
    table = (await world.game()).table
    found, nothing = await world.outstanding([1, 2])
    assert found.notices == await world.pending(1)
    assert found.channel == table.channel
    assert found.people == {sitter.seat: sitter.user for sitter in table.sitters}
    assert nothing == Outstanding(2, ())
    await world.drop(found.notices, soon=True)
    assert await world.pending(1) == await world.with_notices() == ()


async def test_who_leaves_has_the_prompt_settled_and_who_sits_down_is_asked(world: World) -> None:
    moment = await told(world)
    await world.leave(1, 2)
    assert await world.notices() == [("progress", None, 1), ("settled", 1, 1)]
    await world.deliver()
    await world.take_seat(1, 8, 1)
    assert await world.notices() == [("progress", None, 1)]
    now = await world.choose(moment, 0, 2)
    prompted = {seat for kind, seat, _ in await world.notices() if kind == "prompt"}
    assert prompted == set(GAME.decisions(nimmt(now)))


async def test_the_end_comes_last_after_the_board_of_the_last_trick(world: World) -> None:
    moment = await world.play_out(await world.game(), 4)
    notices = await world.notices()
    assert notices[-1] == ("ended", None, moment.version)
    assert ("board", None, moment.version) in notices
    assert not [kind for kind, _, _ in notices if kind == "progress"]


async def test_an_abandoned_game_settles_every_open_prompt(world: World) -> None:
    await told(world)
    await world.end()
    assert await world.notices() == [*[("settled", seat, 0) for seat in range(3)], ("ended", None, 0)]


@pytest.mark.parametrize(("seed", "people"), [(1, 2), (2, 5)])
async def test_boards_and_prompts_of_whole_games_fit_the_state(world: World, seed: int, people: int) -> None:
    """Delivered at random moments: boards ascend, one for each turn, and open prompts are what is owed."""
    rng = random.Random(seed)
    moment = await world.game(people, NimmtOptions(format="rounds", rounds=2))
    boards: list[int] = []
    prompts: set[int] = set()
    turns = {0: 0}
    while moment.table.status is Status.PLAYING:
        moment = await world.play_on(moment, 1, rng)
        for version in range(max(turns) + 1, moment.version + 1):
            turns[version] = GAME.turn(nimmt(await world.at(1, version)))
        if rng.random() < 0.3 or moment.table.status is not Status.PLAYING:
            _hear(await world.deliver(), boards, prompts)
            assert set(GAME.decisions(nimmt(moment))) <= prompts
    assert boards == [version for version in turns if version == 0 or turns[version] != turns[version - 1]]
    assert not prompts


def _hear(notices: Iterable[Notice], boards: list[int], prompts: set[int]) -> None:
    for notice in notices:
        match notice.kind, notice.seat:
            case NoticeKind.BOARD, None:
                boards.append(notice.version)
            case NoticeKind.SETTLED, int(seat):
                prompts.discard(seat)
            case NoticeKind.PROMPT, int(seat):
                assert seat not in prompts
                prompts.add(seat)


@pytest.mark.parametrize(
    ("options", "moves", "notices"),
    [
        ({}, (Take(),), [("progress", None, 1)]),
        ({"called": "private"}, (Take(),), [("progress", None, 1)]),
        ({}, (Take(), Stop()), [("board", None, 2)]),
        ({"called": "private"}, (Take(), Stop()), [("board", None, 2), ("settled", 0, 2), ("prompt", 1, 2)]),
        ({}, (Take(), Take()), [("board", None, 3)]),
        ({"heap": 1}, (Take(),), [("ended", None, 1)]),
    ],
)
async def test_a_turn_of_small_moves_is_one_board_which_calls_its_player_and_asks_nobody_again(
    world: World, options: dict[str, Any], moves: tuple[Move, ...], notices: list[object]
) -> None:
    """A turn that ends by itself is a board too; the end within a turn is told by the ranking alone."""
    await world.pebbles(**options)
    await world.deliver()
    await world.made(1, *moves)
    assert await world.notices() == notices


async def test_a_post_knows_its_first_and_its_last_step(world: World) -> None:
    """Take, take and so stop; take: the second post was opened by version 3."""
    await world.pebbles(Take(), Take(), Take())
    assert [(await world.opening(1, step)).version for step in range(5)] == [0, 0, 0, 3, 3]
    assert [(await world.closing(1, step)).version for step in range(5)] == [2, 2, 2, 4, 4]


# Spectators and unread markers ----------------------------------------------------------------------

SPECTATOR = 99


async def watching(world: World, user: int = SPECTATOR) -> Spectator:
    """Somebody who watches, with a message."""
    watcher = replace(await world.watch(1, user), channel=5, message=user)
    assert await world.began_watching(watcher) == watcher
    return watcher


async def for_spectators(world: World) -> list[tuple[str, int | None, int]]:
    return [notice for notice in await world.notices() if notice[0] == "watched"]


async def test_each_new_post_is_told_once_and_only_where_somebody_watches(world: World) -> None:
    moment = await world.choose(await world.game(), 0, 1, 2)
    assert await for_spectators(world) == []
    await watching(world)
    await watching(world, SPECTATOR + 1)
    assert await for_spectators(world) == []
    while not await for_spectators(world):
        moment = await world.play_on(moment, 1, random.Random(1))
    assert await for_spectators(world) == [("watched", None, moment.version)]
    await world.end()
    assert await for_spectators(world) == [("watched", None, moment.version)]


async def test_what_came_while_the_message_was_sent_is_told_next(world: World) -> None:
    moment = await world.game()
    watcher = await world.watch(1, SPECTATOR)
    await world.choose(moment, 0)
    await world.began_watching(replace(watcher, channel=5, message=6))
    assert await for_spectators(world) == [("watched", None, 1)]


async def test_the_first_message_counts_and_none_of_who_has_stopped(world: World) -> None:
    await world.game()
    await world.refuses("seated", world.watch(1, 2))
    first = await watching(world)
    assert await world.began_watching(replace(first, message=7)) == first
    assert await world.watch(1, SPECTATOR) == first
    await world.restart()
    assert await world.watchers(1) == (first,)
    assert [await world.unwatch(1, SPECTATOR) for _ in range(2)] == [first, None]
    assert not await world.shown(replace(first, version=1))
    assert await world.began_watching(first) is None
    assert await world.watchers(1) == await world.watched_by(SPECTATOR) == ()


async def test_a_look_lasts_over_a_restart_and_is_each_persons_own(world: World) -> None:
    """An older one that comes late changes nothing."""
    await world.game()
    first, second = [await world.next_trick() for _ in range(2)]
    assert await world.seen(second.table, SPECTATOR) == 0
    for moment in (second, first):
        await world.looked(moment.table, SPECTATOR)
    await world.restart()
    seen = [await world.seen(second.table, user) for user in (SPECTATOR, SPECTATOR + 1)]
    assert seen == [second.version, 0]


async def test_nothing_is_written_while_no_page_is_new(world: World) -> None:
    """Neither before the first one, nor for a second look, nor after one choice of several."""
    moment = await world.game()
    with world.unchanged():
        await world.looked(moment.table, SPECTATOR)
    moment = await world.next_trick()
    await world.looked(moment.table, SPECTATOR)
    moment = await world.choose(moment, 0)
    with world.unchanged():
        await world.looked(moment.table, SPECTATOR)


async def test_an_own_move_is_a_look_without_a_row_but_none_of_who_sat_there_before(world: World) -> None:
    await world.game()
    moment = await world.choose(await world.next_trick(), 1)
    assert await world.seen(moment.table, 2) == moment.version > await world.seen(moment.table, 1)
    with world.unchanged():
        await world.looked(moment.table, 2)
    await world.leave(1, 2)
    table = await world.take_seat(1, 7, 1)
    assert await world.seen(table, 7) == 0
    await world.looked(table, 7)
    assert await world.seen(table, 7) > 0
