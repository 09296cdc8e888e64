"""The log: lines on stderr that never hold a token, a hand, a card or a secret.

The libraries' own loggers stay at `warning`: at `debug` they print whole payloads, and with them what a
player chose. Our rooms log what was done, never what was chosen.
"""

import logging
import re
import sys

from bot.config import Settings

ROOMS = ("bot", "cogs", "render")
FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
CALLBACKS = re.compile(r"(?P<route>/(?:webhooks|interactions)/\d+/)[^/\s\"'?]+")
"""Addresses of answers to interactions: their last part is a token that is valid for 15 minutes."""


class Discreet(logging.Formatter):
    """Takes the bot's token and the tokens of interactions out of whatever is to be logged."""

    def __init__(self, token: str | None) -> None:
        super().__init__(FORMAT)
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The finished line, traceback included, without tokens."""
        text = super().format(record)
        if self._token:
            text = text.replace(self._token, "[token]")
        return CALLBACKS.sub(r"\g<route>[token]", text)


def start(settings: Settings) -> None:
    """Sends the log to stderr as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(settings.token))
    handler.addFilter(_may_speak)
    level = logging.getLevelNamesMapping()[settings.log.upper()]
    logging.basicConfig(handlers=[handler], level=max(level, logging.WARNING), force=True)
    for room in ROOMS:
        logging.getLogger(room).setLevel(level)


def _may_speak(record: logging.LogRecord) -> bool:
    """Whatever level somebody gives a library's logger: below a warning only our rooms are heard."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in ROOMS
