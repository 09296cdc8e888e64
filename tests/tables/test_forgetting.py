"""Somebody is forgotten: nothing anywhere names them, and nobody else loses anything."""

from __future__ import annotations

import logging
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from finished_games import finished
from table_house import SHORT, House, naming, person
from units import reading, writing

from bot.games.contract import Refusal, Seat
from bot.store import files
from bot.store.errors import StoreError
from bot.store.records import Gathering, NoticeState
from bot.store.traces import Traces
from bot.tables.matchmaking import Wanted
from bot.tables.model import FORMER, DiaryEntry, Moment, Person, Post, Status, Table
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


async def table_with(house: House, channel: int, *people: Person) -> Table:
    """A lobby of these people, the first one as host."""
    host, *others = people
    table = await house.tables.lobby.open(
        "six_nimmt", SHORT, host, guild=GUILD, channel=channel, locale="en", key=house.key()
    )
    for other in others:
        table = await house.tables.lobby.join(table.id, other, key=house.key())
    return table


async def game_with(house: House, channel: int, *people: Person) -> Moment:
    """A game of these people that was just started."""
    table = await table_with(house, channel, *people)
    return (await house.tables.play.start(table.id, people[0], key=house.key())).moment


async def rich_life(house: House) -> dict[str, int]:
    """Zoe does all that can be done; the numbers of her tables by what became of them."""
    ann, ben = person(1), person(2)
    tables = house.tables
    over = await house.play_out(await game_with(house, 10, ZOE, ann, ben), random.Random(1))
    await tables.diary.write(
        over.table.id, ZOE.id, lambda entry: DiaryEntry(entry.table, entry.user, 5, "Ha!")
    )
    taken = await game_with(house, 11, ann, ben, ZOE)
    await tables.seats.leave(taken.table.id, ZOE, key=house.key())
    await tables.seats.take_seat(taken.table.id, person(3), Seat(2), key=house.key())
    stands_in = await game_with(house, 12, ann, ben, ZOE)
    await tables.seats.leave(stands_in.table.id, ZOE, key=house.key())
    await tables.computers.stand_in(stands_in.table.id, ann, Seat(2), "easy", naming, key=house.key())
    empty = await game_with(house, 13, ann, ben, ZOE)
    motion = await tables.votes.kick(empty.table.id, ann, ben.id, moderator=False, key=house.key())
    await tables.votes.answer(empty.table.id, motion.id, ZOE, yes=False, key=house.key())
    await tables.seats.leave(empty.table.id, ZOE, key=house.key())
    kicked = await game_with(house, 20, ann, ben, ZOE)
    await tables.votes.kick(kicked.table.id, ann, ZOE.id, moderator=True, key=house.key())
    replaced = await game_with(house, 21, ann, ben, ZOE)
    await tables.votes.kick(replaced.table.id, ann, ZOE.id, moderator=True, key=house.key())
    await tables.computers.stand_in(replaced.table.id, ann, Seat(2), "easy", naming, key=house.key())
    lobby = await table_with(house, 14, ZOE, ann)
    closes = await table_with(house, 15, ZOE)
    playing = await game_with(house, 16, ZOE, ann, ben)
    await tables.outbox.note_posts([Post(playing.table.id, "prompt", 0, BOX, 161, 0)])
    await tables.votes.kick(playing.table.id, ZOE, ben.id, moderator=False, key=house.key())
    await tables.deadlines.set_deadline(playing.table.id, ZOE, 24, key=house.key())
    alone = await game_with(house, 17, ZOE, ann)
    await tables.seats.leave(alone.table.id, ann, key=house.key())
    watched = await game_with(house, 18, ann, ben, person(3))
    await tables.seats.leave(watched.table.id, person(3), key=house.key())
    await tables.votes.invite(watched.table.id, ann, ZOE, key=house.key())
    watcher = await tables.spectators.watch(watched.table.id, ZOE.id)
    await tables.spectators.shown(replace(watcher, channel=BOX, message=181))
    ended = await game_with(house, 19, ann, ben)
    await tables.play.end(ended.table.id, ZOE, moderator=True, key=house.key())
    async with writing(house.store) as tx:
        await tx.looks.put(over.table.id, ZOE.id, over.version)
    await tables.matchmaking.choose(
        GUILD, ZOE, lambda _: Wanted(games=("six_nimmt",)), channel=20, locale="en"
    )
    await tables.matchmaking.look(GUILD, ZOE, channel=20, locale="en")
    async with writing(house.store) as tx:
        for state in (NoticeState.PENDING, NoticeState.DONE):
            called = Gathering(0, GUILD, 20, "en", "six_nimmt", (1, ZOE.id), house.time, state)
            await tx.gatherings.add(called)
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


async def names(house: House, table: int) -> list[str]:
    """Who sits at a table."""
    return [sitter.name for sitter in (await house.tables.queries.table(table)).sitters]


async def test_after_a_rich_life_nothing_names_who_was_forgotten(house: House) -> None:
    """Neither a row nor a byte of the file; a kind of rows that comes later has to be part of her life."""
    await rich_life(house)
    before = traces(house.path)
    assert empty(house.path) == OF_NOBODY
    assert {column.partition(".")[0] for column in before} >= owned(house.path)
    assert before >= {"seats.away", "tables.host", "posts.channel", "watchers.channel", "audit.actor"}
    assert before >= {f"motions.{name}" for name in ("proposer", "person", "name", "agreed", "closer")}
    gone = await house.tables.erasure.forget(ZOE.id, BOX)
    assert traces(house.path) == set()
    assert [(post.channel, post.message) for post in gone.letters] == [(BOX, 161)]
    assert [(watcher.channel, watcher.message) for watcher in gone.watched] == [(BOX, 181)]
    for file in house.path.parent.glob(f"{house.path.name}*"):
        assert ZOE.name.encode() not in file.read_bytes(), file.name


@pytest.mark.parametrize("yes", [False, True])
async def test_a_name_that_only_one_server_knew_is_forgotten_with_the_answer_given_there(
    house: House, yes: bool
) -> None:
    ann, ben = person(1), person(2)
    moment = await game_with(house, 10, ann, ben)
    await house.tables.seats.leave(moment.table.id, ben, key=house.key())
    here = Person(ZOE.id, "Zoe as she is called here", "ja")
    motion = await house.tables.votes.invite(moment.table.id, ann, here, key=house.key())
    renamed = Person(ZOE.id, "Zoe of today", "ja")
    answered = await house.tables.votes.answer(moment.table.id, motion.id, renamed, yes=yes, key=house.key())
    assert answered.closer == here.name
    await house.tables.erasure.forget(ZOE.id, BOX)
    async with reading(house.store) as tx:
        kept = await tx.motions.get(motion.id)
    assert kept is not None
    assert (kept.name, kept.closer) == (f"{FORMER}1", f"{FORMER}1")


async def test_tables_go_on_without_who_was_forgotten(house: House) -> None:
    tables = await rich_life(house)
    house.told.clear()
    await house.tables.erasure.forget(ZOE.id, BOX)
    assert await house.tables.matchmaking.gatherings() == ()
    assert tables["watched"] in house.told
    async with reading(house.store) as tx:
        assert [await tx.motions.open(table) for table in (tables["playing"], tables["watched"])] == [(), ()]
    assert {tables[name] for name in ("lobby", "closes", "playing", "alone")} <= set(house.told)
    found = {name: await house.tables.queries.table(number) for name, number in tables.items()}
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
    assert await names(house, tables["lobby"]) == ["Person 1"]
    assert await names(house, tables["taken"]) == ["Person 1", "Person 2", "Person 3"]
    assert await names(house, tables["stands_in"]) == ["Person 1", "Person 2", "easy 1"]
    assert (await house.tables.queries.table(tables["replaced"])).sitters[2].away_name == ""
    for name in ("empty", "kicked", "playing"):
        (left,) = found[name].absent
        assert (left.name, left.user, left.away, left.away_name) == (f"{FORMER}1", None, None, "")
    seat = found["playing"].absent[0].seat
    taken = await house.tables.seats.take_seat(tables["playing"], person(4), seat, key=house.key())
    assert taken.sitters[seat].name == "Person 4"
    moment = await house.tables.queries.now_at(tables["playing"])
    assert (await house.play_out(moment, random.Random(2))).table.status is Status.FINISHED


async def test_finished_games_can_still_be_read_and_verified(house: House) -> None:
    tables = await rich_life(house)
    over = tables["over"]
    before = verify(await house.tables.queries.transcript(over))
    await house.tables.erasure.forget(ZOE.id, BOX)
    assert await names(house, over) == [f"{FORMER}1", "Person 1", "Person 2"]
    after = verify(await house.tables.queries.transcript(over))
    assert after.ok
    assert after.transcript == before.transcript
    assert (await house.tables.queries.moment(tables["taken"], 0)).names == (
        "Person 1",
        "Person 2",
        f"{FORMER}1",
    )
    assert await house.tables.diary.written(over) == ()
    again = await house.tables.lobby.rematch(over, person(1), key=house.key())
    assert [sitter.user for sitter in again.sitters] == [1, 2]


async def test_two_of_one_game_can_be_told_apart_and_nobody_else_is_renamed(house: House) -> None:
    moment = await game_with(house, 10, person(1), ZOE, person(2))
    over = (await house.play_out(moment, random.Random(3))).table.id
    await house.tables.erasure.forget(ZOE.id, None)
    await house.tables.erasure.forget(2, None)
    assert await names(house, over) == ["Person 1", f"{FORMER}1", f"{FORMER}2"]


async def test_ratings_of_the_others_stay_and_the_leaderboard_names_nobody(house: House) -> None:
    for day in range(8):
        await finished(house.store, [1, ZOE.id, 2], [day % 5, 3, 4], day=day)
        await finished(house.store, [1, ZOE.id], [7, day], day=day, guild=8)
    before = {
        each.tally.user: each.rating for each in await house.tables.statistics.leaderboard(7, "six_nimmt")
    }
    assert ZOE.id in before
    there = await house.tables.statistics.records(8, 1)
    await house.tables.erasure.forget(ZOE.id, None)
    await house.tables.erasure.forget(2, None)
    after = {
        each.tally.user: each.rating for each in await house.tables.statistics.leaderboard(7, "six_nimmt")
    }
    assert after == {1: before[1]}
    assert await house.tables.statistics.records(8, 1) == there
    assert await house.tables.statistics.records(8, ZOE.id) == ()
    assert await house.tables.diary.past_games(7, ZOE.id) == ()
    with closing(sqlite3.connect(house.path)) as connection:
        numbers = connection.execute("SELECT DISTINCT user FROM seats WHERE user < 0").fetchall()
    assert len(numbers) == 3, "one for each person in each server"


async def test_whoever_is_not_known_can_be_forgotten_and_comes_back_as_a_stranger(house: House) -> None:
    await house.tables.erasure.forget(ZOE.id, None)
    tables = await rich_life(house)
    await house.tables.erasure.forget(ZOE.id, BOX)
    with pytest.raises(Refusal, match="seat_taken"):
        await house.tables.seats.take_seat(tables["stands_in"], ZOE, Seat(2), key=house.key())
    table = await table_with(house, 30, ZOE, person(5))
    assert table.host == ZOE.id
    assert (await house.tables.preferences.of(ZOE.id)) == PersonSettings()


async def test_if_the_database_fails_nothing_is_forgotten(house: House) -> None:
    await rich_life(house)
    before = house.dump()

    async def breaks(self: Traces, user: int) -> None:
        raise StoreError("no room left")

    with patch.object(Traces, "_replace", breaks), pytest.raises(StoreError):
        await house.tables.erasure.forget(ZOE.id, BOX)
    assert house.dump() == before


async def test_what_is_kept_is_counted_before_it_is_forgotten(house: House) -> None:
    await rich_life(house)
    kept = await house.tables.erasure.kept(ZOE.id)
    assert (kept.lobbies, kept.playing, kept.watched, kept.entries) == (2, 2, 1, 1)
    assert kept.past == 6
    await house.tables.erasure.forget(ZOE.id, BOX)
    kept = await house.tables.erasure.kept(ZOE.id)
    assert (kept.lobbies, kept.playing, kept.past, kept.watched, kept.entries) == (0,) * 5


async def test_an_act_is_remembered_without_who_was_forgotten(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await rich_life(house)
    assert [(row.act, row.actor) for row in await house.tables.audit.newest(GUILD)] == [
        ("ended", ZOE.id),
        ("deadline", ZOE.id),
        ("kicked", 1),
        ("kicked", 1),
    ]
    caplog.set_level(logging.INFO, "bot")
    await house.tables.erasure.forget(ZOE.id, BOX)
    assert [record.getMessage() for record in caplog.records if record.name == "bot.audit"] == [
        "forgotten: server None, by None, table None"
    ]
    assert [(row.act, row.actor) for row in await house.tables.audit.newest(GUILD)] == [
        ("ended", None),
        ("deadline", None),
        ("kicked", 1),
        ("kicked", 1),
    ]
    with closing(sqlite3.connect(house.path)) as connection:
        rows = connection.execute("SELECT guild, actor, table_id FROM audit WHERE act = 'forgotten'")
        assert rows.fetchall() == [(None, None, None)]


async def test_a_backup_is_made_while_somebody_is_forgotten(house: House, tmp_path: Path) -> None:
    """What was deleted leaves the file as soon as nobody reads there; nobody has to wait for that."""
    await rich_life(house)
    with closing(sqlite3.connect(house.path)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM seats").fetchone()
        await house.tables.erasure.forget(ZOE.id, BOX)
    copy = tmp_path / "copy.db"
    files.backup(house.path, copy)
    assert traces(copy) == set()
