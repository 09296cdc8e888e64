"""What everybody may know of a table of Nördlingen, which is all."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.games.contract import Seat, View
from bot.games.noerdlingen.moves import Border, NoerdlingenEvent, NoerdlingenOptions, Territory
from bot.games.noerdlingen.town import Crossing

Phase = Literal["place", "choose", "draw", "bonus", "over"]


class PlayerView(msgspec.Struct, frozen=True):
    """A player."""

    soldiers: tuple[Crossing, ...]
    """In the order of drawing; the first one was placed."""
    number: int | None
    """The number of this round, None before it is chosen."""
    left: int | None
    """The round in which the player has left the game."""
    cells: int
    """Cells of territories owned alone."""
    score: int
    """As if the game ended now."""


class NoerdlingenView(View, frozen=True, kw_only=True):
    """The same for every seat and for spectators. Pure functions beside it answer what a panel asks: see
    `bot.games.noerdlingen.preview`."""

    options: NoerdlingenOptions
    date: str
    """MMDD."""
    digits: tuple[tuple[str, int], ...]
    """The number of each church by its id."""
    seats: int
    phase: Phase
    round: int
    """From 1; 0 while the first soldiers are placed."""
    rounds: int
    turn: int
    """Counts the turns of players, those of placing and choosing too, from 1."""
    active: Seat
    """Whose turn it is, in `over` who had the last one."""
    waiting: tuple[Seat, ...]
    """Who comes after that in this phase (placing, choosing or drawing), in order."""
    start_player: Seat
    free: tuple[int, ...]
    """The numbers that can still be chosen in this round."""
    table: tuple[tuple[int | None, ...], ...]
    """The choice table: for each round begun the numbers by seat."""
    players: tuple[PlayerView, ...]
    borders: tuple[Border, ...]
    """In the order of drawing; those of a position set up by hand first."""
    territories: tuple[Territory, ...]
    """In the order in which they arose."""
    news: tuple[NoerdlingenEvent, ...]
    """What has happened in the present turn so far."""
    before: tuple[NoerdlingenEvent, ...]
    """What happened in the turn before, whole."""

    @property
    def soldiers(self) -> tuple[tuple[Crossing, ...], ...]:
        """The soldiers of all, by seat."""
        return tuple([player.soldiers for player in self.players])
