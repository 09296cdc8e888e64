"""What a line of the log is about: the interaction that is being answered, and the table at work."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

log = logging.getLogger(__name__)


class About(NamedTuple):
    """Ids that go into every line of the log; 0 where there is none."""

    interaction: int = 0
    table: int = 0


_NOTHING = About()
_ABOUT: ContextVar[About] = ContextVar("about", default=_NOTHING)


def current() -> About:
    """What the work under way is about."""
    return _ABOUT.get()


@contextmanager
def about(*, interaction: int = 0, table: int = 0) -> Generator[None]:
    """What is logged meanwhile, also by tasks that begin here, is about these alone."""
    before = _ABOUT.set(About(interaction, table))
    try:
        yield
    finally:
        _ABOUT.reset(before)


def report(task: asyncio.Task[None]) -> None:
    """Logs what has ended a task that nobody awaits."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s has stopped", task.get_name(), exc_info=error)
