"""From rows of the log to the moments they led to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.games.contract import Event, Move, Seat, State, Step
from bot.games.registry import AnyGame
from bot.games.undo import Past, past
from bot.store.records import LogRow


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a version of a table is, apart from the table itself."""

    version: int
    state: State = field(repr=False)
    turn: int = 0
    """What buttons carry that are drawn for it."""
    events: tuple[Event, ...] = field(default=(), repr=False)
    seat: Seat | None = None
    """Who moved, or took a step back."""
    past: Past | None = None
    """The step that led there; None at version 0, and where a step was taken back."""
    back: int | None = None
    """The version that was returned to."""
    at: datetime | None = None

    @property
    def before(self) -> int:
        """The version that it came from: the one before, or the one that was returned to."""
        return self.version - 1 if self.back is None else self.back


def way(rows: Iterable[LogRow]) -> list[LogRow]:
    """The moves that lead to the last row, without those that were taken back."""
    found: list[LogRow] = []
    for row in rows:
        if row.back is None:
            found.append(row)
            continue
        while found and found[-1].version > row.back:
            found.pop()
    return found


def stepped(game: AnyGame, before: State, move: Move, step: Step[State], row: LogRow) -> Snapshot:
    """What a move from the state `before` led to."""
    seat = Seat(row.seat)
    return Snapshot(
        version=row.version,
        state=step.state,
        turn=row.turn + game.turn(step.state) - game.turn(before),
        events=step.events,
        seat=seat,
        past=past(game, before, seat, move, step, automatic=row.automatic),
        at=row.at,
    )


def returned(earlier: Snapshot, row: LogRow) -> Snapshot:
    """An earlier version once more, in a turn of its own: buttons drawn meanwhile have lost their meaning."""
    return replace(
        earlier,
        version=row.version,
        turn=row.turn + 1,
        events=(),
        seat=Seat(row.seat),
        past=None,
        back=row.back,
        at=row.at,
    )
