"""`python -m bot bench --strength`: which computer player of a game is stronger, and by how much.

One player, the hero, sits down with a field of others. Every deal is played once from each of its seats, by
the same cards and the same luck of every seat: so neither the cards nor the place make the difference.
Intervals are 95 %, over deals.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Outcome
from bot.games.registry import AnyGame

RANDOM = "random"
USUAL = 400
"""Rounds of a match that has no number of its own."""

Player = Callable[[Any, Sequence[Any], Random], Any]


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom at a table of this size, and what the hero has to reach."""

    hero: str
    field: str
    seats: int
    rounds: int = USUAL
    score: float | None = None
    """At least as good a score of the hero, on average."""
    field_score: float | None = None
    """At least as bad a score of the others."""
    wins: float | None = None

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        return f"{self.hero}:{self.field}:{self.seats}"


@dataclass(frozen=True, slots=True)
class Contest:
    """How a game is played for strength."""

    key: str
    matches: tuple[Match, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Those that make it one round, where a game has many."""

    @property
    def game(self) -> AnyGame:
        """Its rules."""
        return registry.game(self.key)


NIMMT = Contest(
    "six_nimmt",
    (
        Match("hard", RANDOM, 4, 2000, score=5.3, wins=0.58),
        Match("expert", "hard", 4, 1000, score=9.0, field_score=10.2),
        *(Match("easy", RANDOM, seats) for seats in (2, 4, 6, 10)),
        *(Match("normal", "easy", seats) for seats in (2, 4, 6, 10)),
        *(Match("hard", "normal", seats, 800) for seats in (2, 4, 6, 10)),
        *(Match("expert", "hard", seats, 800) for seats in (2, 6, 10)),
    ),
    {"format": "rounds", "rounds": 1},
)
TAXIS = Contest(
    "thurn_and_taxis",
    (
        Match("hard", "normal", 4, 200, wins=0.40),
        Match("normal", "easy", 4, 200, wins=0.60),
        *(Match("normal", "easy", seats, 100) for seats in (2, 3)),
        *(Match("hard", "normal", seats, 200) for seats in (2, 3)),
    ),
)
_CONTESTS = {contest.key: contest for contest in (NIMMT, TAXIS)}


def contest_of(key: str) -> Contest:
    """How this game is played for strength; any game with computer players can be. `ValueError` if none."""
    games = registry.keys()
    if key not in games:
        raise ValueError(f"the games are {', '.join(games)}")
    return _CONTESTS.get(key, Contest(key))


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
    """How a match ended."""

    game: str
    match: Match
    rounds: int
    score: Mean
    field: Mean
    lead: Mean
    """By how much the hero's score is better than that of the others."""
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


def main(contest: Contest, *, as_json: bool, rounds: int | None, matches: Sequence[Match]) -> int:
    """Plays these matches, or all, and prints them; fails if one is not won as it should be."""
    results = [play(contest, match, rounds or match.rounds) for match in matches or contest.matches]
    sys.stdout.write((_as_json(results) if as_json else _as_table(results)) + "\n")
    return DONE if all(result.ok for result in results) else CHECK_FAILED


def match_of(contest: Contest, name: str) -> Match:
    """The match called `HERO:FIELD:SEATS`; `ValueError` with the reason if there can be none."""
    hero, field, seats = name.split(":") if name.count(":") == 2 else ("", "", "")
    if not seats.isdecimal():
        raise ValueError(f"a match is written HERO:FIELD:SEATS, not {name}")
    levels, (least, most) = (RANDOM, *contest.game.opponents), contest.game.info.seats
    if not {hero, field} <= set(levels):
        raise ValueError(f"the levels are {', '.join(levels)}")
    if not least <= int(seats) <= most:
        raise ValueError(f"{seats} seats: {least} to {most} can play")
    match = Match(hero, field, int(seats))
    return next((known for known in contest.matches if known.name == match.name), match)


def play(contest: Contest, match: Match, rounds: int) -> Result:
    """At least so many rounds, in whole deals, two or more; the same every time."""
    deals = max(-(-rounds // match.seats), 2)
    averages: list[Round] = []
    lowest_wins = False
    for number in range(deals):
        ends = [_end(contest, match, number, seat) for seat in range(match.seats)]
        lowest_wins = ends[0].lowest_wins
        seats = [_round(outcome, seat) for seat, outcome in enumerate(ends)]
        averages.append(Round(*map(fmean, zip(*seats, strict=True))))
        if (number + 1) * 10 // deals > number * 10 // deals:
            done = (number + 1) * match.seats
            sys.stderr.write(f"{match.name}: {done} of {deals * match.seats} rounds\n")
    better = -1 if lowest_wins else 1
    return Result(
        contest.key,
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


def _end(contest: Contest, match: Match, deal: int, hero: int) -> Outcome:
    """How a round ends with the hero on this seat."""
    names = [match.hero if seat == hero else match.field for seat in range(match.seats)]
    return _outcome(contest, [_player(contest, name) for name in names], deal)


def _outcome(contest: Contest, players: Sequence[Player], deal: int) -> Outcome:
    """One round. Cards and luck depend on the deal and the seat, not on who sits there."""
    game, source = contest.game, Random(deal)
    chance = Chance(source.randbytes(32))
    luck = [Random(source.getrandbits(64)) for _ in players]
    state = game.setup(game.options_type(**contest.options), len(players), chance)
    while owed := game.decisions(state):
        seat = next(iter(owed))
        view, legal = game.view(state, seat), list(game.legal(state, seat))
        move = players[seat](view, legal, luck[seat])
        state = game.apply(state, seat, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None  # nobody owes anything
    return outcome


def _player(contest: Contest, name: str) -> Player:
    if name == RANDOM:
        return lambda _, legal, rng: rng.choice(legal)
    return contest.game.opponents[name].choose


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
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
