"""What an analysis says of each decision, and of the whole game."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

VERSION = 5
"""Grows with every change after which games would be judged otherwise."""


class Mark(StrEnum):
    """How much a move has lost."""

    FINE = ""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Verdict(msgspec.Struct, frozen=True):
    """What is thought of one decision."""

    action: int
    """The place of the move among those that stand in the end: steps taken back, and what took them back, are
    left out and not counted. From 0."""
    seat: int
    played: dict[str, Any]
    """The move as JSON, as the log has it."""
    best: dict[str, Any]
    """The best move that was found; the one played where none is better."""
    chances: tuple[float, ...]
    """By seat what is expected after the move: before anything that it brings to light."""
    loss: float
    """The chance that its seat has lost: after the best move it would be so much greater."""
    mark: Mark
    forced: bool
    """There was no other legal move."""
    points: float = 0.0
    """What the best move is better by, as the one who judges counts: in 6 nimmt!, heads."""

    def to_json(self) -> bytes:
        """The verdict to be kept."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, data: bytes) -> Verdict:
        """What `to_json` has made."""
        return msgspec.json.decode(data, type=cls)


class Analysis(msgspec.Struct, frozen=True):
    """What is thought of a whole game."""

    version: int
    """`VERSION` of the code that judged."""
    start: tuple[float, ...]
    """By seat the chances before the first move."""
    verdicts: tuple[Verdict, ...]
    luck: tuple[float, ...]
    """By seat: the share of luck in all that has moved its chances; the rest was decided, by it or others."""
    adviser: str
    """The level that judged."""

    def to_json(self) -> bytes:
        """The analysis to be kept."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, data: bytes) -> Analysis:
        """What `to_json` has made."""
        return msgspec.json.decode(data, type=cls)
