"""The whole truth about a table of 6 nimmt! (rules 5.11), and what follows from it."""

from __future__ import annotations

from bot.games.contract import Seat, State
from bot.games.six_nimmt.deck import Row, heads
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.view import Phase, Placement, Question


class NimmtState(State, frozen=True, kw_only=True):
    """Everything indexed by seat or by row; cards of a hand ascending, cards of a row from left to right."""

    options: NimmtOptions
    phase: Phase
    round: int
    """From 1; also the number of the deal's draw, so that chance needs no counter of its own."""
    trick: int
    """1 to 10: the trick being played or stopped in; in `scored` and `over` 10."""
    turn: int
    """Grows with every reveal, every answered question and every deal."""
    rows: tuple[Row, ...]
    hands: tuple[tuple[int, ...], ...]
    """A selected card stays in the hand until it is revealed."""
    selected: tuple[int | None, ...]
    last: tuple[Placement, ...]
    """The newest revealed trick, lowest card first; row 0 for cards that wait to be placed."""
    question: Question | None
    """In phase `place`: whose card the placing waits for."""
    piles: tuple[tuple[int, ...], ...]
    """Cards taken in this round, in the order in which they were taken."""
    scores: tuple[tuple[int, ...], ...]
    """Heads by seat, a row for each finished round."""
    totals: tuple[int, ...]
    """The sum of `scores` by seat."""
    unused: tuple[int, ...]
    """Out of play in this round and never shown; ascending."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def heads(self) -> tuple[int, ...]:
        """The heads taken in this round, by seat."""
        return tuple([heads(pile) for pile in self.piles])

    @property
    def waiting(self) -> tuple[Placement, ...]:
        """The revealed cards that are still to be placed, lowest first."""
        return tuple([placement for placement in self.last if not placement.row])

    def owes_card(self, seat: Seat) -> bool:
        """Whether the seat has still to select a card for this trick."""
        return self.phase == "choose" and self.selected[seat] is None


def totals(scores: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    """The sum of the rounds by seat."""
    return tuple([sum(row[seat] for row in scores) for seat in range(seats)])


def ended(options: NimmtOptions, totals: tuple[int, ...], rounds: int) -> bool:
    """Whether the game is over after so many finished rounds (2.3.2, 2.3.6)."""
    if options.format == "rounds":
        return rounds >= options.rounds
    limit = options.limit if options.end == "reached" else options.limit + 1
    return rounds > 0 and max(totals) >= limit
