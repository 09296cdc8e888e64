"""What a deadline does for a late player (section 6)."""

from __future__ import annotations

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noerdlingen.board import Board, board_of
from bot.games.noerdlingen.legal import draws, free_crossings, free_numbers
from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, NoerdlingenMove, Place, Stuck
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.scoring import score
from bot.games.noerdlingen.state import NoerdlingenState


def default_move(state: NoerdlingenState, chance: Chance) -> NoerdlingenMove:
    """The move for whoever's turn it is."""
    board, seat = board_of(state), state.active
    match state.phase:
        case "place":
            return Place(chance.stream("absent", state.moves).choice(free_crossings(board)))
        case "choose":
            ways = board.counts(seat)
            return Choose(max(free_numbers(state), key=lambda number: ways[number]))
        case "bonus":
            found = max(board.bonuses(seat), key=lambda path: points_now(board, seat, path))
            return Bonus(found.start, found.steps) if points_now(board, seat, found) else Decline()
        case _:
            best = max(draws(state), key=lambda path: points_now(board, seat, path), default=None)
            return Stuck() if best is None else Draw(best.start, best.steps)


def points_now(board: Board, seat: Seat, path: Path) -> int:
    """The points that a draw brings the one who makes it at once."""
    return score(board.drawn(seat, path)[1], seat)
