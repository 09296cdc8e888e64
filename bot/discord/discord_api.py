"""Messages sent outside an interaction, and what may go wrong with them as one small family of answers."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import aiohttp
import discord

from bot.discord import App
from bot.discord.layout import RenderedMessage

log = logging.getLogger(__name__)

LOOK_BACK = 100
"""How many of a channel's newest messages are read to find one of ours again."""

_CLOCKS_APART = timedelta(minutes=1)

BOXES = 10_000
"""People of whom it is remembered where their direct messages are."""

SHORTER, LONGEST = 3 * 24 * 60, 7 * 24 * 60
"""Minutes without a word after which a thread is archived; a change of them counts as a word."""


class Trouble(StrEnum):
    """Why a message could not be sent or edited."""

    MESSAGE_GONE = "message_gone"
    ARCHIVED = "archived"
    """The message can't be changed, since its thread is archived; a new one would open the thread."""
    CHANNEL_GONE = "channel_gone"
    BARRED = "barred"
    """We may not write, or not even look, there."""
    DM_CLOSED = "dm_closed"
    STRANGER = "stranger"
    """We share no server with the person: they have left it, or we have."""
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
    40003: Trouble.BUSY,
    50001: Trouble.BARRED,
    50007: Trouble.DM_CLOSED,
    50013: Trouble.BARRED,
    50083: Trouble.ARCHIVED,
    50278: Trouble.STRANGER,
    160005: Trouble.BARRED,
}
_STATUSES = {401: Trouble.BUSY, 403: Trouble.BARRED, 404: Trouble.CHANNEL_GONE, 429: Trouble.BUSY}

NO_LETTERS = (Trouble.DM_CLOSED, Trouble.STRANGER, Trouble.BARRED)
"""What keeps direct messages from a person."""


class Undelivered(Exception):  # noqa: N818 - an outcome that the dispatcher deals with, not a failure
    """A message did not go out. Its text names Discord's codes and never the message."""

    def __init__(self, trouble: Trouble, detail: str, *, after: float = 0.0, down: bool = False) -> None:
        super().__init__(f"{trouble} ({detail})")
        self.trouble = trouble
        self.down = down
        """Discord fails, or the way to it: nothing was said about this message."""
        self.after = after
        """Seconds that Discord asks us to wait."""
        self.in_channel = False
        """What was meant for one seat could not be said in the channel of its table."""


_TRIED_AGAIN_BY_US: ContextVar[bool] = ContextVar("tried_again_by_us", default=False)


def server_errors(app: App) -> aiohttp.TraceConfig:
    """For the client: to a request of a delivery a server error is an outcome. discord.py would sleep up to
    25 seconds between tries of its own, also when Discord is there again and other lanes have found it."""

    async def end_at_server_error(_: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        response = params.response
        app.measures.requested(response.status)
        if response.status >= 500 and _TRIED_AGAIN_BY_US.get():
            response.close()
            raise aiohttp.ClientResponseError(response.request_info, (), status=response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(end_at_server_error)
    return trace


@contextmanager
def outcomes() -> Generator[None]:
    """Turns everything that Discord and the network may answer into `Undelivered`."""
    try:
        yield
    except discord.RateLimited as error:
        raise Undelivered(Trouble.BUSY, "rate limit", after=error.retry_after) from error
    except discord.HTTPException as error:
        down = error.status >= 500
        by_status = Trouble.BUSY if down else _STATUSES.get(error.status, Trouble.REFUSED)
        trouble = _CODES.get(error.code, by_status)
        raise Undelivered(trouble, f"{error.status}/{error.code}", down=down) from error
    except (aiohttp.ClientError, OSError) as error:
        raise Undelivered(Trouble.BUSY, type(error).__name__, down=True) from error


RATE = 40.0
"""Requests a second over all channels. Discord allows 50: the rest is for what people's presses lead to."""
BURST = 5
"""So many may follow on each other's heels; no second holds more than `RATE + BURST`."""


class Budget:
    """Hands out moments for requests, in the order in which they are asked for."""

    def __init__(self, rate: float = RATE, burst: int = BURST) -> None:
        self._step = 1 / rate
        self._ahead = burst / rate
        self._until = 0.0
        """Up to here all moments are given away."""

    def reserve(self, now: float) -> float:
        """Seconds until the next request may go; the caller has to make it."""
        self._until = max(self._until, now) + self._step
        return max(0.0, self._until - self._ahead - now)


class Line:
    """The way to Discord that all deliveries share: it keeps within the limit over all channels."""

    def __init__(self, app: App, *, share: float = 1.0) -> None:
        """`share` is the part of Discord's limit that is this process's, where there are several."""
        self._app = app
        self._budget = Budget(RATE * share)
        self.closing = asyncio.Event()
        """Nothing waits any more."""

    async def turn(self) -> None:
        """Waits until there may be another request. In a world without limits at once."""
        seconds = self._budget.reserve(moment()) if self._app.request_budget else 0.0
        if seconds:
            self._app.measures.timed("rate_limit", seconds)
            await self._app.wait(woken(self.closing, seconds), reason="rate limit")

    @asynccontextmanager
    async def request(self) -> AsyncGenerator[None]:
        """One request, when its turn has come. Raises `Undelivered`."""
        await self.turn()
        if not self._app.owner:
            raise Undelivered(Trouble.BUSY, "another process may have taken over", down=True)
        before = _TRIED_AGAIN_BY_US.set(True)
        try:
            with outcomes():
                yield
        finally:
            _TRIED_AGAIN_BY_US.reset(before)


class DiscordApi:
    """Sends and edits rendered messages by the ids of channels and messages alone."""

    def __init__(self, app: App, line: Line | None = None) -> None:
        """Without a line that others share it is for what a press leads to at once."""
        self._client = app
        self.line = line or Line(app)
        self._boxes: OrderedDict[int, int] = OrderedDict()

    async def send(self, channel: int, rendered: RenderedMessage, *, nonce: str, silent: bool) -> int:
        """The id of the new message. A quick repetition with the same nonce makes no second one."""
        async with self.line.request():
            target = self._client.get_partial_messageable(channel)
            return (await target.send(**rendered.new(), silent=silent, nonce=nonce)).id

    async def send_once(
        self,
        channel: int,
        rendered: RenderedMessage,
        *,
        nonce: str,
        silent: bool,
        since: datetime | None = None,
    ) -> None:
        """The same unless one like it is there: an attempt of an earlier run may have got through. One from
        before `since`, by about a minute, told something else in the same words."""
        found = await self.find(channel, rendered)
        if found is None or (since and discord.utils.snowflake_time(found) < since - _CLOCKS_APART):
            await self.send(channel, rendered, nonce=nonce, silent=silent)

    async def edit(self, channel: int, message: int, rendered: RenderedMessage) -> None:
        """Replaces a message, pictures too, without pinging; opens its thread if that has been archived."""
        try:
            await self._edit(channel, message, rendered)
        except Undelivered as error:
            if error.trouble is not Trouble.ARCHIVED:
                raise
            await self.keep_open(channel, own=False)
            await self._edit(channel, message, rendered)

    async def _edit(self, channel: int, message: int, rendered: RenderedMessage) -> None:
        silent: dict[str, Any] = {**rendered.changed(), "allowed_mentions": discord.AllowedMentions.none()}
        async with self.line.request():
            await self._message(channel, message).edit(**silent)

    async def shows(self, channel: int, message: int, rendered: RenderedMessage) -> bool:
        """Whether a message has the controls of a rendered."""
        async with self.line.request():
            found = await self._message(channel, message).fetch()
        return _fingerprint_of(found) == fingerprint(rendered.view().to_components())

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)

    async def find(self, channel: int, rendered: RenderedMessage, sent: datetime | None = None) -> int | None:
        """Our own message with the same controls (or, if it has none, the same texts), if any: the newest, or
        one that was sent about then."""
        wanted = fingerprint(rendered.view().to_components())
        around = discord.Object(discord.utils.time_snowflake(sent)) if sent else None
        return await self._own(channel, lambda message: _fingerprint_of(message) == wanted, around)

    async def near(self, channel: int, rendered: RenderedMessage, interaction: str) -> int | None:
        """Our own message with the same first control that was sent about when an interaction came; one of
        the newest where that has no number."""
        first = fingerprint(rendered.view().to_components())[:1]
        around = discord.Object(int(interaction)) if interaction.isdecimal() else None
        return await self._own(channel, lambda message: _fingerprint_of(message)[:1] == first, around)

    async def _own(
        self,
        channel: int,
        fits: Callable[[discord.Message], bool],
        around: discord.Object | None = None,
    ) -> int | None:
        """The first of our own messages that fits, of the newest or of those around a moment."""
        place = self._client.get_partial_messageable(channel)
        async with self.line.request():
            async for message in place.history(limit=LOOK_BACK, around=around):
                if message.author == self._client.user and fits(message):
                    return message.id
        return None

    async def keep_open(self, thread: int, *, own: bool) -> None:
        """Keeps a thread from being archived, or opens it again; a locked one stays as it is."""
        async with self.line.request():
            found = await self._client.fetch_channel(thread)
        if not isinstance(found, discord.Thread) or found.locked:
            return
        changes: list[dict[str, Any]] = [{"archived": False}] if found.archived else []
        if own:
            changes += [{"auto_archive_duration": minutes} for minutes in (SHORTER, LONGEST)]
        await self._edit_thread(found, *changes)

    async def archive(self, thread: int) -> None:
        """Archives a thread of our own, if it is still there."""
        found = await self._channel(thread)
        if isinstance(found, discord.Thread) and not found.archived:
            await self._edit_thread(found, {"archived": True})

    async def box_of(self, user: int) -> int:
        """The channel of the direct messages with a person."""
        if user not in self._boxes:
            async with self.line.request():
                self._boxes[user] = (await self._client.create_dm(discord.Object(user))).id
            if len(self._boxes) > BOXES:
                self._boxes.popitem(last=False)
        return self._boxes[user]

    async def reader_of(self, box: int) -> int | None:
        """Whose direct messages a channel holds, None if Discord does not say."""
        found = await self._channel(box)
        return found.recipient.id if isinstance(found, discord.DMChannel) and found.recipient else None

    async def _channel(self, channel: int) -> object:
        try:
            async with self.line.request():
                return await self._client.fetch_channel(channel)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            return None

    async def _edit_thread(self, thread: discord.Thread, *changes: Mapping[str, Any]) -> None:
        try:
            for change in changes:
                async with self.line.request():
                    await thread.edit(**change)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            log.info("thread %d stays as it is: %s", thread.id, error)


def fingerprint(components: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """What makes a message recognisable: its custom_ids in order, or its texts if it has none."""
    names: list[str] = []
    texts: list[str] = []
    waiting = [*components]
    while waiting:
        node = waiting.pop(0)
        if node.get("custom_id"):
            names.append(node["custom_id"])
        elif node.get("type") == discord.ComponentType.text_display.value:
            texts.append(node["content"])
        waiting[:0] = [*node.get("components", ()), *([node["accessory"]] if "accessory" in node else ())]
    return tuple(names or texts)


def _fingerprint_of(message: discord.Message) -> tuple[str, ...]:
    return fingerprint(component.to_dict() for component in message.components)


async def woken(event: asyncio.Event, seconds: float) -> None:
    """Waits for an event, but no longer than this."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


def moment() -> float:
    """Seconds that no change of the clock disturbs."""
    return asyncio.get_running_loop().time()
