"""Scores and places (section 6)."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.thurn_and_taxis.land import RULES, STACKS, carriage_points
from bot.games.thurn_and_taxis.moves import Tile
from bot.games.thurn_and_taxis.state import TaxisState


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
