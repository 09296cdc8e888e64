"""Messages sent outside an interaction, and what may go wrong with them as one small family of answers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

import aiohttp
import discord

from cogs.kit.layout import Parcel

LOOK_BACK = 100
"""How many of a channel's newest messages are read to find one of ours again."""


class Trouble(StrEnum):
    """Why a message could not be sent or edited."""

    MESSAGE_GONE = "message_gone"
    CHANNEL_GONE = "channel_gone"
    BARRED = "barred"
    """We may not write, or not even look, there."""
    DM_CLOSED = "dm_closed"
    BUSY = "busy"
    """Too many requests, Discord has trouble, or the network has: it may work in a moment."""
    REFUSED = "refused"
    """Discord does not take this message at all: our mistake."""


_CODES = {
    10003: Trouble.CHANNEL_GONE,
    10004: Trouble.CHANNEL_GONE,
    10008: Trouble.MESSAGE_GONE,
    10013: Trouble.DM_CLOSED,
    30046: Trouble.BUSY,
    50001: Trouble.BARRED,
    50007: Trouble.DM_CLOSED,
    50013: Trouble.BARRED,
    50083: Trouble.MESSAGE_GONE,  # its thread is archived: a new post opens it again
    50278: Trouble.DM_CLOSED,
}
_STATUSES = {401: Trouble.BUSY, 403: Trouble.BARRED, 404: Trouble.CHANNEL_GONE, 429: Trouble.BUSY}


class Undelivered(Exception):  # noqa: N818 - an outcome that the courier deals with, not a failure
    """A message did not go out. Its text names Discord's codes and never the message."""

    def __init__(self, trouble: Trouble, detail: str, *, after: float = 0.0) -> None:
        super().__init__(f"{trouble} ({detail})")
        self.trouble = trouble
        self.after = after
        """Seconds that Discord asks us to wait."""


@contextmanager
def outcomes() -> Generator[None]:
    """Turns everything that Discord and the network may answer into `Undelivered`."""
    try:
        yield
    except discord.RateLimited as error:
        raise Undelivered(Trouble.BUSY, "rate limit", after=error.retry_after) from error
    except discord.HTTPException as error:
        raise Undelivered(_trouble(error), f"{error.status}/{error.code}") from error
    except (aiohttp.ClientError, OSError) as error:
        raise Undelivered(Trouble.BUSY, type(error).__name__) from error


def _trouble(error: discord.HTTPException) -> Trouble:
    if error.code in _CODES:
        return _CODES[error.code]
    if error.status >= 500:
        return Trouble.BUSY
    return _STATUSES.get(error.status, Trouble.REFUSED)


class Mail:
    """Sends and edits parcels by the ids of channels and messages alone."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, parcel: Parcel, *, nonce: str, silent: bool) -> int:
        """The id of the new message. A quick repetition with the same nonce makes no second one."""
        with outcomes():
            message = await self._client.get_partial_messageable(channel).send(
                view=parcel.view(),
                files=parcel.files(),
                allowed_mentions=parcel.mentions,
                silent=silent,
                nonce=nonce,
            )
        return message.id

    async def edit(self, channel: int, message: int, parcel: Parcel) -> None:
        """Replaces a message, pictures too, without pinging."""
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        with outcomes():
            await partial.edit(
                view=parcel.view(),
                attachments=parcel.files(),
                allowed_mentions=discord.AllowedMentions.none(),
            )

    async def find(self, channel: int, parcel: Parcel) -> int | None:
        """Our own newest message with the same controls (or, if it has none, the same texts), if any."""
        wanted = fingerprint(parcel.view().to_components())
        with outcomes():
            async for message in self._client.get_partial_messageable(channel).history(limit=LOOK_BACK):
                if message.author != self._client.user:
                    continue
                if fingerprint(component.to_dict() for component in message.components) == wanted:
                    return message.id
        return None

    async def box_of(self, user: int) -> int:
        """The channel of the direct messages with a person."""
        with outcomes():
            return (await self._client.create_dm(discord.Object(user))).id


def fingerprint(components: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """What makes a message recognisable: its custom_ids in order, or its texts if it has none."""
    names: list[str] = []
    texts: list[str] = []

    def collect(node: Mapping[str, Any]) -> None:
        if node.get("custom_id"):
            names.append(node["custom_id"])
        elif node.get("type") == discord.ComponentType.text_display.value:
            texts.append(node["content"])
        for child in node.get("components", ()):
            collect(child)
        if "accessory" in node:
            collect(node["accessory"])

    for component in components:
        collect(component)
    return tuple(names or texts)
