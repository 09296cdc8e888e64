"""The log: lines on stderr that never hold a token, a hand, a card or a secret.

The libraries' own loggers stay at `warning`: at `debug` they print whole payloads, and with them what a
player chose. Our rooms log what was done, never what was chosen.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime

from bot.config import Settings
from bot.log_context import current

ROOMS = ("bot", "cogs", "render")
FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
CALLBACKS = re.compile(r"(?P<route>/(?:webhooks|interactions)/\d+/)[^/\s\"'?]+")
"""Addresses of answers to interactions: their last part is a token that is valid for 15 minutes."""


class Text(logging.Formatter):
    """Lines for people, with the bot's secrets and the tokens of interactions taken out."""

    def __init__(self, *secrets: str | None) -> None:
        super().__init__(FORMAT)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """The finished line, traceback included, without tokens."""
        return self.discreet(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The first line, with what it is about."""
        about = ", ".join(f"{name} {number}" for name, number in current()._asdict().items() if number)
        return super().formatMessage(record) + (f" ({about})" if about else "")

    def discreet(self, text: str) -> str:
        """The text without tokens."""
        for secret in self._secrets:
            text = text.replace(secret, "[token]")
        return CALLBACKS.sub(r"\g<route>[token]", text)


class Json(Text):
    """An object a line, for programs; ids are texts, since they are larger than many programs can count."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line, without tokens."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.discreet(record.getMessage()),
        }
        line |= {name: str(number) for name, number in current()._asdict().items() if number}
        if record.exc_info:
            line["traceback"] = self.discreet(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


FORMATS = {"text": Text, "json": Json}


def start(settings: Settings) -> None:
    """Sends the log to stderr as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATS[settings.log_format](settings.token, settings.errors_dsn))
    handler.addFilter(_may_speak)
    level = logging.getLevelNamesMapping()[settings.log.upper()]
    logging.basicConfig(handlers=[handler], level=max(level, logging.WARNING), force=True)
    for room in ROOMS:
        logging.getLogger(room).setLevel(level)


def _may_speak(record: logging.LogRecord) -> bool:
    """Whatever level somebody gives a library's logger: below a warning only our rooms are heard."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in ROOMS
