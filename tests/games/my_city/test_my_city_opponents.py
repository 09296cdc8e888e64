"""The computer players of My City: what they may know, what they do, and when they give up."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from bot.games.contract import Advice, Seat
from bot.games.my_city.cells import cells_of, mask_of
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Begin, Build, MyCityMove, MyCityOptions, MyCityState, Pass, Sheet, Stop
from bot.games.my_city.opponents import PLAIN
from bot.games.my_city.opponents.ground import WHOLE, courses
from bot.games.my_city.opponents.playing import Present, Rivals, bag_worth, bandit_worth
from bot.games.my_city.site import layout_of, site_of
from tests.games.my_city.positions import (
    CHANCE,
    COMPASS,
    STOP,
    A,
    B,
    C,
    cells,
    play,
    roll,
    rolled,
    sheet,
    table,
    told,
)
from tests.games.my_city.sample import SAMPLE
from tests.games.samples import walk

LEVELS = ("easy", "normal", "hard")
every_level = pytest.mark.parametrize("level", LEVELS)
thinking = pytest.mark.parametrize("level", LEVELS[1:])
TREES = cells_of(layout_of(1).terrain["tree"])


def advice(level: str, state: MyCityState, seat: Seat = A, luck: int = 1) -> tuple[Advice[MyCityMove], ...]:
    """What a player of this level thinks of all its moves."""
    return GAME.opponents[level].advice(GAME.view(state, seat), list(GAME.legal(state, seat)), Random(luck))


def chosen(level: str, state: MyCityState, seat: Seat = A, luck: int = 1) -> MyCityMove:
    """What it does; that it is legal is checked, too."""
    legal = list(GAME.legal(state, seat))
    move = GAME.opponents[level].choose(GAME.view(state, seat), legal, Random(luck))
    assert move in legal
    return move


def moments(options: int) -> Iterator[tuple[MyCityState, Seat]]:
    """Two moments of a random game, and who has something to decide in each."""
    states = [state for state in walk(SAMPLE, options).states if GAME.decisions(state)]
    for state in Random(options).sample(states, 2):
        yield state, next(iter(GAME.decisions(state)))


def rivals(state: MyCityState) -> Rivals:
    """What seat 0 expects of the others in twenty courses of the dice."""
    assert state.roll is not None
    rolls = courses(state.roll, 20, np.random.default_rng(1))
    return Rivals(Present(GAME.view(state, A), PLAIN), PLAIN, rolls, WHOLE)


def filled(episode: int, *free: str) -> str:
    """A sheet on which all but these cells is built over, cell by cell, each beside the one before."""
    left = site_of(episode, Sheet(bandits=EPISODES[episode].printed_bandits)).free & ~mask_of(free)
    return ", ".join([f"{'rip'[place % 3]} {cell}" for place, cell in enumerate(cells_of(left))])


@every_level
def test_every_seat_looks_at_its_own_sheet(level: str) -> None:
    """What is good for one neighbour is not even legal for the other."""
    state = table(1, "r D1 D2", "r D10 D11", roll=roll("I1"))
    moves = [chosen(level, state, seat) for seat in (A, B)]
    for move, near in zip(moves, ({"D1", "D2"}, {"D10", "D11"}), strict=True):
        assert isinstance(move, Build)
        assert min(abs(int(move.cells[0][1:]) - int(cell[1:])) for cell in near) <= 1


@thinking
def test_they_keep_the_trees_and_fill_the_hole(level: str) -> None:
    """Episode 1: a tree that stays is a point, a hole in the meadow costs one."""
    state = table(1, filled(1, *TREES, "A5"), roll=roll("I1"))
    assert chosen(level, state) == Build(("A5",))


@thinking
def test_they_stop_when_only_trees_are_left(level: str) -> None:
    state = table(1, filled(1, *TREES), roll=roll("I1"))
    assert chosen(level, state) == Stop()


@thinking
def test_they_stop_when_going_on_costs_more_than_it_brings(level: str) -> None:
    """A hole is a point, but only one roll in nine fills it, and the last box costs three."""
    state = table(1, sheet(filled(1, *TREES, "A5"), ticks=5), round=99, roll=roll("U5"))
    assert chosen(level, state) == Stop()


@thinking
def test_they_pass_rather_than_stop_while_much_can_still_be_built(level: str) -> None:
    """Two strips that are too narrow for a square."""
    strips = cells("D5 E5 F5 G5 H5 B8 C8 D8")
    state = table(1, filled(1, *TREES, *strips), roll=roll("O4"))
    assert GAME.legal(state, A) == [Pass(), Stop()]
    assert chosen(level, state) == Pass()


@thinking
def test_they_close_the_last_side_of_a_bandit(level: str) -> None:
    """Episode 10, beside another hole that is worth just a point."""
    state = table(10, filled(10, "F7", "A8"), roll=roll("I1"))
    assert chosen(level, state) == Build(("F7",))


@thinking
def test_they_join_the_groups_of_a_type(level: str) -> None:
    """Episode 2: one cell makes a group of five out of two, the others at most one of three."""
    state = table(2, "r D1, r D2, i E1 E2, i E3, r D4, r D5, p E4 E5", roll=roll("I1"))
    assert chosen(level, state) == Build(("D3",))


@every_level
@pytest.mark.parametrize("episode", [4, 6, 8, 11])
def test_they_build_what_a_compass_asks_for(level: str, episode: int) -> None:
    state = play(rolled(table(episode, ""), COMPASS), chosen(level, rolled(table(episode, ""), COMPASS)))
    assert state.sheets[0].drawn[0].kind == EPISODES[episode].compass


@every_level
def test_episodes_are_begun_in_the_printed_order_and_the_campaign_is_not_cut_short(level: str) -> None:
    state = GAME.setup(MyCityOptions(mode="campaign", order="free"), 2, CHANCE)
    begun: list[int] = []
    while state.phase == "between":
        move = chosen(level, state)
        assert isinstance(move, Begin)
        begun.append(move.episode)
        state, _ = told(state, (A, move), (A, STOP), (B, STOP))
    assert begun == list(EPISODES)


@every_level
def test_somebody_beside_others_who_have_left_plays_on(level: str) -> None:
    state = table(8, "c G9 H9", sheet("", stopped=True), "c F10 F9", roll=roll("V3"))
    assert isinstance(chosen(level, state, C), Build)


def test_a_bonus_that_somebody_else_has_is_not_looked_for() -> None:
    """Episode 7: the last cell of the plateau then brings five points less."""
    own, expected = filled(7, "A3", "H6"), list[float]()
    for other in (filled(7, "A3", "H6"), filled(7, "H6")):
        present = Present(GAME.view(table(7, own, other, roll=roll("I1")), A), PLAIN)
        expected.append(float(present.judged()[present.number(Build(("A3",)))]))
    assert expected[0] - expected[1] == pytest.approx(5)


def test_a_rival_who_is_about_to_win_a_bonus_leaves_little_time_for_it() -> None:
    """Episode 7: one whose plateau lacks two cells, and one who has only begun."""
    near, far = (table(7, "", other, roll=roll("I2")) for other in (filled(7, "A3", "B3"), "r G9"))
    assert rivals(near).open_until[:, 0].tolist() == [0] * 20
    assert float(np.median(rivals(far).open_until[:, 0])) > 8


def test_the_best_of_the_bags_gets_most_points() -> None:
    """The ranking of episode 9 with two bags so far, against three of a rival who can win no more."""
    results = [{"episode": 8, "bags": [2, 3], "points": [0, 0]}]
    state = table(9, "", sheet("", stopped=True, ticks=1), round=2, results=results, roll=roll("I2"))
    bags, course = np.array([0, 1, 2, 4], dtype=np.int16), np.array([0, 0, 1, 1])
    assert rivals(state).ranking(bags, course).tolist() == [10, 20, 20, 20]


def test_alone_the_bags_are_counted_by_the_solo_table() -> None:
    state = table(9, "", results=[{"episode": 8, "bags": [2], "points": [0]}], roll=roll("I2"))
    bags = np.array([0, 1, 3, 4], dtype=np.int16)
    assert rivals(state).ranking(bags, np.zeros(4, dtype=np.intp)).tolist() == [0, 10, 10, 20]


def test_bags_and_bandits_count_as_long_as_an_episode_follows_in_which_they_do() -> None:
    chapter_3, chapter_4 = (MyCityOptions(mode="chapter", chapter=chapter) for chapter in (3, 4))
    alone, first = (GAME.setup(options, 2, CHANCE) for options in (MyCityOptions(episode=7), chapter_3))
    assert [bag_worth(GAME.view(state, A)) for state in (alone, first)] == [0, 3]
    view = GAME.view(GAME.setup(chapter_4, 1, CHANCE), A)
    names = view.sheets[0].bandits
    comes = {name: worth > 0 for name, worth in zip(names, bandit_worth(view), strict=True)}
    assert comes == {name: name not in EPISODES[11].printed_bandits for name in names}
    assert not any(bandit_worth(GAME.view(table(10, ""), A)))
