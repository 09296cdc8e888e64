"""What was remarkable in a finished game of City of Nördlingen."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.chronicle import Highlight, Page
from bot.games.contract import Seat
from bot.games.noerdlingen.moves import Closed, Drawn, NoerdlingenView, Territory

_RICH, _LARGE, _BONUSES = 18, 12, 3
"""Points of a territory, cells, bonus borders of a player, as they are good in most games."""


def highlights(pages: Sequence[Page[NoerdlingenView]]) -> Iterator[Highlight]:
    """The richest territory, the largest one, what somebody else's border brought, most bonus borders, what
    the last border closed."""
    events = [event for page in pages for event in page.events]
    closed = [event.territory for event in events if isinstance(event, Closed) and event.territory.owners]
    if closed:
        richest = max(closed, key=lambda one: one.share)
        yield _of(richest, richest.owners[0], "territory", richest.share, richest.share / _RICH)
        largest = max(closed, key=lambda one: len(one.cells))
        n = len(largest.cells)
        if largest is not richest:
            yield _of(largest, largest.owners[0], "cells", n, n / _LARGE * 0.95)
        if closed[-1].round == pages[-1].view.rounds:
            n = len(closed[-1].cells)
            yield _of(closed[-1], closed[-1].seat, "last", n, 0.6 + n / _LARGE / 2)
    given = [one for one in closed if one.seat not in one.owners]
    if given:
        best = max(given, key=lambda one: one.share)
        yield _of(best, best.owners[0], "given", best.share, 0.8 + best.share / _RICH)
    bonuses = Counter(event.seat for event in events if isinstance(event, Drawn) and event.bonus)
    for seat, n in bonuses.most_common(1):
        yield Highlight(seat, "bonuses", n, n / _BONUSES * 0.8)


def _of(one: Territory, seat: Seat, key: str, n: int, weight: float) -> Highlight:
    """A highlight about a territory; its cells are what is drawn."""
    return Highlight(seat, key, n, weight, pieces=tuple([at for cell in one.cells for at in cell]))
