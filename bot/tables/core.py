"""What the services of the tables share: the clock, earlier versions, signals and timers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.tables.history import History
from bot.tables.signals import Signals
from bot.tables.standings import Standings
from bot.tables.timers import Timers


@dataclass(frozen=True, slots=True)
class Core:
    """The machinery that is one for all services."""

    now: Callable[[], datetime]
    standings: Standings
    history: History
    signals: Signals
    timers: Timers
