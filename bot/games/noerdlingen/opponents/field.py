"""A board that knows which crossings are joined already: only a border that joins them once more can close
anything, so most draws need no look at the territories."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.games.contract import Seat
from bot.games.noerdlingen.board import Board, Known, board_of
from bot.games.noerdlingen.moves import Territory
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.town import Crossing, Town, bits


class Field(NamedTuple):
    """A board as computers look ahead on it."""

    board: Board
    groups: tuple[int, ...]
    """The crossings that are joined by borders or the wall, a mask for each group."""

    def may_close(self, path: Path) -> bool:
        """Whether a border joins what is joined already."""
        for group in self.groups:
            shared = group & path.crossings
            if shared & (shared - 1):
                return True
        return False

    def closed(self, seat: Seat, path: Path) -> tuple[Territory, ...]:
        """The territories that a draw would make."""
        return self.board.drawn(seat, path)[1] if self.may_close(path) else ()

    def drawn(self, seat: Seat, path: Path) -> tuple[Field, tuple[Territory, ...]]:
        """The field after a draw, and the territories that arose by it."""
        land: tuple[Territory, ...] = ()
        if self.may_close(path):
            board, land = self.board.drawn(seat, path)
        else:
            board = self.board.marked(seat, path)
        return Field(board, _joined(self.groups, path.crossings)), land

    def placed(self, seat: Seat, at: Crossing) -> Field:
        """The field with the first soldier of a seat."""
        soldiers = list(self.board.soldiers)
        soldiers[seat] = 1 << self.board.town.bit(at)
        return Field(self.board._replace(soldiers=tuple(soldiers)), self.groups)


def field_of(known: Known) -> Field:
    """The field of a state or a view."""
    board = board_of(known)
    return Field(board, _groups(board.town, board.edges))


def _groups(town: Town, edges: int) -> tuple[int, ...]:
    groups: tuple[int, ...] = ()
    for edge in bits(town.walls | edges):
        groups = _joined(groups, town.ends_of(1 << edge))
    return groups


def _joined(groups: Iterable[int], crossings: int) -> tuple[int, ...]:
    """The groups after a line through these crossings."""
    apart: list[int] = []
    for group in groups:
        if group & crossings:
            crossings |= group
        else:
            apart.append(group)
    return (*apart, crossings)
