"""What the switches of section 3 change before a card is played: who can play, and with which cards."""

from __future__ import annotations

from bot.games import checking
from bot.games.contract import Refusal
from bot.games.six_nimmt.deck import CARDS, DECK
from bot.games.six_nimmt.moves import NimmtOptions

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
