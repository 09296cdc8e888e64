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
from table_world import CHANNEL, SHORT, World
from units import reading, writing

from bot.store import files
from bot.store.circles import Circle
from bot.store.errors import StoreError
from bot.store.evenings import EventRow
from bot.store.records import MatchGroup, NoticeState, TableRow, Wanted
from bot.store.remarks import Remark, RemarkKind
from bot.store.shelf import Title
from bot.store.tournaments import Deal, PodRow
from bot.store.traces import Traces
from bot.tables import personal_data
from bot.tables.circles import Reader
from bot.tables.clock import Keeping
from bot.tables.model import FORMER, DiaryEntry, Person, Post, Status
from bot.tables.policy import AUDITED, DELETED
from bot.tables.settings import PersonSettings
from bot.tables.tournaments import Plan
from bot.tournaments.model import Rules
from bot.verify import verify

ANN, BEN, CLEO = 1, 2, 3
ZOE = Person(7_771_234_567, "Zoe Quux", "ja")
BOX = 8_881_234_567
"""The channel of her direct messages."""
GUILD = 7
OF_NOBODY = {"leases", "meta", "offers", "servers"}
"""Kinds of rows that have nothing to do with anybody; all others are part of her life."""


def rows(file: Path, question: str, *values: object) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(question, values)]


def schema(file: Path) -> dict[str, bool]:
    """The tables of the schema, and whether their rows can belong to a person."""
    found = rows(
        file,
        "SELECT kind.name AS name, max(part.name = 'user_id') AS owned"
        " FROM sqlite_master AS kind, pragma_table_info(kind.name) AS part"
        " WHERE kind.type = 'table' GROUP BY kind.name",
    )
    return {each["name"]: bool(each["owned"]) for each in found}


def filled(file: Path) -> set[str]:
    return {name for name in schema(file) if rows(file, f"SELECT 1 FROM {name} LIMIT 1")}


def traces(file: Path) -> set[str]:
    """Every column of every table of the schema that names Zoe, or leads to her."""
    wanted = (str(ZOE.id), str(BOX), ZOE.name)
    found: set[str] = set()
    for table in schema(file):
        for row in rows(file, f"SELECT * FROM {table}"):
            for column, value in row.items():
                text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                if any(trace in text for trace in wanted):
                    found.add(f"{table}.{column}")
    return found


async def rich_life(world: World) -> dict[str, int]:
    """Zoe does all that can be done; the numbers of her tables by what became of them."""
    found = dict[str, int]()

    async def play(name: str, *people: int | Person) -> int:
        found[name] = (await world.game(people, channel=10 + len(found))).table.id
        return found[name]

    await world.tables.puzzles.weekly.schedule(GUILD, channel=20, day=0, locale="en", by=ANN)
    await world.turn_puzzles()
    over = await play("over", ZOE, ANN, BEN)
    for user in (ZOE.id, ANN, BEN):
        await world.wish(user, puzzles=True)
    version = (await world.play_out(await world.now(over), 1)).version
    await world.deliver(over)
    await world.examine(over, ZOE.id)
    seats = [(sitter.seat, sitter.user) for sitter in (await world.table(over)).sitters]
    verdicts = [(action, seat, b'{"loss":0.5}') for action, (seat, _) in enumerate(seats)]
    assert await world.judged(over, 0, verdicts, None)
    await world.write(over, ZOE.id, lambda entry: DiaryEntry(entry.table, entry.user, 5, "Ha!"))
    await world.store.change(lambda tx: tx.read_markers.put(over, ZOE.id, version))
    for name in ("taken", "stands_in", "empty"):
        table = await play(name, ANN, BEN, ZOE)
        vote = await world.kick(table, ANN, BEN)
        await world.answer(table, vote.id, ZOE, yes=False)
        await world.leave(table, ZOE)
    await world.take_seat(found["taken"], CLEO, 2)
    for name in ("kicked", "replaced"):
        await world.kick(await play(name, ANN, BEN, ZOE), ANN, ZOE.id, moderator=True)
    for name in ("stands_in", "replaced"):
        await world.stand_in(found[name], ANN, 2)
    found["lobby"] = (await world.lobby((ZOE, ANN), channel=31)).id
    found["closes"] = (await world.lobby((ZOE,), channel=32)).id
    playing = await play("playing", ZOE, ANN, BEN)
    await world.note_posts([Post(playing, "prompt", 0, BOX, 161, 0)])
    await world.kick(playing, ZOE, BEN)
    await world.set_deadline(playing, ZOE, 24)
    await world.leave(await play("alone", ZOE, ANN), ANN)
    watched = await play("watched", ANN, BEN, CLEO)
    await world.leave(watched, CLEO)
    await world.invite(watched, ANN, ZOE)
    watcher = await world.watch(watched, ZOE.id)
    await world.shown(replace(watcher, channel=BOX, message=181))
    await world.end((await world.game(2, channel=33)).table.id, ZOE, moderator=True)
    here = {"channel": 20, "locale": "en"}
    await world.tables.matchmaking.choose(GUILD, ZOE, lambda _: Wanted(games=("six_nimmt",)), **here)
    await world.look(GUILD, ZOE, **here)
    async with writing(world.store) as tx:
        for state in (NoticeState.PENDING, NoticeState.DONE):
            called = MatchGroup(0, GUILD, 20, "en", "six_nimmt", (ANN, ZOE.id), world.time, state)
            await tx.match_groups.add(called)
    plan = Plan(title="Cup", game="six_nimmt", options=SHORT, rules=Rules("swiss", 2, 4), low=4, high=8)
    cup = await world.tables.tournaments.found(plan, ZOE, guild=GUILD, channel=20, locale="en", key="cup")
    await world.tables.tournaments.sign_up(cup, ZOE)
    pod = PodRow(tournament=cup, round=1, pod=0, box=0, lines=(0, 1))
    deal = Deal(tournament=cup, round=1, deal=0, options=b"{}", secret=b"", commitment="")
    await world.store.change(lambda tx: tx.pods.put(pod))
    await world.store.change(lambda tx: tx.deals.put(deal))
    await world.tables.challenges.weekly.schedule(GUILD, channel=20, day=0, locale="en", by=ANN)
    await world.turn_over()
    await world.take(1, ZOE, channel=34, reserved=900)
    when, evenings = world.time + timedelta(days=1), world.tables.evenings
    invited = {"starts": when, "games": ("six_nimmt",), "text": f"{ZOE.name} brings cake", "key": "evening"}
    await evenings.call(ZOE, guild=GUILD, **here, **invited)
    await evenings.put_event(EventRow("evening", 1, 0, GUILD, 601))
    await world.wish(ZOE.id, zone="Asia/Tokyo")
    await world.tables.courses.begin(ZOE.id, "six_nimmt", 1)
    await world.solve(1, ZOE.id, choice=0)
    await world.name_title(ZOE.id, Title(0, GUILD, f"The game of {ZOE.name}", "thegameofzoequux"))
    review = Remark(0, GUILD, "six_nimmt", ZOE.id, RemarkKind.REVIEW, f"By {ZOE.name}", world.time, 9)
    await world.tables.reviews.reply(GUILD, ANN, await world.post(review), "Me too")
    note = await world.post(replace(review, user=ANN, kind=RemarkKind.RULES, body="?", grade=0))
    await world.tables.reviews.reply(GUILD, ZOE.id, note, ZOE.name)
    await world.tables.reviews.thank(GUILD, ZOE.id, note, given=True)
    own = Circle(0, GUILD, f"Friends of {ZOE.name}", "friendsofzoequux", ZOE.name, public=False)
    await world.found_circle(own, ZOE)
    theirs = await world.found_circle(replace(own, name="Owls", folded="owls", about=""), Person(ANN, "Ann"))
    await world.invite_to_circle(GUILD, theirs, Reader(ANN), ZOE)
    await world.found_circle(replace(own, name="Cats", folded="cats", about=""), Person(ANN, "Ann"))
    await world.invite_to_circle(GUILD, theirs + 1, Reader(ANN), ZOE)
    await world.join_circle(GUILD, theirs + 1, ZOE)
    return found


async def names(world: World, table: int) -> list[str]:
    return [sitter.name for sitter in (await world.table(table)).sitters]


async def test_nothing_names_who_was_forgotten(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Neither a row nor a byte of the file; a kind of rows that comes later has to be part of her life. Where
    the database fails nothing is forgotten."""
    await rich_life(world)
    before, kinds = traces(world.file), schema(world.file)
    assert kinds.keys() - filled(world.file) == OF_NOBODY
    assert {column.partition(".")[0] for column in before} >= {name for name, owned in kinds.items() if owned}
    assert before >= {"seats.away", "tables.host", "posts.channel", "watchers.channel", "audit.actor"}
    assert "audit.target" in before
    assert [act["act"] for act in (await exported(world, ZOE.id))["kept"]["audit"]].count("kicked") == 2
    assert before >= {f"motions.{name}" for name in ("proposer", "person", "name", "agreed", "closer")}
    kept = await world.stored(ZOE.id)
    assert kept == {
        "lobbies": 2,
        "playing": 3,
        "watched": 1,
        "past": 6,
        "entries": 1,
        "shelved": 1,
        "remarks": 2,
        "circles": 2,
    }
    broken = patch.object(Traces, "_replace", side_effect=StoreError("no room left"))
    with world.unchanged(), broken, pytest.raises(StoreError):
        await world.erase(ZOE.id, BOX)
    caplog.set_level(logging.INFO, "bot")
    gone = await world.erase(ZOE.id, BOX)
    assert traces(world.file) == set()
    assert [(letter.channel, letter.message) for letter in gone] == [(BOX, 161), (BOX, 181)]
    assert not any((await world.stored(ZOE.id)).values())
    assert [record.getMessage() for record in caplog.records if record.name == "bot.audit"] == [
        "forgotten: server None, by None, table None"
    ]
    acts = [(row.act, row.actor) for row in await world.acts(GUILD)]
    assert acts == [
        ("server", ANN),
        ("ended", None),
        ("deadline", None),
        ("kicked", ANN),
        ("kicked", ANN),
        ("server", ANN),
    ]
    for file in world.file.parent.glob(f"{world.file.name}*"):
        assert ZOE.name.encode() not in file.read_bytes(), file.name


async def test_a_backup_is_made_while_somebody_is_forgotten(world: World, tmp_path: Path) -> None:
    """What was deleted leaves the file as soon as nobody reads there; nobody has to wait for that."""
    await world.game((ANN, BEN, ZOE))
    await world.leave(1, ZOE)
    with closing(sqlite3.connect(world.file)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM seats").fetchone()
        await world.erase(ZOE.id, BOX)
    copy = tmp_path / "copy.db"
    files.backup(world.file, copy)
    assert traces(copy) == set()


@pytest.mark.parametrize("yes", [False, True])
async def test_a_name_one_server_knew_is_forgotten_with_the_answer_there(world: World, yes: bool) -> None:
    await world.game(2)
    await world.leave(1, BEN)
    here, today = replace(ZOE, name="Zoe as she is called here"), replace(ZOE, name="Zoe of today")
    motion = await world.invite(1, ANN, here)
    assert (await world.answer(1, motion.id, today, yes=yes)).closer == here.name
    await world.erase(ZOE.id, BOX)
    kept = await world.store.read(lambda tx: tx.votes.get(motion.id))
    assert (kept.name, kept.closer) == (f"{FORMER}1", f"{FORMER}1")


async def test_tables_go_on_without_who_was_forgotten(world: World) -> None:
    tables = await rich_life(world)
    world.told.clear()
    await world.erase(ZOE.id, BOX)
    assert await world.gatherings() == ()
    async with reading(world.store) as tx:
        assert [await tx.votes.open(tables[name]) for name in ("playing", "watched")] == [(), ()]
    told = {name for name, table in tables.items() if table in world.told}
    assert told >= {"watched", "lobby", "closes", "playing", "alone"}
    found = {name: await world.table(number) for name, number in tables.items()}
    active = {name for name, table in found.items() if table.status.active}
    assert active == {"taken", "stands_in", "empty", "kicked", "replaced", "lobby", "playing", "watched"}
    assert [found[name].host for name in ("lobby", "playing", "over", "alone")] == [ANN, ANN, 0, 0]
    assert await names(world, tables["lobby"]) == ["Person 1"]
    assert await names(world, tables["taken"]) == ["Person 1", "Person 2", "Person 3"]
    assert await names(world, tables["stands_in"]) == ["Person 1", "Person 2", "easy 1"]
    assert found["replaced"].sitters[2].away_name == ""
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
    assert [sitter.user for sitter in again.sitters] == [ANN, BEN]


async def test_two_of_one_game_can_be_told_apart_and_nobody_else_is_renamed(world: World) -> None:
    await world.play_out(await world.game((ANN, ZOE, BEN)), 3)
    for user in (ZOE.id, BEN):
        await world.erase(user, None)
    assert await names(world, 1) == ["Person 1", f"{FORMER}1", f"{FORMER}2"]


async def test_ratings_of_the_others_stay_and_the_leaderboard_names_nobody(world: World) -> None:
    for day in range(8):
        await finished(world.store, [ANN, ZOE.id, BEN], [day % 5, 3, 4], day=day)
        await finished(world.store, [ANN, ZOE.id], [7, day], day=day, guild=8)

    async def board() -> dict[int, object]:
        return {each.tally.user: each.rating for each in await world.leaderboard(7, "six_nimmt")}

    before, there = await board(), await world.records(8, ANN)
    assert ZOE.id in before
    for user in (ZOE.id, BEN):
        await world.erase(user, None)
    assert await board() == {ANN: before[ANN]}
    assert await world.records(8, ANN) == there
    assert await world.records(8, ZOE.id) == await world.past_games(7, ZOE.id) == ()
    numbers = rows(world.file, "SELECT DISTINCT user_id FROM seats WHERE user_id < 0")
    assert len(numbers) == 3, "one for each person in each server"


async def test_whoever_is_not_known_can_be_forgotten_and_comes_back_as_a_stranger(world: World) -> None:
    await world.erase(ZOE.id, None)
    tables = await rich_life(world)
    await world.erase(ZOE.id, BOX)
    await world.refuses("seat_taken", world.take_seat(tables["stands_in"], ZOE, 2))
    assert (await world.lobby((ZOE, 5), channel=30)).host == ZOE.id
    assert (await world.tables.preferences.of(ZOE.id)) == PersonSettings()


# Export ---------------------------------------------------------------------------------------------


async def exported(world: World, user: int = ANN) -> dict[str, Any]:
    return json.loads(await world.export(user))


async def test_the_newest_games_that_have_room_are_in(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2):
        await world.play_out(await world.game(2), seed)
    first, second = [len(await world.transcript(table)) for table in (1, 2)]
    for room, inside in ((first + second, [2, 1]), (second, [2]), (0, [])):
        monkeypatch.setattr(personal_data, "EXPORTED", room)
        data = await exported(world)
        assert list(data["games"]) == [str(table) for table in inside]
        assert len(data["tables"]) == 2
        assert all(verify(json.dumps(game).encode()).ok for game in data["games"].values())
        assert sorted([*map(int, data["games"]), *data["left_out"]]) == [1, 2]


async def test_a_game_that_is_gone_from_the_shelf_is_told_as_a_table_alone(world: World) -> None:
    over = (await world.play_out(await world.game(2), 3)).table.id
    going = (await world.game(3)).table.id
    async with writing(world.store) as tx:
        for table in (over, going):
            row = await tx.tables.get(table)
            await tx.tables.put(replace(row, game="no_such_game"))
    data = await exported(world)
    told = [(own["table"], own["game"], "view" in own) for own in data["tables"]]
    assert told == [(going, "no_such_game", False), (over, "no_such_game", False)]
    assert (data["games"], data["left_out"]) == ({}, [over])
    await world.erase(ANN, None)
    assert not (await world.table(going)).status.active
    assert (await exported(world))["tables"] == []


async def test_what_somebody_proposed_agreed_to_and_did_is_in_it_without_the_others(world: World) -> None:
    await world.game(5)
    removal = await world.kick(1, ANN, 4)
    await world.answer(1, removal.id, CLEO, yes=True)
    await world.leave(1, BEN)
    await world.invite(1, ANN, Person(6, "Zoe", "en"))
    await world.end(1, CLEO, moderator=True)
    parts = ("kind", "proposed", "asked", "agreed")
    for user, motions, acts in (
        (1, [("kick", 1, 0, 1), ("invite", 1, 0, 0)], []),
        (2, [], []),
        (3, [("kick", 0, 0, 1)], ["ended"]),
        (4, [("kick", 0, 1, 0)], []),
        (5, [], []),
        (6, [("invite", 0, 1, 0)], []),
    ):
        kept = (await exported(world, user))["kept"]
        assert [tuple(vote[part] for part in parts) for vote in kept.get("motions", ())] == motions
        assert [act["act"] for act in kept.get("audit", ())] == acts
    assert "Zoe" not in json.dumps(await exported(world))


async def test_the_seat_somebody_may_come_back_to_is_told(world: World) -> None:
    await world.game(2)
    await world.leave(1, ANN)
    await world.stand_in(1, BEN, 0)
    (own,) = (await exported(world))["tables"]
    assert ("seat" in own, own["left"]) == (False, 0)
    data = await exported(world, 77)
    parts = ("person", "kept", "tables", "games", "left_out")
    assert [data[part] for part in parts] == [77, {}, [], {}, []]


# Retention ------------------------------------------------------------------------------------------


async def test_a_table_goes_with_all_that_belongs_to_it(world: World) -> None:
    await world.game()
    await world.leave(1, CLEO)
    await world.watch(1, 9)
    await world.tables.puzzles.weekly.schedule(GUILD, channel=20, day=0, locale="en", by=ANN)
    for user in (ANN, BEN, CLEO):
        await world.wish(user, puzzles=True)
    over = (await world.play_out(await world.now(), 4)).table
    await world.deliver(1)
    await world.write(1, ANN, lambda entry: DiaryEntry(entry.table, entry.user, 5))
    await world.looked(over, BEN)
    lobby = await world.lobby(2)
    await world.end(lobby.id)
    world.keeping = Keeping(90, 90)
    world.later(days=89)
    await world.beat()
    assert len([await world.table(table) for table in (1, lobby.id)]) == 2
    world.later(days=1, seconds=1)
    await world.beat()
    kept = {"sqlite_sequence", "numbers", "meta", "people", "audit", "timers"}
    kept |= {"puzzle_servers", "puzzle_weeks"}
    assert filled(world.file) == kept | {"shelf"}, "whoever played it has played it"
    await world.refuses("no_table", world.table())
    assert await world.table_in(CHANNEL) is None
    assert await world.past_games(7) == ()
    assert (await world.lobby()).id > lobby.id


async def test_what_is_under_way_or_to_be_kept_for_ever_stays(world: World) -> None:
    await world.game()
    over = await finished(world.store, [ANN, BEN], [3, 4])
    world.later(days=4000)
    for keeping, left in ((Keeping(), 2), (Keeping(1, 0), 2), (Keeping(0, 1), 0)):
        world.keeping = keeping
        await world.beat()
        assert (await world.table()).status is Status.PLAYING
        assert len(await world.tables.results.at(over)) == left


async def test_many_go_a_few_at_a_time_and_each_leaves_one_line(world: World) -> None:
    """Also over restarts."""
    many = 2 * DELETED + 1
    seat = {"host": 1, "options": b"{}", "locale": "en", "created": NOW, "updated": NOW}
    row = TableRow(game="six_nimmt", guild=7, channel=5, status=Status.ABANDONED, **seat)
    async with writing(world.store) as tx:
        for _ in range(many):
            await tx.tables.add(row)
    world.time = NOW + timedelta(days=91)
    for left in (many - DELETED, 1, 0, 0):
        await world.beat()
        await world.restart()
        assert len(rows(world.file, "SELECT id FROM tables")) == left
        noted = [row["table_id"] for row in rows(world.file, "SELECT * FROM audit WHERE act = 'deleted'")]
        assert len(set(noted)) == len(noted) == many - left
    world.time += AUDITED + timedelta(seconds=1)
    await world.beat()
    assert await world.acts(7) == ()
