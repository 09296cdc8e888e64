"""One worker process and what may happen to it: it is started when needed, and again when it was lost."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import msgspec

from bot.opponents.worker import READY, Job, Judged, Thought, serve

BUDGET = 5.0
"""Seconds for one decision; the levels need less than one."""
START = 60.0
"""Seconds for the process to come up, also on a machine that has much else to do."""
ATTEMPTS = 2
"""A worker that somebody killed is replaced once for the same decision."""


class ThinkingError(Exception):
    """No move came of it; says why, and never what was thought about."""


class WorkerLostError(ThinkingError):
    """The process ended before it answered."""


class Brain:
    """Asks the worker. Its methods block: one thread thinks and judges; `close` may come from another."""

    def __init__(self, *, budget: float = BUDGET) -> None:
        self._budget = budget
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process that thinks, None before the first thought."""
        return None if self._process is None else self._process.pid

    def think(self, job: Job) -> bytes:
        """The move as JSON. `ThinkingError` if the worker fails, is lost twice or takes too long."""
        return bytes(self._thought(job).move)

    def judge(self, job: Job) -> tuple[Judged, ...]:
        """As many moves as the job wants, the best one first. `ThinkingError` as for `think`."""
        return self._thought(job).best

    def close(self) -> None:
        """Ends the worker, also in the middle of a thought; no new one is started."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    def release(self) -> None:
        """Lets go of what is left of the worker, once nobody thinks any more."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _thought(self, job: Job) -> Thought:
        told = msgspec.json.encode(job)
        for _ in range(ATTEMPTS - 1):
            try:
                return self._ask(told)
            except WorkerLostError:
                self.release()
        return self._ask(told)

    def _ask(self, told: bytes) -> Thought:
        try:
            connection = self._running()
            connection.send_bytes(told)
            answered = connection.poll(self._budget)
            thought = msgspec.json.decode(connection.recv_bytes(), type=Thought) if answered else None
        except (EOFError, OSError) as error:
            raise WorkerLostError("the worker was lost") from error
        if thought is None:
            self.release()
            raise ThinkingError(f"no move within {self._budget} s")
        if thought.error:
            self.release()
            raise ThinkingError(thought.error)
        return thought

    def _running(self) -> Connection:
        if self._process is None or self._connection is None or not self._process.is_alive():
            self.release()
            return self._start()
        return self._connection

    def _start(self) -> Connection:
        if self._closed:
            raise ThinkingError("the bot is stopping")
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="opponents", daemon=True)
        process.start()
        theirs.close()
        self._process, self._connection = process, ours
        if self._closed or not ours.poll(START) or ours.recv_bytes() != READY:
            process.kill()
        return ours
