"""Puzzles in games: positions in which one move is far and stably better than all others.

A position counts if the strongest level finds the same move with three seeds, each time far ahead of every
other one, and again with twice the work: the mean of two more thoughts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from bot.analysis.analyser import made_in
from bot.analysis.judge import luck_of, strongest
from bot.games.chance import Chance
from bot.games.contract import Move, Opponent, Seat
from bot.games.puzzles import FEWEST_MOVES, MOST_MOVES, Puzzle
from bot.games.registry import AnyGame
from bot.verify import AnyTranscript, game_of, key_of, seats_of

SEEDS = 3
AGAIN = 2
"""Thoughts whose mean has to agree: twice the work of one."""
MOST_POSITIONS = 20
"""So many positions of a finished game are looked at, spread over all of it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision with several moves."""

    state: Any
    seat: Seat
    legal: tuple[Move, ...]


class Thought(msgspec.Struct, frozen=True):
    """What is lost by each legal move, and what is expected of the best one."""

    losses: tuple[float, ...]
    expected: float

    @property
    def best(self) -> int:
        """The place of the best move."""
        return self.losses.index(0)


def positions_in(transcript: AnyTranscript) -> list[Position]:
    """Decisions of a finished game in which the seat had a choice that a menu can hold. Where it made its
    choice anew, only the first time: the later ones show what it was."""
    rule, chance = game_of(transcript), Chance(key_of(transcript))
    state = rule.setup(rule.decode_options(bytes(transcript.options)), seats_of(transcript), chance)
    found, moments = list[Position](), set[tuple[Seat, int]]()
    for made in made_in(transcript):
        legal, moment = rule.legal(state, made.seat), (made.seat, rule.turn(state))
        legal, anew = tuple(islice(legal, MOST_MOVES + 1)), rule.holds_back and moment in moments
        if FEWEST_MOVES <= len(legal) <= MOST_MOVES and not anew:
            found.append(Position(state, made.seat, legal))
        moments.add(moment)
        state = rule.apply(state, made.seat, rule.decode_move(made.move), chance).state
    count = min(len(found), MOST_POSITIONS)
    return [found[at * len(found) // count] for at in range(count)]


def thought_again(rule: AnyGame, position: Position, before: int) -> Thought | None:
    """What is thought of a position of a finished game after so many other thoughts: it follows from what its
    seat could see."""
    luck = luck_of(rule.view(position.state, position.seat))
    seeds = [luck.getrandbits(64) for _ in range(before + 1)]
    return thought(rule, position, Random(seeds[before]))


def thought(rule: AnyGame, position: Position, rng: Random) -> Thought | None:
    """What the strongest level thinks of the moves this time; None where two are equally good, or it has
    looked ahead from one alone."""
    player, luck = rule.opponents[strongest(rule)], Random(rng.getrandbits(64))
    if player.by_turn:
        return _looked_into(rule, position, player, luck)
    advice = player.advice(rule.view(position.state, position.seat), position.legal, luck)
    if len(advice) < len(position.legal) or not (advice[0].foreseen and advice[1].foreseen):
        return None
    expected = {each.move: each.expected for each in advice}
    losses = tuple([abs(expected[move] - advice[0].expected) for move in position.legal])
    return Thought(losses, advice[0].expected) if losses.count(0) == 1 else None


def _looked_into(
    rule: AnyGame, position: Position, player: Opponent[Any, Any], luck: Random
) -> Thought | None:
    """The same of a level that looks for good turns and not at each move: it goes on from each of them, with
    what it knows in another order each time. None also where a move ends the turn, or where it shows what the
    seat can't know: all that follows would rest on that."""
    player, chance, found = player.reordered(luck), Chance(luck.randbytes(32)), list[float]()
    for move in position.legal:
        step = rule.apply(position.state, position.seat, move, chance)
        while not step.irrevocable and (forced := rule.forced(step.state)) and forced[0] == position.seat:
            step = rule.apply(step.state, *forced, chance)
        state = step.state
        if step.irrevocable or position.seat not in rule.decisions(state):
            return None
        legal = tuple(rule.legal(state, position.seat))
        found.append(player.advice(rule.view(state, position.seat), legal, luck)[0].expected)
    best = max(found)
    return Thought(tuple([best - points for points in found]), best) if found.count(best) == 1 else None


def stands(rule: AnyGame, thoughts: Sequence[Thought]) -> bool:
    """Whether a position may be a puzzle after these thoughts; it is one after `SEEDS + AGAIN` of them."""
    least = rule.puzzle_lead
    if any(each.best != thoughts[0].best for each in thoughts):
        return False
    if any(second(each.losses) < least for each in thoughts[:SEEDS]):
        return False
    if len(thoughts) < SEEDS + AGAIN:
        return True
    return min(second(mean(thoughts)), second(mean(thoughts[SEEDS:]))) >= least


def mean(thoughts: Sequence[Thought]) -> list[float]:
    """By legal move what is lost by it on average."""
    return [fmean(each) for each in zip(*[one.losses for one in thoughts], strict=True)]


def second(losses: Sequence[float]) -> float:
    """How far the second best move is behind."""
    return sorted(losses)[1]


def puzzle_of(
    rule: AnyGame,
    position: Position,
    thoughts: Sequence[Thought],
    name: str,
    played: int | None = None,
) -> Puzzle:
    """A position as a puzzle."""
    return Puzzle(
        name=name,
        rules=rule.rules_version,
        seat=position.seat,
        state=msgspec.Raw(rule.encode(position.state)),
        solution=msgspec.Raw(rule.encode_move(position.legal[thoughts[0].best])),
        expected=round(fmean([one.expected for one in thoughts]), 1),
        losses=tuple([round(loss, 1) for loss in mean(thoughts)]),
        played=played,
    )
