"""A step of Noria while it is being made."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat, Step
from bot.games.noria.legal import island_of
from bot.games.noria.moves import NoriaEvent
from bot.games.noria.state import NoriaState
from bot.games.noria.table import Bot, Island, Player, Running


class Making:
    """The state so far, what has been told, and what undo and history have to know of the step."""

    __slots__ = ("_before", "_events", "_news", "irrevocable", "milestone", "state")

    def __init__(self, state: NoriaState) -> None:
        self.state = state
        self.irrevocable = False
        self.milestone = False
        self._events: list[NoriaEvent] = []
        self._news = list(state.news)
        self._before = state.before

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.state.active

    @property
    def player(self) -> Player:
        """What whoever's turn it is owns."""
        return self.state.players[self.state.active]

    @property
    def running(self) -> Running:
        """The disc that waits for its action; legal moves ask for it only when there is one."""
        running = self.state.current.running
        assert running is not None, "no disc is running"
        return running

    @property
    def bot(self) -> Bot:
        """The bot of the solo mode."""
        assert self.state.bot is not None, "there is no bot"
        return self.state.bot

    def change(self, **fields: Any) -> None:
        """Gives fields of the state new values."""
        self.state = replace(self.state, **fields)

    def give(self, **fields: Any) -> None:
        """Gives fields of whoever's turn it is new values."""
        seat, players = self.state.active, self.state.players
        player = replace(players[seat], **fields)
        self.change(players=(*players[:seat], player, *players[seat + 1 :]))

    def note(self, **fields: Any) -> None:
        """Gives fields of the turn under way new values."""
        self.change(current=replace(self.state.current, **fields))

    def alter_bot(self, **fields: Any) -> None:
        """Gives fields of the bot new values."""
        self.change(bot=replace(self.bot, **fields))

    def island(self, number: int | None) -> Island:
        """An island that is face up."""
        found = island_of(self.state, number)
        assert found is not None, "it is face up"
        return found

    def alter_island(self, changed: Island) -> None:
        """Puts an island in the place of the one with its number."""
        islands = [changed if each.number == changed.number else each for each in self.state.islands]
        self.change(islands=tuple(islands))

    def tell(self, event: NoriaEvent) -> None:
        """A fact more of the step and of the present turn."""
        self._events.append(event)
        self._news.append(event)

    def turn_over(self) -> None:
        """What is told from now on belongs to the next turn."""
        self._before, self._news = tuple(self._news), []

    def step(self) -> Step[NoriaState]:
        """The step as it stands."""
        self.change(news=tuple(self._news), before=self._before)
        return Step(self.state, tuple(self._events), self.irrevocable, self.milestone)
