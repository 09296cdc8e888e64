"""Where pictures are drawn: one thread, and a memory bounded in bytes for what is asked for often."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor

from cogs.kit.content import Content
from cogs.kit.layout import Parcel
from render.scene import Drawing, Picture
from render.warm import warm

CAPACITY = 32 * 1024 * 1024


class Studio:
    """Draws every picture once; those who ask for one that is being drawn wait for the same drawing."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        self._finished: OrderedDict[Hashable, Picture] = OrderedDict()
        self._running: dict[Hashable, asyncio.Future[Picture]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    def warm(self) -> None:
        """Opens fonts and builds sprites in the background, so that the first picture is quick too."""
        self._thread.submit(warm)

    def ready(self, content: Content) -> bool:
        """Whether the message can be sent without drawing anything."""
        return all(drawing.key in self._finished for drawing in content.drawings)

    async def picture(self, drawing: Drawing) -> Picture:
        """The finished picture, drawn now or remembered."""
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

    async def _draw(self, drawing: Drawing) -> Picture:
        try:
            picture = await asyncio.get_running_loop().run_in_executor(self._thread, drawing.draw)
        finally:
            del self._running[drawing.key]
        self._remember(drawing.key, picture)
        return picture

    def _remember(self, key: Hashable, picture: Picture) -> None:
        self._finished[key] = picture
        self._size += len(picture.png)
        while self._size > self._capacity:
            _, oldest = self._finished.popitem(last=False)
            self._size -= len(oldest.png)
