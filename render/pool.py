"""Who draws, a thread of the bot or a process that is replaced when it is lost; and who comes first."""

import os
import sys
from contextlib import suppress
from enum import Enum
from typing import ClassVar

import msgspec

from bot.processes import MIB, WorkerProcess, cores, memory
from bot.worker_pool import Worker
from render.drawing import Picture, Piece
from render.worker import LONGEST, Answer, packed, serve

AUTO, THREAD = "auto", "thread"
LITTLE = 1024 * MIB
"""With less memory a thread draws: processes need up to 500 MiB."""
ATTEMPTS = 2
"""A worker that is lost is replaced once for the same picture."""
_ANSWER = msgspec.msgpack.Decoder(Answer)


class DrawingError(Exception):
    """A picture could not be drawn; says why, and never what it shows."""


def processes(wanted: str) -> int:
    """How many processes may draw, by the setting; 0: a thread does."""
    if wanted == THREAD or not (hasattr(os, "fork") and sys.platform == "linux"):
        return 0
    if wanted != AUTO:
        return int(wanted)
    return 0 if cores() < 2 or memory() < LITTLE else cores() - 1


class InThread(Worker[Piece, Picture | bytes]):
    """Draws where it is called."""

    def do(self, question: Piece) -> Picture | bytes:
        """What comes of a piece of work; its own errors, or `DrawingError`."""
        return question()


class InProcess(WorkerProcess, Worker[Piece, Picture | bytes]):
    """Has a worker process draw."""

    preload: ClassVar = ["render.preload"]

    def __init__(self, *, longest: float = LONGEST) -> None:
        super().__init__("drawing", serve, longest, DrawingError)

    def warm(self) -> None:
        """Starts the process, if it can be started now."""
        with suppress(DrawingError, EOFError, OSError):
            self.running()

    def do(self, question: Piece) -> Picture | bytes:
        """What came of it in the worker. What can't be told to another process is done here."""
        asked = packed(question)
        answer = Answer(unknown=True) if asked is None else self._answer(asked)
        if answer.unknown:
            return question()
        if answer.error:
            self.release()
            raise DrawingError(answer.error)
        return Picture(answer.name, answer.data, answer.alt) if answer.name else answer.data

    def _answer(self, asked: bytes) -> Answer:
        for _ in range(ATTEMPTS):
            with suppress(EOFError, OSError):
                return _ANSWER.decode(self.ask(asked))
        raise DrawingError(f"{ATTEMPTS} workers were lost over one picture")


class Priority(float, Enum):
    """Who waits for a picture, the most urgent first: by the seconds after which nobody comes first any more,
    so that nothing waits for ever."""

    PRESS = 0.0
    """A person who has just pressed something."""
    BOARD = 0.3
    """A channel whose board is posted or refreshed."""
    FILM = 60.0
    """A replay, or nobody in particular."""
