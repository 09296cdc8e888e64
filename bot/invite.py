"""What the bot asks a server for: exactly what it needs."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
RENAMED = {"read_messages": "View channels"}
"""Where discord.py and Discord's own dialogue use different words."""
SCOPES = ("bot", "applications.commands")


def link(application: int) -> str:
    """The address under which somebody who manages a server invites the bot."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


def names() -> str:
    """The permissions in words, as Discord's own dialogue lists them."""
    asked = (name for name, wanted in PERMISSIONS if wanted)
    return ", ".join(RENAMED.get(name, name.replace("_", " ").capitalize()) for name in asked)
