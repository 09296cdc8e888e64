"""The whole truth about a table of Noria."""

from __future__ import annotations

from bot.games.contract import Seat, State
from bot.games.noria import box
from bot.games.noria.moves import NoriaEvent, NoriaOptions
from bot.games.noria.table import Bot, Island, Phase, Pile, Player, Seats, Turn
from bot.games.noria.view import NoriaView


class NoriaState(State, frozen=True, kw_only=True):
    """Everything as in `NoriaView`, and the islands face down in their order."""

    options: NoriaOptions
    phase: Phase
    round: int
    turn: int
    """Players' turns begun so far, the choices of the start among them."""
    moves: int
    """Moves made so far: what buttons carry."""
    active: Seat
    start_player: Seat
    market: tuple[Pile, ...]
    islands: tuple[Island, ...]
    stack: tuple[int, ...]
    """The next island first."""
    chambers: tuple[Seats, ...]
    players: tuple[Player, ...]
    bot: Bot | None
    current: Turn = Turn()
    setup: str = ""
    news: tuple[NoriaEvent, ...] = ()
    before: tuple[NoriaEvent, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def rounds(self) -> int:
        """How many rounds they play."""
        return box.rounds(self.seats)

    @property
    def space(self) -> int:
        """The highest uncovered space of the round track."""
        return box.space(self.seats, self.round)

    @property
    def face_down(self) -> int:
        """How many islands can still be turned up."""
        return len(self.stack)


Known = NoriaState | NoriaView
"""What costs and legality follow from: the truth, or what everybody sees of it."""
