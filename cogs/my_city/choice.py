"""What is tried out but not chosen yet: it lives in the controls of its panel alone, as a few characters."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.games.contract import Seat
from bot.games.my_city.ghost import Ghost, ghost_from, ghost_of
from bot.games.my_city.moves import Build
from bot.games.my_city.placing import Task
from bot.games.my_city.preview import Offer
from bot.games.my_city.view import MyCityView

PASS, STOP, FINISH = "pass", "stop", "finish"
"""What is shown to be confirmed."""
BEGIN = "begin/"
"""The same with the number of an episode: `begin/4`."""
_MIDDLE = Ghost("D5")
_WRITTEN = re.compile(r"(?P<ghost>[^~+]+)~(?P<page>[0-9]{1,2})(?P<told>\+?)")


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a building is tried out, which page of the spots is offered, and whether the score is told in
    words: `D4/1f~0+`."""

    ghost: Ghost
    page: int = 0
    told: bool = False

    def __str__(self) -> str:
        return f"{self.ghost}~{self.page}{'+' * self.told}"

    def at(self, ghost: Ghost) -> Aim:
        """The same somewhere else."""
        return replace(self, ghost=ghost)


def aim_from(text: str) -> Aim | None:
    """What a control carries; None if it carries something else."""
    found = _WRITTEN.fullmatch(text)
    ghost = ghost_from(found["ghost"]) if found else None
    return Aim(ghost, int(found["page"]), bool(found["told"])) if found and ghost else None


def first_aim(view: MyCityView, seat: Seat, task: Task, offers: list[Offer]) -> Aim:
    """Where a panel begins: at what this seat has chosen, else at the best spot, else in the middle."""
    chosen = view.choice
    if isinstance(chosen, Build):
        return Aim(ghost_of(chosen.cells))
    return Aim(ghost_of(offers[0].cells) if offers else _MIDDLE.inside(task.shape))
