"""A game as it may go on, on a board that knows which crossings are joined: most draws can close nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import NamedTuple

from bot.games.contract import Seat
from bot.games.making import changed
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.board import Board, Known, Path, board_of, bonus_number, numbers
from bot.games.noerdlingen.moves import NoerdlingenMove, NoerdlingenView
from bot.games.noerdlingen.territories import gains
from bot.games.noerdlingen.town import Crossing, bits
from bot.games.noerdlingen.turn import by_number, first_choice_order


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

    def closed(self, seat: Seat, path: Path) -> tuple[moves.Territory, ...]:
        """The territories that a draw would make."""
        return self.board.drawn(seat, path)[1] if self.may_close(path) else ()

    def drawn(self, seat: Seat, path: Path) -> tuple[Field, tuple[moves.Territory, ...]]:
        """The field after a draw, and the territories that arose by it."""
        closing = self.may_close(path)
        board, land = self.board.drawn(seat, path) if closing else (self.board.marked(seat, path), ())
        return Field(board, _joined(self.groups, path.crossings)), land

    def placed(self, seat: Seat, at: Crossing) -> Field:
        """The field with the first soldier of a seat."""
        soldiers = list(self.board.soldiers)
        soldiers[seat] = 1 << self.board.town.bit(at)
        return Field(self.board._replace(soldiers=tuple(soldiers)), self.groups)


def field_of(known: Known) -> Field:
    """The field of a state or a view."""
    board = board_of(known)
    groups: tuple[int, ...] = ()
    for edge in bits(board.town.walls | board.edges):
        groups = _joined(groups, board.town.ends_of(1 << edge))
    return Field(board, groups)


def _joined(groups: Iterable[int], crossings: int) -> tuple[int, ...]:
    apart: list[int] = []
    for group in groups:
        if group & crossings:
            crossings |= group
        else:
            apart.append(group)
    return (*apart, crossings)


@dataclass(slots=True)
class Course:
    """Where a game stands; each move changes it."""

    field: Field
    scores: tuple[int, ...]
    phase: moves.Phase
    round: int
    rounds: int
    start_player: Seat
    turns: Sequence[Seat]
    """Whose turn it is, and who comes after that in this phase."""
    row: tuple[int | None, ...]
    """The numbers of this round by seat."""
    left: tuple[int | None, ...]
    """The round in which a player has left."""

    @classmethod
    def of(cls, view: NoerdlingenView) -> Course:
        """The game of a view; it must not be over."""
        return cls(
            field=field_of(view),
            scores=tuple([player.score for player in view.players]),
            phase=view.phase,
            round=view.round,
            rounds=view.rounds,
            start_player=view.start_player,
            turns=(view.active, *view.waiting),
            row=view.table[-1] if view.table else (None,) * view.seats,
            left=tuple([player.left for player in view.players]),
        )

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.turns[0]

    @property
    def free(self) -> list[int]:
        """The numbers that can still be chosen."""
        return [number for number in numbers(self.field.board.town) if number not in self.row]

    @property
    def ways(self) -> list[Path]:
        """All ways to draw the chosen border or the bonus."""
        number = self.row[self.seat] if self.phase == "draw" else bonus_number(self.field.board.town)
        assert number is not None, "whoever draws has chosen"
        return list(self.field.board.draws(self.seat, number))

    def way(self, move: moves.Draw | moves.Bonus) -> Path:
        """The one of these ways that a legal move goes."""
        return next(path for path in self.ways if (path.start, path.steps) == (move.start, move.steps))

    def after(self, move: NoerdlingenMove) -> Course:
        """The game after a legal move of whoever's turn it is."""
        course = replace(self)
        course.make(move)
        return course

    def make(self, move: NoerdlingenMove) -> None:
        """A legal move of whoever's turn it is."""
        match move:
            case moves.Place(at=at):
                self.place(at)
            case moves.Choose(number=number):
                self.choose(number)
            case moves.Draw() | moves.Bonus():
                self.draw(self.way(move))
            case moves.Decline():
                self.end_turn()
            case moves.Stuck():
                self.stuck()

    def place(self, at: Crossing) -> None:
        """A first soldier."""
        self.field = self.field.placed(self.seat, at)
        self._next()

    def choose(self, number: int) -> None:
        """A number for this round."""
        self.row = changed(self.row, self.seat, number)
        self._next()

    def draw(self, path: Path) -> None:
        """The chosen border, or the bonus; the latter may follow the former."""
        self.field, land = self.field.drawn(self.seat, path)
        if land:
            self.scores = tuple(map(add, self.scores, gains(land, len(self.scores))))
        if land and self.phase == "draw" and any(self.field.board.bonuses(self.seat)):
            self.phase = "bonus"
        else:
            self.end_turn()

    def stuck(self) -> None:
        """Nothing can be drawn: out of the game, or only the turn is lost."""
        if self.field.board.options.elimination == "strict":
            self.left = changed(self.left, self.seat, self.round)
        if self.left.count(None) <= 1:
            self.phase = "over"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Draws nothing more in this turn."""
        self.phase = "draw"
        self._next()

    def _next(self) -> None:
        self.turns = self.turns[1:]
        if self.turns:
            return
        if self.phase == "place":
            self._choice(first_choice_order(self.start_player, len(self.scores)))
        elif self.phase == "choose":
            self.phase, self.turns = "draw", by_number(self.row, self.left)
        elif self.round < self.rounds:
            self._choice(by_number(self.row, self.left))
        else:
            self.phase = "over"

    def _choice(self, order: Sequence[Seat]) -> None:
        self.phase, self.turns = "choose", order
        self.round += 1
        self.row = (None,) * len(self.scores)
