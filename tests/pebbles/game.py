"""Pebbles: a game of turns made of small moves, to prove what the house does for such games.

A turn has up to two moves: a pebble from the heap (one point), or one blind from the bag (none to three
points). Whoever has made one may stop; after two the turn ends by itself. The last pebble of the heap ends
the game.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.contract import (
    Advice,
    Choice,
    Decision,
    Event,
    Game,
    Info,
    Move,
    Number,
    Opponent,
    Options,
    Outcome,
    Refusal,
    ScoreRow,
    Seat,
    State,
    Step,
    Text,
    View,
)

MOVES = 2
"""So many moves a turn has at most."""


class PebblesOptions(Options, frozen=True, kw_only=True):
    """What the host may set."""

    heap: Annotated[int, Meta(ge=1, le=30)] = 12
    called: Literal["public", "private"] = "public"
    """Whether the board calls whoever's turn it is, or a direct message."""
    motto: Annotated[str, Meta(pattern="^[a-z]{0,8}$")] = ""
    """A word for the occasion."""


class Take(Move, frozen=True, tag="take"):
    """A pebble from the heap."""


class Draw(Move, frozen=True, tag="draw"):
    """A pebble from the bag: what it is worth is seen only then."""


class Stop(Move, frozen=True, tag="stop"):
    """The turn is over."""


PebblesMove = Take | Draw | Stop


class Got(Event, frozen=True, kw_only=True, tag="got"):
    """A seat has a pebble more."""

    seat: Seat
    worth: int


class Stopped(Event, frozen=True, kw_only=True, tag="stopped"):
    """A turn is over."""

    seat: Seat


class PebblesState(State, frozen=True, kw_only=True):
    """The whole truth."""

    options: PebblesOptions
    heap: int
    bag: tuple[int, ...]
    points: tuple[int, ...]
    turns: int = 0
    """Turns that are over."""
    moves: int = 0
    """Moves made so far."""
    done: int = 0
    """Moves of the turn under way."""

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return Seat(self.turns % len(self.points))


class PebblesView(View, frozen=True, kw_only=True):
    """What everybody may know."""

    heap: int
    bag: int
    points: tuple[int, ...]
    active: Seat
    done: int


class Careful(Opponent[PebblesView, PebblesMove]):
    """Takes from the heap whenever it may."""

    def advice(
        self, view: PebblesView, legal: Sequence[PebblesMove], rng: Random
    ) -> tuple[Advice[PebblesMove], ...]:
        """The moves as the rules list them."""
        return tuple(Advice(move, 0.0) for move in legal)


class Pebbles(Game[PebblesOptions, PebblesState, PebblesMove, PebblesView]):
    """The rules."""

    info = Info(
        key="pebbles",
        title="Pebbles",
        designers=("Traditional",),
        publisher="Nobody",
        seats=(2, 3),
        minutes=1,
        options=(
            Number("heap", 1, 30, (6, 12)),
            Choice("called", ("public", "private")),
            Text("motto", 8, "ahoy"),
        ),
    )
    event_type = Got | Stopped
    opponents = {"easy": Careful()}  # noqa: RUF012 - declared in the contract

    def setup(self, options: PebblesOptions, seats: int, chance: Chance) -> PebblesState:
        """A full heap and a shaken bag."""
        refuse_seats(seats, self.info.seats)
        bag = chance.stream("bag", 1).shuffled((0, 0, 1, 1, 2, 2, 3, 3))
        return PebblesState(options=options, heap=options.heap, bag=tuple(bag), points=(0,) * seats)

    def seats(self, state: PebblesState) -> int:
        """How many play."""
        return len(state.points)

    def decisions(self, state: PebblesState) -> dict[Seat, Decision]:
        """Whoever's turn it is."""
        return {state.active: Decision("move")} if state.heap else {}

    def legal(self, state: PebblesState, seat: Seat) -> Iterable[PebblesMove]:
        """A pebble from the heap or the bag while the turn allows it, and the end of a turn begun."""
        if not state.heap or seat != state.active:
            return []
        if state.done == MOVES:
            return [Stop()]
        draw = [Draw()] if state.bag else []
        return [Take(), *draw, *([Stop()] if state.done else [])]

    def apply(self, state: PebblesState, seat: Seat, move: PebblesMove, chance: Chance) -> Step[PebblesState]:
        """A pebble more, or the next one's turn."""
        if move not in self.legal(state, seat):
            raise Refusal("not_now")
        if isinstance(move, Stop):
            after = replace(state, turns=state.turns + 1, moves=state.moves + 1, done=0)
            return Step(after, (Stopped(seat=seat),), milestone=True)
        drawn = isinstance(move, Draw)
        worth = state.bag[0] if drawn else 1
        after = replace(
            state,
            heap=state.heap - (not drawn),
            bag=state.bag[drawn:],
            points=tuple(points + worth * (seat == other) for other, points in enumerate(state.points)),
            moves=state.moves + 1,
            done=state.done + 1,
        )
        return Step(after, (Got(seat=seat, worth=worth),), irrevocable=drawn)

    def view(self, state: PebblesState, seat: Seat | None) -> PebblesView:
        """Everything but what is in the bag."""
        return PebblesView(
            heap=state.heap, bag=len(state.bag), points=state.points, active=state.active, done=state.done
        )

    def outcome(self, state: PebblesState) -> Outcome | None:
        """Most points win."""
        if state.heap:
            return None
        return Outcome(
            places=tuple(1 + sum(other > points for other in state.points) for points in state.points),
            scores=state.points,
            breakdown=tuple((ScoreRow("points", points),) for points in state.points),
        )

    def forced(self, state: PebblesState) -> tuple[Seat, PebblesMove] | None:
        """The end of a turn that has had all its moves."""
        return (state.active, Stop()) if state.heap and state.done == MOVES else None

    def default(self, state: PebblesState, seat: Seat, chance: Chance) -> PebblesMove:
        """A pebble from the heap, and no more."""
        if seat not in self.decisions(state):
            raise Refusal("not_asked")
        return Stop() if state.done else Take()

    def turn(self, state: PebblesState) -> int:
        """Counts the moves."""
        return state.moves

    def post(self, state: PebblesState) -> int:
        """Counts the turns."""
        return state.turns

    def in_turn(self, state: PebblesState) -> bool:
        """As the host wished."""
        return state.options.called == "public"

    def check(self, state: PebblesState) -> None:
        """No pebble is lost."""
        if not 0 <= state.heap <= state.options.heap or not 0 <= state.done <= MOVES:
            raise ValueError("there are no such pebbles, or too many moves")
        left = 12 - sum(state.bag) + state.options.heap - state.heap
        if sum(state.points) != left:
            raise ValueError("the points are not those of the pebbles taken")


GAME = Pebbles()
