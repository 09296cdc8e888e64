"""The one form of every custom_id of the bot: s1:action:table:turn:rest, at most 100 characters."""

from __future__ import annotations

import re
from dataclasses import dataclass

PATTERN = re.compile(
    r"s1:(?P<action>[a-z][a-z0-9_.]{0,30}):(?P<table>\d{1,12}):(?P<turn>\d{1,9}):(?P<rest>[^\s]{0,60})"
)

LONGEST = 100
"""Characters of a custom_id, by Discord's limit."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a button, a select or a modal means."""

    action: str
    """`<topic>.<verb>`: "table.move", "nimmt.choose", "lobby.join"."""
    table: int = 0
    turn: int = 0
    rest: str = ""

    def __str__(self) -> str:
        text = f"s1:{self.action}:{self.table}:{self.turn}:{self.rest}"
        if len(text) > LONGEST or not PATTERN.fullmatch(text):
            raise ValueError(f"not a custom_id: {text!r}")
        return text

    @classmethod
    def parse(cls, text: str) -> CustomId | None:
        """The meaning of a custom_id, None if it is none of ours."""
        match = PATTERN.fullmatch(text)
        if match is None:
            return None
        return cls(match["action"], int(match["table"]), int(match["turn"]), match["rest"])


MOST = 2**63 - 1
"""The greatest number that the store takes; no id of Discord is greater."""


def number(text: str) -> int:
    """A number out of a control; 0, which stands for nothing in any menu of ours, for anything else."""
    found = int(text) if text.isdecimal() and len(text) <= len(str(MOST)) else 0
    return found if found <= MOST else 0
