"""What is stored about a person: `/games privacy`, `export`, `forget-me`, and `/games audit` of a server."""

from contextlib import suppress

from bot.discord import spectators
from bot.discord.channels import manages, server_of
from bot.discord.content import Attached, Button, Content, note
from bot.discord.discord_api import DiscordApi, Undelivered
from bot.discord.rate_limit import FILE, spend
from bot.discord.router import Answer, Call, on
from bot.games.contract import Refusal
from bot.public_texts import stored_data
from bot.text import mention, stamp

EXPORT, FORGET = "data.export", "data.forget"
YES, NO = "yes", "no"


async def show_privacy(call: Call) -> Content:
    """All of it in one message, with the ways to get it and to remove it."""
    speak = call.words
    stored = stored_data(speak, call.app.settings)
    texts = (speak("data.privacy.title"), *stored, speak("data.privacy.you"))
    forget = Button(FORGET, speak("data.forget"), style="danger")
    return Content(texts, rows=((Button(EXPORT, speak("data.export")), forget),))


@on(EXPORT, answers="private")
async def export(call: Call) -> Content:
    """The file in a private message. Refusals: cool_down."""
    spend(call, FILE)
    attached = Attached("stammtisch-export.json", await call.tables.personal_data.export(call.person.id))
    return Content((call.words("data.exported", file=attached.name),), files=(attached,))


@on(FORGET)
async def forget(call: Call) -> Answer:
    """Says what is stored and what becomes of it, and forgets the person who agrees."""
    speak = call.words
    if call.id.rest == YES:
        return await _forget(call)
    if call.id.rest == NO:
        return note(speak("data.forget.kept"))
    counts = await call.tables.personal_data.stored(call.person.id)
    lines = [speak(f"data.forget.{what}", n=count) for what, count in counts.items() if count]
    lines += [speak("data.forget.settings"), speak("data.forget.stays")]
    buttons = (
        Button(FORGET, speak("data.forget.yes"), YES, "danger"),
        Button(FORGET, speak("data.forget.no"), NO),
        Button(EXPORT, speak("data.export")),
    )
    return Content((speak("data.forget.title"), "\n".join(lines)), rows=(buttons,))


async def _forget(call: Call) -> None:
    """Nothing may name the person after this: what is still to be said uses what was loaded before. Of our
    direct messages these words alone remain, where they are still up."""
    user, box, text = call.person.id, None, call.words("data.forget.letter")
    with suppress(Undelivered):
        box = await DiscordApi(call.app).box_of(user)
    gone = await call.tables.personal_data.erase(user, box)
    call.app.look_up_again(user)
    await call.reply.show(note(call.words("data.forget.done")))
    for letter in gone:
        await spectators.stopped(call.app, letter, text)


async def show_audit(call: Call) -> Content:
    """A line for each act, newest first. Refusals: audit_in_server, audit_managers."""
    guild, speak = server_of(call, "audit_in_server"), call.words
    if not manages(call, guild):
        raise Refusal("audit_managers")
    lines: list[str] = []
    for row in await call.tables.servers.acts(guild):
        who = mention(row.actor) if row.actor else speak("data.audit.nobody")
        key = f"data.audit.{row.act}" if row.target is None else f"data.audit.{row.act}_person"
        what = speak(key, table=row.table, person=mention(row.target or 0))
        lines.append(speak("data.audit.line", when=stamp(row.at, "f"), who=who, what=what))
    return Content((speak("data.audit.title"), "\n".join(lines) or speak("data.audit.none")))
