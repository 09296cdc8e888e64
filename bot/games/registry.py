"""The games of the house, one line each."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bot.games.contract import Game

AnyGame = Game[Any, Any, Any, Any]

_WHERE: dict[str, str] = {
    "six_nimmt": "bot.games.six_nimmt.game:GAME",
    "thurn_and_taxis": "bot.games.thurn_and_taxis.game:GAME",
    "noerdlingen": "bot.games.noerdlingen.game:GAME",
    "my_city": "bot.games.my_city.game:GAME",
    "noria": "bot.games.noria.game:GAME",
}
_GAMES: dict[str, AnyGame] = {}


def keys() -> tuple[str, ...]:
    """The keys of all games, in the order in which they are shown."""
    return tuple(_WHERE)


def game(key: str) -> AnyGame:
    """The rules of one game, loaded when first asked for; `KeyError` if there is no such game."""
    if key not in _GAMES:
        module, _, name = _WHERE[key].partition(":")
        _GAMES[key] = getattr(import_module(module), name)
    return _GAMES[key]


def games() -> tuple[AnyGame, ...]:
    """All games, in the order in which they are shown."""
    return tuple(game(key) for key in _WHERE)


def where(key: str) -> str:
    """Where the rules of a game are: `package.module:NAME`."""
    return _WHERE[key]


def register(key: str, where: str) -> None:
    """Adds a game that lives elsewhere: `package.module:NAME`."""
    _WHERE[key] = where
    _GAMES.pop(key, None)


def unregister(key: str) -> None:
    """Takes a game out again."""
    del _WHERE[key]
    _GAMES.pop(key, None)
