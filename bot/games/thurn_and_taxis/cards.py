"""The cards of Thurn and Taxis: deck, discard pile and display (phase 1; edges 1 to 4)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.thurn_and_taxis.land import CITIES, RULES
from bot.games.thurn_and_taxis.making import Making
from bot.games.thurn_and_taxis.moves import Dealt, Reshuffled
from bot.games.thurn_and_taxis.state import TaxisState

CARDS = tuple(CITIES) * RULES.copies_per_city
"""All 66, in the order of the data, copy after copy."""
PLACES = tuple(range(1, RULES.display_size + 1))
"""The places of the display as they are counted at the table."""


def can_draw(state: TaxisState) -> bool:
    """Whether a card can come from the deck, even if it has to be shuffled first."""
    return bool(state.deck or state.discard)


def obtainable(state: TaxisState) -> bool:
    """Whether there is any card to take, open or blind."""
    return can_draw(state) or any(state.display)


def draw(making: Making) -> str | None:
    """The top card of the deck; an empty deck is made anew from the discards (edge 1); None without any."""
    if not making.state.deck:
        _reshuffle(making)
    deck = making.state.deck
    if not deck:
        return None
    making.change(deck=deck[1:])
    making.irrevocable = True
    return deck[0]


def fill(making: Making) -> None:
    """Turns up a card for every gap of the display, as far as there are cards (edges 2 and 4)."""
    if None in making.state.display:
        _turn_up(making, [place for place in PLACES if making.state.display[place - 1] is None])


def take_away(making: Making, places: Iterable[int]) -> tuple[str, ...]:
    """The open cards of these places, which are left empty."""
    display = list(making.state.display)
    gone = [display[place - 1] for place in places]
    for place in places:
        display[place - 1] = None
    making.change(display=tuple(display))
    return tuple([city for city in gone if city is not None])


def put_away(making: Making, cities: Iterable[str]) -> None:
    """Adds cards to the discard pile."""
    making.change(discard=(*making.state.discard, *cities))


def _reshuffle(making: Making) -> None:
    discard, number = making.state.discard, making.state.shuffles
    if not discard:
        return
    deck = tuple(making.chance.stream("shuffle", number).shuffled(discard))
    making.change(deck=deck, discard=(), shuffles=number + 1)
    making.tell(Reshuffled(cards=len(deck)))


def _turn_up(making: Making, places: list[int]) -> None:
    display = list(making.state.display)
    dealt: list[tuple[int, str]] = []
    for place in places:
        city = draw(making)
        if city is None:
            break
        display[place - 1] = city
        dealt.append((place, city))
    if dealt:
        making.change(display=tuple(display))
        filled, cities = zip(*dealt, strict=True)
        making.tell(Dealt(places=filled, cities=cities))
