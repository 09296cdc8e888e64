"""What games share in which everything is decided in turn, before everybody."""

from typing import TYPE_CHECKING, Any, TypeVar

from bot.games.contract import Decision, Event, Game, Move, Options, Seat, State, Step, View
from bot.games.making import Making


class TurnState(State, frozen=True, kw_only=True):
    """Base of a state that has these fields, wherever in its order."""

    if TYPE_CHECKING:
        phase: str
        """What is to be done now, or `over`."""
        turn: int
        """Players' turns begun so far."""
        moves: int
        """Moves made so far: what buttons carry."""
        active: Seat
        """Whose turn it is."""
        news: tuple[Any, ...]
        before: tuple[Any, ...]
        """What was told in the present turn, and in the one before."""


T = TypeVar("T", bound=TurnState)
O = TypeVar("O", bound=Options)  # noqa: E741 - as in the contract
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
E = TypeVar("E", bound=Event)


class TurnGame(Game[O, T, M, V]):
    """The rules of such a game."""

    def decisions(self, state: T) -> dict[Seat, Decision]:
        """Whoever's turn it is; what is to be done is the phase."""
        return {} if state.phase == "over" else {state.active: Decision(state.phase)}

    def turn(self, state: T) -> int:
        """Counts moves: every one of them changes what can be done."""
        return state.moves

    def post(self, state: T) -> int:
        """Counts the turns of the players: each has one post, which grows while it goes on."""
        return state.turn

    def in_turn(self, state: T) -> bool:
        return True


class TurnMaking(Making[T, E]):
    """A step where the state keeps what was told in the present turn (`news`) and in the one `before`."""

    __slots__ = ("_before", "_news")

    def __init__(self, state: T) -> None:
        super().__init__(state)
        self._news: list[E] = list(state.news)
        self._before: tuple[E, ...] = state.before

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.state.active

    def tell(self, event: E) -> None:
        """A fact more of the step and of the present turn."""
        super().tell(event)
        self._news.append(event)

    def turn_over(self) -> None:
        """What is told from now on belongs to the next turn."""
        self._before, self._news = tuple(self._news), []

    def step(self) -> Step[T]:
        """The step as it stands, its news in the state."""
        self.change(news=tuple(self._news), before=self._before)
        return super().step()
