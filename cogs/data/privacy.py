"""`/games privacy`: what is kept about people, why, for how long, and what they can do about it."""

from __future__ import annotations

from bot.discord.content import Button, Content
from bot.discord.router import Call
from bot.tables.policy import AUDITED, KEPT
from bot.text import Words
from cogs.data import exporting, forgetting


async def show(call: Call) -> None:
    """All of it in one message, with the ways to get it and to remove it."""
    speak, settings = call.words, call.app.settings
    texts = (
        speak("data.privacy.title"),
        speak("data.privacy.what"),
        speak("data.privacy.why"),
        speak(
            "data.privacy.how_long",
            finished=_kept(settings.keep_finished, speak),
            abandoned=_kept(settings.keep_abandoned, speak),
            keys=KEPT.days,
            audited=AUDITED.days,
        ),
        speak("data.privacy.who"),
        speak("data.privacy.you"),
    )
    buttons = (
        Button(exporting.ACTION, speak("data.export")),
        Button(forgetting.ACTION, speak("data.forget"), style="danger"),
    )
    await call.reply.private(Content(texts, rows=(buttons,)))


def _kept(days: int, speak: Words) -> str:
    return speak("data.days", n=days) if days else speak("data.for_ever")
