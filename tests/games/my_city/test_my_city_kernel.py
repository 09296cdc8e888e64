"""Dice and sheets of My City against the data of the rules (2, 5.5)."""

from collections import Counter
from fractions import Fraction
from typing import Any

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
from bot.games.my_city.site import layout_of
from tests.games.my_city.positions import CHANCE, PRINTED, labels


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
