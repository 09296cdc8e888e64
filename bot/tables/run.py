"""A row of moves at one table: the one somebody made, then all that follow by themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.games.chance import Chance
from bot.games.contract import Event, Move, Seat, State
from bot.games.registry import AnyGame


@dataclass(frozen=True, slots=True)
class Made:
    """One move of the row, and what it led to."""

    version: int
    seat: Seat
    turn: int
    """The turn in which it was made."""
    move: bytes = field(repr=False)
    automatic: bool
    posted: bool
    """The board is posted anew after it."""
    milestone: bool
    state: State = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)


class Run:
    """Plays at one table in memory; whoever uses it keeps what was made."""

    def __init__(
        self, game: AnyGame, chance: Chance, state: State, version: int, absent: frozenset[Seat]
    ) -> None:
        self.game = game
        self.state = state
        self.version = version
        self.made: list[Made] = []
        self._chance = chance
        self._absent = absent

    @property
    def turn(self) -> int:
        """The turn that is being played."""
        return self.game.turn(self.state)

    @property
    def post(self) -> int:
        """The post that shows it."""
        return self.game.post(self.state)

    @property
    def in_turn(self) -> bool:
        """Whether people are called in public, one after the other."""
        return self.game.in_turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    def play(self, seat: Seat, move: Move, *, automatic: bool = False) -> None:
        """Makes a move; if the rules refuse it, a `Refusal` leaves everything as it was."""
        turn, post = self.turn, self.post
        step = self.game.apply(self.state, seat, move, self._chance)
        self.state = step.state
        self.version += 1
        self.made.append(
            Made(
                version=self.version,
                seat=seat,
                turn=turn,
                move=self.game.encode_move(move),
                automatic=automatic,
                posted=self.post != post,
                milestone=step.milestone,
                state=step.state,
                events=step.events,
            )
        )

    def go_on(self) -> None:
        """Makes the moves that need nobody: forced ones, and those of seats whose person left."""
        while (due := self._due()) is not None:
            self.play(*due, automatic=True)

    def owing(self) -> tuple[Seat, ...]:
        """The seats that owe a decision now, in seat order."""
        return () if self.over else tuple(self.game.decisions(self.state))

    def default(self, seat: Seat) -> Move:
        """The move that the rules make for a seat which owes one and has nobody."""
        return self.game.default(self.state, seat, self._chance)

    def _due(self) -> tuple[Seat, Move] | None:
        if self.over:
            return None
        forced = self.game.forced(self.state)
        if forced is not None:
            return forced
        seat = next((seat for seat in self.owing() if seat in self._absent), None)
        return None if seat is None else (seat, self.default(seat))
