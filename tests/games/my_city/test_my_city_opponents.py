"""The computer players of My City: what they do, when they give up, and the arrays they think with."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from bot.games.chance import Chance
from bot.games.contract import CHARACTERS, Advised, Seat
from bot.games.my_city.cells import Roll, cells_of, mask_of
from bot.games.my_city.city import EPISODES, TYPES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import default_choice, legal_spots, task_of
from bot.games.my_city.moves import (
    Begin,
    Build,
    BuildAndStop,
    MyCityMove,
    MyCityOptions,
    MyCityState,
    Pass,
    Sheet,
)
from bot.games.my_city.opponents import PLAIN, THOROUGH, ends
from bot.games.my_city.opponents.ground import KINDS, SHAPES, WHOLE, Rolls, courses, plot_of, spots_of
from bot.games.my_city.opponents.judging import OUT, Judge, all_open
from bot.games.my_city.opponents.levels import Easy, Weigher
from bot.games.my_city.opponents.playing import (
    Lookahead,
    Luck,
    Present,
    Rivals,
    bag_worth,
    bandit_worth,
    play_on,
    tasks_of,
)
from bot.games.my_city.opponents.sheets import NEVER, Sheets, kind_number, one
from bot.games.my_city.opponents.values import network_of
from bot.games.my_city.rounds import result_of
from bot.games.my_city.scoring import bags_won, score_sheet
from bot.games.my_city.site import layout_of, site_of
from tests.games.my_city.positions import (
    CHANCE,
    A,
    B,
    C,
    cells,
    filled,
    move,
    play,
    roll,
    rolled,
    sheet,
    table,
)

LEVELS = ("easy", "normal", "hard", "expert")
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
    rolls = courses(20, np.random.default_rng(1), state.roll)
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
        (
            "1: the last cell, whatever is chosen the episode ends",
            table(1, sheet(filled(1, "A5"), ticks=6), round=99, dice="I1"),
            "A5",
        ),
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


_LITTLE = 0.56
"""A tenth of the points by which normal leads easy."""


@pytest.mark.parametrize("episode", EPISODES)
def test_no_two_at_a_table_draw_the_same_sheet_and_that_costs_little(
    episode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They judge alike, but each likes another end of the sheet, most of all while another one's looks the
    same; by their own judgement they give up little for it."""
    advice, heard, given_up = Weigher.advice, list[Advised[MyCityMove]](), 0.0

    def listening(self: Weigher, *asked: Any) -> Advised[MyCityMove]:
        heard.append(advice(self, *asked))
        return heard[-1]

    monkeypatch.setattr(Weigher, "advice", listening)
    state, chance = GAME.setup(MyCityOptions(episode=episode), 4, CHANCE), Random(episode)
    while state.phase == "round":
        seat = next(iter(GAME.decisions(state)))
        view = GAME.view(state, seat)
        legal, character = list(GAME.legal(state, seat)), CHARACTERS[seat]
        made = GAME.opponents["normal"].choose(view, legal, chance, character)
        if len(legal) > 1:
            expected = {one.move: one.expected for one in heard[-1]}
            given_up += heard[-1][0].expected - expected[made]
        state = GAME.apply(state, seat, made, CHANCE).state
    drawn = [frozenset((item.kind, frozenset(item.cells)) for item in sheet.drawn) for sheet in state.sheets]
    assert len(set(drawn)) == 4
    assert 0 < given_up / 4 <= _LITTLE


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


def test_easy_weighs_some_spots_and_what_it_overlooked_comes_last() -> None:
    state = table(2, "", dice="I2")
    legal = [each for each in GAME.legal(state, A) if not isinstance(each, BuildAndStop)]
    spots = sum(type(each) is Build for each in legal)
    tops = set[MyCityMove]()
    for seed in range(6):
        advice = Easy(PLAIN, spots=3).advice(GAME.view(state, A), legal, Random(seed))
        assert {one.move for one in advice} == {*legal}
        expected = [one.expected for one in advice]
        assert expected == sorted(expected, reverse=True)
        assert sum(type(one.move) is Build for one in advice[: len(legal) - spots + 3]) == 3
        tops.add(advice[0].move)
    assert len(tops) > 1


def test_hard_judges_by_its_network_what_looks_best_at_a_glance() -> None:
    state = table(3, "r D1 D2, i E1 E2", dice="I3")
    view, present = GAME.view(state, A), Present(GAME.view(state, A), THOROUGH)
    advice = Weigher(THOROUGH, learned=True).advice(view, GAME.legal(state, A), Random(1))
    staying = [one for one in advice if type(one.move) is not BuildAndStop][:24]
    numbers = [present.number(one.move) for one in staying]
    looking = Lookahead(present, THOROUGH, 0, 1, network_of(3))
    looking.glance(numbers, [0.0] * len(numbers))
    assert [looking.reached(number) for number in numbers] == [one.expected for one in staying]
    judged = present.judged()
    assert numbers != sorted(numbers, key=lambda number: -judged[number])


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


# The arrays they think with ---------------------------------------------------------------------------

every_episode = pytest.mark.parametrize("episode", EPISODES)


def course(episode: int, seed: int) -> Iterator[MyCityState]:
    """Moments of an episode in which somebody alone builds anywhere and passes now and then: every third one
    and the end."""
    rng = Random(f"{episode} {seed}")
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(MyCityOptions(episode=episode), 1, chance)
    while state.phase != "over":
        if state.round % 3 == seed % 3:
            yield state
        spots = legal_spots(state, A)
        builds = spots and rng.random() < 0.9
        choice = Build(rng.choice(spots)) if builds else default_choice(state, A)
        state = GAME.apply(state, A, choice, chance).state
    yield state


def completed(state: MyCityState) -> list[str]:
    site = site_of(state.episode, state.sheets[0])
    return [kind for kind in EPISODES[state.episode].first_come if site.complete(kind)]


@every_episode
def test_a_sheet_has_the_points_bags_and_bandits_of_the_rules(episode: int) -> None:
    for state in [state for seed in range(2) for state in course(episode, seed)]:
        sheets, sheet = one(episode, state.sheets[0]), state.sheets[0]
        rows = score_sheet(episode, sheet, completed(state), (0,), 0)  # type: ignore[arg-type]
        assert sheets.points(all_open(sheets)).tolist() == [sum([row.points for row in rows])]
        assert sheets.bags().tolist() == [bags_won(episode, sheet)]
        loose = [name for name, flag in zip(sheet.bandits, sheets.loose()[0], strict=True) if flag]
        assert tuple(loose) == site_of(episode, sheet).loose_bandits()


@every_episode
def test_what_is_asked_and_allowed_is_that_of_the_rules(episode: int) -> None:
    """Kind, shape and spots; passing also churches, fortresses, with full boxes and in episode 6."""
    for state in list(course(episode, 3))[:-1]:
        for now in (state, rolled(state, roll("compass"))):
            present, task, legal = Present(GAME.view(now, A), PLAIN), task_of(now, A), GAME.legal(now, A)
            assert task is not None
            asked, judged = present.asked, present.judged()
            assert asked.spots is spots_of(episode, task.shape)
            assert asked.kinds[0] == (TYPES.index(task.kind) if task.kind in TYPES else KINDS)  # type: ignore[arg-type]
            places = {place: mask for mask, place in asked.spots.places.items()}
            found = {places[int(place)] for place in np.flatnonzero(judged[: len(places)] > OUT / 2)}
            assert found == {mask_of(cells) for cells in legal_spots(now, A)}
            assert (judged[-2] > OUT / 2) == (Pass() in legal)
            if Pass() in legal:
                after = GAME.apply(now, A, Pass(), Chance(bytes(32))).state
                assert int(asked.boxes[0]) == after.sheets[0].ticks - now.sheets[0].ticks


@every_episode
def test_many_sheets_played_on_end_as_each_of_them_does_by_the_rules(episode: int) -> None:
    """Every course is played once more through the rules, each choice the one that looks best."""
    count, rng = 2, np.random.default_rng(episode)
    rolls = courses(count, rng, roll("V3"))
    sheets = Sheets(plot_of(episode, EPISODES[episode].printed_bandits), count)
    everyone = np.arange(count)
    luck = Luck(rolls, everyone, all_open(sheets))
    assert not len(play_on(sheets, Judge(sheets.plot, PLAIN, 0), luck, everyone, WHOLE))
    for number in everyone:
        state = by_the_rules(episode, rolls, int(number))
        rows = result_of(state).rows[0]
        points = sum([row.points for row in rows if row.key != "gold_bags"])
        assert sheets.points(all_open(sheets))[number] == points
        assert sheets.ticks[number] == state.sheets[0].ticks


def by_the_rules(episode: int, rolls: Rolls, number: int) -> MyCityState:
    """The end of this course, one choice after the other."""
    state = table(episode, "", roll=said(rolls, number, 0))
    for turn in range(1, 99):
        present = Present(GAME.view(state, A), PLAIN)
        present.judge = Judge(present.sheets.plot, PLAIN, 0)
        judged = present.judged()
        order = {
            present.number(move): move for move in GAME.legal(state, A) if not isinstance(move, BuildAndStop)
        }
        best = max(order, key=lambda place: (judged[place], -place))
        state = GAME.apply(state, A, order[best], Chance(bytes(32))).state
        if state.phase == "over":
            return state
        state = rolled(state, said(rolls, number, turn))
    raise AssertionError("an episode ends")


def said(rolls: Rolls, number: int, turn: int) -> Roll:
    """Dice that show what this course has in this round."""
    shape, kind = SHAPES[rolls.shapes[number, turn]], TYPES[rolls.kinds[number, turn]]
    if not rolls.compass[number, turn]:
        return roll(f"{shape} {kind[0]}")
    left = {"V3": "L1", "I1": "L2", "I2": "L4"}[shape]
    return Roll(left, "R6", kind)


@every_episode
def test_a_copy_is_drawn_on_without_the_original(episode: int) -> None:
    state = list(course(episode, 6))[2]
    original = one(episode, state.sheets[0])
    before = original.points(all_open(original)).tolist()
    copies = original.copies(2)
    task = next(tasks_of(copies, np.arange(2), np.zeros(2, dtype=np.int16), kind_number("public").repeat(2)))
    everyone = np.arange(2)
    rolls = courses(2, np.random.default_rng(1), roll("V3"))
    play_on(copies, Judge(copies.plot, PLAIN, 0), Luck(rolls, everyone, all_open(copies)), everyone, WHOLE)
    assert len(task.sheets) == copies.count == 2
    assert copies.number.min() > original.number[0]
    assert original.points(all_open(original)).tolist() == before


def test_a_first_come_bonus_counts_only_until_its_round() -> None:
    """Section 5.4, for whoever completes the plateau of episode 7 in a round or a later one."""
    sheets = Sheets(plot_of(7, ()), 3)
    until = all_open(sheets)
    free = sheets.points(until)
    sheets.done[:, 0] = (3, 3, NEVER)
    until[:, 0] = (3, 2, 9)
    assert (sheets.points(until) - free).tolist() == [5, 0, 0]


def test_the_shapes_and_the_compass_come_as_often_as_with_real_dice() -> None:
    rolls = courses(432, np.random.default_rng(1), roll("U5"))
    later = rolls.shapes[:, 1:]
    assert {SHAPES[shape] for shape in rolls.shapes[:, 0]} == {"U5"}
    often = {SHAPES[shape]: float((later == shape).mean()) * 36 for shape in range(len(SHAPES))}
    expected = {"I1": 4, "I2": 8, "I3": 3, "V3": 8, "I4": 1, "L4": 5, "O4": 4, "L5": 1, "U5": 2}
    assert often == pytest.approx(expected)
    assert float(rolls.compass[:, 1:].mean()) == pytest.approx(1 / 6)
    assert all(np.bincount(rolls.kinds[:, round]).tolist() == [144] * 3 for round in WHOLE[1:])
    assert len({tuple(each) for each in rolls.shapes[:, 1:6].tolist()}) > 400
    assert not rolls.compass[:, 0].any()


def test_sheets_that_are_played_side_by_side_come_to_the_same_ends_as_alone() -> None:
    """Of two plots, one of them stopped before, in an episode in which nobody takes anything from others."""
    printed = EPISODES[11].printed_bandits
    some = [one(11, Sheet(bandits=bandits, ticks=ticks)) for bandits, ticks in ((printed, 0), ((), 0))]
    some += [one(11, Sheet(bandits=printed, ticks=6)), one(11, Sheet(bandits=printed, ticks=3))]
    active = (True, True, False, True)

    def played(seats: list[int]) -> list[list[float]]:
        rng, goes_on = np.random.default_rng(1), [active[seat] for seat in seats]
        sheets = [some[seat] for seat in seats]
        return ends._played(sheets, 3.0, 5, rng, None, goes_on, {}, (0,) * len(seats)).T.tolist()

    assert played([0, 1, 2, 3]) == [played([seat])[0] for seat in range(4)]
    assert len({tuple(each) for each in played([0, 1, 2, 3])}) == 4
