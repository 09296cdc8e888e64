"""`python -m bot puzzles`: looks through games of computers for positions in which one move is far the best.

A position counts if the strongest level finds the same move with three seeds, each time far ahead of every
other one, and again with twice the work: the mean of two more thoughts.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Seat
from bot.games.puzzles import FEWEST_MOVES, MOST_MOVES, NAME, Puzzle
from bot.games.registry import AnyGame

SEEDS = 3
AGAIN = 2
"""Thoughts whose mean has to agree: twice the work of one."""
ENOUGH = 12
"""Puzzles of a game."""
LOOKED_AT = 0.3
"""The share of the decisions of a game that are looked at."""
PLAYERS = "normal"
"""The level that plays the games: quick, and its positions look like those of people."""
APART: Mapping[str, float] = {
    "six_nimmt": 2.5,
    "thurn_and_taxis": 1.5,
    "my_city": 1.5,
    "noerdlingen": 2.0,
    "noria": 3.0,
}
"""The points by which the best move has to lead; 2 in any other game."""
SEATS: Mapping[str, int] = {"six_nimmt": 4, "thurn_and_taxis": 3, "my_city": 1}
"""How many play; 2 in any other game."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision with several moves in a game of computers."""

    state: Any
    seat: Seat
    legal: tuple[Move, ...]


def main(*, key: str, count: int, seed: int, folder: Path = Path("bot/games")) -> int:
    """Adds puzzles to the file of a game until it has so many; each one is written as soon as it is found."""
    path = folder / key / "data" / f"{NAME}.json"
    found = msgspec.json.decode(path.read_bytes(), type=list[Puzzle]) if path.is_file() else []
    rng = Random(f"{key} {seed} {len(found)}")
    known = {bytes(each.state) for each in found}
    for _ in range(count * 100):
        if len(found) >= count:
            break
        one = first_of(registry.game(key), rng, f"{key}.{len(found) + 1}")
        if one is not None and bytes(one.state) not in known:
            found.append(one)
            path.write_bytes(b"[" + b",\n".join(map(msgspec.json.encode, found)) + b"]\n")
            sys.stderr.write(f"{one.name}: {len(one.losses)} moves, {second(one.losses):.1f} points apart\n")
    return DONE if len(found) >= count else CHECK_FAILED


def first_of(rule: AnyGame, rng: Random, name: str) -> Puzzle | None:
    """The first puzzle of a new game of computers, None if there is none in it."""
    for position in positions(rule, rng):
        losses = losses_of(rule, position, rng)
        if losses is not None:
            return _puzzle(rule, position, losses, name)
    return None


def positions(rule: AnyGame, rng: Random) -> Iterator[Position]:
    """Some decisions of a new game in which the seat has a choice that a menu can hold."""
    key, chance = rule.info.key, Chance(rng.randbytes(32))
    options = rule.opened(rule.options_type(), f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}")
    state = rule.setup(options, SEATS.get(key, 2), chance)
    while owed := rule.decisions(state):
        seat = next(iter(owed))
        legal = tuple(rule.legal(state, seat))
        if FEWEST_MOVES <= len(legal) <= MOST_MOVES and rng.random() < LOOKED_AT:
            yield Position(state, seat, legal)
        move = rule.opponents[PLAYERS].choose(rule.view(state, seat), legal, rng)
        state = rule.apply(state, seat, move, chance).state


def losses_of(rule: AnyGame, position: Position, rng: Random) -> tuple[float, ...] | None:
    """By legal move the points lost against the best one; None where that is not far and stably better."""
    least, thoughts, best = APART.get(rule.info.key, 2.0), list[tuple[float, ...]](), None
    for _ in range(SEEDS + AGAIN):
        losses = thought(rule, position, rng)
        if losses is None or (best is not None and losses[best]):
            return None
        best = losses.index(0)
        if len(thoughts) < SEEDS and second(losses) < least:
            return None
        thoughts.append(losses)
    mean = tuple([fmean(each) for each in zip(*thoughts, strict=True)])
    again = [fmean(each) for each in zip(*thoughts[SEEDS:], strict=True)]
    return mean if min(second(again), second(mean)) >= least else None


def thought(rule: AnyGame, position: Position, rng: Random) -> tuple[float, ...] | None:
    """The losses as the strongest level sees them this time; None where two moves are equally good, or it has
    looked ahead from one alone."""
    *_, level = rule.opponents
    view = rule.view(position.state, position.seat)
    advice = rule.opponents[level].advice(view, position.legal, Random(rng.getrandbits(64)))
    if len(advice) < len(position.legal) or not (advice[0].foreseen and advice[1].foreseen):
        return None
    expected = {each.move: each.expected for each in advice}
    losses = tuple([abs(expected[move] - advice[0].expected) for move in position.legal])
    return losses if losses.count(0) == 1 else None


def second(losses: Sequence[float]) -> float:
    """How far the second best move is behind."""
    return sorted(losses)[1]


def _puzzle(rule: AnyGame, position: Position, losses: Sequence[float], name: str) -> Puzzle:
    return Puzzle(
        name=name,
        rules=rule.rules_version,
        seat=position.seat,
        state=msgspec.Raw(rule.encode(position.state)),
        solution=msgspec.Raw(rule.encode_move(position.legal[losses.index(0)])),
        losses=tuple([round(loss, 1) for loss in losses]),
    )
