"""Hints, the coach and the answers of lessons say the same whatever the rules hide from who is advised.

Each decision of a few random games, and each step of every lesson, stands in two worlds that differ only in
what the seat may not know. Thoughts follow from the riddle that a computer gets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from any_game import GAMES, OWN, moment

from bot.discord import coach, lessons
from bot.discord.router import Call, refused
from bot.discord.table_words import hint_text
from bot.games.chance import Chance
from bot.games.contract import Advice, Refusal, Seat
from bot.games.course import LEARNER, Playing, Situation, course, courses, decoded
from bot.opponents.runner import _seed_of
from bot.store.records import LessonRow
from bot.tables.computers import adviser, riddle
from bot.tables.model import Riddle
from bot.text import Words, words
from tests.games.samples import Sample, walk

pytestmark = pytest.mark.usefixtures("presenters")

SEEDS = (1, 7)
"""Random games of which every decision is looked at."""
THOUGHT = 4
"""Decisions of a game that are really thought about."""
MOVES = 3
"""Legal moves of a decision that are told, and moves around the legal ones that are refused."""
ANSWERED = 8
"""Legal moves of a step of a lesson that are answered."""
CHANCE = Chance(bytes(32))


class Advisers:
    """Computers whose advice follows from the riddle alone; `quick` ones take any moves in any order."""

    def __init__(self, sample: Sample, *, quick: bool) -> None:
        self._sample, self._quick = sample, quick
        self.asked: list[Riddle] = []

    async def advise(self, riddle: Riddle, most: int) -> Sequence[Advice[Any]]:
        """The best moves and what is expected of each."""
        self.asked.append(riddle)
        game, rng = self._sample.game, Random(_seed_of(riddle))
        legal = [game.decode_move(move) for move in riddle.legal]
        if self._quick:
            some = rng.sample(legal, min(most, MOVES, len(legal)))
            return [Advice(move, rng.uniform(-9, 9)) for move in some]
        view = msgspec.json.decode(riddle.view, type=game.view_type)
        return self._sample.players[riddle.level].advice(view, legal[: self._sample.weighed], rng)[:most]


def call_of(advisers: Advisers, speak: Words) -> Call:
    """The press of somebody who learns."""
    person = SimpleNamespace(id=1, name="Ann")
    return cast(Call, SimpleNamespace(words=speak, person=person, app=SimpleNamespace(opponents=advisers)))


@cache
def decisions(key: str) -> tuple[tuple[Any, int, Seat], ...]:
    """Every decision of a few random games: the state, how many sit there, and who decides."""
    sample = GAMES[key]
    return tuple(
        (made.before, game.seats, seat)
        for game in (walk(sample, seed) for seed in SEEDS)
        for made in game.made
        for seat in sample.game.decisions(made.before)
    )


async def said(
    key: str, state: Any, seats: int, seat: Seat, moves: Sequence[Any], speak: Words, *, quick: bool
) -> list[Any]:
    """Whatever a seat is told about its decision, and what computers are asked for it."""
    sample, now = GAMES[key], moment(key, state, seats)
    advisers = Advisers(sample, quick=quick)
    call, row = call_of(advisers, speak), LessonRow(1, key, len(course(key)) - 1)
    advice = await advisers.advise(riddle(sample.game, state, seat, adviser(sample.game.info.key)), MOVES)
    told: list[Any] = [hint_text(now, seat, advice, speak), coach.told(now, seat, advice, speak)]
    if seat == LEARNER and course(key):
        situation = Situation(state)
        told.append(coach.told(now, seat, await lessons._advice(call, now), speak))
        told += [await lessons._why_not(call, row, situation, move) for move in moves]
    return [*told, *advisers.asked]


def refusals(key: str, state: Any, seat: Seat, tried: Sequence[Any], speak: Words) -> Iterator[str]:
    """What is said of moves that are not legal."""
    for move in tried:
        try:
            GAMES[key].game.apply(state, seat, move, CHANCE)
        except Refusal as refusal:
            yield refused(speak, refusal)


@pytest.mark.parametrize("key", OWN)
async def test_hints_and_the_coach_say_nothing_that_is_hidden(key: str) -> None:
    sample, differing = GAMES[key], 0
    for number, (state, seats, seat) in enumerate(decisions(key)):
        rng, speak = Random(number), words(("en", "ja")[number % 2])
        other = sample.twin(state, seat, rng)
        legal, near = list(sample.game.legal(state, seat)), sample.near(state)
        moves = rng.sample(legal, min(MOVES, len(legal)))
        mine, theirs = [
            await said(key, each, seats, seat, moves, speak, quick=True) for each in (state, other)
        ]
        assert mine == theirs
        wrong = [move for move in rng.sample(near, min(2 * MOVES, len(near))) if move not in legal]
        why, why_not = [list(refusals(key, each, seat, wrong, speak)) for each in (state, other)]
        assert why == why_not
        differing += state != other
    assert differing or sample.no_secrets


@pytest.mark.parametrize("key", OWN)
async def test_what_is_thought_about_a_decision_is_the_same(key: str) -> None:
    sample = GAMES[key]
    for state, seats, seat in Random(1).sample(decisions(key), THOUGHT):
        other = sample.twin(state, seat, Random(2))
        mine, theirs = [
            await said(key, each, seats, seat, (), words("en"), quick=False) for each in (state, other)
        ]
        assert mine == theirs


def situations(key: str) -> Iterator[tuple[LessonRow, Situation]]:
    """Every step of the lessons of a game, and where the last one begins."""
    for number, lesson in enumerate(course(key)):
        playing, made = Playing(key, lesson), list[str]()
        for step in lesson.steps or (None,):
            yield LessonRow(1, key, number, tuple(made)), playing.situation
            if step is not None:
                playing.make(decoded(GAMES[key].game, step.solution))
                made.append(bytes(step.solution).decode())


async def answered(key: str, row: LessonRow, now: Situation, moves: Sequence[Any], speak: Words) -> list[Any]:
    """What a step of a lesson shows, and what it answers to moves that it may not ask for."""
    advisers = Advisers(GAMES[key], quick=True)
    call = call_of(advisers, speak)
    asked = await lessons._asked(call, row, lessons._moment(call, row, now), now.step, "", brief=False)
    told = [await lessons._why_not(call, row, now, move) for move in moves]
    return [asked.texts, asked.rows, [one.key for one in asked.drawings], *told, *advisers.asked]


@pytest.mark.parametrize("key", courses())
async def test_the_answers_of_lessons_say_nothing_that_is_hidden(key: str) -> None:
    sample, differing = GAMES[key], 0
    for number, (row, now) in enumerate(situations(key)):
        rng, speak = Random(number), words(("en", "ja")[number % 2])
        other = replace(now, state=sample.twin(now.state, LEARNER, rng))
        legal = list(sample.game.legal(now.state, LEARNER))
        moves = rng.sample(legal, min(ANSWERED, len(legal)))
        mine, theirs = [await answered(key, row, each, moves, speak) for each in (now, other)]
        assert mine == theirs
        differing += now != other
    # In My City nobody else has chosen yet when a lesson asks.
    assert differing or sample.no_secrets or key == "my_city"
