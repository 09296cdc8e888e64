"""`python -m bot bench --balance`: whether a game has several good ways to play, and all of it is used.

At a table of computers of one level everybody has another character. Each deal is played once with each of
them on every seat, by the same cards and the same luck of every seat; so the same figures come every time.
Told are the points of the characters, the share of the games in which something happens, and of those that a
rival without a seat wins. Intervals are 95 %, over deals.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from bot.bench import figures
from bot.bench.matches import BASE, NORIA, Match, matches_of, options_of
from bot.bench.strength import Mean, play
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import CHARACTERS
from bot.games.noria.box import PATHS
from bot.games.noria.state import NoriaState

DEALS = 25
"""Deals of a table, where no number is given; a rival is met in eight games for each."""
LINES = 3
"""So many characters should be as good as one another."""
APART = 0.05
"""The share of its points by which the last of them may stay behind the first."""
HIGH = 6
"""A level that nobody reaches by the way."""


class Aim(NamedTuple):
    """From where to where a share should be."""

    least: float = 0.0
    most: float = 1.0


def _high_paths(state: NoriaState) -> list[str]:
    """The paths on which somebody has come far."""
    return [
        f"{path} to level {HIGH}"
        for place, path in enumerate(PATHS)
        if any(player.levels[place] >= HIGH for player in state.players)
    ]


_VARIANTS: Mapping[str, str] = {NORIA: "basic"}
_ENDS: Mapping[str, Callable[[Any], Sequence[str]]] = {NORIA: _high_paths}
"""What is noted of a finished game."""
_AIMS: Mapping[str, Mapping[str, Aim]] = {
    NORIA: {
        **{f"{path} to level {HIGH}": Aim(least=0.2) for path in PATHS},
        "produce": Aim(least=0.5),
        "modify": Aim(least=0.5),
    }
}
"""By kind of move or what is noted at the end: in how many games it should come."""
_RIVALS: Mapping[str, Mapping[str, Aim]] = {
    NORIA: {BASE: Aim(0.05, 0.15), "bot_2": Aim(0.15, 0.35), "bot_3": Aim(0.30, 0.60)}
}
"""By variant: how often whoever plays alone should lose."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure with its interval and its aim."""

    group: str
    name: str
    mean: Mean
    aim: Aim | None = None

    @property
    def ok(self) -> bool | None:
        """Whether it is where it should be; None without an aim."""
        return self.aim and self.aim.least <= self.mean.value <= self.aim.most


class _Kind(msgspec.Struct):
    """Of a move as JSON."""

    move: str


class Deal(NamedTuple):
    """The mean points of each character in the games of a deal, and in what share of them something came."""

    points: tuple[float, ...]
    came: Mapping[str, float]


def check(game: str, level: str) -> None:
    """Whether a game has such computers; `ValueError` if it has not."""
    matches_of(game)
    if level not in (levels := registry.game(game).opponents):
        raise ValueError(f"the levels are {', '.join(levels)}")


def main(*, as_json: bool, game: str, level: str, deals: int | None, jobs: int = 1) -> int:
    """Prints the figures of a game at a level; fails if one is not where it should be."""
    found = list(measured(game, level, deals or DEALS, jobs))
    heading = ["", "figure", "value", "aim", ""]
    text = figures.as_json(found) if as_json else figures.in_columns([heading, *map(_line, found)])
    sys.stdout.write(text + "\n")
    return CHECK_FAILED if any(each.ok is False for each in found) else DONE


def measured(game: str, level: str, deals: int, jobs: int = 1) -> Iterator[Measured]:
    """Lines of play, what comes in how many games, and the rivals."""
    made = _each(partial(dealt, game, level), range(max(deals, 2)), jobs)
    yield from lines(made)
    aims = _AIMS.get(game, {})
    others = {name for deal in made for name in deal.came} - aims.keys()
    for name in [*aims, *sorted(others)]:
        mean = Mean.of([deal.came.get(name, 0.0) for deal in made])
        yield Measured("share of games", name, mean, aims.get(name))
    rivals = _RIVALS.get(game, {})
    matches = [Match(level, "", 1, max(8 * deals, 2), variant, game) for variant in rivals]
    for result in _each(play, matches, jobs):
        variant, wins = result.match.variant, result.wins
        yield Measured("lost alone", variant, wins._replace(value=1 - wins.value), rivals[variant])


def lines(made: Sequence[Deal]) -> Iterator[Measured]:
    """The points of each character, the best first, and how far the first ones are apart."""
    points = {name: [deal.points[place] for deal in made] for place, name in enumerate(CHARACTERS)}
    order = sorted(points, key=lambda name: -fmean(points[name]))
    for name in order:
        yield Measured("points", name, Mean.of(points[name]))
    first, last = points[order[0]], points[order[LINES - 1]]
    best = fmean(first)
    behind = [(one - other) / best for one, other in zip(first, last, strict=True)]
    yield Measured("points", f"the best {LINES} apart", Mean.of(behind), Aim(most=APART))


def dealt(game: str, level: str, deal: int) -> Deal:
    """All games of a deal."""
    ends = [_played(game, level, deal, turn) for turn in range(len(CHARACTERS))]
    points = [
        fmean([score for scores, _ in ends for one, score in scores if one == name]) for name in CHARACTERS
    ]
    names = {name for _, came in ends for name in came}
    return Deal(tuple(points), {name: fmean([name in came for _, came in ends]) for name in names})


def _played(game: str, level: str, deal: int, turn: int) -> tuple[list[tuple[str, int]], set[str]]:
    """The score of each character at a table, and what came there."""
    rules, source = registry.game(game), Random(deal)
    chance, came = Chance(source.randbytes(32)), set[str]()
    options = options_of(_VARIANTS.get(game, BASE), game, deal)
    seats = min(len(CHARACTERS), rules.most_seats(options))
    luck = [Random(source.getrandbits(64)) for _ in range(seats)]
    sitting = [CHARACTERS[(seat + turn) % len(CHARACTERS)] for seat in range(seats)]
    state = rules.setup(options, seats, chance)
    while owed := rules.decisions(state):
        if forced := rules.forced(state):
            seat, move = forced
        else:
            seat = next(iter(owed))
            view, legal = rules.view(state, seat), list(rules.legal(state, seat))
            move = rules.opponents[level].choose(view, legal, luck[seat], sitting[seat])
        came.add(msgspec.json.decode(rules.encode_move(move), type=_Kind).move)
        state = rules.apply(state, seat, move, chance).state
    outcome = rules.outcome(state)
    assert outcome is not None  # nobody owes anything
    came.update(_ENDS[game](state) if game in _ENDS else ())
    return list(zip(sitting, outcome.scores, strict=True)), came


def _each(work: Callable[[Any], Any], items: Sequence[Any], jobs: int) -> list[Any]:
    """The work done for each, in so many processes."""
    if jobs == 1:
        return list(map(work, items))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, items))


def _line(each: Measured) -> list[str]:
    aim = f"{each.aim.least:.2f} to {each.aim.most:.2f}" if each.aim else ""
    return [each.group, each.name, str(each.mean), aim, {None: "", True: "ok", False: "MISS"}[each.ok]]
