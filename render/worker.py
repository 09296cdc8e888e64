"""The process in which pictures are drawn. It knows rules, words and pictures, and gets one request after the
other over a pipe; it ends with the bot.

Whatever goes wrong here ends the process without a word on stderr: an error may hold a card.
"""

import os
import pickle
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb

import msgspec

from bot.games import registry
from bot.processes import MIB, READY, confine
from render.drawing import Picture, Piece

MEMORY = 512 * MIB
"""What a worker may take for itself; it needs about 380 MiB."""
LONGEST, LONGEST_CPU = 20, 8.0
"""Seconds for one picture: on the clock, and of a processor's time. It needs less than a tenth of one."""


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What came of a request: a picture has a name, other data has none."""

    data: bytes = b""
    name: str = ""
    alt: str = ""
    error: str = ""
    unknown: bool = False
    """The request names something that only the bot's own process knows."""


def packed(piece: Piece) -> bytes | None:
    """The request for a piece of work; None if it can't be told to another process, which knows no game that
    was added to this one by hand."""
    if registry.guests():
        return None
    with suppress(pickle.PicklingError, AttributeError, TypeError):
        return pickle.dumps(piece, pickle.HIGHEST_PROTOCOL)
    return None


def serve(connection: Connection) -> None:
    """Answers requests one after the other until nobody listens any more."""
    confine(MEMORY)
    with suppress(EOFError, OSError):
        connection.send_bytes(READY)
        while True:
            _attend(connection, connection.recv_bytes())


def _attend(connection: Connection, asked: bytes) -> None:
    # The kernel ends what takes too long, even where nobody is left to do so.
    signal.alarm(LONGEST)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_CPU)
    try:
        answer = _answer(asked)
    except MemoryError:
        os._exit(1)  # as if somebody had killed it: there may be room for it in a new process
    except Exception as error:
        *_, last = extract_tb(error.__traceback__)
        # Which error and where, and none of its words.
        told = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
        connection.send_bytes(msgspec.msgpack.encode(Answer(error=told)))
        raise SystemExit(1) from error
    connection.send_bytes(msgspec.msgpack.encode(answer))
    signal.alarm(0)
    signal.setitimer(signal.ITIMER_PROF, 0)


def _answer(asked: bytes) -> Answer:
    try:
        piece: Piece = pickle.loads(asked)
    except (ImportError, AttributeError):
        return Answer(unknown=True)
    found = piece()
    return Answer(found.data, found.name, found.alt) if isinstance(found, Picture) else Answer(found)
