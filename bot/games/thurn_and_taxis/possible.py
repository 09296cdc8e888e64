"""What panels and commands offer, read off the view of whoever's turn it is (edge 11)."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.making import changed
from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.land import CITIES, NEIGHBOURS, region_of, sides
from bot.games.thurn_and_taxis.legal import refusal
from bot.games.thurn_and_taxis.moves import Close, Play, TakeBlind, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.turn import PLACES
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView

EACH = "each"
"""The mode *one per region*; the mode *one region* is named by the region's id."""


def may(view: TaxisView, move: TaxisMove) -> bool:
    """Whether the move can be made now."""
    return refusal(view, move) is None


def takes(view: TaxisView) -> list[TakeOpen | TakeBlind]:
    """The open cards, and the deck where there is a card to draw."""
    return [move for move in (*map(TakeOpen, PLACES), TakeBlind()) if may(view, move)]


def fitting(view: TaxisView) -> list[Play]:
    """The cards of the hand that can be laid now, once for each end; a route of one city has but one."""
    ends = slice(1, None) if len(view.route) == 1 else slice(None)
    fit = [Play(city, side) for city in dict.fromkeys(view.hand) for side in sides(view.route, city)[ends]]
    return [move for move in fit if may(view, move)]


class Fit(NamedTuple):
    """What playing a card would do: it begins a route (`new`), joins an end of the one that lies (`left`,
    `right`, `both`, or `only` where that is a single city), joins a card of the hand that is played first
    (`after`), where the route is lost in any case a new one with such a card (`anew`), or none of it."""

    key: Literal["new", "left", "right", "both", "only", "after", "anew", "not"]
    cities: tuple[str, ...] = ()
    """What it joins: the ends from left to right, or the cards of the hand."""


def fit(route: tuple[str, ...], card: str) -> Fit:
    """What playing a card would do to a route as it lies."""
    ends = sides(route, card)
    if not route or not ends:
        return Fit("not" if route else "new")
    if len(route) == 1:
        return Fit("only", route)
    joined = tuple([route[0 if side == "left" else -1] for side in ends])
    return Fit(ends[0] if len(ends) == 1 else "both", joined)


def fit_taken(view: TaxisView, seat: Seat, card: str) -> Fit:
    """The same for a card to be taken: the second one of a turn also by the cards one of which is played
    before it."""
    player: PlayerView = view.players[seat]
    found = fit(player.route, card)
    if seat != view.active or not (view.taken and view.may_take) or found.key not in ("new", "not"):
        return found
    beside = [held for held in dict.fromkeys(view.hand) if card in NEIGHBOURS[held]]
    if not player.route:
        return Fit("after", tuple(beside)) if beside else Fit("not")
    if not any(sides(player.route, held) for held in view.hand):
        return Fit("anew", tuple(beside)) if beside else found
    first = [held for held in beside if sides(player.route, held) and card not in player.route]
    return Fit("after", tuple(first)) if first else found


def anew(view: TaxisView, seat: Seat, card: str) -> TaxisView:
    """The view as if a new route began with this card of the hand, by which others are judged then."""
    mine = replace(view.players[seat], route=(card,))
    at = view.hand.index(card) if card in view.hand else len(view.hand)
    hand = view.hand[:at] + view.hand[at + 1 :]
    return replace(view, players=changed(view.players, seat, mine), hand=hand, taken=0)


def may_call_cartwright(view: TaxisView) -> bool:
    """Whether the Cartwright would give a carriage for the route as it lies."""
    return may(view, Close(cartwright=True))


def modes(view: TaxisView) -> tuple[str, ...]:
    """The modes that differ, the one worth most now first; a region with one free city is none of them."""
    free = [region_of(city) for city in free_cities(view, EACH)]
    regions = [region for region in dict.fromkeys(free) if free.count(region) > 1]
    return tuple(sorted((EACH, *regions), key=lambda mode: -_worth(view, best(view, mode))))


def free_cities(view: TaxisView, mode: str) -> tuple[str, ...]:
    """The cities of the route in which an office can be placed in this mode, in the order of the route."""
    free = [city for city in view.route if city not in view.own]
    return tuple([city for city in free if mode in (EACH, region_of(city))])


def mode_of(offices: Collection[str]) -> str:
    """The mode in which such offices are placed."""
    regions = {region_of(city) for city in offices}
    return regions.pop() if len(offices) > 1 and len(regions) == 1 else EACH


def best(view: TaxisView, mode: str) -> tuple[str, ...]:
    """As many offices as possible in this mode, where they are worth most now; in the order of the route.

    Several free cities in one region are worth the same now, as no tile can be completed by one of them: of
    these the one with the fewest roads is taken, which is the hardest one to come to again."""
    cities = free_cities(view, mode)
    if mode == EACH:
        groups = [[city for city in cities if region_of(city) == region] for region in map(region_of, cities)]
        hardest = [min(group, key=lambda city: CITIES[city].degree) for group in groups]
        cities = tuple(dict.fromkeys(hardest))
    size = min(len(cities), view.mover.offices_left)
    chosen = max(combinations(cities, size), key=lambda offices: _worth(view, offices))
    return tuple(sorted(chosen, key=view.route.index))


def best_closing(view: TaxisView) -> Close:
    """The closing of the route as it lies that is worth most now."""
    return Close(best(view, modes(view)[0]), may_call_cartwright(view))


def _worth(view: TaxisView, offices: Sequence[str]) -> int:
    return gains(view, Close(tuple(offices), may_call_cartwright(view))).points
