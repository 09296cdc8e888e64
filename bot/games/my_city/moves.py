"""Options, moves and events of My City: Roll & Build."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from bot.games.contract import Event, Move, Options, Seat
from bot.games.my_city.cells import ordered
from bot.games.my_city.city import FirstCome, Kind
from bot.games.my_city.shapes import Roll


class MyCityOptions(Options, frozen=True, kw_only=True):
    """What is played at this table (section 7): one episode, a chapter, the mini-campaign of 3, 6 and 12, or
    all twelve, these in the printed order or as seat 0 chooses, who may also leave some out."""

    mode: Literal["episode", "chapter", "mini", "campaign"] = "episode"
    episode: Annotated[int, Meta(ge=1, le=12)] = 1
    chapter: Annotated[int, Meta(ge=1, le=4)] = 1
    order: Literal["printed", "free"] = "printed"


class Build(Move, frozen=True, tag="build"):
    """Draws what the dice ask for on these cells ("D1", "D2"), told in any order and kept row by row.

    Like every choice of a round it may be changed until the last player has chosen."""

    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "cells", ordered(self.cells))


class Pass(Move, frozen=True, tag="pass"):
    """Ticks a pass box, two for a church, draws nothing and stays in the episode (3.4)."""


class Stop(Move, frozen=True, tag="stop"):
    """Leaves the episode (3.2); the others go on."""


class Begin(Move, frozen=True, tag="begin"):
    """Seat 0 begins the next episode: automatic in the printed order, else any that was not played yet."""

    episode: int


class Finish(Move, frozen=True, tag="finish"):
    """Seat 0 ends a campaign of free order with the episodes played so far."""


Chosen = Build | Pass | Stop
"""What is chosen in a round."""
MyCityMove = Build | Pass | Stop | Begin | Finish


class EpisodeBegun(Event, frozen=True, kw_only=True, tag="episode_begun"):
    """A fresh sheet for everybody; `bandits` by seat: those that are active on it."""

    episode: int
    bandits: tuple[tuple[str, ...], ...]


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """The dice of a round."""

    round: int
    roll: Roll


class Decided(Event, frozen=True, kw_only=True, tag="decided"):
    """A seat has chosen; what it is comes out when the last one has."""

    seat: Seat
    changed: bool


class Built(Event, frozen=True, kw_only=True, tag="built"):
    """A structure was drawn."""

    seat: Seat
    kind: Kind
    cells: tuple[str, ...]


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A seat has passed; `ticks` and `points` are those of its sheet now."""

    seat: Seat
    ticks: int
    points: int


class Stopped(Event, frozen=True, kw_only=True, tag="stopped"):
    """A seat has left the episode; `full` because no free cell is left on its sheet (3.5)."""

    seat: Seat
    full: bool = False


class BonusWon(Event, frozen=True, kw_only=True, tag="bonus_won"):
    """These seats are the first to have built over all cells of a kind (5.4)."""

    kind: FirstCome
    seats: tuple[Seat, ...]


class EpisodeScored(Event, frozen=True, kw_only=True, tag="episode_scored"):
    """Everybody has stopped: points, gold bags won, and bandits that come along, by seat."""

    episode: int
    points: tuple[int, ...]
    bags: tuple[int, ...]
    bandits: tuple[tuple[str, ...], ...]


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The last episode is done."""


MyCityEvent = EpisodeBegun | Rolled | Decided | Built | Passed | Stopped | BonusWon | EpisodeScored | GameOver
