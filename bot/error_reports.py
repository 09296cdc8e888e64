"""Reports of errors to a service that speaks Sentry's protocol, where the settings name one.

A report is put together from what can be no secret: the kinds of the errors and the places in the code, the
text of our own log line without what was filled in, the ids that the line is about. What an error says, what
variables hold, and names, cards, tokens and controls with them, never enter it.
"""

import logging
import traceback
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sentry_sdk import Client
from sentry_sdk.transport import Transport
from sentry_sdk.types import Event

from bot import __version__
from bot.log_context import current
from bot.logs import ROOMS

PARTING = 2.0
"""Seconds that the last reports have when the bot stops."""


class ErrorReports(logging.Handler):
    """Sends a report for each line of the log that tells of an error."""

    def __init__(self, dsn: str, transport: type[Transport] | None = None) -> None:
        super().__init__(logging.ERROR)
        self._client = Client(
            dsn=dsn,
            transport=transport,
            release=f"stammtisch@{__version__}",
            server_name="",
            default_integrations=False,
            auto_enabling_integrations=False,
            send_client_reports=False,
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Sends it in the background. Trouble with it stops nobody; the library does not log it either."""
        with suppress(Exception):
            self._client.capture_event(report(record))

    def close(self) -> None:
        """Waits a moment for what is under way."""
        self._client.close(timeout=PARTING)
        super().close()


def report(record: logging.LogRecord) -> Event:
    """What may be told of a line of the log."""
    ours = record.name.partition(".")[0] in ROOMS
    event: Event = {
        "level": "error",
        "logger": record.name,
        "tags": {name: str(number) for name, number in current()._asdict().items() if number},
    }
    if ours and isinstance(record.msg, str):
        event["logentry"] = {"message": record.msg}
    if (error := _error(record)) is not None:
        event["exception"] = {"values": [*map(_described, _chain(error))][::-1]}
    return event


def _error(record: logging.LogRecord) -> BaseException | None:
    """The error that a line tells of: with its traceback, or by what it says."""
    if record.exc_info and record.exc_info[1] is not None:
        return record.exc_info[1]
    filled_in = record.args if isinstance(record.args, tuple) else ()
    return next((each for each in filled_in if isinstance(each, BaseException)), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, then what has led to it."""
    known = set[int]()
    while error is not None and id(error) not in known:
        known.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _described(error: BaseException) -> dict[str, Any]:
    kind = type(error)
    frames = [
        {
            "module": frame.f_globals.get("__name__", ""),
            "filename": frame.f_globals.get("__name__", "").replace(".", "/") + ".py",
            "function": frame.f_code.co_qualname,
            "lineno": line,
        }
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    return {"type": kind.__qualname__, "module": kind.__module__, "stacktrace": {"frames": frames}}
