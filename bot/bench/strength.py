"""`python -m bot bench --strength`: which computer player of a game is stronger, and by how much.

One player, the hero, sits down with a field of others. Every deal is played once from each of its seats, by
the same cards and the same luck of every seat: so neither the cards nor the place make the difference.
Intervals are 95 %, over deals.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bot.bench.columns import in_columns
from bot.bench.matches import RANDOM, Match
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Outcome

Player = Callable[[Any, Sequence[Any], Random], Any]


class Mean(NamedTuple):
    """An average over deals and the half width of its interval."""

    value: float
    plus_minus: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Of one value for each deal."""
        spread = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
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
    lead: Mean
    """By how much the hero's score is better than that of the field."""
    wins: Mean
    """Rounds won, a shared win by its share."""
    lowest_wins: bool

    @property
    def ok(self) -> bool:
        """Whether the hero is stronger beyond doubt and reaches what was set."""
        match = self.match
        return (
            self.lead.value > self.lead.plus_minus
            and (match.score is None or self._better(self.score.value, match.score))
            and (match.field_score is None or self._better(match.field_score, self.field.value))
            and (match.wins is None or self.wins.value >= match.wins)
        )

    def _better(self, one: float, other: float) -> bool:
        return one <= other if self.lowest_wins else one >= other


def main(*, as_json: bool, rounds: int | None, matches: Sequence[Match]) -> int:
    """Plays these matches and prints them; fails if one is not won as it should be."""
    results = [_told(match, rounds or match.rounds) for match in matches]
    sys.stdout.write((_as_json(results) if as_json else _as_table(results)) + "\n")
    return DONE if all(result.ok for result in results) else CHECK_FAILED


def _told(match: Match, rounds: int) -> Result:
    """The match, with its progress on stderr in ten steps."""

    def tell(done: int, deals: int) -> None:
        if done * 10 // deals > (done - 1) * 10 // deals:
            sys.stderr.write(f"{match.name}: {done * match.seats} of {deals * match.seats} rounds\n")

    return play(match, rounds, tell)


def play(match: Match, rounds: int, tell: Callable[[int, int], None] = lambda done, deals: None) -> Result:
    """At least so many rounds, in whole deals, two or more; the same every time. `tell` hears how many of the
    deals are done."""
    deals = max(-(-rounds // match.seats), 2)
    averages: list[Round] = []
    lowest_wins = False
    for number in range(deals):
        outcomes = [_outcome(match, number, seat) for seat in range(match.seats)]
        seats = [_round(outcome, seat) for seat, outcome in enumerate(outcomes)]
        averages.append(Round(*map(fmean, zip(*seats, strict=True))))
        lowest_wins = outcomes[0].lowest_wins
        tell(number + 1, deals)
    better = -1 if lowest_wins else 1
    return Result(
        match,
        deals * match.seats,
        score=Mean.of([each.score for each in averages]),
        field=Mean.of([each.field for each in averages]),
        lead=Mean.of([better * (each.score - each.field) for each in averages]),
        wins=Mean.of([each.wins for each in averages]),
        lowest_wins=lowest_wins,
    )


class Round(NamedTuple):
    """The hero's score, the average of the others, and the hero's share of the win."""

    score: float
    field: float
    wins: float


def _round(outcome: Outcome, hero: int) -> Round:
    """What an outcome says of the hero on this seat."""
    scores = outcome.scores
    others = [*scores[:hero], *scores[hero + 1 :]]
    return Round(scores[hero], fmean(others), (outcome.places[hero] == 1) / outcome.places.count(1))


def _outcome(match: Match, deal: int, hero: int) -> Outcome:
    """How a round ends with the hero on this seat. Cards and luck depend on the deal and the seat, not on who
    sits there."""
    game, source = registry.game(match.game), Random(deal)
    chance = Chance(source.randbytes(32))
    luck = [Random(source.getrandbits(64)) for _ in range(match.seats)]
    players = [_player(match, match.hero if seat == hero else match.field) for seat in range(match.seats)]
    state = game.setup(match.options, match.seats, chance)
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
    return registry.game(match.game).opponents[level].choose


def _as_json(results: Iterable[Result]) -> str:
    return json.dumps([{**asdict(result), "ok": result.ok} for result in results], indent=1)


def _as_table(results: Iterable[Result]) -> str:
    lines = [("match", "rounds", "score", "field", "lead", "wins", "")]
    lines += [
        (
            result.match.name,
            str(result.rounds),
            *map(str, (result.score, result.field, result.lead, result.wins)),
            "ok" if result.ok else "MISS",
        )
        for result in results
    ]
    return in_columns(lines)
