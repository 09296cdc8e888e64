"""What pictures and words read off a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.games.contract import Seat
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Border,
    Chosen,
    Closed,
    Declined,
    Drawn,
    Left,
    NoBonus,
    NoerdlingenEvent,
    Placed,
    Skipped,
    Territory,
)
from bot.games.noerdlingen.town import Church, Crossing
from bot.games.noerdlingen.view import NoerdlingenView
from render.noerdlingen.names import points

Edge = tuple[Crossing, Crossing]
_DONE = (Placed, Chosen, Drawn, Declined, NoBonus, Left, Skipped)


@dataclass(frozen=True, slots=True)
class News:
    """What the latest turn has changed in the picture."""

    seat: Seat | None = None
    placed: Crossing | None = None
    numbers: frozenset[int] = frozenset()
    """Those that were taken."""
    borders: tuple[Border, ...] = ()
    ends: frozenset[Crossing] = frozenset()
    """Where new soldiers stand."""
    territories: tuple[Territory, ...] = ()
    gains: tuple[int, ...] = ()
    """The points that it brought, by seat; empty if nothing was closed."""
    stuck: bool = False


def newest(view: NoerdlingenView) -> tuple[NoerdlingenEvent, ...]:
    """The events of the turn that is the news: the present one, once something was done in it, else the one
    before."""
    return view.news if any(isinstance(event, _DONE) for event in view.news) else view.before


def news(view: NoerdlingenView, earlier: NoerdlingenView | None = None) -> News:
    """What has changed since an earlier view; without one what the newest turn has changed."""
    if earlier is not None:
        return _since(earlier, view)
    events = newest(view)
    drawn = [event for event in events if isinstance(event, Drawn)]
    closed = tuple(event.territory for event in events if isinstance(event, Closed))
    placed = next((event.at for event in events if isinstance(event, Placed)), None)
    return News(
        seat=next((event.seat for event in events if isinstance(event, _DONE)), None),
        placed=placed,
        numbers=frozenset(event.number for event in events if isinstance(event, Chosen)),
        borders=tuple(Border(one.seat, one.start, one.steps, one.number, bonus=one.bonus) for one in drawn),
        ends=frozenset([one.end for one in drawn] + ([placed] if placed else [])),
        territories=closed,
        gains=gains(closed, view.seats) if closed else (),
        stuck=any(isinstance(event, Left | Skipped) for event in events),
    )


def _since(then: NoerdlingenView, now: NoerdlingenView) -> News:
    closed = tuple(one for one in now.territories if one not in then.territories)
    players = list(zip(then.players, now.players, strict=True))
    taken = (new.number for old, new in players if (now.round, new.number) != (then.round, old.number))
    return replace(
        news(now),
        numbers=frozenset(number for number in taken if number is not None),
        borders=tuple(one for one in now.borders if one not in then.borders),
        ends=frozenset(at for old, new in players for at in new.soldiers if at not in old.soldiers),
        territories=closed,
        gains=gains(closed, now.seats) if closed else (),
    )


def gains(territories: Iterable[Territory], seats: int) -> tuple[int, ...]:
    """The points that these territories bring, by seat."""
    found = list(territories)
    return tuple(sum(one.share for one in found if seat in one.owners) for seat in range(seats))


def digits(view: NoerdlingenView, territory: Territory) -> tuple[int, ...]:
    """The numbers of the churches in a territory, in the order of the date."""
    return tuple(digit for church, digit in churches(view) if set(church.cells) & set(territory.cells))


def churches(view: NoerdlingenView) -> tuple[tuple[Church, int], ...]:
    """The churches with their numbers, in the order of the date."""
    known = dict(view.digits)
    return tuple((church, known[church.id]) for church, _ in the_town().churches)


def number_of(view: NoerdlingenView, seat: Seat) -> int:
    """The number that a seat has in this round; 0 if it has none."""
    return view.players[seat].number or 0


def waits(view: NoerdlingenView, seat: Seat) -> bool:
    """Whether a seat is still to come in this phase."""
    return seat in view.waiting


def edges(borders: Iterable[Border]) -> frozenset[Edge]:
    """The edges along which these borders go, each from its upper or left end."""
    return frozenset(
        (min(pair), max(pair)) for border in borders for pair in pairwise(points(border.start, border.steps))
    )
