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
    Decline,
    Draw,
    NoerdlingenMove,
    NoerdlingenState,
    NoerdlingenView,
    Place,
)
from bot.games.noerdlingen.opponents.course import Course, field_of
from bot.games.noerdlingen.opponents.levels import lead, number_worth, play_on
from bot.games.noerdlingen.preview import preview
from tests.games.noerdlingen.positions import O, S, T, new, play, table
from tests.games.noerdlingen.sample import SAMPLE
from tests.games.samples import walk

LEVELS = ("easy", "normal", "hard")
every_level = pytest.mark.parametrize("level", LEVELS)
looking = pytest.mark.parametrize("level", LEVELS[1:])

POCKET = [(3, 1), (3, 2), (6, 2)]
"""A line under the cells at the upper wall: a bar to the right of its end closes seven of them."""
CROSSES = [[(3, 4), (5, 4)], [(4, 4), (4, 5)], [(3, 3), (5, 3)], [(3, 2), (5, 2)]]
"""Lines that leave nothing but a step up from E5."""


def player(level: str) -> Opponent[NoerdlingenView, NoerdlingenMove]:
    return GAME.opponents[level]


def chosen(
    who: Opponent[NoerdlingenView, NoerdlingenMove], state: NoerdlingenState, seed: int = 1, most: int = 99
) -> NoerdlingenMove:
    """What a player does of the first few legal moves; that it is one of them is checked, too."""
    legal = list(GAME.legal(state, state.active))[:most]
    move = who.choose(GAME.view(state, state.active), legal, Random(seed))
    assert move in legal
    return move


@looking
def test_they_close_what_will_be_theirs(level: str) -> None:
    state = table([[(6, 2)], [(3, 2)], [(7, 7)]], [POCKET], number=2, round=8)
    after = play(state, chosen(player(level), state))
    assert [land.owners for land in after.territories] == [(S,)]
    assert after.territories[0].points == 7


@looking
def test_they_take_a_number_that_closes_it(level: str) -> None:
    state = table([[(6, 2)], [(3, 2)], [(7, 7)]], [POCKET], round=8, active=0, waiting=[1, 2])
    worth: dict[NoerdlingenMove, int] = {
        Choose(number): number_worth(field_of(state), S, number)[1] for number in range(1, 7)
    }
    assert set(worth.values()) == {0, 7}
    assert worth[chosen(player(level), state)] == 7


@every_level
@pytest.mark.parametrize("seed", range(3))
def test_nobody_takes_a_number_that_ends_the_game_for_him(level: str, seed: int) -> None:
    state = table([[(4, 4)], [(1, 6)], [(7, 7)]], CROSSES, active=0, waiting=[1, 2])
    assert [number for number, count in board_of(state).counts(S).items() if count] == [1]
    assert chosen(player(level), state, seed) == Choose(1)


@looking
def test_a_bonus_that_helps_somebody_else_alone_is_declined(level: str) -> None:
    lines = [[(4, 4), (3, 4), (3, 6), (4, 6), (4, 5)], [(4, 3), (4, 4), (5, 4)]]
    soldiers = [[(4, 4)], [(3, 4), (3, 5), (3, 6)], [(7, 7)]]
    state = table(soldiers, lines, number=1, phase="bonus", round=8)
    assert set(GAME.legal(state, S)) == {Bonus((4, 4), "D"), Decline()}
    assert preview(GAME.view(state, S), S, Course.of(GAME.view(state, S)).way(Bonus((4, 4), "D"))).gains == (
        0,
        2,
        0,
    )
    assert chosen(player(level), state) == Decline()


def test_easy_and_normal_take_a_bonus_that_harms_nobody() -> None:
    state = table([[(4, 4)], [(1, 6)], [(7, 7)]], CROSSES, number=2, phase="bonus")
    assert [chosen(player(level), state) for level in ("easy", "normal")] == [Bonus((4, 4), "U")] * 2


def test_easy_does_many_things_and_normal_the_most_profitable_one() -> None:
    state = table([[(6, 2)], [(3, 2)], [(7, 7)]], [POCKET], number=2)
    found = {level: {chosen(player(level), state, seed) for seed in range(40)} for level in LEVELS[:2]}
    assert found["easy"] == set(GAME.legal(state, S))
    assert found["normal"] == {Draw((6, 2), "RD")}


def test_normal_begins_where_most_ways_lead_on() -> None:
    state = new()
    legal = list(GAME.legal(state, state.active))

    def ways_from(move: NoerdlingenMove) -> int:
        return sum(board_of(play(state, move)).counts(state.active).values())

    advice = player("normal").advice(GAME.view(state, state.active), legal, Random(1))
    counts = [ways_from(each.move) for each in advice]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


def test_a_number_is_worth_its_best_draw_before_the_count_of_its_ways() -> None:
    field = field_of(table([[(6, 2)], [(3, 2)], [(7, 7)]], [POCKET]))
    worth = [number_worth(field, S, number) for number in range(1, 7)]
    assert worth[:3] == [(True, 0, 1), (True, 7, 4), (True, 7, 3)]
    assert max(worth) == worth[1]
    assert number_worth(field_of(table([[(4, 4)], [(1, 6)], [(7, 7)]], CROSSES)), S, 2) == (False, 0, 0)


def test_a_draw_is_worth_the_own_points_without_those_of_the_best_of_the_others() -> None:
    """Rules example 6: the circle gets the two cells that the star closes."""
    lines = [[(3, 4), (5, 4), (5, 5), (3, 5)]]
    field = field_of(table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], lines, number=4))
    (path,) = [path for path in field.board.draws(S, 4) if path.steps == "ULD"]
    assert lead(field, S, path) == -2
    assert lead(field, T, path) == -2
    assert lead(field, O, path) == 2


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
    course = Course.of(GAME.view(table([[(4, 5)], [(1, 6)], [(7, 7)]]), None))
    before = replace(course)
    play_on(replace(course), Random(1))
    course.after(Choose(3))
    assert course == before
