"""The computer players of Nördlingen: what they do, and that they look ahead by the rules."""

from dataclasses import replace
from random import Random

import pytest

from bot.games.contract import Opponent
from bot.games.noerdlingen.board import board_of
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    Bonus,
    Choose,
    Draw,
    NoerdlingenMove,
    NoerdlingenState,
    NoerdlingenView,
    Place,
)
from bot.games.noerdlingen.opponents.course import Course, field_of
from bot.games.noerdlingen.opponents.levels import JUDGE, WHIM, Searcher, lead, number_worth, play_on
from bot.games.noerdlingen.preview import preview
from tests.games.noerdlingen.positions import O, S, T, moves, new, play, table
from tests.games.noerdlingen.sample import SAMPLE
from tests.games.samples import walk

LEVELS = ("easy", "normal", "hard", "expert")
POCKET = "6,2 / 3,2 / 7,7", "3,1 3,2 6,2"
"""A line under the cells at the upper wall: a bar to the right of its end closes seven of them."""
CROSSES = "4,4 / 1,6 / 7,7", "3,4 5,4; 4,4 4,5; 3,3 5,3; 3,2 5,2"
"""Lines that leave nothing but a step up from E5."""
HELPS_ANOTHER = table(
    "4,4 / 3,4 3,5 3,6 / 7,7", "4,4 3,4 3,6 4,6 4,5; 4,3 4,4 5,4", 1, phase="bonus", round=8
)
"""The bonus would close two cells for the circle."""


def player(level: str) -> Opponent[NoerdlingenView, NoerdlingenMove]:
    return GAME.opponents[level]


def chosen(level: str, state: NoerdlingenState, seed: int = 1) -> NoerdlingenMove:
    """What a player does; that it is one of the legal moves is checked, too."""
    legal = list(GAME.legal(state, state.active))
    move = player(level).choose(GAME.view(state, state.active), legal, Random(seed))
    assert move in legal
    return move


@pytest.mark.parametrize(
    ("why", "levels", "state", "wanted"),
    [
        ("it closes what will be theirs", LEVELS[1:], table(*POCKET, 2, round=8), "6,2 RD"),
        (
            "a number by which it closes",
            LEVELS[1:],
            table(*POCKET, round=8, active=0, waiting=[1, 2]),
            "2; 3; 4; 5; 6",
        ),
        ("every other one ends the game", LEVELS, table(*CROSSES, active=0, waiting=[1, 2]), "1"),
        ("a bonus that helps somebody else alone is declined", LEVELS[1:], HELPS_ANOTHER, "decline"),
        ("one that harms nobody is taken", LEVELS[:2], table(*CROSSES, 2, phase="bonus"), "+4,4 U"),
    ],
)
def test_what_they_do(why: str, levels: tuple[str, ...], state: NoerdlingenState, wanted: str) -> None:
    for level in levels:
        assert {chosen(level, state, seed) for seed in range(3)} <= {*moves(wanted)}


def test_what_is_at_stake_there() -> None:
    """The pocket, for which see below; of the crossed lines one number can be drawn."""
    (taken,) = play(table(*POCKET, 2, round=8), "6,2 RD").territories
    assert (taken.owners, taken.points) == ((S,), 7)
    assert [number for number, some in board_of(table(*CROSSES)).counts(S).items() if some] == [1]
    assert {*GAME.legal(HELPS_ANOTHER, S)} == {*moves("+4,4 D; decline")}
    view = GAME.view(HELPS_ANOTHER, S)
    assert preview(view, S, Course.of(view).way(Bonus((4, 4), "D"))).gains == (0, 2, 0)


def test_easy_does_many_things_and_normal_the_most_profitable_one() -> None:
    state = table(*POCKET, 2)
    found = [{chosen(level, state, seed) for seed in range(40)} for level in LEVELS[:2]]
    assert found == [set(GAME.legal(state, S)), {*moves("6,2 RD")}]


@pytest.mark.parametrize("level", LEVELS[:2])
def test_those_who_do_not_search_begin_where_most_ways_lead_on(level: str) -> None:
    state = new()
    legal = list(GAME.legal(state, state.active))

    def ways_from(move: NoerdlingenMove) -> int:
        return sum(board_of(play(state, move)).counts(state.active).values())

    advice = player(level).advice(GAME.view(state, state.active), legal, Random(1))
    counts = [ways_from(each.move) for each in advice]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


def test_a_number_is_worth_its_best_draw_before_the_count_of_its_ways() -> None:
    field = field_of(table(*POCKET))
    worth = [number_worth(field, S, number) for number in range(1, 7)]
    assert worth[:3] == [(True, 0, 1), (True, 7, 4), (True, 7, 3)]
    assert [points for _, points, _ in worth] == [0, 7, 7, 7, 7, 7]
    assert max(worth) == worth[1]
    assert number_worth(field_of(table(*CROSSES)), S, 2) == (False, 0, 0)


def test_a_draw_is_worth_the_own_points_without_those_of_the_best_of_the_others() -> None:
    """Rules example 6: the circle gets the two cells that the star closes."""
    field = field_of(table("3,5 / 3,4 5,5 / 6,6", "3,4 5,4 5,5 3,5", 4))
    (path,) = [path for path in field.board.draws(S, 4) if path.steps == "ULD"]
    assert [lead(field, seat, path) for seat in (S, O, T)] == [-2, 2, -2]


@pytest.mark.parametrize("seed", range(6))
def test_a_field_draws_and_closes_as_the_board_does(seed: int) -> None:
    closed = 0
    for state in walk(SAMPLE, seed).states[::4]:
        board, field = board_of(state), field_of(state)
        for number in range(1, 7) if state.round else ():
            for path in board.draws(state.active, number):
                after, land = board.drawn(state.active, path)
                ahead, found = field.drawn(state.active, path)
                assert (ahead.board, found) == (after, land)
                assert field.closed(state.active, path) == land
                closed += bool(land)
    assert closed


@pytest.mark.parametrize("seed", range(6))
def test_joined_crossings_are_kept_from_draw_to_draw(seed: int) -> None:
    """What a field knows after many draws is what a fresh look at the map finds."""
    played = walk(SAMPLE, seed)
    field = field_of(played.start)
    for made in played.made:
        if isinstance(made.move, Place):
            field = field.placed(made.seat, made.move.at)
        elif isinstance(made.move, Draw | Bonus):
            field, _ = field.drawn(made.seat, Course.of(GAME.view(made.before, made.seat)).way(made.move))
        fresh = field_of(made.step.state)
        assert (field.board, set(field.groups)) == (fresh.board, set(fresh.groups))


@pytest.mark.parametrize("seed", range(12))
def test_a_course_goes_on_as_at_the_table(seed: int) -> None:
    played = walk(SAMPLE, seed)
    course = Course.of(GAME.view(played.start, None))
    for made in played.made:
        course.make(made.move)
        view = GAME.view(made.step.state, None)
        assert course.phase == view.phase
        assert course.scores == tuple([each.score for each in view.players])
        assert course.left == tuple([each.left for each in view.players])
        if view.phase != "over":
            assert course.turns == (view.active, *view.waiting)
            assert (course.round, course.row) == (view.round, (view.table or ((None,) * view.seats,))[-1])


def test_a_course_of_its_own_changes_no_other() -> None:
    course = Course.of(GAME.view(table("4,5 / 1,6 / 7,7"), None))
    before = replace(course)
    play_on(replace(course), Random(1), 10)
    course.after(Choose(3))
    assert course == before


@pytest.mark.parametrize("rounds", [1, 3, 10])
def test_a_game_goes_on_for_so_many_rounds(rounds: int) -> None:
    course = Course.of(GAME.view(new(), None))
    play_on(course, Random(1), rounds)
    if course.phase != "over":
        assert (course.round, course.phase) == (rounds + 1, "choose")
        assert course.row == (None,) * 3
    assert (course.phase == "over") == (rounds == 10)


def test_players_who_stray_come_to_more_different_ends() -> None:
    view, found = GAME.view(table("4,5 / 1,6 / 7,7"), None), list[int]()
    for whim in (0, WHIM):
        ends = set[tuple[int, ...]]()
        for seed in range(12):
            course = Course.of(view)
            play_on(course, Random(seed), 2, whim)
            ends.add(course.scores)
        found.append(len(ends))
    assert found[0] < found[1]
    assert JUDGE.reordered(Random(1)).whim == 2 * JUDGE.whim
    hard = GAME.opponents["hard"]
    assert hard.reordered(Random(1)) is hard


def test_who_searches_tries_the_most_profitable_moves_and_says_nothing_of_the_others() -> None:
    state = table(*POCKET, round=8, active=0, waiting=[1, 2])
    view, legal = GAME.view(state, S), list(GAME.legal(state, S))
    worth = {Choose(number): number_worth(field_of(state), S, number) for number in range(1, 7)}
    advice = Searcher(rounds=4, horizon=2, width=3).advice(view, legal, Random(1))
    values = [worth[each.move] for each in advice]
    assert min(values[:3]) >= max(values[3:])
    assert max(values) > min(values)
    assert {each.move for each in advice} == {*legal}
    assert [each.foreseen for each in advice] == [True] * 3 + [False] * 3
    assert {each.expected for each in advice[3:]} == {advice[2].expected}
    everything = Searcher(rounds=4, horizon=2, width=len(legal)).advice(view, legal, Random(1))
    assert all(each.foreseen for each in everything)
    half = Searcher(rounds=4, horizon=2, width=3, trust=0.5).advice(view, legal, Random(1))
    assert [one.move for one in half] == [one.move for one in advice]
    assert half[0].expected - half[2].expected == (advice[0].expected - advice[2].expected) / 2
