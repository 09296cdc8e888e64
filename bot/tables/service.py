"""The only writer: takes the table's lock, asks the rules, commits, leaves notices to be delivered."""

from __future__ import annotations

from bot.tables.audit import AuditRoom
from bot.tables.diary import DiaryRoom
from bot.tables.export import ExportRoom
from bot.tables.forgetting import ForgettingRoom
from bot.tables.gathering import GatheringRoom
from bot.tables.hints import HintRoom
from bot.tables.looking import LookingRoom
from bot.tables.outbox import Outbox
from bot.tables.pausing import PauseRoom
from bot.tables.places import PlacesRoom
from bot.tables.results import ResultsRoom
from bot.tables.statistics import StatisticsRoom
from bot.tables.watching import WatchingRoom


class TableService(
    ForgettingRoom,
    HintRoom,
    PauseRoom,
    PlacesRoom,
    LookingRoom,
    WatchingRoom,
    ExportRoom,
    ResultsRoom,
    StatisticsRoom,
    DiaryRoom,
    GatheringRoom,
    AuditRoom,
    Outbox,
):
    """Everything that happens to a table goes through here.

    Each method that changes something takes `key`, the id of the interaction: a repeated delivery
    changes nothing and answers like the first. A `Refusal` means that nothing was changed.
    """
