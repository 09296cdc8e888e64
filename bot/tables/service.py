"""The only writer: takes the table's lock, asks the rules, commits, leaves notices to be delivered."""

from __future__ import annotations

from bot.tables.audit import AuditRoom
from bot.tables.diary import DiaryRoom
from bot.tables.export import ExportRoom
from bot.tables.forgetting import ForgettingRoom
from bot.tables.hints import HintRoom
from bot.tables.matchmaking import MatchmakingRoom
from bot.tables.outbox import Outbox
from bot.tables.pausing import PauseRoom
from bot.tables.results import ResultsRoom
from bot.tables.spectators import SpectatorRoom
from bot.tables.statistics import StatisticsRoom
from bot.tables.threads import ThreadRoom
from bot.tables.unread import UnreadRoom


class TableService(
    ForgettingRoom,
    HintRoom,
    PauseRoom,
    ThreadRoom,
    UnreadRoom,
    SpectatorRoom,
    ExportRoom,
    ResultsRoom,
    StatisticsRoom,
    DiaryRoom,
    MatchmakingRoom,
    AuditRoom,
    Outbox,
):
    """Everything that happens to a table goes through here.

    Each method that changes something takes `key`, the id of the interaction: a repeated delivery
    changes nothing and answers like the first. A `Refusal` means that nothing was changed.
    """
