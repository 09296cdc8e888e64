"""Advice for people: from the process of the computers, the same for the same view, or refused."""

import asyncio
import random
from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace
from strange_game import strange

from bot.games.contract import Refusal
from bot.games.six_nimmt.game import GAME
from bot.opponents import runner
from bot.opponents.runner import Brain, Opponents, job_of
from bot.opponents.worker import Job, Judged, decide
from bot.tables.model import Riddle
from tests.games.samples import walk
from tests.games.six_nimmt.sample import SAMPLE
from tests.tables.table_world import World, riddle_at, wait


def thinking(world: World) -> Opponents:
    """Computers with a process of their own."""
    return Opponents(world.tables, wait=wait, ponder=lambda thought: thought, brains=[Brain(budget=10.0)])


@pytest.fixture
async def opponents(world: World) -> AsyncGenerator[Opponents]:
    """Computers with a process of their own."""
    opponents = Opponents(
        world.tables, wait=wait, ponder=lambda thought: thought, brains=[Brain(budget=10.0)]
    )
    yield opponents
    await opponents.close()


def riddle(seed: int = 3, *, twin: bool = False) -> Riddle:
    """A decision somewhere in a random game; with `twin` others hold other cards."""
    rng, walked = random.Random(seed), walk(SAMPLE, seed)
    state = rng.choice(walked.states[:-1])
    seat = next(iter(GAME.decisions(state)))
    if twin:
        state = SAMPLE.twin(state, seat, rng)
    return riddle_at(state, seat)


async def test_it_names_the_best_moves_as_the_level_judges_them(opponents: Opponents) -> None:
    """No more than there are."""
    asked = riddle()
    advice = await opponents.advise(asked, 3)
    assert 1 <= len(advice) <= 3
    assert all(GAME.encode_move(one.move) in asked.legal for one in advice)
    assert len(await opponents.advise(asked, 200)) == len(asked.legal)
    job = replace(job_of(asked), seed=runner._seed_of(asked), best=3)
    assert [GAME.encode_move(one.move) for one in advice] == [bytes(one.move) for one in decide(job).best]


@pytest.mark.parametrize("seed", range(2))
async def test_a_hint_does_not_depend_on_what_others_hold(opponents: Opponents, seed: int) -> None:
    assert await opponents.advise(riddle(seed), 3) == await opponents.advise(riddle(seed, twin=True), 3)


@pytest.mark.parametrize("manner", ["blabbing", "cheating"])
async def test_what_goes_wrong_is_refused_and_the_next_hint_comes(
    opponents: Opponents, monkeypatch: pytest.MonkeyPatch, manner: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(runner, "job_of", lambda asked, _: strange(job_of(asked), manner))
        with pytest.raises(Refusal, match="no_hint"):
            await opponents.advise(riddle(), 3)
    assert await opponents.advise(riddle(), 3)


async def test_where_a_level_fails_the_next_weaker_one_advises(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(asked: Riddle, level: str) -> Job:
        return strange(job_of(asked), "blabbing") if level == asked.level else job_of(asked, level)

    asked = riddle()
    weaker = list(GAME.opponents)[list(GAME.opponents).index(asked.level) - 1]
    wanted = decide(replace(job_of(asked, weaker), seed=runner._seed_of(asked), best=3)).best
    monkeypatch.setattr(runner, "job_of", job)
    opponents = Opponents(
        world.tables, wait=wait, ponder=lambda thought: thought, brains=[Brain(budget=10.0)]
    )
    advice = await opponents.advise(asked, 3)
    await opponents.close()
    assert [GAME.encode_move(one.move) for one in advice] == [bytes(one.move) for one in wanted]


async def test_no_move_at_all_is_no_hint(opponents: Opponents, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Brain, "do", lambda brain, job: tuple[Judged, ...]())
    with pytest.raises(Refusal, match="no_hint"):
        await opponents.advise(riddle(), 3)


async def test_a_bot_that_stops_gives_no_hint_and_breaks_off_the_one_it_thinks_of(
    opponents: Opponents, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opponents.advise(riddle(), 1)
    monkeypatch.setattr(runner, "job_of", lambda asked, _: strange(job_of(asked), "endless"))
    hint = asyncio.ensure_future(opponents.advise(riddle(), 3))
    await asyncio.sleep(0)
    await opponents.close()
    with pytest.raises(Refusal, match="no_hint"):
        await hint
    with pytest.raises(Refusal, match="no_hint"):
        await opponents.advise(riddle(), 3)
