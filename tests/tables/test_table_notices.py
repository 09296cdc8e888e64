"""What the tables leave behind for the dispatcher."""

from __future__ import annotations

import random
from collections.abc import Iterable

from table_house import House, person, random_move

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Moment, Notice, NoticeKind, Outstanding, Post, Status


def hand(moment: Moment, seat: int) -> tuple[int, ...]:
    """The cards of a seat."""
    assert isinstance(moment.state, NimmtState)
    return moment.state.hands[seat]


async def test_the_start_posts_a_board_and_asks_everybody(house: House) -> None:
    moment = await house.game()
    assert await house.notices(moment.table.id) == [
        ("lobby", None, 0),
        ("board", None, 0),
        ("prompt", 0, 0),
        ("prompt", 1, 0),
        ("prompt", 2, 0),
    ]


async def test_a_choice_is_progress_and_only_the_latest_is_told(house: House) -> None:
    moment = await house.game()
    await house.deliver(moment.table.id)
    await house.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    await house.act(moment, Seat(1), Choose(hand(moment, 1)[0]))
    assert await house.notices(moment.table.id) == [("progress", None, 2)]


async def test_a_reveal_is_a_board_and_settles_the_prompts_before_new_ones(house: House) -> None:
    moment = await house.game()
    await house.deliver(moment.table.id)
    for seat in range(3):
        acted = await house.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    owing = list(GAME.decisions(acted.moment.state))
    assert await house.notices(moment.table.id) == [
        ("board", None, 3),
        ("settled", 0, 3),
        ("settled", 1, 3),
        ("settled", 2, 3),
        *[("prompt", seat, 3) for seat in owing],
    ]


async def test_an_unsent_prompt_is_dropped_when_its_turn_is_over(house: House) -> None:
    moment = await house.game()
    for seat in range(3):
        await house.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    assert ("prompt", 0, 0) not in await house.notices(moment.table.id)


async def test_a_notice_that_is_overtaken_on_its_way_is_delivered_and_leaves_the_newer_one(
    house: House,
) -> None:
    moment = await house.game()
    await house.deliver(moment.table.id)
    await house.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    (first,) = await house.tables.outbox.pending(moment.table.id)
    await house.act(moment, Seat(1), Choose(hand(moment, 1)[0]))
    assert await house.notices(moment.table.id) == [("progress", None, 2)]
    board = Post(moment.table.id, "board", None, 500, 20, 1)
    await house.tables.outbox.delivered(first, remember=[board])
    assert await house.notices(moment.table.id) == [("progress", None, 2)]
    assert await house.tables.outbox.posts(moment.table.id) == (board,)


async def test_what_is_not_committed_yet_is_told_and_shown_all_the_same(house: House) -> None:
    table = await house.lobby(1)
    (notice,) = await house.tables.outbox.pending(table.id)
    old, new = Post(table.id, "lobby", None, 500, 20, 0), Post(table.id, "lobby", None, 500, 21, 0)
    await house.tables.outbox.note_posts([old])
    await house.tables.outbox.delivered(notice, remember=[new], forget=[old.message], soon=False)
    assert await house.tables.outbox.pending(table.id) == (notice,), "nothing is committed"
    assert await house.tables.outbox.posts(table.id) == (new,)
    assert await house.tables.outbox.with_notices() == ()
    await house.store.flush()
    assert await house.tables.outbox.pending(table.id) == ()
    assert await house.tables.outbox.posts(table.id) == (new,)


async def test_what_is_to_be_told_comes_with_where_it_is_read(house: House) -> None:
    moment = await house.game()
    table = moment.table
    nowhere = table.id + 1
    found, nothing = await house.tables.outbox.outstanding([table.id, nowhere])
    assert found.notices == await house.tables.outbox.pending(table.id)
    assert found.channel == table.channel
    assert found.people == {sitter.seat: sitter.user for sitter in table.sitters}
    assert nothing == Outstanding(nowhere, ())


async def test_a_dropped_notice_is_over(house: House) -> None:
    table = await house.lobby(1)
    (notice,) = await house.tables.outbox.pending(table.id)
    await house.tables.outbox.drop([notice], soon=True)
    assert await house.tables.outbox.pending(table.id) == ()
    assert await house.tables.outbox.with_notices() == ()


async def test_who_leaves_has_the_prompt_settled_and_the_board_refreshed(house: House) -> None:
    moment = await house.game()
    await house.deliver(moment.table.id)
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    assert await house.notices(moment.table.id) == [("progress", None, 1), ("settled", 1, 1)]


async def test_who_takes_a_seat_over_is_asked_if_it_owes_something(house: House) -> None:
    moment = await house.game()
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    await house.deliver(moment.table.id)
    await house.tables.seats.take_seat(moment.table.id, person(8), Seat(1), key=house.key())
    assert await house.notices(moment.table.id) == [("progress", None, 1)]
    for seat in (0, 2):
        await house.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    now = await house.tables.queries.now_at(moment.table.id)
    prompted = {seat for kind, seat, _ in await house.notices(moment.table.id) if kind == "prompt"}
    assert prompted == set(GAME.decisions(now.state))


async def test_the_end_comes_last_after_the_board_of_the_last_trick(house: House) -> None:
    moment = await house.play_out(await house.game(), random.Random(4))
    notices = await house.notices(moment.table.id)
    assert notices[-1] == ("ended", None, moment.version)
    assert ("board", None, moment.version) in notices
    assert not [kind for kind, _, _ in notices if kind == "progress"]


async def test_an_abandoned_game_settles_every_open_prompt(house: House) -> None:
    moment = await house.game()
    await house.deliver(moment.table.id)
    await house.tables.play.end(moment.table.id, person(1), moderator=False, key=house.key())
    assert await house.notices(moment.table.id) == [
        ("settled", 0, 0),
        ("settled", 1, 0),
        ("settled", 2, 0),
        ("ended", None, 0),
    ]


async def test_over_whole_games_boards_and_prompts_fit_the_state(house: House) -> None:
    for seed, people in enumerate((2, 3, 5)):
        await _check_game(house, random.Random(seed), people, channel=100 + seed)


async def _check_game(house: House, rng: random.Random, people: int, channel: int) -> None:
    """Delivered at random moments: boards ascend, one for each turn, and open prompts are what is owed."""
    moment = await house.game(people, NimmtOptions(format="rounds", rounds=2), channel)
    boards: list[int] = []
    open_prompts: set[int] = set()
    turns = {0: 0}
    while moment.table.status is Status.PLAYING:
        moment = (await house.act(moment, *random_move(moment, rng))).moment
        turns |= await _turns(house, moment, range(max(turns) + 1, moment.version + 1))
        if rng.random() < 0.3 or moment.table.status is not Status.PLAYING:
            _hear(await house.deliver(moment.table.id), boards, open_prompts)
            missing = set(GAME.decisions(moment.state)) - open_prompts
            assert not missing
    fresh = [version for version in turns if version == 0 or turns[version] != turns[version - 1]]
    assert boards == fresh
    assert not open_prompts


async def _turns(house: House, moment: Moment, versions: Iterable[int]) -> dict[int, int]:
    found = [await house.tables.queries.moment(moment.table.id, version) for version in versions]
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


async def test_posts_are_remembered_changed_and_forgotten(house: House) -> None:
    table = await house.lobby(1)
    board = Post(table.id, "board", None, 500, 20, 3)
    lobby = Post(table.id, "lobby", None, 500, 10, 0)
    await house.tables.outbox.note_posts([board, lobby])
    assert await house.tables.outbox.posts(table.id) == (lobby, board)
    newer = Post(table.id, "board", None, 500, 20, 4)
    await house.tables.outbox.note_posts([newer])
    assert await house.tables.outbox.posts(table.id) == (lobby, newer)
    await house.tables.outbox.note_posts([], [lobby.message])
    assert await house.tables.outbox.posts(table.id) == (newer,)
