"""Which computer players of a game meet at which tables, and how it is written on the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from bot.games import registry
from bot.games.contract import CHARACTERS, Choice, Number

NIMMT = "six_nimmt"
TAXIS = "thurn_and_taxis"
CITY = "my_city"
TOWN = "noerdlingen"
NORIA = "noria"
GAME = registry.game(NIMMT)
RANDOM = "random"
BASE = "base"
SOLO = "solo"
"""Instead of a number of seats: everybody for himself."""
SIZES = (2, 4, 6, 10)
_SWITCHES = {
    NIMMT: ("deal", "placement", "playing"),
    TAXIS: ("all_regions",),
    CITY: ("episode",),
    TOWN: ("wall_mode", "territory_rule", "elimination"),
    NORIA: ("setup", "bot"),
}
"""The options that make variants: a choice by its unusual values, a number by all of them."""
_ROUNDS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    NIMMT: [{"format": "rounds", "rounds": 1}],
    CITY: [{"episode": episode} for episode in range(1, 13)],
}
"""The options that make one round, where a game has many; several take turns from deal to deal."""


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
    lead: float | None = None
    """At least so much a better score than the field."""
    step: tuple[float, float] | None = None
    """Between such shares of the others who come after the hero, and beyond doubt more than half."""

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        levels = (self.hero, self.field) if self.field else (self.hero,)
        variant = () if self.variant == BASE else (self.variant,)
        return ":".join([*levels, SOLO if self.seats == 1 else str(self.seats), *variant])

    @property
    def options(self) -> Any:
        """One round of the variant."""
        return self.dealt(0)

    def dealt(self, deal: int) -> Any:
        """The round of this deal."""
        return options_of(self.variant, self.game, deal)


def match_of(name: str, key: str = NIMMT) -> Match:
    """The match of this game called `HERO:FIELD:SEATS`, where `solo` stands for each of them alone, or
    `HERO:solo`, perhaps with `:VARIANT`; `ValueError` with the reason if there can be none."""
    game = registry.game(key)
    parts = name.split(":")
    solo = parts[1:2] == [SOLO]
    hero, field, size, *rest = [parts[0], "", *parts[1:], ""] if solo else [*parts, "", ""]
    seats = 1 if size == SOLO else int(size) if size.isdecimal() else 0
    if not seats or "" in parts or len(parts) > 4 - solo:
        raise ValueError(
            f"a match is written HERO:FIELD:SEATS, HERO:solo, or these with :VARIANT, not {name}"
        )
    levels = {RANDOM, *game.opponents, *map("-".join, product(game.opponents, CHARACTERS))}
    if not {hero, field or hero} <= levels:
        raise ValueError(
            f"the levels are {', '.join((RANDOM, *game.opponents))}, also -{', -'.join(CHARACTERS)}"
        )
    variant = _in_order(rest[0] or BASE, key)
    least, most = game.info.seats[0], game.most_seats(options_of(variant, key))
    if not least <= seats <= most:
        raise ValueError(f"{size} seats: {least} to {most} can play")
    match = Match(hero, field, seats, 400, variant, key)
    return next((known for known in matches_of(key) if known.name == match.name), match)


def matches_called(name: str, key: str = NIMMT) -> Sequence[Match]:
    """The match of this name; of somebody who plays alone one for each number that makes a variant."""
    match = match_of(name, key)
    apart = [] if match.field or match.variant != BASE else _numbers(key)
    each = [f"{number.key}_{value}" for number in apart for value in number.usual]
    return [match_of(f"{name}:{variant}", key) for variant in each] or [match]


def matches_of(key: str) -> Sequence[Match]:
    """The matches that a game should pass; `ValueError` if no game of this key has computer players."""
    games = [game.info.key for game in registry.games() if game.opponents]
    if key not in games:
        raise ValueError(f"the games are {', '.join(games)}")
    return [match for match in MATCHES if match.game == key]


def options_of(variant: str, key: str = NIMMT, deal: int = 0) -> Any:
    """One round with these values of the switches, as it is in this deal; `ValueError` if there is no such
    variant."""
    rounds = _ROUNDS.get(key, [{}])
    return registry.game(key).options_type(**{**rounds[deal % len(rounds)], **_switched(variant, key)})


def variants() -> list[str]:
    """All combinations of the switches of 6 nimmt! (rules 3.5)."""
    choices = _choices(NIMMT)
    combinations = product(*(choice.values for choice in choices))
    unusual = [
        [value for choice, value in zip(choices, values, strict=True) if value != choice.values[0]]
        for values in combinations
    ]
    return ["+".join(values) or BASE for values in unusual]


def sizes(variant: str) -> list[int]:
    """Two, four, six and ten seats, or as many as the variant allows."""
    most = GAME.most_seats(options_of(variant))
    return [min(size, most) for size in SIZES]


def all_variants() -> list[Match]:
    """Each level of 6 nimmt! with the one below, in all variants with two, four, six and ten seats."""
    return [
        Match(hero, field, seats, 300, variant)
        for variant in variants()
        for seats in sizes(variant)
        for field, hero in pairwise(GAME.opponents)
    ]


def _choices(key: str) -> list[Choice]:
    options, switches = registry.game(key).info.options, _SWITCHES.get(key, ())
    return [each for each in options if isinstance(each, Choice) and each.key in switches]


def _numbers(key: str) -> list[Number]:
    options, switches = registry.game(key).info.options, _SWITCHES.get(key, ())
    return [each for each in options if isinstance(each, Number) and each.key in switches]


def _switch_values(key: str) -> Mapping[str, tuple[str, Any]]:
    """By the name of what is not usual: the switch and its value."""
    choices = {value: (choice.key, value) for choice in _choices(key) for value in choice.values[1:]}
    numbers = {f"{each.key}_{value}": (each.key, value) for each in _numbers(key) for value in each.usual}
    return {**choices, **numbers}


def _switched(variant: str, key: str) -> Mapping[str, Any]:
    """The switches that a variant names."""
    known, switches = _switch_values(key), dict[str, Any]()
    for name in variant.split("+") if variant != BASE else ():
        if name not in known:
            raise ValueError(f"the variants are made of {', '.join(known)}, joined by +")
        switch, value = known[name]
        switches[switch] = value
    return switches


def _in_order(variant: str, key: str) -> str:
    """The same variant as it is always written."""
    switches = _switched(variant, key)
    known = _switch_values(key).items()
    return "+".join([name for name, (switch, value) in known if switches.get(switch) == value]) or BASE


_GREEDY = (-0.4, 15.6, 19.5, 12.0, 13.9, 7.5, 17.6, 22.3, 26.0, 19.6, 14.4, 28.0)
"""By episode of My City: the mean points of a player who looks one step ahead."""
MATCHES = (
    Match("hard", RANDOM, 4, 2000, score=5.3, wins=0.58),
    Match("expert", "hard", 4, 1000, score=8.0, field_score=10.3),
    *(Match("easy", RANDOM, seats, 400) for seats in SIZES),
    *(Match("normal", "easy", seats, 400) for seats in SIZES),
    *(Match("hard", "normal", seats, 800) for seats in SIZES),
    *(Match("expert", "hard", seats, 800) for seats in (2, 6, 10)),
    *(
        Match(hero, field, seats, 400, game=TAXIS, step=(0.55, 0.80))
        for field, hero in pairwise(registry.game(TAXIS).opponents)
        for seats in (2, 3, 4)
    ),
    *(
        Match("normal", "", 1, 200, f"episode_{episode}", CITY, score=score)
        for episode, score in enumerate(_GREEDY, start=1)
    ),
    *(
        Match(hero, field, seats, rounds, game=CITY, step=(0.55, 0.80))
        for (field, hero), rounds in zip(pairwise(registry.game(CITY).opponents), (400, 400, 48), strict=True)
        for seats in (4, 6)
    ),
    *(
        Match(hero, field, seats, 400, game=TOWN, step=(0.55, 0.80))
        for field, hero in pairwise(registry.game(TOWN).opponents)
        for seats in (3, 4)
    ),
    *(
        Match(hero, field, seats, 100 if hero == "expert" else 400, game=NORIA, step=(0.55, 0.80))
        for field, hero in pairwise(registry.game(NORIA).opponents)
        for seats in (2, 3, 4)
    ),
    Match("normal", "", 1, 200, game=NORIA, wins=0.80),
    *(
        Match("hard", "", 1, 200, variant, NORIA, wins=wins)
        for variant, wins in ((BASE, 0.90), ("bot_2", 0.30), ("bot_3", 0.20))
    ),
)
