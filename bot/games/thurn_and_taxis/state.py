"""The whole truth about a table of Thurn and Taxis."""

from msgspec import UNSET, UnsetType

from bot.games.contract import Seat
from bot.games.in_turn import TurnState
from bot.games.thurn_and_taxis.moves import Official, TaxisEvent, TaxisOptions, Tile
from bot.games.thurn_and_taxis.view import Phase, TaxisView


class TaxisState(TurnState, frozen=True, kw_only=True):
    """Everything indexed by seat; cities by their ids. See also the view."""

    options: TaxisOptions
    phase: Phase
    round: int
    turn: int
    """Players' turns begun so far, from 1."""
    moves: int
    """Moves made so far: what buttons carry."""
    shuffles: int
    """Shuffles made so far: the number of the next one's draw."""
    active: Seat
    start_player: Seat
    deck: tuple[str, ...]
    """The next card first."""
    discard: tuple[str, ...]
    display: tuple[str | None, ...]
    hands: tuple[tuple[str, ...], ...]
    """The card held longest first."""
    routes: tuple[tuple[str, ...], ...]
    offices: tuple[tuple[str, ...], ...]
    carriages: tuple[int, ...]
    tiles: tuple[tuple[Tile, ...], ...]
    stacks: tuple[tuple[int, ...], ...]
    taken: int = 0
    played: int = 0
    official: Official | None = None
    forced_postmaster: bool = False
    ending: Seat | None = None
    shown: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    """By seat the cards of the hand that everybody saw being taken; not kept by the first version."""
    news: tuple[TaxisEvent, ...] = ()
    before: tuple[TaxisEvent, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of whoever's turn it is."""
        return self.hands[self.active]

    @property
    def route(self) -> tuple[str, ...]:
        """The row of whoever's turn it is."""
        return self.routes[self.active]

    @property
    def own(self) -> tuple[str, ...]:
        """The cities in which they have an office."""
        return self.offices[self.active]

    @property
    def level(self) -> int:
        """Their highest carriage."""
        return self.carriages[self.active]

    @property
    def deck_size(self) -> int:
        """How many cards lie in the deck."""
        return len(self.deck)


Table = TaxisState | TaxisView
"""What the rules of a turn ask of whoever's turn it is: the state, or as well their own view."""
