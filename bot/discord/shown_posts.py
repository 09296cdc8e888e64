"""Posts by which a person shows everybody what they have seen alone, until they take them back."""

from dataclasses import replace

from bot.discord.channels import manages
from bot.discord.content import Button, Content, beside, number
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.text import Words


async def show_everybody(call: Call, content: Content, speak: Words) -> None:
    """Posts it in the channel, in the words of the server, with **Take back** beside its last buttons."""
    back = Button("shown.back", speak("shown.back"), str(call.person.id))
    await call.reply.public(replace(content, rows=beside(content.rows, back)))


@on("shown.back", answers="in_place")
async def take_back(call: Call) -> None:
    """**Take back**: the post is gone. Refusals: not_shown."""
    if call.person.id != number(call.id.rest) and not manages(call, call.interaction.guild_id):
        raise Refusal("not_shown")
    await call.reply.take_away()
