"""Options, moves, events, the state of a table, and the view, which is all."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bot.games.contract import Event, Move, Options, Seat, SeatEvent, View
from bot.games.in_turn import TurnState
from bot.games.noerdlingen.town import DEFAULTS, Cell, Crossing, the_town

WallMode = Literal["solid", "gate", "road"]
TerritoryRule = Literal["largest_open", "size_cap", "all_parts"]
CAPS = (1, the_town().cells.bit_count() - 1)
"""The limits of the size of territories."""


class NoerdlingenOptions(Options, frozen=True, kw_only=True):
    """The readings of what the rules leave open (sections 3, 4, 6, 7), and the date (section 5)."""

    wall_mode: WallMode = "solid"
    territory_rule: TerritoryRule = "largest_open"
    territory_size_cap: Annotated[int, Meta(ge=CAPS[0], le=CAPS[1])] = DEFAULTS.territory_size_cap
    """Cells of the largest territory; counts with `size_cap` alone."""
    mirror_borders: Literal["off", "on"] = "off"
    elimination: Literal["strict", "skip_turn"] = "strict"
    date: Annotated[str, Meta(pattern=r"^([0-9]{4}\*?)?$")] = ""
    """MMDD. Empty: the day on which the game begins. A star behind it marks a day that was taken from the
    calendar, so that a rematch takes its own."""


class Place(Move, frozen=True, tag="place"):
    """Setup: draws the first soldier on a free crossing."""

    at: Crossing


class Choose(Move, frozen=True, tag="choose"):
    """Takes the number of a border that nobody else has taken in this round."""

    number: int


class Draw(Move, frozen=True, tag="draw"):
    """Draws the chosen border from an own soldier, step by step: R, D, L, U."""

    start: Crossing
    steps: str


class Bonus(Move, frozen=True, tag="bonus"):
    """Draws the bonus border from an own soldier."""

    start: Crossing
    steps: str


class Decline(Move, frozen=True, tag="decline"):
    """Draws no bonus border."""


class Stuck(Move, frozen=True, tag="stuck"):
    """The chosen border can't be drawn anywhere; the only move then, and made by itself."""


NoerdlingenMove = Place | Choose | Draw | Bonus | Decline | Stuck


class Border(msgspec.Struct, frozen=True):
    """A border as it was drawn. One that a position was set up with has no seat, number and round."""

    seat: Seat | None
    start: Crossing
    steps: str
    number: int = 0
    """1 to 6; that of the shape also where it was the bonus."""
    round: int = 0
    bonus: bool = False


class Territory(msgspec.Struct, frozen=True):
    """A territory as it was judged when it arose (section 7): it never changes again."""

    cells: tuple[Cell, ...]
    """In reading order."""
    count: tuple[int, ...]
    """Soldiers on its outer border, by seat."""
    owners: tuple[Seat, ...]
    """One, or those who share it."""
    points: int
    """Its cells and the digits of its churches."""
    share: int
    """The points of each owner; what does not divide evenly is barren land."""
    seat: Seat
    """Whose draw it was."""
    round: int = 0


class Placed(SeatEvent, frozen=True, kw_only=True, tag="placed"):
    """A first soldier stands."""

    at: Crossing


class ChoiceBegun(Event, frozen=True, kw_only=True, tag="choice_begun"):
    """A round begins: who chooses, in this order."""

    round: int
    order: tuple[Seat, ...]


class Chosen(SeatEvent, frozen=True, kw_only=True, tag="chosen"):
    """A number was taken."""

    number: int


class DrawingBegun(Event, frozen=True, kw_only=True, tag="drawing_begun"):
    """All have chosen: who draws, in this order."""

    round: int
    order: tuple[Seat, ...]


class Drawn(SeatEvent, frozen=True, kw_only=True, tag="drawn"):
    """A border was drawn, and a soldier at its end."""

    number: int
    start: Crossing
    steps: str
    end: Crossing
    bonus: bool = False


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The draw has made a territory."""

    territory: Territory


class Declined(SeatEvent, frozen=True, kw_only=True, tag="declined"):
    """The bonus border was not drawn."""


class NoBonus(SeatEvent, frozen=True, kw_only=True, tag="no_bonus"):
    """There would have been a bonus border, but it can't be drawn anywhere."""


class Left(SeatEvent, frozen=True, kw_only=True, tag="left"):
    """The chosen border could not be drawn: the player has left the game."""

    number: int


class Skipped(SeatEvent, frozen=True, kw_only=True, tag="skipped"):
    """The chosen border could not be drawn: the turn is lost."""

    number: int


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game is over: after the last round, or since at most one player is left who draws borders."""

    why: Literal["rounds", "players"]


_Said = Placed | ChoiceBegun | Chosen | DrawingBegun | Drawn | Closed
NoerdlingenEvent = _Said | Declined | NoBonus | Left | Skipped | GameOver
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


class NoerdlingenState(TurnState, frozen=True, kw_only=True):
    """Everything indexed by seat; crossings and cells as (x, y). See also the view."""

    options: NoerdlingenOptions
    date: str
    phase: Phase
    round: int
    turn: int
    moves: int
    """Moves made so far: what buttons carry."""
    start_player: Seat
    active: Seat
    waiting: tuple[Seat, ...]
    """Who comes after the active one in this phase, in order; the bonus border belongs to the drawing."""
    soldiers: tuple[tuple[Crossing, ...], ...]
    table: tuple[tuple[int | None, ...], ...]
    left: tuple[int | None, ...]
    """The round in which a player has left, None for those who play."""
    borders: tuple[Border, ...] = ()
    territories: tuple[Territory, ...] = ()
    news: tuple[NoerdlingenEvent, ...] = ()
    before: tuple[NoerdlingenEvent, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.soldiers)
