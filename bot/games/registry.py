"""The games, found by their presence: packages in `bot.games` with a module `game`, and installed ones.

A game that is installed as a package of its own names that package by an entry point of the group
`stammtisch.games`: its rules are `GAME` in the module `game`, its looks `STYLE` in `style`, its cog is the
module `cog`, its words are `words/<language>.po`.
"""

from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Any

from bot.games.contract import Game

AnyGame = Game[Any, Any, Any, Any]

GROUP = "stammtisch.games"
"""The group of entry points under which installed games name their packages."""
LAST = 1_000
_GAMES: dict[str, AnyGame] = {}


def own() -> tuple[str, ...]:
    """The keys of the games in `bot.games`: by the `PLACE` of their packages, then by name."""
    folders = [folder for folder in files("bot.games").iterdir() if folder.joinpath("game.py").is_file()]
    return tuple(sorted((folder.name for folder in folders), key=lambda key: (_place(key), key)))


def installed() -> dict[str, str]:
    """The packages of games that were installed by themselves, by key."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _place(key: str) -> int:
    return getattr(import_module(f"bot.games.{key}"), "PLACE", LAST)


_WHERE = {key: f"bot.games.{key}.game:GAME" for key in own()} | {
    key: f"{package}.game:GAME" for key, package in installed().items()
}
"""Where the rules of each game are, in the order in which games are shown."""
_FOUND = frozenset(_WHERE)


def keys() -> tuple[str, ...]:
    """The keys of all games, in the order in which they are shown."""
    return tuple(_WHERE)


def game(key: str, version: int = 0) -> AnyGame:
    """The rules of one game, loaded when first asked for: the newest ones, or those of a version.

    `KeyError` if there is no such game. Refusals: rules_version {version} {newest}."""
    if key not in _GAMES:
        module, _, name = _WHERE[key].partition(":")
        _GAMES[key] = getattr(import_module(module), name)
    newest = _GAMES[key]
    return newest.of_version(version) if version else newest


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


def guests() -> tuple[str, ...]:
    """The keys of the games that were added by hand, which no other process finds."""
    return tuple(key for key in _WHERE if key not in _FOUND)
