"""What is stored about a person: export, erasure, and how long ended tables are kept."""

from __future__ import annotations

import json
import logging
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from finished_games import NOW, finished
from table_world import CHANNEL, SHORT, World, naming, person, refuses
from units import reading, writing

from bot.games.contract import Refusal, Seat
from bot.store import files
from bot.store.errors import StoreError
from bot.store.records import MatchGroup, NoticeState, TableRow, Timer
from bot.store.traces import Traces
from bot.tables import personal_data
from bot.tables.clock import Clock, Keeping
from bot.tables.matchmaking import Wanted
from bot.tables.model import FORMER, DiaryEntry, Moment, Person, Post, Status, Table
from bot.tables.policy import AUDITED, DELETED, HEARTBEAT
from bot.tables.settings import PersonSettings
from bot.verify import verify

ZOE = Person(7_771_234_567, "Zoe Quux", "ja")
BOX = 8_881_234_567
"""The channel of her direct messages."""
GUILD = 7
OF_NOBODY = {"meta", "offers", "servers"}
"""Kinds of rows that have nothing to do with anybody; all others are part of her life."""


def traces(path: Path) -> set[str]:
    """Every column of every table of the schema that names Zoe, or leads to her."""
    wanted = (str(ZOE.id), str(BOX), ZOE.name)
    found: set[str] = set()
    with closing(sqlite3.connect(path)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = connection.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                    if any(trace in text for trace in wanted):
                        found.add(f"{table}.{column}")
    return found


def empty(path: Path) -> set[str]:
    """The tables of the schema without any row."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name for (name,) in rows if not connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()
        }


def owned(path: Path) -> set[str]:
    """The tables of the schema whose rows can belong to a person."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT kind.name FROM sqlite_master AS kind, pragma_table_info(kind.name) AS part"
            " WHERE kind.type = 'table' AND part.name = 'user'"
        )
        return {name for (name,) in rows}


async def table_with(world: World, channel: int, *people: Person) -> Table:
    """A lobby of these people, the first one as host."""
    host, *others = people
    table = await world.tables.lobby.open(
        "six_nimmt", SHORT, host, guild=GUILD, channel=channel, locale="en", key=world.key()
    )
    for other in others:
        table = await world.tables.lobby.join(table.id, other, key=world.key())
    return table


async def game_with(world: World, channel: int, *people: Person) -> Moment:
    """A game of these people that was just started."""
    table = await table_with(world, channel, *people)
    return (await world.tables.play.start(table.id, people[0], key=world.key())).moment


async def rich_life(world: World) -> dict[str, int]:
    """Zoe does all that can be done; the numbers of her tables by what became of them."""
    ann, ben = person(1), person(2)
    tables = world.tables
    over = await world.play_out(await game_with(world, 10, ZOE, ann, ben), random.Random(1))
    await tables.diary.write(
        over.table.id, ZOE.id, lambda entry: DiaryEntry(entry.table, entry.user, 5, "Ha!")
    )
    taken = await game_with(world, 11, ann, ben, ZOE)
    await tables.seats.leave(taken.table.id, ZOE, key=world.key())
    await tables.seats.take_seat(taken.table.id, person(3), Seat(2), key=world.key())
    stands_in = await game_with(world, 12, ann, ben, ZOE)
    await tables.seats.leave(stands_in.table.id, ZOE, key=world.key())
    await tables.computers.stand_in(stands_in.table.id, ann, Seat(2), "easy", naming, key=world.key())
    empty = await game_with(world, 13, ann, ben, ZOE)
    motion = await tables.votes.kick(empty.table.id, ann, ben.id, moderator=False, key=world.key())
    await tables.votes.answer(empty.table.id, motion.id, ZOE, yes=False, key=world.key())
    await tables.seats.leave(empty.table.id, ZOE, key=world.key())
    kicked = await game_with(world, 20, ann, ben, ZOE)
    await tables.votes.kick(kicked.table.id, ann, ZOE.id, moderator=True, key=world.key())
    replaced = await game_with(world, 21, ann, ben, ZOE)
    await tables.votes.kick(replaced.table.id, ann, ZOE.id, moderator=True, key=world.key())
    await tables.computers.stand_in(replaced.table.id, ann, Seat(2), "easy", naming, key=world.key())
    lobby = await table_with(world, 14, ZOE, ann)
    closes = await table_with(world, 15, ZOE)
    playing = await game_with(world, 16, ZOE, ann, ben)
    await tables.outbox.note_posts([Post(playing.table.id, "prompt", 0, BOX, 161, 0)])
    await tables.votes.kick(playing.table.id, ZOE, ben.id, moderator=False, key=world.key())
    await tables.deadlines.set_deadline(playing.table.id, ZOE, 24, key=world.key())
    alone = await game_with(world, 17, ZOE, ann)
    await tables.seats.leave(alone.table.id, ann, key=world.key())
    watched = await game_with(world, 18, ann, ben, person(3))
    await tables.seats.leave(watched.table.id, person(3), key=world.key())
    await tables.votes.invite(watched.table.id, ann, ZOE, key=world.key())
    watcher = await tables.spectators.watch(watched.table.id, ZOE.id)
    await tables.spectators.shown(replace(watcher, channel=BOX, message=181))
    ended = await game_with(world, 19, ann, ben)
    await tables.play.end(ended.table.id, ZOE, moderator=True, key=world.key())
    async with writing(world.store) as tx:
        await tx.read_markers.put(over.table.id, ZOE.id, over.version)
    await tables.matchmaking.choose(
        GUILD, ZOE, lambda _: Wanted(games=("six_nimmt",)), channel=20, locale="en"
    )
    await tables.matchmaking.look(GUILD, ZOE, channel=20, locale="en")
    async with writing(world.store) as tx:
        for state in (NoticeState.PENDING, NoticeState.DONE):
            called = MatchGroup(0, GUILD, 20, "en", "six_nimmt", (1, ZOE.id), world.time, state)
            await tx.match_groups.add(called)
    await tables.preferences.change(ZOE.id, lambda _: PersonSettings(zone="Asia/Tokyo"))
    names = {
        "over": over,
        "taken": taken,
        "stands_in": stands_in,
        "empty": empty,
        "kicked": kicked,
        "replaced": replaced,
        "playing": playing,
        "alone": alone,
        "watched": watched,
    }
    return {name: moment.table.id for name, moment in names.items()} | {
        "lobby": lobby.id,
        "closes": closes.id,
    }


async def names(world: World, table: int) -> list[str]:
    """Who sits at a table."""
    return [sitter.name for sitter in (await world.table(table)).sitters]


async def test_after_a_rich_life_nothing_names_who_was_forgotten(world: World) -> None:
    """Neither a row nor a byte of the file; a kind of rows that comes later has to be part of her life."""
    await rich_life(world)
    before = traces(world.path)
    assert empty(world.path) == OF_NOBODY
    assert {column.partition(".")[0] for column in before} >= owned(world.path)
    assert before >= {"seats.away", "tables.host", "posts.channel", "watchers.channel", "audit.actor"}
    assert before >= {f"motions.{name}" for name in ("proposer", "person", "name", "agreed", "closer")}
    gone = await world.tables.erasure.forget(ZOE.id, BOX)
    assert traces(world.path) == set()
    assert [(post.channel, post.message) for post in gone.letters] == [(BOX, 161)]
    assert [(watcher.channel, watcher.message) for watcher in gone.watched] == [(BOX, 181)]
    for file in world.path.parent.glob(f"{world.path.name}*"):
        assert ZOE.name.encode() not in file.read_bytes(), file.name


@pytest.mark.parametrize("yes", [False, True])
async def test_a_name_that_only_one_server_knew_is_forgotten_with_the_answer_given_there(
    world: World, yes: bool
) -> None:
    ann, ben = person(1), person(2)
    moment = await game_with(world, 10, ann, ben)
    await world.tables.seats.leave(moment.table.id, ben, key=world.key())
    here = Person(ZOE.id, "Zoe as she is called here", "ja")
    motion = await world.tables.votes.invite(moment.table.id, ann, here, key=world.key())
    renamed = Person(ZOE.id, "Zoe of today", "ja")
    answered = await world.tables.votes.answer(moment.table.id, motion.id, renamed, yes=yes, key=world.key())
    assert answered.closer == here.name
    await world.tables.erasure.forget(ZOE.id, BOX)
    async with reading(world.store) as tx:
        kept = await tx.votes.get(motion.id)
    assert kept is not None
    assert (kept.name, kept.closer) == (f"{FORMER}1", f"{FORMER}1")


async def test_tables_go_on_without_who_was_forgotten(world: World) -> None:
    tables = await rich_life(world)
    world.told.clear()
    await world.tables.erasure.forget(ZOE.id, BOX)
    assert await world.tables.matchmaking.gatherings() == ()
    assert tables["watched"] in world.told
    async with reading(world.store) as tx:
        assert [await tx.votes.open(table) for table in (tables["playing"], tables["watched"])] == [(), ()]
    assert {tables[name] for name in ("lobby", "closes", "playing", "alone")} <= set(world.told)
    found = {name: await world.table(number) for name, number in tables.items()}
    assert {name for name, table in found.items() if table.status.active} == {
        "taken",
        "stands_in",
        "empty",
        "kicked",
        "replaced",
        "lobby",
        "playing",
        "watched",
    }
    assert [found[name].host for name in ("lobby", "playing", "over", "alone")] == [1, 1, 0, 0]
    assert await names(world, tables["lobby"]) == ["Person 1"]
    assert await names(world, tables["taken"]) == ["Person 1", "Person 2", "Person 3"]
    assert await names(world, tables["stands_in"]) == ["Person 1", "Person 2", "easy 1"]
    assert (await world.table(tables["replaced"])).sitters[2].away_name == ""
    for name in ("empty", "kicked", "playing"):
        (left,) = found[name].absent
        assert (left.name, left.user, left.away, left.away_name) == (f"{FORMER}1", None, None, "")
    seat = found["playing"].absent[0].seat
    taken = await world.take_seat(tables["playing"], 4, seat)
    assert taken.sitters[seat].name == "Person 4"
    moment = await world.now(tables["playing"])
    assert (await world.play_out(moment, random.Random(2))).table.status is Status.FINISHED


async def test_finished_games_can_still_be_read_and_verified(world: World) -> None:
    tables = await rich_life(world)
    over = tables["over"]
    before = verify(await world.transcript(over))
    await world.tables.erasure.forget(ZOE.id, BOX)
    assert await names(world, over) == [f"{FORMER}1", "Person 1", "Person 2"]
    after = verify(await world.transcript(over))
    assert after.ok
    assert after.transcript == before.transcript
    assert (await world.at(tables["taken"], 0)).names == ("Person 1", "Person 2", f"{FORMER}1")
    assert await world.tables.diary.written(over) == ()
    again = await world.rematch(over)
    assert [sitter.user for sitter in again.sitters] == [1, 2]


async def test_two_of_one_game_can_be_told_apart_and_nobody_else_is_renamed(world: World) -> None:
    moment = await game_with(world, 10, person(1), ZOE, person(2))
    over = (await world.play_out(moment, random.Random(3))).table.id
    await world.tables.erasure.forget(ZOE.id, None)
    await world.tables.erasure.forget(2, None)
    assert await names(world, over) == ["Person 1", f"{FORMER}1", f"{FORMER}2"]


async def test_ratings_of_the_others_stay_and_the_leaderboard_names_nobody(world: World) -> None:
    for day in range(8):
        await finished(world.store, [1, ZOE.id, 2], [day % 5, 3, 4], day=day)
        await finished(world.store, [1, ZOE.id], [7, day], day=day, guild=8)
    before = {
        each.tally.user: each.rating for each in await world.tables.statistics.leaderboard(7, "six_nimmt")
    }
    assert ZOE.id in before
    there = await world.tables.statistics.records(8, 1)
    await world.tables.erasure.forget(ZOE.id, None)
    await world.tables.erasure.forget(2, None)
    after = {
        each.tally.user: each.rating for each in await world.tables.statistics.leaderboard(7, "six_nimmt")
    }
    assert after == {1: before[1]}
    assert await world.tables.statistics.records(8, 1) == there
    assert await world.tables.statistics.records(8, ZOE.id) == ()
    assert await world.tables.diary.past_games(7, ZOE.id) == ()
    with closing(sqlite3.connect(world.path)) as connection:
        numbers = connection.execute("SELECT DISTINCT user FROM seats WHERE user < 0").fetchall()
    assert len(numbers) == 3, "one for each person in each server"


async def test_whoever_is_not_known_can_be_forgotten_and_comes_back_as_a_stranger(world: World) -> None:
    await world.tables.erasure.forget(ZOE.id, None)
    tables = await rich_life(world)
    await world.tables.erasure.forget(ZOE.id, BOX)
    with pytest.raises(Refusal, match="seat_taken"):
        await world.tables.seats.take_seat(tables["stands_in"], ZOE, Seat(2), key=world.key())
    table = await table_with(world, 30, ZOE, person(5))
    assert table.host == ZOE.id
    assert (await world.tables.preferences.of(ZOE.id)) == PersonSettings()


async def test_if_the_database_fails_nothing_is_forgotten(world: World) -> None:
    await rich_life(world)
    before = world.dump()

    async def breaks(self: Traces, user: int) -> None:
        raise StoreError("no room left")

    with patch.object(Traces, "_replace", breaks), pytest.raises(StoreError):
        await world.tables.erasure.forget(ZOE.id, BOX)
    assert world.dump() == before


async def test_what_is_kept_is_counted_before_it_is_forgotten(world: World) -> None:
    await rich_life(world)
    kept = await world.tables.erasure.kept(ZOE.id)
    assert (kept.lobbies, kept.playing, kept.watched, kept.entries) == (2, 2, 1, 1)
    assert kept.past == 6
    await world.tables.erasure.forget(ZOE.id, BOX)
    kept = await world.tables.erasure.kept(ZOE.id)
    assert (kept.lobbies, kept.playing, kept.past, kept.watched, kept.entries) == (0,) * 5


async def test_an_act_is_remembered_without_who_was_forgotten(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await rich_life(world)
    assert [(row.act, row.actor) for row in await world.tables.audit.newest(GUILD)] == [
        ("ended", ZOE.id),
        ("deadline", ZOE.id),
        ("kicked", 1),
        ("kicked", 1),
    ]
    caplog.set_level(logging.INFO, "bot")
    await world.tables.erasure.forget(ZOE.id, BOX)
    assert [record.getMessage() for record in caplog.records if record.name == "bot.audit"] == [
        "forgotten: server None, by None, table None"
    ]
    assert [(row.act, row.actor) for row in await world.tables.audit.newest(GUILD)] == [
        ("ended", None),
        ("deadline", None),
        ("kicked", 1),
        ("kicked", 1),
    ]
    with closing(sqlite3.connect(world.path)) as connection:
        rows = connection.execute("SELECT guild, actor, table_id FROM audit WHERE act = 'forgotten'")
        assert rows.fetchall() == [(None, None, None)]


async def test_a_backup_is_made_while_somebody_is_forgotten(world: World, tmp_path: Path) -> None:
    """What was deleted leaves the file as soon as nobody reads there; nobody has to wait for that."""
    await rich_life(world)
    with closing(sqlite3.connect(world.path)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM seats").fetchone()
        await world.tables.erasure.forget(ZOE.id, BOX)
    copy = tmp_path / "copy.db"
    files.backup(world.path, copy)
    assert traces(copy) == set()


ANN = person(1)


async def exported(world: World) -> dict[str, Any]:
    return json.loads(await world.tables.export.file_of(ANN.id))


async def test_the_newest_games_come_first_as_far_as_there_is_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [
        (await world.play_out(await world.game(2), random.Random(seed))).table.id for seed in (1, 2)
    ]
    sizes = [len(await world.transcript(table)) for table in (first, second)]
    for room, inside in ((sum(sizes), [second, first]), (sizes[1], [second]), (0, [])):
        monkeypatch.setattr(personal_data, "EXPORTED", room)
        data = await exported(world)
        assert list(data["games"]) == [str(table) for table in inside]
        assert len(data["tables"]) == 2
        assert all(verify(json.dumps(game).encode()).ok for game in data["games"].values())
        assert sorted([*map(int, data["games"]), *data["left_out"]]) == [first, second]


async def test_a_game_that_is_gone_from_the_shelf_is_told_as_a_table_alone(world: World) -> None:
    over = (await world.play_out(await world.game(2), random.Random(3))).table.id
    going = (await world.game(3)).table.id
    async with writing(world.store) as tx:
        for table in (over, going):
            row = await tx.tables.get(table)
            assert row is not None
            await tx.tables.put(replace(row, game="no_such_game"))
    data = await exported(world)
    assert [(own["table"], own["game"], "view" in own) for own in data["tables"]] == [
        (going, "no_such_game", False),
        (over, "no_such_game", False),
    ]
    assert (data["games"], data["left_out"]) == ({}, [over])
    await world.tables.erasure.forget(ANN.id, None)
    assert not (await world.table(going)).status.active
    assert (await exported(world))["tables"] == []


async def test_what_somebody_proposed_and_did_for_others_is_in_it_without_the_others(world: World) -> None:
    ben, cleo, zoe = person(2), person(3), Person(4, "Zoe", "en")
    table = (await world.game(3)).table.id
    await world.tables.seats.leave(table, ben, key=world.key())
    asked = await world.tables.votes.invite(table, ANN, zoe, key=world.key())
    await world.tables.play.end(table, cleo, moderator=True, key=world.key())
    own, removed, invited = [
        json.loads(await world.tables.export.file_of(who.id)) for who in (ANN, cleo, zoe)
    ]
    (motion,) = own["kept"]["motions"]
    assert (motion["id"], motion["kind"]) == (asked.id, "invite")
    assert [motion[part] for part in ("proposed", "asked", "agreed")] == [1, 0, 0]
    assert [invited["kept"]["motions"][0][part] for part in ("proposed", "asked")] == [0, 1]
    assert [act["act"] for act in removed["kept"]["audit"]] == ["ended"]
    assert "audit" not in own["kept"]
    assert "Zoe" not in json.dumps(own)


async def test_of_a_motion_everybody_is_told_their_own_part(world: World) -> None:
    table = (await world.game(4)).table.id
    asked = await world.tables.votes.kick(table, ANN, 4, moderator=False, key=world.key())
    await world.tables.votes.answer(table, asked.id, person(3), yes=True, key=world.key())
    parts: list[list[int]] = []
    for number in (1, 3, 4):
        kept = json.loads(await world.tables.export.file_of(number))["kept"]
        parts += [[motion[part] for part in ("proposed", "asked", "agreed")] for motion in kept["motions"]]
    assert parts == [[1, 0, 1], [0, 0, 1], [0, 1, 0]]
    assert "motions" not in json.loads(await world.tables.export.file_of(2))["kept"]


async def test_the_seat_somebody_may_come_back_to_is_told(world: World) -> None:
    ben = person(2)
    table = (await world.game(2)).table.id
    await world.tables.seats.leave(table, ANN, key=world.key())
    await world.tables.computers.stand_in(table, ben, Seat(0), "easy", naming, key=world.key())
    (own,) = (await exported(world))["tables"]
    assert ("seat" in own, own["left"]) == (False, 0)


async def test_of_somebody_who_is_not_known_there_is_nothing(world: World) -> None:
    await world.game(2)
    data = json.loads(await world.tables.export.file_of(77))
    assert {key: data[key] for key in ("person", "kept", "tables", "games", "left_out")} == {
        "person": 77,
        "kept": {},
        "tables": [],
        "games": {},
        "left_out": [],
    }


async def never(awaitable: object, *, reason: str) -> None:
    """The tests look by themselves."""
    raise AssertionError(reason)


def clock_of(world: World, keeping: Keeping) -> Clock:
    return Clock(world.store, world.tables, now=lambda: world.time, wait=never, keeping=keeping)


async def beat(world: World, keeping: Keeping) -> None:
    """The next heartbeat."""
    async with writing(world.store) as tx:
        await tx.timers.put(Timer(0, "heartbeat", world.time))
    await clock_of(world, keeping).run_due()
    world.time += HEARTBEAT


def filled(world: World) -> set[str]:
    """The tables of the schema that hold anything, but for what concerns no table of a game."""
    with closing(sqlite3.connect(world.path)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        full = {name for name in names if connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()}
    return full - {"sqlite_sequence", "meta", "people", "audit", "timers"}


async def test_a_table_goes_with_all_that_belongs_to_it(world: World) -> None:
    moment = await world.game()
    await world.leave(moment.table.id, 3)
    await world.tables.spectators.watch(moment.table.id, 9)
    over = (await world.play_out(await world.now(moment.table.id), random.Random(4))).table
    await world.tables.diary.write(over.id, 1, lambda entry: DiaryEntry(entry.table, entry.user, 5))
    await world.tables.unread.looked(over, 2)
    lobby = await world.lobby(2)
    await world.end(lobby.id)
    world.later(days=89)
    await beat(world, Keeping(90, 90))
    assert len([await world.table(table) for table in (over.id, lobby.id)]) == 2
    world.later(days=1)
    await beat(world, Keeping(90, 90))
    assert filled(world) == set()
    await refuses("no_table", world.table(over.id))
    assert await world.tables.queries.table_in(CHANNEL) is None
    assert await world.tables.diary.past_games(7) == ()
    assert (await world.lobby()).id > lobby.id


async def test_what_is_under_way_or_to_be_kept_for_ever_stays(world: World) -> None:
    moment = await world.game()
    over = await finished(world.store, [1, 2], [3, 4])
    world.later(days=4000)
    for keeping in (Keeping(), Keeping(1, 0)):
        await beat(world, keeping)
        assert (await world.table(moment.table.id)).status is Status.PLAYING
        assert len(await world.tables.results.at(over)) == 2
    await beat(world, Keeping(0, 1))
    assert await world.tables.results.at(over) == ()


async def test_many_go_a_few_at_a_time_and_each_leaves_one_line(world: World) -> None:
    """Also over restarts."""
    many = 2 * DELETED + 1
    async with writing(world.store) as tx:
        for channel in range(many):
            row = TableRow(
                game="six_nimmt",
                guild=7,
                channel=channel,
                status=Status.ABANDONED,
                host=1,
                options=b"{}",
                locale="en",
                created=NOW,
                updated=NOW,
            )
            await tx.tables.add(row)
    world.time = NOW + timedelta(days=91)
    left: list[int] = []
    for _ in range(4):
        await beat(world, Keeping())
        await world.restart()
        with closing(sqlite3.connect(world.path)) as connection:
            left += connection.execute("SELECT count(*) FROM tables").fetchone()
            noted = connection.execute("SELECT table_id FROM audit WHERE act = 'deleted'").fetchall()
        assert len(set(noted)) == len(noted) == many - left[-1]
    assert left == [many - DELETED, 1, 0, 0]
    world.time += AUDITED
    await beat(world, Keeping())
    assert await world.tables.audit.newest(7) == ()
