"""`/games export`: everything that is kept about a person, as a file for them alone."""

from __future__ import annotations

from bot.discord.content import Attached, Content
from bot.discord.rate_limit import FILE, spend
from bot.discord.router import Call, Press, on

ACTION = "data.export"


async def show(call: Call) -> None:
    """The file in a private message. Refusals: cool_down."""
    spend(call, FILE)
    data = await call.app.tables.export(call.person.id)
    attached = Attached("stammtisch-export.json", data)
    text = call.words("data.exported", file=attached.name)
    await call.reply.private(Content((text,), files=(attached,)))


@on(ACTION, answers="private")
async def _pressed(press: Press) -> None:
    await show(press)
