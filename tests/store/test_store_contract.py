"""The contract of a store: what is put comes back, in every repository."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import finished_games
import pytest
from units import reading, writing

from bot.store import Store, StoreError, files
from bot.store.records import (
    AuditRow,
    DiaryEntry,
    FormerSitter,
    KeyRow,
    LogRow,
    MatchGroup,
    MatchRequest,
    Notice,
    NoticeKind,
    NoticeState,
    Offer,
    PastGame,
    PersonRow,
    Post,
    ResultRow,
    Scored,
    SeatRow,
    Spectator,
    Status,
    TableRow,
    Timer,
    Vote,
    VoteKind,
    VoteState,
)

NOW = datetime(2026, 5, 4, 3, 2, 1, 123456, tzinfo=UTC)
BIG = 2**63 - 1
"""Discord's ids may fill 63 bits."""


def a_table(channel: int = 5, status: Status = Status.LOBBY, **changes: object) -> TableRow:
    """A table that is not added yet."""
    row = TableRow(
        game="six_nimmt",
        guild=None,
        channel=channel,
        status=status,
        host=BIG,
        options=b'{"limit":66}',
        locale="ja",
        created=NOW,
        updated=NOW,
    )
    return replace(row, **changes)


async def added(store: Store, row: TableRow | None = None) -> TableRow:
    """A table in the store."""
    async with writing(store) as tx:
        return await tx.tables.add(row or a_table())


async def test_a_table_comes_back_as_it_was_put(store: Store) -> None:
    row = await added(store, a_table(guild=BIG))
    assert row.id > 0
    changed = replace(
        row,
        status=Status.FINISHED,
        paused_since=NOW,
        host=3,
        settings=b'{"hints":true}',
        version=9,
        commitment="c" * 64,
        secret=bytes(range(32)),
        chance=b'{"seats":["person"]}',
        shift=7,
        updated=NOW + timedelta(microseconds=1),
    )
    async with writing(store) as tx:
        assert await tx.tables.get(row.id) == row
        await tx.tables.put(changed)
    async with reading(store) as tx:
        assert await tx.tables.get(row.id) == changed
        assert await tx.tables.get(row.id + 1) is None


async def test_a_state_is_none_then_the_newest(store: Store) -> None:
    row = await added(store)
    async with writing(store) as tx:
        assert await tx.tables.state(row.id) is None
        await tx.tables.put_state(row.id, 0, b"old")
        await tx.tables.put_state(row.id, 1, "新".encode())
        assert await tx.tables.state(row.id) == "新".encode()


async def test_a_channel_holds_one_active_table(store: Store) -> None:
    await added(store)
    with pytest.raises(StoreError):
        await added(store, a_table(status=Status.PLAYING))
    ended = await added(store, a_table(status=Status.ABANDONED))
    assert ended.id > 0


async def test_the_active_table_of_a_channel_comes_before_the_newest(store: Store) -> None:
    active = await added(store)
    later = NOW + timedelta(days=1)
    ended = [await added(store, a_table(6, Status.FINISHED, updated=when)) for when in (later, NOW)]
    await added(store, a_table(5, Status.ABANDONED, updated=later))
    async with reading(store) as tx:
        assert await tx.tables.in_channel(5) == active
        assert await tx.tables.in_channel(6) == ended[0]
        assert await tx.tables.in_channel(7) is None


async def test_seats_are_replaced_whole_and_found_by_person(store: Store) -> None:
    first, second = await added(store), await added(store, a_table(6))
    over = await added(store, a_table(7, Status.FINISHED))
    seats = (SeatRow(0, BIG, "アリス"), SeatRow(1, None, "Bob", "default", 4, BIG - 1, "ボブ", b"[7]"))
    async with writing(store) as tx:
        for row in (first, second, over):
            await tx.seats.put(row.id, (SeatRow(0, 1, "x"), SeatRow(1, 2, "y"), SeatRow(2, 3, "z")))
            await tx.seats.put(row.id, seats)
        assert await tx.seats.at(first.id) == seats
        assert await tx.tables.active_of(BIG) == (second, first)
        assert await tx.tables.active_of(3) == ()


async def test_former_sitters_are_kept_in_the_order_in_which_they_went(store: Store) -> None:
    table, other = await added(store), await added(store, a_table(6))
    gone = (FormerSitter(1, 4, BIG, "ボブ", None), FormerSitter(1, 4, None, "ボブ", "default"))
    later = FormerSitter(0, 9, 7, "Ann", None)
    async with writing(store) as tx:
        await tx.seats.add_former(table.id, gone)
        await tx.seats.add_former(table.id, ())
        await tx.seats.add_former(table.id, (later,))
        await tx.seats.put(table.id, (SeatRow(0, 1, "x"),))
        assert await tx.seats.former(table.id) == (*gone, later)
        assert await tx.seats.former(other.id) == ()


async def test_tables_that_ended_long_ago_are_found_and_deleted_with_all_they_have(store: Store) -> None:
    later = NOW + timedelta(days=1)
    old = [await added(store, a_table(6, Status.ABANDONED, updated=when)) for when in (later, NOW, NOW)]
    await added(store, a_table(6, Status.FINISHED))
    await added(store)
    async with writing(store) as tx:
        assert await tx.tables.ended(Status.ABANDONED, later, 9) == (old[1], old[2])
        assert await tx.tables.ended(Status.ABANDONED, NOW, 9) == ()
        assert await tx.tables.ended(Status.ABANDONED, later, 1) == (old[1],)
        await tx.seats.put(old[1].id, (SeatRow(0, 1, "x"),))
        await tx.timers.put(Timer(old[1].id, "decisions", NOW))
        await tx.tables.delete(old[1].id)
        assert await tx.tables.get(old[1].id) is None
        assert await tx.seats.at(old[1].id) == ()
        assert await tx.timers.first(1) == ()


async def test_open_tables_are_counted_by_host_and_by_channel(store: Store) -> None:
    for channel, status in ((5, Status.LOBBY), (6, Status.PLAYING), (7, Status.FINISHED)):
        await added(store, a_table(channel, status))
    await added(store, a_table(8, host=3))
    async with reading(store) as tx:
        assert (await tx.tables.hosted_by(BIG), await tx.tables.hosted_by(3)) == (2, 1)
        assert await tx.tables.open_in((5, 7, 8, 9)) == 2
        assert await tx.tables.open_in(()) == 0


async def test_acts_come_back_newest_first_and_leave_after_a_while(store: Store) -> None:
    later = NOW + timedelta(days=1)
    acts = [AuditRow(NOW, "ended", 7, BIG, 3), AuditRow(later, "deleted", 7), AuditRow(later, "ended", 8)]
    async with writing(store) as tx:
        for act in acts:
            await tx.audit.add(act)
        assert await tx.audit.newest(7, 9) == (acts[1], acts[0])
        assert await tx.audit.newest(7, 1) == (acts[1],)
        await tx.audit.forget(later)
        assert await tx.audit.newest(7, 9) == (acts[1],)


async def test_the_log_keeps_moves_in_order(store: Store) -> None:
    row, other = await added(store), await added(store, a_table(6))
    rows = tuple(LogRow(n, n % 2, n // 2, b"{%d}" % n, n == 3, n == 2, NOW) for n in range(1, 5))
    async with writing(store) as tx:
        await tx.log.add(row.id, rows[:1])
        await tx.log.add(row.id, rows[1:])
        await tx.log.add(row.id, ())
        await tx.log.add(other.id, rows[:1])
        assert await tx.log.between(row.id, 0, 4) == rows
        assert await tx.log.between(row.id, 1, 3) == rows[1:3]
        assert await tx.log.milestones(row.id) == (2,)
        assert await tx.log.newest_of(row.id, 1) == rows[0]
        assert await tx.log.newest_of(row.id, 0) == rows[3]
        assert await tx.log.newest_of(row.id, 2) is None


async def test_the_log_keeps_what_was_taken_back_but_not_as_a_milestone(store: Store) -> None:
    """Versions 2 to 4 are milestones; 5 returns to 2, and 7 to 0."""
    row, other = await added(store), await added(store, a_table(6))
    moves = [LogRow(n, 0, n, b"{}", False, n in (2, 3, 4), NOW) for n in range(1, 5)]
    moves[3] = replace(moves[3], automatic=True, late=True)
    undo = LogRow(5, 1, 5, b"", False, False, NOW, back=2)
    async with writing(store) as tx:
        for table in (row, other):
            await tx.log.add(table.id, moves)
        await tx.log.add(row.id, (undo,))
        assert await tx.log.between(row.id, 0, 9) == (*moves, undo)
        assert await tx.log.newest_of(row.id, 1) == undo
        assert await tx.log.milestones(row.id) == (2,)
        assert await tx.log.milestones(other.id) == (2, 3, 4)
        after = (LogRow(6, 0, 6, b"{}", False, True, NOW), LogRow(7, 0, 7, b"", False, False, NOW, back=0))
        await tx.log.add(row.id, after[:1])
        assert await tx.log.milestones(row.id) == (2, 6)
        await tx.log.add(row.id, after[1:])
        assert await tx.log.milestones(row.id) == ()


async def test_a_version_is_logged_once(store: Store) -> None:
    row = await added(store)
    move = LogRow(1, 0, 0, b"{}", False, False, NOW)
    with pytest.raises(StoreError):
        async with writing(store) as tx:
            await tx.log.add(row.id, (move, move))
    async with reading(store) as tx:
        assert await tx.log.between(row.id, 0, 9) == ()


async def test_keys_are_accepted_once_and_forgotten_by_age(store: Store) -> None:
    row = await added(store)
    old, young = KeyRow("old", row.id, 1, NOW), KeyRow("young", row.id, 2, NOW + timedelta(days=1))
    async with writing(store) as tx:
        await tx.keys.add(old)
        await tx.keys.add(young)
        assert await tx.keys.get("old") == old
        await tx.keys.forget(NOW + timedelta(hours=1))
        assert await tx.keys.get("old") is None
        assert await tx.keys.get("young") == young
    with pytest.raises(StoreError):
        async with writing(store) as tx:
            await tx.keys.add(young)


async def test_notices_stand_in_order_until_they_are_done(store: Store) -> None:
    one, two = await added(store), await added(store, a_table(6))
    async with writing(store) as tx:
        await tx.notices.add([_note(two, NoticeKind.BOARD), _note(one, NoticeKind.PROMPT, 1)], NOW)
        await tx.notices.add([_note(one, NoticeKind.BOARD)], NOW)
        assert [table for table, _ in await tx.notices.all_open()] == [one.id, one.id, two.id]
        prompt, board = await tx.notices.open(one.id)
        assert (prompt.kind, prompt.seat, board.kind) == (NoticeKind.PROMPT, 1, NoticeKind.BOARD)
        await tx.notices.mark(prompt.id, NoticeState.SENDING, 2)
        assert await tx.notices.open(one.id) == (
            replace(prompt, state=NoticeState.SENDING, attempts=2),
            board,
        )
        await tx.notices.mark(prompt.id, NoticeState.DONE, 2)
        await tx.notices.mark(board.id, NoticeState.DROPPED, 0)
        assert [table for table, _ in await tx.notices.all_open()] == [two.id]
        assert (await tx.notices.get(board.id)) == replace(board, state=NoticeState.DROPPED)
        assert (await tx.notices.get(999)) is None


def _note(row: TableRow, kind: NoticeKind, seat: int | None = None) -> Notice:
    return Notice(0, row.id, kind, seat, 3)


async def test_only_pending_notices_of_their_kind_and_seat_are_superseded(store: Store) -> None:
    row = await added(store)
    kinds = [(NoticeKind.PROMPT, 0), (NoticeKind.PROMPT, 1), (NoticeKind.PROGRESS, None)]
    async with writing(store) as tx:
        await tx.notices.add([_note(row, kind, seat) for kind, seat in [*kinds, kinds[2]]], NOW)
        sending = (await tx.notices.open(row.id))[3]
        await tx.notices.mark(sending.id, NoticeState.SENDING, 1)
        await tx.notices.supersede(row.id, [(NoticeKind.PROMPT, 1), (NoticeKind.PROGRESS, None)])
        await tx.notices.supersede(row.id, [])
        left = await tx.notices.open(row.id)
        assert [(note.kind, note.seat) for note in left] == [kinds[0], kinds[2]]
        assert left[1].id == sending.id


async def test_only_closed_old_notices_are_forgotten(store: Store) -> None:
    row = await added(store)
    async with writing(store) as tx:
        await tx.notices.add([_note(row, NoticeKind.BOARD)] * 3, NOW)
        await tx.notices.add([_note(row, NoticeKind.BOARD)], NOW + timedelta(days=2))
        first, second, third, young = await tx.notices.open(row.id)
        for note, state in ((first, "done"), (second, "dropped"), (young, "done")):
            await tx.notices.mark(note.id, NoticeState(state), 1)
        await tx.notices.forget(NOW + timedelta(days=1))
        found = [await tx.notices.get(note.id) for note in (first, second, third, young)]
        assert [note is not None for note in found] == [False, False, True, True]


async def test_posts_are_kept_by_message(store: Store) -> None:
    row = await added(store)
    newer = Post(row.id, "board", None, 5, BIG, 4, 7)
    older = Post(row.id, "prompt", 2, 6, BIG - 1, 4)
    async with writing(store) as tx:
        for post in (newer, older, replace(newer, version=5)):
            await tx.posts.put(post)
        assert await tx.posts.at(row.id) == (older, replace(newer, version=5))
        await tx.posts.forget([BIG, 17])
        assert await tx.posts.at(row.id) == (older,)
        await tx.posts.forget([])


async def test_the_timer_that_falls_due_first_comes_first(store: Store) -> None:
    row = await added(store)
    async with writing(store) as tx:
        assert await tx.timers.first(1) == ()
        await tx.timers.put(Timer(0, "heartbeat", NOW))
        await tx.timers.put(Timer(row.id, "lobby", NOW + timedelta(days=7)))
        await tx.timers.put(Timer(0, "heartbeat", NOW + timedelta(days=9)))
        assert await tx.timers.first(1) == (Timer(row.id, "lobby", NOW + timedelta(days=7)),)
        await tx.timers.drop(row.id, "lobby")
        assert await tx.timers.first(1) == (Timer(0, "heartbeat", NOW + timedelta(days=9)),)


async def test_people_keep_their_wishes_when_they_are_met_again(store: Store) -> None:
    async with writing(store) as tx:
        assert await tx.people.get(BIG) is None
        await tx.people.remember(BIG, "Kim", "en")
        assert await tx.people.get(BIG) == PersonRow(BIG, "Kim", "en", dm=True, dm_closed=False)
        await tx.people.put(PersonRow(BIG, "Kim", "en", dm=False, dm_closed=True, settings=b"[]"))
        await tx.people.remember(BIG, "キム", "ja")
        assert await tx.people.get(BIG) == PersonRow(
            BIG, "キム", "ja", dm=False, dm_closed=True, settings=b"[]"
        )


async def test_the_newest_look_of_a_person_at_a_table_is_kept(store: Store) -> None:
    row, other = await added(store), await added(store, a_table(6))
    async with writing(store) as tx:
        assert await tx.looks.get(row.id, BIG) == 0
        for version in (4, 9, 5):
            await tx.looks.put(row.id, BIG, version)
        await tx.looks.put(row.id, 7, 2)
        assert [await tx.looks.get(row.id, user) for user in (BIG, 7, 8)] == [9, 2, 0]
        assert await tx.looks.get(other.id, BIG) == 0


async def test_watchers_are_kept_by_table_and_by_person_until_they_stop(store: Store) -> None:
    row, other = await added(store), await added(store, a_table(6))
    unsent, sent = Spectator(row.id, 7, 4), Spectator(row.id, BIG, 5, channel=BIG, message=BIG - 1)
    async with writing(store) as tx:
        for watcher in (unsent, sent, Spectator(other.id, 7, 0)):
            await tx.watchers.put(watcher)
        assert await tx.watchers.at(row.id) == (unsent, sent)
        assert [watcher.table for watcher in await tx.watchers.of(7)] == [other.id, row.id]
        changed = replace(unsent, version=6, channel=1, message=2)
        await tx.watchers.put(changed)
        await tx.watchers.remove(row.id, BIG)
        assert await tx.watchers.at(row.id) == (changed,)
        assert await tx.watchers.of(BIG) == ()


async def test_servers_and_the_house_keep_single_values(store: Store) -> None:
    async with writing(store) as tx:
        assert await tx.servers.settings(7) == b"{}"
        assert await tx.meta.get("commands") is None
        for settings, value in ((b'{"zone":"UTC"}', "old"), (b'{"tables":3}', "new")):
            await tx.servers.put_settings(7, settings)
            await tx.meta.put("commands", value)
        assert await tx.servers.settings(7) == b'{"tables":3}'
        assert await tx.meta.get("commands") == "new"


async def test_offers_are_had_by_their_number_until_they_are_forgotten(store: Store) -> None:
    old, new = Offer("six_nimmt", b'{"limit":66}', NOW), Offer("noria", b"{}", NOW + timedelta(days=1))
    async with writing(store) as tx:
        first, second = [await tx.offers.add(offer) for offer in (old, new)]
        assert [await tx.offers.get(number) for number in (first, second, 99)] == [old, new, None]
        await tx.offers.forget(new.at)
        assert [await tx.offers.get(number) for number in (first, second)] == [None, new]
        await tx.offers.forget(NOW + timedelta(days=2))
        assert await tx.offers.add(old) > second, "a number means the same for ever"


async def test_a_closed_store_says_so_and_may_be_closed_again(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.read(lambda tx: tx.meta.get("commands"))
    with pytest.raises(StoreError, match="closed"):
        await store.change(lambda tx: tx.meta.put("commands", "new"))


async def test_a_backup_holds_everything_and_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    await added(store)
    target = tmp_path / "backup.db"
    files.backup(store.path, target)
    size = target.stat().st_size
    assert size > 0
    with pytest.raises(StoreError, match="already"):
        files.backup(store.path, target)
    assert target.stat().st_size == size


async def test_motions_are_open_until_they_are_settled_and_removals_are_remembered(store: Store) -> None:
    row = await added(store)
    asked = Vote(
        table=row.id, kind=VoteKind.UNDO, by=BIG, by_name="アリス", version=3, agreed=(BIG, 7), until=NOW
    )
    removal = Vote(
        table=row.id, kind=VoteKind.KICK, by=1, by_name="x", person=BIG, name="y", seat=2, until=NOW
    )
    async with writing(store) as tx:
        first, second = await tx.motions.add(asked), await tx.motions.add(removal)
        assert await tx.motions.open(row.id) == (first, second)
        assert first == replace(asked, id=first.id)
        assert await tx.motions.newest_by(row.id, BIG) == first
        carried = replace(second, state=VoteState.CARRIED, closer="z", withdrawn=True)
        await tx.motions.put(carried)
        assert await tx.motions.open(row.id) == (first,)
        assert await tx.motions.get(second.id) == carried
        assert (await tx.motions.removed(row.id, BIG), await tx.motions.removed(row.id, 1)) == (True, False)
        again = await tx.motions.add(replace(removal, kind=VoteKind.INVITE, state=VoteState.CARRIED))
        declined = await tx.motions.add(replace(again, id=0, state=VoteState.DECLINED))
        assert not await tx.motions.removed(row.id, BIG)
        await tx.motions.forget(NOW)
        assert await tx.motions.get(again.id) is not None
        await tx.notices.add([Notice(0, row.id, NoticeKind.MOTION, None, declined.id)], NOW)
        await tx.motions.forget(NOW + timedelta(seconds=1))
        assert await tx.motions.get(declined.id) is not None
        (untold,) = await tx.notices.open(row.id)
        await tx.notices.mark(untold.id, NoticeState.DONE, 1)
        await tx.motions.forget(NOW + timedelta(seconds=1))
        found = [await tx.motions.get(one.id) for one in (first, second, again, declined)]
        assert found == [first, carried, again, None]
        assert not await tx.motions.removed(row.id, BIG)
        await tx.tables.put(replace(row, status=Status.FINISHED))
        await tx.motions.forget(NOW + timedelta(seconds=1))
        assert [await tx.motions.get(one.id) for one in (second, again)] == [None, None]


async def test_the_log_says_which_steps_were_taken_back_by_agreement(store: Store) -> None:
    row = await added(store)
    owed = timedelta(days=3, microseconds=7)
    back = LogRow(1, 0, 0, b"", automatic=False, milestone=False, at=NOW, back=0, agreed=True, owed=owed)
    async with writing(store) as tx:
        await tx.log.add(row.id, [back])
        assert await tx.log.between(row.id, 0, 1) == (back,)


HERE, ELSEWHERE = 7, 8


async def finished(
    store: Store,
    points: int = 0,
    *,
    setup: str = "a",
    guild: int = HERE,
    channel: int = 5,
    day: int = 0,
    lowest_wins: bool = False,
) -> Scored:
    """The result of a game for one, by the person of this number of points."""
    row = TableRow(
        game="alone",
        guild=guild,
        channel=channel,
        status=Status.FINISHED,
        host=1,
        options=b"{}",
        locale="en",
        created=NOW,
        updated=NOW,
    )
    sitter = SeatRow(0, 1000 + points, f"Person {points}")
    async with writing(store) as tx:
        table = await tx.tables.add(row)
        await tx.seats.put(table.id, [sitter])
        result = ResultRow(
            table=table.id,
            seat=0,
            game="alone",
            guild=guild,
            place=1,
            points=points,
            lowest_wins=lowest_wins,
            setup=setup,
            at=NOW + timedelta(days=day),
        )
        await tx.results.put(table.id, [result])
    return Scored(result, sitter)


async def test_results_come_back_in_seat_order_and_are_replaced_as_a_whole(store: Store) -> None:
    first = (await finished(store)).result
    second = replace(first, seat=1, place=2, points=-4, lowest_wins=True)
    async with writing(store) as tx:
        await tx.results.put(first.table, [second, first])
        assert await tx.results.at(first.table) == (first, second)
        await tx.results.put(first.table, [second])
        assert await tx.results.at(first.table) == (second,)
        assert await tx.results.at(first.table + 1) == ()


async def test_finished_tables_without_results_are_found_in_order(store: Store) -> None:
    tables = [(await finished(store)).result.table for _ in range(4)]
    async with writing(store) as tx:
        for table in tables[:3]:
            await tx.results.put(table, [])
        lobby = await tx.tables.get(tables[0])
        assert lobby is not None
        await tx.tables.put(replace(lobby, status=Status.ABANDONED))
        assert await tx.results.missing(0, 9) == tuple(tables[1:3])
        assert await tx.results.missing(0, 1) == (tables[1],)
        assert await tx.results.missing(tables[1], 9) == (tables[2],)


async def test_the_best_of_a_setup_come_first_and_of_equal_ones_the_earlier(store: Store) -> None:
    late = await finished(store, 20, day=3)
    best = await finished(store, 30, day=2)
    early = await finished(store, 20, day=1)
    await finished(store, 99, guild=ELSEWHERE)
    await finished(store, 98, setup="b")
    async with reading(store) as tx:
        assert await tx.results.of_setup(HERE, "alone", "a", 9) == (best, early, late)
        assert await tx.results.of_setup(HERE, "alone", "a", 1) == (best,)
        assert await tx.results.of_setup(HERE, "other", "a", 9) == ()


async def test_where_the_lowest_wins_fewer_points_are_better(store: Store) -> None:
    many = await finished(store, 20, lowest_wins=True)
    few = await finished(store, 10, lowest_wins=True)
    async with reading(store) as tx:
        assert await tx.results.of_setup(HERE, "alone", "a", 9) == (few, many)
        assert await tx.results.rank(few.result) == (1, 2)


async def test_a_rank_is_that_of_its_day_and_equal_points_share_it(store: Store) -> None:
    first = await finished(store, 10)
    equal = await finished(store, 10)
    better = await finished(store, 11, day=1)
    last = await finished(store, 9, day=2)
    await finished(store, 99, day=1, guild=ELSEWHERE)
    await finished(store, 98, day=1, setup="b")
    async with reading(store) as tx:
        ranks = [await tx.results.rank(each.result) for each in (first, equal, better, last)]
    assert ranks == [(1, 1), (1, 2), (1, 3), (4, 4)]


async def test_each_setup_has_its_best_and_the_one_played_last_comes_first(store: Store) -> None:
    best = await finished(store, 30, day=1)
    other = await finished(store, 99, setup="b", day=2)
    await finished(store, 20, day=3)
    await finished(store, 10, setup="")
    await finished(store, 98, setup="c", guild=ELSEWHERE)
    async with reading(store) as tx:
        found = await tx.results.setups(HERE, "alone", 9)
        assert [(each.best, each.games) for each in found] == [(best, 2), (other, 1)]
        assert await tx.results.setups(HERE, "alone", 1) == found[:1]


async def test_the_newest_result_of_a_channel_is_one_with_a_setup(store: Store) -> None:
    await finished(store, 1, day=1)
    newest = await finished(store, 2, day=2, setup="b")
    await finished(store, 3, day=3, setup="")
    await finished(store, 4, day=3, channel=6)
    async with reading(store) as tx:
        assert await tx.results.newest_in(5, "alone") == newest.result
        assert await tx.results.newest_in(5, "other") is None


async def test_who_sat_there_is_told_by_the_seats_alone(store: Store) -> None:
    """So a person who is to be forgotten is forgotten there."""
    scored = await finished(store, 5)
    nobody = replace(scored.sitter, user=None, name="")
    async with writing(store) as tx:
        await tx.seats.put(scored.result.table, [nobody])
        assert await tx.results.of_setup(HERE, "alone", "a", 9) == (Scored(scored.result, nobody),)


async def test_all_results_of_a_game_come_with_what_is_needed_to_count_them(store: Store) -> None:
    """Table by table as they ended; whoever has set nothing has the empty settings."""
    late = await finished_games.finished(store, [11, None], [3, 4], day=2, options=b'{"limit":30}')
    early = await finished_games.finished(store, [12, 11], [5, 5], day=1)
    await finished_games.finished(store, [11], [9], guild=ELSEWHERE)
    await finished_games.finished(store, [11], [9], game="noria")
    async with writing(store) as tx:
        await tx.people.put(PersonRow(11, "Kim", "en", settings=b'{"listed":false}'))
        found = await tx.results.finished(HERE, "six_nimmt")
        assert await tx.results.finished(HERE, "thurn_and_taxis") == ()
    assert [(row.result.table, row.result.seat, row.user, row.name) for row in found] == [
        (early, 0, 12, "Person 12"),
        (early, 1, 11, "Person 11"),
        (late, 0, 11, "Person 11"),
        (late, 1, None, "normal 1"),
    ]
    assert [row.settings for row in found] == [b"{}", b'{"listed":false}', b'{"listed":false}', b"{}"]
    assert [row.options for row in found] == [b"{}", b"{}", b'{"limit":30}', b'{"limit":30}']


async def test_the_diary_keeps_one_entry_of_each_person_and_no_empty_one(store: Store) -> None:
    table = await finished_games.finished(store, [11, 12], [3, 4])
    first, second = DiaryEntry(table, 12, 5, "Again!"), DiaryEntry(table, 11, line="犬も勝った")
    async with writing(store) as tx:
        for entry in (DiaryEntry(table, 12, 1, "Hm."), first, second):
            await tx.diary.put(entry)
        assert await tx.diary.at(table) == (second, first)
        await tx.diary.put(DiaryEntry(table, 11))
        assert await tx.diary.at(table) == (first,)
        assert await tx.diary.at(table + 1) == ()


async def test_past_games_are_those_of_a_server_or_of_a_person_there_newest_first(store: Store) -> None:
    early = await finished_games.finished(store, [11, 12], [3, 4], day=1)
    latest = await finished_games.finished(store, [12, None], [3, 4], day=3, game="noria")
    late = await finished_games.finished(store, [11, 13], [3, 4], day=2)
    await finished_games.finished(store, [11], [1], guild=ELSEWHERE)
    async with writing(store) as tx:
        row = await tx.tables.get(late)
        assert row is not None
        await tx.tables.put(replace(row, channel=6))
        await tx.tables.set_parent(6, 60)
    everything = (
        PastGame(latest, "noria", 5, None),
        PastGame(late, "six_nimmt", 6, 60),
        PastGame(early, "six_nimmt", 5, None),
    )
    async with reading(store) as tx:
        assert await tx.diary.games(HERE) == everything
        assert await tx.diary.games(HERE, 11) == everything[1:]
        assert await tx.diary.games(HERE, 14) == ()


ROW = MatchRequest(7, BIG, "Ann", 5, "ja", b'{"games":["noria"]}')
GATHERING = MatchGroup(0, 7, 5, "ja", "noria", (1, BIG), NOW)


async def test_a_wish_is_kept_for_each_person_and_server(store: Store) -> None:
    later = replace(ROW, guild=8, since=NOW, until=NOW + timedelta(microseconds=1))
    sooner = replace(later, user=3, since=NOW - timedelta(hours=1), until=None)
    async with writing(store) as tx:
        for row in (ROW, later, sooner):
            await tx.wanted.put(row)
    async with reading(store) as tx:
        assert await tx.wanted.get(7, BIG) == ROW
        assert await tx.wanted.get(8, BIG) == later
        assert await tx.wanted.get(7, 3) is None
        assert await tx.wanted.looking() == (sooner, later)


async def test_a_gathering_is_open_until_it_is_told_and_then_remembered(store: Store) -> None:
    async with writing(store) as tx:
        first = await tx.gatherings.add(GATHERING)
        second = await tx.gatherings.add(replace(GATHERING, guild=8, at=NOW + timedelta(days=1)))
        await tx.gatherings.mark(first, NoticeState.SENDING)
    async with reading(store) as tx:
        assert await tx.gatherings.get(first) == replace(GATHERING, id=first, state=NoticeState.SENDING)
        assert [one.id for one in await tx.gatherings.open()] == [first, second]
    async with writing(store) as tx:
        await tx.gatherings.mark(first, NoticeState.DONE)
        assert [one.id for one in await tx.gatherings.open()] == [second]
        assert [one.people for one in await tx.gatherings.of_guild(7)] == [(1, BIG)]
        await tx.gatherings.remove(second)
        assert await tx.gatherings.of_guild(8) == ()
        await tx.gatherings.forget(NOW)
        assert await tx.gatherings.get(first) is not None
        await tx.gatherings.forget(NOW + timedelta(microseconds=1))
        assert await tx.gatherings.get(first) is None


async def test_the_lobbies_of_a_server_come_newest_first(store: Store) -> None:
    old = await added(store, a_table(1, guild=7))
    for status in (Status.PLAYING, Status.FINISHED, Status.ABANDONED):
        await added(store, a_table(2, status, guild=7))
    await added(store, a_table(3, guild=8))
    new = await added(store, a_table(4, guild=7))
    other = await added(store, a_table(5, guild=7, game="noria", created=NOW + timedelta(days=1)))
    async with reading(store) as tx:
        assert await tx.tables.lobbies(7, 9) == (other, new, old)
        assert await tx.tables.lobbies(7, 2) == (other, new)
        assert await tx.tables.lobbies(7, 9, game="six_nimmt") == (new, old)
        assert await tx.tables.lobbies(7, 9, since=NOW + timedelta(hours=1)) == (other,)


async def test_the_channels_of_a_server_come_without_their_tables(store: Store) -> None:
    """First those that can't speak there, then the newest."""
    old = await added(store, a_table(1, guild=7))
    silent = await added(store, a_table(2, Status.PLAYING, guild=7, silent_since=NOW))
    await added(store, a_table(3, Status.FINISHED, guild=7))
    await added(store, a_table(4, guild=8))
    new = await added(store, a_table(5, Status.PLAYING, guild=7))
    async with reading(store) as tx:
        assert await tx.tables.channels_in(7) == ((silent.id, 2), (new.id, 5), (old.id, 1))


async def test_the_seats_of_several_tables_are_found_at_once(store: Store) -> None:
    one, other, empty = [await added(store, a_table(channel)) for channel in (1, 2, 3)]
    seats = (SeatRow(0, 7, "a"), SeatRow(1, None, "b", "hard"))
    async with writing(store) as tx:
        await tx.seats.put(one.id, seats)
        await tx.seats.put(other.id, seats[:1])
        found = await tx.seats.of([one.id, other.id, empty.id])
    assert found == {one.id: seats, other.id: seats[:1], empty.id: ()}
