"""`/games forget-me`: asked first, with exactly what will happen; then the person is forgotten."""

from __future__ import annotations

import logging
from contextlib import suppress

from bot.discord.content import Button, Content
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.router import Call, Press, on
from bot.discord.spectators import stopped
from bot.tables.forgetting import Gone, Kept
from bot.text import Words
from cogs.data import exporting

log = logging.getLogger(__name__)

ACTION = "data.forget"
YES, NO = "yes", "no"


async def ask(call: Call) -> None:
    """Says what is there and what becomes of it."""
    kept = await call.app.tables.kept(call.person.id)
    await call.reply.show(_question(kept, call.words))


@on(ACTION)
async def _answered(press: Press) -> None:
    if press.id.rest == YES:
        await _forget(press)
    elif press.id.rest == NO:
        await press.reply.show(Content((press.words("data.forget.kept"),)))
    else:
        await ask(press)


def _question(kept: Kept, speak: Words) -> Content:
    counts = {
        "lobbies": kept.lobbies,
        "playing": kept.playing,
        "watched": kept.watched,
        "past": kept.past,
        "entries": kept.entries,
    }
    lines = [speak(f"data.forget.{what}", n=count) for what, count in counts.items() if count]
    lines += [speak("data.forget.settings"), speak("data.forget.stays")]
    buttons = (
        Button(ACTION, speak("data.forget.yes"), YES, "danger"),
        Button(ACTION, speak("data.forget.no"), NO),
        Button(exporting.ACTION, speak("data.export")),
    )
    return Content((speak("data.forget.title"), "\n".join(lines)), rows=(buttons,))


async def _forget(press: Press) -> None:
    """Nothing may name the person after this: whatever is still to be said is said with what is at hand."""
    user, box = press.person.id, None
    with suppress(Undelivered):
        box = await DiscordApi(press.app).box_of(user)
    gone = await press.app.tables.forget(user, box)
    press.app.look_up_again(user)
    await press.reply.show(Content((press.words("data.forget.done"),)))
    await _clear(press, gone)


async def _clear(press: Press, gone: Gone) -> None:
    """What becomes of our direct messages: these words alone, where they are still up."""
    text = press.words("data.forget.letter")
    parcel = await press.app.render_pool.parcel(Content((text,)))
    for letter in gone.letters:
        try:
            await DiscordApi(press.app).edit(letter.channel, letter.message, parcel)
        except Undelivered as error:
            level = logging.WARNING if error.trouble is Trouble.REFUSED else logging.INFO
            log.log(level, "a direct message about table %d keeps its controls: %s", letter.table, error)
    for watcher in gone.watched:
        await stopped(press.app, watcher, text)
