"""The whole truth about a table of 6 nimmt! (rules 5.11), and what follows from it and from the switches of
section 3."""

from bot.games import checking
from bot.games.contract import Refusal, Seat, State
from bot.games.six_nimmt.deck import CARDS, DECK, Row, heads
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.placing import Spot, spots
from bot.games.six_nimmt.view import Phase, Placement, Question

OPEN_SEATS = (CARDS.numbers - 1 - CARDS.rows) // CARDS.hand
"""Without the marker there are not enough cards for more (3.4)."""


def most_seats(options: NimmtOptions) -> int:
    """How many can play with these options at most."""
    if options.format == "tournament":
        return CARDS.tournament_seats
    return OPEN_SEATS if options.playing == "open" else CARDS.seats[1]


def refuse_seats(options: NimmtOptions, seats: int) -> None:
    """Refuses a number of players that these options don't allow, with the reason (3.5)."""
    checking.refuse_seats(seats, CARDS.seats)
    if options.format == "tournament" and seats > CARDS.tournament_seats:
        raise Refusal("tournament_seats", seats=CARDS.tournament_seats)
    if options.playing == "open" and seats > OPEN_SEATS:
        raise Refusal("open_seats", seats=OPEN_SEATS)


def cards_in_play(options: NimmtOptions, seats: int) -> tuple[int, ...]:
    """The deck (3.5.1, 3.5.2): without the marker in Open; in Strategy and Logic no more than is dealt."""
    cards = DECK
    if options.playing == "open":
        cards = tuple([card for card in DECK if card != CARDS.marker])
    if options.deal == "base":
        return cards
    return cards[: seats * CARDS.hand + CARDS.rows]


def has_turns(options: NimmtOptions) -> bool:
    """Whether somebody begins: the draft of Logic, the tricks of Open."""
    return options.deal == "logic" or options.playing == "open"


class NimmtState(State, frozen=True, kw_only=True):
    """Everything indexed by seat or by row; cards of a hand ascending, in a draft as they were picked; cards
    of a row from left to right. See also the view."""

    options: NimmtOptions
    phase: Phase
    round: int
    """From 1; also the number of the deal's draw, so that chance needs no counter of its own."""
    trick: int
    """1 to 10: the trick being played or stopped in; in the draft 1; in `scored` and `over` 10."""
    turn: int
    """Grows with every reveal, every answered question, every deal, every pick of a draft and, but for the
    last trick, every card laid in Open."""
    rows: tuple[Row, ...]
    hands: tuple[tuple[int, ...], ...]
    """A selected card stays in the hand until it is revealed."""
    selected: tuple[int | None, ...]
    """In Open the cards that are laid for all to see; until the placing begins they are in the hand, too."""
    last: tuple[Placement, ...]
    """The newest revealed trick, lowest card first; row 0 for cards that wait to be placed."""
    question: Question | None
    """In phase `place`: whose card the placing waits for."""
    piles: tuple[tuple[int, ...], ...]
    """Cards taken in this round, in the order in which they were taken."""
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    unused: tuple[int, ...]
    """Out of play in this round and never shown; ascending."""
    start_player: Seat | None = None
    """In Logic who picked first in this round; in Open who has the marker, which moves every trick."""
    pool: tuple[int, ...] = ()
    sheets: tuple[tuple[int, ...], ...] = ()
    """In a tournament: the hands that go round, by the seat that played them first; ascending."""
    starts: tuple[int, ...] = ()
    """In a tournament: the cards that start the rows of every round, in order."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def heads(self) -> tuple[int, ...]:
        """The heads taken in this round, by seat."""
        return tuple([heads(pile) for pile in self.piles])

    @property
    def waiting(self) -> tuple[Placement, ...]:
        """The revealed cards that are still to be placed, lowest first."""
        return tuple([placement for placement in self.last if not placement.row])

    @property
    def open(self) -> bool:
        """Whether cards are laid in turn before everybody (3.4)."""
        return self.options.playing == "open"

    @property
    def on_turn(self) -> Seat | None:
        """Whose turn it is to pick or to lay a card; None where nobody has to wait for a turn."""
        if self.start_player is None:
            return None
        if self.phase == "draft":
            done = sum([len(hand) for hand in self.hands])
        elif self.phase == "choose" and self.open:
            done = self.seats - self.selected.count(None)
        else:
            return None
        return Seat((self.start_player + done) % self.seats)

    def owes_card(self, seat: Seat) -> bool:
        """Whether the seat has to select or lay a card now."""
        if self.phase != "choose" or self.selected[seat] is not None:
            return False
        return self.on_turn in (None, seat)

    def spots(self, card: int) -> tuple[Spot, ...]:
        """The places where a card may go as the rows are; its owner is asked unless there is exactly one."""
        return spots(self.rows, card, professional=self.options.placement == "professional")


def totals(scores: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    """The sum of the rounds by seat."""
    return tuple([sum(row[seat] for row in scores) for seat in range(seats)])
