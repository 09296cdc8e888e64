"""What a server has anew each week in its panel: where and when, and the controls by which that is set."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.discord.channels import NEEDED, language_of_posts, managed_server
from bot.discord.content import Button, Channels, Content, Entry, Menu, Row, chosen, number
from bot.discord.router import Call, on, one_of
from bot.games.contract import Refusal
from bot.store.weekly import WeeklyServer
from bot.tables.weekly import Weekly
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


def set_by_controls(
    kind: str,
    weekly: Callable[[Call], Weekly[Any]],
    elsewhere: str,
    check: Callable[[Call, int], object],
    panel: Callable[[Call], Awaitable[Content]],
) -> None:
    """Answers these controls by the `panel` as it is then. Refusals: `elsewhere` outside of a server,
    not_manager, and those of the `check` of a channel."""

    async def set_(call: Call, channel: int, day: int | None = None) -> Content:
        guild = managed_server(call, elsewhere)
        check(call, channel)
        locale = await language_of_posts(call)
        await weekly(call).schedule(guild, channel=channel, day=day, locale=locale, by=call.person.id)
        return await panel(call)

    async def place_now(call: Call) -> int:
        return await channel_of(call, weekly(call), managed_server(call, elsewhere))

    @on(f"{kind}.here")
    async def here(call: Call) -> Content:
        return await set_(call, call.channel)

    @on(f"{kind}.place")
    async def place(call: Call) -> Content:
        return await set_(call, number(call.value) if call.values else await place_now(call))

    @on(f"{kind}.day")
    async def day(call: Call) -> Content:
        return await set_(call, await place_now(call), one_of(DAYS, number(call.value)))

    @on(f"{kind}.stop")
    async def stop(call: Call) -> Content:
        await weekly(call).unschedule(managed_server(call, elsewhere), by=call.person.id)
        return await panel(call)


async def channel_of(call: Call, weekly: Weekly[Any], guild: int) -> int:
    """The channel that is set, this one where there is none."""
    server = await weekly.server(guild)
    return server.channel if server else call.channel


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
