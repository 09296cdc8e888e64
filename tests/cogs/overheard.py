"""What reaches one person of all that the bot sends, and what its log says, for the tests of secrecy."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from simulated import World
from troubled import Request

from bot import logs
from bot.config import Settings


@dataclass(frozen=True)
class Seen:
    """What reached one person: the requests of the bot that they could see the results of, and the log."""

    requests: list[Request]
    log: str


@contextmanager
def log_of(settings: Settings) -> Iterator[io.StringIO]:
    """What the bot's log says at `debug`, set up as the bot does it."""
    root, rooms = logging.getLogger(), [logging.getLogger(name) for name in logs.ROOMS]
    before = (root.handlers[:], root.level, [room.level for room in rooms])
    written = io.StringIO()
    with patch.object(sys, "stderr", written):
        logs.start(settings)
    try:
        yield written
    finally:
        root.handlers[:], root.level = before[0], before[1]
        for room, level in zip(rooms, before[2], strict=True):
            room.setLevel(level)


def is_seen(world: World, request: Request, user: int) -> bool:
    """Whether the person can see what a request brings about."""
    backend = world.env.backend
    match request.path.split("/")[1:]:
        case ["channels", channel, *_]:
            return int(channel) in (world.channel.id, backend.dm_channels.get(user))
        case ["interactions", _, token, *_] | ["webhooks", _, token, *_]:
            interaction = backend.interactions[backend.interaction_tokens[token]]
            changed = interaction.message_id or interaction.source_message_id
            return interaction.user_id == user or changed in {post.id for post in world.public()}
        case _:
            return False


def written_by(log: io.StringIO) -> str:
    """The log without its times, which are those of the real clock."""
    lines = [line[23:] if line[:2] == "20" else line for line in log.getvalue().splitlines()]
    return "\n".join(lines)
