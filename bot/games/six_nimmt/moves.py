"""Options, moves and events of 6 nimmt!."""

from typing import Annotated, Literal

from msgspec import Meta

from bot.games.contract import Event, Move, Options, Seat, SeatEvent
from bot.games.six_nimmt.deck import LIMIT, ROUNDS, ROW_NUMBERS
from bot.games.six_nimmt.placing import Side

QuestionKind = Literal["low", "enclosed", "tie"]
"""A card below all rows; in Professional one that lies inside all rows, or is equally near to two."""


class NimmtOptions(Options, frozen=True, kw_only=True):
    """Three switches (3.5), and how long: to a limit (more than `limit`, or with `end="reached"` `limit` or
    more), some rounds (2.3), or a tournament of as many rounds as there are players (4.1)."""

    deal: Literal["base", "strategy", "logic"] = "base"
    placement: Literal["normal", "professional"] = "normal"
    playing: Literal["simultaneous", "open"] = "simultaneous"
    format: Literal["limit", "rounds", "tournament"] = "limit"
    limit: Annotated[int, Meta(ge=LIMIT.low, le=LIMIT.high)] = LIMIT.default
    end: Literal["above", "reached"] = "above"
    rounds: Annotated[int, Meta(ge=ROUNDS.low, le=ROUNDS.high)] = ROUNDS.default


class Choose(Move, frozen=True, tag="choose"):
    """Select a card of one's hand (2.2.1); may be changed until the last player has selected (5.1).

    In Open the card is laid before everybody and is final (3.4)."""

    card: int


class TakeRow(Move, frozen=True, tag="take_row"):
    """The owner of a card that fits nowhere names the row to take, 1 to 4 (2.2.4, 3.3.2); in a tie of
    Professional the row, of the two that are equally near, to which the card goes (3.3.4, 5.3)."""

    row: int


class Pick(Move, frozen=True, tag="pick"):
    """In the draft of Logic: takes one of the cards that still lie face up (3.2); final."""

    card: int


class Deal(Move, frozen=True, tag="deal"):
    """The next round is dealt: always automatic, made for seat 0 once the scores are written down."""


NimmtMove = Choose | TakeRow | Pick | Deal


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """A round begins (2.1); the four cards that start the rows, in order."""

    round: int
    rows: tuple[int, ...]


class DraftBegun(Event, frozen=True, kw_only=True, tag="draft_begun"):
    """In Logic the whole deck lies face up, and `seat` picks first (3.2)."""

    round: int
    seat: Seat


class Picked(SeatEvent, frozen=True, kw_only=True, tag="picked"):
    """A seat has taken a card of the draft, before everybody."""

    card: int


class Laid(SeatEvent, frozen=True, kw_only=True, tag="laid"):
    """In Open: a seat has laid its card face up in front of itself (3.4)."""

    card: int


class Chosen(SeatEvent, frozen=True, kw_only=True, tag="chosen"):
    """A seat has selected a card; which one is its own business."""

    changed: bool


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """All selected cards, lowest first (2.2.2, 2.2.3)."""

    trick: int
    cards: tuple[tuple[Seat, int], ...]


class Asked(SeatEvent, frozen=True, kw_only=True, tag="asked"):
    """The placing stops at a card that fits no row, or two rows equally well: its owner is asked."""

    card: int
    kind: QuestionKind = "low"
    rows: tuple[int, ...] = ROW_NUMBERS
    sides: tuple[Side, ...] = ()


class Placed(SeatEvent, frozen=True, kw_only=True, tag="placed"):
    """A card was put into a row, taking `taken` (empty if it took none) for `heads`."""

    card: int
    row: int
    taken: tuple[int, ...] = ()
    heads: int = 0
    side: Side = "right"


class RoundScored(Event, frozen=True, kw_only=True, tag="round_scored"):
    """Ten tricks are played (2.3): heads of this round and totals, by seat."""

    round: int
    heads: tuple[int, ...]
    totals: tuple[int, ...]


NimmtEvent = Dealt | DraftBegun | Picked | Laid | Chosen | Revealed | Asked | Placed | RoundScored
