"""Options, moves and events of 6 nimmt!."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.games.contract import Event, Move, Options, Seat
from bot.games.six_nimmt.house import LIMIT, ROUNDS


class NimmtOptions(Options, frozen=True, kw_only=True):
    """Rules 2.3: to a limit (more than `limit`, or with `end="reached"` `limit` or more), or some rounds."""

    format: Literal["limit", "rounds"] = "limit"
    limit: Annotated[int, Meta(ge=LIMIT.low, le=LIMIT.high)] = LIMIT.default
    end: Literal["above", "reached"] = "above"
    rounds: Annotated[int, Meta(ge=ROUNDS.low, le=ROUNDS.high)] = ROUNDS.default


class Choose(Move, frozen=True, tag="choose"):
    """Select a card of one's hand (2.2.1); may be changed until the last player has selected (5.1)."""

    card: int


class TakeRow(Move, frozen=True, tag="take_row"):
    """The owner of a low card names the row to take, 1 to 4 (2.2.4)."""

    row: int


class Deal(Move, frozen=True, tag="deal"):
    """The next round is dealt: always automatic, made for seat 0 once the scores are written down."""


NimmtMove = Choose | TakeRow | Deal


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """A round begins (2.1); the four cards that start the rows, in order."""

    round: int
    rows: tuple[int, ...]


class Chosen(Event, frozen=True, kw_only=True, tag="chosen"):
    """A seat has selected a card; which one is its own business."""

    seat: Seat
    changed: bool


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """All selected cards, lowest first (2.2.2, 2.2.3)."""

    trick: int
    cards: tuple[tuple[Seat, int], ...]


class Asked(Event, frozen=True, kw_only=True, tag="asked"):
    """The placing stops at a card that fits no row: its owner is asked (2.2.4)."""

    seat: Seat
    card: int


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """A card was put into a row, taking `taken` (empty if it took none) for `heads`."""

    seat: Seat
    card: int
    row: int
    taken: tuple[int, ...] = ()
    heads: int = 0


class RoundScored(Event, frozen=True, kw_only=True, tag="round_scored"):
    """Ten tricks are played (2.3): heads of this round and totals, by seat."""

    round: int
    heads: tuple[int, ...]
    totals: tuple[int, ...]


NimmtEvent = Dealt | Chosen | Revealed | Asked | Placed | RoundScored
