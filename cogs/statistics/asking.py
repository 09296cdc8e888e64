"""Where statistics are asked for, and which game is meant."""

from __future__ import annotations

from bot.discord import catalog
from bot.discord.people import server_of
from bot.discord.router import Call
from bot.games.contract import Refusal


def server(call: Call) -> int:
    """The server whose games are counted. Refusal: statistics_in_server."""
    return server_of(call, "statistics_in_server")


def known(named: str) -> str:
    """The key of the game that is meant. Refusal: no_such_game."""
    key = catalog.find(named)
    if key is None:
        raise Refusal("no_such_game")
    return key
