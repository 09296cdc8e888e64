"""Signals to those who wait for work, given after a commit: dispatcher, computers, clock, invitations."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.repositories import Repositories
from bot.tables.move_runner import Played


class Signals:
    """Who is called after a commit; who starts later looks for what was left behind."""

    def __init__(self) -> None:
        self.on_notices: Callable[[int], object] = _ignore_table
        """Called with a table when there may be a notice to deliver there."""
        self.on_thinking: Callable[[int], object] = _ignore_table
        """Called with a table when computers have something to decide there."""
        self.on_timers: Callable[[], object] = _ignore
        """Called when a timer was set."""
        self.on_gathered: Callable[[], object] = _ignore
        """Called when there may be people to be told of each other."""

    def deliver(self, tx: Repositories, table: int) -> None:
        """Has the dispatcher look at a table."""
        tx.after_commit(lambda: self.on_notices(table), once=("notices", table))

    async def follow(self, tx: Repositories, played: Played) -> None:
        """Reaction to moves: computers that owe a decision have to think."""
        table = played.row.id
        if any(played.seats[seat].computer is not None for seat in played.run.owing()):
            tx.after_commit(lambda: self.on_thinking(table), once=("thinking", table))

    def wake_clock(self, tx: Repositories) -> None:
        """Has the clock look at its timers."""
        tx.after_commit(self._call_clock, once="timers")

    def invite(self, tx: Repositories) -> None:
        """Has people who were brought together be told of each other."""
        tx.after_commit(self._call_invitations)

    def _call_clock(self) -> None:
        self.on_timers()

    def _call_invitations(self) -> None:
        self.on_gathered()


def _ignore_table(table: int) -> None:
    """Nobody has started yet."""


def _ignore() -> None:
    """Nobody has started yet."""
