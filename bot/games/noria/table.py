"""What stands and lies on the table of Noria: all of it is open, so states and views share it."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.games.contract import Seat
from bot.games.noria.box import (
    BOX,
    FACTORIES,
    PATHS,
    POLITICIANS,
    Chamber,
    DiscKind,
    Path,
)
from bot.games.noria.bundle import NOTHING, Bundle
from bot.games.noria.wheel import Wheel

Owner = Seat | Literal["bot"]
Phase = Literal["wheel", "resources", "path", "influence", "actions", "disc", "fit", "over"]
"""The choices of the start: wheel, resources, path. A turn: before the first disc; between discs; a disc
waits for its action; bought discs are to be fitted in. Ended."""


class Pile(msgspec.Struct, frozen=True):
    """A pile of the market."""

    disc: DiscKind
    price: int
    left: int


class Island(msgspec.Struct, frozen=True):
    """An island that is face up: the ships on its three spaces, the owners of its four factory spots."""

    number: int
    ships: tuple[int, ...]
    spots: tuple[Owner | None, ...] = (None,) * 4


class Seats(msgspec.Struct, frozen=True):
    """A chamber: politicians in its upper and its lower row."""

    upper: int = POLITICIANS
    lower: int = 0

    @property
    def removed(self) -> int:
        """How many have left the game."""
        return POLITICIANS - self.upper - self.lower


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """All that a player owns; nothing of it is hidden."""

    wheel: Wheel
    """What lies in each of `wheel.SLOTS`."""
    centre: tuple[DiscKind, ...] = ()
    """Discs bought in this turn, not yet fitted in."""
    ships: Bundle = Bundle(energy=1, mycelium=1, obsidian=1)
    stock: Bundle = NOTHING
    """Resources, and goods: a full warehouse is one good."""
    empty: Bundle = NOTHING
    """Empty warehouses by their good."""
    knowledge: int = 0
    factories_left: int = FACTORIES
    levels: tuple[int, ...] = (0,) * len(PATHS)
    """On each path; 0 is the cave."""
    ambassador: int | None = None
    """The number of the island; None is the harbour."""


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """The bot of the solo mode."""

    wheel: Wheel
    """Letters A to F."""
    levels: tuple[int, ...]
    ambassador: int
    factories_left: int = FACTORIES


class Running(msgspec.Struct, frozen=True):
    """A disc that waits for an action."""

    slot: str
    left: int
    """Actions still to be chosen, the present one among them."""
    stage: Literal["fresh", "arrived", "producing"] = "fresh"
    """How far the present action is: arrived on an island, or producing."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """How far the turn under way has come."""

    night_shifts: int = 0
    modifications: int = 0
    activated: tuple[str, ...] = ()
    """Slots of the discs activated, in order."""
    targets: tuple[str, ...] = ()
    """Slots that bonus discs have named, as often as they were."""
    doubled: str | None = None
    """The slot of the upgraded disc whose doubling was used."""
    running: Running | None = None
    debates: int = 0
    """How often politics was made."""


def level_on(levels: tuple[int, ...], path: Path) -> int:
    """The level on one path."""
    return levels[PATHS.index(path)]


def raised(levels: tuple[int, ...], path: Path) -> tuple[int, ...]:
    """The levels after one step up on a path."""
    return tuple([level + (name == path) for name, level in zip(PATHS, levels, strict=True)])


def value(chambers: tuple[Seats, ...], chamber: Chamber) -> int:
    """The value of a chamber (section 10)."""
    return BOX.chamber_step[chamber] * chambers[CHAMBER_PLACE[chamber]].lower


CHAMBER_PLACE: dict[Chamber, int] = {chamber: place for place, chamber in enumerate(BOX.chamber_step)}
"""Where a chamber stands in the row."""
