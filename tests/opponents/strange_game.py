"""6 nimmt! with computers that behave badly."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from bot.games.contract import Advice, Opponent
from bot.games.six_nimmt.game import SixNimmt
from bot.games.six_nimmt.moves import Choose, NimmtMove
from bot.games.six_nimmt.view import NimmtView
from bot.opponents.worker import Job

KEY = "strange"
WHERE = f"{__name__}:GAME"


class Strange(Opponent[NimmtView, NimmtMove]):
    """Dies, tells its hand in an error, takes 6 GiB, tells by an error whether it would be the first to go,
    never ends, or wants a card that it doesn't have."""

    def __init__(self, manner: str) -> None:
        self.manner = manner

    def advice(
        self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random
    ) -> tuple[Advice[NimmtMove], ...]:
        match self.manner:
            case "suicidal":
                os.kill(os.getpid(), signal.SIGKILL)
            case "blabbing":
                raise LookupError(f"my hand is {view.hand}")
            case "greedy":
                self.taken = [bytes(range(256)) * (1 << 18) for _ in range(100)]
            case "noticed":
                raise LookupError if _preference() > 0 else ValueError
            case "endless":
                while True:
                    rng.random()
        return (Advice(Choose(104 if 104 not in view.hand else 103), 0),)


def _preference() -> int:
    """How readily the kernel ends this process where memory runs out."""
    return int(Path("/proc/self/oom_score_adj").read_text())


class StrangeNimmt(SixNimmt):
    """The same rules."""

    opponents: ClassVar = {
        manner: Strange(manner)
        for manner in ("suicidal", "blabbing", "greedy", "noticed", "endless", "cheating")
    }


GAME = StrangeNimmt()


def strange(job: Job, manner: str) -> Job:
    """The same decision by a computer that behaves badly."""
    return replace(job, game=KEY, where=WHERE, level=manner)
