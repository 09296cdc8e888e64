"""How much time is left, in words: on the board, in private panels, in the history."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bot.discord.view_models import names_at
from bot.games.contract import Seat
from bot.tables.model import Moment, Status, Table
from bot.text import Words, plain, stamp

if TYPE_CHECKING:
    from bot.app import App


def lines(table: Table, speak: Words) -> list[str]:
    """Whether the game is paused; else, where time goes by, who is away, who can decide until when, and who
    wants more time."""
    if table.status is not Status.PLAYING:
        return []
    if table.paused_since is not None:
        return [speak("waiting.paused", since=stamp(table.paused_since))]
    if table.rests:
        return []
    by_time: dict[datetime, list[str]] = {}
    away: list[str] = []
    for sitter in table.sitters:
        duty, name = sitter.pace.duty, plain(sitter.name)
        if duty is not None and duty.away is not None:
            away.append(speak("waiting.away", name=name, until=stamp(duty.away, "D")))
        elif duty is not None and duty.deadline is not None:
            by_time.setdefault(duty.deadline, []).append(name)
    told = away + [
        speak("waiting.until", names=speak.all_of(names), when=stamp(until, "f"), left=stamp(until))
        for until, names in sorted(by_time.items())
    ]
    wanting = [plain(sitter.name) for sitter in table.sitters if sitter.pace.wants_time]
    return [*told, speak("waiting.wanted", names=speak.all_of(wanting))] if wanting else told


def own(table: Table, seat: Seat, speak: Words) -> str:
    """Until when a seat can decide, or that the game is paused; empty where it takes as long as it takes."""
    duty = table.sitters[seat].pace.duty
    if duty is not None and table.paused_since is not None:
        return speak("waiting.paused", since=stamp(table.paused_since))
    if duty is None or duty.deadline is None or duty.away is not None or table.rests:
        return ""
    return speak("waiting.own_until", when=stamp(duty.deadline, "f"), left=stamp(duty.deadline))


async def ran_out(app: App, moment: Moment, after: int, speak: Words) -> list[str]:
    """For whom moves were made at a deadline after version `after`, up to a moment."""
    late = await app.tables.queries.late_moves(moment.table.id, after, moment.version)
    names = [plain(names_at(moment, speak)[seat]) for seat in dict.fromkeys(late)]
    return [speak("waiting.ran_out", names=speak.all_of(names))] if names else []
