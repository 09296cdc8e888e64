"""Rights count where the table stands: not those in another server, nor those in another channel."""

from __future__ import annotations

import discord
from answers import private
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simulated import World, controls, text_of

from bot.tables.model import Status
from bot.text import words

SPEAK = words("en")


async def ends_from(world: World, host: MemberActor, channel: ChannelHandle, actor: MemberActor) -> str:
    """Somebody uses the host's own **End**, forged on a message in this channel; what they are told."""
    own = private(world, await host.slash(world.channel, "table end"))
    yes = next(item["custom_id"] for item in controls(own, "table.end") if ":yes" in item["custom_id"])
    here = private(world, await actor.slash(channel, "games list"))
    (answer,) = await world.send(world.prepared(actor, here, yes))
    return text_of(private(world, answer))


def with_rights(world: World, guild: GuildHandle, **rights: bool) -> MemberActor:
    """A member of a server who has these rights in all of it."""
    role = guild.create_role("trusted", permissions=discord.Permissions(**rights))
    return guild.add_member(world.env.create_user("Max"), roles=[role])


async def test_whoever_manages_another_server_ends_no_table_of_this_one(world: World) -> None:
    people = world.people(2)
    await world.start_game(people)
    there = world.env.create_guild("Elsewhere")
    manager = with_rights(world, there, manage_guild=True)
    told = await ends_from(world, people[0], there.create_text_channel("there"), manager)
    assert told == SPEAK("refusal.not_host")
    assert (await world.app.tables.queries.table(1)).status is Status.PLAYING


async def test_whoever_moderates_ends_a_table_from_its_own_channel_alone(world: World) -> None:
    people = world.people(2)
    await world.start_game(people)
    keeper = with_rights(world, world.guild, manage_messages=True)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert await ends_from(world, people[0], elsewhere, keeper) == SPEAK("refusal.not_host")
    assert (await world.app.tables.queries.table(1)).status is Status.PLAYING
    await ends_from(world, people[0], world.channel, keeper)
    assert (await world.app.tables.queries.table(1)).status is Status.ABANDONED


async def test_whoever_manages_the_server_ends_its_tables_from_any_channel(world: World) -> None:
    people = world.people(2)
    await world.start_game(people)
    manager = with_rights(world, world.guild, manage_guild=True)
    await ends_from(world, people[0], world.guild.create_text_channel("elsewhere"), manager)
    assert (await world.app.tables.queries.table(1)).status is Status.ABANDONED
