"""What was remarkable in a finished game of 6 nimmt!."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.chronicle import Highlight, Page
from bot.games.contract import Seat
from bot.games.six_nimmt.moves import Placed, RoundScored
from bot.games.six_nimmt.view import NimmtView

_DEAR, _ROWS, _FEW = 10, 2, 9
"""Heads that a trick usually costs at most, rows that somebody takes in a round, heads that are few."""


def highlights(pages: Sequence[Page[NimmtView]]) -> Iterator[Highlight]:
    """The dearest trick, the round with most rows, a round without any head, few heads in every round."""
    placed = [(page.part, event) for page in pages for event in page.events if isinstance(event, Placed)]
    dearest = max((one for _, one in placed), key=lambda one: one.heads, default=None)
    if dearest is not None and dearest.heads:
        yield Highlight(
            dearest.seat, "trick", dearest.heads, dearest.heads / _DEAR, pieces=(*dearest.taken, dearest.card)
        )
    rows = Counter((one.seat, part) for part, one in placed if one.taken)
    for (seat, part), n in rows.most_common(1):
        taken = [one for at, one in placed if at == part and one.seat == seat and one.taken]
        pieces = tuple([number for one in taken for number in (one.heads, len(one.taken))])
        yield Highlight(seat, "rows", n, n / _ROWS / 1.4, (("round", part),), pieces)
    scored = [event for page in pages for event in page.events if isinstance(event, RoundScored)]
    for seat in range(len(scored[0].heads) if scored else 0):
        made = [one.heads[seat] for one in scored]
        if 0 in made and len(made) > 1:
            yield Highlight(Seat(seat), "clean", scored[made.index(0)].round, 0.95, pieces=tuple(made))
        elif max(made) <= _FEW and len(made) > 2:
            yield Highlight(Seat(seat), "few", max(made), 1.1 - max(made) / 20, pieces=tuple(made))
