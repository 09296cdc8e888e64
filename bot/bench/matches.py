"""Which computer players of a game meet at which tables, and how it is written on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from bot.games import registry
from bot.games.contract import Choice

NIMMT = "six_nimmt"
TAXIS = "thurn_and_taxis"
GAME = registry.game(NIMMT)
RANDOM = "random"
BASE = "base"
SIZES = (2, 4, 6, 10)
_SWITCHES = {NIMMT: ("deal", "placement", "playing"), TAXIS: ("all_regions",)}
"""The options that make variants."""
_ROUND: Mapping[str, Mapping[str, Any]] = {NIMMT: {"format": "rounds", "rounds": 1}}
"""The options that make one round, where a game has many."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom at a table of this size, and what the hero has to reach."""

    hero: str
    field: str
    seats: int
    rounds: int
    variant: str = BASE
    """The values of the switches that are not the usual ones, joined by `+`."""
    game: str = NIMMT
    score: float | None = None
    """At least as good a score of the hero."""
    field_score: float | None = None
    """At least as bad a score of the others."""
    wins: float | None = None
    """At least such a share of the wins."""

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        table = f"{self.hero}:{self.field}:{self.seats}"
        return table if self.variant == BASE else f"{table}:{self.variant}"

    @property
    def options(self) -> Any:
        """One round of the variant."""
        return options_of(self.variant, self.game)


def match_of(name: str, key: str = NIMMT) -> Match:
    """The match of this game called `HERO:FIELD:SEATS`, perhaps with `:VARIANT`; `ValueError` with the reason
    if there can be none."""
    game = registry.game(key)
    hero, field, seats, *rest = (*name.split(":"), "", "")
    if not seats.isdecimal() or len(rest) > 3:
        raise ValueError(f"a match is written HERO:FIELD:SEATS or HERO:FIELD:SEATS:VARIANT, not {name}")
    if not {hero, field} <= {RANDOM, *game.opponents}:
        raise ValueError(f"the levels are {', '.join((RANDOM, *game.opponents))}")
    variant = variant_of(options_of(rest[0] or BASE, key), key)
    least, most = game.info.seats[0], game.most_seats(options_of(variant, key))
    if not least <= int(seats) <= most:
        raise ValueError(f"{seats} seats: {least} to {most} can play")
    match = Match(hero, field, int(seats), 400, variant, key)
    return next((known for known in matches_of(key) if known.name == match.name), match)


def matches_of(key: str) -> Sequence[Match]:
    """The matches that a game should pass; `ValueError` if no game of this key has computer players."""
    games = [game.info.key for game in registry.games() if game.opponents]
    if key not in games:
        raise ValueError(f"the games are {', '.join(games)}")
    return [match for match in MATCHES if match.game == key]


def options_of(variant: str, key: str = NIMMT) -> Any:
    """One round with these values of the switches; `ValueError` if there is none of the name."""
    switches: dict[str, str] = {}
    for value in variant.split("+") if variant != BASE else ():
        known = _switch_values(key)
        if value not in known:
            raise ValueError(f"the variants are made of {', '.join(known)}, joined by +")
        switches[known[value]] = value
    return registry.game(key).options_type(**switches, **_ROUND.get(key, {}))


def variant_of(options: Any, key: str = NIMMT) -> str:
    """The short name of these switches."""
    known = _switch_values(key)
    return "+".join([value for value, switch in known.items() if getattr(options, switch) == value]) or BASE


def variants() -> list[str]:
    """All combinations of the switches (rules 3.5)."""
    values = [choice.values for choice in _choices(NIMMT)]
    combinations = [dict(zip(_SWITCHES[NIMMT], each, strict=True)) for each in product(*values)]
    return [variant_of(GAME.options_type(**each)) for each in combinations]


def sizes(variant: str) -> list[int]:
    """Two, four, six and ten seats, or as many as the variant allows."""
    most = GAME.most_seats(options_of(variant))
    return [min(size, most) for size in SIZES]


def neighbours() -> Sequence[tuple[str, str]]:
    """Each level with the one below."""
    return [(hero, field) for field, hero in pairwise(GAME.opponents)]


def _choices(key: str) -> list[Choice]:
    options, switches = registry.game(key).info.options, _SWITCHES.get(key, ())
    return [each for each in options if isinstance(each, Choice) and each.key in switches]


def _switch_values(key: str) -> Mapping[str, str]:
    """By the values that are not usual: their switch."""
    return {value: choice.key for choice in _choices(key) for value in choice.values[1:]}


MATCHES = (
    Match("hard", RANDOM, 4, 2000, score=5.3, wins=0.58),
    Match("expert", "hard", 4, 1000, score=9.0, field_score=10.2),
    *(Match("easy", RANDOM, seats, 400) for seats in SIZES),
    *(Match("normal", "easy", seats, 400) for seats in SIZES),
    *(Match("hard", "normal", seats, 800) for seats in SIZES),
    *(Match("expert", "hard", seats, 800) for seats in (2, 6, 10)),
    Match("hard", "normal", 4, 200, game=TAXIS, wins=0.40),
    Match("normal", "easy", 4, 200, game=TAXIS, wins=0.60),
    *(Match("hard", "normal", seats, 200, game=TAXIS) for seats in (2, 3)),
    *(Match("normal", "easy", seats, 100, game=TAXIS) for seats in (2, 3)),
)
