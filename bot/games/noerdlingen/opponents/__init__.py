"""The computer players of City of Nördlingen, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.contract import Opponent
from bot.games.noerdlingen.moves import NoerdlingenMove, NoerdlingenView
from bot.games.noerdlingen.opponents.levels import Easy, Normal, Searcher

OPPONENTS: Mapping[str, Opponent[NoerdlingenView, NoerdlingenMove]] = {
    "easy": Easy(),
    "normal": Normal(),
    "hard": Searcher(rounds=400),
}
