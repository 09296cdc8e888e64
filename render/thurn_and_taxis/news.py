"""What has changed in the picture: in the newest turn, or since an earlier view."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.closing import points_of
from bot.games.thurn_and_taxis.moves import Closed, Dealt, GaveUp, Played, Swept, Took
from bot.games.thurn_and_taxis.view import TaxisView

_SHOWN = (Took, Swept, GaveUp, Played, Closed)


@dataclass(frozen=True, slots=True)
class News:
    """What a turn, or several of a seat, have changed in the picture."""

    seat: Seat | None = None
    cards: frozenset[int] = frozenset()
    """Places of the display (1 to 6) with a new card."""
    roads: frozenset[tuple[str, str]] = frozenset()
    """Roads of the route that were added, as pairs in the order of the route."""
    towns: frozenset[str] = frozenset()
    """Cities that a route reached or that got an office."""
    stacks: frozenset[str] = frozenset()
    carriage: bool = False
    offices: int = 0
    """How many were placed."""
    points: int = 0


def news(view: TaxisView) -> News:
    """The changes of the turn under way; as long as nothing was done in it, those of the turn before."""
    started = any(isinstance(event, _SHOWN) for event in view.news)
    events = view.news if started else view.before
    # Cards dealt before anything was done are no news, nor in a turn under way those one could choose from.
    own = [index for index, event in enumerate(events) if isinstance(event, _SHOWN)]
    took = [index for index in own if isinstance(events[index], Took)] if started else []
    dealt = events[(took or own)[0] :] if own else ()
    cards = frozenset(place for event in dealt if isinstance(event, Dealt) for place in event.places)
    seat = next((event.seat for event in events if isinstance(event, _SHOWN)), None)
    if seat is None:
        return News(cards=cards)
    closed = next((event for event in events if isinstance(event, Closed)), None)
    if closed is not None:
        return News(
            seat=seat,
            cards=cards,
            towns=frozenset(closed.offices),
            stacks=frozenset(tile.stack for tile in closed.tiles),
            carriage=closed.carriage is not None,
            offices=len(closed.offices),
            points=points_of(closed),
        )
    laid = {event.city for event in events if isinstance(event, Played)}
    roads = frozenset(pair for pair in pairwise(view.players[seat].route) if laid & set(pair))
    return News(seat=seat, cards=cards, roads=roads, towns=frozenset(laid))


def changes(view: TaxisView, earlier: TaxisView | None) -> tuple[News, ...]:
    """All that has changed since an earlier view: by seat what its closed routes have brought, then what
    its present route has gained; without one the newest turn alone."""
    if earlier is None:
        return (news(view),)
    places = enumerate(zip(earlier.display, view.display, strict=True), 1)
    found = [News(cards=frozenset(place for place, (old, new) in places if new and new != old))]
    for number, (old, new) in enumerate(zip(earlier.players, view.players, strict=True)):
        seat, kept = Seat(number), old.route if set(old.route) <= set(new.route) else ()
        offices = set(new.offices) - set(old.offices)
        tiles = Counter(tile.stack for tile in new.tiles) - Counter(tile.stack for tile in old.tiles)
        known = {frozenset(pair) for pair in pairwise(kept)}
        found += [
            News(
                seat=seat,
                towns=frozenset(offices),
                stacks=frozenset(tiles),
                carriage=new.carriage != old.carriage,
                offices=len(offices),
                points=max(new.score - old.score, 0),
            ),
            News(
                seat=seat,
                roads=frozenset(pair for pair in pairwise(new.route) if frozenset(pair) not in known),
                towns=frozenset(new.route) - set(kept),
            ),
        ]
    return tuple(found)
