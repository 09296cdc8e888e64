"""Where statistics are asked for, and which game is meant."""

from __future__ import annotations

from bot.games.contract import Refusal
from cogs.kit import shelf
from cogs.kit.people import server_of
from cogs.kit.router import Call


def server(call: Call) -> int:
    """The server whose games are counted. Refusal: statistics_in_server."""
    return server_of(call, "statistics_in_server")


def known(named: str) -> str:
    """The key of the game that is meant. Refusal: no_such_game."""
    key = shelf.find(named)
    if key is None:
        raise Refusal("no_such_game")
    return key
