"""Rights and limits: whoever asks for much at once waits a little; moves never do."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import discord
import pytest_asyncio
from evening_of_nimmt import Evening
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simulated import World, controls, text_of

from bot import running
from bot.app import App
from bot.config import Settings
from bot.discord.rate_limit import FILM, POST, TABLE
from bot.tables import lobby
from bot.tables.model import Status
from bot.tables.policy import PERSON_RATE
from bot.text import words

EN, JA = words("en"), words("ja")
WHEN = re.compile(r"<t:(\d+):R>")


@pytest_asyncio.fixture
async def limited(world: World) -> World:
    """A world in which whoever asks for much has to wait."""
    world.app.limited = True
    return world


async def told(world: World, actor: MemberActor, command: str) -> str:
    """The private answer to a command."""
    return text_of(await world.ask(actor, command))


async def thread_for(world: World, actor: MemberActor) -> str:
    """What somebody is told who opens a table in a busy channel, and there presses **Open a thread**."""
    offer = await world.ask(actor, "nimmt start")
    await world.press(actor, offer, "lobby.thread")
    return next(text for message in reversed(world.messages()) if (text := text_of(message)))


async def opened_by_hand(world: World) -> ChannelHandle:
    """A thread of the channel in which nothing has happened."""
    channel = world.app.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="by hand", type=discord.ChannelType.public_thread)
    await world.env.settle()
    return world.channel.threads[-1]


async def test_after_many_pictures_one_waits_and_moves_never_do(limited: World) -> None:
    people = [limited.person("Ann"), limited.person("Yuki", "ja")]
    evening = Evening(limited, people, await limited.start_game(people, rounds=1), seed=6)
    for _ in range(PERSON_RATE.at_once - TABLE):
        assert not WHEN.search(await told(limited, people[0], "table text"))
    when = WHEN.search(refused := await told(limited, people[0], "table text"))
    assert when is not None
    assert refused == EN("refusal.cool_down", when=when[0])
    seconds = int(when[1]) - limited.env.now().timestamp()
    assert 0 < seconds <= PERSON_RATE.again.total_seconds() + 1
    for command in ("history", "show", "news", "replay"):
        answer = await told(limited, people[0], f"table {command}")
        assert WHEN.sub("X", answer) == EN("refusal.cool_down", when="X")
    assert not WHEN.search(await told(limited, people[1], "table text"))
    while await evening.step():
        pass
    await limited.ended_well(evening.table)
    await limited.env.advance_time(seconds)
    assert not WHEN.search(await told(limited, people[0], "table text"))


async def test_what_takes_longer_counts_for_several(limited: World) -> None:
    people = [limited.person("Yuki", "ja"), limited.person("Ben")]
    evening = Evening(limited, people, await limited.start_game(people, rounds=1), seed=6)
    while not await limited.app.tables.queries.milestones(evening.table):
        await evening.step()
    for _ in range((PERSON_RATE.at_once - TABLE) // FILM):
        assert not WHEN.search(await told(limited, people[0], "table replay"))
    refused = await told(limited, people[0], "table replay")
    assert WHEN.sub("X", refused) == JA("refusal.cool_down", when="X")


async def test_who_moves_a_table_to_and_fro_waits_a_little(limited: World) -> None:
    """Also who wants a thread for it; the table stays where it is."""
    ann, other = limited.person("Ann"), limited.guild.create_text_channel("other")
    await ann.slash(limited.channel, "nimmt start")
    places = other, limited.channel
    posts = (PERSON_RATE.at_once - TABLE) // POST
    told = [text_of(limited.private(await ann.slash(places[n % 2], "table move"))) for n in range(posts + 1)]
    assert told[:-1] == [EN("table.move.done", table=1)] * posts
    assert WHEN.sub("X", told[-1]) == EN("refusal.cool_down", when="X")
    table = await limited.app.tables.queries.table(1)
    assert table.channel == places[(posts - 1) % 2].id
    lobby = limited.with_control([*limited.public(), *limited.public(other)], "lobby.options")
    panel = await limited.opened(ann, lobby, "lobby.options")
    answer = await limited.opened(ann, panel, "lobby.apart")
    assert WHEN.sub("X", text_of(answer)) == EN("refusal.cool_down", when="X")
    assert (await limited.app.tables.queries.table(1)).channel == table.channel


async def test_all_in_a_channel_share_what_there_is(limited: World) -> None:
    with patch.object(limited.app.rate_limit, "_channels") as channels:
        channels.wait.return_value = PERSON_RATE.again
        refused = await told(limited, limited.person("Ben"), "nimmt start")
    assert WHEN.sub("X", refused) == EN("refusal.cool_down_here", when="X")
    assert await limited.app.tables.queries.table_in(limited.channel.id) is None


async def test_the_bot_that_serves_people_limits_them(tmp_path: Path) -> None:
    with patch.object(running, "_get_ready") as ready, patch.object(App, "connect"):
        await running._serve(Settings(database=tmp_path / "stammtisch.sqlite3"))
    (app, _), _ = ready.call_args
    assert app.limited


async def test_one_person_hosts_so_many_tables(world: World) -> None:
    """There is no thread for a table that can't be opened."""
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    with patch.object(lobby, "HOSTED", 1):
        assert await thread_for(world, ann) == EN("refusal.hosts_enough", n=1)
    assert not world.channel.threads
    await world.leave(ann)
    with patch.object(lobby, "HOSTED", 0):
        assert await told(world, ann, "nimmt start") == EN("refusal.hosts_enough", n=0)


async def test_a_channel_and_its_threads_have_room_for_so_many_tables(world: World) -> None:
    ann, ben = world.person("Ann"), world.person("Ben")
    await ann.slash(world.channel, "nimmt start")
    with patch.object(lobby, "IN_CHANNEL", 2):
        opened = await thread_for(world, ben)
        assert str(world.channel.threads[0].id) in opened
        assert await thread_for(world, ben) == EN("refusal.channel_full", n=2)
        assert len(world.channel.threads) == 1
        await opened_by_hand(world)
        cleo, thread = world.person("Cleo"), await opened_by_hand(world)
        answer = await cleo.slash(thread, "nimmt start")
        newest = answer.followups[-1] if answer.followups else answer.response
        assert newest is not None
        refused = world.env.backend.get_message(newest.channel_id, newest.id)
        assert text_of(refused) == EN("refusal.channel_full", n=2)
        await world.leave(ann)
        await cleo.slash(thread, "nimmt start")
        assert await world.app.tables.queries.table_in(thread.id) is not None


async def test_no_table_is_brought_to_where_there_are_enough(world: World) -> None:
    """One that stands beside already doesn't count twice, nor does it count once more for its host."""
    ann, ben = world.person("Ann"), world.person("Ben")
    await ann.slash(world.channel, "nimmt start")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await ben.slash(elsewhere, "nimmt start")
    thread = await opened_by_hand(world)
    with patch.object(lobby, "IN_CHANNEL", 1), patch.object(lobby, "HOSTED", 1):
        refused = EN("refusal.channel_full", n=1)
        assert text_of(await world.ask(ben, "table move", thread)) == refused
        brought = await world.app.tables.queries.table_in(elsewhere.id)
        assert brought is not None
        assert brought.status.active
        await ann.slash(thread, "table move")
        assert (await world.app.tables.queries.table(1)).channel == thread.id
        assert text_of(await world.ask(ben, "table move")) == refused
    await ben.slash(world.channel, "table move")
    assert (await world.app.tables.queries.table(2)).channel == world.channel.id


async def test_a_channel_has_no_room_either_when_its_threads_are_full(world: World) -> None:
    ann, ben = world.person("Ann"), world.person("Ben")
    await ann.slash(await opened_by_hand(world), "nimmt start")
    with patch.object(lobby, "IN_CHANNEL", 1):
        assert await told(world, ben, "nimmt start") == EN("refusal.channel_full", n=1)
        answer = await ben.slash(await opened_by_hand(world), "nimmt start", thread=True)
        assert text_of(world.private(answer)) == EN("refusal.channel_full", n=1)
    assert await world.app.tables.queries.table_in(world.channel.id) is None


SPEAK = words("en")


async def ends_from(world: World, host: MemberActor, channel: ChannelHandle, actor: MemberActor) -> str:
    """Somebody uses the host's own **End**, forged on a message in this channel; what they are told."""
    own = await world.ask(host, "table end")
    yes = next(item["custom_id"] for item in controls(own, "table.end") if ":yes" in item["custom_id"])
    here = await world.ask(actor, "games list", channel)
    (answer,) = await world.send(world.prepared(actor, here, yes))
    return text_of(world.private(answer))


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
