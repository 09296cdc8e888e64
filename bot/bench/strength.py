"""`python -m bot bench --strength`: which computer player of a game is stronger, and by how much.

One player, the hero, sits down with a field of others. Every deal is played once from each of its seats, by
the same cards and the same luck of every seat: so neither the cards nor the place make the difference. Solo,
the hero and the field play the same deals, each of them alone, or the hero plays without a field: then his
wins are those over a rival without a seat.
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

_WIDTH = 1.96
"""Half of an interval, in standard errors."""
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

    def joined(self, deals: int, other: Mean, others: int) -> Mean:
        """Of the values of both, where this one was made of so many deals and the other one of others."""
        total = deals + others
        squares = sum(
            (many - 1) * many * (mean.plus_minus / _WIDTH) ** 2
            for mean, many in ((self, deals), (other, others))
        )
        squares += deals * others / total * (self.value - other.value) ** 2
        value = (deals * self.value + others * other.value) / total
        return Mean(value, _WIDTH * sqrt(squares / (total - 1) / total))

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

    @property
    def ok(self) -> bool:
        """Whether the hero is stronger beyond doubt and reaches what was set."""
        match = self.match
        return (
            (not match.field or self.lead.value > max(self.lead.plus_minus, match.lead or 0))
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


def play(
    match: Match,
    rounds: int,
    tell: Callable[[int, int], None] = lambda done, deals: None,
    *,
    dealt: int = 0,
) -> Result:
    """At least so many rounds, in whole deals, two or more; the same every time. `tell` hears how many of the
    deals are done; so many others that were `dealt` before are passed over."""
    deals = max(-(-rounds // match.seats), 2)
    averages: list[Round] = []
    lowest_wins = False
    for number in range(deals):
        outcomes = [_outcome(match, dealt + number, seat) for seat in range(match.seats)]
        lowest_wins = outcomes[0].lowest_wins
        if match.seats == 1:
            field = _outcome(match, dealt + number, None) if match.field else None
            seats = [_alone(outcomes[0], field)]
        else:
            seats = [_round(outcome, seat) for seat, outcome in enumerate(outcomes)]
        averages.append(Round(*map(fmean, zip(*seats, strict=True))))
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


def _alone(hero: Outcome, field: Outcome | None) -> Round:
    """What both have reached in the same deal, each of them alone. Without a field it is the rival of the
    game who can be beaten, where there is one."""
    if field is None:
        return Round(hero.scores[0], hero.scores[0], float(hero.places[0] == 1))
    own, other = hero.scores[0], field.scores[0]
    better = own < other if hero.lowest_wins else own > other
    return Round(own, other, 0.5 if own == other else float(better))


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
    return registry.game(match.game).opponents[level].choose


def _as_json(results: Iterable[Result]) -> str:
    return json.dumps([{**asdict(result), "ok": result.ok} for result in results], indent=1)


def _as_table(results: Iterable[Result]) -> str:
    heading = ["match", "rounds", "score", "field", "lead", "wins", ""]
    return in_columns([heading, *map(_line, results)])


def _line(result: Result) -> list[str]:
    """In columns; those about the field are empty where there is none."""
    match = result.match
    met = [str(mean) if match.field else "" for mean in (result.field, result.lead)]
    met.append(str(result.wins) if match.field or match.wins else "")
    return [
        match.name,
        str(result.rounds),
        str(result.score),
        *met,
        "ok" if result.ok else "MISS",
    ]
