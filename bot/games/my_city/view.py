"""What everybody at a table of My City may know: all but the choices of the round that is under way (3.2)."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec
from msgspec.structs import force_setattr

from bot.games.contract import ScoreRow, Seat, View
from bot.games.my_city.cells import Cells, ordered
from bot.games.my_city.city import FirstCome, Kind
from bot.games.my_city.moves import Chosen, MyCityOptions
from bot.games.my_city.shapes import Roll

Phase = Literal["round", "between", "over"]
"""A roll lies there and is being used; an episode is done and the next one to be begun; ended."""


class Structure(msgspec.Struct, frozen=True):
    """Something drawn on a sheet; its cells row by row."""

    kind: Kind
    cells: Cells

    def __post_init__(self) -> None:
        force_setattr(self, "cells", ordered(self.cells))


class Sheet(msgspec.Struct, frozen=True):
    """A player's sheet of the present episode."""

    drawn: tuple[Structure, ...] = ()
    """In the order of drawing."""
    ticks: int = 0
    """Pass boxes ticked."""
    stopped: bool = False
    """Has left the episode."""
    bandits: tuple[str, ...] = ()
    """The bandits that are active on this sheet: printed and left over, by number."""


class Bonus(msgspec.Struct, frozen=True):
    """A first-come bonus that is gone: who has won it, in which round."""

    kind: FirstCome
    round: int
    seats: tuple[Seat, ...]


class Past(msgspec.Struct, frozen=True):
    """The newest finished round of the present episode: what everybody did with which roll, None for who
    had left before."""

    round: int
    roll: Roll
    choices: tuple[Chosen | None, ...]


class Result(msgspec.Struct, frozen=True):
    """A finished episode, everything by seat."""

    episode: int
    points: tuple[int, ...]
    bags: tuple[int, ...]
    """Gold bags won in it."""
    bandits: tuple[tuple[str, ...], ...]
    """The bandits that were not enclosed."""
    rows: tuple[tuple[ScoreRow, ...], ...]
    """The score sheets."""


class Table(Protocol):
    """What state and view have in common: everything public, for functions that work from either."""

    @property
    def options(self) -> MyCityOptions: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def episode(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def roll(self) -> Roll | None: ...
    @property
    def sheets(self) -> tuple[Sheet, ...]: ...
    @property
    def bonuses(self) -> tuple[Bonus, ...]: ...
    @property
    def results(self) -> tuple[Result, ...]: ...


class MyCityView(View, frozen=True, kw_only=True):
    """One seat's knowledge; a spectator has no choice of his own."""

    options: MyCityOptions
    seat: Seat | None
    """Whose view it is; None: a spectator's."""
    seats: int
    phase: Phase
    episode: int
    """1 to 12: the one under way, in `between` and `over` the newest one; 0 before a campaign of free order
    has begun."""
    round: int
    """From 1 in each episode."""
    roll: Roll | None
    """The dice as they lie, in phase `round`."""
    sheets: tuple[Sheet, ...]
    """By seat, those of `episode`; as they were before the present round's choices."""
    bonuses: tuple[Bonus, ...]
    """The first-come bonuses of the episode that are gone."""
    last: Past | None
    """The round before this one; None in the first round of an episode."""
    results: tuple[Result, ...]
    """The finished episodes in the order of play."""
    decided: tuple[bool, ...]
    """By seat: has chosen for the present round."""
    choice: Chosen | None
    """The own choice, while it may still be changed."""
    points: tuple[int, ...]
    """By seat: the present sheet as if the episode ended now."""
    totals: tuple[int, ...]
    """By seat: the sum of the finished episodes."""
