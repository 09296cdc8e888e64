"""What can be planned in My City: what to do where nothing fits."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.games.contract import Seat
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import MyCityMove, MyCityView, Pass, Stop
from bot.games.planning import Planning


class _MyCityPlanning(Planning[MyCityView, MyCityMove]):
    """Where what the dice ask for fits nowhere: pass as long as that is allowed, or stop (3.4)."""

    answers: ClassVar[Mapping[str, Sequence[str]]] = {"nothing_fits": ("pass", "stop")}

    def answer(self, view: MyCityView, seat: Seat, name: str, value: str) -> MyCityMove | None:
        if view.phase != "round" or legal_spots(view, seat):
            return None
        return Pass() if value == "pass" else Stop()


PLANNING = _MyCityPlanning()
