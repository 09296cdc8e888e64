"""The contract of a store: what is put comes back, in its order, and guards hold where services err."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import finished_games
import pytest
from finished_games import ELSEWHERE, HERE, NOW
from units import reading, writing

from bot.store import Store, StoreError
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
    Pace,
    PersonRow,
    PlayedSetup,
    Post,
    Scored,
    SeatRow,
    Spectator,
    Status,
    TableRow,
    TableSettings,
    Thread,
    Timer,
    Vote,
    VoteKind,
    VoteState,
    Wanted,
)
from bot.store.remarks import Remark, RemarkKind
from bot.store.shelf import ShelfRow, Title

LATER = NOW + timedelta(days=1)
MOMENT = timedelta(microseconds=1)
BIG = 2**63 - 1
"""Discord's ids may fill 63 bits."""
MOVE = LogRow(1, 0, 0, b"{}", False, False, NOW)


def a_table(channel: int = 5, status: Status = Status.LOBBY, **changes: object) -> TableRow:
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
    return await store.change(lambda tx: tx.tables.add(row or a_table()))


def everything(row: TableRow) -> list[tuple[str, tuple[Any, ...], str, tuple[Any, ...], Any]]:
    """Of each repository what is put there, and what is found then: no field has its default."""
    table = row.id
    whole = replace(
        row,
        guild=BIG,
        status=Status.PLAYING,
        paused_since=NOW,
        silent_since=LATER,
        host=3,
        settings=TableSettings(hints=True),
        version=9,
        commitment="c" * 64,
        secret=bytes(range(32)),
        chance=b'{"seats":["person"]}',
        rules=2,
        shift=7,
        thread=Thread.FOREIGN,
        updated=NOW + MOMENT,
    )
    seats = (
        SeatRow(0, BIG, "アリス"),
        SeatRow(1, None, "Bob", "default", 4, BIG - 1, "ボブ", Pace(missed=7)),
    )
    former = (FormerSitter(1, 4, BIG, "ボブ", None), FormerSitter(1, 4, None, "ボブ", "default"))
    owed = timedelta(days=3, microseconds=7)
    moves = (
        LogRow(1, 0, 0, b"{1}", True, True, NOW, late=True, owed=owed),
        LogRow(2, 1, 1, b"", False, False, NOW, back=0, agreed=True),
    )
    post = Post(table, "board", 2, 5, BIG, 4, 7)
    spectator = Spectator(table, 7, 5, channel=BIG, message=BIG - 1)
    person = PersonRow(BIG, "キム", "ja", dm=False, dm_closed=True, settings=b"[]")
    wanted = MatchRequest(7, BIG, "Ann", 5, "ja", Wanted(games=("noria",)), NOW, NOW + MOMENT)
    group = MatchGroup(1, 7, 5, "ja", "noria", (1, BIG), NOW, NoticeState.SENDING)
    title = Title(0, 7, "山 !", "山", 2, 5, 90)
    marks = ShelfRow(7, BIG, "noria", own=True, interested=True, favourite=True, played=LATER)
    review = Remark(0, 7, "noria", BIG, RemarkKind.REVIEW, "山", LATER, 10)
    vote = Vote(
        id=1,
        table=table,
        kind=VoteKind.KICK,
        state=VoteState.DECLINED,
        by=BIG,
        by_name="アリス",
        person=8,
        name="y",
        seat=2,
        version=3,
        agreed=(BIG, 7),
        closer="z",
        withdrawn=True,
        until=NOW,
    )
    return [
        ("tables.put", (whole,), "tables.get", (table,), whole),
        ("tables.put_state", (table, 9, "新".encode()), "tables.state", (table,), "新".encode()),
        ("seats.put", (table, seats), "seats.of", ([table, table + 1],), {table: seats, table + 1: ()}),
        ("seats.add_former", (table, former), "seats.former", (table,), former),
        ("log.add", (table, moves), "log.between", (table, 0, 9), moves),
        ("keys.accept", (KeyRow("k", table, 2, NOW),), "keys.get", ("k",), KeyRow("k", table, 2, NOW)),
        ("posts.put", (post,), "posts.at", (table,), (post,)),
        ("spectators.put", (spectator,), "spectators.of", (7,), (spectator,)),
        ("timers.put", (Timer(table, "lobby", NOW),), "timers.first", (1,), (Timer(table, "lobby", NOW),)),
        ("people.put", (person,), "people.get", (BIG,), person),
        ("read_markers.put", (table, BIG, 4), "read_markers.get", (table, BIG), 4),
        ("servers.put_settings", (7, b'{"tables":3}'), "servers.settings", (7,), b'{"tables":3}'),
        ("meta.put", ("commands", "新"), "meta.get", ("commands",), "新"),
        ("offers.add", (Offer("noria", b"{1}", NOW),), "offers.get", (1,), Offer("noria", b"{1}", NOW)),
        (
            "diary.write",
            (DiaryEntry(table, 12, 5, "犬"),),
            "diary.at",
            (table,),
            (DiaryEntry(table, 12, 5, "犬"),),
        ),
        ("titles.add", (title,), "titles.named", (7, "山"), replace(title, id=1)),
        ("shelf.write", (marks,), "shelf.get", (7, BIG, "noria"), marks),
        ("remarks.add", (review,), "remarks.get", (1,), replace(review, id=1)),
        ("match_requests.put", (wanted,), "match_requests.get", (7, BIG), wanted),
        ("match_groups.add", (group,), "match_groups.get", (1,), group),
        ("votes.add", (vote,), "votes.get", (1,), vote),
        (
            "audit.add",
            (AuditRow(NOW, "ended", 7, BIG, 3),),
            "audit.newest",
            (7, 9),
            (AuditRow(NOW, "ended", 7, BIG, 3),),
        ),
    ]


async def test_every_record_comes_back_as_it_was_put(store: Store) -> None:
    """Numbers of 63 bits, texts of any script, bytes, and times to the microsecond."""
    row = await added(store)
    kept = everything(row)

    def named(tx: Any, name: str) -> Callable[..., Awaitable[Any]]:
        repository, _, method = name.partition(".")
        return getattr(getattr(tx, repository), method)

    async with writing(store) as tx:
        for put, what, *_ in kept:
            await named(tx, put)(*what)
    async with reading(store) as tx:
        for _, _, get, which, expected in kept:
            assert await named(tx, get)(*which) == expected, get
        assert await tx.tables.get(row.id + 1) is None


@pytest.mark.parametrize(
    "again",
    [
        lambda tx, row: tx.tables.add(a_table(status=Status.PLAYING)),
        lambda tx, row: tx.log.add(row.id, (replace(MOVE, version=2), MOVE)),
        lambda tx, row: tx.keys.accept(KeyRow("press", row.id, 2, NOW)),
    ],
    ids=["active table of a channel", "version", "interaction"],
)
async def test_there_is_one_of_its_kind_whatever_a_service_believes(
    store: Store, again: Callable[[Any, TableRow], Awaitable[Any]]
) -> None:
    row = await added(store)
    async with writing(store) as tx:
        await tx.log.add(row.id, (MOVE,))
        await tx.keys.accept(KeyRow("press", row.id, 1, NOW))
        with pytest.raises(StoreError):
            await again(tx, row)
        assert await tx.log.between(row.id, 0, 9) == (MOVE,)
        assert (await tx.tables.add(a_table(status=Status.ABANDONED))).id > row.id


async def test_the_active_table_of_a_channel_comes_before_the_newest(store: Store) -> None:
    active = await added(store)
    ended = [await added(store, a_table(6, Status.FINISHED, updated=when)) for when in (LATER, NOW)]
    await added(store, a_table(5, Status.ABANDONED, updated=LATER))
    async with reading(store) as tx:
        assert [await tx.tables.in_channel(channel) for channel in (5, 6, 7)] == [active, ended[0], None]


async def test_tables_that_ended_long_ago_are_found_oldest_first(store: Store) -> None:
    old = [await added(store, a_table(6, Status.ABANDONED, updated=when)) for when in (LATER, NOW, NOW)]
    await added(store, a_table(6, Status.FINISHED))
    await added(store)
    async with reading(store) as tx:
        assert await tx.tables.ended(Status.ABANDONED, LATER, 9) == (old[1], old[2])
        assert await tx.tables.ended(Status.ABANDONED, NOW, 9) == ()
        assert await tx.tables.ended(Status.ABANDONED, LATER, 1) == (old[1],)


async def test_open_tables_are_counted_by_host_and_by_channel(store: Store) -> None:
    for channel, status in ((5, Status.LOBBY), (6, Status.PLAYING), (7, Status.FINISHED)):
        await added(store, a_table(channel, status))
    await added(store, a_table(8, host=3))
    async with reading(store) as tx:
        assert (await tx.tables.hosted_by(BIG), await tx.tables.hosted_by(3)) == (2, 1)
        assert [await tx.tables.open_in(channels) for channels in ((5, 7, 8, 9), ())] == [2, 0]


async def test_lobbies_and_channels_of_a_server_come_newest_first(store: Store) -> None:
    """Among its channels those come first in which nothing can be posted."""
    old = await added(store, a_table(1, guild=7))
    barred = await added(store, a_table(2, Status.PLAYING, guild=7, silent_since=NOW))
    await added(store, a_table(3, Status.FINISHED, guild=7))
    await added(store, a_table(4, guild=8))
    new = await added(store, a_table(5, guild=7, game="noria", created=LATER))
    async with reading(store) as tx:
        assert await tx.tables.lobbies(7, 9) == (new, old)
        assert await tx.tables.lobbies(7, 1) == (new,)
        assert await tx.tables.lobbies(7, 9, game="six_nimmt") == (old,)
        assert await tx.tables.lobbies(7, 9, since=NOW + MOMENT) == (new,)
        assert await tx.tables.channels_in(7) == ((barred.id, 2), (new.id, 5), (old.id, 1))


def _note(row: TableRow, kind: NoticeKind, seat: int | None = None) -> Notice:
    return Notice(0, row.id, kind, seat, 3)


async def test_only_pending_notices_of_their_kind_and_seat_are_superseded(store: Store) -> None:
    row = await added(store)
    kinds = [(NoticeKind.PROMPT, 0), (NoticeKind.PROMPT, 1), (NoticeKind.PROGRESS, None)]
    async with writing(store) as tx:
        await tx.notices.write([_note(row, kind, seat) for kind, seat in [*kinds, kinds[2]]], NOW)
        sending = (await tx.notices.open(row.id))[3]
        await tx.notices.mark(sending.id, NoticeState.SENDING, 1)
        await tx.notices.supersede(row.id, [(NoticeKind.PROMPT, 1), (NoticeKind.PROGRESS, None)])
        left = await tx.notices.open(row.id)
        assert [(note.kind, note.seat) for note in left] == [kinds[0], kinds[2]]
        assert left[1] == replace(sending, state=NoticeState.SENDING, attempts=1)


async def test_only_what_is_old_and_over_is_forgotten(store: Store) -> None:
    row = await added(store)
    async with writing(store) as tx:
        await tx.notices.write([_note(row, NoticeKind.BOARD)] * 3, NOW)
        await tx.notices.write([_note(row, NoticeKind.BOARD)], LATER)
        done, dropped, pending, young = await tx.notices.open(row.id)
        for note, state in ((done, "done"), (dropped, "dropped"), (young, "done")):
            await tx.notices.mark(note.id, NoticeState(state), 1)
        offers = [await tx.offers.add(Offer("noria", b"{}", at)) for at in (NOW, LATER)]
        for act in ("ended", "deleted"):
            await tx.audit.add(AuditRow(NOW if act == "ended" else LATER, act, 7))
        called = MatchGroup(0, 7, 5, "ja", "noria", (1, BIG), NOW, NoticeState.DONE)
        groups = [await tx.match_groups.add(replace(called, at=at)) for at in (NOW, LATER)]
        for repository in (tx.notices, tx.offers, tx.audit, tx.match_groups):
            await repository.forget(NOW + MOMENT)
        notices = [await tx.notices.get(note.id) for note in (done, dropped, pending, young)]
        assert [note is not None for note in notices] == [False, False, True, True]
        assert [await tx.offers.get(offers[0]) is None, await tx.offers.get(offers[1]) is None] == [
            True,
            False,
        ]
        assert [act.act for act in await tx.audit.newest(7, 9)] == ["deleted"]
        assert [await tx.match_groups.get(group) is None for group in groups] == [True, False]
        await tx.offers.forget(LATER + MOMENT)
        assert await tx.offers.add(Offer("noria", b"{}", NOW)) > offers[1], "a number means the same for ever"


async def test_votes_are_forgotten_when_told_but_removals_not_before_the_game_is_over(store: Store) -> None:
    row = await added(store)
    removal = Vote(
        table=row.id,
        kind=VoteKind.KICK,
        state=VoteState.CARRIED,
        by=1,
        by_name="x",
        person=BIG,
        name="y",
        seat=2,
        until=NOW,
    )
    async with writing(store) as tx:
        kicked = await tx.votes.add(removal)
        back = await tx.votes.add(replace(removal, kind=VoteKind.INVITE))
        declined = await tx.votes.add(replace(removal, kind=VoteKind.INVITE, state=VoteState.DECLINED))
        going = await tx.votes.add(replace(removal, kind=VoteKind.UNDO, state=VoteState.OPEN))
        votes = (kicked, back, declined, going)

        async def left(until: datetime) -> list[bool]:
            await tx.votes.forget(until)
            return [await tx.votes.get(vote.id) is not None for vote in votes]

        assert await left(NOW) == [True] * 4
        await tx.notices.write([Notice(0, row.id, NoticeKind.MOTION, None, declined.id)], NOW)
        assert await left(NOW + MOMENT) == [True] * 4
        (untold,) = await tx.notices.open(row.id)
        await tx.notices.mark(untold.id, NoticeState.DONE, 1)
        assert await left(NOW + MOMENT) == [True, True, False, True]
        await tx.tables.put(replace(row, status=Status.FINISHED))
        assert await left(NOW + MOMENT) == [False, False, False, True]


async def test_people_keep_their_settings_when_they_are_met_again(store: Store) -> None:
    async with writing(store) as tx:
        await tx.people.remember(BIG, "Kim", "en")
        assert await tx.people.get(BIG) == PersonRow(BIG, "Kim", "en", dm=True, dm_closed=False)
        await tx.people.put(PersonRow(BIG, "Kim", "en", dm=False, dm_closed=True, settings=b"[]"))
        await tx.people.remember(BIG, "キム", "ja")
        assert await tx.people.get(BIG) == PersonRow(BIG, "キム", "ja", False, True, b"[]")


async def test_a_closed_store_says_so_and_may_be_closed_again(store: Store) -> None:
    await store.close()
    await store.close()
    for carry_out in (store.read, store.change):
        with pytest.raises(StoreError, match="closed"):
            await carry_out(lambda tx: tx.meta.get("commands"))


async def finished(store: Store, points: int = 0, **how: Any) -> Scored:
    """The result of a game for one, by the person of this number of points."""
    how = {"setup": "a", "lowest_wins": False, **how}
    table = await finished_games.finished(store, [1000 + points], [points], game="alone", **how)
    async with reading(store) as tx:
        return Scored((await tx.results.at(table))[0], (await tx.seats.at(table))[0])


async def test_results_come_back_in_seat_order_and_are_written_anew(store: Store) -> None:
    first = (await finished(store)).result
    second = replace(first, seat=1, place=2, points=-4, lowest_wins=True)
    async with writing(store) as tx:
        for rows in ([second, first], [replace(second, points=-5), replace(first, points=9)]):
            await tx.results.put(*rows)
            assert await tx.results.at(first.table) == tuple(reversed(rows))


async def test_finished_tables_without_results_are_found_in_order(store: Store) -> None:
    tables = [await finished_games.finished(store, [], points) for points in ([5], [], [])]
    await added(store, a_table(9, Status.ABANDONED))
    async with reading(store) as tx:
        assert await tx.results.missing(0, 9) == tuple(tables[1:])
        assert await tx.results.missing(0, 1) == (tables[1],)
        assert await tx.results.missing(tables[1], 9) == (tables[2],)


async def test_finished_tables_of_a_server_come_in_pages_and_those_of_a_person_at_once(store: Store) -> None:
    """Newest first; of those that ended together the one that was opened last."""
    days = [1, 3, 2, 3, 3]
    tables = [await finished_games.finished(store, [5, 6 + day], [1, 2], day=day) for day in days]
    await finished_games.finished(store, [5], [1], guild=ELSEWHERE)
    newest = [tables[at] for at in (4, 3, 1, 2, 0)]
    async with reading(store) as tx:
        first = await tx.diary.games(HERE, None, 2)
        second = await tx.diary.games(HERE, first[-1], 2)
        third = await tx.diary.games(HERE, second[-1], 2)
        assert [[one.table for one in page] for page in (first, second, third)] == [
            newest[:2],
            newest[2:4],
            newest[4:],
        ]
        assert await tx.diary.games(HERE, third[-1], 2) == ()
        assert [one.table for one in await tx.diary.games_of(HERE, 5)] == newest
        assert [one.table for one in await tx.diary.games_of(HERE, 9)] == newest[:3]


@pytest.mark.parametrize("lowest_wins", [False, True])
async def test_the_best_of_a_setup_come_first_and_of_equal_ones_the_earlier(
    store: Store, lowest_wins: bool
) -> None:
    sign = -1 if lowest_wins else 1
    late = await finished(store, 20 * sign, day=3, lowest_wins=lowest_wins)
    best = await finished(store, 30 * sign, day=2, lowest_wins=lowest_wins)
    early = await finished(store, 20 * sign, day=1, lowest_wins=lowest_wins)
    await finished(store, 99 * sign, guild=ELSEWHERE, lowest_wins=lowest_wins)
    await finished(store, 98 * sign, setup="b", lowest_wins=lowest_wins)
    async with reading(store) as tx:
        assert await tx.results.alike(late.result, 9) == (best, early, late)
        assert await tx.results.alike(late.result, 1) == (best,)
        assert await tx.results.alike(replace(late.result, game="other"), 9) == ()
        ranks = [await tx.results.rank(each.result) for each in (early, best, late)]
    assert ranks == [(1, 1), (1, 2), (2, 3)], "each of its day; equal points share the better one"


async def test_results_by_other_rules_are_not_compared(store: Store) -> None:
    """Of a setup the newest rules count where nobody says which; the newest game may have ended by others."""
    old = await finished(store, 40, day=1)
    new = await finished(store, 10, day=2, rules=2)
    newer = await finished(store, 20, day=3, rules=2)
    last = await finished(store, 30, day=4)
    async with reading(store) as tx:
        assert await tx.results.alike(last.result, 9) == (old, last)
        assert await tx.results.alike(new.result, 9) == (newer, new)
        assert [await tx.results.rank(each.result) for each in (newer, last)] == [(1, 2), (2, 2)]
        assert await tx.results.setups(HERE, "alone", 9) == (PlayedSetup(newer, 2),)
        assert await tx.results.newest_with(HERE, "alone", "a") == newer.result
        assert await tx.results.newest_with(HERE, "alone", "b") is None
        assert await tx.results.newest_in(5, "alone") == last.result


async def test_seats_are_read_as_they_are_rated_in_order_of_time_from_some_table_on(store: Store) -> None:
    """The games of all servers, but no other one; what is read ends anywhere."""
    late = await finished_games.finished(store, [1, None], [5, 9], day=2, levels=[None, "hard"])
    early = await finished_games.finished(store, [2, 3], [4, 4], day=1, guild=ELSEWHERE)
    same = await finished_games.finished(store, [4], [4], day=1)
    await finished(store, 7)
    async with writing(store) as tx:
        await tx.seats.add_former(late, [FormerSitter(1, 3, 9, "Kim", None)])
    async with reading(store) as tx:
        rows = await tx.results.rated("six_nimmt", NOW, 0, 9)
        found = [(row.table, row.guild, row.place, row.user, row.computer, row.taken_over) for row in rows]
        assert found == [
            (early, ELSEWHERE, 1, 2, None, False),
            (early, ELSEWHERE, 1, 3, None, False),
            (same, HERE, 1, 4, None, False),
            (late, HERE, 1, 1, None, False),
            (late, HERE, 2, None, "hard", True),
        ]
        at = NOW + timedelta(days=1)
        assert await tx.results.rated("six_nimmt", at, early, 9) == rows[2:]
        assert await tx.results.rated("six_nimmt", at, early, 2) == rows[2:4]


async def test_results_without_a_setup_are_compared_with_no_others(store: Store) -> None:
    played = await finished(store, 30, day=1)
    await finished(store, 99, setup="", day=2)
    async with reading(store) as tx:
        assert [each.best for each in await tx.results.setups(HERE, "alone", 9)] == [played]
        assert await tx.results.newest_in(5, "alone") == played.result


async def test_what_is_said_of_games_is_found_by_its_indexes(store: Store) -> None:
    """Each statement is watched for scans of a whole table."""
    async with writing(store) as tx:
        number = await tx.titles.add(Title(0, 7, "Go", "go"))
        await tx.shelf.write(ShelfRow(7, 1, "noria", own=True))
        await tx.shelf.write(ShelfRow(7, 1, "noria"))
        await tx.shelf.write(ShelfRow(7, 2, str(number), played=NOW))
        remark = Remark(0, 7, "noria", 1, RemarkKind.REVIEW, "x", NOW, 3)
        top = await tx.remarks.add(remark)
        reply = await tx.remarks.add(replace(remark, kind=RemarkKind.REPLY, grade=0, parent=top))
        for _ in range(2):
            await tx.remarks.thank(top, 2)
        for since in (None, NOW):
            await tx.shelf.note_played(since, 9)
    async with reading(store) as tx:
        assert [marks.row.user for marks in await tx.shelf.of_game(7, str(number))] == [2]
        assert [row.user for row in await tx.shelf.of_people(7, [1, 2])] == [2]
        assert await tx.shelf.of_people(7, []) == await tx.match_requests.of_people(7, [1]) == ()
        for best in (False, True):
            (found,) = await tx.remarks.of_game(7, "noria", RemarkKind.REVIEW, 9, best=best)
            assert (found.remark.id, found.thanks) == (top, 1)
        assert [each.remark.id for each in await tx.remarks.replies([top])] == [reply]
        assert await tx.remarks.grades(7, "noria") == ((3, b"{}"),)
        assert await tx.remarks.thanked(2, [top, reply]) == {top}
        assert await tx.remarks.count_of(7, 1) == 2
    async with writing(store) as tx:
        await tx.remarks.take_back(top, 2)
        (title,) = await tx.titles.of_guild(7)
        await tx.titles.remove(title)
        await tx.remarks.remove(top)
        assert await tx.remarks.written(reply) is None
