"""The time limit of a computer's decision: whoever searches asks it between two steps."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic, thread_time

_UNTIL = ContextVar("until", default=inf)
_CLOCK: ContextVar[Callable[[], float]] = ContextVar("clock", default=monotonic)


def count_work() -> None:
    """From now on only time counts here in which this thread works: others may keep it waiting."""
    _CLOCK.set(thread_time)


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """So much time to think; 0: as much as it takes."""
    token = _UNTIL.set(_CLOCK.get()() + seconds if seconds else inf)
    try:
        yield
    finally:
        _UNTIL.reset(token)


def out_of_time() -> bool:
    """Whether the best that was found so far has to do. Never where nobody set a limit, as where strength is
    measured: there the same luck gives the same move."""
    return _CLOCK.get()() > _UNTIL.get()
