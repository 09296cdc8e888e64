"""A pool of workers: each answers one question after the other, the most urgent first, and none that nobody
waits for any more."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Worker(Generic[Q, A]):
    """Answers one question after the other, where it is called. Its methods block."""

    def warm(self) -> None:
        """Gets ready for the first one."""

    @abstractmethod
    def do(self, question: Q) -> A:
        """The answer, or an error for whoever asked."""

    def close(self) -> None:
        """Breaks off what can be broken off, also from another thread; nothing new is begun."""

    def release(self) -> None:
        """Lets go of what is left, once nobody asks any more."""


@dataclass(slots=True, eq=False)
class Order(Generic[Q, A]):
    """A question that waits for its turn; whoever cancels `done` withdraws it."""

    question: Q
    done: asyncio.Future[A]
    since: float
    due: float = field(init=False)
    begun: bool = False


class Pool(Generic[Q, A]):
    """Gives questions to a few workers, one at a time; first to who had one last.

    Each worker has a thread while there is work: it takes the next question by itself, since the event loop,
    which has much else to do, would let it wait."""

    def __init__(
        self, name: str, workers: Sequence[Worker[Q, A]], now: Callable[[], float] = monotonic
    ) -> None:
        self._workers = tuple(workers)
        self._idle = list(reversed(self._workers))
        self._now = now
        self.threads = ThreadPoolExecutor(max_workers=len(self._workers), thread_name_prefix=name)
        self._queue: list[tuple[float, int, Order[Q, A]]] = []
        self._numbers = count()
        self._lock = Lock()
        """Held by whoever looks at the queue, the idle workers or what has begun."""
        self._closed = False

    def submit(self, question: Q, patience: float) -> Order[Q, A]:
        """An order whose `done` will hold the answer; cancelled at once where the pool is closed. Whoever has
        less patience, in seconds, comes first, but not before those whose patience is over."""
        order = Order[Q, A](question, asyncio.get_running_loop().create_future(), self._now())
        if self._closed:
            order.done.cancel()
            return order
        with self._lock:
            self._enqueue(order, patience)
            worker = self._idle.pop() if self._idle else None
        if worker is not None:
            self.in_thread(partial(self._work, worker))
        return order

    def hasten(self, order: Order[Q, A], patience: float) -> None:
        """Somebody more urgent waits for it, too."""
        with self._lock:
            if not order.begun and order.since + patience < order.due:
                self._enqueue(order, patience)

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        with self._lock:
            return len({id(order) for _, _, order in self._queue if not (order.begun or order.done.done())})

    async def warm(self) -> None:
        """Gets the first worker ready."""
        if not self._closed:
            await self.in_thread(self._workers[0].warm)

    def in_thread(self, work: Callable[[], None]) -> asyncio.Future[None]:
        """Works in a thread, in a context of its own: processes need the real clock, also where a simulation
        has another one."""
        return asyncio.get_running_loop().run_in_executor(self.threads, Context().run, work)

    async def close(self) -> None:
        """Drops what waits and breaks off what is under way; in a thread of the bot it is finished first. The
        event loop goes on meanwhile: a worker that is only just starting may take its time to end."""
        self._closed = True
        with self._lock:
            for _, _, order in self._queue:
                order.done.cancel()
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self.threads.shutdown(wait=True, cancel_futures=True)
        for worker in self._workers:
            worker.release()

    def _enqueue(self, order: Order[Q, A], patience: float) -> None:
        order.due = order.since + patience
        heappush(self._queue, (order.due, next(self._numbers), order))

    def _work(self, worker: Worker[Q, A]) -> None:
        while (order := self._next(worker)) is not None:
            try:
                settle = partial(order.done.set_result, worker.do(order.question))
            except BaseException as error:  # noqa: BLE001 - it is for whoever asked
                settle = partial(order.done.set_exception, error)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                order.done.get_loop().call_soon_threadsafe(self._finish, order, settle)

    def _next(self, worker: Worker[Q, A]) -> Order[Q, A] | None:
        """What is due first; None where nothing is left, and the worker is idle from now on."""
        with self._lock:
            while self._queue:
                _, _, order = heappop(self._queue)
                if not order.begun and not order.done.done():
                    order.begun = True
                    return order
            self._idle.append(worker)
            return None

    def _finish(self, order: Order[Q, A], settle: Callable[[], None]) -> None:
        if self._closed:
            order.done.cancel()
        if not order.done.done():
            settle()
