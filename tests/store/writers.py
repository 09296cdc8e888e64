"""Somebody who writes to a store and does not come to an end."""

from __future__ import annotations

import asyncio

from bot.store import Store


async def half_written(store: Store) -> asyncio.Task[None]:
    """A writer who has put `half` among the values of the house and waits for ever before the rest."""
    written = asyncio.Event()

    async def write() -> None:
        async with store.transaction() as tx:
            await tx.meta.put("half", "written")
            written.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await written.wait()
    return task
