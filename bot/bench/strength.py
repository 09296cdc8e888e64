"""`python -m bot bench --strength`: which computer player of 6 nimmt! is stronger, and by how much.

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
from bot.bench.matches import GAME, MATCHES, RANDOM, Match
from bot.exits import CHECK_FAILED, DONE
from bot.games.chance import Chance

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
    """How a match ended; heads are those of a round."""

    match: Match
    rounds: int
    heads: Mean
    field: Mean
    lead: Mean
    """How many heads less than the field the hero took."""
    wins: Mean
    """Rounds won, a shared win by its share."""

    @property
    def ok(self) -> bool:
        """Whether the hero is stronger beyond doubt and reaches what was set."""
        match = self.match
        return (
            self.lead.value > self.lead.plus_minus
            and (match.most_heads is None or self.heads.value <= match.most_heads)
            and (match.least_field is None or self.field.value >= match.least_field)
            and (match.least_wins is None or self.wins.value >= match.least_wins)
        )


def main(*, as_json: bool, rounds: int | None, matches: Sequence[Match]) -> int:
    """Plays these matches, or all, and prints them; fails if one is not won as it should be."""
    results = [_told(match, rounds or match.rounds) for match in matches or MATCHES]
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
    for number in range(deals):
        seats = [_round(match, number, seat) for seat in range(match.seats)]
        averages.append(Round(*map(fmean, zip(*seats, strict=True))))
        tell(number + 1, deals)
    return Result(
        match,
        deals * match.seats,
        heads=Mean.of([each.heads for each in averages]),
        field=Mean.of([each.field for each in averages]),
        lead=Mean.of([each.field - each.heads for each in averages]),
        wins=Mean.of([each.wins for each in averages]),
    )


class Round(NamedTuple):
    """The hero's heads, the average of the others, and the hero's share of the win."""

    heads: float
    field: float
    wins: float


def _round(match: Match, deal: int, hero: int) -> Round:
    """One round with the hero on this seat."""
    names = [match.hero if seat == hero else match.field for seat in range(match.seats)]
    scores = _scores(match.options, [_player(name) for name in names], deal)
    own, others = scores[hero], [*scores[:hero], *scores[hero + 1 :]]
    winners = scores.count(min(scores))
    return Round(own, fmean(others), (own == min(scores)) / winners)


def _scores(options: Any, players: Sequence[Player], deal: int) -> tuple[int, ...]:
    """The heads by seat. Cards and luck depend on the deal and the seat, not on who sits there."""
    source = Random(deal)
    chance = Chance(source.randbytes(32))
    luck = [Random(source.getrandbits(64)) for _ in players]
    state = GAME.setup(options, len(players), chance)
    while owed := GAME.decisions(state):
        seat = next(iter(owed))
        view, legal = GAME.view(state, seat), list(GAME.legal(state, seat))
        move = players[seat](view, legal, luck[seat])
        state = GAME.apply(state, seat, move, chance).state
    outcome = GAME.outcome(state)
    assert outcome is not None  # nobody owes anything
    return outcome.scores


def _player(name: str) -> Player:
    if name == RANDOM:
        return lambda _, legal, rng: rng.choice(legal)
    return GAME.opponents[name].choose


def _as_json(results: Iterable[Result]) -> str:
    return json.dumps([{**asdict(result), "ok": result.ok} for result in results], indent=1)


def _as_table(results: Iterable[Result]) -> str:
    lines = [("match", "rounds", "heads", "field", "lead", "wins", "")]
    lines += [
        (
            result.match.name,
            str(result.rounds),
            *map(str, (result.heads, result.field, result.lead, result.wins)),
            "ok" if result.ok else "MISS",
        )
        for result in results
    ]
    return in_columns(lines)
