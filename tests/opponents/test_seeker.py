"""Looking through finished games for puzzles: what is thought of a position follows from what its seat could
see, a kill loses a thought, and people's analyses come first."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest

from bot.analysis import puzzles as looking
from bot.games.contract import Seat
from bot.games.puzzles import FEWEST_MOVES, MOST_MOVES, Puzzle, choices, solution
from bot.games.registry import game, own, where
from bot.opponents import examiner
from bot.opponents.analyses import Analyses, Analyst
from bot.opponents.examiner import Found, Looked, Question, Search, Seeker
from bot.opponents.runner import Opponents, ThinkingError
from bot.verify import game_of, read
from bot.worker_pool import Worker
from tests.games.samples import Sample, samples
from tests.tables.table_world import World

GAMES = Path(__file__).parents[1] / "fixtures/finished"
AT, ANN = 1_767_225_600, 1
GUILD = 7


def search(key: str = "six_nimmt", number: int = 1) -> Search:
    """A finished game through which nobody has looked."""
    data = msgspec.Raw((GAMES / key / f"v1-{number}.json").read_bytes())
    return Search(key, where(key), data, f"{key}.t5", AT, 0, ())


def gone_on(asked: Search, found: Looked) -> Search:
    return msgspec.structs.replace(asked, looked=found.looked, thoughts=found.thoughts)


def looked_through(asked: Search, *seekers: Seeker) -> list[Looked]:
    """All pieces to the end, each by the next one of these."""
    found = [seekers[0].go_on(asked)]
    while not found[-1].over:
        found.append(seekers[len(found) % len(seekers)].go_on(gone_on(asked, found[-1])))
    return found


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece of work is one thought."""
    monkeypatch.setattr(examiner, "SPAN", -1.0)


@pytest.mark.parametrize("key", own())
def test_what_is_found_is_a_puzzle_from_the_game(key: str) -> None:
    for number in (1, 2, 3):
        asked = search(key, number)
        found = looked_through(asked, Seeker())[-1]
        if found.puzzle is None:
            continue
        one = msgspec.json.decode(found.puzzle, type=Puzzle)
        assert (one.name, one.game, one.played) == (f"{key}.t5", key, AT)
        rule = game_of(read(bytes(asked.transcript)))
        state = rule.decode(bytes(one.state))
        assert state in [each.state for each in looking.positions_in(read(bytes(asked.transcript)))]
        assert Seat(one.seat) in rule.decisions(state)
        assert one.losses[choices(one).index(solution(one))] == 0
        assert looking.second(one.losses) >= game(key).puzzle_lead - 0.05
        return
    pytest.fail("no puzzle in any of them")


@pytest.mark.usefixtures("step_by_step")
def test_whoever_goes_on_comes_to_the_same_end() -> None:
    whole = looked_through(search(), Seeker())
    assert looked_through(search(), Seeker(), Seeker()) == whole
    steps = [(each.looked, len(each.thoughts)) for each in whole[:-1]]
    assert steps == sorted(set(steps))
    assert max(len(each.thoughts) for each in whole) == looking.SEEDS + looking.AGAIN - 1


def test_positions_are_decisions_that_a_menu_can_hold_and_show_no_earlier_choice() -> None:
    for key in own():
        transcript = read(bytes(search(key).transcript))
        rule, found = game_of(transcript), looking.positions_in(transcript)
        assert 0 < len(found) <= looking.MOST_POSITIONS
        for each in found:
            assert FEWEST_MOVES <= len(each.legal) <= MOST_MOVES
            assert each.legal == tuple(rule.legal(each.state, each.seat))
        assert key != "six_nimmt" or all(rule.view(each.state, each.seat).selected is None for each in found)


@pytest.mark.parametrize("sample", samples(), ids=lambda each: each.game.info.key)
def test_two_states_that_a_seat_cannot_tell_apart_are_thought_of_alike(sample: Sample) -> None:
    key = sample.game.info.key
    if key not in own():
        pytest.skip("a game of the tests has no finished games")
    rng = Random(5)
    for position in looking.positions_in(read(bytes(search(key).transcript)))[::5]:
        twin = sample.twin(position.state, position.seat, rng)
        assert sample.game.view(twin, position.seat) == sample.game.view(position.state, position.seat)
        other = looking.Position(twin, position.seat, tuple(sample.game.legal(twin, position.seat)))
        assert looking.thought_again(sample.game, position, 1) == looking.thought_again(sample.game, other, 1)


# The runner --------------------------------------------------------------------------------------------


class Asked(Worker[Question | Search, Any]):
    """Finds nothing, piece by piece, and tells what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.begun, self.let_go = Event(), Event()
        self.trouble = ""

    def do(self, question: Question | Search) -> Found | Looked:
        self.asked.append(type(question).__name__)
        self.begun.set()
        self.let_go.wait()
        if self.trouble:
            raise ThinkingError(self.trouble)
        if isinstance(question, Question):
            return Found((), b"{}")
        return Looked(question.looked + 1, over=question.looked == 1)

    def close(self) -> None:
        self.let_go.set()


async def wait(awaitable: Awaitable[Any], *, reason: str) -> Any:
    return await awaitable


def analyses(world: World, analyst: Worker[Question | Search, Any]) -> Analyses:
    seams: dict[str, Any] = {"wait": wait, "ponder": lambda thought: thought}
    return Analyses(world.tables, Opponents(world.tables, **seams), **seams, analyst=analyst)


@pytest.fixture
def asked() -> Iterator[Asked]:
    asked = Asked()
    yield asked
    asked.let_go.set()


@pytest.fixture
async def house(world: World, asked: Asked) -> AsyncGenerator[Analyses]:
    """The analyses of a world whose people want their games to become puzzles."""
    await world.tables.puzzles.weekly.schedule(GUILD, channel=20, day=None, locale="en", by=ANN)
    for user in (1, 2):
        await world.store.change(lambda tx, user=user: tx.people.remember(user, "Somebody", "en"))
        await world.wish(user, puzzles=True)
    house = analyses(world, asked)
    await house.start()
    yield house
    await house.close()


async def over(world: World, channel: int = 500) -> int:
    table = (await world.game(2, channel=channel)).table.id
    await world.play_out(await world.now(table), 1)
    await world.deliver(table)
    return table


async def idle(house: Analyses) -> None:
    """Until there is nothing to do."""
    while (task := house._task) is not None:
        await task


async def kept(world: World) -> list[Any]:
    return list(await world.store.read(lambda tx: tx.game_puzzles.of(GUILD, "six_nimmt")))


async def test_an_analysis_that_somebody_waits_for_comes_before_the_next_thought(
    world: World, house: Analyses, asked: Asked
) -> None:
    table = await over(world)
    await asyncio.to_thread(asked.begun.wait)
    await world.examine(table, ANN)
    asked.let_go.set()
    await idle(house)
    assert asked.asked == ["Search", "Question", "Search"]
    assert await kept(world) == []


async def test_what_fails_is_looked_at_no_more(world: World, house: Analyses, asked: Asked) -> None:
    asked.trouble = "MemoryError"
    asked.let_go.set()
    await over(world)
    await idle(house)
    assert (asked.asked, await kept(world)) == (["Search"], [])


async def test_a_stop_breaks_off_and_the_next_start_goes_on_where_it_was(
    world: World, house: Analyses, asked: Asked
) -> None:
    await over(world)
    await asyncio.to_thread(asked.begun.wait)
    await house.close()
    (row,) = await kept(world)
    assert row.looked == 0
    again = Asked()
    again.let_go.set()
    later = analyses(world, again)
    await later.start()
    await idle(later)
    await later.close()
    assert (again.asked, await kept(world)) == (["Search", "Search"], [])


@pytest.mark.slow
@pytest.mark.usefixtures("eager_analyst")
async def test_a_puzzle_is_found_though_its_process_is_killed(world: World, house: Analyses) -> None:
    """What it had thought of before is not thought again."""
    await house.close()
    await over(world)
    analyst, pieces, data = Analyst(), list[tuple[int, int]](), search("my_city", 2).transcript

    class Killed(Worker[Question | Search, Any]):
        def do(self, question: Question | Search) -> Any:
            assert isinstance(question, Search)
            pieces.append((question.looked, len(question.thoughts)))
            if analyst.pid is not None and len(pieces) % 2 == 0:
                os.kill(analyst.pid, signal.SIGKILL)
            return analyst.do(msgspec.structs.replace(question, transcript=data))

    later = analyses(world, Killed())
    await later.start()
    await idle(later)
    await later.close()
    await asyncio.to_thread(analyst.close)
    analyst.release()
    (row,) = await kept(world)
    assert row.puzzle is not None
    assert pieces == sorted(set(pieces))
    assert len(pieces) > 1
