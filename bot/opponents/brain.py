"""The worker process of the computer players, as the runner asks it."""

from __future__ import annotations

import msgspec

from bot.opponents.worker import Job, Judged, Thought, serve
from bot.processes import WorkerProcess

BUDGET = 5.0
"""Seconds for one decision; the levels need less than one."""
ATTEMPTS = 2
"""A worker that somebody killed is replaced once for the same decision."""


class ThinkingError(Exception):
    """No move came of it; says why, and never what was thought about."""


_THOUGHT = msgspec.json.Decoder(Thought)


class Brain(WorkerProcess):
    """Asks the worker."""

    def __init__(self, *, budget: float = BUDGET) -> None:
        super().__init__("opponents", serve, budget, ThinkingError)

    def think(self, job: Job) -> bytes:
        """The move as JSON. `ThinkingError` if the worker fails, is lost twice or takes too long."""
        return bytes(self._thought(job).move)

    def judge(self, job: Job) -> tuple[Judged, ...]:
        """As many moves as the job wants, the best one first. `ThinkingError` as for `think`."""
        return self._thought(job).best

    def _thought(self, job: Job) -> Thought:
        told = msgspec.json.encode(job)
        for _ in range(ATTEMPTS):
            try:
                thought = _THOUGHT.decode(self.ask(told))
            except TimeoutError:
                raise ThinkingError(f"no move within {self._seconds} s") from None
            except (EOFError, OSError):
                continue
            if thought.error:
                self.release()
                raise ThinkingError(thought.error)
            return thought
        raise ThinkingError("the worker was lost")
