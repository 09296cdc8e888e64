"""What was remarkable in a finished game of Noria."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.chronicle import Highlight, Page
from bot.games.contract import Seat
from bot.games.noria.box import FACTORIES
from bot.games.noria.moves import Activated, Bought, Built, Invested
from bot.games.noria.state import NoriaView

_ACTIONS, _DISCS, _LEVEL = 5, 8, 8
"""Actions of a turn, discs bought in a game, the level of a path, as they are good in most games."""


def highlights(pages: Sequence[Page[NoriaView]]) -> Iterator[Highlight]:
    """The turn with most actions, most factories and discs, the highest level of a path."""
    turns = [
        (sum(one.actions for one in done), done)
        for page in pages
        if (done := [event for event in page.events if isinstance(event, Activated)])
    ]
    if turns:
        n, done = max(turns, key=lambda turn: turn[0])
        pieces = tuple([f"{one.disc}×{one.actions}" if one.actions > 1 else one.disc for one in done])
        yield Highlight(done[0].seat, "actions", n, n / _ACTIONS, pieces=pieces)
    events = [event for page in pages for event in page.events]
    for seat, n in Counter(event.seat for event in events if isinstance(event, Built)).most_common(1):
        key = "all_factories" if n == FACTORIES else "factories"
        yield Highlight(seat, key, n, 0.4 + n / FACTORIES * 0.8, pieces=("factory",))
    for seat, n in Counter(event.seat for event in events if isinstance(event, Bought)).most_common(1):
        yield Highlight(seat, "discs", n, n / _DISCS * 0.8)
    invested = [event for event in events if isinstance(event, Invested)]
    top = max(invested, key=lambda event: event.level, default=None)
    if top is not None:
        values = (("what", top.path.lower()),)
        yield Highlight(Seat(top.seat), "level", top.level, top.level / _LEVEL, values, (top.path.lower(),))
