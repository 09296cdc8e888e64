"""Time zones: as people type them, and that of a server."""

from __future__ import annotations

import unicodedata
from zoneinfo import ZoneInfo

from bot.discord.opening import language_of_posts
from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.tables.quiet_hours import zones

EXAMPLE = "Europe/Berlin"


def zones_like(typed: str) -> list[str]:
    """The time zones whose name holds what was typed, first those whose city begins with it."""
    wanted = _folded(typed)
    found = [name for name in zones() if wanted in _folded(name)]
    return sorted(found, key=lambda name: not _folded(name.rpartition("/")[2]).startswith(wanted))


def zone_meant(typed: str) -> str:
    """The time zone that was typed or chosen. Refusals: no_such_zone {example}."""
    found = zones_like(typed)
    exact = [name for name in found if _folded(typed) in (_folded(name), _folded(name.rpartition("/")[2]))]
    if typed.strip() and (exact or len(found) == 1):
        return (exact or found)[0]
    raise Refusal("no_such_zone", example=EXAMPLE)


async def home(call: Call) -> ZoneInfo:
    """Where the server of a call is at home; in a direct message where the person's language is."""
    guild = call.interaction.guild_id
    locale = call.words.locale if guild is None else await language_of_posts(call)
    return (await call.tables.servers.settings(guild)).time_zone(locale)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip().replace(" ", "_")
