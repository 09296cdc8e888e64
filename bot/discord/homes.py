"""The servers in which a person has played, for where they use the bot without one."""

from bot.discord.discord_api import Undelivered, outcomes
from bot.discord.router import Call

MOST = 5
"""So many servers are asked whether the person is still there, the newest."""


async def homes(call: Call) -> tuple[int, ...]:
    """The server of a call; elsewhere those in which the person has played and still is."""
    if call.in_server:
        return (call.interaction.guild_id or 0,)
    found: list[int] = []
    for number in (await call.tables.queries.servers_of(call.person.id))[:MOST]:
        guild = call.app.get_guild(number)
        if guild is None:
            continue
        try:
            with outcomes():
                await guild.fetch_member(call.person.id)
        except Undelivered:
            continue  # they have left it, or Discord does not say
        found.append(number)
    return tuple(found)


def name_of(call: Call, guild: int) -> str:
    """What a server is called, where there may be several."""
    there = call.app.get_guild(guild)
    return there.name if there is not None and not call.in_server else ""
