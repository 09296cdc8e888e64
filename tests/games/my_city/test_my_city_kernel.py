"""Dice and sheets of My City against the data of the rules (2, 5.5), and the arrays computers think with."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from bot.games.chance import Chance
from bot.games.my_city.cells import (
    LABELS,
    Roll,
    beside,
    cells_of,
    frequencies,
    joined,
    mask_of,
    ordered,
    orientations,
    rolled,
    shape_of,
)
from bot.games.my_city.city import CITY, EPISODES, LEFT, RIGHT, TYPES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import default_choice, legal_spots, task_of
from bot.games.my_city.moves import Build, MyCityOptions, MyCityState, Pass
from bot.games.my_city.opponents import PLAIN
from bot.games.my_city.opponents.ground import KINDS, SHAPES, WHOLE, Rolls, courses, plot_of, spots_of
from bot.games.my_city.opponents.judging import OUT, Judge, all_open
from bot.games.my_city.opponents.playing import Luck, Present, play_on, tasks_of
from bot.games.my_city.opponents.sheets import NEVER, Sheets, kind_number, one
from bot.games.my_city.rounds import result_of
from bot.games.my_city.scoring import bags_won, score_sheet
from bot.games.my_city.site import layout_of, site_of
from tests.games.my_city.positions import (
    CHANCE,
    COMPASS,
    PRINTED,
    A,
    labels,
    roll,
    rolled as with_dice,
    table,
)


@pytest.mark.parametrize("case", PRINTED["joined"], ids=lambda case: case["left"] + case["right"])
def test_2_joining_two_faces(case: dict[str, Any]) -> None:
    """All of them; the worked examples (10.1) are among them."""
    assert joined(case["left"], case["right"]) == tuple(sorted(map(tuple, case["cells"])))
    faces = case["left"], case["right"]
    shapes = {one["shape"] for one in PRINTED["examples"] if (one.get("left"), one.get("right")) == faces}
    assert {Roll(*faces, "public").shape} == {case["shape"], *shapes}


def test_2_how_often_each_shape_comes() -> None:
    table = {"I1": 2, "I2": 5, "I3": 3, "V3": 7, "I4": 1, "L4": 5, "O4": 4, "L5": 1, "U5": 2}
    assert {item.shape: item.all for item in frequencies()} == PRINTED["frequencies"]
    assert {item.shape: item.without_compass for item in frequencies()} == table
    assert sum(item.all for item in frequencies()) == 36
    sizes = {item.id: len(item.cells) for item in CITY.shapes}
    assert Fraction(sum(item.all * sizes[item.shape] for item in frequencies()), 36) == 3


def test_2_shapes_may_be_turned_and_mirrored() -> None:
    assert {item.id: len(orientations(item.id)) for item in CITY.shapes} == PRINTED["orientations"]
    for item in CITY.shapes:
        assert orientations(item.id)[0] == item.cells
        assert {shape_of(form) for form in orientations(item.id)} == {item.id}
    assert shape_of([(0, 0), (1, 1)]) is None
    assert shape_of([]) is None


def test_2_the_white_die_has_each_type_twice_one_face_a_compass_and_all_come_up() -> None:
    assert Counter(CITY.dice.white) == dict.fromkeys(TYPES, 2)
    assert [face.id for face in RIGHT.values() if face.compass] == ["R6"]
    rolls = [rolled(Chance(bytes([number]) * 32).stream("roll", 0)) for number in range(200)]
    seen = [{getattr(item, die) for item in rolls} for die in ("left", "right", "type")]
    assert seen == [set(LEFT), set(RIGHT), set(TYPES)]
    assert rolled(CHANCE.stream("roll", 3)) == rolled(CHANCE.stream("roll", 3))


def test_1_cells_are_told_row_by_row() -> None:
    assert (LABELS[0], LABELS[7], LABELS[8], LABELS[-1]) == ("A1", "H1", "A2", "H11")
    assert ordered(("A10", "B2", "Z9", "A2")) == ("A2", "B2", "A10", "Z9")


def test_1_cells_are_adjacent_by_their_sides_alone() -> None:
    assert cells_of(beside(mask_of(("D4",)))) == ("D3", "C4", "E4", "D5")
    assert cells_of(beside(mask_of(("A1",)))) == ("B1", "A2")
    assert cells_of(beside(mask_of(("H5",)))) == ("H4", "G5", "H6")
    assert cells_of(beside(mask_of(("H11", "G11")))) == ("G10", "H10", "F11")


KEYS = {
    "trees": "tree",
    "rocks": "rock",
    "mountains": "mountain",
    "forest": "forest",
    "wells": "well",
    "printed_church_cells": "church",
    "printed_fortresses": "fortress",
}


@pytest.mark.parametrize("episode", EPISODES)
def test_5_5_what_lies_on_the_sheets(episode: int) -> None:
    layout = layout_of(episode)
    for name, places in PRINTED["features"][str(episode)].items():
        assert cells_of(layout.terrain[KEYS.get(name, name)]) == ordered(labels(places)), name


@pytest.mark.parametrize("episode", EPISODES)
def test_5_5_how_many_cells_are_buildable(episode: int) -> None:
    counts, layout = PRINTED["counts"][str(episode)], layout_of(episode)
    meadow, bandits = layout.terrain["meadow"].bit_count(), len(layout.bandits)
    printed = len(EPISODES[episode].printed_bandits)
    assert layout.buildable.bit_count() - bandits == counts["buildable"]
    assert meadow == counts["meadow"]
    both = counts.get("buildable_with_only_printed_bandits", counts["buildable"])
    assert layout.buildable.bit_count() - printed == both


def test_5_5_chapters_keep_their_river_and_the_episodes_their_order() -> None:
    assert [chapter.episodes for chapter in CITY.chapters] == [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)]
    for first, other in ((1, 3), (4, 6), (8, 9), (10, 12)):
        assert EPISODES[first].river == EPISODES[other].river
    starts = [episode.start for episode in EPISODES.values()]
    assert starts == ["river"] * 5 + ["church"] + ["sawmill"] * 3 + ["river"] + ["fortress"] * 2


def test_5_1_what_the_compass_means_and_5_2_the_churches_to_build() -> None:
    asked = {number: (one.compass, " ".join(one.pieces)) for number, one in EPISODES.items() if one.compass}
    assert asked == {
        4: ("church", "I3 O4 T4"),
        5: ("church", "O4 T4 I4"),
        6: ("church", "T4 O4 P5"),
        7: ("church", "I2 I2 V3"),
        8: ("church", "I2 V3 O4"),
        **dict.fromkeys((11, 12), ("fortress", " ".join(EPISODES[11].pieces))),
    }


def test_5_5_printed_structures_and_bandits() -> None:
    found = {
        number: [f"{kind} {' '.join(cells_of(mask))}" for kind, mask in layout_of(number).printed]
        for number in EPISODES
    }
    assert {number: structures for number, structures in found.items() if structures} == {
        6: ["church C5 D5", "church F7 G7 F8 G8"],
        **{number: ["sawmill G10"] for number in (7, 8, 9)},
        11: ["fortress G4", "fortress B8"],
        12: ["fortress C3", "fortress F8"],
    }
    where = {"bandit_1": "B2", "bandit_2": "F3", "bandit_3": "C6", "bandit_4": "G7", "bandit_5": "D10"}
    for number, printed in ((10, "12345"), (11, "134"), (12, "25")):
        bandits = layout_of(number).bandits
        assert {name: cells_of(mask)[0] for name, mask in bandits.items()} == where
        assert EPISODES[number].printed_bandits == tuple(f"bandit_{digit}" for digit in printed)


def test_5_5_every_buildable_cell_can_be_reached_by_some_shape() -> None:
    for number in EPISODES:
        layout, met = layout_of(number), 0
        for mask, _ in layout.placements("I1"):
            met |= mask
        assert met == layout.buildable


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
        for now in (state, with_dice(state, COMPASS)):
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
    rolls = courses(roll("V3"), count, rng)
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
        order = {present.number(move): move for move in GAME.legal(state, A)}
        best = max(order, key=lambda place: (judged[place], -place))
        state = GAME.apply(state, A, order[best], Chance(bytes(32))).state
        if state.phase == "over":
            return state
        state = with_dice(state, said(rolls, number, turn))
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
    rolls = courses(roll("V3"), 2, np.random.default_rng(1))
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
    rolls = courses(roll("U5"), 400, np.random.default_rng(1))
    later = rolls.shapes[:, 1:]
    assert {SHAPES[shape] for shape in rolls.shapes[:, 0]} == {"U5"}
    often = {SHAPES[shape]: float((later == shape).mean()) * 36 for shape in range(len(SHAPES))}
    expected = {"I1": 4, "I2": 8, "I3": 3, "V3": 8, "I4": 1, "L4": 5, "O4": 4, "L5": 1, "U5": 2}
    assert often == pytest.approx(expected, abs=0.3)
    assert float(rolls.compass[:, 1:].mean()) == pytest.approx(1 / 6, abs=0.01)
    assert not rolls.compass[:, 0].any()
