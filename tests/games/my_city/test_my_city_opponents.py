"""The computer players of My City: what they may know, what they do, and when they give up."""

from random import Random

import numpy as np
import pytest

from bot.games.contract import Seat
from bot.games.my_city.cells import cells_of
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Begin, Build, MyCityMove, MyCityOptions, MyCityState
from bot.games.my_city.opponents import PLAIN
from bot.games.my_city.opponents.ground import WHOLE, courses
from bot.games.my_city.opponents.playing import Present, Rivals, bag_worth, bandit_worth
from bot.games.my_city.site import layout_of
from tests.games.my_city.positions import CHANCE, A, B, C, cells, filled, move, play, sheet, table

LEVELS = ("easy", "normal", "hard")
every_level = pytest.mark.parametrize("level", LEVELS)
thinking = pytest.mark.parametrize("level", LEVELS[1:])
TREES = cells_of(layout_of(1).terrain["tree"])


def chosen(level: str, state: MyCityState, seat: Seat = A) -> MyCityMove:
    """What it does; that it is legal is checked, too."""
    legal = list(GAME.legal(state, seat))
    made = GAME.opponents[level].choose(GAME.view(state, seat), legal, Random(1))
    assert made in legal
    return made


def rivals(state: MyCityState) -> Rivals:
    """What seat 0 expects of the others in twenty courses of the dice."""
    assert state.roll is not None
    rolls = courses(state.roll, 20, np.random.default_rng(1))
    return Rivals(Present(GAME.view(state, A), PLAIN), PLAIN, rolls, WHOLE)


@every_level
def test_every_seat_looks_at_its_own_sheet(level: str) -> None:
    """What is good for one neighbour is not even legal for the other."""
    state = table(1, "r D1 D2", "r D10 D11", dice="I1")
    for seat, near in ((A, (1, 2)), (B, (10, 11))):
        made = chosen(level, state, seat)
        assert isinstance(made, Build)
        assert min(abs(int(made.cells[0][1:]) - row) for row in near) <= 1


NARROW = cells("D5 E5 F5 G5 H5 B8 C8 D8")
GROUPS = "r D1, r D2, i E1 E2, i E3, r D4, r D5, p E4 E5"
LATE = table(1, sheet(filled(1, *TREES, "A5"), ticks=5), round=99, dice="U5")


@thinking
@pytest.mark.parametrize(
    ("why", "state", "wanted"),
    [
        ("1: a hole costs a point, a tree is one", table(1, filled(1, *TREES, "A5"), dice="I1"), "A5"),
        ("1: only trees are left", table(1, filled(1, *TREES), dice="I1"), "stop"),
        ("1: one roll in nine fills the hole, and the last box costs three", LATE, "stop"),
        ("1: two strips too narrow for a square", table(1, filled(1, *TREES, *NARROW), dice="O4"), "pass"),
        ("10: the last side of a bandit", table(10, filled(10, "F7", "A8"), dice="I1"), "F7"),
        ("2: a group of five out of two, not one of three", table(2, GROUPS, dice="I1"), "D3"),
    ],
)
def test_what_they_do(level: str, why: str, state: MyCityState, wanted: str) -> None:
    assert chosen(level, state) == move(wanted)


@every_level
@pytest.mark.parametrize("episode", [4, 6, 8, 11])
def test_they_build_what_a_compass_asks_for(level: str, episode: int) -> None:
    state = table(episode, "", dice="compass")
    after = GAME.apply(state, A, chosen(level, state), CHANCE).state
    assert after.sheets[0].drawn[0].kind == EPISODES[episode].compass


@every_level
def test_episodes_are_begun_in_the_printed_order_and_the_campaign_is_not_cut_short(level: str) -> None:
    state = GAME.setup(MyCityOptions(mode="campaign", order="free"), 2, CHANCE)
    begun: list[int] = []
    while state.phase == "between":
        made = chosen(level, state)
        assert isinstance(made, Begin)
        begun.append(made.episode)
        state = play(state, f"begin {made.episode}; A stop; B stop")
    assert begun == list(EPISODES)


@every_level
def test_somebody_beside_others_who_have_left_plays_on(level: str) -> None:
    state = table(8, "c G9 H9", sheet("", stopped=True), "c F10 F9", dice="V3")
    assert isinstance(chosen(level, state, C), Build)


def test_a_bonus_that_somebody_else_has_is_not_looked_for() -> None:
    """Episode 7: the last cell of the plateau then brings five points less."""
    own, expected = filled(7, "A3", "H6"), list[float]()
    for other in (filled(7, "A3", "H6"), filled(7, "H6")):
        present = Present(GAME.view(table(7, own, other, dice="I1"), A), PLAIN)
        expected.append(float(present.judged()[present.number(Build(("A3",)))]))
    assert expected[0] - expected[1] == pytest.approx(5)


def test_a_rival_who_is_about_to_win_a_bonus_leaves_little_time_for_it() -> None:
    """Episode 7: one whose plateau lacks two cells, and one who has only begun."""
    near, far = (table(7, "", other, dice="I2") for other in (filled(7, "A3", "B3"), "r G9"))
    assert rivals(near).open_until[:, 0].tolist() == [0] * 20
    assert float(np.median(rivals(far).open_until[:, 0])) > 8


def test_the_best_of_the_bags_gets_most_points() -> None:
    """The ranking of episode 9 with two bags so far, against three of a rival who can win no more."""
    results = [{"episode": 8, "bags": [2, 3], "points": [0, 0]}]
    state = table(9, "", sheet("", stopped=True, ticks=1), round=2, results=results, dice="I2")
    bags, course = np.array([0, 1, 2, 4], dtype=np.int16), np.array([0, 0, 1, 1])
    assert rivals(state).ranking(bags, course).tolist() == [10, 20, 20, 20]


def test_alone_the_bags_are_counted_by_the_solo_table() -> None:
    state = table(9, "", results=[{"episode": 8, "bags": [2], "points": [0]}], dice="I2")
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
