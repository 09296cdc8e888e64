"""Bonus tiles (section 4) as arithmetic over the stacks, scores and places (section 6)."""

from collections.abc import Collection

from bot.games.contract import ScoreRow, Seat
from bot.games.thurn_and_taxis import land
from bot.games.thurn_and_taxis.land import RULES, STACKS
from bot.games.thurn_and_taxis.moves import TaxisOptions, Tile
from bot.games.thurn_and_taxis.state import TaxisState

Stacks = tuple[tuple[int, ...], ...]

FULL: Stacks = tuple([stack.values for stack in STACKS.values()])
"""All stacks as they stand at the begin."""
EVERYWHERE = next(name for name, stack in STACKS.items() if stack.kind == "all_regions")
GAME_END = next(name for name, stack in STACKS.items() if stack.kind == "game_end")
GROUPS = {
    name: frozenset(
        city for region in land.group_regions(stack.group) for city in land.REGIONS[region].cities
    )
    for name, stack in STACKS.items()
    if stack.kind == "group"
}
"""By stack: the cities that its tiles ask for."""
_PLACE = {stack: place for place, stack in enumerate(STACKS)}
_LENGTHS = sorted(
    [stack for stack in STACKS.values() if stack.kind == "length"], key=lambda stack: -stack.length
)
_REGIONS = frozenset(land.REGIONS)
_WANTED = {"outside_baiern": _REGIONS - {*RULES.all_regions_excluded}, "all_nine": _REGIONS}


def tiles_won(
    options: TaxisOptions, stacks: Stacks, length: int, before: Collection[str], after: Collection[str]
) -> tuple[Tile, ...]:
    """The tiles, in the order of the data, for closing a route of this length that changes the own offices
    from `before` to `after`; that of the game's end is not among them. What was complete before has had its
    chance (edge 12)."""
    by_length = length_stack(stacks, length)
    won = [] if by_length is None else [by_length]
    if len(after) > len(before):
        completed = [
            stack
            for stack, cities in GROUPS.items()
            if cities.issubset(after) and not cities.issubset(before)
        ]
        if regions_missing(options, before) and not regions_missing(options, after):
            completed.append(EVERYWHERE)
        won += [stack for stack in completed if left(stacks, stack)]
    return tuple([top(stacks, stack) for stack in won])


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


def regions_missing(options: TaxisOptions, offices: Collection[str]) -> frozenset[str]:
    """The regions that still lack an own office for the tile of all regions."""
    return _WANTED[options.all_regions].difference(map(land.region_of, offices))


def score_of(state: TaxisState, seat: Seat) -> int:
    """A seat's points as if the game ended now; an open row and the hand count nothing."""
    unplaced = RULES.offices_per_player - len(state.offices[seat])
    won = sum([tile.value for tile in state.tiles[seat]])
    return land.carriage_points(state.carriages[seat]) + won + RULES.vp_per_unplaced_office * unplaced


def rows(state: TaxisState, seat: Seat) -> tuple[ScoreRow, ...]:
    """What a seat's points are made of: carriage, tiles by stack, offices not placed."""
    won = {stack: [tile.value for tile in state.tiles[seat] if tile.stack == stack] for stack in STACKS}
    unplaced = RULES.offices_per_player - len(state.offices[seat])
    return (
        ScoreRow("carriage", land.carriage_points(state.carriages[seat])),
        *[ScoreRow(f"tile_{stack}", sum(values)) for stack, values in won.items() if values],
        ScoreRow("unplaced", RULES.vp_per_unplaced_office * unplaced),
    )
