"""The time limit of a computer's decision: whoever searches asks it between two steps."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic

Clock = Callable[[], float]
_UNTIL: ContextVar[tuple[float, Clock]] = ContextVar("until", default=(inf, monotonic))


@contextmanager
def limited(seconds: float, clock: Clock = monotonic) -> Generator[None]:
    """So much time to think; 0: as much as it takes."""
    token = _UNTIL.set((clock() + seconds if seconds else inf, clock))
    try:
        yield
    finally:
        _UNTIL.reset(token)


def out_of_time() -> bool:
    """Whether the best that was found so far has to do. Never where nobody set a limit, as where strength is
    measured: there the same luck gives the same move."""
    until, clock = _UNTIL.get()
    return clock() > until
