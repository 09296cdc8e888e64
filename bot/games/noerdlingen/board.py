"""The map as bits, for everything that has to be quick: what may be drawn, and what a draw leads to.

Works from a state or a view alike. A board is worth keeping: `drawn` gives the next one at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from bot.games.contract import Seat
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Border, NoerdlingenOptions, Territory
from bot.games.noerdlingen.paths import Path, bonus_number, numbers, paths, walk
from bot.games.noerdlingen.territories import Split, judged, new_territories
from bot.games.noerdlingen.town import Crossing, Town, bits


class Known(Protocol):
    """What a board is made of: a state or a view."""

    @property
    def options(self) -> NoerdlingenOptions: ...
    @property
    def date(self) -> str: ...
    @property
    def soldiers(self) -> tuple[tuple[Crossing, ...], ...]: ...
    @property
    def borders(self) -> tuple[Border, ...]: ...
    @property
    def territories(self) -> tuple[Territory, ...]: ...


class Board(NamedTuple):
    """Everything that lies on the map, as masks of the town."""

    town: Town
    options: NoerdlingenOptions
    date: str
    edges: int
    """Edges along which a border is drawn."""
    claimed: int
    """Cells of territories."""
    soldiers: tuple[int, ...]
    """Crossings with soldiers, by seat."""

    @property
    def blocked(self) -> int:
        """Edges along which no border can be drawn: one is there already, or a territory lies beside."""
        return self.edges | self.town.around(self.claimed)

    @property
    def occupied(self) -> int:
        """Crossings with a soldier of anybody."""
        taken = 0
        for mask in self.soldiers:
            taken |= mask
        return taken

    def draws(self, seat: Seat, number: int) -> Iterator[Path]:
        """All ways in which a seat can draw a border now, by soldier in reading order, then by steps."""
        blocked, occupied = self.blocked, self.occupied
        found = paths(self.town, self.options, number)
        for start in bits(self.soldiers[seat]):
            for path in found[start]:
                if not (path.edges & blocked or path.goal & occupied):
                    yield path

    def bonuses(self, seat: Seat) -> Iterator[Path]:
        """All ways in which a seat could draw the bonus border now."""
        return self.draws(seat, bonus_number(self.town))

    def counts(self, seat: Seat) -> dict[int, int]:
        """How many ways there are for each number."""
        return {number: sum(1 for _ in self.draws(seat, number)) for number in numbers(self.town)}

    def drawn(self, seat: Seat, path: Path) -> tuple[Board, tuple[Territory, ...]]:
        """The board after a seat has drawn a border, with the soldier at its end, and what arose by it."""
        after = self.marked(seat, path)
        split = Split(self.town, self.options, self.edges, after.edges, self.claimed)
        masks = new_territories(split, path.edges)
        found = [judged(self.town, self.date, after.edges, after.soldiers, mask, seat) for mask in masks]
        claimed = self.claimed
        for mask in masks:
            claimed |= mask
        return after._replace(claimed=claimed), tuple(found)

    def marked(self, seat: Seat, path: Path) -> Board:
        """The board with a border more and the soldier at its end, whatever this may close."""
        soldiers = (*self.soldiers[:seat], self.soldiers[seat] | path.goal, *self.soldiers[seat + 1 :])
        return Board(self.town, self.options, self.date, self.edges | path.edges, self.claimed, soldiers)


def board_of(known: Known) -> Board:
    """The map of a state or a view."""
    town = the_town()
    claimed = 0
    for territory in known.territories:
        claimed |= town.mask(territory.cells)
    return Board(
        town=town,
        options=known.options,
        date=known.date,
        edges=drawn_edges(town, known.borders),
        claimed=claimed,
        soldiers=tuple([town.mask(soldiers) for soldiers in known.soldiers]),
    )


def drawn_edges(town: Town, borders: Sequence[Border]) -> int:
    """The edges along which these borders go."""
    edges = 0
    for border in borders:
        edges |= border_edges(town, border.start, border.steps)
    return edges


@cache
def border_edges(town: Town, start: Crossing, steps: str) -> int:
    """The edges of a border, 0 where it leaves the map."""
    return walk(town, town.bit(start), steps, town.roads | town.walls)[0]
