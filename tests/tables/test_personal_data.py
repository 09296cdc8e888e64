"""What is stored about a person: export, erasure, and how long ended tables are kept."""

import json
import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from finished_games import NOW, finished
from table_world import CHANNEL, SHORT, World, never, person
from units import reading, writing

from bot.games.contract import Refusal, Seat
from bot.store import files
from bot.store.errors import StoreError
from bot.store.records import MatchGroup, NoticeState, TableRow, Timer, Wanted
from bot.store.traces import Traces
from bot.tables import personal_data
from bot.tables.clock import Clock, Keeping
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


Row = tuple[str, dict[str, Any]]


def rows_of(path: Path) -> list[Row]:
    """Every row of the database, with its table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return [(name, dict(row)) for (name,) in found for row in connection.execute(f"SELECT * FROM {name}")]


def traces(path: Path) -> set[str]:
    """Every column of every table of the schema that names Zoe, or leads to her."""
    wanted = (str(ZOE.id), str(BOX), ZOE.name)
    found: set[str] = set()
    for table, row in rows_of(path):
        for column, value in row.items():
            text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
            if any(trace in text for trace in wanted):
                found.add(f"{table}.{column}")
    return found


def schema(path: Path) -> dict[str, bool]:
    """The tables of the schema, and whether their rows can belong to a person."""
    with closing(sqlite3.connect(path)) as connection:
        return dict(
            connection.execute(
                "SELECT kind.name, max(part.name = 'user')"
                " FROM sqlite_master AS kind, pragma_table_info(kind.name) AS part"
                " WHERE kind.type = 'table' GROUP BY kind.name"
            ).fetchall()
        )


async def table_with(world: World, channel: int, *people: Person) -> Table:
    """A lobby of these people, the first one as host."""
    host, *others = people
    table = await world.tables.lobby.open(
        "six_nimmt", SHORT, host, guild=GUILD, channel=channel, locale="en", key=world.key()
    )
    for other in others:
        table = await world.join(table.id, other, key=world.key())
    return table


async def game_with(world: World, channel: int, *people: Person) -> Moment:
    """A game of these people that was just started."""
    table = await table_with(world, channel, *people)
    return (await world.tables.play.start(table.id, people[0], key=world.key())).moment


async def left_by_zoe(world: World, channel: int) -> int:
    """A game that she has left."""
    table = (await game_with(world, channel, person(1), person(2), ZOE)).table.id
    await world.leave(table, ZOE, key=world.key())
    return table


async def rich_life(world: World) -> dict[str, int]:
    """Zoe does all that can be done; the numbers of her tables by what became of them."""
    ann, ben = person(1), person(2)
    tables, found = world.tables, dict[str, int]()

    async def play(name: str, channel: int, *people: Person) -> int:
        found[name] = (await game_with(world, channel, *people)).table.id
        return found[name]

    over = await play("over", 10, ZOE, ann, ben)
    version = (await world.play_out(await world.now(over), 1)).version
    await tables.diary.write(over, ZOE.id, lambda entry: DiaryEntry(entry.table, entry.user, 5, "Ha!"))
    found["taken"] = await left_by_zoe(world, 11)
    await world.take_seat(found["taken"], 3, 2)
    found["stands_in"] = await left_by_zoe(world, 12)
    await world.stand_in(found["stands_in"], 1, 2)
    empty = await play("empty", 13, ann, ben, ZOE)
    vote = await tables.votes.kick(empty, ann, ben.id, moderator=False, key=world.key())
    await tables.votes.answer(empty, vote.id, ZOE, yes=False, key=world.key())
    await tables.lobby.leave(empty, ZOE, key=world.key())
    for name, channel in (("kicked", 20), ("replaced", 21)):
        table = await play(name, channel, ann, ben, ZOE)
        await tables.votes.kick(table, ann, ZOE.id, moderator=True, key=world.key())
    await world.stand_in(found["replaced"], 1, 2)
    found["lobby"] = (await table_with(world, 14, ZOE, ann)).id
    found["closes"] = (await table_with(world, 15, ZOE)).id
    playing = await play("playing", 16, ZOE, ann, ben)
    await tables.outbox.note_posts([Post(playing, "prompt", 0, BOX, 161, 0)])
    await tables.votes.kick(playing, ZOE, ben.id, moderator=False, key=world.key())
    await tables.deadlines.set_deadline(playing, ZOE, 24, key=world.key())
    await world.leave(await play("alone", 17, ZOE, ann), 1)
    watched = await play("watched", 18, ann, ben, person(3))
    await world.leave(watched, 3)
    await tables.votes.invite(watched, ann, ZOE, key=world.key())
    watcher = await tables.spectators.watch(watched, ZOE.id)
    await tables.spectators.shown(replace(watcher, channel=BOX, message=181))
    ended = (await game_with(world, 19, ann, ben)).table.id
    await tables.play.end(ended, ZOE, moderator=True, key=world.key())
    await world.store.change(lambda tx: tx.read_markers.put(over, ZOE.id, version))
    await tables.matchmaking.choose(
        GUILD, ZOE, lambda _: Wanted(games=("six_nimmt",)), channel=20, locale="en"
    )
    await tables.matchmaking.look(GUILD, ZOE, channel=20, locale="en")
    async with writing(world.store) as tx:
        for state in (NoticeState.PENDING, NoticeState.DONE):
            called = MatchGroup(0, GUILD, 20, "en", "six_nimmt", (1, ZOE.id), world.time, state)
            await tx.match_groups.add(called)
    await tables.preferences.change(ZOE.id, lambda _: PersonSettings(zone="Asia/Tokyo"))
    return found


async def names(world: World, table: int) -> list[str]:
    """Who sits at a table."""
    return [sitter.name for sitter in (await world.table(table)).sitters]


async def test_after_a_rich_life_nothing_names_who_was_forgotten(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a row nor a byte of the file; a kind of rows that comes later has to be part of her life. Where
    the database fails nothing is forgotten."""
    await rich_life(world)
    before = traces(world.file)
    kinds = schema(world.file)
    assert kinds.keys() - {table for table, _ in rows_of(world.file)} == OF_NOBODY
    assert {column.partition(".")[0] for column in before} >= {name for name, owned in kinds.items() if owned}
    assert before >= {"seats.away", "tables.host", "posts.channel", "watchers.channel", "audit.actor"}
    assert before >= {f"motions.{name}" for name in ("proposer", "person", "name", "agreed", "closer")}
    kept = await world.stored(ZOE.id)
    assert kept == {"lobbies": 2, "playing": 2, "watched": 1, "past": 6, "entries": 1}
    whole = world.dump()
    with patch.object(Traces, "_replace", side_effect=StoreError("no room left")), pytest.raises(StoreError):
        await world.erase(ZOE.id, BOX)
    assert world.dump() == whole
    caplog.set_level(logging.INFO, "bot")
    gone = await world.erase(ZOE.id, BOX)
    assert traces(world.file) == set()
    assert [(letter.channel, letter.message) for letter in gone] == [(BOX, 161), (BOX, 181)]
    kept = await world.stored(ZOE.id)
    assert not any(kept.values())
    assert [record.getMessage() for record in caplog.records if record.name == "bot.audit"] == [
        "forgotten: server None, by None, table None"
    ]
    acts = [(row.act, row.actor) for row in await world.acts(GUILD)]
    assert acts == [("ended", None), ("deadline", None), ("kicked", 1), ("kicked", 1)]
    for file in world.file.parent.glob(f"{world.file.name}*"):
        assert ZOE.name.encode() not in file.read_bytes(), file.name


async def test_a_backup_is_made_while_somebody_is_forgotten(world: World, tmp_path: Path) -> None:
    """What was deleted leaves the file as soon as nobody reads there; nobody has to wait for that."""
    await left_by_zoe(world, 10)
    with closing(sqlite3.connect(world.file)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM seats").fetchone()
        await world.erase(ZOE.id, BOX)
    copy = tmp_path / "copy.db"
    files.backup(world.file, copy)
    assert traces(copy) == set()


@pytest.mark.parametrize("yes", [False, True])
async def test_a_name_that_only_one_server_knew_is_forgotten_with_the_answer_given_there(
    world: World, yes: bool
) -> None:
    ann, ben = person(1), person(2)
    moment = await game_with(world, 10, ann, ben)
    await world.leave(moment.table.id, ben, key=world.key())
    here = Person(ZOE.id, "Zoe as she is called here", "ja")
    motion = await world.invite(moment.table.id, ann, here, key=world.key())
    renamed = Person(ZOE.id, "Zoe of today", "ja")
    answered = await world.answer(moment.table.id, motion.id, renamed, yes=yes, key=world.key())
    assert answered.closer == here.name
    await world.erase(ZOE.id, BOX)
    kept = await world.store.read(lambda tx: tx.votes.get(motion.id))
    assert kept is not None
    assert (kept.name, kept.closer) == (f"{FORMER}1", f"{FORMER}1")


async def test_tables_go_on_without_who_was_forgotten(world: World) -> None:
    tables = await rich_life(world)
    world.told.clear()
    await world.erase(ZOE.id, BOX)
    assert await world.gatherings() == ()
    assert tables["watched"] in world.told
    async with reading(world.store) as tx:
        assert [await tx.votes.open(table) for table in (tables["playing"], tables["watched"])] == [(), ()]
    assert {tables[name] for name in ("lobby", "closes", "playing", "alone")} <= set(world.told)
    found = {name: await world.table(number) for name, number in tables.items()}
    active = {name for name, table in found.items() if table.status.active}
    assert active == {"taken", "stands_in", "empty", "kicked", "replaced", "lobby", "playing", "watched"}
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
    assert (await world.play_out(moment, 2)).table.status is Status.FINISHED


async def test_finished_games_can_still_be_read_and_verified(world: World) -> None:
    tables = await rich_life(world)
    over = tables["over"]
    before = verify(await world.transcript(over))
    await world.erase(ZOE.id, BOX)
    assert await names(world, over) == [f"{FORMER}1", "Person 1", "Person 2"]
    after = verify(await world.transcript(over))
    assert after.ok
    assert after.transcript == before.transcript
    assert (await world.at(tables["taken"], 0)).names == ("Person 1", "Person 2", f"{FORMER}1")
    assert await world.written(over) == ()
    again = await world.rematch(over)
    assert [sitter.user for sitter in again.sitters] == [1, 2]


async def test_two_of_one_game_can_be_told_apart_and_nobody_else_is_renamed(world: World) -> None:
    moment = await game_with(world, 10, person(1), ZOE, person(2))
    over = (await world.play_out(moment, 3)).table.id
    await world.erase(ZOE.id, None)
    await world.erase(2, None)
    assert await names(world, over) == ["Person 1", f"{FORMER}1", f"{FORMER}2"]


async def test_ratings_of_the_others_stay_and_the_leaderboard_names_nobody(world: World) -> None:
    for day in range(8):
        await finished(world.store, [1, ZOE.id, 2], [day % 5, 3, 4], day=day)
        await finished(world.store, [1, ZOE.id], [7, day], day=day, guild=8)
    before = {each.tally.user: each.rating for each in await world.leaderboard(7, "six_nimmt")}
    assert ZOE.id in before
    there = await world.records(8, 1)
    await world.erase(ZOE.id, None)
    await world.erase(2, None)
    after = {each.tally.user: each.rating for each in await world.leaderboard(7, "six_nimmt")}
    assert after == {1: before[1]}
    assert await world.records(8, 1) == there
    assert await world.records(8, ZOE.id) == ()
    assert await world.past_games(7, ZOE.id) == ()
    with closing(sqlite3.connect(world.file)) as connection:
        numbers = connection.execute("SELECT DISTINCT user FROM seats WHERE user < 0").fetchall()
    assert len(numbers) == 3, "one for each person in each server"


async def test_whoever_is_not_known_can_be_forgotten_and_comes_back_as_a_stranger(world: World) -> None:
    await world.erase(ZOE.id, None)
    tables = await rich_life(world)
    await world.erase(ZOE.id, BOX)
    with pytest.raises(Refusal, match="seat_taken"):
        await world.take_seat(tables["stands_in"], ZOE, Seat(2), key=world.key())
    table = await table_with(world, 30, ZOE, person(5))
    assert table.host == ZOE.id
    assert (await world.tables.preferences.of(ZOE.id)) == PersonSettings()


ANN = person(1)


async def exported(world: World) -> dict[str, Any]:
    return json.loads(await world.export(ANN.id))


async def test_the_newest_games_come_first_as_far_as_there_is_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [(await world.play_out(await world.game(2), seed)).table.id for seed in (1, 2)]
    sizes = [len(await world.transcript(table)) for table in (first, second)]
    for room, inside in ((sum(sizes), [second, first]), (sizes[1], [second]), (0, [])):
        monkeypatch.setattr(personal_data, "EXPORTED", room)
        data = await exported(world)
        assert list(data["games"]) == [str(table) for table in inside]
        assert len(data["tables"]) == 2
        assert all(verify(json.dumps(game).encode()).ok for game in data["games"].values())
        assert sorted([*map(int, data["games"]), *data["left_out"]]) == [first, second]


async def test_a_game_that_is_gone_from_the_shelf_is_told_as_a_table_alone(world: World) -> None:
    over = (await world.play_out(await world.game(2), 3)).table.id
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
    await world.erase(ANN.id, None)
    assert not (await world.table(going)).status.active
    assert (await exported(world))["tables"] == []


async def test_what_somebody_proposed_agreed_to_and_did_for_others_is_in_it_without_the_others(
    world: World,
) -> None:
    cleo, zoe = person(3), Person(6, "Zoe", "en")
    table = (await world.game(5)).table.id
    removal = await world.kick(table, ANN, 4, moderator=False, key=world.key())
    await world.answer(table, removal.id, cleo, yes=True, key=world.key())
    await world.leave(table, 2)
    await world.invite(table, ANN, zoe, key=world.key())
    await world.end(table, 3, moderator=True)
    kept = {n: json.loads(await world.export(n))["kept"] for n in range(1, 7)}
    assert {
        number: [
            (vote["kind"], vote["proposed"], vote["asked"], vote["agreed"]) for vote in own.get("motions", ())
        ]
        for number, own in kept.items()
    } == {
        1: [("kick", 1, 0, 1), ("invite", 1, 0, 0)],
        2: [],
        3: [("kick", 0, 0, 1)],
        4: [("kick", 0, 1, 0)],
        5: [],
        6: [("invite", 0, 1, 0)],
    }
    acts = {number: [act["act"] for act in own.get("audit", ())] for number, own in kept.items()}
    assert acts == {1: [], 2: [], 3: ["ended"], 4: [], 5: [], 6: []}
    assert "Zoe" not in json.dumps(await exported(world))


async def test_the_seat_somebody_may_come_back_to_is_told(world: World) -> None:
    await world.game(2)
    await world.leave(1, 1)
    await world.stand_in(1, 2, 0)
    (own,) = (await exported(world))["tables"]
    assert ("seat" in own, own["left"]) == (False, 0)
    data = json.loads(await world.export(77))
    parts = ("person", "kept", "tables", "games", "left_out")
    assert [data[part] for part in parts] == [77, {}, [], {}, []]


def clock_of(world: World, keeping: Keeping) -> Clock:
    return Clock(world.store, world.tables, now=lambda: world.time, wait=never, keeping=keeping)


async def beat(world: World, keeping: Keeping) -> None:
    """The next heartbeat."""
    await world.store.change(lambda tx: tx.timers.put(Timer(0, "heartbeat", world.time)))
    await clock_of(world, keeping).run_due()
    world.time += HEARTBEAT


def filled(world: World) -> set[str]:
    """The tables of the schema that hold anything, but for what concerns no table of a game."""
    elsewhere = {"sqlite_sequence", "meta", "people", "audit", "timers"}
    return {name for name, _ in rows_of(world.file)} - elsewhere


async def test_a_table_goes_with_all_that_belongs_to_it(world: World) -> None:
    moment = await world.game()
    await world.leave(moment.table.id, 3)
    await world.watch(moment.table.id, 9)
    over = (await world.play_out(await world.now(moment.table.id), 4)).table
    await world.write(over.id, 1, lambda entry: DiaryEntry(entry.table, entry.user, 5))
    await world.looked(over, 2)
    lobby = await world.lobby(2)
    await world.end(lobby.id)
    world.later(days=89)
    await beat(world, Keeping(90, 90))
    assert len([await world.table(table) for table in (over.id, lobby.id)]) == 2
    world.later(days=1)
    await beat(world, Keeping(90, 90))
    assert filled(world) == set()
    await world.refuses("no_table", world.table(over.id))
    assert await world.table_in(CHANNEL) is None
    assert await world.past_games(7) == ()
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
    row = TableRow(
        game="six_nimmt",
        guild=7,
        channel=5,
        status=Status.ABANDONED,
        host=1,
        options=b"{}",
        locale="en",
        created=NOW,
        updated=NOW,
    )
    async with writing(world.store) as tx:
        for _ in range(many):
            await tx.tables.add(row)
    world.time = NOW + timedelta(days=91)
    left: list[int] = []
    for _ in range(4):
        await beat(world, Keeping())
        await world.restart()
        with closing(sqlite3.connect(world.file)) as connection:
            left += connection.execute("SELECT count(*) FROM tables").fetchone()
            noted = connection.execute("SELECT table_id FROM audit WHERE act = 'deleted'").fetchall()
        assert len(set(noted)) == len(noted) == many - left[-1]
    assert left == [many - DELETED, 1, 0, 0]
    world.time += AUDITED
    await beat(world, Keeping())
    assert await world.acts(7) == ()
