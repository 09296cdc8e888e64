"""Which computer players of 6 nimmt! meet at which tables, and how it is written on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from bot.games import registry
from bot.games.contract import Choice

GAME = registry.game("six_nimmt")
RANDOM = "random"
BASE = "base"
SIZES = (2, 4, 6, 10)
_SWITCHES = ("deal", "placement", "playing")
_USUAL = GAME.options_type(format="rounds", rounds=1)


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom at a table of this size, and what the hero has to reach."""

    hero: str
    field: str
    seats: int
    rounds: int
    variant: str = BASE
    """The values of the switches that are not the usual ones, joined by `+`."""
    most_heads: float | None = None
    least_field: float | None = None
    least_wins: float | None = None

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        table = f"{self.hero}:{self.field}:{self.seats}"
        return table if self.variant == BASE else f"{table}:{self.variant}"

    @property
    def options(self) -> Any:
        """One round of the variant."""
        return options_of(self.variant)


def match_of(name: str) -> Match:
    """The match called `HERO:FIELD:SEATS`, perhaps with `:VARIANT`; `ValueError` with the reason if there can
    be none."""
    hero, field, seats, *rest = (*name.split(":"), "", "")
    if not seats.isdecimal() or len(rest) > 3:
        raise ValueError(f"a match is written HERO:FIELD:SEATS or HERO:FIELD:SEATS:VARIANT, not {name}")
    if not {hero, field} <= {RANDOM, *GAME.opponents}:
        raise ValueError(f"the levels are {', '.join((RANDOM, *GAME.opponents))}")
    variant = variant_of(options_of(rest[0] or BASE))
    least, most = GAME.info.seats[0], GAME.most_seats(options_of(variant))
    if not least <= int(seats) <= most:
        raise ValueError(f"{seats} seats: {least} to {most} can play")
    match = Match(hero, field, int(seats), 400, variant)
    return next((known for known in MATCHES if known.name == match.name), match)


def options_of(variant: str) -> Any:
    """One round with these values of the switches; `ValueError` if there is none of the name."""
    switches: dict[str, str] = {}
    for value in variant.split("+") if variant != BASE else ():
        key = _switch_values().get(value)
        if key is None:
            raise ValueError(f"the variants are made of {', '.join(_switch_values())}, joined by +")
        switches[key] = value
    return GAME.options_type(**switches, format="rounds", rounds=1)


def variant_of(options: Any) -> str:
    """The short name of these switches."""
    values = [getattr(options, key) for key in _SWITCHES if getattr(options, key) != getattr(_USUAL, key)]
    return "+".join(values) or BASE


def variants() -> list[str]:
    """All combinations of the switches (rules 3.5)."""
    values = [choice.values for choice in _choices()]
    combinations = [dict(zip(_SWITCHES, each, strict=True)) for each in product(*values)]
    return [variant_of(GAME.options_type(**each)) for each in combinations]


def sizes(variant: str) -> list[int]:
    """Two, four, six and ten seats, or as many as the variant allows."""
    most = GAME.most_seats(options_of(variant))
    return [min(size, most) for size in SIZES]


def neighbours() -> Sequence[tuple[str, str]]:
    """Each level with the one below."""
    return [(hero, field) for field, hero in pairwise(GAME.opponents)]


def _choices() -> list[Choice]:
    return [each for each in GAME.info.options if isinstance(each, Choice) and each.key in _SWITCHES]


def _switch_values() -> Mapping[str, str]:
    """By the values that are not usual: their switch."""
    return {value: choice.key for choice in _choices() for value in choice.values[1:]}


MATCHES = (
    Match("hard", RANDOM, 4, 2000, most_heads=5.3, least_wins=0.58),
    Match("expert", "hard", 4, 1000, most_heads=9.0, least_field=10.2),
    *(Match("easy", RANDOM, seats, 400) for seats in SIZES),
    *(Match("normal", "easy", seats, 400) for seats in SIZES),
    *(Match("hard", "normal", seats, 800) for seats in SIZES),
    *(Match("expert", "hard", seats, 800) for seats in (2, 6, 10)),
)
