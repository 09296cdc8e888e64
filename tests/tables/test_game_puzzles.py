"""Finished games of a server become puzzles where everybody who played wants that, and nowhere else."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
import pytest
from table_world import CHANNEL, World

from bot.games import puzzles
from bot.games.registry import own
from bot.store.puzzles import GamePuzzle, PuzzleWeek
from bot.tables.model import NoticeKind, Status
from bot.tables.policy import GAME_PUZZLES
from bot.tables.puzzles import posed, puzzle_of
from bot.verify import read

GUILD, ANN, BEN, CLEO = 7, 1, 2, 3
PLACE: dict[str, Any] = {"channel": 20, "locale": "en", "by": ANN}


@pytest.fixture(autouse=True)
async def server(world: World) -> None:
    """A server with puzzles, in which everybody who plays wants theirs to become some."""
    await world.tables.puzzles.weekly.schedule(GUILD, day=None, **PLACE)
    for user in (ANN, BEN, CLEO):
        await world.store.change(lambda tx, user=user: tx.people.remember(user, f"Person {user}", "en"))
        await world.wish(user, puzzles=True)


async def over(world: World, people: int = 2, **more: Any) -> int:
    """The table of a finished game whose end is told."""
    moment = await world.play_out(await world.game(people, **more), 1)
    assert moment.table.status is Status.FINISHED
    await world.deliver(moment.table.id)
    return moment.table.id


async def kept(world: World, key: str = "six_nimmt") -> list[int]:
    return [row.table for row in await world.store.read(lambda tx: tx.game_puzzles.of(GUILD, key))]


def puzzle(key: str, table: int, at: datetime) -> bytes:
    """What might be found in a game."""
    return msgspec.json.encode(
        msgspec.structs.replace(
            puzzles.puzzle(f"{key}.2"), name=f"{key}.t{table}", played=int(at.timestamp())
        )
    )


async def found(world: World) -> GamePuzzle:
    """A puzzle is found in the game that is looked through."""
    sought = await world.next_sought()
    row = replace(sought.row, puzzle=puzzle(sought.row.game, sought.row.table, sought.row.at))
    await world.looked_through(sought.row, row, over=True)
    return row


async def until(world: World, key: str) -> PuzzleWeek:
    """The next puzzle of this game."""
    server = await world.tables.puzzles.weekly.server(GUILD)
    ahead = next(n for n in range(server.number, 99) if puzzle_of(n).game == key) - server.number
    await world.store.change(lambda tx: tx.puzzle_servers.put(replace(server, number=server.number + ahead)))
    world.later(hours=15 * 24)
    await world.turn_puzzles()
    return await world.newest_puzzle(GUILD)


async def test_a_puzzle_of_the_server_comes_before_a_shipped_one_and_once(world: World) -> None:
    table = await over(world)
    row = await found(world)
    week = await until(world, "six_nimmt")
    assert (week.puzzle, week.position) == (f"six_nimmt.t{table}", row.puzzle)
    assert posed(week).played == int(row.at.timestamp())
    assert await kept(world) == []
    again = await until(world, "six_nimmt")
    assert again.position is None
    assert again.puzzle in {each.name for each in puzzles.puzzles("six_nimmt")}


async def test_it_comes_when_it_is_the_turn_of_its_game(world: World) -> None:
    await over(world)
    await found(world)
    other = next(key for key in own() if key != "six_nimmt" and puzzles.puzzles(key))
    assert (await until(world, other)).position is None
    assert await kept(world) == [1]


async def test_answers_count_as_for_any_other(world: World) -> None:
    await over(world)
    await found(world)
    week = await until(world, "six_nimmt")
    right = posed(week).losses.index(0)
    await world.solve(week.id, BEN, choice=right)
    await world.solve(week.id, CLEO, choice=int(right == 0))
    await world.restart()
    await until(world, "six_nimmt")
    solved = await world.solved(await world.puzzle_week(week.id))
    assert (solved.answers, solved.found, solved.named) == (2, 1, (BEN,))
    assert {each.user: each.found for each in await world.solvers(GUILD, ANN)} == {BEN: 1, CLEO: 0}


@pytest.mark.parametrize("user", [ANN, BEN])
async def test_one_who_does_not_want_it_is_enough(world: World, user: int) -> None:
    await world.wish(user, puzzles=False)
    await over(world)
    assert await kept(world) == []
    await world.wish(user, puzzles=True)
    assert await world.next_sought() is None, "of games that end from then on"


async def test_nobody_wants_it_unless_they_say_so(world: World) -> None:
    await over(world, 4)
    assert await kept(world) == []


async def test_who_left_is_asked_as_well(world: World) -> None:
    await world.game(3)
    await world.leave(1, CLEO)
    await world.wish(CLEO, puzzles=False)
    await world.stepped_out()
    await world.deliver()
    assert await kept(world) == []


async def test_computers_need_not_be_asked(world: World) -> None:
    await world.game(1, computers=1)
    await world.stepped_out()
    assert await kept(world) == [], "the last move waits for nothing"
    await world.deliver()
    assert await kept(world) == [1]


@pytest.mark.parametrize("at_last", [False, True])
async def test_it_can_be_taken_back_until_it_is_posted(world: World, at_last: bool) -> None:
    """Also where somebody else is asked about it already, and comes with an answer afterwards."""
    await over(world)
    sought = await world.next_sought()
    if at_last:
        await found(world)
    await world.wish(BEN, puzzles=False)
    assert await kept(world) == []
    await world.looked_through(sought.row, replace(sought.row, puzzle=b"{}"), over=True)
    assert await kept(world) == []
    await world.wish(BEN, puzzles=True)
    assert (await until(world, "six_nimmt")).position is None


async def test_what_was_taken_back_elsewhere_is_not_posted(world: World) -> None:
    """The wish is looked at again when it would be posted, whatever has become of its rows."""
    await over(world)
    await found(world)
    person = await world.person(BEN)
    await world.store.change(lambda tx: tx.people.put(replace(person, settings=b"{}")))
    assert (await until(world, "six_nimmt")).position is None
    assert await kept(world) == []


async def test_who_is_forgotten_takes_it_back(world: World) -> None:
    await over(world)
    await found(world)
    await world.erase(BEN, None)
    assert await kept(world) == []


async def test_what_was_posted_stays_with_its_week(world: World) -> None:
    await over(world)
    await found(world)
    week = await until(world, "six_nimmt")
    await world.erase(BEN, None)
    await world.solve(week.id, CLEO, choice=0)
    assert posed(await world.puzzle_week(week.id)).name == week.puzzle


async def test_no_more_are_looked_for_than_can_be_posted_soon(world: World) -> None:
    for channel in range(GAME_PUZZLES + 1):
        await over(world, channel=CHANNEL + channel)
    assert len(await kept(world)) == GAME_PUZZLES
    await world.tables.puzzles.weekly.unschedule(GUILD, by=ANN)
    assert await kept(world) == []
    await over(world)
    assert await kept(world) == []


async def test_a_game_of_a_challenge_is_none_of_them(world: World) -> None:
    """Others still play with its secret, and its deal is everybody's."""
    await world.tables.challenges.weekly.schedule(GUILD, channel=20, day=0, locale="en", by=ANN)
    await world.turn_over()
    challenge = (await world.in_server(GUILD, ANN, 1))[0].challenge
    table = await world.take(challenge.id, ANN, channel=34, reserved=900)
    await world.stepped_out(table.id)
    await world.deliver(table.id)
    assert (await world.table(table.id)).status is Status.FINISHED
    assert await kept(world, challenge.game) == []
    world.time = challenge.closes
    await world.turn_over()
    assert await kept(world, challenge.game) == []


async def test_a_game_without_a_puzzle_is_forgotten(world: World) -> None:
    await over(world)
    sought = await world.next_sought()
    looked = replace(sought.row, looked=4, thoughts=b"[]")
    await world.looked_through(sought.row, looked, over=False)
    await world.restart()
    again = await world.next_sought()
    assert (again.row, read(again.transcript).game) == (looked, "six_nimmt")
    await world.looked_through(sought.row, replace(looked, looked=9), over=True)
    assert await kept(world) == [1], "an answer that comes twice"
    await world.looked_through(looked, looked, over=True)
    assert await kept(world) == []


async def test_an_end_that_is_told_twice_changes_nothing(world: World) -> None:
    moment = await world.play_out(await world.game(2), 1)
    (ended,) = [note for note in await world.deliver(1) if note.kind is NoticeKind.ENDED]
    row = await found(world)
    await world.delivered(ended)
    assert await world.store.read(lambda tx: tx.game_puzzles.of(GUILD, moment.table.game)) == (row,)


async def test_with_its_table_goes_its_puzzle(world: World) -> None:
    await over(world)
    await found(world)
    await world.store.change(lambda tx: tx.tables.delete(1))
    assert await kept(world) == []


async def test_what_stands_in_the_state_is_in_no_repr(world: World) -> None:
    await over(world)
    row = await found(world)
    assert "state" not in repr(row)
    assert "state" not in repr(await until(world, "six_nimmt"))
