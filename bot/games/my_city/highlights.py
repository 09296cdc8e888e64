"""What was remarkable in a finished game of My City: Roll & Build."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

from bot.games.chronicle import Highlight, Page
from bot.games.contract import Seat
from bot.games.my_city.city import Type
from bot.games.my_city.moves import BonusWon, EpisodeScored, MyCityView, Passed, Stopped
from bot.games.my_city.site import site_of

_GROUP = 7
"""Buildings of a good group."""


def highlights(pages: Sequence[Page[MyCityView]]) -> Iterator[Highlight]:
    """The largest group, the best episode, bonuses won, a full sheet, an episode without a pass."""
    events = [(page.part, event) for page in pages for event in page.events]
    n, kind, seat = max(_groups(pages), default=(0, "", 0))
    if n > 2:
        yield Highlight(Seat(seat), "group", n, n / _GROUP, pieces=(kind, n))
    scored = [event for _, event in events if isinstance(event, EpisodeScored)]
    if len(scored) > 1:
        best = max(scored, key=lambda one: max(one.points))
        top = max(best.points)
        yield Highlight(Seat(best.points.index(top)), "episode", top, 1.0, (("episode", best.episode),))
    won = Counter(seat for _, event in events if isinstance(event, BonusWon) for seat in event.seats)
    for seat, n in won.most_common(1):
        yield Highlight(seat, "first", n, 0.7 + n / 10)
    for part, event in events:
        if isinstance(event, Stopped) and event.full:
            yield Highlight(event.seat, "full", part, 1.2)
            break
    passed = {(event.seat, part) for part, event in events if isinstance(event, Passed)}
    for one in scored:
        for seat in range(len(one.points)):
            if (Seat(seat), one.episode) not in passed:
                yield Highlight(Seat(seat), "no_pass", one.episode, 0.75)


def _groups(pages: Sequence[Page[MyCityView]]) -> Iterator[tuple[int, Type, int]]:
    """The sizes of all groups at the ends of episodes, with kind and seat."""
    for page, after in zip(pages, (*pages[1:], None), strict=True):
        if page.view.episode and (after is None or after.view.episode != page.view.episode):
            for seat, sheet in enumerate(page.view.sheets):
                site = site_of(page.view.episode, sheet)
                for kind in get_args(Type):
                    for size in site.groups(kind)[:1]:
                        yield size, kind, seat
