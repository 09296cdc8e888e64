"""`/games audit`: the last administrative acts in a server, for those who manage it."""

from __future__ import annotations

from bot.discord.content import Content
from bot.discord.people import manages, server_of
from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.tables.model import AuditRow
from bot.text import Words, mention, stamp


async def show(call: Call) -> None:
    """A line for each, newest first. Refusals: audit_in_server, audit_managers."""
    guild = server_of(call, "audit_in_server")
    if not manages(call, guild):
        raise Refusal("audit_managers")
    rows = await call.app.tables.audit(guild)
    speak = call.words
    lines = "\n".join(_line(row, speak) for row in rows) or speak("data.audit.none")
    await call.reply.private(Content((speak("data.audit.title"), lines)))


def _line(row: AuditRow, speak: Words) -> str:
    who = mention(row.actor) if row.actor else speak("data.audit.nobody")
    what = speak(f"data.audit.{row.act}", table=row.table)
    return speak("data.audit.line", when=stamp(row.at, "f"), who=who, what=what)
