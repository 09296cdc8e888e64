"""Where pictures come from: the render pool draws each once; they are remembered up to a number of bytes."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from bot.discord import App
from bot.discord.content import Content
from bot.discord.layout import RenderedMessage
from bot.games.registry import keys
from bot.measures import UNMEASURED, Measures
from bot.worker_pool import Order, Pool
from render.drawing import Drawing, Picture, Piece
from render.film import Film
from render.palettes import PAPER, colours_of, mapped, painted_in
from render.png import warm
from render.pool import THREAD, InProcess, InThread, Priority, processes

CAPACITY = 16 * 1024 * 1024
"""Bytes of pictures: twice as many were asked for again no more often with 30 tables."""
CALM = 20.0
"""Seconds after the start; by then what people had waited for has been answered."""


@dataclass(slots=True, eq=False)
class _Making:
    """A picture that is being made, and how many wait for it."""

    priority: Priority
    task: asyncio.Task[Picture] | None = None
    order: Order[Piece, Picture | bytes] | None = None
    waiting: int = 0


class RenderPool:
    """Draws every picture once, for all who ask meanwhile; what nobody waits for any more is not begun."""

    def __init__(
        self, capacity: int = CAPACITY, drawing: str = THREAD, measures: Measures = UNMEASURED
    ) -> None:
        self._capacity = capacity
        self._measures = measures
        self._size = 0
        self._finished: OrderedDict[Hashable, Picture] = OrderedDict()
        self._running: dict[Hashable, _Making] = {}
        self._colours: dict[tuple[bytes, str], bytes] = {}
        self._warming: asyncio.Task[None] | None = None
        self._processes = processes(drawing)
        self._pool = Pool[Piece, Picture | bytes](
            "render", [InProcess() for _ in range(self._processes)] or [InThread()]
        )

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a worker."""
        return self._pool.waiting

    def warm(self) -> None:
        """Opens fonts and builds sprites in the background; in a thread of the bot once the start is over."""
        self._warming = asyncio.create_task(self._pool.warm() if self._processes else self._warm())

    async def picture(self, drawing: Drawing | Film, priority: Priority = Priority.BOARD) -> Picture:
        """The finished picture, drawn now or remembered. While a film is made others get their turn."""
        known = self._finished.get(drawing.key)
        if known is not None:
            self._finished.move_to_end(drawing.key)
            return known
        making = self._running.get(drawing.key)
        if making is None:
            making = self._running[drawing.key] = _Making(priority)
            making.task = asyncio.ensure_future(self._make(drawing, making))
        elif priority < making.priority:
            making.priority = priority
            if making.order is not None:
                self._pool.hasten(making.order, priority)
        assert making.task is not None
        making.waiting += 1
        try:
            return await asyncio.shield(making.task)
        finally:
            making.waiting -= 1
            if not making.waiting and not making.task.done():
                self._running.pop(drawing.key, None)
                making.task.cancel()

    async def rendered(
        self, content: Content, palette: str = PAPER, priority: Priority = Priority.BOARD
    ) -> RenderedMessage:
        """The message with all its pictures in the palette of its reader, ready to be sent."""
        drawn = await asyncio.gather(*[self.picture(drawing, priority) for drawing in content.drawings])
        if palette != PAPER:
            drawn = [await self._recoloured(picture, palette, priority) for picture in drawn]
        return RenderedMessage(content, tuple(drawn))

    async def close(self) -> None:
        """Ends the workers; what is under way in a thread is finished first."""
        if self._warming:
            self._warming.cancel()
        await self._pool.close()

    async def _warm(self) -> None:
        await asyncio.sleep(CALM)
        for game in keys():
            await self._pool.submit(partial(warm, game), Priority.FILM).done

    async def _make(self, drawing: Drawing | Film, making: _Making) -> Picture:
        began = perf_counter()
        try:
            if isinstance(drawing, Film):
                picture = await self._film(drawing)
            else:
                picture = await self._draw(drawing, making)
        finally:
            if self._running.get(drawing.key) is making:
                del self._running[drawing.key]
        self._measures.timed("film" if isinstance(drawing, Film) else "picture", perf_counter() - began)
        self._finished[drawing.key] = picture
        self._size += len(picture.data)
        while self._size > self._capacity:
            _, oldest = self._finished.popitem(last=False)
            self._size -= len(oldest.data)
        return picture

    async def _draw(self, drawing: Drawing, making: _Making) -> Picture:
        making.order = self._pool.submit(drawing.draw, making.priority)
        picture = await making.order.done
        assert isinstance(picture, Picture)
        return picture

    async def _film(self, film: Film) -> Picture:
        work = film.work()
        try:
            piece = next(work)
            while True:
                piece = work.send(await self._pool.submit(piece, Priority.FILM).done)
        except StopIteration as end:
            return end.value

    async def _recoloured(self, picture: Picture, palette: str, priority: Priority) -> Picture:
        """The same picture in a palette; to work out its colours takes a while, once for all of its game."""
        colours = colours_of(picture)
        if (colours, palette) not in self._colours:
            piece: Piece = partial(mapped, colours, palette)
            found = await self._pool.submit(piece, priority).done
            assert isinstance(found, bytes)
            self._colours[colours, palette] = found
        return painted_in(picture, self._colours[colours, palette])


async def rendered_for(
    app: App, content: Content, reader: int | None = None, priority: Priority = Priority.BOARD
) -> RenderedMessage:
    """The message with its pictures in the palette of its one reader, else of the server of its table."""
    if not content.drawings:
        return await app.render_pool.rendered(content)
    if reader is None:
        palette = await app.tables.servers.palette_at(content.table)
    else:
        palette = (await app.tables.preferences.of(reader)).palette
    return await app.render_pool.rendered(content, palette, priority)
