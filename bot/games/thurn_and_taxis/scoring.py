"""Bonus tiles (section 4) as arithmetic over the stacks, scores and places (section 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.thurn_and_taxis.land import (
    LAND,
    RULES,
    STACKS,
    Stack,
    carriage_points,
    group_cities,
    region_of,
)
from bot.games.thurn_and_taxis.moves import TaxisOptions, Tile
from bot.games.thurn_and_taxis.state import TaxisState

Stacks = tuple[tuple[int, ...], ...]

FULL: Stacks = tuple([stack.values for stack in LAND.bonus_tiles])
"""All stacks as they stand at the begin."""
GAME_END = next(stack.id for stack in LAND.bonus_tiles if stack.kind == "game_end")
_PLACE = {stack.id: place for place, stack in enumerate(LAND.bonus_tiles)}
_LENGTHS = sorted(
    [stack for stack in LAND.bonus_tiles if stack.kind == "length"], key=lambda stack: -stack.length
)
_GROUPS = {
    stack.id: frozenset(group_cities(stack.group)) for stack in LAND.bonus_tiles if stack.kind == "group"
}
_REGIONS = frozenset([region.id for region in LAND.regions])
_WANTED = {"outside_baiern": _REGIONS - {*RULES.all_regions_excluded}, "all_nine": _REGIONS}


def tiles_won(
    options: TaxisOptions, stacks: Stacks, length: int, before: Collection[str], after: Collection[str]
) -> tuple[Tile, ...]:
    """The tiles for closing a route of this length that changes the own offices from `before` to `after`;
    the tile of the game's end is not among them."""
    return tuple([top(stacks, stack) for stack in _earned(options, stacks, length, before, after)])


def length_stack(stacks: Stacks, length: int) -> str | None:
    """From which stack a route of this length gets its tile: the next lower one where it is empty."""
    for stack in _LENGTHS:
        if stack.length <= length and (left(stacks, stack.id) or not stack.fallback):
            return stack.id if left(stacks, stack.id) else None
    return None


def top(stacks: Stacks, stack: str) -> Tile:
    """The tile that is won next; the stack must not be empty."""
    return Tile(stack, left(stacks, stack)[0])


def left(stacks: Stacks, stack: str) -> tuple[int, ...]:
    """The values left of one stack, top first."""
    return stacks[_PLACE[stack]]


def without(stacks: Stacks, tiles: Collection[Tile]) -> Stacks:
    """The stacks after these tiles were taken from the tops."""
    gone = {tile.stack for tile in tiles}
    pairs = zip(STACKS, stacks, strict=True)
    return tuple([values[1:] if stack in gone else values for stack, values in pairs])


def group_of(stack: Stack) -> frozenset[str]:
    """The cities that a group tile asks for."""
    return _GROUPS[stack.id]


def regions_missing(options: TaxisOptions, offices: Collection[str]) -> frozenset[str]:
    """The regions that still lack an own office for the tile of all regions."""
    return _WANTED[options.all_regions].difference(map(region_of, offices))


def _earned(
    options: TaxisOptions, stacks: Stacks, length: int, before: Collection[str], after: Collection[str]
) -> Iterator[str]:
    """In the order of the data; what was complete before has had its chance (edge 12)."""
    by_length = length_stack(stacks, length)
    if by_length is not None:
        yield by_length
    if len(after) == len(before):
        return
    for stack, cities in _GROUPS.items():
        if left(stacks, stack) and cities.issubset(after) and not cities.issubset(before):
            yield stack
    everywhere = next(stack.id for stack in LAND.bonus_tiles if stack.kind == "all_regions")
    if left(stacks, everywhere) and not regions_missing(options, after) and regions_missing(options, before):
        yield everywhere


def score(carriage: int, tiles: Collection[Tile], offices: int) -> int:
    """The points of a player with this highest carriage, these tiles and so many offices placed."""
    unplaced = RULES.offices_per_player - offices
    won = sum([tile.value for tile in tiles])
    return carriage_points(carriage) + won + RULES.vp_per_unplaced_office * unplaced


def score_of(state: TaxisState, seat: Seat) -> int:
    """A seat's points as if the game ended now; an open row and the hand count nothing."""
    return score(state.carriages[seat], state.tiles[seat], len(state.offices[seat]))


def outcome(state: TaxisState) -> Outcome | None:
    """Highest total wins; ties go by the way clockwise from who holds the tile of the game's end."""
    if state.phase != "over" or state.ending is None:
        return None
    seats = [Seat(seat) for seat in range(state.seats)]
    scores = tuple([score_of(state, seat) for seat in seats])
    first = state.ending
    ranking = sorted(seats, key=lambda seat: (-scores[seat], (seat - first) % state.seats))
    return Outcome(
        places=tuple([1 + ranking.index(seat) for seat in seats]),
        scores=scores,
        breakdown=tuple([_rows(state, seat) for seat in seats]),
    )


def _rows(state: TaxisState, seat: Seat) -> tuple[ScoreRow, ...]:
    """The carriage, each stack of which tiles were won, the offices left over."""
    tiles = state.tiles[seat]
    won = [
        ScoreRow(f"tile_{stack}", sum([tile.value for tile in tiles if tile.stack == stack]))
        for stack in STACKS
        if any(tile.stack == stack for tile in tiles)
    ]
    unplaced = RULES.offices_per_player - len(state.offices[seat])
    return (
        ScoreRow("carriage", carriage_points(state.carriages[seat])),
        *won,
        ScoreRow("unplaced", RULES.vp_per_unplaced_office * unplaced),
    )
