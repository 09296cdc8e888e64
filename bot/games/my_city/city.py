"""What is printed (sections 2, 3.4, 5, 7) from `data/city.json`: dice, shapes, the twelve sheets, grades."""

from typing import Literal

import msgspec

from bot.games.data import load

Type = Literal["residential", "industrial", "public"]
Kind = Literal["residential", "industrial", "public", "church", "fortress"]
"""What can be drawn: buildings of three types, and what a compass may ask for."""
Start = Literal["river", "sawmill", "church", "fortress"]
Compass = Literal["church", "fortress"]
FirstCome = Literal["plateau", "woodland", "gold"]
Spot = tuple[int, int]
"""Row and column, counted from 0."""


class Figure(msgspec.Struct, frozen=True):
    """The squares of a face of a blue die (a block of two rows and two columns), or of a shape."""

    id: str
    cells: tuple[Spot, ...]
    compass: bool = False


class Dice(msgspec.Struct, frozen=True):
    """The three dice."""

    left: tuple[Figure, ...]
    right: tuple[Figure, ...]
    white: tuple[Type, ...]


class BagRanking(msgspec.Struct, frozen=True):
    """The points for gold bags in episode 9; `solo`, from how many bags on somebody who plays alone gets how
    many points, the higher ones first."""

    first: int
    second: int
    solo: tuple[tuple[int, int], ...]


class Grades(msgspec.Struct, frozen=True):
    """The solo grades, the lowest first, and from how many points on each but the lowest is reached."""

    names: tuple[str, ...]
    chapters: tuple[tuple[int, ...], ...]
    campaign: tuple[int, ...]


class Chapter(msgspec.Struct, frozen=True):
    """One of the four chapters."""

    chapter: int
    episodes: tuple[int, ...]


class ScoringRow(msgspec.Struct, frozen=True):
    """A row of the score sheet; no points where they follow from a table (passes, gold bags)."""

    key: str
    points: int | None


class Episode(msgspec.Struct, frozen=True):
    """One of the twelve sheets and what is special about it.

    `pass_boxes` and `church_boxes` are what passing a building or a church costs, None where it can't be
    passed; `river` names the pairs of cells that a river line parts, `river_paths` the same line by the
    corners of cells; `bandits_from` names the episode whose free bandits come along."""

    episode: int
    chapter: int
    start: Start
    compass: Compass | None
    pieces: tuple[str, ...]
    pass_boxes: int | None
    church_boxes: int | None
    rows: tuple[ScoringRow, ...]
    first_come: tuple[FirstCome, ...]
    gold_bags: dict[str, int]
    grid: tuple[str, ...]
    river: tuple[tuple[Spot, Spot], ...]
    river_paths: tuple[tuple[Spot, ...], ...]
    bandits: dict[str, Spot]
    printed_bandits: tuple[str, ...]
    bandits_from: int | None


class City(msgspec.Struct, frozen=True):
    """The whole data file."""

    seats: tuple[int, int]
    sheet: tuple[int, int]
    """Rows and columns."""
    dice: Dice
    shapes: tuple[Figure, ...]
    pass_values: tuple[int, ...]
    legend: dict[str, str]
    buildable: tuple[str, ...]
    first_come_points: int
    mini_campaign: tuple[int, ...]
    bag_ranking: BagRanking
    grades: Grades
    chapters: tuple[Chapter, ...]
    episodes: tuple[Episode, ...]


CITY = load("my_city", "city", City)
EPISODES = {episode.episode: episode for episode in CITY.episodes}
"""By number, in the order of the book."""
CHAPTERS = {chapter.chapter: chapter for chapter in CITY.chapters}
TYPES: tuple[Type, ...] = ("residential", "industrial", "public")
BOXES = len(CITY.pass_values) - 1
"""How many pass boxes a sheet has."""
LEFT = {face.id: face for face in CITY.dice.left}
RIGHT = {face.id: face for face in CITY.dice.right}
UNCOVERED = {"trees": "tree", "rocks": "rock", "empty_meadow": "meadow", "woodland": "woodland"}
"""Rows of the score sheet that count each cell of a kind that is not built over."""
ALL_BUILT = {
    "gold_all_built": "gold",
    "all_trees_built": "tree",
    "all_rocks_built": "rock",
    "all_meadow_built": "meadow",
}
"""Rows that are won when all cells of a kind are built over."""
