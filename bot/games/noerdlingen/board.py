"""The map as bits: every way in which a border fits it, what may be drawn, and what a draw leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from typing import NamedTuple

from bot.games.contract import Seat
from bot.games.making import changed
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.moves import NoerdlingenOptions, NoerdlingenState, NoerdlingenView
from bot.games.noerdlingen.territories import Split, judged, new_territories
from bot.games.noerdlingen.town import Crossing, Town, bits, orientations, the_town


class Path(NamedTuple):
    """A border from a crossing along these steps."""

    number: int
    start: Crossing
    steps: str
    end: Crossing
    goal: int
    """The mask of the crossing at its end."""
    edges: int
    """The mask of the edges that it walks along."""
    crossings: int
    """The mask of all its crossings, both ends among them."""


def standing(town: Town, wall_mode: moves.WallMode) -> int:
    """The crossings on which soldiers may stand (section 4)."""
    if wall_mode == "road":
        return town.crossings
    return town.on_roads if wall_mode == "gate" else town.inner & town.on_roads


def walkable(town: Town, wall_mode: moves.WallMode) -> int:
    """The edges along which borders may be drawn (section 4)."""
    return town.roads | town.walls if wall_mode == "road" else town.roads


def shapes(town: Town, options: NoerdlingenOptions, number: int) -> tuple[str, ...]:
    """The step strings of a border, in alphabetical order; none for a number that does not exist."""
    base = town.file.borders.get(str(number))
    either_end, mirror = town.file.draw_from_either_end, options.mirror_borders == "on"
    return orientations(base, mirror=mirror, either_end=either_end) if base else ()


def numbers(town: Town) -> tuple[int, ...]:
    """The numbers that can be chosen."""
    return tuple(map(int, town.file.borders))


def bonus_number(town: Town) -> int:
    """The number of the border that is drawn as a bonus."""
    return int(town.file.bonus_border)


def paths(town: Town, options: NoerdlingenOptions, number: int) -> Mapping[int, tuple[Path, ...]]:
    """By the bit of the crossing where they start, in reading order: the ways to draw a border as far as the
    map allows them, by step string."""
    return _paths(town, options.wall_mode, shapes(town, options, number), number)


@cache
def _paths(
    town: Town, wall_mode: moves.WallMode, ways: tuple[str, ...], number: int
) -> dict[int, tuple[Path, ...]]:
    allowed, goals = walkable(town, wall_mode), standing(town, wall_mode)
    found: dict[int, tuple[Path, ...]] = {}
    for start in bits(goals):
        here, paths = town.point(start), list[Path]()
        for steps in ways:
            edges, end = walk(town, start, steps, allowed)
            if edges and goals >> end & 1:
                paths.append(Path(number, here, steps, town.point(end), 1 << end, edges, town.ends_of(edges)))
        found[start] = tuple(paths)
    return found


def walk(town: Town, start: int, steps: str, allowed: int) -> tuple[int, int]:
    """The edges along these steps from the crossing of a bit, and the bit of the last crossing; no edges if
    one of them is not allowed or would be walked twice."""
    at, edges = start, 0
    for step in steps:
        edge = 1 << town.edge(at, step)
        if not edge & allowed or edge & edges:
            return 0, start
        edges |= edge
        at = town.moved(at, step)
    return edges, at


Known = NoerdlingenState | NoerdlingenView
"""What a board is made of."""


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
        return reduce(int.__or__, self.soldiers, 0)

    @property
    def places(self) -> tuple[Crossing, ...]:
        """The crossings where a first soldier may be drawn, in reading order."""
        return self.town.points(standing(self.town, self.options.wall_mode) & ~self.occupied)

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

    def drawn(self, seat: Seat, path: Path) -> tuple[Board, tuple[moves.Territory, ...]]:
        """The board after a seat has drawn a border, with the soldier at its end, and what arose by it."""
        after = self.marked(seat, path)
        split = Split(self.town, self.options, self.edges, after.edges, self.claimed)
        masks = new_territories(split, path.edges)
        found = [judged(self.town, self.date, after.edges, after.soldiers, mask, seat) for mask in masks]
        return after._replace(claimed=reduce(int.__or__, masks, self.claimed)), tuple(found)

    def marked(self, seat: Seat, path: Path) -> Board:
        """The board with a border more and the soldier at its end, whatever this may close."""
        soldiers = changed(self.soldiers, seat, self.soldiers[seat] | path.goal)
        return Board(self.town, self.options, self.date, self.edges | path.edges, self.claimed, soldiers)


def board_of(known: Known) -> Board:
    """The map of a state or a view."""
    town = the_town()
    return Board(
        town=town,
        options=known.options,
        date=known.date,
        edges=drawn_edges(town, known.borders),
        claimed=reduce(int.__or__, [town.mask(one.cells) for one in known.territories], 0),
        soldiers=tuple([town.mask(soldiers) for soldiers in known.soldiers]),
    )


def number_of(known: Known, seat: Seat) -> int:
    """The number that a seat has chosen in this round; 0 if it has none."""
    return (known.table[-1][seat] or 0) if known.table else 0


def number_due(known: Known) -> int:
    """The number of the border that is to be drawn now, the chosen one or the bonus; 0 in other phases."""
    if known.phase == "bonus":
        return bonus_number(the_town())
    return number_of(known, known.active) if known.phase == "draw" else 0


def draws(known: Known) -> Iterator[Path]:
    """All ways in which whoever's turn it is can draw that border."""
    return board_of(known).draws(known.active, number_due(known))


def path_of(known: Known, start: Crossing, steps: str) -> Path | None:
    """The one of these ways that goes from this crossing along these steps, if it can be drawn now."""
    return next((path for path in draws(known) if (path.start, path.steps) == (start, steps)), None)


def drawn_edges(town: Town, borders: Sequence[moves.Border]) -> int:
    """The edges along which these borders go."""
    return reduce(int.__or__, [border_edges(town, border.start, border.steps) for border in borders], 0)


@cache
def border_edges(town: Town, start: Crossing, steps: str) -> int:
    """The edges of a border, 0 where it leaves the map."""
    return walk(town, town.bit(start), steps, town.roads | town.walls)[0]
