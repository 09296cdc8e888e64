"""The computer players of Noria, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.contract import Opponent
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opponents.search import Easy, Normal, Searcher
from bot.games.noria.opponents.styles import ALLROUNDER, STYLES
from bot.games.noria.state import NoriaView

OPPONENTS: Mapping[str, Opponent[NoriaView, NoriaMove]] = {
    "easy": Easy(),
    "normal": Normal(ALLROUNDER),
    "hard": Searcher(tuple(STYLES.values()), others=ALLROUNDER.taste, most=1500),
}
