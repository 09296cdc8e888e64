"""The computer players of Thurn and Taxis, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.contract import Opponent
from bot.games.thurn_and_taxis.moves import TaxisMove
from bot.games.thurn_and_taxis.opponents.easy import Easy
from bot.games.thurn_and_taxis.opponents.planning import Planner
from bot.games.thurn_and_taxis.opponents.weighing import Effort
from bot.games.thurn_and_taxis.opponents.worth import Taste
from bot.games.thurn_and_taxis.view import TaxisView

_NEXT_ROUTE = Taste(
    turn=1.7,
    groups=(1, 0.3, 0.1, 0.05, 0.02, 0, 0, 0, 0),
    everywhere=(1, 0.4, 0.2, 0.1, 0.05, 0.02, 0, 0, 0, 0),
    step=1.5,
    cards=(0, 0.4, 0.8, 1.1),
    new=0,
    pair=0,
    wild=0.8,
    victory=0,
)
"""Thinks of the route in hand; a tile that needs several routes is hardly begun on purpose."""
_WHOLE_GAME = Taste(
    turn=1.85,
    groups=(1, 0.55, 0.3, 0.17, 0.1, 0.06, 0.04, 0.025, 0.015),
    everywhere=(1, 0.7, 0.52, 0.4, 0.3, 0.22, 0.16, 0.12, 0.1, 0.08),
    step=1.5,
    cards=(0, 0.4, 0.8, 1.1),
    new=0.15,
    pair=0.25,
    wild=0.8,
    victory=3,
)
"""Works towards tiles from the first route on, and towards the end while it is ahead."""

OPPONENTS: Mapping[str, Opponent[TaxisView, TaxisMove]] = {
    "easy": Easy(),
    "normal": Planner(Effort(_NEXT_ROUTE, worlds=3, foresees_end=False)),
    "hard": Planner(Effort(_WHOLE_GAME, worlds=10, foresees_end=True)),
}
