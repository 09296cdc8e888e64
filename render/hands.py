"""Who draws for the render pool: a thread of the bot, or a process that is replaced when it is lost."""

from __future__ import annotations

import os
import socket
import struct
import sys
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from multiprocessing.util import Finalize
from threading import Lock

import msgspec

from bot.processes import MIB, cores, memory
from render.drawing import Picture, Piece
from render.worker import LONGEST, READY, Answer, packed, serve

AUTO, THREAD = "auto", "thread"
LITTLE = 1024 * MIB
"""With less memory a thread draws: processes need up to 500 MiB."""
START = 60.0
"""Seconds for a process to come up, also on a machine that has much else to do."""
ATTEMPTS = 2
"""A worker that is lost is replaced once for the same picture."""
_STARTING = Lock()


class DrawingError(Exception):
    """A picture could not be drawn; says why, and never what it shows."""


class WorkerLostError(DrawingError):
    """The process ended before it answered."""


def processes(wanted: str) -> int:
    """How many processes may draw, by the setting; 0: a thread does."""
    if wanted == THREAD or not (hasattr(os, "fork") and sys.platform == "linux"):
        return 0
    if wanted != AUTO:
        return int(wanted)
    return 0 if cores() < 2 or memory() < LITTLE else cores() - 1


class Hand:
    """Does one piece of work after the other, where it is called. Its methods block."""

    def warm(self) -> None:
        """Gets ready for the first one."""

    def do(self, piece: Piece) -> Picture | bytes:
        """What comes of a piece of work; its own errors, or `DrawingError`."""
        return piece()

    def close(self) -> None:
        """Breaks off what can be broken off, also from another thread; nothing new is begun."""

    def release(self) -> None:
        """Lets go of what is left, once nobody asks any more."""


class InProcess(Hand):
    """Has a worker process draw, which is started when it is needed."""

    def __init__(self, *, longest: float = LONGEST) -> None:
        self._longest = longest
        self._process: ForkServerProcess | None = None
        self._connection: Connection | None = None
        self._at_exit: Finalize | None = None
        self._closed = False
        self._lock = Lock()
        """Held by whoever ends the process: the thread that uses it, or the one that closes."""

    @property
    def pid(self) -> int | None:
        """The process that draws, None before the first picture."""
        return None if self._process is None else self._process.pid

    def warm(self) -> None:
        """Starts the process, if it can be started now."""
        with suppress(DrawingError, EOFError, OSError):
            self._running()

    def do(self, piece: Piece) -> Picture | bytes:
        """What came of it in the worker. What can't be told to another process is done here."""
        asked = packed(piece)
        if asked is None:
            return piece()
        answer = self._answer(asked)
        if answer.unknown:
            return piece()
        if answer.error:
            self._stop()
            raise DrawingError(answer.error)
        return Picture(answer.name, answer.data, answer.alt) if answer.name else answer.data

    def close(self) -> None:
        """Ends the worker, also in the middle of a picture; no new one is started."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def release(self) -> None:
        """Lets go of what is left of the worker."""
        self._stop()
        if self._at_exit is not None:
            self._at_exit.cancel()
            self._at_exit = None

    def _answer(self, asked: bytes) -> Answer:
        for _ in range(ATTEMPTS):
            try:
                connection = self._running()
                connection.send_bytes(asked)
                if connection.poll(self._longest):
                    return msgspec.msgpack.decode(connection.recv_bytes(), type=Answer)
                self._stop()
            except (EOFError, OSError):
                self._stop()
        raise WorkerLostError(f"{ATTEMPTS} workers were lost over one picture")

    def _running(self) -> Connection:
        if self._process is None or self._connection is None or not self._process.is_alive():
            self._stop()
            return self._start()
        return self._connection

    def _start(self) -> Connection:
        if self._closed:
            raise DrawingError("the bot is stopping")
        context = get_context("forkserver")
        context.set_forkserver_preload(["render.preload"])
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="drawing", daemon=True)
        with theirs, _STARTING:
            process.start()
        self._process, self._connection = process, ours
        if self._at_exit is None:
            # At an exit without `close` a worker that is drawing would be waited for, or replaced.
            self._at_exit = Finalize(None, self.close, exitpriority=0)
        _never_wait_to_send(ours, self._longest)
        if self._closed or not ours.poll(START) or ours.recv_bytes() != READY:
            process.kill()
        return ours

    def _stop(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process.close()
                self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _never_wait_to_send(connection: Connection, seconds: float) -> None:
    """A worker that reads no more gets so much time; then sending ends in an `OSError`."""
    with socket.socket(fileno=os.dup(connection.fileno())) as pipe:
        pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", int(seconds), 0))
