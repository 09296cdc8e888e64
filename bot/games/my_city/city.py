"""What is printed (sections 2, 3.4, 5, 7) from `data/city.json`: dice, shapes, the twelve sheets, grades."""

from __future__ import annotations

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


class Box(msgspec.Struct, frozen=True):
    """For how many players the game is."""

    players_min: int
    players_max: int


class Size(msgspec.Struct, frozen=True):
    """How large a sheet is."""

    rows: int
    columns: int


class Face(msgspec.Struct, frozen=True):
    """A face of a blue die: the squares of its block of two rows and two columns."""

    id: str
    cells: tuple[Spot, ...]
    compass: bool = False


class White(msgspec.Struct, frozen=True):
    """A face of the white die."""

    id: str
    type: Type


class Dice(msgspec.Struct, frozen=True):
    """The three dice."""

    left: tuple[Face, ...]
    right: tuple[Face, ...]
    white: tuple[White, ...]


class Shape(msgspec.Struct, frozen=True):
    """A shape in one of its positions."""

    id: str
    cells: tuple[Spot, ...]


class SoloBags(msgspec.Struct, frozen=True):
    """From how many gold bags on somebody who plays alone gets these points."""

    bags: int
    points: int


class BagRanking(msgspec.Struct, frozen=True):
    """The points for gold bags in episode 9, the higher ones first."""

    first: int
    second: int
    solo: tuple[SoloBags, ...]


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

    game: Box
    sheet: Size
    dice: Dice
    shapes: tuple[Shape, ...]
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
SEATS = (CITY.game.players_min, CITY.game.players_max)
"""How many can play, at least and at most."""
EPISODES = {episode.episode: episode for episode in CITY.episodes}
"""By number, in the order of the book."""
CHAPTERS = {chapter.chapter: chapter for chapter in CITY.chapters}
TYPES: tuple[Type, ...] = ("residential", "industrial", "public")
BOXES = len(CITY.pass_values) - 1
"""How many pass boxes a sheet has."""
LEFT = {face.id: face for face in CITY.dice.left}
RIGHT = {face.id: face for face in CITY.dice.right}
