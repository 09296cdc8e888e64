"""What a move, a reminder and a trick cost the store: statements, trips to its threads, commits."""

import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from table_world import World, hand, random_move

from bot.games import registry
from bot.games.contract import State
from bot.games.six_nimmt.moves import Choose
from bot.store import statements
from bot.store.statements import Counter
from bot.tables.history import SnapshotCache
from bot.tables.model import Status, Thread
from bot.tables.move_runner import Snapshot

MOVE, TRIPS, REMINDER, TRICK = 8, 3, 6, 6
"""The most statements and trips of a move, statements of a reminder, commits of a trick of four people."""
GUILD = 7
DUE = 20
"""Reminders that are due at once."""
GAMES = [game.info.key for game in registry.games() if game.info.key != "pebbles"]


@pytest.fixture
def counter() -> Iterator[Counter]:
    with statements.counted() as counter:
        yield counter


@pytest_asyncio.fixture
async def counted(counter: Counter, tmp_path: Path) -> AsyncIterator[World]:
    """A world whose store is counted."""
    world = await World(tmp_path / "counted.sqlite3").open()
    yield world
    await world.store.close()


def test_statements_are_told_from_what_is_around_them_by_their_beginning() -> None:
    counter = Counter(bytearray(24))
    for sql in (
        "BEGIN IMMEDIATE",
        "\n  select 1",
        "SAVEPOINT one",
        "savepointer",
        "END;",
        " commit ",
        "",
        "pragma;",
    ):
        counter(sql)
    thread = threading.Thread(target=counter, args=("INSERT INTO one VALUES ('BEGIN')",))
    thread.start()
    thread.join()
    assert counter.tally() == (4, 2, 8)


def test_a_version_that_is_remembered_is_found_without_a_look_at_all_others() -> None:
    class Unseen(OrderedDict[tuple[int, int], Snapshot]):
        def __iter__(self) -> Iterator[tuple[int, int]]:
            raise AssertionError

    cache, snapshots = SnapshotCache(2), [Snapshot(version, State()) for version in (3, 5)]
    for snapshot in snapshots:
        cache.keep(1, snapshot)
    assert [cache.nearest(1, version) for version in (2, 4, 9)] == [None, *snapshots]
    cache._snapshots = Unseen(cache._snapshots)
    assert cache.nearest(1, 3) is snapshots[0]


def test_all_five_games_are_played_here() -> None:
    assert len(GAMES) == 5


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_every_move_of_a_whole_game_takes_few_statements_and_trips(
    counted: World, counter: Counter, key: str
) -> None:
    """The last one, too, in a thread of the table's own and where the game may become a puzzle; the first one
    at a table finds nothing cached, and may read more."""
    await counted.tables.puzzles.weekly.schedule(GUILD, channel=20, day=None, locale="en", by=1)
    for person in range(1, 4):
        await counted.store.change(lambda tx, person=person: tx.people.remember(person, "Somebody", "en"))
        await counted.wish(person, puzzles=True)
    moment, chance = await counted.game(3, game=key, thread=Thread.OWN), Random(1)
    moment = (await counted.act(moment, *random_move(moment, chance))).moment
    while moment.table.status is Status.PLAYING:
        seat, move = random_move(moment, chance)
        before, trips = counter.tally(), counted.store.trips
        moment = (await counted.act(moment, seat, move)).moment
        spent, trips = counter.tally() - before, counted.store.trips - trips
        assert (spent.statements <= MOVE, trips <= TRIPS) == (True, True), (moment.version, spent, trips)
    await counted.deliver()
    assert len(await counted.store.read(lambda tx: tx.game_puzzles.of(GUILD, key))) == 1


async def test_reminders_that_are_due_at_once_share_what_they_read(counted: World, counter: Counter) -> None:
    """After a start, when nothing is cached."""
    for table in range(DUE):
        people = range(3 * table + 1, 3 * table + 4)
        moment = await counted.game(people, channel=table)
        for person in people:
            await counted.wish(person, quiet=(0, 0))
        await counted.choose(moment, 0, 1)
    await counted.restart()
    counted.later(hours=12)
    before = counter.tally()
    await counted.clock.run_due()
    spent = counter.tally() - before
    reminded = [kind for table in range(1, DUE + 1) for kind, _, _ in await counted.notices(table)]
    assert reminded.count("reminder") == DUE
    assert spent.statements <= REMINDER * DUE, spent


async def test_who_sat_there_is_read_of_the_step_that_opened_a_post_alone(
    counted: World, counter: Counter
) -> None:
    moment = await counted.begun(4)
    for seat in range(3):
        moment = (await counted.act(moment, seat, Choose(hand(moment, seat)[0]))).moment
    before = counter.tally()
    assert (await counted.tables.queries.opening(1, moment.version)).version == 0
    assert (counter.tally() - before).statements == 3


@pytest.mark.parametrize("grace", [0, 5])
async def test_a_trick_of_four_people_who_choose_one_after_the_other_takes_few_commits(
    counted: World, counter: Counter, grace: int
) -> None:
    moment = await counted.begun(4, grace=grace)
    before = counter.tally()
    for seat in range(4):
        moment = (await counted.act(moment, seat, Choose(hand(moment, seat)[0]))).moment
    if moment.table.reveal is not None:
        counted.time = moment.table.reveal
        await counted.clock.run_due()
    assert (counter.tally() - before).commits <= TRICK
    assert (await counted.now()).version >= 4
