"""`python -m bot bench --strength`: which computer player of a game is stronger, and by how much.

One player, the hero, sits down with a field of others. Every deal is played once from each of its seats, by
the same cards and the same luck of every seat: so neither the cards nor the place make the difference. Solo,
the hero and the field play the same deals, each of them alone, or the hero plays without a field: then his
wins are those over a rival without a seat. Intervals are 95 %, over deals.

`--table` plays every level against the one below, in every variant and size: more than a hundred matches, so
that a file can keep what has been played. Who changes a player takes its lines out of that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from bot.bench import figures
from bot.bench.matches import RANDOM, Match
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Outcome

_WIDTH = 1.96
"""Half of an interval, in standard errors."""
ENOUGH = 300
"""Rounds after which a match that was won as it should be is not played again."""
Player = Callable[[Any, Sequence[Any], Random], Any]


class Mean(NamedTuple):
    """An average over deals and the half width of its interval."""

    value: float
    plus_minus: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Of one value for each deal."""
        spread = _WIDTH * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
        return cls(fmean(values), spread)

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.plus_minus:.2f}"


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; scores are those of a round, or of a game that has none."""

    match: Match
    rounds: int
    score: Mean
    field: Mean
    """Where there is no field, the hero himself."""
    lead: Mean
    """By how much the hero's score is better than that of the field."""
    wins: Mean
    """Rounds won, a shared win by its share."""
    lowest_wins: bool
    ahead: Mean | None = None
    """Of the others at the table, the share that came after the hero, half of those beside him."""

    @property
    def ok(self) -> bool:
        """Whether the hero is stronger beyond doubt and reaches what was set."""
        match = self.match
        return (
            (not match.field or self.lead.value > max(self.lead.plus_minus, match.lead or 0))
            and (match.score is None or self._better(self.score.value, match.score))
            and (match.field_score is None or self._better(match.field_score, self.field.value))
            and (match.wins is None or self.wins.value >= match.wins)
            and (match.step is None or self._is_step(*match.step))
        )

    def _is_step(self, least: float, most: float) -> bool:
        ahead = self.ahead
        return ahead is not None and least <= ahead.value <= most and ahead.value - ahead.plus_minus > 0.5

    def _better(self, one: float, other: float) -> bool:
        return one <= other if self.lowest_wins else one >= other


def main(
    *, as_json: bool, rounds: int | None, matches: Sequence[Match], keep: Path | None = None, jobs: int = 1
) -> int:
    """Plays these matches, as far as the file `keep` does not hold their results, in so many processes, and
    prints them; fails if one is not won as it should be."""
    # Of a match that was played twice the later result counts.
    lines = keep.read_bytes().splitlines() if keep is not None and keep.exists() else []
    kept = [msgspec.json.decode(line, type=Result) for line in lines]
    results = {_id(result.match): result for result in kept}
    wanted = [replace(match, rounds=rounds or match.rounds) for match in matches]
    missing = [match for match in wanted if not _is_enough(results.get(_id(match)), match)]
    missing.sort(key=lambda match: _id(match) in results)
    for number, result in enumerate(_played(missing, jobs), start=1):
        results[_id(result.match)] = result
        if keep is not None:
            with keep.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
        sys.stderr.write(f"{result.match.name}: {number} of {len(missing)} matches\n")
    found = [results[_id(match)] for match in wanted]
    heading = ["match", "rounds", "score", "field", "lead", "wins", "ahead", ""]
    sys.stdout.write(
        (figures.as_json(found) if as_json else figures.in_columns([heading, *map(_line, found)])) + "\n"
    )
    return DONE if all(result.ok for result in found) else CHECK_FAILED


def _id(match: Match) -> tuple[str, str]:
    return match.game, match.name


def _is_enough(result: Result | None, match: Match) -> bool:
    """Whether a match need not be played: one that was won as it should be needs no more rounds than some."""
    if result is None:
        return False
    return result.rounds >= (min(match.rounds, ENOUGH) if result.ok else match.rounds)


def _played(matches: Sequence[Match], jobs: int) -> Iterator[Result]:
    """The results as they come, from so many processes; a match that breaks ends them all."""
    if jobs == 1:
        yield from map(play, matches)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            for future in as_completed([pool.submit(play, match) for match in matches]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play(match: Match) -> Result:
    """At least as many rounds as the match has, in whole deals, two or more; the same every time."""
    deals = max(-(-match.rounds // match.seats), 2)
    averages: list[Round] = []
    lowest_wins = False
    for deal in range(deals):
        outcomes = [_outcome(match, deal, seat) for seat in range(match.seats)]
        lowest_wins = outcomes[0].lowest_wins
        if match.seats == 1:
            seats = [_alone(outcomes[0], _outcome(match, deal, None) if match.field else None)]
        else:
            seats = [_round(outcome, seat) for seat, outcome in enumerate(outcomes)]
        averages.append(Round(*map(fmean, zip(*seats, strict=True))))
    better = -1 if lowest_wins else 1
    return Result(
        match,
        deals * match.seats,
        score=Mean.of([each.score for each in averages]),
        field=Mean.of([each.field for each in averages]),
        lead=Mean.of([better * (each.score - each.field) for each in averages]),
        wins=Mean.of([each.wins for each in averages]),
        lowest_wins=lowest_wins,
        ahead=Mean.of([each.ahead for each in averages]) if match.field else None,
    )


class Round(NamedTuple):
    """The hero's score, the average of the others, the hero's share of the win and of the others behind."""

    score: float
    field: float
    wins: float
    ahead: float


def _round(outcome: Outcome, hero: int) -> Round:
    """What an outcome says of the hero on this seat."""
    scores, places = outcome.scores, outcome.places
    others, own = [seat for seat in range(len(scores)) if seat != hero], places[hero]
    return Round(
        score=scores[hero],
        field=fmean([scores[seat] for seat in others]),
        wins=(own == 1) / places.count(1),
        ahead=fmean([(own < places[seat]) + (own == places[seat]) / 2 for seat in others]),
    )


def _alone(hero: Outcome, field: Outcome | None) -> Round:
    """What both have reached in the same deal, each of them alone. Without a field it is the rival of the
    game who can be beaten, where there is one."""
    if field is None:
        wins = float(hero.places[0] == 1)
        return Round(hero.scores[0], hero.scores[0], wins, wins)
    own, other = hero.scores[0], field.scores[0]
    better = own < other if hero.lowest_wins else own > other
    wins = 0.5 if own == other else float(better)
    return Round(own, other, wins, wins)


def _outcome(match: Match, deal: int, hero: int | None) -> Outcome:
    """How a round ends with the hero on this seat, or on none. Cards and luck depend on deal and seat, not on
    who sits there."""
    game, source = registry.game(match.game), Random(deal)
    chance = Chance(source.randbytes(32))
    luck = [Random(source.getrandbits(64)) for _ in range(match.seats)]
    players = [_player(match, match.hero if seat == hero else match.field) for seat in range(match.seats)]
    state = game.setup(match.dealt(deal), match.seats, chance)
    while owed := game.decisions(state):
        seat = next(iter(owed))
        view, legal = game.view(state, seat), list(game.legal(state, seat))
        move = players[seat](view, legal, luck[seat])
        state = game.apply(state, seat, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None  # nobody owes anything
    return outcome


def _player(match: Match, level: str) -> Player:
    if level == RANDOM:
        return lambda _, legal, rng: rng.choice(legal)
    level, _, character = level.partition("-")
    return partial(registry.game(match.game).opponents[level].choose, character=character)


def _line(result: Result) -> list[str]:
    """In columns; those about the field are empty where there is none."""
    match = result.match
    met = [str(mean) if match.field else "" for mean in (result.field, result.lead)]
    met.append(str(result.wins) if match.field or match.wins else "")
    met.append(str(result.ahead or ""))
    return [match.name, str(result.rounds), str(result.score), *met, "ok" if result.ok else "MISS"]
