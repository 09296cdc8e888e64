"""What is still to come, moved with a clock that has jumped."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import structs

from bot.store.repositories import Repositories
from bot.tables import preferences
from bot.tables.policy import DOUBTED
from bot.tables.turn_clock import decode_pace, encode_pace, moved

AHEAD = "ahead"
"""The key in the store's meta of how far the clock has jumped ahead lately: seconds, and since when."""


async def anchor(tx: Repositories, by: timedelta, now: datetime) -> None:
    """Moves all times by which something happens, so that as much is left of them as before; `now` is the
    time after the jump."""

    def later_pace(data: bytes) -> bytes:
        return encode_pace(moved(decode_pace(data), by))

    def later_settings(data: bytes) -> bytes:
        settings = preferences.decode(data)
        away = settings.away and settings.away + by
        return preferences.encode(structs.replace(settings, away=away))

    ahead = await doubt(tx, now - by) + by
    await tx.meta.put(AHEAD, f"{ahead.total_seconds()} {now.isoformat()}")
    await tx.timers.move_all(by, paces=later_pace, settings=later_settings)


async def doubt(tx: Repositories, now: datetime) -> timedelta:
    """How far the clock may be ahead of the truth: what it jumped lately, unless nobody has put it back for
    long."""
    seconds, _, since = (await tx.meta.get(AHEAD) or "0").partition(" ")
    if not since or now - datetime.fromisoformat(since) >= DOUBTED:
        return timedelta(0)
    return timedelta(seconds=float(seconds))
