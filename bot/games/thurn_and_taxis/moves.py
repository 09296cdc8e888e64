"""Options, moves and events of Thurn and Taxis."""

from typing import Literal

import msgspec

from bot.games.contract import Event, Move, Options, SeatEvent
from bot.games.thurn_and_taxis.land import Side

Official = Literal["administrator", "postmaster", "postal_carrier", "cartwright"]


class TaxisOptions(Options, frozen=True, kw_only=True):
    """How the tile for all regions is read (section 4): every region outside Baiern, or all nine."""

    all_regions: Literal["outside_baiern", "all_nine"] = "outside_baiern"


class Administrator(Move, frozen=True, tag="administrator"):
    """Before the first card is taken: the open cards are discarded and six new ones dealt."""


class TakeOpen(Move, frozen=True, tag="take_open"):
    """Takes the open card at a place of the display, 1 to 6; as the second card it is the Postmaster."""

    place: int


class TakeBlind(Move, frozen=True, tag="take_blind"):
    """Takes the top card of the deck; as the second card it is the Postmaster."""


class Play(Move, frozen=True, tag="play"):
    """Lays a card of the hand at an end of the row; as the second card it is the Postal Carrier.

    Also made right after the first card was taken: whoever plays takes no second one."""

    city: str
    side: Side


class Begin(Move, frozen=True, tag="begin"):
    """Starts a row with a card of the hand; a row that lies there is given up without reward (phase 2)."""

    city: str


class Close(Move, frozen=True, tag="close"):
    """Closes the route (phase 3): offices in these cities, in the order of the row, none where empty.

    `cartwright` calls the Cartwright for the next carriage. What follows by itself (tiles, carriage,
    discard of the row, end of the turn) follows at once, unless the hand has to shrink first."""

    offices: tuple[str, ...] = ()
    cartwright: bool = False


class Discard(Move, frozen=True, tag="discard"):
    """After closing with more than three cards in hand: discards one of them; the last one ends the turn."""

    city: str


class EndTurn(Move, frozen=True, tag="end_turn"):
    """Ends the turn without closing."""


CardMove = Play | Begin | Discard
"""What is done with a card of the hand."""
TaxisMove = Administrator | TakeOpen | TakeBlind | CardMove | Close | EndTurn


class Tile(msgspec.Struct, frozen=True):
    """A bonus tile: the id of its stack and its victory points."""

    stack: str
    value: int


class TurnBegun(SeatEvent, frozen=True, kw_only=True, tag="turn_begun"):
    """A turn begins; with an empty hand the Postmaster is forced."""

    round: int
    forced_postmaster: bool = False


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """Cards turned up from the deck at places of the display (1 to 6), by setup, refill or Administrator."""

    places: tuple[int, ...]
    cities: tuple[str, ...]


class Reshuffled(Event, frozen=True, kw_only=True, tag="reshuffled"):
    """The discard pile has become the deck."""

    cards: int


class Swept(SeatEvent, frozen=True, kw_only=True, tag="swept"):
    """The Administrator has put these open cards on the discard pile."""

    cities: tuple[str, ...]


class Took(SeatEvent, frozen=True, kw_only=True, tag="took"):
    """A card was taken: an open one by name, a blind one (`city` None for everybody but the seat: the same
    fact stands a second time in the events, seen by the seat alone, with the city)."""

    city: str | None
    place: int = 0
    """1 to 6 in the display; 0 from the deck."""
    postmaster: bool = False


class GaveUp(SeatEvent, frozen=True, kw_only=True, tag="gave_up"):
    """A row went to the discard pile without reward."""

    route: tuple[str, ...]


class Played(SeatEvent, frozen=True, kw_only=True, tag="played"):
    """A card lies in the row; `side` None starts it."""

    city: str
    side: Side | None
    postal_carrier: bool = False


class Closed(SeatEvent, frozen=True, kw_only=True, tag="closed"):
    """A route was closed: the offices placed, the tiles won in order, the carriage taken (None: none)."""

    route: tuple[str, ...]
    offices: tuple[str, ...]
    tiles: tuple[Tile, ...] = ()
    carriage: int | None = None
    cartwright: bool = False


class Shed(SeatEvent, frozen=True, kw_only=True, tag="shed"):
    """A card of the hand was discarded down to the limit."""

    city: str


class Skipped(SeatEvent, frozen=True, kw_only=True, tag="skipped"):
    """There was no card to take, or none to play (edge 4)."""

    what: Literal["take", "play"]


class EndTriggered(SeatEvent, frozen=True, kw_only=True, tag="end_triggered"):
    """The first level-7 carriage or the last office: the round is finished, then the game is over."""

    why: Literal["carriage", "offices"]


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The last turn is done."""


TaxisEvent = (
    TurnBegun
    | Dealt
    | Reshuffled
    | Swept
    | Took
    | GaveUp
    | Played
    | Closed
    | Shed
    | Skipped
    | EndTriggered
    | GameOver
)
