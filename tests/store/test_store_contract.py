"""What every store must do, whatever database it speaks to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from units import reading, writing

from bot.store import Store, StoreError, files
from bot.store.records import (
    AuditRow,
    FormerSitter,
    KeyRow,
    LogRow,
    Motion,
    MotionKind,
    MotionState,
    Notice,
    NoticeKind,
    NoticeState,
    Offer,
    PersonRow,
    Post,
    SeatRow,
    Status,
    TableRow,
    Timer,
    Watcher,
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
    unsent, sent = Watcher(row.id, 7, 4), Watcher(row.id, BIG, 5, channel=BIG, message=BIG - 1)
    async with writing(store) as tx:
        for watcher in (unsent, sent, Watcher(other.id, 7, 0)):
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
    asked = Motion(
        table=row.id, kind=MotionKind.UNDO, by=BIG, by_name="アリス", version=3, agreed=(BIG, 7), until=NOW
    )
    removal = Motion(
        table=row.id, kind=MotionKind.KICK, by=1, by_name="x", person=BIG, name="y", seat=2, until=NOW
    )
    async with writing(store) as tx:
        first, second = await tx.motions.add(asked), await tx.motions.add(removal)
        assert await tx.motions.open(row.id) == (first, second)
        assert first == replace(asked, id=first.id)
        assert await tx.motions.newest_by(row.id, BIG) == first
        carried = replace(second, state=MotionState.CARRIED, closer="z", withdrawn=True)
        await tx.motions.put(carried)
        assert await tx.motions.open(row.id) == (first,)
        assert await tx.motions.get(second.id) == carried
        assert (await tx.motions.removed(row.id, BIG), await tx.motions.removed(row.id, 1)) == (True, False)
        again = await tx.motions.add(replace(removal, kind=MotionKind.INVITE, state=MotionState.CARRIED))
        declined = await tx.motions.add(replace(again, id=0, state=MotionState.DECLINED))
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
