"""The only writer: takes the table's lock, asks the rules, commits, leaves notices to be delivered."""

from __future__ import annotations

from bot.tables.hints import HintRoom
from bot.tables.outbox import Outbox
from bot.tables.reading import ReadingRoom
from bot.tables.undo import UndoRoom


class TableService(UndoRoom, HintRoom, ReadingRoom, Outbox):
    """Everything that happens to a table goes through here.

    Each method that changes something takes `key`, the id of the interaction: a repeated delivery
    changes nothing and answers like the first. A `Refusal` means that nothing was changed.
    """
