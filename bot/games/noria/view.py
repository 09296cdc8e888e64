"""What a seat of Noria may know: everything but the islands still face down (section 12)."""

from __future__ import annotations

from bot.games.contract import Seat, View
from bot.games.noria.moves import NoriaEvent, NoriaOptions
from bot.games.noria.table import Bot, Island, Phase, Pile, Player, Seats, Turn


class NoriaView(View, frozen=True, kw_only=True):
    """The table as everybody sees it. The functions of `panel`, `legal` and `costs` take it as it is."""

    options: NoriaOptions
    seats: int
    phase: Phase
    round: int
    """From 1; 0 while the start is being chosen."""
    rounds: int
    space: int
    """The highest uncovered space of the round track: what costs follow from."""
    turn: int
    active: Seat
    start_player: Seat
    market: tuple[Pile, ...]
    """E, M, O, then by price."""
    islands: tuple[Island, ...]
    """The ones face up, in the order of turning up; in the solo mode the circle, clockwise."""
    face_down: int
    """How many islands can still be turned up."""
    chambers: tuple[Seats, ...]
    """As `box.CHAMBERS`."""
    players: tuple[Player, ...]
    bot: Bot | None
    """Only in the solo mode."""
    current: Turn
    scores: tuple[int, ...]
    """Of each seat, as if the game ended now."""
    bot_score: int | None
    setup: str
    """The start position in its notation, once it is complete; only in the solo mode."""
    news: tuple[NoriaEvent, ...]
    """What has happened in the present turn so far."""
    before: tuple[NoriaEvent, ...]
    """What happened in the turn before, whole; in the solo mode with the bot's turn."""
