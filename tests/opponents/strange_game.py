"""6 nimmt! with computers that behave badly."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from random import Random
from typing import ClassVar

from bot.games.contract import Advice, Opponent
from bot.games.six_nimmt.game import SixNimmt
from bot.games.six_nimmt.moves import Choose, NimmtMove
from bot.games.six_nimmt.view import NimmtView

KEY = "strange"
WHERE = f"{__name__}:GAME"


class Strange(Opponent[NimmtView, NimmtMove]):
    """Dies, tells its hand in an error, never ends, or wants a card that it doesn't have."""

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
            case "endless":
                while True:
                    rng.random()
        return (Advice(Choose(104 if 104 not in view.hand else 103), 0),)


class StrangeNimmt(SixNimmt):
    """The same rules."""

    opponents: ClassVar = {
        manner: Strange(manner) for manner in ("suicidal", "blabbing", "endless", "cheating")
    }


GAME = StrangeNimmt()
