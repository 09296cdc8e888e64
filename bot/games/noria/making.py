"""A step of Noria while it is being made."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.making import TurnMaking
from bot.games.noria.legal import island_of
from bot.games.noria.moves import NoriaEvent
from bot.games.noria.state import NoriaState
from bot.games.noria.table import Bot, Island, Player, Running


class Making(TurnMaking[NoriaState, NoriaEvent]):
    """A step of whoever's turn it is, and of the bot after it."""

    __slots__ = ()

    def __init__(self, state: NoriaState) -> None:
        super().__init__(state, state.news, state.before)

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
