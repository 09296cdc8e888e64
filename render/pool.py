"""Who draws, a thread of the bot or a process that is replaced when it is lost; and in which order: what a
person waits for first, and nothing that nobody waits for."""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from time import monotonic
from typing import ClassVar

import msgspec

from bot.processes import MIB, WorkerProcess, cores, memory
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


class InProcess(WorkerProcess, Hand):
    """Has a worker process draw."""

    preload: ClassVar = ["render.preload"]

    def __init__(self, *, longest: float = LONGEST) -> None:
        super().__init__("drawing", serve, longest, DrawingError)

    def warm(self) -> None:
        """Starts the process, if it can be started now."""
        with suppress(DrawingError, EOFError, OSError):
            self.running()

    def do(self, piece: Piece) -> Picture | bytes:
        """What came of it in the worker. What can't be told to another process is done here."""
        asked = packed(piece)
        answer = Answer(unknown=True) if asked is None else self._answer(asked)
        if answer.unknown:
            return piece()
        if answer.error:
            self.release()
            raise DrawingError(answer.error)
        return Picture(answer.name, answer.data, answer.alt) if answer.name else answer.data

    def _answer(self, asked: bytes) -> Answer:
        for _ in range(ATTEMPTS):
            with suppress(EOFError, OSError):
                return _ANSWER.decode(self.ask(asked))
        raise DrawingError(f"{ATTEMPTS} workers were lost over one picture")


class Priority(IntEnum):
    """Who waits for a picture, the most urgent first."""

    PRESS = 0
    """A person who has just pressed something."""
    BOARD = 1
    """A channel whose board is posted or refreshed."""
    FILM = 2
    """A replay, or nobody in particular."""


_HEAD_START = {Priority.PRESS: 0.0, Priority.BOARD: 0.3, Priority.FILM: 60.0}
"""Seconds after which not even the most urgent work comes first any more: nothing waits for ever."""


@dataclass(slots=True, eq=False)
class Order:
    """A piece of work that waits for its turn; whoever cancels `done` withdraws it."""

    piece: Piece
    done: asyncio.Future[Picture | bytes]
    since: float
    due: float = field(init=False)
    begun: bool = False


class Pool:
    """Gives pieces of work to a few hands, one at a time; first to who had one last.

    Each hand has a thread while there is work: it takes the next piece by itself, since the event loop, which
    has much else to do, would let it wait."""

    def __init__(self, hands: Sequence[Hand], now: Callable[[], float] = monotonic) -> None:
        self._hands = tuple(hands)
        self._idle = list(reversed(self._hands))
        self._now = now
        self._threads = ThreadPoolExecutor(max_workers=len(self._hands), thread_name_prefix="render")
        self._queue: list[tuple[float, int, Order]] = []
        self._numbers = count()
        self._lock = Lock()
        """Held by whoever looks at the queue, the idle hands or what has begun."""
        self._closed = False

    def submit(self, piece: Piece, priority: Priority) -> Order:
        """An order whose `done` will hold what comes of it; cancelled at once where the pool is closed."""
        order = Order(piece, asyncio.get_running_loop().create_future(), self._now())
        if self._closed:
            order.done.cancel()
            return order
        with self._lock:
            self._enqueue(order, priority)
            hand = self._idle.pop() if self._idle else None
        if hand is not None:
            self._in_thread(partial(self._work, hand))
        return order

    def hasten(self, order: Order, priority: Priority) -> None:
        """Somebody more urgent waits for it, too."""
        with self._lock:
            if not order.begun and order.since + _HEAD_START[priority] < order.due:
                self._enqueue(order, priority)

    async def warm(self) -> None:
        """Gets the first hand ready."""
        if not self._closed:
            await self._in_thread(self._hands[0].warm)

    def close(self) -> None:
        """Drops what waits and breaks off what is under way; in a thread of the bot it is finished first."""
        self._closed = True
        with self._lock:
            for _, _, order in self._queue:
                order.done.cancel()
        for hand in self._hands:
            hand.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for hand in self._hands:
            hand.release()

    def _enqueue(self, order: Order, priority: Priority) -> None:
        order.due = order.since + _HEAD_START[priority]
        heappush(self._queue, (order.due, next(self._numbers), order))

    def _in_thread(self, work: Callable[[], None]) -> asyncio.Future[None]:
        # In a context of its own: processes need the real clock, also where a simulation has another one.
        return asyncio.get_running_loop().run_in_executor(self._threads, Context().run, work)

    def _work(self, hand: Hand) -> None:
        while (order := self._next(hand)) is not None:
            found: Picture | bytes | BaseException
            try:
                found = hand.do(order.piece)
            except BaseException as error:  # noqa: BLE001 - it is for whoever asked
                found = error
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                order.done.get_loop().call_soon_threadsafe(self._finish, order, found)

    def _next(self, hand: Hand) -> Order | None:
        """What is due first; None where nothing is left, and the hand is idle from now on."""
        with self._lock:
            while self._queue:
                _, _, order = heappop(self._queue)
                if not order.begun and not order.done.done():
                    order.begun = True
                    return order
            self._idle.append(hand)
            return None

    def _finish(self, order: Order, found: Picture | bytes | BaseException) -> None:
        if self._closed:
            order.done.cancel()
        if order.done.done():
            return
        if isinstance(found, BaseException):
            order.done.set_exception(found)
        else:
            order.done.set_result(found)
