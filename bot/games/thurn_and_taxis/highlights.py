"""What was remarkable in a finished game of Thurn and Taxis."""

from collections.abc import Iterator, Sequence

from bot.games.chronicle import Highlight, Page
from bot.games.thurn_and_taxis.moves import Closed, EndTriggered
from bot.games.thurn_and_taxis.view import TaxisView

_LONG, _RICH, _OFFICES = 6, 6, 5
"""Cities of a route, points of its tiles, offices that it brings, as they are good in most games."""
_LENGTHS = ("length_5", "length_6", "length_7", "game_end")


def highlights(pages: Sequence[Page[TaxisView]]) -> Iterator[Highlight]:
    """The longest route, the richest one, the one with most offices, the first tile of regions, the end."""
    routes = [(page.part, event) for page in pages for event in page.events if isinstance(event, Closed)]
    if routes:
        _, longest = max(routes, key=lambda one: len(one[1].route))
        n = len(longest.route)
        yield Highlight(longest.seat, "route", n, n / _LONG, pieces=longest.route)
        _, richest = max(routes, key=lambda one: sum(tile.value for tile in one[1].tiles))
        n = sum(tile.value for tile in richest.tiles)
        if n:
            pieces = tuple(part for tile in richest.tiles for part in (tile.stack, tile.value))
            yield Highlight(richest.seat, "tiles", n, n / _RICH, pieces=pieces)
        _, widest = max(routes, key=lambda one: len(one[1].offices))
        n = len(widest.offices)
        yield Highlight(widest.seat, "offices", n, n / _OFFICES * 0.9)
    for part, event in routes:
        first = next((tile for tile in event.tiles if tile.stack not in _LENGTHS), None)
        if first:
            values = (("what", f"tile_{first.stack}"),)
            yield Highlight(event.seat, "region", part, 0.85, values, (first.stack, first.value))
            break
    for page in pages:
        for event in page.events:
            if isinstance(event, EndTriggered):
                yield Highlight(event.seat, f"end_{event.why}", page.part, 0.8)
