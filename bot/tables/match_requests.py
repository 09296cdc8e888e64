"""What a person would like to play in a server: which games, with how many, until when."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from bot.store.records import WantedRow
from bot.store.repositories import Repositories
from bot.tables.policy import MORNING, WEEK
from bot.tables.standing import Standing

Season = Literal["tonight", "week", "always"]
SEASONS: tuple[Season, ...] = ("tonight", "week", "always")
NUMBERS = tuple(range(2, 11))
"""With how many somebody may want to play, themselves included."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field for each wish; its default is what is offered to whoever has not chosen yet."""

    games: tuple[str, ...] = ()
    numbers: tuple[int, ...] = NUMBERS
    season: Season = "week"
    seen: bool = False
    """Others may see who it is that wants it."""


def encode(wanted: Wanted) -> bytes:
    """The wishes as they are stored."""
    return msgspec.json.encode(wanted)


def wanted_of(row: WantedRow | None) -> Wanted:
    """What somebody wants, of this or an older version; the defaults for whoever has never said it."""
    return msgspec.json.decode(row.wanted, type=Wanted) if row else Wanted()


def looks(row: WantedRow, now: datetime) -> bool:
    """Whether a person is looking for others now."""
    return row.since is not None and (row.until is None or row.until > now)


def end_of(season: Season, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Until when a wish counts: tonight ends in the early morning where the person lives."""
    match season:
        case "tonight":
            local = now.astimezone(zone)
            morning = local.replace(hour=MORNING, minute=0, second=0, microsecond=0, fold=0)
            return (morning + timedelta(days=local.hour >= MORNING)).astimezone(UTC)
        case "week":
            return now + WEEK
        case "always":
            return None


async def end_search(tx: Repositories, standing: Standing) -> None:
    """Reaction to a written table: whoever has just sat down to a game that they wanted in this server looks
    for nobody any more."""
    row, before = standing.row, {seat.user for seat in standing.stored}
    if row.guild is None:
        return
    for user in {seat.user for seat in standing.seats} - before - {None}:
        assert user is not None
        known = await tx.wanted.get(row.guild, user)
        if known is not None and known.since is not None and row.game in wanted_of(known).games:
            await tx.wanted.put(replace(known, since=None, until=None))
