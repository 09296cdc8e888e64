"""Where pictures are drawn: one thread, and a memory bounded in bytes for what is asked for often."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cogs.kit.content import Content
from cogs.kit.layout import Parcel
from render.film import Clip, Film
from render.games import keys
from render.palettes import PAPER, recoloured
from render.scene import Drawing, Picture
from render.warm import warm

if TYPE_CHECKING:
    from bot.app import App

T = TypeVar("T")
CAPACITY = 32 * 1024 * 1024
CALM = 20.0
"""Seconds after the start; by then what people had waited for has been answered."""


class Studio:
    """Draws every picture once; those who ask for one that is being drawn wait for the same drawing."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        self._finished: OrderedDict[Hashable, Picture | Clip] = OrderedDict()
        self._running: dict[Hashable, asyncio.Future[Picture | Clip]] = {}
        self._warming: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    def warm(self) -> None:
        """Opens fonts and builds sprites in the background, so that the first picture of a game is quick too.

        Once the start is over, and game by game: what somebody asks for meanwhile comes in between.
        """
        self._warming = asyncio.create_task(self._warm())

    def ready(self, content: Content) -> bool:
        """Whether the message can be sent without drawing anything."""
        return all(drawing.key in self._finished for drawing in content.drawings)

    async def picture(self, drawing: Drawing | Film) -> Picture | Clip:
        """The finished picture, drawn now or remembered. While a film is made others get their turn."""
        known = self._finished.get(drawing.key)
        if known is not None:
            self._finished.move_to_end(drawing.key)
            return known
        running = self._running.get(drawing.key)
        if running is None:
            running = asyncio.ensure_future(self._draw(drawing))
            self._running[drawing.key] = running
        return await asyncio.shield(running)

    async def parcel(self, content: Content, palette: str = PAPER) -> Parcel:
        """The message with all its pictures in the palette of whoever reads it, ready to be sent."""
        pictures = [await self.picture(drawing) for drawing in content.drawings]
        if palette != PAPER:
            # Quick enough not to be remembered; only the first one in a palette works out its colours.
            pictures = [await self._do(partial(recoloured, picture, palette)) for picture in pictures]
        return Parcel(content, tuple(pictures))

    def close(self) -> None:
        """Ends the thread after the drawing that is under way."""
        if self._warming:
            self._warming.cancel()
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _warm(self) -> None:
        await asyncio.sleep(CALM)
        for game in keys():
            await asyncio.get_running_loop().run_in_executor(self._thread, warm, game)

    async def _draw(self, drawing: Drawing | Film) -> Picture | Clip:
        try:
            picture = await (self._film(drawing) if isinstance(drawing, Film) else self._do(drawing.draw))
        finally:
            del self._running[drawing.key]
        self._remember(drawing.key, picture)
        return picture

    async def _film(self, film: Film) -> Clip:
        work, clip = film.work(), None
        while clip is None:
            # What was asked for meanwhile comes before the next step in the thread's queue.
            clip = await self._do(lambda: next(work))
        return clip

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _remember(self, key: Hashable, picture: Picture | Clip) -> None:
        self._finished[key] = picture
        self._size += len(picture.data)
        while self._size > self._capacity:
            _, oldest = self._finished.popitem(last=False)
            self._size -= len(oldest.data)


async def parcel_for(app: App, content: Content, reader: int | None = None) -> Parcel:
    """The message with all its pictures, in the palette of the one person who will see it, else in that of
    the server where its table stands."""
    if not content.drawings:
        return await app.studio.parcel(content)
    if reader is None:
        return await app.studio.parcel(content, await app.tables.palette_at(content.table))
    return await app.studio.parcel(content, (await app.tables.wishes(reader)).palette)
