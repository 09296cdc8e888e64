"""The whole truth about a table of Nördlingen."""

from __future__ import annotations

from bot.games.contract import Seat, State
from bot.games.noerdlingen.moves import Border, NoerdlingenEvent, NoerdlingenOptions, Territory
from bot.games.noerdlingen.town import Crossing
from bot.games.noerdlingen.view import Phase


class NoerdlingenState(State, frozen=True, kw_only=True):
    """Everything indexed by seat; crossings and cells as (x, y)."""

    options: NoerdlingenOptions
    date: str
    """MMDD, a day of the calendar."""
    phase: Phase
    round: int
    """From 1; 0 while the first soldiers are placed."""
    turn: int
    """Turns of players begun so far, those of placing and choosing too."""
    moves: int
    """Moves made so far: what buttons carry."""
    start_player: Seat
    active: Seat
    waiting: tuple[Seat, ...]
    """Who comes after the active one in this phase, in order; the bonus border belongs to the drawing."""
    soldiers: tuple[tuple[Crossing, ...], ...]
    table: tuple[tuple[int | None, ...], ...]
    """The choice table: for each round begun the numbers by seat."""
    left: tuple[int | None, ...]
    """The round in which a player has left, None for those who play."""
    borders: tuple[Border, ...] = ()
    territories: tuple[Territory, ...] = ()
    news: tuple[NoerdlingenEvent, ...] = ()
    """The events of the present turn."""
    before: tuple[NoerdlingenEvent, ...] = ()
    """The events of the turn before."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.soldiers)
