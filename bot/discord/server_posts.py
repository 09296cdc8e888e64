"""Posts of a server that belong to no table: each is told once, also over a restart or trouble at Discord."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import TypeVar

from bot.discord import App
from bot.discord.content import Content
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered, moment, woken
from bot.discord.layout import RenderedMessage
from bot.discord.letters import write
from bot.log_context import report
from bot.store.errors import StoreError
from bot.store.weekly import Week, WeeklyServer
from bot.tables.weekly import Weekly
from bot.text import plain, stamp
from render.pool import DrawingError

log = logging.getLogger(__name__)

PACE = 5.0
"""Seconds between two changes of the same post."""
GONE = 0
"""Where a post would be named that people have taken away."""
PATIENCE = (1.0, 2.0, 5.0, 15.0)
"""Seconds to wait after the first, the second ... failure in a row."""
W = TypeVar("W", bound=Week)
End = Callable[[bool], Awaitable[object]]
"""Notes that something was delivered, or can't be."""


class ServerPosts:
    """Looks for what is to be told whenever it is kicked, and again after a failure."""

    def __init__(self, app: App, api: DiscordApi, name: str, look: Callable[[], Awaitable[None]]) -> None:
        """`look` tells all there is, one after the other, as long as it is not `closing`."""
        self._app, self._api, self._name, self._look = app, api, name, look
        self._busy = False
        self._woken, self._closing = asyncio.Event(), asyncio.Event()
        self._due: float | None = None
        """When to look again at the latest; None where only a kick brings something."""
        self._sent: set[Hashable] = set()
        """What is up in a channel, where that could not be written down yet."""
        self._calm: dict[Hashable, float] = {}
        """Until when a post is not to be changed again."""
        self._task: asyncio.Task[None] | None = None

    @property
    def closing(self) -> bool:
        """Whether nothing more is to be begun."""
        return self._closing.is_set()

    def kick(self) -> None:
        """There may be something to tell."""
        self._woken.set()
        if not self.closing and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._serve(), name=self._name)
            self._task.add_done_callback(report)

    async def close(self) -> None:
        """Ends after the post that is under way; what is left is sent after the next start."""
        self._closing.set()
        self._woken.set()
        if self._task is not None:
            await asyncio.wait({self._task})

    async def tell(
        self,
        key: Hashable,
        send: Callable[[], Awaitable[bool]],
        end: End,
        sorry: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Has one thing told. `send` says whether its post is up now; while Discord has trouble, and where a
        picture could not be drawn, it is tried again later; where it can't be there, somebody is told by
        `sorry`, and `end` learns of it."""
        try:
            sent = key in self._sent or await send()
        except Undelivered as error:
            log.warning("one of the %s could not be posted: %s", self._name, error)
            await self._given_up(error, end, sorry)
            return
        except DrawingError as error:
            log.warning("one of the %s could not be drawn: %s", self._name, error)
            self.try_again()
            return
        if sent:
            self._sent.add(key)
            await end(True)
            self._sent.discard(key)

    async def tell_weekly(
        self, weekly: Weekly[W], week: W, send: Callable[[], Awaitable[bool]], letter: str
    ) -> None:
        """Has the post of one of those told that come each week, or its end; where it can't be there, whoever
        manages the server gets this `letter`."""

        async def apologise() -> None:
            await self._apologise(week, await weekly.server(week.guild), letter)

        def end(up: bool) -> Awaitable[None]:
            return weekly.end(week, delivered=up)

        await self.tell((week.id, week.is_over), send, end, apologise)

    async def follow(
        self,
        key: Hashable,
        post: int | None,
        show: Callable[[], Awaitable[int]],
        note: Callable[[int], Awaitable[object]],
    ) -> None:
        """Has a post that is up show what has changed, at most once in `PACE` seconds. `show` says which
        message it is, `GONE` where there is none, and `note` writes that down."""
        now = moment()
        self._calm = {each: until for each, until in self._calm.items() if until > now}
        if key in self._calm:
            self.later(self._calm[key] - now)
            return
        self._calm[key] = now + PACE
        try:
            found = await show()
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                del self._calm[key]
                self.try_again()
                return
            found = GONE if error.trouble is Trouble.MESSAGE_GONE else post or GONE
        await note(found)

    async def _given_up(
        self, error: Undelivered, end: End, sorry: Callable[[], Awaitable[object]] | None
    ) -> None:
        try:
            if error.trouble is Trouble.BUSY:
                raise error
            if sorry is not None:
                await sorry()
        except Undelivered:
            self.try_again()
        else:
            await end(False)

    async def _apologise(self, week: Week, server: WeeklyServer | None, letter: str) -> None:
        """Whoever last set something for a server learns by direct message that what it has each week can't
        be posted, unless that was so the last time, too. Raises `Undelivered` while Discord has trouble."""
        app, user = self._app, await self._app.tables.servers.keeper(week.guild)
        if server is None or server.barred or server.channel != week.channel or user is None:
            return
        if not await app.tables.preferences.takes_messages(user):
            return
        guild, speak = app.get_guild(week.guild), await app.words_for(user)
        place = {"server": plain(guild.name if guild else str(week.guild)), "channel": f"<#{week.channel}>"}
        content = Content((speak(letter, **place, when=stamp(server.due, "f")),))
        await write(app, self._api, user, content, nonce=f"{self._name[:9]}-{week.id}", silent=True)

    def try_again(self) -> None:
        """Something has to wait until Discord has less trouble."""
        self._busy = True
        self._woken.set()

    def later(self, seconds: float) -> None:
        """There is something to do in so many seconds, unless a kick comes before; said by a look."""
        due = moment() + seconds
        self._due = due if self._due is None else min(self._due, due)

    async def post(
        self,
        channel: int,
        rendered: RenderedMessage,
        nonce: str,
        begin: Callable[[], Awaitable[bool]],
        *,
        begun: bool,
    ) -> bool:
        """Whether the post is up now: one that was `begun` may have got through before it broke off. `begin`
        notes that it is being sent, and says whether it still is to be."""
        if begun and await self._api.find(channel, rendered) is not None:
            return True
        if not await begin():
            return False
        await self._api.send(channel, rendered, nonce=nonce, silent=False)
        return True

    async def _serve(self) -> None:
        failures = 0
        while (self._woken.is_set() or self._due is not None) and not self.closing:
            if self._due is not None:
                await self._app.wait(woken(self._woken, max(self._due - moment(), 0)), reason=self._name)
            self._woken.clear()
            self._busy, self._due = False, None
            try:
                await self._look()
            except StoreError as error:
                log.error("the %s have to wait: %s", self._name, error)
                self.try_again()
            if not self._busy:
                failures = 0
                continue
            seconds = PATIENCE[min(failures, len(PATIENCE) - 1)]
            failures += 1
            await self._app.wait(woken(self._closing, seconds), reason="dispatcher")
