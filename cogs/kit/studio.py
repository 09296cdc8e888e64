"""Where pictures are drawn: one thread, and a memory bounded in bytes for what is asked for often."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cogs.kit.content import Content
from cogs.kit.layout import Parcel
from render.film import Clip, Film
from render.scene import Drawing, Picture
from render.warm import warm

T = TypeVar("T")
CAPACITY = 32 * 1024 * 1024


class Studio:
    """Draws every picture once; those who ask for one that is being drawn wait for the same drawing."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        self._finished: OrderedDict[Hashable, Picture | Clip] = OrderedDict()
        self._running: dict[Hashable, asyncio.Future[Picture | Clip]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    def warm(self) -> None:
        """Opens fonts and builds sprites in the background, so that the first picture is quick too."""
        self._thread.submit(warm)

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

    async def parcel(self, content: Content) -> Parcel:
        """The message with all its pictures, ready to be sent."""
        return Parcel(content, tuple([await self.picture(drawing) for drawing in content.drawings]))

    def close(self) -> None:
        """Ends the thread after the drawing that is under way."""
        self._thread.shutdown(wait=True, cancel_futures=True)

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
