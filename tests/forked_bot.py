"""The real bot as a forked process, connected to a Discord on this machine."""

import os
import signal
from collections.abc import Callable, Sequence
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bot import config, running
from bot.__main__ import main
from bot.bench.bot_process import turn_to
from bot.bench.processes import BotProcess
from bot.games.planning import Plan
from bot.store.statements import count_into
from bot.tables import grace, plans, timers
from render.pool import InProcess
from tests import sketches
from tests.forked import Forked

PLANNED = (1, 3)
"""Seconds that a plan waits here."""


class ForkedBot(BotProcess):
    """The same, forked, which notes of which interactions it has learnt, and what people did that no log
    tells. What is planned waits for moments only."""

    entry = "tests.forked_bot:run"

    @property
    def arrivals(self) -> Path:
        """The number of every interaction that the bot has learnt of, a line each."""
        return self.database.with_suffix(".arrivals")

    @property
    def deeds(self) -> set[str]:
        """Which of "planned", "carried out" and "changed" (a choice during its grace) there were."""
        return set(_deeds(self.arrivals).read_text().splitlines())

    async def launch(self) -> None:
        """Starts the process; from now on it can be told to stop."""
        with self.log.open("ab") as log:
            self.process = Forked(
                self.entry,
                *(self.server.port, str(self.arrivals), *map(str, self._arguments)),
                folder=self.database.parent,
                environment=os.environ | self.environment,
                out=log,
                err=log,
            )


class Standby(ForkedBot):
    """The same on standby."""

    entry = "tests.forked_bot:stand_by"


def stand_by(port: int, arrivals: str) -> int:
    """The same command on standby."""
    return run(port, arrivals, command=("run", "--standby"))


class Sharing(ForkedBot):
    """The same with a lease that lasts only some seconds."""

    entry = "tests.forked_bot:share"


def share(port: int, arrivals: str) -> int:
    """The same command with such a lease."""
    from bot import leases
    from bot.store import leases as kept

    second = timedelta(seconds=1)
    leases.LIFE, leases.RENEWED, leases.MARGIN, leases.POLLED = 5 * second, second, second, 2 * second
    kept._LIFE = 5_000_000
    return stand_by(port, arrivals)


class Analysing(ForkedBot):
    """The same, which judges finished games one decision at a time and gives way to nobody."""

    entry = "tests.forked_bot:analyse"


def analyse(port: int, arrivals: str) -> int:
    """The same command with such an analyst."""
    from bot.opponents import analyses

    analyses.serve = one_by_one
    return run(port, arrivals)


def one_by_one(connection: Connection) -> None:
    """Serves as the process in which games are analysed."""
    from bot.opponents import examiner

    examiner.SPAN, examiner.give_way = -1.0, lambda: None
    examiner.serve(connection)


def run(port: int, arrivals: str, counts: str = "", command: Sequence[str] = ("run",)) -> int:
    """The bot's own command, once its library knows where Discord is. It writes the number of every
    interaction into the one file, and counts its statements in the other."""
    running.LOOK, timers.PLANNED, timers.PLANNED_NEXT = 0.5, PLANNED, PLANNED
    InProcess.preload = ["tests.slow_preload"]
    sketches.begin()
    turn_to(port)
    note_arrivals(Path(arrivals))
    note_deeds(_deeds(Path(arrivals)))
    if counts:
        count_into(Path(counts))
    return main([*command])


def note_arrivals(path: Path) -> None:
    """Writes down the number of every interaction in the moment in which the bot learns of it."""
    from discord.state import ConnectionState

    parse = ConnectionState.parse_interaction_create
    arrivals = path.open("a", buffering=1)

    def noted(state: Any, data: Any) -> None:
        arrivals.write(f"{data['id']}\n")
        parse(state, data)

    ConnectionState.parse_interaction_create = noted


def note_deeds(path: Path) -> None:
    """Writes down what people do that no log tells, a line each time."""
    deeds = path.open("a", buffering=1)

    def noting(place: Any, name: str, deed: str, done: Callable[..., bool]) -> None:
        function = getattr(place, name)

        def noted(*given: Any, **more: Any) -> Any:
            found = function(*given, **more)
            if done(found, *given):
                deeds.write(f"{deed}\n")
            return found

        setattr(place, name, noted)

    for wished in ("with_wish", "with_answer"):
        noting(Plan, wished, "planned", lambda *_: True)
    noting(
        plans, "_carry_out", "carried out", lambda found, _, run, seat: run.made or found.held != seat.held
    )
    noting(
        grace, "held_back", "changed", lambda found, _, __, seat, *___: seat.held not in (None, found.held)
    )


def _deeds(arrivals: Path) -> Path:
    return arrivals.with_suffix(".deeds")


def stopped_early(arguments: Sequence[str]) -> int:
    """A command that is told to stop before anything could listen for it, in a process that hears signals."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, running.STOPS)
    config.use_fonts = lambda _: os.kill(os.getpid(), signal.SIGTERM)
    return main(arguments)
