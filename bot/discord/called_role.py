"""The role of a server that wants to be called: open calls mention it instead of names, and people take and
leave it with a button, where the bot may give it."""

import discord

from bot.discord import App
from bot.discord.channels import server_of
from bot.discord.content import Button, Content, note
from bot.discord.discord_api import Undelivered, outcomes
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.text import Words

ON, OFF = "on", "off"
WHY = "asked for in /games"
"""What Discord's audit log says."""


async def called_role(app: App, guild: int | None) -> discord.Role | None:
    """The role that calls of a server mention; None where it has none, or it can't be mentioned."""
    role = await chosen_role(app, guild)
    return role if role is not None and may_mention(role) else None


async def chosen_role(app: App, guild: int | None) -> discord.Role | None:
    """The role that was chosen, as long as it is there."""
    there = app.get_guild(guild) if guild is not None else None
    number = (await app.tables.servers.settings(guild)).role if there else 0
    return there.get_role(number) if there and number else None


def may_mention(role: discord.Role) -> bool:
    """Whether a message of ours reaches those who have it."""
    return role.mentionable or role.guild.me.guild_permissions.mention_everyone


def may_give(role: discord.Role) -> bool:
    """Whether people may take it by a button: it allows nothing that everybody is not allowed, and we may."""
    bot = role.guild.me
    plain = not role.permissions.value & ~role.guild.default_role.permissions.value
    return plain and bot.guild_permissions.manage_roles and role < bot.top_role


def is_fit(role: discord.Role) -> bool:
    """Whether it is a role that people can have and others give: not everybody, nor that of a bot."""
    return not role.is_default() and not role.managed


def button(role: discord.Role | None, speak: Words) -> tuple[Button, ...]:
    """The way to take and leave the role that is called, where there is one."""
    return (Button("role.mine", speak("role.button")),) if role is not None and may_give(role) else ()


@on("role.mine", answers="private")
async def mine(call: Call) -> Content:
    """Whether one is called, and the button that changes it. Refusals: no_role."""
    role, member = await _asked(call)
    has = member.get_role(role.id) is not None
    return _shown(call, role, has=has)


@on("role.set")
async def change(call: Call) -> Content:
    """Takes the role or leaves it. Refusals: no_role, role_barred."""
    role, member = await _asked(call)
    wanted = call.id.rest == ON
    try:
        with outcomes():
            if wanted:
                await member.add_roles(role, reason=WHY)
            else:
                await member.remove_roles(role, reason=WHY)
    except Undelivered as error:
        raise Refusal("role_barred") from error
    return _shown(call, role, has=wanted)


def _shown(call: Call, role: discord.Role, *, has: bool) -> Content:
    speak, to = call.words, OFF if has else ON
    style = "secondary" if has else "primary"
    text = speak("role.has" if has else "role.lacks", role=role.mention)
    return note(text, Button("role.set", speak(f"role.{to}"), to, style))


async def _asked(call: Call) -> tuple[discord.Role, discord.Member]:
    role, member = await chosen_role(call.app, server_of(call, "settings_in_server")), call.interaction.user
    if role is None or not may_give(role) or not isinstance(member, discord.Member):
        raise Refusal("no_role")
    return role, member
