"""Pebbles: a small complete game, to show what a game is and to prove that one can be added.

A turn has up to two moves: a pebble from the heap (one point), or one blind from the bag (none to three
points). Whoever has made one may stop; after two the turn ends by itself. The last pebble of the heap ends
the game. Most points win.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.games import contract
from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.contract import Seat
from bot.games.in_turn import TurnGame, TurnState

MOVES = 2
"""So many moves a turn has at most."""


class PebblesOptions(contract.Options, frozen=True, kw_only=True):
    """What the host may set."""

    heap: Annotated[int, Meta(ge=1, le=30)] = 12
    called: Literal["public", "private"] = "public"
    """Whether the board calls whoever's turn it is, or a direct message."""
    motto: Annotated[str, Meta(pattern="^[a-z]{0,8}$")] = ""
    """A word for the occasion."""


class Take(contract.Move, frozen=True, tag="take"):
    """A pebble from the heap."""


class Draw(contract.Move, frozen=True, tag="draw"):
    """A pebble from the bag: what it is worth is seen only then."""


class Stop(contract.Move, frozen=True, tag="stop"):
    """The turn is over."""


PebblesMove = Take | Draw | Stop


class Got(contract.SeatEvent, frozen=True, kw_only=True, tag="got"):
    """A seat has a pebble more."""

    worth: int


class Stopped(contract.SeatEvent, frozen=True, kw_only=True, tag="stopped"):
    """A turn is over."""


class PebblesState(TurnState, frozen=True, kw_only=True):
    """The whole truth."""

    schema: int = 2
    options: PebblesOptions
    heap: int
    bag: tuple[int, ...]
    points: tuple[int, ...]
    turn: int = 0
    moves: int = 0
    done: int = 0
    """Moves of the turn under way."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.points)

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return Seat(self.turn % self.seats)

    @property
    def phase(self) -> str:
        """A move is owed until the heap is gone."""
        return "move" if self.heap else "over"


class PebblesView(contract.View, frozen=True, kw_only=True):
    """What everybody may know: all but the worth of the pebbles in the bag."""

    heap: int
    bag: int
    points: tuple[int, ...]
    active: Seat
    done: int


class Careful(contract.Opponent[PebblesView, PebblesMove]):
    """Takes from the heap whenever it may."""

    def advice(
        self, view: PebblesView, legal: Sequence[PebblesMove], rng: Random
    ) -> tuple[contract.Advice[PebblesMove], ...]:
        """To take is worth what it brings, all else nothing."""
        return tuple(contract.Advice(move, float(isinstance(move, Take))) for move in legal)


def _from_1_to_2(plain: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 called the turns that are over `turns`."""
    return {**plain, "schema": 2, "turn": plain["turns"]}


class Pebbles(TurnGame[PebblesOptions, PebblesState, PebblesMove, PebblesView]):
    """The rules."""

    info = contract.Info(
        key="pebbles",
        title="Pebbles",
        designers=("Traditional",),
        publisher="Nobody",
        seats=(2, 3),
        minutes=1,
        options=(
            contract.Number("heap", 1, 30, (6, 12)),
            contract.Choice("called", ("public", "private")),
            contract.Text("motto", 8, "ahoy"),
        ),
    )
    event_type = Got | Stopped
    opponents = {"easy": Careful()}  # noqa: RUF012 - declared in the contract
    upgrades = {1: _from_1_to_2}  # noqa: RUF012 - declared in the contract

    def setup(self, options: PebblesOptions, seats: int, chance: Chance) -> PebblesState:
        """A full heap and a shaken bag."""
        refuse_seats(seats, self.info.seats)
        bag = chance.stream("bag", 1).shuffled((0, 0, 1, 1, 2, 2, 3, 3))
        return PebblesState(options=options, heap=options.heap, bag=tuple(bag), points=(0,) * seats)

    def legal(self, state: PebblesState, seat: Seat) -> Iterable[PebblesMove]:
        """The end of a turn begun, and a pebble from the heap or the bag while the turn allows it."""
        if not state.heap or seat != state.active:
            return []
        stop = [Stop()] if state.done else []
        return [*stop, Take(), *([Draw()] if state.bag else [])] if state.done < MOVES else stop

    def apply(
        self, state: PebblesState, seat: Seat, move: PebblesMove, chance: Chance
    ) -> contract.Step[PebblesState]:
        """A pebble more, or the next one's turn."""
        if move not in self.legal(state, seat):
            raise contract.Refusal("not_now")
        state = replace(state, moves=state.moves + 1)
        if isinstance(move, Stop):
            after = replace(state, turn=state.turn + 1, done=0)
            return contract.Step(after, (Stopped(seat=seat),), milestone=True)
        drawn = isinstance(move, Draw)
        worth = state.bag[0] if drawn else 1
        after = replace(
            state,
            heap=state.heap - (not drawn),
            bag=state.bag[drawn:],
            points=tuple(own + worth * (seat == other) for other, own in enumerate(state.points)),
            done=state.done + 1,
        )
        return contract.Step(after, (Got(seat=seat, worth=worth),), irrevocable=drawn)

    def view(self, state: PebblesState, seat: Seat | None) -> PebblesView:
        """The same for all."""
        return PebblesView.of(state, bag=len(state.bag))

    def outcome(self, state: PebblesState) -> contract.Outcome | None:
        """Most points win."""
        if state.heap:
            return None
        rows = tuple((contract.ScoreRow("points", own),) for own in state.points)
        return contract.Outcome(contract.Outcome.ranked(state.points), state.points, rows)

    def in_turn(self, state: PebblesState) -> bool:
        """As the host wished."""
        return state.options.called == "public"


GAME = Pebbles()
