"""What a server has anew each week in its panel: where and when, and the controls by which that is set."""

import discord

from bot.discord.channels import NEEDED
from bot.discord.content import Button, Channels, Entry, Menu, Row, chosen
from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.store.weekly import WeeklyServer
from bot.text import Words, stamp

DAYS = tuple(range(7))


def told(kind: str, server: WeeklyServer | None, speak: Words) -> str:
    """Where and when the next one comes, and whether the last one could not be posted."""
    if server is None:
        return speak(f"weekly.{kind}.off")
    place, day = f"<#{server.channel}>", speak.weekday(server.day)
    lines = [speak(f"weekly.{kind}.on", channel=place, day=day, when=stamp(server.due, "F"))]
    if server.barred:
        lines.append(speak("weekly.barred", channel=place))
    return "\n".join(lines)


def settings(kind: str, server: WeeklyServer | None, speak: Words) -> list[Row]:
    """What whoever manages the server sets: first that there are some at all, then channel and day."""
    if server is None:
        return [(Button(f"{kind}.here", speak("weekly.here"), style="success"),)]
    days = [Entry(speak.weekday(day), str(day)) for day in DAYS]
    return [
        Channels(f"{kind}.place", speak("weekly.place"), (server.channel,), most=1),
        Menu(f"{kind}.day", speak("weekly.day"), chosen(days, server.day)),
        (Button(f"{kind}.stop", speak("weekly.stop"), style="danger"),),
    ]


def checked(call: Call, refusal: str, number: int, needed: tuple[str, ...] = NEEDED) -> discord.TextChannel:
    """A channel in which we have these rights: weekly_rights, or this `refusal` if it is no ordinary one."""
    guild = call.interaction.guild
    channel = guild and guild.get_channel(number)
    if guild is None or not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Refusal(refusal)
    allowed = channel.permissions_for(guild.me)
    missing = [call.words(f"kit.right.{name}") for name in needed if not getattr(allowed, name)]
    if missing:
        raise Refusal("weekly_rights", channel=f"#{channel.name}", missing=call.words.all_of(missing))
    return channel
