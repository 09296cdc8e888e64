"""A player's turn (section 3) as steps that are being made: cards, taking, playing, discarding, its end."""

from collections.abc import Iterable
from typing import Any

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.in_turn import TurnMaking
from bot.games.making import changed
from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.land import CITIES, RULES
from bot.games.thurn_and_taxis.moves import Begin, Discard, Play, Played, TakeOpen, TaxisEvent, Took
from bot.games.thurn_and_taxis.state import Table, TaxisState

CARDS = tuple(CITIES) * RULES.copies_per_city
"""All 66, in the order of the data, copy after copy."""
PLACES = tuple(range(1, RULES.display_size + 1))
"""The places of the display as they are counted at the table."""


class Making(TurnMaking[TaxisState, TaxisEvent]):
    """A step of whoever's turn it is, with the chance that shuffles."""

    __slots__ = ("chance",)

    def __init__(self, state: TaxisState, chance: Chance) -> None:
        super().__init__(state)
        self.chance = chance

    def give(self, **fields: Any) -> None:
        """Gives fields that are indexed by seat new values for whoever's turn it is."""
        seat = self.state.active
        for name, value in fields.items():
            fields[name] = changed(getattr(self.state, name), seat, value)
        self.change(**fields)

    def show(self, city: str) -> None:
        """Everybody knows from now on that the hand has this card."""
        if self.state.shown:
            self.give(shown=(*self.state.shown[self.state.active], city))

    def lay_down(self, city: str) -> None:
        """A card leaves the hand: it may have been the one that was shown."""
        if self.state.shown and city in self.state.shown[self.state.active]:
            self.give(shown=without_first(self.state.shown[self.state.active], city))

    def put_away(self, cities: Iterable[str]) -> None:
        """Adds cards to the discard pile."""
        self.change(discard=(*self.state.discard, *cities))


def can_draw(table: Table) -> bool:
    """Whether a card can come from the deck, even if it has to be shuffled first."""
    return bool(table.deck_size or table.discard)


def obtainable(table: Table) -> bool:
    """Whether there is any card to take, open or blind."""
    return can_draw(table) or any(table.display)


def _draw(making: Making) -> str | None:
    """The top card of the deck; an empty deck is made anew from the discards (edge 1); None without any."""
    state = making.state
    if not state.deck and state.discard:
        deck = tuple(making.chance.stream("shuffle", state.shuffles).shuffled(state.discard))
        making.change(deck=deck, discard=(), shuffles=state.shuffles + 1)
        making.tell(moves.Reshuffled(cards=len(deck)))
    deck = making.state.deck
    if not deck:
        return None
    making.change(deck=deck[1:])
    making.irrevocable = True
    return deck[0]


def _fill(making: Making) -> None:
    """Turns up a card for every gap of the display, as far as there are cards (edges 2 and 4)."""
    display = list(making.state.display)
    dealt: list[tuple[int, str]] = []
    for place in [place for place in PLACES if display[place - 1] is None]:
        city = _draw(making)
        if city is None:
            break
        display[place - 1] = city
        dealt.append((place, city))
    if dealt:
        making.change(display=tuple(display))
        filled, cities = zip(*dealt, strict=True)
        making.tell(moves.Dealt(places=filled, cities=cities))


def begin_turn(making: Making, seat: Seat, round: int) -> None:
    """The seat's turn: the display is full again, and an empty hand forces the Postmaster."""
    making.turn_over()
    forced = not making.state.hands[seat]
    making.change(
        active=seat,
        round=round,
        turn=making.state.turn + 1,
        taken=0,
        played=0,
        official="postmaster" if forced else None,
        forced_postmaster=forced,
    )
    making.tell(moves.TurnBegun(seat=seat, round=round, forced_postmaster=forced))
    _fill(making)
    _go_on(making)


def end_turn(making: Making) -> None:
    """The next seat's turn, or the end: the round is finished before the game is (section 6)."""
    state = making.state
    making.milestone = True
    seat = Seat((state.active + 1) % state.seats)
    if seat != state.start_player:
        begin_turn(making, seat, state.round)
    elif state.ending is None:
        begin_turn(making, seat, state.round + 1)
    else:
        making.change(phase="over")
        making.tell(moves.GameOver())


def call_administrator(making: Making) -> None:
    """The open cards are discarded, six new ones dealt (edge 3)."""
    swept = tuple([city for city in making.state.display if city is not None])
    making.change(official="administrator", display=(None,) * len(PLACES))
    making.put_away(swept)
    making.tell(moves.Swept(seat=making.state.active, cities=swept))
    _fill(making)


def take_open(making: Making, move: TakeOpen) -> None:
    """The open card comes into the hand, seen by all, and the next one is turned up."""
    postmaster = _count_taken(making)
    display = list(making.state.display)
    city, display[move.place - 1] = display[move.place - 1], None
    making.change(display=tuple(display))
    making.give(hands=(*making.state.hand, city))
    assert city is not None, "legal only where one lies"
    making.show(city)
    making.tell(Took(seat=making.state.active, city=city, place=move.place, postmaster=postmaster))
    _fill(making)
    _go_on(making)


def take_blind(making: Making) -> None:
    """The top card of the deck comes into the hand, seen by its owner alone."""
    postmaster = _count_taken(making)
    city, seat = _draw(making), making.state.active
    assert city is not None, "legal only while there is one"
    making.give(hands=(*making.state.hand, city))
    making.tell(Took(seat=seat, city=None, postmaster=postmaster))
    making.tell(Took(seat=seat, city=city, postmaster=postmaster, seen_by=(seat,)))
    _go_on(making)


def begin(making: Making, move: Begin) -> None:
    """A new row; the old one goes to the discard pile first (edge 8)."""
    state = making.state
    if state.route:
        making.put_away(state.route)
        making.tell(moves.GaveUp(seat=state.active, route=state.route))
    making.give(hands=without_first(state.hand, move.city), routes=(move.city,))
    making.lay_down(move.city)
    making.change(phase="close", played=state.played + 1)
    making.tell(Played(seat=state.active, city=move.city, side=None))


def play(making: Making, move: Play) -> None:
    """A card more at an end of the row; the second one is the Postal Carrier's."""
    state = making.state
    carrier = state.played > 0
    route = (move.city, *state.route) if move.side == "left" else (*state.route, move.city)
    making.give(hands=without_first(state.hand, move.city), routes=route)
    making.lay_down(move.city)
    official = "postal_carrier" if carrier else state.official
    making.change(phase="close", played=state.played + 1, official=official)
    making.tell(Played(seat=state.active, city=move.city, side=move.side, postal_carrier=carrier))


def shrink_or_end(making: Making) -> None:
    """After closing: the hand shrinks to its limit, then the turn is over (phase 3, d)."""
    if len(making.state.hand) > RULES.hand_limit_after_closing:
        making.change(phase="discard")
    else:
        end_turn(making)


def shed(making: Making, move: Discard) -> None:
    """A card of the hand goes to the discard pile: of equal ones the one taken last."""
    newest_first = without_first(making.state.hand[::-1], move.city)
    making.give(hands=newest_first[::-1])
    making.lay_down(move.city)
    making.put_away((move.city,))
    making.tell(moves.Shed(seat=making.state.active, city=move.city))
    shrink_or_end(making)


def without_first(hand: tuple[str, ...], city: str) -> tuple[str, ...]:
    """The hand without the first of its cards of this city."""
    place = hand.index(city)
    return (*hand[:place], *hand[place + 1 :])


def _count_taken(making: Making) -> bool:
    second = making.state.taken > 0
    official = "postmaster" if second else making.state.official
    making.change(taken=making.state.taken + 1, official=official)
    return second


def _go_on(making: Making) -> None:
    """To the next thing that can be done: taking, playing, or neither without any card (edges 4 and 5)."""
    state = making.state
    wanted = RULES.draws_with_postmaster if state.forced_postmaster else RULES.draws_per_turn
    if state.taken < wanted and obtainable(state):
        making.change(phase="take")
        return
    if not state.taken:
        making.tell(moves.Skipped(seat=state.active, what="take"))
    if state.hand:
        making.change(phase="play")
        return
    making.tell(moves.Skipped(seat=state.active, what="play"))
    making.change(phase="close")
