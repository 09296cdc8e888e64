"""What every game refuses or finds wrong with the same words."""

from collections.abc import Mapping, Sized
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from bot.games.contract import Refusal

S = TypeVar("S", bound=msgspec.Struct)


def refuse_seats(seats: int, limits: tuple[int, int]) -> None:
    """Refuses a number of players outside these limits: too_few_seats, too_many_seats {seats}."""
    least, most = limits
    if seats < least:
        raise Refusal("too_few_seats", seats=least)
    if seats > most:
        raise Refusal("too_many_seats", seats=most)


def require(holds: bool, reason: str) -> None:
    """Raises `ValueError` with the reason unless it holds."""
    if not holds:
        raise ValueError(reason)


def require_seats(seats: int, limits: tuple[int, int]) -> None:
    """Raises `ValueError` unless so many can play."""
    least, most = limits
    require(least <= seats <= most, f"{seats} seats: {least} to {most} can play")


def require_entries(seats: int, lists: Mapping[str, Sized]) -> None:
    """Raises `ValueError` unless each of these lists has an entry for every seat."""
    for name, items in lists.items():
        require(len(items) == seats, f"{name}: {len(items)} entries for {seats} seats")


def completed(kind: type[S], given: msgspec.Struct, follows: Mapping[str, Any], **made: Any) -> S:
    """A state, or a part of one: what is `made` of a position, else what is given (not None), else what
    follows."""
    known = {name: value for name, value in asdict(given).items() if value is not None}
    fields = {**follows, **known, **made}
    return kind(**{name: fields[name] for name in kind.__struct_fields__ if name in fields})
