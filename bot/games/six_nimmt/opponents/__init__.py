"""The computer players of 6 nimmt!, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.contract import Opponent
from bot.games.six_nimmt.moves import NimmtMove
from bot.games.six_nimmt.opponents.effort import Effort
from bot.games.six_nimmt.opponents.heuristic import Easy, Normal
from bot.games.six_nimmt.opponents.searching import Searching
from bot.games.six_nimmt.view import NimmtView

OPPONENTS: Mapping[str, Opponent[NimmtView, NimmtMove]] = {
    "easy": Easy(),
    "normal": Normal(),
    "hard": Searching(Effort(deals=200), crowd=Effort(deals=500, careful=0.5)),
    "expert": Searching(
        Effort(deals=400, plans=16, careful=0.5, searching=0.8, surveyed=12_000, endgames=True),
        crowd=Effort(
            deals=500, plans=8, careful=0.5, searching=0.8, surveyed=8000, careful_to_them=0.5, endgames=True
        ),
        open_crowd=Effort(
            deals=2000, careful=0.5, searching=0.8, surveyed=12_000, careful_to_them=0.5, endgames=True
        ),
    ),
}
