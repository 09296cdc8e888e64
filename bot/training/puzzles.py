"""`python -m bot puzzles`: looks through games of computers for positions in which one move is far the best.

A position counts if the strongest level finds the same move with three seeds, each time far ahead of every
other one, and again with twice the work: the mean of two more thoughts.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import structs

from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Options, Seat
from bot.games.my_city.city import EPISODES
from bot.games.noria.opponents import Searcher
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
    "noria": 8.0,
}
"""The points by which the best move has to lead; 2 in any other game."""
SEATS: Mapping[str, int] = {"six_nimmt": 4, "thurn_and_taxis": 3, "my_city": 1, "noerdlingen": 3}
"""How many play; 2 in any other game."""
VARIED: Mapping[str, tuple[str, Sequence[int]]] = {"my_city": ("episode", tuple(EPISODES))}
"""The option that is another one in each puzzle, and its values."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision with several moves in a game of computers."""

    state: Any
    seat: Seat
    legal: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What is lost by each legal move, and what is expected of the best one."""

    losses: tuple[float, ...]
    expected: float

    @property
    def best(self) -> int:
        """The place of the best move."""
        return self.losses.index(0)


def main(*, key: str, count: int, seed: int, folder: Path = Path("bot/games")) -> int:
    """Adds puzzles to the file of a game until it has so many; each one is written as soon as it is found."""
    path = folder / key / "data" / f"{NAME}.json"
    found = msgspec.json.decode(path.read_bytes(), type=list[Puzzle]) if path.is_file() else []
    rng = Random(f"{key} {seed} {len(found)}")
    known = {bytes(each.state) for each in found}
    for _ in range(count * 100):
        if len(found) >= count:
            break
        rule = registry.game(key)
        one = first_of(rule, rng, f"{key}.{len(found) + 1}", varied(rule, found, rng))
        if one is not None and bytes(one.state) not in known:
            found.append(one)
            path.write_bytes(b"[" + b",\n".join(map(msgspec.json.encode, found)) + b"]\n")
            sys.stderr.write(f"{one.name}: {len(one.losses)} moves, {second(one.losses):.1f} points apart\n")
    return DONE if len(found) >= count else CHECK_FAILED


def varied(rule: AnyGame, found: Sequence[Puzzle], rng: Random) -> Options:
    """The options of the next game: with what fewest of the puzzles have."""
    option, values = VARIED.get(rule.info.key, ("", ()))
    if not option:
        return rule.options_type()
    had = [getattr(rule.decode(bytes(each.state)).options, option) for each in found]
    value = min(rng.sample(values, len(values)), key=had.count)
    return structs.replace(rule.options_type(), **{option: value})


def first_of(rule: AnyGame, rng: Random, name: str, options: Options) -> Puzzle | None:
    """The first puzzle of a new game of computers, None if there is none in it."""
    for position in positions(rule, rng, options):
        thoughts = thoughts_of(rule, position, rng)
        if thoughts:
            return _puzzle(rule, position, thoughts, name)
    return None


def positions(rule: AnyGame, rng: Random, options: Options) -> Iterator[Position]:
    """Some decisions of a new game in which the seat has a choice that a menu can hold."""
    key, chance = rule.info.key, Chance(rng.randbytes(32))
    options = rule.opened(options, f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}")
    state = rule.setup(options, SEATS.get(key, 2), chance)
    while owed := rule.decisions(state):
        seat = next(iter(owed))
        legal = tuple(rule.legal(state, seat))
        if FEWEST_MOVES <= len(legal) <= MOST_MOVES and rng.random() < LOOKED_AT:
            yield Position(state, seat, legal)
        move = rule.opponents[PLAYERS].choose(rule.view(state, seat), legal, rng)
        state = rule.apply(state, seat, move, chance).state


def thoughts_of(rule: AnyGame, position: Position, rng: Random) -> list[Thought]:
    """What is thought each time of a position in which one move is far and stably better; else nothing."""
    least, thoughts = APART.get(rule.info.key, 2.0), list[Thought]()
    for _ in range(SEEDS + AGAIN):
        one = thought(rule, position, rng)
        if one is None or (thoughts and one.best != thoughts[0].best):
            return []
        if len(thoughts) < SEEDS and second(one.losses) < least:
            return []
        thoughts.append(one)
    return thoughts if min(second(mean(thoughts)), second(mean(thoughts[SEEDS:]))) >= least else []


def mean(thoughts: Sequence[Thought]) -> list[float]:
    """By legal move what is lost by it on average."""
    return [fmean(each) for each in zip(*[one.losses for one in thoughts], strict=True)]


def thought(rule: AnyGame, position: Position, rng: Random) -> Thought | None:
    """What the strongest level thinks of the moves this time; None where two are equally good, or it has
    looked ahead from one alone."""
    *_, level = rule.opponents
    player, luck = rule.opponents[level], Random(rng.getrandbits(64))
    if isinstance(player, Searcher):
        return _looked_into(rule, position, player, luck)
    advice = player.advice(rule.view(position.state, position.seat), position.legal, luck)
    if len(advice) < len(position.legal) or not (advice[0].foreseen and advice[1].foreseen):
        return None
    expected = {each.move: each.expected for each in advice}
    losses = tuple([abs(expected[move] - advice[0].expected) for move in position.legal])
    return Thought(losses, advice[0].expected) if losses.count(0) == 1 else None


def _looked_into(rule: AnyGame, position: Position, player: Searcher, luck: Random) -> Thought | None:
    """The same of a level that looks for good turns and not at every move: it goes on from each of them, with
    what it knows in another order each time. None also where a move ends the turn."""
    styles = luck.sample(player.styles, luck.randint(len(player.styles) - 2, len(player.styles)))
    player, chance, found = replace(player, styles=tuple(styles)), Chance(luck.randbytes(32)), list[float]()
    for move in position.legal:
        state = rule.apply(position.state, position.seat, move, chance).state
        while (forced := rule.forced(state)) is not None and forced[0] == position.seat:
            state = rule.apply(state, *forced, chance).state
        if position.seat not in rule.decisions(state):
            return None
        legal = tuple(rule.legal(state, position.seat))
        found.append(player.advice(rule.view(state, position.seat), legal, luck)[0].expected)
    best = max(found)
    return Thought(tuple([best - points for points in found]), best) if found.count(best) == 1 else None


def second(losses: Sequence[float]) -> float:
    """How far the second best move is behind."""
    return sorted(losses)[1]


def _puzzle(rule: AnyGame, position: Position, thoughts: Sequence[Thought], name: str) -> Puzzle:
    return Puzzle(
        name=name,
        rules=rule.rules_version,
        seat=position.seat,
        state=msgspec.Raw(rule.encode(position.state)),
        solution=msgspec.Raw(rule.encode_move(position.legal[thoughts[0].best])),
        expected=round(fmean([one.expected for one in thoughts]), 1),
        losses=tuple([round(loss, 1) for loss in mean(thoughts)]),
    )
