"""Every lesson of every course: its solution solves it, and what else can be done there is answered."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.games.contract import Move, Refusal
from bot.games.course import LEARNER, Lesson, Playing, Situation, course, courses, decoded
from bot.games.noria.moves import Chain
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose
from bot.languages import locales
from bot.text import words

LESSONS = [pytest.param(key, lesson, id=f"{key}.{lesson.key}") for key in courses() for lesson in course(key)]
MOST = 200
"""Moves of a whole game in a lesson."""


def solved(key: str, lesson: Lesson) -> Iterator[tuple[Playing, Situation]]:
    """The lesson at each of its steps, solved up to there; at last as it ends."""
    playing = Playing(key, lesson)
    for step in lesson.steps:
        yield playing, playing.situation
        playing.make(decoded(game(key), step.solution))
    yield playing, playing.situation


def legal(key: str, now: Situation) -> list[Move]:
    return list(game(key).legal(now.state, LEARNER))


@pytest.mark.parametrize("key", courses())
def test_a_course_has_five_to_seven_lessons_and_ends_with_a_game(key: str) -> None:
    lessons = course(key)
    assert 5 <= len(lessons) <= 7
    assert len({lesson.key for lesson in lessons}) == len(lessons)
    assert [not lesson.steps for lesson in lessons] == [False] * (len(lessons) - 1) + [True]


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_the_solution_solves_a_lesson_step_by_step(key: str, lesson: Lesson) -> None:
    *steps, (_, end) = solved(key, lesson)
    assert len(steps) == len(lesson.steps)
    assert end.over == bool(lesson.steps)
    assert all(step.spotlight for step in lesson.steps)


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_what_a_step_accepts_can_be_done_there_and_nothing_else_is_taken(key: str, lesson: Lesson) -> None:
    for playing, now in solved(key, lesson):
        if now.step is not None:
            moves = legal(key, now)
            good = now.step.accepts(game(key))
            assert all(move in moves for move in good)
            assert len(set(good)) == len(good)
            assert [move for move in moves if playing.accepts(move)] == [m for m in moves if m in good]


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_after_every_accepted_move_the_lesson_can_still_be_solved(key: str, lesson: Lesson) -> None:
    for at, step in enumerate(lesson.steps):
        for raw in step.accepted:
            playing = Playing(key, lesson)
            for before in lesson.steps[:at]:
                playing.make(decoded(game(key), before.solution))
            playing.make(decoded(game(key), raw))
            while not playing.situation.over:
                now = playing.situation
                assert now.step is not None
                playing.make(next(move for move in legal(key, now) if playing.accepts(move)))


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_an_illegal_move_is_refused_and_changes_nothing(key: str, lesson: Lesson) -> None:
    for playing, now in solved(key, lesson):
        others = [decoded(game(key), step.solution) for each in course(key) for step in each.steps]
        for move in [move for move in others if not now.over and move not in legal(key, now)][:3]:
            with pytest.raises(Refusal):
                playing.make(move)
            assert playing.situation == now


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_a_whole_game_comes_to_its_end(key: str, lesson: Lesson) -> None:
    playing, made, plays = Playing(key, lesson), 0, next(iter(game(key).opponents.values()))
    while not lesson.steps and not playing.situation.over:
        now = playing.situation
        view = game(key).view(now.state, LEARNER)
        playing.make(plays.choose(view, legal(key, now), Random(made)))
        made += 1
        assert made < MOST


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("key", courses())
def test_a_whole_game_comes_to_its_end_whatever_is_done_in_it(key: str, seed: int) -> None:
    playing, rng = Playing(key, course(key)[-1]), Random(seed)
    for _ in range(MOST):
        if playing.situation.over:
            break
        move = rng.choice(legal(key, playing.situation))
        assert playing.accepts(move)
        playing.make(move)
    assert game(key).outcome(playing.situation.state)


@pytest.mark.parametrize("language", locales())
@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_all_that_a_lesson_says_is_there_in_every_language(key: str, lesson: Lesson, language: str) -> None:
    says, begins = words(language), f"{key}.course.{lesson.key}"
    asked = [f"{at}{what}" for at in range(1, len(lesson.steps) + 1) for what in ("", ".hint")]
    for name in ("title", "text", "done", *asked):
        assert f"{begins}.{name}" in says
        assert says(f"{begins}.{name}").strip()


@pytest.mark.parametrize(("at", "step", "cards"), [(0, 1, {83, 96}), (1, 0, {62, 78, 95}), (1, 1, {31})])
def test_every_card_that_goes_where_a_lesson_of_6_nimmt_asks_is_accepted(
    at: int, step: int, cards: set[int]
) -> None:
    playing, now = next(islice(solved("six_nimmt", course("six_nimmt")[at]), step, None))
    taken = [move for move in legal("six_nimmt", now) if playing.accepts(move)]
    assert {move.card for move in taken if isinstance(move, Choose)} == cards


def test_whoever_learns_noria_makes_each_kind_of_move_of_a_turn() -> None:
    solutions = [decoded(game("noria"), step.solution) for each in course("noria") for step in each.steps]
    kinds = {type(move).__name__ for move in solutions}
    assert kinds >= {"Produce", "Upgrade", "NightShift", "Politics", "Invest", "Buy", "Build", "Fit"}
    assert [move for move in solutions if isinstance(move, Chain) and move.targets]
