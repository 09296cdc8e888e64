"""Hints: what somebody who asks for advice may know and do, given to a computer as if it sat there."""

from __future__ import annotations

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.store.repositories import Repositories
from bot.tables.computers import riddle_of
from bot.tables.core import Core
from bot.tables.model import Riddle
from bot.tables.moves import MoveWriter
from bot.tables.settings import decode
from bot.tables.standing import refuse_unless_playing
from bot.tables.units import Units, reads

LEVEL = "hard"
"""Who is asked: strong, and quick enough to wait for."""


class Hints:
    """Lets people ask a computer for advice."""

    def __init__(self, units: Units, core: Core, moves: MoveWriter) -> None:
        self.units = units
        self._core = core
        self._moves = moves

    @reads
    async def hint(self, tx: Repositories, table: int, user: int) -> Riddle:
        """What this person has to decide, for a strong computer. Changes nothing.

        Refusals: no_table, not_seated, over, not_playing, paused, no_hints, no_adviser, not_asked.
        """
        standing = await self._core.standings.at(tx, table)
        seat = Seat(standing.seat_of(user).seat)
        refuse_unless_playing(standing)
        if not gives_hints(standing.row.game):
            raise Refusal("no_adviser")
        if not decode(standing.row.settings).hints:
            raise Refusal("no_hints")
        run = await self._moves.run(tx, standing)
        if seat not in run.owing():
            raise Refusal("not_asked")
        return riddle_of(run, seat, LEVEL)


def gives_hints(game: str) -> bool:
    """Whether there is a computer player of this game who can be asked."""
    return LEVEL in registry.game(game).opponents
