"""The servers in which a person has played, for where they use the bot without one."""

from bot.discord.discord_api import Undelivered, outcomes
from bot.discord.router import Call

MOST = 5
"""So many servers are asked whether the person is still there, the newest."""


async def homes(call: Call) -> tuple[int, ...]:
    """The server of a call; elsewhere those in which the person has played and still is."""
    if call.in_server:
        return (call.interaction.guild_id or 0,)
    played = (await call.tables.queries.servers_of(call.person.id))[:MOST]
    return tuple([number for number in played if await is_home(call, number)])


async def is_home(call: Call, number: int) -> bool:
    """Whether the person is in a server; not where they have left it, or Discord does not say."""
    guild = call.app.get_guild(number)
    if guild is None:
        return False
    try:
        with outcomes():
            await guild.fetch_member(call.person.id)
    except Undelivered:
        return False
    return True


def name_of(call: Call, guild: int) -> str:
    """What a server is called, where there may be several."""
    there = call.app.get_guild(guild)
    return there.name if there is not None and not call.in_server else ""
